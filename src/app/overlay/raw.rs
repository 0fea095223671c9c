//! A document as received, indented, with a search.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::Outcome;
use crate::ledger::RawJson;
use crate::ledger::amount::{counted, grouped};
use crate::message::{Action, Copied, Effect, Input, MouseButton};
use crate::panes::kit::Wants;
use crate::panes::kit::document::Document;
use crate::panes::{ActionHint, Context, action_hint};
use crate::widgets::line::{clear, cut, put, put_right, width};
use crate::widgets::{Find, Role, Scroll, Split};

/// The document, and where the reader is.
#[derive(Debug)]
pub(crate) struct RawView {
    title: String,
    document: Document,
    scroll: Scroll,
    /// Characters scrolled past on the left.
    column: usize,
    find: Find,
}

/// Characters per key.
const SIDEWAYS_STEP_COLUMNS: usize = 16;
/// How many characters of a line can be scrolled to: what is left of those is gone through with each frame. All of the
/// line can be copied.
const MAX_COLUMN: usize = 64 << 10;

impl RawView {
    pub(super) fn new(title: String, raw: &RawJson) -> Self {
        let mut document = Document::default();
        document.set(raw);
        Self { title, document, scroll: Scroll::default(), column: 0, find: Find::default() }
    }

    /// Adds what is to be found out of the document.
    pub(super) fn wants(&self, ctx: &Context<'_>, wants: &mut Wants) {
        self.document.wants(ctx, wants);
    }

    /// Receives the results.
    pub(super) fn rebuild_view(&mut self, ctx: &Context<'_>) {
        if self.document.rebuild_view(ctx) {
            self.hit(ctx, false, false);
        }
    }

    pub(super) fn handle_input(&mut self, input: &Input, ctx: &Context<'_>) -> Outcome {
        if let Input::Mouse(click) = input {
            if let Some(turn) = click.button.turn() {
                (0..MouseButton::TURN).for_each(|_| _ = self.act(turn, ctx));
            }
            self.scroll.drag(*click, rows(ctx.body), self.document.lines().len());
            return Outcome::Stay;
        }
        let Some(changed) = self.find.handle_input(input) else { return Outcome::Pass };
        if changed {
            self.document.search_for(self.find.text());
            self.hit(ctx, false, false);
        }
        Outcome::Stay
    }

    pub(super) fn act(&mut self, action: Action, ctx: &Context<'_>) -> Outcome {
        match action {
            Action::Close if self.find.clear() => {}
            Action::Raw | Action::Close | Action::Quit | Action::Back => return Outcome::Leave(Vec::new()),
            Action::Copy => return Outcome::Follow(vec![Effect::Copy(self.whole_document())]),
            Action::CopyMenu => {
                let line = self.document.lines().whole_line(self.scroll.selected).trim().to_owned();
                let line = Copied { what: "this line".to_owned(), text: line };
                return Outcome::Follow(vec![Effect::CopyMenu(vec![self.whole_document(), line])]);
            }
            Action::Find => {
                self.find.open();
                self.document.forget_hits();
            }
            Action::NextHit => self.hit(ctx, true, false),
            Action::PreviousHit => self.hit(ctx, true, true),
            Action::Left => self.column = self.column.saturating_sub(SIDEWAYS_STEP_COLUMNS),
            Action::Right => {
                let most =
                    self.document.lines().longest().saturating_sub(SIDEWAYS_STEP_COLUMNS).min(MAX_COLUMN);
                self.column = self.column.saturating_add(SIDEWAYS_STEP_COLUMNS).min(most);
            }
            _ => {
                let _ = self.scroll.act(action, self.document.lines().len(), height(ctx.body));
            }
        }
        Outcome::Stay
    }

    fn whole_document(&self) -> Copied {
        Copied { what: "the document as received".to_owned(), text: self.document.raw().raw().to_owned() }
    }

