//! Sorting rows by a column.

use super::Columns;
use super::local_choice::LocalChoice;
use crate::decode::rows::Sort;
use crate::panes::Context;

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
