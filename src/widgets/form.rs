//! Forms: labelled fields, one of which has the focus and takes keys and pastes before anything else does.

mod choice;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use ledger::text::visible;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::line::{cut, put, width};
use super::{Role, SecretField, Split, TextField, Theme};
use crate::message::Input;
use crate::message::event::{Key, Mods};

/// A form's fields and its focus.
#[derive(Clone, Debug)]
pub struct Form {
    fields: Vec<FormField>,
    focus: usize,
}

/// One field.
#[derive(Clone, Debug)]
pub struct FormField {
    /// Its name: a parameter's documented name.
    pub name: &'static str,
    pub label: Cow<'static, str>,
    /// What to type, shown while it is empty.
    pub hint: Cow<'static, str>,
    /// What it holds.
    pub control: Control,
    /// Texts that complete what is typed, the likeliest first.
    pub completions: Vec<String>,
}

/// How a field is filled in.
#[derive(Clone, Debug)]
pub enum Control {
    /// By typing.
    Text(TextField),
    /// By typing what nobody may see.
    Masked(SecretField),
    /// By choosing one of these words.
    Choice {
        /// The words shown and the values meant.
        options: Vec<(Cow<'static, str>, &'static str)>,
        chosen: usize,
    },
}

/// The outcome of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Typed {
    /// A field's content changed.
    Edited,
    /// The focus or the cursor moved, or a key was swallowed.
    Moved,
    /// Enter: apply the form.
    Apply,
    /// Escape: leave the form.
    Leave,
    /// The key is not the form's.
    Ignored,
}

