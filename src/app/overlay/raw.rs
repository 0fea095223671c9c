//! A document as received, over the pane, and over it the output of the user's command that the document was piped to.

use ledger::amount::counted;
use ledger::{RawJson, Text};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::Outcome;
use crate::message::{Action, Copied, Effect, Input, Notice, PipeQuery, Piped};
use crate::panes::kit::Wants;
use crate::panes::kit::page::json_view::{JsonView, MAX_COLUMN};
use crate::panes::{ActionHint, Context, Verbs, action_hint};
use crate::widgets::line::{clear, cut, put, put_right, width};
use crate::widgets::scroll::SIDEWAYS_STEP_COLUMNS;
use crate::widgets::{Role, Scroll, Split, Theme};

/// The document under its title.
#[derive(Debug)]
pub(crate) struct RawView {
    title: String,
    json: JsonView,
}

impl RawView {
    pub(super) fn new(title: String, raw: &RawJson, pipe: &[String]) -> Self {
        let mut json = JsonView::new("the document as received");
        json.set(raw, pipe);
        Self { title, json }
    }

    /// Requests the analysis of the document.
    pub(super) fn wants(&self, ctx: &Context<'_>, wants: &mut Wants) {
        self.json.wants(ctx, wants);
    }

    /// Receives the results.
    pub(super) fn rebuild_view(&mut self, ctx: &Context<'_>) {
        self.json.rebuild_view(ctx, below_title(ctx.body));
    }

    pub(super) fn is_typing(&self) -> bool {
        self.json.is_typing()
    }

    pub(super) fn handle_input(&mut self, input: &Input, ctx: &Context<'_>) -> Outcome {
        self.json.handle_input(input, below_title(ctx.body)).map_or(Outcome::Pass, |()| Outcome::Stay)
    }

    pub(super) fn act(&mut self, action: Action, ctx: &Context<'_>) -> Outcome {
        let area = below_title(ctx.body);
        match action {
            Action::Close if self.json.close(area) => Outcome::Stay,
            Action::Raw | Action::Close | Action::Quit | Action::Back => Outcome::Leave(Vec::new()),
            Action::Left | Action::Right => {
                self.json.pan(action);
                Outcome::Stay
            }
            // No gate is before an overlay.
            Action::Pipe if self.json.no_pipe().is_some() => {
                let words = format!("pipe to a command: {}", self.json.no_pipe().unwrap_or_default());
                Outcome::Follow(vec![Effect::Notify(Notice::info(words))])
            }
            _ => {
                let run = Verbs::take(action, |verbs| self.json.verbs(area, verbs));
                Outcome::Follow(run(&mut self.json))
            }
        }
    }

    /// The actions that are available here, now.
    pub(super) fn hints(&self) -> Vec<ActionHint> {
        let mut hints = Verbs::listed(|verbs| self.json.verbs(Rect::ZERO, verbs));
        if !self.json.is_typing() {
            hints.extend([
                ActionHint::new(Action::Left, "left"),
                ActionHint::new(Action::Right, "right"),
                ActionHint::new(Action::Close, self.json.closes().unwrap_or("close")),
                ActionHint::hidden(Action::Raw, "close"),
            ]);
        }
        hints
    }

    pub(super) fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        let area = area.intersection(buf.area);
        let place = format!("{} ", self.json.status(ctx));
        clear_below_title(&format!("{} as received", self.title), (&place, Role::Dim), ctx.theme, area, buf);
        self.json.view(ctx, below_title(area), buf)
    }
}

/// Clears the area, and draws a title and a state on its first row.
fn clear_below_title(title: &str, (state, role): (&str, Role), theme: &Theme, area: Rect, buf: &mut Buffer) {
    clear(buf, area, theme.base());
    let state = cut(state, area.width, theme.glyphs.cut);
    let title = cut(title, area.width.saturating_sub(width(&state) + 3), theme.glyphs.cut);
    put(buf, area, (1, 0), &title, theme.style(Role::Heading));
    put_right(buf, area, 0, &state, theme.style(role));
}

fn below_title(area: Rect) -> Rect {
    area.below(1)
}

/// The command and its output.
#[derive(Debug)]
pub(crate) struct Output {
    query: PipeQuery,
    /// What it wrote, once it has ended.
    piped: Option<Piped>,
    scroll: Scroll,
    /// Characters scrolled past on the left.
    column: usize,
}

/// What a tab is shown as.
const TAB: &str = "    ";

