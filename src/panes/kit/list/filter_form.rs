//! A filter form over a list: a field for each parameter, filled with the current filters. Faults show at the field
//! while typing, and the query to send at the foot.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use ledger::moment;
use ledger::moment::Clock;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::{Filterable, Listed};
use crate::message::{Action, Input, MouseButton};
use crate::panes::Context;
use crate::panes::kit::form::popup_form::Filled;
use crate::widgets::form::{Fault, Form, FormField, Typed};
use crate::widgets::line::{put, wrap_words};
use crate::widgets::{Role, Split, popup};

/// An open form.
#[derive(Clone, Debug)]
pub struct FilterForm {
    title: String,
    form: Form,
    faults: Vec<Fault>,
    preview: String,
}

/// What the form's content means: the text form of the query, or the faults of its fields.
pub type Reading = Result<String, Vec<Fault>>;

impl FilterForm {
    /// A form; `read` says what its content means.
    pub fn new(title: impl Into<String>, form: Form, read: impl Fn(&Form) -> Reading) -> Self {
        let mut filter = Self { title: title.into(), form, faults: Vec::new(), preview: String::new() };
        filter.check(read);
        filter
    }

    /// The fields.
    pub fn form(&self) -> &Form {
        &self.form
    }

    /// See [`Form::is_typing`].
    pub fn is_typing(&self) -> bool {
        self.form.is_typing()
    }

    /// Handles an input. `None` if it is not the form's.
    pub fn handle_input(
        &mut self,
        input: &Input,
        body: Rect,
        read: impl Fn(&Form) -> Reading,
    ) -> Option<Filled<()>> {
        if let Input::Mouse(click) = input {
            if click.button == MouseButton::Press {
                self.form.click(click.row, popup::inside(body, self.lines()));
            }
            return Some(Filled::Open);
        }
        match self.form.input(input) {
            Typed::Ignored => return None,
            Typed::Leave => return Some(Filled::Left),
            Typed::Moved => {}
            Typed::Edited => self.check(read),
            Typed::Apply => {
                self.check(read);
                let Some((name, _)) = self.faults.first() else { return Some(Filled::Applied(())) };
                self.form.focus(name);
            }
        }
        Some(Filled::Open)
    }

    /// Puts other fields in, such as after a reset.
    pub fn set(&mut self, form: Form, read: impl Fn(&Form) -> Reading) {
        self.form = form;
        self.check(read);
    }

    fn check(&mut self, read: impl Fn(&Form) -> Reading) {
        match read(&self.form) {
            Ok(preview) => {
                self.preview = preview;
                self.faults.clear();
            }
            Err(faults) => self.faults = faults,
        }
    }

    fn lines(&self) -> u16 {
        u16::try_from(self.form.fields().len()).unwrap_or(20) + 4
    }

    /// Draws the form over the list.
    pub fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        let theme = ctx.theme;
        let inner = popup::open(ctx.theme, area, &self.title, self.lines(), buf);
        if inner.is_empty() {
            return None;
        }
        let fields = inner.above(3);
        let cursor = self.form.view(ctx.theme, fields, &self.faults, buf);
        let row = inner.height.saturating_sub(2);
        let focused = self.faults.iter().find(|(name, _)| *name == self.form.focused());
        let (text, role) = if let Some((_, words)) = focused.or_else(|| self.faults.first()) {
            (format!("{} {words}", ctx.theme.glyphs.attention), Role::Attention)
        } else if self.preview.is_empty() {
            ("no filter: everything, as the server orders it".to_owned(), Role::Dim)
        } else {
            (self.preview.clone(), Role::Dim)
        };
        let lines = wrap_words(&text, inner.width.saturating_sub(2), 2, ctx.theme.glyphs.cut);
        let above = u16::try_from(lines.len()).unwrap_or(1).saturating_sub(1);
        for (row, line) in (row.saturating_sub(above)..).zip(&lines) {
            put(buf, inner, (1, row), line, theme.style(role));
        }
        let keys = ctx.keymap.hints_while_typing(&[
            (Action::Open, "apply"),
            (Action::NextPart, "next field"),
            (Action::Reset, "reset"),
            (Action::Close, "cancel"),
        ]);
        put(buf, inner, (1, row + 1), &keys, theme.style(Role::Dim));
        cursor
    }
}

/// A field for the values of a parameter, which may be several.
pub fn text(
    query: &impl Filterable,
    name: &'static str,
    label: &'static str,
    hint: &'static str,
) -> FormField {
    let values = query.pairs().into_iter().filter(|(known, _)| *known == name).map(|(_, value)| value);
    FormField::text(name, label, hint, &values.collect::<Vec<_>>().join(", "))
}

/// The choice of the order, and the size of a page.
pub fn paging<Q: Listed>(query: &Q) -> [FormField; 2] {
    [
        FormField::choice("order", "order", Q::ORDERS, query.order().name()),
        text(query, "limit", "page size", "1 to 100; 100 if empty"),
    ]
}

/// The hint of a field for [`times`].
pub const TIMES: &str = "last 2h, 2026-11-20 14:00..15:00, gte:…";
/// The orders of what happens in time, for [`Listed::ORDERS`].
pub const IN_TIME: &[(&str, &str)] = &[("newest first", "desc"), ("oldest first", "asc")];

/// Values to complete a field by: those that are met most often first.
pub fn by_frequency(values: impl Iterator<Item = String>) -> Vec<String> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for value in values {
        *counts.entry(value).or_default() += 1;
    }
    let mut counted: Vec<(String, usize)> = counts.into_iter().collect();
    counted.sort_by_key(|(_, count)| Reverse(*count));
    counted.into_iter().map(|(value, _)| value).collect()
}

/// The values of a text that may hold several.
pub fn several(text: &str) -> Vec<String> {
    text.split([',', ' ']).filter(|one| !one.is_empty()).map(ToOwned::to_owned).collect()
}

/// Parses conditions on a time.
///
/// # Errors
/// Says what is invalid, and what is valid.
pub fn times(text: &str, clock: Clock) -> Result<Vec<String>, String> {
    let filters = moment::filters(text, clock).map_err(|fault| fault.message)?;
    Ok(filters.iter().map(ToString::to_string).collect())
}
