//! The local filter and the sort of loaded rows. The filter is applied while it is typed in its prompt.

use decode::rows::{Fault, Filter, Loaded, Sort, Tally, Typing, entities, field_name};
use decode::{Snapshot, Subject};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::chips::{Chip, LOCAL, SORT};
use super::columns::Columns;
use crate::message::event::Key;
use crate::message::{Action, Arrangement, Effect, Input, Notice};
use crate::panes::Context;
use crate::panes::kit::Wants;
use crate::panes::kit::form::prompt::{Prompt, Prompted};
use crate::panes::kit::nouns::labels;
use crate::widgets::Role;

/// The filter set by the key for failed rows.
const FAILED: &str = "status=failed";

/// A local filter and a sort.
#[derive(Debug, Default)]
pub struct LocalChoice {
    filter: Filter,
    /// Knowledge when the filter was parsed last.
    known: Snapshot,
    sort: Option<Sort>,
    /// The filter, while it is typed.
    pub(super) typed: Option<TypedFilter>,
}

impl LocalChoice {
    /// The local filter; empty if not set.
    pub fn filter(&self) -> &Filter {
        &self.filter
    }

    /// The column that rows are sorted by.
    pub fn sort(&self) -> Option<Sort> {
        self.sort
    }

    /// The columns of the sort and the filter.
    pub fn columns(&self) -> impl Iterator<Item = usize> + '_ {
        self.sort.map(|sort| sort.column).into_iter().chain(self.filter.columns())
    }

    /// Whether a filter or sort is set.
    pub fn is_active(&self) -> bool {
        !self.filter.is_empty() || self.sort.is_some()
    }

    /// Whether the filter is being typed.
    pub fn is_typing(&self) -> bool {
        self.typed.is_some()
    }

    /// Sets the filter.
    pub fn set_filter(&mut self, filter: Filter) {
        self.filter = filter;
    }

    /// Parses the filter again when knowledge of its names grows.
    pub fn renew<C: Columns>(&mut self, ctx: &Context<'_>) {
        if self.known != *ctx.known {
            self.known = ctx.known.clone();
            self.filter = self.filter.renewed(&C::names(), ctx.known).unwrap_or_else(|| self.filter.clone());
        }
    }

    /// Adds these terms to the filter. `false` if they are invalid.
    pub fn narrow<C: Columns>(&mut self, terms: &str, ctx: &Context<'_>) -> bool {
        let filter = Filter::parse_labelled(
            &format!("{} {terms}", self.filter.text()),
            &C::names(),
            ctx.clock(),
            ctx.known,
        );
        filter.map(|filter| self.filter = filter).is_ok()
    }

    /// Sets the sort.
    pub fn set_sort(&mut self, sort: Option<Sort>) {
        self.sort = sort;
    }

    /// Clears filter and sort.
    pub fn clear(&mut self) {
        self.filter = Filter::default();
        self.sort = None;
    }

    /// Reverses the sort.
    pub(super) fn reverse(&mut self) {
        self.sort = self.sort.map(Sort::reversed);
    }

    /// Toggles the filter for failed rows.
    pub(super) fn toggle_failed(&mut self, columns: &[&str], ctx: &Context<'_>) {
        let terms: Vec<&str> = self.filter.text().split_whitespace().collect();
        let mut others: Vec<&str> = terms.iter().copied().filter(|term| *term != FAILED).collect();
        if others.len() == terms.len() {
            others.push(FAILED);
        }
        if let Ok(filter) = Filter::parse_labelled(&others.join(" "), columns, ctx.clock(), ctx.known) {
            self.filter = filter;
        }
    }

    /// Filter and sort as text. See [`crate::panes::Pane::arrangement`].
    pub fn arrangement(&self) -> Arrangement {
        let sort = self.sort.map(|sort| (sort.name.to_owned(), sort.descending));
        Arrangement { filter: self.filter.text().to_owned(), sort }
    }

    /// See [`crate::panes::Pane::set_arrangement`].
    pub fn set_arrangement<C: Columns>(
        &mut self,
        arrangement: &Arrangement,
        ctx: &Context<'_>,
    ) -> Vec<Effect> {
        let named = |(name, descending): &(String, bool)| {
            let at = C::ALL.iter().position(|column| column.name == name)?;
            Some(Sort { column: at, name: C::ALL.get(at)?.name, descending: *descending })
        };
        self.sort = arrangement.sort.as_ref().and_then(named);
        match Filter::parse_labelled(&arrangement.filter, &C::names(), ctx.clock(), ctx.known) {
            Ok(filter) => {
                self.filter = filter;
                Vec::new()
            }
            Err(fault) => vec![Effect::Notify(Notice::warning(format!("/ {}: {fault}", arrangement.filter)))],
        }
    }

    /// The chips of filter and sort.
    pub fn chips(&self) -> Vec<Chip> {
        let filter = self.filter.text();
        let sort = self
            .sort
            .map(|sort| format!("{}{}", sort.name, if sort.descending { ", descending" } else { "" }));
        let filter = (!filter.is_empty()).then(|| (LOCAL, filter.to_owned()));
        filter.into_iter().chain(sort.map(|words| (SORT, words))).collect()
    }

    /// Removes the filter or sort of a chip. `false` if it is another chip.
    pub fn without(&mut self, (name, _): &Chip) -> bool {
        match *name {
            LOCAL => self.filter = Filter::default(),
            SORT => self.sort = None,
            _ => return false,
        }
        true
    }

    /// Adds the value counts while the filter is typed, and the lookup of the names in it.
    pub fn wants(&self, wants: &mut Wants) {
        if let Some(typed) = &self.typed {
            return typed.wants(wants);
        }
        for of in entities(self.filter.text()) {
            wants.resolve(Subject::Account(of));
        }
    }

    /// Moves the sort by this many shown columns; past either end, the list has its own order.
    pub(super) fn sort_by<C: Columns>(&mut self, columns: &C, step: isize, ctx: &Context<'_>) {
        let shown = columns.shown(ctx);
        let now = self.sort().and_then(|sort| shown.iter().position(|at| *at == sort.column));
        let next = now.map_or(0, |at| at + 1).checked_add_signed(step).unwrap_or(shown.len());
        let column = next.checked_sub(1).and_then(|at| shown.get(at)).copied();
        self.set_sort(column.and_then(|column| first_sort(columns, column, ctx)));
    }

    /// Cycles a column through sorted, reversed and unsorted.
    pub fn toggle_sort<C: Columns>(&mut self, columns: &C, column: usize, ctx: &Context<'_>) {
        let first = first_sort(columns, column, ctx);
        let sort = match self.sort().filter(|sort| sort.column == column) {
            None => first,
            now if now == first => now.map(Sort::reversed),
            Some(_) => None,
        };
        self.set_sort(sort);
    }
}

/// The initial sort by a column: numbers descending, texts ascending.
fn first_sort<C: Columns>(columns: &C, column: usize, ctx: &Context<'_>) -> Option<Sort> {
    let data = C::ALL.get(column)?;
    Some(Sort { column, name: data.name, descending: data.head(columns, ctx).right })
}

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
