//! The line at the foot of the tab: what is looked for, or a name for the selected slot.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::StateTab;
use crate::message::event::Key;
use crate::message::{Effect, Input};
use crate::panes::Context;
use crate::widgets::line::{put, width};
use crate::widgets::{Role, TextField};

/// What a line is typed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// To show only the slots whose place or digits hold it.
    Seek,
    /// To name the variable of the selected slot.
    Name,
}

/// A line that is being typed.
#[derive(Clone, Debug)]
pub(super) struct Line {
    purpose: Purpose,
    field: TextField,
}

impl Line {
    pub(super) fn new(purpose: Purpose, text: &str) -> Self {
        Self { purpose, field: TextField::holding(text) }
    }

    pub(super) fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Position {
        let label = match self.purpose {
            Purpose::Seek => "find ",
            Purpose::Name => "name (none takes it away) ",
        };
        let dim = ctx.look.theme.style(Role::Dim);
        put(buf, area, 0, 0, &" ".repeat(usize::from(area.width)), dim);
        put(buf, area, 1, 0, label, dim);
        let column = 1 + width(label);
        let field =
            Rect { x: area.x.saturating_add(column), width: area.width.saturating_sub(column), ..area };
        self.field.view(ctx.look, field.intersection(area), false, buf)
    }
}

impl StateTab {
    /// Takes an input for the line that is open. `None` if none is.
    pub(in crate::panes::result) fn type_in(
        &mut self,
        input: &Input,
        ctx: &Context<'_>,
        body: Rect,
    ) -> Option<Vec<Effect>> {
        let line = self.line.as_mut()?;
        let key = if let Input::Key(key) = input { Some(key.key()) } else { None };
        match (key, line.purpose) {
            (None, _) if matches!(input, Input::Mouse(_)) => return None,
            (Some(Key::Esc), Purpose::Seek) => {
                self.line = None;
                self.seek(String::new(), ctx, body);
            }
            (Some(Key::Esc), Purpose::Name) | (Some(Key::Enter), Purpose::Seek) => self.line = None,
            (Some(Key::Enter), Purpose::Name) => {
                let name = line.field.text().to_owned();
                self.line = None;
                return Some(self.name(&name, ctx).into_iter().collect());
            }
            (_, purpose) => {
                line.field.input(input);
                let text = line.field.text().to_owned();
                if purpose == Purpose::Seek {
                    self.seek(text, ctx, body);
                }
            }
        }
        Some(Vec::new())
    }
}
