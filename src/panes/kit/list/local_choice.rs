//! What the user chooses among rows that are there: a local filter, which may just be typed, and a sort.

use decode::rows::{Filter, Sort, entities};
use decode::{Snapshot, Subject};

use super::chips::{Chip, LOCAL, SORT};
use super::columns::Columns;
use super::local_filter::TypedFilter;
use crate::message::{Arrangement, Effect, Notice};
use crate::panes::Context;
use crate::panes::kit::Wants;

/// The filter of the key for failed rows alone.
const FAILED: &str = "status=failed";

/// A local filter and a sort.
#[derive(Debug, Default)]
pub struct LocalChoice {
    filter: Filter,
    /// What was known when the filter was read last.
    known: Snapshot,
    sort: Option<Sort>,
    /// The filter, while it is typed.
    pub(super) typed: Option<TypedFilter>,
}

impl LocalChoice {
    /// The local filter; empty if there is none.
    pub fn filter(&self) -> &Filter {
        &self.filter
    }

    /// The column that rows are sorted by.
    pub fn sort(&self) -> Option<Sort> {
        self.sort
    }

    /// The columns that rows are ordered and chosen by.
    pub fn columns(&self) -> impl Iterator<Item = usize> + '_ {
        self.sort.map(|sort| sort.column).into_iter().chain(self.filter.columns())
    }

    /// Whether rows are left out, or not in their own order.
    pub fn is_active(&self) -> bool {
        !self.filter.is_empty() || self.sort.is_some()
    }

    /// Whether the filter is being typed.
    pub fn is_typing(&self) -> bool {
        self.typed.is_some()
    }

    /// Leaves the rows that pass.
    pub fn set_filter(&mut self, filter: Filter) {
        self.filter = filter;
    }

    /// Reads the filter again once more is known of what it names.
    pub fn renew<C: Columns>(&mut self, ctx: &Context<'_>) {
        if self.known != *ctx.known {
            self.known = ctx.known.clone();
            self.filter = self.filter.renewed(&C::names(), ctx.known).unwrap_or_else(|| self.filter.clone());
        }
    }

    /// Leaves those of the rows that pass these terms, too. `false` if they are not understood.
    pub fn narrow<C: Columns>(&mut self, terms: &str, ctx: &Context<'_>) -> bool {
        let filter = Filter::parse_labelled(
            &format!("{} {terms}", self.filter.text()),
            &C::names(),
            ctx.clock(),
            ctx.known,
        );
        filter.map(|filter| self.filter = filter).is_ok()
    }

    /// Orders the rows.
    pub fn set_sort(&mut self, sort: Option<Sort>) {
        self.sort = sort;
    }

    /// Shows all rows again, in their own order.
    pub fn clear(&mut self) {
        self.filter = Filter::default();
        self.sort = None;
    }

    /// Turns the sort round.
    pub(super) fn reverse(&mut self) {
        self.sort = self.sort.map(Sort::reversed);
    }

    /// Leaves the failed rows alone, or takes that back.
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

    /// What chooses, as text. See [`crate::panes::Pane::arrangement`].
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

    /// The chips of what chooses.
    pub fn chips(&self) -> Vec<Chip> {
        let filter = self.filter.text();
        let sort = self
            .sort
            .map(|sort| format!("{}{}", sort.name, if sort.descending { ", descending" } else { "" }));
        let filter = (!filter.is_empty()).then(|| (LOCAL, filter.to_owned()));
        filter.into_iter().chain(sort.map(|words| (SORT, words))).collect()
    }

    /// Takes away what a chip stands for. `false` if it is none of these.
    pub fn without(&mut self, (name, _): &Chip) -> bool {
        match *name {
            LOCAL => self.filter = Filter::default(),
            SORT => self.sort = None,
            _ => return false,
        }
        true
    }

    /// Adds what is counted while the filter is typed, then the other names of what it names.
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
    /// Sorts by the column that is so many further on among those that are shown; beyond the last, and before the
    /// first, the list has its own order again.
    pub(super) fn sort_by<C: Columns>(&mut self, columns: &C, step: isize, ctx: &Context<'_>) {
        let shown = columns.shown(ctx);
        let now = self.sort().and_then(|sort| shown.iter().position(|at| *at == sort.column));
        let next = now.map_or(0, |at| at + 1).checked_add_signed(step).unwrap_or(shown.len());
        let column = next.checked_sub(1).and_then(|at| shown.get(at)).copied();
        self.set_sort(column.and_then(|column| first_sort(columns, column, ctx)));
    }

    /// Sorts by a column, the other way round if it is sorted by it, and not at all the third time.
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

/// The sort by a column that one begins with: the greatest number first, texts from their first letter.
fn first_sort<C: Columns>(columns: &C, column: usize, ctx: &Context<'_>) -> Option<Sort> {
    let data = C::ALL.get(column)?;
    Some(Sort { column, name: data.name, descending: data.head(columns, ctx).right })
}
