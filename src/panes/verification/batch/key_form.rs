//! Asks for the API key of a batch whose lines are sent again: it is never stored, and wiped when a batch ends.

use std::fmt;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::message::{Input, Network};
use crate::panes::Context;
use crate::verification::{ApiKey, Batch, reading};
use crate::widgets::form::{Form, FormField, Typed};
use crate::widgets::popup;

const NAME: &str = "apiKey";

/// The form.
#[derive(Clone)]
pub(super) struct KeyForm {
    form: Form,
    /// Whether the lines that failed are to be sent again, rather than those that wait.
    retries: bool,
}

/// What became of the question.
pub(super) enum Asked {
    /// It stays open.
    Still,
    /// It was left without an answer.
    Left,
    /// The key, or that there is none.
    Told(Option<ApiKey>),
}

impl KeyForm {
    /// The question before the lines are sent that wait.
    pub(super) fn before_the_rest() -> Self {
        Self::new(false)
    }

    /// The question before the lines that failed are sent once more.
    pub(super) fn before_a_retry() -> Self {
        Self::new(true)
    }

    fn new(retries: bool) -> Self {
        let field =
            FormField::masked(NAME, "API key", "it was never stored; leave empty to continue without one");
        Self { form: Form::new(vec![field]), retries }
    }

    /// Whether the lines that failed are to be sent again.
    pub(super) fn retries(&self) -> bool {
        self.retries
    }

    /// The key that was typed, if it may go to the verifier of the batch.
    fn key(&self, batch: &Batch, ctx: &Context<'_>) -> Result<Option<ApiKey>, String> {
        let profile = ctx.networks.iter().find(|network| network.name == batch.network);
        let text = self.form.value(NAME);
        profile.map_or_else(|| reading::api_key(text), |network: &Network| network.api_key(text))
    }

    /// Takes an input. `None` if it is not for the form.
    pub(super) fn handle_input(&mut self, input: &Input, batch: &Batch, ctx: &Context<'_>) -> Option<Asked> {
        match self.form.input(input) {
            Typed::Ignored => None,
            Typed::Leave => Some(Asked::Left),
            Typed::Moved | Typed::Edited => Some(Asked::Still),
            Typed::Apply => Some(self.key(batch, ctx).map_or(Asked::Still, Asked::Told)),
        }
    }

    pub(super) fn view(
        &self,
        batch: &Batch,
        ctx: &Context<'_>,
        area: Rect,
        buf: &mut Buffer,
    ) -> Option<Position> {
        let title = if self.retries {
            "Retry with the key for the explorer"
        } else {
            "Continue with the key for the explorer"
        };
        let inner = popup::open(ctx.theme, area, title, 3, buf);
        let cursor = self.form.view(ctx.theme, inner, &[], buf);
        popup::footer(ctx.theme, ctx.keymap, inner, self.key(batch, ctx).err().as_deref(), buf);
        cursor
    }
}

impl fmt::Debug for KeyForm {
    /// Says nothing of what was typed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("KeyForm").finish_non_exhaustive()
    }
}
