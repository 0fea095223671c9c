//! The output of the user's command for JSON, over the overlay with its input.

use ledger::Text;
use ledger::amount::counted;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::Outcome;
use crate::message::{Action, Copied, Effect, Input, PipeQuery, Piped};
use crate::panes::kit::Wants;
use crate::panes::{ActionHint, Context, action_hint};
use crate::widgets::line::{clear, cut, put, put_right, width};
use crate::widgets::{Role, Scroll, Split};

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

/// Characters per key, and how many of a line can be scrolled to.
const SIDEWAYS_STEP_COLUMNS: usize = 16;
const MAX_COLUMN: usize = 64 << 10;
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
        clear(buf, area, theme.base());
        let (state, role) = match &self.piped {
            None => ("running ".to_owned(), Role::Dim),
            Some(piped) if piped.is_success => {
                (format!("{}, {} ", piped.ending, counted(piped.output.len(), "line")), Role::Dim)
            }
            Some(piped) => (format!("{} ", piped.ending), Role::Failure),
        };
        let state = cut(&state, area.width, theme.glyphs.cut);
        let title = format!("| {}", self.query.shown());
        let title = cut(&title, area.width.saturating_sub(width(&state) + 3), theme.glyphs.cut);
        put(buf, area, 1, 0, &title, theme.style(Role::Heading));
        put_right(buf, area, 0, &state, theme.style(role));
        let body = area.below(1);
        for (line, row) in body.rows().zip(self.scroll.window(self.rows(), body.height)) {
            let Some((text, role)) = self.line(row) else { continue };
            let over = theme.mark_row(line, row == self.scroll.selected, buf);
            let shown = shown(text, self.column, usize::from(line.width));
            let shown = cut(&shown, line.width.saturating_sub(2), theme.glyphs.cut);
            put(buf, line, 1, 0, &shown, theme.style(role).patch(over));
        }
        if self.piped.is_some() && self.rows() == 0 {
            put(buf, body, 1, 0, "it wrote nothing", theme.style(Role::Dim));
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
