//! A popup form over a pane, parsed when it is applied.

use std::borrow::Cow;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::message::{Action, Input};
use crate::panes::Context;
use crate::widgets::form::{Form, FormField, Typed};
use crate::widgets::line::{put, wrap_words};
use crate::widgets::{Role, popup};

/// Maximum lines of a note.
const MAX_NOTE_LINES: usize = 3;

/// An open form.
#[derive(Clone, Debug)]
pub struct PopupForm {
    title: String,
    form: Form,
    /// Shown below the fields.
    note: Cow<'static, str>,
    /// The verb for applying it.
    verb: &'static str,
    /// Whether faults show while typing.
    live: bool,
    /// Whether a paste applies it.
    pasted: bool,
    /// Whether applying is pending: until then the form can only be closed.
    waits: bool,
    fault: Option<String>,
}

/// The outcome of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filled<T> {
    /// The form stays open.
    Open,
    /// The form was closed.
    Left,
    /// The form was applied, with this result.
    Applied(T),
}

impl PopupForm {
    /// A form of these fields. Its faults show when it is applied.
    pub fn new(title: impl Into<String>, fields: Vec<FormField>) -> Self {
        let (title, form) = (title.into(), Form::new(fields));
        Self {
            title,
            form,
            note: Cow::Borrowed(""),
            verb: "apply",
            live: false,
            pasted: false,
            waits: false,
            fault: None,
        }
    }

    /// Shows faults while typing.
    #[must_use]
    pub fn live(self) -> Self {
        Self { live: true, ..self }
    }

    /// Applies the form on a paste, without a further key.
    #[must_use]
    pub fn applied_by_paste(self) -> Self {
        Self { pasted: true, ..self }
    }

    /// Adds a note below the fields.
    #[must_use]
    pub fn note(self, note: impl Into<Cow<'static, str>>) -> Self {
        Self { note: note.into(), ..self }
    }

    /// Sets the verb for applying it.
    #[must_use]
    pub fn verb(self, verb: &'static str) -> Self {
        Self { verb, ..self }
    }

    /// Replaces the note below the fields.
    pub fn set_note(&mut self, note: String) {
        self.note = Cow::Owned(note);
    }

    pub fn form(&self) -> &Form {
        &self.form
    }

    pub fn form_mut(&mut self) -> &mut Form {
        &mut self.form
    }

    /// See [`Form::is_typing`].
    pub fn is_typing(&self) -> bool {
        self.form.is_typing()
    }

    /// Waits for the outcome of applying: typing changes nothing meanwhile.
    pub fn wait(&mut self) {
        (self.waits, self.fault) = (true, None);
    }

    /// Whether it waits.
    pub fn waits(&self) -> bool {
        self.waits
    }

    /// Shows why it could not be applied; the texts stay.
    pub fn fail(&mut self, fault: String) {
        self.waits = false;
        self.fault = Some(fault);
    }

    /// Handles an input. `None` if the form does not take it.
    pub fn handle_input<T>(
        &mut self,
        input: &Input,
        read: impl FnOnce(&Form) -> Result<T, String>,
    ) -> Option<Filled<T>> {
        if self.waits {
            return match self.form.clone().input(input) {
                Typed::Ignored => None,
                Typed::Leave => Some(Filled::Left),
                Typed::Moved | Typed::Edited | Typed::Apply => Some(Filled::Open),
            };
        }
        match self.form.input(input) {
            Typed::Ignored => return None,
            Typed::Leave => return Some(Filled::Left),
            Typed::Moved => {}
            Typed::Edited if !self.pasted || !matches!(input, Input::Paste(_)) => {
                let empty = self.form.fields().iter().all(|field| field.value().is_empty());
                self.fault = if self.live && !empty { read(&self.form).err() } else { None };
            }
            Typed::Edited | Typed::Apply => return Some(self.apply(read)),
        }
        Some(Filled::Open)
    }

    /// Parses the fields.
    pub fn apply<T>(&mut self, read: impl FnOnce(&Form) -> Result<T, String>) -> Filled<T> {
        match read(&self.form) {
            Ok(read) => Filled::Applied(read),
            Err(fault) => {
                self.fault = Some(fault);
                Filled::Open
            }
        }
    }

    /// Passes an input to a form that closes when applied. `None` if the form does not take it or none is open;
    /// the default unless it was applied.
    pub fn handle_or_close<T: Default>(
        form: &mut Option<Self>,
        input: &Input,
        read: impl FnOnce(&Form) -> Result<T, String>,
    ) -> Option<T> {
        let filled = form.as_mut()?.handle_input(input, read)?;
        if !matches!(filled, Filled::Open) {
            *form = None;
        }
        Some(if let Filled::Applied(read) = filled { read } else { T::default() })
    }

    /// Draws the form over the pane; returns where the cursor is.
    pub fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        let fields = u16::try_from(self.form.fields().len()).unwrap_or(1);
        let columns = popup::inside(area, fields).width.saturating_sub(2);
        let note = wrap_words(&self.note, columns, MAX_NOTE_LINES, ctx.theme.glyphs.cut);
        let note_lines = u16::try_from(note.len()).unwrap_or_default();
        let inner = popup::open(ctx.theme, area, &self.title, fields + note_lines + 2, buf);
        let cursor = self.form.view(ctx.theme, inner, &[], buf);
        for (line, words) in (fields..).zip(&note) {
            put(buf, inner, (1, line), words, ctx.theme.style(Role::Dim));
        }
        let keys = [(Action::Open, self.verb), (Action::Close, "cancel")];
        let keys = ctx.keymap.hints_while_typing(if self.waits { &keys[1..] } else { &keys });
        popup::footer_with_keys(ctx.theme, inner, self.fault.as_deref(), &keys, buf);
        cursor
    }
}