    /// The actions that are available here, now.
    pub(super) fn hints(&self) -> Vec<ActionHint> {
        if self.find.is_typing() {
            return action_hint::search();
        }
        let none = if self.find.text().is_empty() {
            Some("there is no search")
        } else {
            self.document.hits().is_empty().then_some("not found")
        };
        let close = if self.find.is_shown() { "end the search" } else { "close" };
        let mut hints = vec![
            ActionHint::new(Action::NextHit, "next hit").disabled_if(none),
            ActionHint::new(Action::PreviousHit, "previous hit").disabled_if(none),
            ActionHint::new(Action::Find, "find"),
            ActionHint::new(Action::Copy, "copy all"),
            ActionHint::hidden(Action::CopyMenu, "copy …"),
            ActionHint::new(Action::Left, "left"),
            ActionHint::new(Action::Right, "right"),
            ActionHint::new(Action::Close, close),
            ActionHint::hidden(Action::Raw, "close"),
        ];
        hints.extend(action_hint::moves());
        hints
    }

    /// Goes to the next line with the text, or stays on one if it need not move on, around the end.
    fn hit(&mut self, ctx: &Context<'_>, on: bool, back: bool) {
        let (at, hits) = (self.scroll.selected, self.document.hits());
        let found = if back {
            let before = hits.partition_point(|hit| *hit < at);
            before.checked_sub(1).and_then(|last| hits.get(last)).or(hits.last())
        } else {
            let before = hits.partition_point(|hit| if on { *hit <= at } else { *hit < at });
            hits.get(before).or(hits.first())
        };
        if let Some(found) = found {
            self.scroll.select(*found, self.document.lines().len(), height(ctx.body));
        }
    }

    /// The state of the search.
    fn found(&self, ctx: &Context<'_>) -> (String, Role) {
        if self.find.text().is_empty() {
            return (String::new(), Role::Dim);
        }
        let hits = self.document.hits();
        let count = grouped(&hits.len());
        match hits.binary_search(&self.scroll.selected) {
            _ if self.document.is_searched(ctx) => ("searching".to_owned(), Role::Dim),
            _ if hits.is_empty() => ("not found".to_owned(), Role::Attention),
            Ok(at) => (format!("hit {} of {count}", grouped(&(at + 1))), Role::Dim),
            Err(_) => (counted(hits.len(), "hit"), Role::Dim),
        }
    }

    pub(super) fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        let theme = ctx.theme;
        let area = area.intersection(buf.area);
        clear(buf, area, theme.base());
        let lines = self.document.lines();
        let place = match self.document.waits(ctx) {
            Some(words) => format!("{words} "),
            None => format!("line {} of {} ", grouped(&(self.scroll.selected + 1)), grouped(&lines.len())),
        };
        put_right(buf, area, 0, &place, theme.style(Role::Dim));
        let title = format!("{} as received", self.title);
        let title = cut(&title, area.width.saturating_sub(width(&place) + 3), ctx.theme.glyphs.cut);
        put(buf, area, 1, 0, &title, theme.style(Role::Heading));
        let body = rows(area);
        for (line, at) in body.rows().zip(self.scroll.window(lines.len(), body.height)) {
            let over = theme.mark_row(line, at == self.scroll.selected, buf);
            let shown = lines.part(at, self.column..self.column.saturating_add(usize::from(body.width)));
            let shown = cut(&shown, body.width.saturating_sub(2), ctx.theme.glyphs.cut);
            let role = if self.document.hits().binary_search(&at).is_ok() { Role::Link } else { Role::Plain };
            put(buf, line, 1, 0, &shown, theme.style(role).patch(over));
        }
        self.scroll.view_bar(theme, body, lines.len(), buf);
        let (words, role) = self.found(ctx);
        self.find.view(ctx.theme, area, (&words, role), buf)
    }
}

/// Where the document is: a title above, the search below.
fn rows(area: Rect) -> Rect {
    area.below(1).above(1)
}

fn height(area: Rect) -> u16 {
    rows(area).height
}
