//! The local filter, also while it is typed, and the sort of loaded rows.

use decode::rows::{Filter, Sort, entities};
use decode::{Snapshot, Subject};

use super::chips::{Chip, LOCAL, SORT};
use super::columns::Columns;
use super::local_filter::TypedFilter;
use crate::message::{Arrangement, Effect, Notice};
use crate::panes::Context;
use crate::panes::kit::Wants;

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
}

impl LocalChoice {
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