/// A fault at a field: the field's name, and what to do about it.
pub type Fault = (&'static str, String);

impl FormField {
    /// A field for typing, holding `text`.
    pub fn text(
        name: &'static str,
        label: impl Into<Cow<'static, str>>,
        hint: impl Into<Cow<'static, str>>,
        text: &str,
    ) -> Self {
        Self {
            name,
            label: label.into(),
            hint: hint.into(),
            control: Control::Text(TextField::holding(text)),
            completions: Vec::new(),
        }
    }

    /// A field for typing a secret. It never holds one from before.
    pub fn masked(name: &'static str, label: &'static str, hint: &'static str) -> Self {
        Self {
            name,
            label: label.into(),
            hint: hint.into(),
            control: Control::Masked(SecretField::default()),
            completions: Vec::new(),
        }
    }

    /// A choice among words, with the one chosen whose value is `value`, else the first.
    pub fn choice(
        name: &'static str,
        label: &'static str,
        options: &'static [(&'static str, &'static str)],
        value: &str,
    ) -> Self {
        let options = options.iter().map(|(word, meant)| (Cow::Borrowed(*word), *meant));
        Self::choice_among(name, label, options.collect(), value)
    }

    /// A choice among words that are known only now.
    pub fn choice_among(
        name: &'static str,
        label: &'static str,
        options: Vec<(Cow<'static, str>, &'static str)>,
        value: &str,
    ) -> Self {
        let chosen = options.iter().position(|(_, meant)| *meant == value).unwrap_or(0);
        let control = Control::Choice { options, chosen };
        Self { name, label: label.into(), hint: "".into(), control, completions: Vec::new() }
    }

    /// The text that the key for it completes: what begins as what is typed; behind a whole one, the next.
    fn completion(&self) -> Option<&str> {
        let Control::Text(field) = &self.control else { return None };
        let typed = field.text();
        if !field.is_at_end() {
            return None;
        }
        let next = match self.completions.iter().position(|known| known == typed) {
            Some(at) => self.completions.get(at + 1).or(self.completions.first()),
            // A label is found by its name, too.
            None => self.completions.iter().find(|known| known.starts_with(typed)).or_else(|| {
                let is_label =
                    |known: &&String| known.strip_prefix('@').is_some_and(|it| it.starts_with(typed));
                self.completions.iter().find(is_label)
            }),
        };
        next.map(String::as_str).filter(|next| *next != typed)
    }

    /// Wipes what was typed, if the field holds a secret and one was typed. `hint` says there that it is gone.
    pub fn forget_secret(&mut self, hint: &'static str) {
        if let Control::Masked(field) = &mut self.control
            && !field.text().is_empty()
        {
            *field = SecretField::default();
            self.hint = hint.into();
        }
    }

    /// The value: the text, or what the chosen word means.
    pub fn value(&self) -> &str {
        match &self.control {
            Control::Text(field) => field.text(),
            Control::Masked(field) => field.text(),
            Control::Choice { options, chosen } => options.get(*chosen).map_or("", |(_, value)| value),
        }
    }
}

impl Form {
    /// A form of these fields with the focus on the first.
    pub fn new(fields: Vec<FormField>) -> Self {
        Self { fields, focus: 0 }
    }

    pub fn fields(&self) -> &[FormField] {
        &self.fields
    }

    /// The value of the field of this name, without blanks around it; empty if there is no such field.
    pub fn value(&self, name: &str) -> &str {
        self.fields.iter().find(|field| field.name == name).map_or("", |field| field.value().trim())
    }

    /// The field of this name, to be replaced.
    pub fn field_mut(&mut self, name: &str) -> Option<&mut FormField> {
        self.fields.iter_mut().find(|field| field.name == name)
    }

    /// Puts a text or a choice into a field. A secret is only ever typed.
    pub fn set(&mut self, name: &str, value: &str) {
        let Some(field) = self.fields.iter_mut().find(|field| field.name == name) else { return };
        match &mut field.control {
            Control::Text(text) => *text = TextField::holding(value),
            Control::Masked(_) => {}
            Control::Choice { options, chosen } => {
                *chosen = options.iter().position(|(_, meant)| *meant == value).unwrap_or(*chosen);
            }
        }
    }

    /// Wipes what was typed into fields that hold secrets. `hint` says there that it is gone.
    pub fn forget_secrets(&mut self, hint: &'static str) {
        self.fields.iter_mut().for_each(|field| field.forget_secret(hint));
    }

    /// Sets what an empty field shows.
    pub fn set_hint(&mut self, name: &str, hint: String) {
        if let Some(field) = self.fields.iter_mut().find(|field| field.name == name) {
            field.hint = hint.into();
        }
    }

    /// Adds a field below the others and gives it the focus, unless there is one of its name.
    pub fn add(&mut self, field: FormField) {
        if !self.fields.iter().any(|known| known.name == field.name) {
            self.focus = self.fields.len();
            self.fields.push(field);
        }
    }

    /// Takes away the field of this name.
    pub fn remove(&mut self, name: &str) {
        self.fields.retain(|field| field.name != name);
        self.focus = self.focus.min(self.fields.len().saturating_sub(1));
    }

    /// The name of the field that has the focus.
    pub fn focused(&self) -> &'static str {
        self.fields.get(self.focus).map_or("", |field| field.name)
    }

    /// Whether the field that has the focus takes typed text.
    pub fn is_typing(&self) -> bool {
        self.fields.get(self.focus).is_some_and(|field| !matches!(field.control, Control::Choice { .. }))
    }

    /// Gives the focus to the field of this name.
    pub fn focus(&mut self, name: &str) {
        self.focus = self.fields.iter().position(|field| field.name == name).unwrap_or(self.focus);
    }

    /// Completes the field that has the focus. `false` if nothing completes it.
    fn complete(&mut self) -> bool {
        let Some(field) = self.fields.get_mut(self.focus) else { return false };
        let Some(text) = field.completion().map(ToOwned::to_owned) else { return false };
        field.control = Control::Text(TextField::holding(text));
        true
    }

    /// Handles an input, before any key of the keymap is looked up.
    pub fn input(&mut self, input: &Input) -> Typed {
        let last = self.fields.len().saturating_sub(1);
        if let Input::Key(key) = input {
            let plain = !key.mods().intersects(Mods::CTRL | Mods::ALT);
            match key.key() {
                Key::Enter => return Typed::Apply,
                Key::Esc => return Typed::Leave,
                Key::Tab if key.mods().contains(Mods::SHIFT) => {
                    self.focus = self.focus.checked_sub(1).unwrap_or(last);
                    return Typed::Moved;
                }
                Key::Tab => {
                    self.focus = if self.focus == last { 0 } else { self.focus + 1 };
                    return Typed::Moved;
                }
                Key::Up if plain => {
                    self.focus = self.focus.saturating_sub(1);
                    return Typed::Moved;
                }
                Key::Down if plain => {
                    self.focus = (self.focus + 1).min(last);
                    return Typed::Moved;
                }
                Key::Right if plain && self.complete() => return Typed::Edited,
                _ => {}
            }
        }
        let Some(field) = self.fields.get_mut(self.focus) else { return Typed::Ignored };
        match &mut field.control {
            Control::Text(text) => {
                let before = text.text().to_owned();
                match (text.input(input), text.text() == before) {
                    (true, false) => Typed::Edited,
                    (true, true) => Typed::Moved,
                    (false, _) => Typed::Ignored,
                }
            }
            Control::Masked(secret) => match secret.input(input) {
                Some(true) => Typed::Edited,
                Some(false) => Typed::Moved,
                None => Typed::Ignored,
            },
            Control::Choice { options, chosen } => choice::choose(input, options.len(), chosen),
        }
    }

    /// Gives the focus to the field that was clicked, in the area in which it is drawn.
    pub fn click(&mut self, row: u16, area: Rect) {
        let at = self.first_in_view(area) + usize::from(row.saturating_sub(area.y));
        if row >= area.y && at < self.fields.len() {
            self.focus = at;
        }
    }

    /// Draws one line a field: label, content, and the fault if there is one. Returns the cursor's place.
    pub fn view(&self, theme: &Theme, area: Rect, faults: &[Fault], buf: &mut Buffer) -> Option<Position> {
        self.draw(theme, area, (faults, true), buf)
    }

    /// Draws it as long as something else has the focus.
    pub fn view_aside(&self, theme: &Theme, area: Rect, faults: &[Fault], buf: &mut Buffer) {
        self.draw(theme, area, (faults, false), buf);
    }

    /// The field on the area's first row: the first, or as many further down as the focused one needs to be in view.
    fn first_in_view(&self, area: Rect) -> usize {
        (self.focus + 1).saturating_sub(usize::from(area.height))
    }

    fn draw(
        &self,
        theme: &Theme,
        area: Rect,
        (faults, active): (&[Fault], bool),
        buf: &mut Buffer,
    ) -> Option<Position> {
        let labels = self.fields.iter().map(|field| width(&field.label)).max().unwrap_or(0) + 2;
        let mut cursor = None;
        let fields = self.fields.iter().enumerate().skip(self.first_in_view(area));
        for (line, (at, field)) in area.rows().zip(fields) {
            let focused = active && at == self.focus;
            let style = theme.style(if focused { Role::Marker } else { Role::Dim });
            if focused {
                put(buf, line, (0, 0), theme.glyphs.marker, style);
            }
            let role = if focused { Role::Plain } else { Role::Dim };
            put(buf, line, (2, 0), &field.label, theme.style(role));
            let fault = faults.iter().find(|(name, _)| *name == field.name).map(|(_, words)| words);
            let start = labels + 2;
            let room = area.width.saturating_sub(start);
            let content = if fault.is_some() { (room / 2).max(12).min(room) } else { room };
            let [_, place] = line.beside([start, content]);
            if let Some(position) = field.view(theme, place, focused, buf)
                && focused
            {
                cursor = Some(position);
            }
            if let Some(words) = fault {
                let text = format!("{} {words}", theme.glyphs.attention);
                let text = cut(&text, room.saturating_sub(content + 1), theme.glyphs.cut);
                put(buf, line, (start + content + 1, 0), &text, theme.style(Role::Attention));
            }
        }
        cursor
    }
}

