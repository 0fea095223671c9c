//! The last tab: the raw record and its URL.

use ledger::RawJson;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::message::{Action, Input};
use crate::panes::kit::Wants;
use crate::panes::kit::page::json_view::JsonView;
use crate::panes::{Context, Verbs};
use crate::widgets::line::{cut, put};
use crate::widgets::{Role, Split};

#[derive(Debug)]
pub(super) struct RawTab {
    json: JsonView,
    url: String,
}

impl Default for RawTab {
    fn default() -> Self {
        Self { json: JsonView::new("record as received"), url: String::new() }
    }
}

impl RawTab {
    /// Replaces the record and keeps the scroll position.
    pub(super) fn set(&mut self, raw: &RawJson, url: &str, ctx: &Context<'_>, area: Rect) {
        self.json.set(raw, ctx.pipe);
        self.json.rebuild_view(ctx, below_url(area));
        url.clone_into(&mut self.url);
    }

    /// Requests the lines once the tab is open.
    pub(super) fn wants(&self, ctx: &Context<'_>, wants: &mut Wants) {
        self.json.wants(ctx, wants);
    }

    pub(super) fn is_typing(&self) -> bool {
        self.json.is_typing()
    }

    pub(super) fn handle_input(&mut self, input: &Input, area: Rect) -> Option<()> {
        self.json.handle_input(input, below_url(area))
    }

    pub(super) fn verbs(&self, area: Rect, verbs: &mut Verbs<'_, Self>) {
        let area = below_url(area);
        verbs.part(|tab| Some(&mut tab.json), |verbs| self.json.verbs(area, verbs));
        if let Some(words) = self.json.closes().filter(|_| !self.is_typing()) {
            verbs.add(Action::Close, words).run(move |tab| _ = tab.json.close(area));
        }
    }

    pub(super) fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        let theme = ctx.theme;
        let url = format!("GET {}", ledger::text::visible(&self.url));
        let url = cut(&url, area.width.saturating_sub(2), ctx.theme.glyphs.cut);
        put(buf, area, 1, 0, &url, theme.style(Role::Dim));
        let body = below_url(area);
        if self.json.is_empty() {
            put(buf, body, 1, 0, &self.json.status(ctx), theme.style(Role::Dim));
            return None;
        }
        self.json.view(ctx, body, buf)
    }
}

fn below_url(area: Rect) -> Rect {
    area.below(1)
}
