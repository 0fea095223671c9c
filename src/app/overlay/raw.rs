//! A document as it was received, on indented lines, with a search.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::Outcome;
use crate::ledger::RawJson;
use crate::ledger::amount::grouped;
use crate::message::{Action, Copied, Effect, Input, MouseButton};
use crate::panes::{Context, Offer, offer};
use crate::widgets::line::{clear, cut, put, put_right, width};
use crate::widgets::{Find, Role, Scroll};

/// The document, and where the reader is.
#[derive(Debug)]
pub(crate) struct RawView {
    title: String,
    raw: RawJson,
    lines: Vec<String>,
    /// How many characters the longest line has.
    longest: usize,
    scroll: Scroll,
    /// How many characters are scrolled past on the left.
    column: usize,
    find: Find,
    /// The lines that hold what is looked for.
    hits: Vec<usize>,
}

/// How many characters a key scrolls sideways.
const SIDEWAYS: usize = 16;

impl RawView {
    pub(super) fn new(title: String, raw: RawJson) -> Self {
        let lines = raw.lines();
        let longest = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
        Self {
            title,
            raw,
            lines,
            longest,
            scroll: Scroll::default(),
            column: 0,
            find: Find::default(),
            hits: Vec::new(),
        }
    }

    pub(super) fn type_in(&mut self, input: &Input, ctx: &Context<'_>) -> Outcome {
        if let Input::Mouse(click) = input {
            let action = match click.button {
                MouseButton::WheelUp => Action::Up,
                MouseButton::WheelDown => Action::Down,
                MouseButton::Press => return Outcome::Stay,
            };
            (0..3).for_each(|_| _ = self.act(action, ctx));
            return Outcome::Stay;
        }
        let Some(changed) = self.find.type_in(input) else { return Outcome::Pass };
        if changed {
            self.search();
            self.hit(ctx, false, false);
        }
        Outcome::Stay
    }

    pub(super) fn act(&mut self, action: Action, ctx: &Context<'_>) -> Outcome {
        match action {
            Action::Close if self.find.clear() => {}
            Action::Raw | Action::Close | Action::Quit | Action::Back => return Outcome::Leave(Vec::new()),
            Action::Copy => return Outcome::Follow(vec![Effect::Copy(self.whole())]),
            Action::CopyMenu => {
                let line = self.lines.get(self.scroll.selected).map_or("", |line| line.trim()).to_owned();
                let line = Copied { what: "this line".to_owned(), text: line };
                return Outcome::Follow(vec![Effect::CopyMenu(vec![self.whole(), line])]);
            }
            Action::Find => {
                self.find.open();
                self.hits.clear();
            }
            Action::NextHit => self.hit(ctx, true, false),
            Action::PreviousHit => self.hit(ctx, true, true),
            Action::Left => self.column = self.column.saturating_sub(SIDEWAYS),
            Action::Right => {
                let most = self.longest.saturating_sub(SIDEWAYS);
                self.column = self.column.saturating_add(SIDEWAYS).min(most);
            }
            _ => {
                let _ = self.scroll.act(action, self.lines.len(), height(ctx.body));
            }
        }
        Outcome::Stay
    }

    fn whole(&self) -> Copied {
        Copied { what: "the document as received".to_owned(), text: self.raw.raw().to_owned() }
    }

    /// What can be done here, now.
    pub(super) fn offers(&self) -> Vec<Offer> {
        if self.find.is_typing() {
            return vec![Offer::new(Action::Open, "keep"), Offer::new(Action::Close, "end the search")];
        }
        let none = if self.find.text().is_empty() {
            Some("nothing is looked for")
        } else {
            self.hits.is_empty().then_some("not found")
        };
        let close = if self.find.is_shown() { "end the search" } else { "close" };
        let mut offers = vec![
            Offer::new(Action::NextHit, "next hit").unless(none),
            Offer::new(Action::PreviousHit, "previous hit").unless(none),
            Offer::new(Action::Find, "find"),
            Offer::new(Action::Copy, "copy all"),
            Offer::quiet(Action::CopyMenu, "copy …"),
            Offer::new(Action::Left, "left"),
            Offer::new(Action::Right, "right"),
            Offer::new(Action::Close, close),
            Offer::quiet(Action::Raw, "close"),
        ];
        offers.extend(offer::moves());
        offers
    }

    /// Looks for the text in every line.
    fn search(&mut self) {
        let wanted = self.find.text().to_lowercase();
        let holds = |line: &String| !wanted.is_empty() && line.to_lowercase().contains(&wanted);
        let lines = self.lines.iter().enumerate();
        self.hits = lines.filter(|(_, line)| holds(line)).map(|(at, _)| at).collect();
    }

    /// Goes to the next line with the text, or stays on one if it need not move on, around the end.
    fn hit(&mut self, ctx: &Context<'_>, on: bool, back: bool) {
        let at = self.scroll.selected;
        let found = if back {
            self.hits.iter().rev().find(|hit| **hit < at).or(self.hits.last())
        } else {
            self.hits.iter().find(|hit| **hit > at || (!on && **hit == at)).or(self.hits.first())
        };
        if let Some(found) = found {
            self.scroll.select(*found, self.lines.len(), height(ctx.body));
        }
    }

    /// What is said of the search.
    fn found(&self) -> (String, Role) {
        if self.find.text().is_empty() {
            return (String::new(), Role::Dim);
        }
        let count = grouped(&self.hits.len());
        match self.hits.binary_search(&self.scroll.selected) {
            _ if self.hits.is_empty() => ("not found".to_owned(), Role::Attention),
            Ok(at) => (format!("hit {} of {count}", grouped(&(at + 1))), Role::Dim),
            Err(_) if self.hits.len() == 1 => ("1 hit".to_owned(), Role::Dim),
            Err(_) => (format!("{count} hits"), Role::Dim),
        }
    }

    pub(super) fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        let theme = &ctx.look.theme;
        let area = area.intersection(buf.area);
        clear(buf, area, theme.base());
        let place =
            format!("line {} of {} ", grouped(&(self.scroll.selected + 1)), grouped(&self.lines.len()));
        put_right(buf, area, 0, &place, theme.style(Role::Dim));
        let title = format!("{} as received", self.title);
        let title = cut(&title, area.width.saturating_sub(width(&place) + 3), ctx.look.glyphs.cut);
        put(buf, area, 1, 0, &title, theme.style(Role::Heading));
        let body = Rect { y: area.y.saturating_add(1), height: height(area), ..area };
        for (line, at) in (0..body.height).zip(self.scroll.window(self.lines.len(), body.height)) {
            let Some(text) = self.lines.get(at) else { break };
            let over = theme.over(at == self.scroll.selected);
            if at == self.scroll.selected {
                let band = Rect { y: body.y.saturating_add(line), height: 1, ..body };
                buf.set_style(band.intersection(buf.area), over);
                put(buf, body, 0, line, ctx.look.glyphs.marker, theme.style(Role::Marker).patch(over));
            }
            let shown: String = text.chars().skip(self.column).take(usize::from(body.width)).collect();
            let shown = cut(&shown, body.width.saturating_sub(2), ctx.look.glyphs.cut);
            let role = if self.hits.binary_search(&at).is_ok() { Role::Link } else { Role::Plain };
            put(buf, body, 1, line, &shown, theme.style(role).patch(over));
        }
        let (words, role) = self.found();
        self.find.view(ctx.look, area, (&words, role), buf)
    }
}

/// The rows of the document: a title above, the search below.
fn height(area: Rect) -> u16 {
    area.height.saturating_sub(2)
}