impl FormField {
    /// A text that is longer than its place is shown from its beginning, unless it is being typed.
    fn view(&self, theme: &Theme, place: Rect, focused: bool, buf: &mut Buffer) -> Option<Position> {
        if place.is_empty() {
            return None;
        }
        let completion = self.completion().filter(|_| focused);
        if self.value().is_empty() {
            let next = completion.map(|text| format!("; {} {}", theme.glyphs.arrow, visible(text)));
            let hint = format!("{}{}", self.hint, next.unwrap_or_default());
            put(buf, place, (0, 0), &cut(&hint, place.width, theme.glyphs.cut), theme.style(Role::Dim));
        }
        match &self.control {
            Control::Text(field) => {
                if !focused {
                    let text = visible(field.text());
                    put(
                        buf,
                        place,
                        (0, 0),
                        &cut(&text, place.width, theme.glyphs.cut),
                        theme.style(Role::Input),
                    );
                    return None;
                }
                let cursor = field.view(theme, place, buf);
                let rest = completion.and_then(|text| match text.strip_prefix(field.text()) {
                    Some(rest) => Some(visible(rest)),
                    None if text.starts_with('@') => {
                        Some(format!("  {} {}", theme.glyphs.arrow, visible(text)))
                    }
                    None => None,
                });
                if let Some(rest) = rest.filter(|_| !field.text().is_empty()) {
                    put(buf, place, (cursor.x - place.x, 0), &rest, theme.style(Role::Dim));
                }
                Some(cursor)
            }
            Control::Masked(field) => Some(field.view(theme, place, buf)),
            Control::Choice { options, chosen } => {
                choice::view(options, *chosen, theme, place, buf);
                None
            }
        }
    }
}
