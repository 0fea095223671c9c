//! The prompt of the local filter, which is applied while it is typed.

use decode::rows::{Fault, Filter, Loaded, Tally, Typing, field_name};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::local_choice::LocalChoice;
use crate::message::event::Key;
use crate::message::{Action, Input};
use crate::panes::Context;
use crate::panes::kit::Wants;
use crate::panes::kit::form::prompt::{Prompt, Prompted};
use crate::panes::kit::nouns::labels;
use crate::widgets::Role;

const LABEL: &str = "/ ";

/// A local filter that is being typed.
#[derive(Debug)]
pub(super) struct TypedFilter {
    prompt: Prompt,
    /// The names of the columns.
    columns: Vec<&'static str>,
    /// The previous filter, restored on cancel.
    before: Filter,
    fault: Option<Fault>,
    /// The values of the field being typed.
    values: Option<Tally>,
    /// The completed text, and the index of the shown completion.
    completed: Option<(String, usize)>,
}

impl TypedFilter {
    /// The completions of the text, or of the text before it was completed.
    fn completions(&self, ctx: &Context<'_>) -> Vec<String> {
        let text = self.completed.as_ref().map_or(self.prompt.text(), |(text, _)| text);
        let values = self.values.as_ref().and_then(|tally| ctx.get(tally).value());
        match Typing::at_end(text, &self.columns) {
            Some(Typing::Value { before, value: typed, .. } | Typing::Field { before, name: typed })
                if typed.starts_with('@') =>
            {
                let fitting = labels::handles(ctx).into_iter().filter(|handle| handle.starts_with(typed));
                fitting.map(|handle| format!("{before}{handle}")).collect()
            }
            Some(typing) => typing.completions(&self.columns, values),
            None => Vec::new(),
        }
    }

    /// Completes the text; a repeat shows the next completion.
    fn complete(&mut self, ctx: &Context<'_>) {
        let all = self.completions(ctx);
        let (text, at) = match self.completed.take() {
            Some((text, at)) => (text, at + 1),
            None => (self.prompt.text().to_owned(), 0),
        };
        let at = at.checked_rem(all.len()).unwrap_or(0);
        if let Some(completion) = all.get(at) {
            self.prompt = Prompt::new(LABEL, completion);
            // A field that is complete is followed by its values.
            self.completed = (all.len() > 1).then_some((text, at));
        }
    }

    /// Counts the values of the last typed field.
    fn count_values(&mut self, loaded: &Loaded) {
        let column = match Typing::at_end(self.prompt.text(), &self.columns) {
            Some(Typing::Value { column, .. }) => Some(column),
            _ => None,
        };
        self.values = column.map(|column| Tally::of_values(loaded.clone(), column));
    }

    /// Adds the value counts.
    pub(super) fn wants(&self, wants: &mut Wants) {
        if let Some(values) = &self.values {
            wants.add_optional(values);
        }
    }
}

impl LocalChoice {
    /// Opens the prompt.
    pub(super) fn type_filter(&mut self, columns: Vec<&'static str>) {
        let before = self.filter().clone();
        let prompt = Prompt::new(LABEL, before.text());
        self.typed =
            Some(TypedFilter { prompt, columns, before, fault: None, values: None, completed: None });
    }

    /// Handles an input to the prompt, with values to complete from. `false` if the prompt does not take it.
    pub fn type_in_filter(&mut self, input: &Input, loaded: &Loaded, ctx: &Context<'_>) -> bool {
        let Some(typed) = &mut self.typed else { return false };
        if is_tab(input) {
            typed.complete(ctx);
            self.apply_typed(loaded, ctx);
            return true;
        }
        match typed.prompt.handle_input(input) {
            Prompted::Ignored => return false,
            Prompted::Left => {
                let before = typed.before.clone();
                self.typed = None;
                self.set_filter(before);
            }
            Prompted::Done if typed.fault.is_none() => self.typed = None,
            Prompted::Done => {}
            Prompted::Typed => {
                typed.completed = None;
                self.apply_typed(loaded, ctx);
            }
        }
        true
    }

    /// Applies the typed filter if it is valid.
    fn apply_typed(&mut self, loaded: &Loaded, ctx: &Context<'_>) {
        let Some(typed) = &mut self.typed else { return };
        typed.count_values(loaded);
        let parse = |text: &str| Filter::parse_labelled(text, &typed.columns, ctx.clock(), ctx.known);
        let text = typed.prompt.text();
        let (filter, fault) = match parse(text) {
            Ok(filter) => (Some(filter), None),
            // While a term lacks its value, the terms before it apply.
            Err(fault @ (Fault::NoValue(_) | Fault::UnknownLabel(_))) => (
                parse(text.rsplit_once(char::is_whitespace).map_or("", |(before, _)| before)).ok(),
                Some(fault),
            ),
            Err(fault) => (None, Some(fault)),
        };
        typed.fault = fault;
        if let Some(filter) = filter {
            self.set_filter(filter);
        }
    }

    /// Draws the prompt with the number of passing rows; returns the cursor position.
    pub fn view_typed(
        &self,
        count: impl FnOnce() -> String,
        ctx: &Context<'_>,
        line: Rect,
        buf: &mut Buffer,
    ) -> Option<Position> {
        let typed = self.typed.as_ref()?;
        let words = match &typed.fault {
            Some(Fault::NoValue(_) | Fault::UnknownLabel(_)) if !typed.completions(ctx).is_empty() => {
                (offered(&typed.completions(ctx), ctx), Role::Dim)
            }
            Some(fault) => (fault.to_string(), Role::Attention),
            None if typed.prompt.text().is_empty() => (example(&typed.columns), Role::Dim),
            None => (count(), Role::Dim),
        };
        Some(typed.prompt.view_beside(ctx, line, words, buf))
    }
}

/// An example for this list.
fn example(columns: &[&str]) -> String {
    let fields: Vec<String> = columns.iter().map(|column| field_name(column)).collect();
    format!("text ^start end$ 'exact !not re:pattern, field (tab): {}", fields.join(" "))
}

/// The completions of the last term, without the text before it.
fn offered(completions: &[String], ctx: &Context<'_>) -> String {
    let value = |text: &String| {
        let at = text.rfind(['=', '~', '<', '>']).map_or(0, |at| at + 1);
        text.get(at..).unwrap_or_default().to_owned()
    };
    let key = ctx.keymap.keys_of(Action::NextPart).into_iter().next().unwrap_or_default();
    format!("{key} {}", completions.iter().map(value).collect::<Vec<_>>().join(" "))
}

fn is_tab(input: &Input) -> bool {
    matches!(input, Input::Key(key) if key.key() == Key::Tab && key.mods().is_empty())
}