impl Output {
    pub(super) fn new(query: PipeQuery) -> Self {
        Self { query, piped: None, scroll: Scroll::default(), column: 0 }
    }

    /// Requests the run of the command, which is killed once it is no longer requested.
    pub(super) fn wants(&self, wants: &mut Wants) {
        wants.add_optional(&self.query);
    }

    /// Receives the command's output.
    pub(super) fn rebuild_view(&mut self, ctx: &Context<'_>) {
        if self.piped.is_none() {
            self.piped = ctx.get(&self.query).value().map(|piped| Piped::clone(piped));
        }
    }

    fn rows(&self) -> usize {
        self.piped.as_ref().map_or(0, |piped| piped.errors.len() + piped.output.len())
    }

    /// A line: complaints come first.
    fn line(&self, row: usize) -> Option<(&Text, Role)> {
        let piped = self.piped.as_ref()?;
        let complaint = piped.errors.get(row).map(|line| (line, Role::Attention));
        complaint.or_else(|| Some((piped.output.get(row.checked_sub(piped.errors.len())?)?, Role::Plain)))
    }

    pub(super) fn handle_input(&mut self, input: &Input, ctx: &Context<'_>) -> Outcome {
        let Input::Mouse(click) = input else { return Outcome::Pass };
        let rows = self.rows();
        self.scroll.click(*click, ctx.body.below(1), rows);
        Outcome::Stay
    }

    pub(super) fn act(&mut self, action: Action, ctx: &Context<'_>) -> Outcome {
        match action {
            Action::Copy => return Outcome::Follow(Effect::copy(self.copied())),
            Action::Left => self.column = self.column.saturating_sub(SIDEWAYS_STEP_COLUMNS),
            Action::Right => self.column = self.column.saturating_add(SIDEWAYS_STEP_COLUMNS).min(MAX_COLUMN),
            _ => _ = self.scroll.act(action, self.rows(), ctx.body.below(1).height),
        }
        Outcome::Stay
    }

    fn copied(&self) -> Option<Copied> {
        let output = &self.piped.as_ref()?.output;
        let lines: Vec<_> = output.iter().map(|line| String::from_utf8_lossy(line.raw())).collect();
        Some(Copied::new("output", lines.join("\n")))
    }

    pub(super) fn hints(&self) -> Vec<ActionHint> {
        let none = self.rows() == 0;
        let none = none.then_some("there is no output");
        let close = if self.piped.is_none() { "stop it" } else { "close" };
        let mut hints = vec![
            ActionHint::new(Action::Copy, "copy output").disabled_if(none),
            ActionHint::new(Action::Left, "left").disabled_if(none),
            ActionHint::new(Action::Right, "right").disabled_if(none),
            ActionHint::new(Action::Close, close),
        ];
        hints.extend(action_hint::moves());
        hints
    }

    pub(super) fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        let theme = ctx.theme;
        let area = area.intersection(buf.area);
        let (state, role) = match &self.piped {
            None => ("running ".to_owned(), Role::Dim),
            Some(piped) if piped.is_success => {
                (format!("{}, {} ", piped.ending, counted(piped.output.len(), "line")), Role::Dim)
            }
            Some(piped) => (format!("{} ", piped.ending), Role::Failure),
        };
        clear_below_title(&format!("| {}", self.query.shown()), (&state, role), theme, area, buf);
        let body = area.below(1);
        for (line, row) in body.rows().zip(self.scroll.window(self.rows(), body.height)) {
            let Some((text, role)) = self.line(row) else { continue };
            let over = theme.mark_row(line, row == self.scroll.selected, buf);
            let shown = shown(text, self.column, usize::from(line.width));
            let shown = cut(&shown, line.width.saturating_sub(2), theme.glyphs.cut);
            put(buf, line, (1, 0), &shown, theme.style(role).patch(over));
        }
        if self.piped.is_some() && self.rows() == 0 {
            put(buf, body, (1, 0), "it wrote nothing", theme.style(Role::Dim));
        }
        self.scroll.view_bar(theme, body, self.rows(), buf);
        None
    }
}

/// So many characters of a line, tabs as blanks.
fn shown(text: &Text, column: usize, columns: usize) -> String {
    let bytes = text.raw().get(..(column + columns).saturating_mul(4)).unwrap_or(text.raw());
    let tabs = bytes.split(|byte| *byte == b'\t').map(|part| Text::from_bytes(part.to_owned()).escaped());
    tabs.collect::<Vec<_>>().join(TAB).chars().skip(column).take(columns + 1).collect()
}
