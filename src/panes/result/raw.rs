//! The last tab: the record as received, line by line.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::ledger::RawJson;
use crate::message::{Action, Click, Copied, Effect};
use crate::panes::kit::Wants;
use crate::panes::kit::document::Document;
use crate::panes::{ActionHint, Context, action_hint};
use crate::widgets::line::{cut, put};
use crate::widgets::{Role, Scroll, Split};

/// The lines, and where the reader is.
#[derive(Clone, Debug, Default)]
pub(super) struct RawTab {
    document: Document,
    url: String,
    scroll: Scroll,
}

impl RawTab {
    /// Replaces the record; the scroll position stays.
    pub(super) fn set(&mut self, raw: &RawJson, url: &str, ctx: &Context<'_>, height: u16) {
        self.document.set(raw);
        self.document.rebuild_view(ctx);
        url.clone_into(&mut self.url);
        self.scroll.settle(self.document.lines().len(), rows(height));
    }

    /// Adds the lines when the tab is opened.
    pub(super) fn wants(&self, ctx: &Context<'_>, wants: &mut Wants) {
        self.document.wants(ctx, wants);
    }

    pub(super) fn act(&mut self, action: Action, height: u16) -> Vec<Effect> {
        let whole =
            || Copied { what: "record as received".to_owned(), text: self.document.raw().raw().to_owned() };
        match action {
            Action::Copy => return vec![Effect::Copy(whole())],
            Action::CopyMenu => {
                let line = self.document.lines().whole_line(self.scroll.selected).trim().to_owned();
                let line = Copied { what: "this line".to_owned(), text: line };
                return vec![Effect::CopyMenu(vec![whole(), line])];
            }
            _ => _ = self.scroll.act(action, self.document.lines().len(), rows(height)),
        }
        Vec::new()
    }

    pub(super) fn click(&mut self, click: Click, area: Rect) {
        self.scroll.click(click, area.below(1), self.document.lines().len());
    }

    pub(super) fn hints() -> Vec<ActionHint> {
        let mut hints =
            vec![ActionHint::new(Action::Copy, "copy all"), ActionHint::hidden(Action::CopyMenu, "copy …")];
        hints.extend(action_hint::moves());
        hints
    }

    pub(super) fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
        let theme = ctx.theme;
        let url = format!("GET {}", crate::ledger::text::visible(&self.url));
        let url = cut(&url, area.width.saturating_sub(2), ctx.theme.glyphs.cut);
        put(buf, area, 1, 0, &url, theme.style(Role::Dim));
        let lines = self.document.lines();
        if let Some(words) = self.document.waits(ctx).filter(|_| lines.is_empty()) {
            put(buf, area, 1, 1, &words, theme.style(Role::Dim));
        }
        for (at, row) in self.scroll.window(lines.len(), rows(area.height)).zip(1..) {
            let selected = at == self.scroll.selected;
            let over = theme.over(selected);
            if selected {
                put(buf, area, 0, row, ctx.theme.glyphs.marker, theme.style(Role::Marker).patch(over));
            }
            let line = lines.part(at, 0..usize::from(area.width) + 1);
            let line = cut(&line, area.width.saturating_sub(2), ctx.theme.glyphs.cut);
            put(buf, area, 1, row, &line, theme.style(Role::Plain).patch(over));
        }
        self.scroll.view_bar(theme, area.below(1), lines.len(), buf);
    }
}

/// The rows for lines, below the address.
fn rows(height: u16) -> u16 {
    height.saturating_sub(1)
}
