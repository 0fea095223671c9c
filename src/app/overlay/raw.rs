//! A document as it was received, on indented lines, with a search.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::Outcome;
use crate::ledger::RawJson;
use crate::message::event::{Key, KeyInput};
use crate::message::{Action, Copied, Effect, Input, MouseButton};
use crate::panes::Context;
use crate::widgets::line::{cut, put, put_right};
use crate::widgets::{Role, Scroll, TextField};

/// The document, and where the reader is.
#[derive(Debug)]
pub(crate) struct RawView {
    title: String,
    raw: RawJson,
    lines: Vec<String>,
    scroll: Scroll,
    column: usize,
    find: TextField,
    typing: bool,
}

impl RawView {
    pub(super) fn new(title: String, raw: RawJson) -> Self {
        let lines = raw.lines();
        Self {
            title,
            raw,
            lines,
            scroll: Scroll::default(),
            column: 0,
            find: TextField::default(),
            typing: false,
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
        if !self.typing {
            return Outcome::Pass;
        }
        match input {
            Input::Key(key) if is(*key, Key::Enter) => self.typing = false,
            Input::Key(key) if is(*key, Key::Esc) => {
                self.typing = false;
                self.find = TextField::default();
            }
            _ => {
                self.find.input(input);
                self.hit(ctx, 0, false);
            }
        }
        Outcome::Stay
    }

    pub(super) fn act(&mut self, action: Action, ctx: &Context<'_>) -> Outcome {
        match action {
            Action::Raw => return Outcome::Leave(Vec::new()),
            Action::Copy => {
                let text = self.raw.raw().to_owned();
                let what = "the document as received".to_owned();
                return Outcome::Leave(vec![Effect::Copy(Copied { what, text })]);
            }
            Action::CopyMenu => {
                let line = self.lines.get(self.scroll.selected).map_or("", |line| line.trim()).to_owned();
                let whole =
                    Copied { what: "document as received".to_owned(), text: self.raw.raw().to_owned() };
                let line = Copied { what: "this line".to_owned(), text: line };
                return Outcome::Leave(vec![Effect::CopyMenu(vec![whole, line])]);
            }
            Action::Find => {
                self.find = TextField::default();
                self.typing = true;
            }
            Action::NextHit => self.hit(ctx, 1, false),
            Action::PreviousHit => self.hit(ctx, 1, true),
            Action::Left => self.column = self.column.saturating_sub(16),
            Action::Right => self.column = self.column.saturating_add(16),
            _ => {
                let _ = self.scroll.act(action, self.lines.len(), height(ctx.body));
            }
        }
        Outcome::Stay
    }

    /// Goes to the next line with the text, `skip` lines on, around the end.
    fn hit(&mut self, ctx: &Context<'_>, skip: usize, back: bool) {
        let wanted = self.find.text().to_lowercase();
        let count = self.lines.len();
        if wanted.is_empty() || count == 0 {
            return;
        }
        let at = self.scroll.selected;
        let line = |step: usize| if back { (at + count - step % count) % count } else { (at + step) % count };
        let found = (skip..count + skip)
            .map(line)
            .find(|line| self.lines.get(*line).is_some_and(|text| text.to_lowercase().contains(&wanted)));
        if let Some(found) = found {
            self.scroll.select(found, count, height(ctx.body));
        }
    }

    pub(super) fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        let theme = &ctx.look.theme;
        let area = area.intersection(buf.area);
        buf.set_style(area, theme.base());
        for y in area.top()..area.bottom() {
            put(buf, Rect { y, height: 1, ..area }, 0, 0, &" ".repeat(usize::from(area.width)), theme.base());
        }
        put(buf, area, 1, 0, &format!("{} as received", self.title), theme.style(Role::Heading));
        let place = format!("line {} of {}", self.scroll.selected + 1, self.lines.len());
        put_right(buf, area, 0, &place, theme.style(Role::Dim));
        let body = Rect { y: area.y + 1, height: height(area), ..area };
        for (line, at) in self.scroll.window(self.lines.len(), body.height).enumerate() {
            let (Some(text), Ok(line)) = (self.lines.get(at), u16::try_from(line)) else { continue };
            if line >= body.height {
                break;
            }
            let over = theme.over(at == self.scroll.selected);
            if at == self.scroll.selected {
                put(buf, body, 0, line, ctx.look.glyphs.marker, theme.style(Role::Marker));
            }
            let shown: String = text.chars().skip(self.column).take(usize::from(body.width)).collect();
            let shown = cut(&shown, body.width.saturating_sub(2), ctx.look.glyphs.cut);
            put(buf, body, 1, line, &shown, theme.style(Role::Plain).patch(over));
        }
        let foot = area.height.saturating_sub(1);
        if self.typing || !self.find.text().is_empty() {
            let column = put(buf, area, 1, foot, "find  ", theme.style(Role::Dim));
            let field = Rect {
                x: area.x + column,
                y: area.y + foot,
                width: area.width.saturating_sub(column),
                height: 1,
            };
            let cursor = self.find.view(ctx.look, field.intersection(area), false, buf);
            return self.typing.then_some(cursor);
        }
        None
    }
}

fn is(key: KeyInput, wanted: Key) -> bool {
    key.key() == wanted
}

/// The rows of the document: a title above, the search below.
fn height(area: Rect) -> u16 {
    area.height.saturating_sub(2)
}
