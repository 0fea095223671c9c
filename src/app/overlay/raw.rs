//! A document as received, over the pane.

use ledger::RawJson;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::Outcome;
use crate::message::{Action, Effect, Input, Notice};
use crate::panes::kit::Wants;
use crate::panes::kit::page::json_view::JsonView;
use crate::panes::{ActionHint, Context, Verbs};
use crate::widgets::line::{clear, cut, put, put_right, width};
use crate::widgets::{Role, Split};

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
        let theme = ctx.theme;
        let area = area.intersection(buf.area);
        clear(buf, area, theme.base());
        let place = format!("{} ", self.json.status(ctx));
        put_right(buf, area, 0, &place, theme.style(Role::Dim));
        let title = format!("{} as received", self.title);
        let title = cut(&title, area.width.saturating_sub(width(&place) + 3), ctx.theme.glyphs.cut);
        put(buf, area, 1, 0, &title, theme.style(Role::Heading));
        self.json.view(ctx, below_title(area), buf)
    }
}

fn below_title(area: Rect) -> Rect {
    area.below(1)
}
