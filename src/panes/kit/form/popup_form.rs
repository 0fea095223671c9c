//! A popup over a pane with a form that is filled in once: what it means is read when it is applied.

use std::borrow::Cow;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::message::{Action, Input};
use crate::panes::Context;
use crate::widgets::form::{Form, FormField, Typed};
use crate::widgets::line::{put, wrap_words};
use crate::widgets::{Role, popup};

/// The most lines that a note takes.
const MAX_NOTE_LINES: usize = 3;

/// An open form.
#[derive(Clone, Debug)]
pub struct PopupForm {
    title: String,
    form: Form,
    /// Shown below the fields.
    note: Cow<'static, str>,
    /// What applying it does, in a word.
    verb: &'static str,
    /// Whether faults show while it is filled in.
    live: bool,
    /// Whether a paste applies it.
    pasted: bool,
    /// Whether it is not known yet what comes of applying it: until then it can be left only.
    waits: bool,
    fault: Option<String>,
}

/// The outcome of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filled<T> {
    /// The form stays open.
    Open,
    /// It was left.
    Left,
    /// It was applied, and means this.
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

    /// The same, with faults shown while it is filled in.
    #[must_use]
    pub fn live(self) -> Self {
        Self { live: true, ..self }
    }

    /// The same, applied at once by a paste: what is whole needs no further key.
    #[must_use]
    pub fn applied_by_paste(self) -> Self {
        Self { pasted: true, ..self }
    }

    /// The same with a note below the fields.
    #[must_use]
    pub fn note(self, note: impl Into<Cow<'static, str>>) -> Self {
        Self { note: note.into(), ..self }
    }

    /// The same with another word for what applying it does.
    #[must_use]
    pub fn verb(self, verb: &'static str) -> Self {
        Self { verb, ..self }
    }

    /// Another note below the fields.
    pub fn set_note(&mut self, note: String) {
        self.note = Cow::Owned(note);
    }

    pub fn form(&self) -> &Form {
        &self.form
    }

    /// The fields, to be changed.
    pub fn form_mut(&mut self) -> &mut Form {
        &mut self.form
    }

    /// See [`Form::is_typing`].
    pub fn is_typing(&self) -> bool {
        self.form.is_typing()
    }

    /// Has it wait for what comes of applying it: what is typed meanwhile changes nothing.
    pub fn wait(&mut self) {
        (self.waits, self.fault) = (true, None);
    }

    /// Whether it waits.
    pub fn waits(&self) -> bool {
        self.waits
    }

    /// Says why it could not be applied; what was typed stays.
    pub fn fail(&mut self, fault: String) {
        self.waits = false;
        self.fault = Some(fault);
    }

    /// Handles an input. `None` if it is not for the form.
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

    /// Reads what it means.
    pub fn apply<T>(&mut self, read: impl FnOnce(&Form) -> Result<T, String>) -> Filled<T> {
        match read(&self.form) {
            Ok(read) => Filled::Applied(read),
            Err(fault) => {
                self.fault = Some(fault);
                Filled::Open
            }
        }
    }

    /// Gives an input to a form that closes when it is applied. `None` if it is not for the form, or none is open;
    /// nothing follows as long as it is not applied.
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
            put(buf, inner, 1, line, words, ctx.theme.style(Role::Dim));
        }
        let keys = [(Action::Open, self.verb), (Action::Close, "cancel")];
        let keys = ctx.keymap.hints_while_typing(if self.waits { &keys[1..] } else { &keys });
        popup::footer_with_keys(ctx.theme, inner, self.fault.as_deref(), &keys, buf);
        cursor
    }
}
