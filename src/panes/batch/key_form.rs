//! The question for the key of a batch that is taken up again: it was kept nowhere.

use std::fmt;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::message::Input;
use crate::panes::Context;
use crate::verification::{ApiKey, reading};
use crate::widgets::form::{Form, FormField, Typed};
use crate::widgets::popup;

const NAME: &str = "apiKey";

/// The form.
#[derive(Clone)]
pub(super) struct KeyForm {
    form: Form,
}

/// What became of the question.
pub(super) enum Asked {
    /// It stands.
    Still,
    /// It was left without an answer.
    Left,
    /// The key, or that there is none.
    Told(Option<ApiKey>),
}

impl Default for KeyForm {
    fn default() -> Self {
        let field = FormField::masked(NAME, "API key", "it was kept nowhere; empty goes on without one");
        Self { form: Form::new(vec![field]) }
    }
}

impl KeyForm {
    /// Takes an input. `None` if it is not for the form.
    pub(super) fn type_in(&mut self, input: &Input) -> Option<Asked> {
        match self.form.input(input) {
            Typed::Ignored => None,
            Typed::Leave => Some(Asked::Left),
            Typed::Moved | Typed::Edited => Some(Asked::Still),
            Typed::Apply => Some(reading::api_key(self.form.value(NAME)).map_or(Asked::Still, Asked::Told)),
        }
    }

    pub(super) fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        let inner = popup::open(ctx.look, area, "Go on with the key for the explorer", 3, buf);
        let cursor = self.form.view(ctx.look, inner, &[], buf);
        popup::foot(
            ctx.look,
            ctx.keymap,
            inner,
            reading::api_key(self.form.value(NAME)).err().as_deref(),
            buf,
        );
        cursor
    }
}

impl fmt::Debug for KeyForm {
    /// Says nothing of what was typed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("KeyForm").finish_non_exhaustive()
    }
}
