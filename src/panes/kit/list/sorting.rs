//! Sorting the loaded rows by a column, and the chips of what chooses among them.

use ratatui::layout::Rect;

use super::chips::{self, Chip, LOCAL, SORT};
use super::{Areas, Columns, List, Listed, Pages};
use crate::decode::rows::{Filter, Sort};
use crate::message::{Action, Arrangement, Click, Effect, Notice};
use crate::panes::Context;
use crate::widgets::Role;
use crate::widgets::table::Cell;

impl<Q: Listed, P: Pages<Q>> List<Q, P> {
    /// The parts of the body, with room for chips if there are any.
    pub(super) fn areas(&self, body: Rect) -> Areas {
        Areas::new(body, self.filters.is_set() || self.arranging.is_active())
    }

    /// The active filters of the server, then what chooses among the loaded rows.
    pub(super) fn chips(&self) -> Vec<Chip> {
        let mut chips = self.filters.chips();
        let filter = self.local_filter();
        chips.extend((!filter.is_empty()).then(|| (LOCAL, filter.to_owned())));
        chips.extend(self.sorted_by().map(|words| (SORT, words)));
        chips
    }

    /// Takes a click on a chip, which takes away what it stands for. `None` if it was on none.
    pub(super) fn click_chip(&mut self, click: Click, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        let (chips, band) = (self.chips(), self.areas(ctx.body).chips);
        let chip = chips.get(chips::clicked(&chips, ctx, band, click)?)?;
        match chip.0 {
            LOCAL => self.arranging.set_filter(Filter::default()),
            SORT => self.arranging.set_sort(None),
            _ => return Some(self.filters.without(chip, ctx)),
        }
        Some(Vec::new())
    }

    /// Sorts by the column that is so many further on among those that are shown; beyond the last, and before the
    /// first, the list has its own order again.
    pub(super) fn sort_by<C: Columns>(&mut self, columns: &C, step: isize, ctx: &Context<'_>) {
        let shown = columns.shown();
        let now = self.arranging.sort().and_then(|sort| shown.iter().position(|at| *at == sort.column));
        let next = now.map_or(0, |at| at + 1).checked_add_signed(step).unwrap_or(shown.len());
        let column = next.checked_sub(1).and_then(|at| shown.get(at)).copied();
        self.arranging.set_sort(column.and_then(|column| first_sort(columns, column, ctx)));
    }

    /// Sorts by a column, the other way round if it is sorted by it, and not at all the third time.
    pub(super) fn toggle_sort<C: Columns>(&mut self, columns: &C, column: usize, ctx: &Context<'_>) {
        let first = first_sort(columns, column, ctx);
        let sort = match self.arranging.sort().filter(|sort| sort.column == column) {
            None => first,
            now if now == first => now.map(Sort::reversed),
            Some(_) => None,
        };
        self.arranging.set_sort(sort);
    }

    /// Reverses the order of the sort. `false` if there is none.
    pub(super) fn reverse_sort(&mut self) -> bool {
        let reversed = self.arranging.sort().map(Sort::reversed);
        if reversed.is_some() {
            self.arranging.set_sort(reversed);
        }
        reversed.is_some()
    }

    /// See [`crate::panes::Pane::arrangement`].
    pub fn arrangement(&self) -> Arrangement {
        let sort = self.arranging.sort().map(|sort| (sort.name.to_owned(), sort.descending));
        Arrangement { filter: self.local_filter().to_owned(), sort }
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
        self.arranging.set_sort(arrangement.sort.as_ref().and_then(named));
        match Filter::parse(&arrangement.filter, &C::names(), ctx.now) {
            Ok(filter) => {
                self.arranging.set_filter(filter);
                Vec::new()
            }
            Err(fault) => vec![Effect::Notify(Notice::warning(format!("/ {}: {fault}", arrangement.filter)))],
        }
    }

    fn sorted_by(&self) -> Option<String> {
        let sort = self.arranging.sort()?;
        Some(format!("{}{}", sort.name, if sort.descending { ", descending" } else { "" }))
    }

    /// Why no row is shown though some are loaded.
    pub(super) fn none_passes(&self, ctx: &Context<'_>) -> Vec<Cell> {
        let filter = self.local_filter();
        let mut lines = vec![(format!("No loaded row passes / {filter}"), Role::Heading)];
        lines.push((self.count_words(), Role::Plain));
        let keys = [(Action::MorePages, "loads another page"), (Action::Close, "shows all rows")];
        lines.extend(keys.into_iter().filter_map(|(key, does)| Some((ctx.key_does(key, does)?, Role::Dim))));
        lines
    }
}

/// The sort by a column that one begins with: the greatest number first, texts from their first letter.
fn first_sort<C: Columns>(columns: &C, column: usize, ctx: &Context<'_>) -> Option<Sort> {
    let data = C::ALL.get(column)?;
    Some(Sort { column, name: data.name, descending: (data.head)(columns, ctx).right })
}
