//! The verbs of every list in one table, for every source of rows. A pane's own verbs are in between.

use ratatui::layout::Rect;

use super::aggregates::Aggregates;
use super::columns::Columns;
use super::local_choice::LocalChoice;
use super::shown::{NO_STOP, next_stop};
use super::source::{List, RowsOf, Source};
use super::{ListPane, Listed, Pages, PaneRows, Wish};
use crate::message::{Action, Copied, Effect, Notice, Place};
use crate::panes::{ActionHint, Context, Pane, Verbs};
use crate::widgets::Feed;

/// A pane with a list; `K` distinguishes several lists of a pane.
pub trait HasList<K: 'static = ()>: Pane + Sized + 'static {
    type Source: Source;
    type Columns: Columns;
    type Rows<'a>: RowsOf<Self::Source, Columns = Self::Columns>
    where
        Self: 'a;

    /// Whether rows have an outcome.
    const ENDS: bool = false;

    fn list(&self) -> &List<Self::Source>;

    fn list_mut(&mut self) -> &mut List<Self::Source>;

    fn rows<'a>(&'a self, ctx: &Context<'a>) -> Self::Rows<'a>;

    /// The mutable list and its rows.
    fn parts<'a>(&'a mut self, ctx: &Context<'a>) -> (&'a mut List<Self::Source>, Self::Rows<'a>);

    /// The area of the titles and the rows.
    fn table(&self, ctx: &Context<'_>) -> Rect;

    /// Why there are no rows to filter; `None` if there are some.
    fn no_rows(&self, ctx: &Context<'_>) -> Option<&'static str>;

    /// Why export and the filter for failed rows are not available.
    fn no_export(&self, ctx: &Context<'_>) -> Option<&'static str> {
        self.no_rows(ctx)
    }

    /// The copies, the first of them without the menu; the rest is made on demand.
    fn copies(&self, at_most: usize, ctx: &Context<'_>) -> Vec<Copied>;

    /// Why nothing more can be loaded. The outer `None`: everything loads without a key.
    fn no_more(&self, _ctx: &Context<'_>) -> Option<Option<&'static str>> {
        None
    }

    /// Loads the list further.
    fn load(&mut self, _wish: Wish, _ctx: &Context<'_>) -> Vec<Effect> {
        Vec::new()
    }

    /// Adds the verb of the live tail, if there is one.
    fn tail_verb<'c>(&self, _ctx: &'c Context<'_>, _verbs: &mut Verbs<'c, Self>) {}

    /// Copies the marked rows, else the selected one.
    fn copy_row(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        self.end_range(ctx);
        Effect::copy(self.copies(1, ctx).into_iter().next())
    }

    /// Opens the copy menu.
    fn copy_menu(&mut self, ctx: &Context<'_>) -> Effect {
        self.end_range(ctx);
        Effect::CopyMenu(self.copies(usize::MAX, ctx))
    }

    /// Marks the rows of the open range.
    fn end_range(&mut self, ctx: &Context<'_>) {
        let (list, rows) = self.parts(ctx);
        rows.end_range(&mut list.source);
    }

    /// Changes filter or sort. The selected row stays selected.
    fn choose_rows(&mut self, ctx: &Context<'_>, choose: impl FnOnce(&mut LocalChoice, &Self::Columns)) {
        let (list, rows) = self.parts(ctx);
        rows.hold_selected(&mut list.source);
        choose(&mut list.choice, rows.columns());
    }

    /// Adds all verbs of a list: `first` are those of its pane, `then` follow those for filter, sort and marks.
    /// `copied` names the copied part of a row. The first of several verbs of one action counts.
    fn list_verbs<'c>(
        &self,
        copied: &'static str,
        ctx: &'c Context<'_>,
        verbs: &mut Verbs<'c, Self>,
        (first, then): (impl FnOnce(&mut Verbs<'c, Self>), impl FnOnce(&mut Verbs<'c, Self>)),
    ) {
        let list = self.list();
        let (none, no_row) = (self.no_rows(ctx), list.no_row());
        if list.cell.is_some() {
            self.close_verb(ctx, verbs);
            let cell = list.shown_in(&self.rows(ctx), self.table(ctx), ctx).chosen_cell();
            if let Some((_, place)) = cell {
                verbs.add(Action::Open, "follow the cell").give(|| Effect::Go(place));
            }
        }
        let export = move |verbs: &mut Verbs<'c, Self>, nothing: Option<&'static str>| {
            verbs.hidden(Action::Export, "export …").unless(nothing).run(move |pane| {
                pane.end_range(ctx);
                let place = pane.place();
                let (list, rows) = pane.parts(ctx);
                rows.export(list, place, ctx)
            });
        };
        if list.marked_words().is_some() {
            verbs.hidden(Action::Copy, "copy the marked rows").run(move |pane| pane.copy_row(ctx));
            export(verbs, None);
        }
        first(verbs);
        self.close_verb(ctx, verbs);
        verbs.add(Action::Find, "local filter").unless(none).run(move |pane| {
            pane.choose_rows(ctx, |choice, _| choice.type_filter(Self::Columns::names()));
        });
        if Self::ENDS {
            verbs.hidden(Action::FailedOnly, "failed only").unless(self.no_export(ctx)).run(move |pane| {
                pane.choose_rows(ctx, |choice, _| choice.toggle_failed(&Self::Columns::names(), ctx));
            });
        }
        let saved = ActionHint { footer: false, ..ActionHint::global(Action::SavedFilters, "saved filters") };
        verbs.typed([saved]);
        if !Self::Columns::COUNTED.is_empty() {
            verbs.hidden(Action::Aggregates, "counts").unless(none).run(move |pane| {
                pane.end_range(ctx);
                let list = pane.list_mut();
                list.aggregates = Some(Aggregates::new::<Self::Columns>(list.source.marked() > 0));
            });
        }
        self.tail_verb(ctx, verbs);
        for (action, words, step) in [
            (Action::SortNext, "sort by the next column", 1),
            (Action::SortBefore, "by the column before", -1),
        ] {
            verbs.hidden(action, words).unless(none).run(move |pane| {
                pane.choose_rows(ctx, |choice, columns| choice.sort_by(columns, step, ctx));
            });
        }
        self.mark_verbs(none.or(no_row), ctx, verbs);
        export(verbs, self.no_export(ctx));
        self.compare_verb(none.or(no_row), ctx, verbs);
        then(verbs);
        verbs.hidden(Action::Copy, copied).unless(no_row).run(move |pane| pane.copy_row(ctx));
        verbs.hidden(Action::CopyMenu, "copy …").run(move |pane| pane.copy_menu(ctx));
        self.load_verbs(ctx, verbs);
        self.cell_verbs(none.or(no_row), ctx, verbs);
        let unsorted = list.choice.sort().is_none().then_some("nothing is sorted");
        let order = verbs.hidden(Action::Order, "reverse the sort").unless(none.or(unsorted));
        order.run(move |pane| pane.choose_rows(ctx, |choice, _| choice.reverse()));
        verbs.moves(move |pane, action| {
            let table = pane.table(ctx);
            let (list, rows) = pane.parts(ctx);
            rows.move_by(list, action, table, ctx)
        });
    }

    /// Adds the verbs that load more; a pane may have added the first of them with another name.
    fn load_verbs<'c>(&self, ctx: &'c Context<'_>, verbs: &mut Verbs<'c, Self>) {
        let Some(over) = self.no_more(ctx) else { return };
        for (action, words, wish) in [
            (Action::MorePages, "load more", Wish::Page),
            (Action::LoadAll, "load all", Wish::All),
            (Action::LoadUntil, "load until …", Wish::Until),
        ] {
            verbs.hidden(action, words).unless(over).run(move |pane| pane.load(wish, ctx));
        }
    }

    /// Adds the close verb, which clears the cell, the range, the marks, or filter and sort, in this order.
    fn close_verb<'c>(&self, ctx: &'c Context<'_>, verbs: &mut Verbs<'c, Self>) {
        let Some(words) = self.list().close_words() else { return };
        verbs.add(Action::Close, words).run(move |pane| {
            let list = pane.list_mut();
            if list.cell.take().is_none() && !list.source.clear_marks() {
                pane.choose_rows(ctx, |choice, _| choice.clear());
            }
        });
    }

    /// Adds the verbs for marks, disabled with a reason.
    fn mark_verbs<'c>(&self, none: Option<&'static str>, ctx: &'c Context<'_>, verbs: &mut Verbs<'c, Self>) {
        let (source, rows) = (&self.list().source, self.rows(ctx));
        let (mark, range) = match (source.range(), rows.is_marked(source, source.cursor())) {
            (Some(_), _) => ("end the range", "end the range"),
            (None, true) => ("unmark", "mark a range"),
            (None, false) => ("mark", "mark a range"),
        };
        let nameless = (!rows.is_markable(source, source.cursor())).then_some("the row has no id");
        verbs.hidden(Action::Mark, mark).unless(none.or(nameless)).run(move |pane| {
            let table = pane.table(ctx);
            let (list, rows) = pane.parts(ctx);
            if rows.toggle_mark(&mut list.source) {
                rows.move_by(list, Action::Down, table, ctx);
            }
        });
        verbs.hidden(Action::MarkRange, range).unless(none.or(nameless)).run(move |pane| {
            let (list, rows) = pane.parts(ctx);
            rows.toggle_range(&mut list.source);
        });
    }

    /// Adds the verb that compares rows, if their places can be compared.
    fn compare_verb<'c>(
        &self,
        none: Option<&'static str>,
        ctx: &'c Context<'_>,
        verbs: &mut Verbs<'c, Self>,
    ) {
        let (list, rows) = (self.list(), self.rows(ctx));
        if none.is_none() && list.shown_in(&rows, Rect::default(), ctx).side().is_none() {
            return;
        }
        let words = match list.marked() {
            0 => "compare with another row",
            1 => "compare with the marked row",
            _ => "compare the marked rows",
        };
        let many = (list.marked() > 2).then_some("two rows are compared, and more are marked");
        verbs.hidden(Action::Compare, words).unless(none.or(many)).run(move |pane| {
            pane.end_range(ctx);
            let (list, rows) = pane.parts(ctx);
            list.shown_in(&rows, Rect::default(), ctx).compare()
        });
    }

    /// Adds the verbs that select a cell. Past the last linked cell, and before the first, the row is selected.
    fn cell_verbs<'c>(&self, none: Option<&'static str>, ctx: &'c Context<'_>, verbs: &mut Verbs<'c, Self>) {
        for (action, words) in
            [(Action::Right, "next cell that leads further"), (Action::Left, "the cell before")]
        {
            verbs.hidden(action, words).unless(none).run(move |pane| {
                let table = pane.table(ctx);
                let (list, rows) = pane.parts(ctx);
                let stops = list.shown_in(&rows, table, ctx).stops();
                list.cell = next_stop(list.cell, &stops, action);
                stops.is_empty().then(|| Effect::Notify(Notice::info(NO_STOP)))
            });
        }
    }

    /// Adds the verbs of the counts, with some of the list's among them. `false` if none are shown.
    fn count_verbs<'c>(
        &self,
        ctx: &'c Context<'_>,
        verbs: &mut Verbs<'c, Self>,
        of_list: impl FnOnce(&mut Verbs<'c, Self>),
    ) -> bool {
        let Some(counts) = &self.list().aggregates else { return false };
        let none = counts.selected().is_none().then_some("there is nothing to choose");
        let single = counts.is_single().then_some("there is one count");
        let turn = |step| {
            move |pane: &mut Self| {
                if let Some(counts) = &mut pane.list_mut().aggregates {
                    counts.turn(step);
                }
            }
        };
        let leave = |pane: &mut Self| pane.list_mut().aggregates = None;
        let open = verbs.add(Action::Open, "show these rows").unless(none);
        open.run(move |pane| {
            let terms = pane.list().aggregates.as_ref().and_then(Aggregates::terms::<Self::Columns>);
            pane.list_mut().narrow::<Self::Columns>(terms, ctx);
        });
        verbs.add(Action::NextPart, "next count").unless(single).run(turn(1));
        verbs.add(Action::Close, "back to the list").run(leave);
        verbs.hidden(Action::PreviousPart, "count before").unless(single).run(turn(-1));
        verbs.hidden(Action::Right, "next count").unless(single).run(turn(1));
        verbs.hidden(Action::Left, "count before").unless(single).run(turn(-1));
        of_list(verbs);
        let copies = || counts.copies::<Self::Columns>();
        let copy = verbs.hidden(Action::Copy, "copy the value").unless(none);
        copy.give(|| Effect::copy(copies().into_iter().next()));
        verbs.hidden(Action::CopyMenu, "copy …").unless(none).give(|| Effect::CopyMenu(copies()));
        verbs.hidden(Action::Aggregates, "back to the list").run(leave);
        verbs.moves(move |pane, action| pane.list_mut().move_count(action, ctx));
        true
    }
}

impl<Q: Listed, R: PaneRows<Q, P>, P: Pages<Q>> ListPane<Q, R, P> {
    /// Adds the verbs of a list that a server pages.
    pub(super) fn verbs<'c>(&self, ctx: &'c Context<'_>, verbs: &mut Verbs<'c, Self>) {
        let (list, feed) = (&self.list, self.list.feed());
        let typed = self.rows.prompt_hints().or_else(|| list.filters.form_hints());
        if let Some(hints) = typed.or_else(|| list.loader.typed_hints()).or_else(|| list.typed_hints()) {
            return verbs.typed(hints);
        }
        let over = self.no_more(ctx).flatten();
        let more = |verbs: &mut Verbs<'c, Self>, is_shown| {
            let more = verbs.hidden(Action::MorePages, Q::WORDS.more).shown_if(is_shown).unless(over);
            more.run(move |pane| pane.load(Wish::Page, ctx));
        };
        let refresh = |verbs: &mut Verbs<'c, Self>, is_shown| {
            let is_awaited = self.rows.awaited(list).is_some();
            let refresh = verbs.hidden(Action::Refresh, "refresh").shown_if(is_shown);
            refresh.run(move |pane| if is_awaited { vec![Effect::Refresh] } else { pane.list.refresh(ctx) });
        };
        let is_counting = self.count_verbs(ctx, verbs, |verbs| {
            more(verbs, true);
            refresh(verbs, false);
            self.tail_verb(ctx, verbs);
        });
        if is_counting {
            return;
        }
        let first = |verbs: &mut Verbs<'c, Self>| {
            if list.is_stoppable(ctx) {
                verbs.add(Action::Close, "stop").run(|pane| pane.list.stop());
            }
            self.close_verb(ctx, verbs);
            let place = list.opened();
            let is_transaction = matches!(place, Some(Place::TransactionAt(_)));
            let words = if is_transaction { "open its transaction" } else { Q::WORDS.open };
            verbs.add(Action::Open, words).unless(list.no_row()).give(|| Effect::go(place));
            list.filters.verbs(verbs, move |pane: &mut Self| pane.list.open_filters(ctx));
        };
        let then = |verbs: &mut Verbs<'c, Self>| {
            if Q::HAS_DETAILS {
                let is_running = list.details.is_running();
                let words = if is_running { "stop fetching details" } else { "fetch details" };
                let details = verbs.hidden(Action::FetchDetails, words).unless(list.no_details(ctx));
                details.run(move |pane| pane.list.toggle_details(ctx));
            }
            more(verbs, list.pages.progress().is_some());
            self.load_verbs(ctx, verbs);
            self.rows.verbs(list, ctx, verbs);
            refresh(verbs, true);
            verbs.add(Action::Order, "reverse order").run(move |pane| {
                if pane.list.choice.sort().is_none() {
                    return pane.list.to(&pane.list.query().turned());
                }
                pane.choose_rows(ctx, |choice, _| choice.reverse());
                Vec::new()
            });
            self.rows.more_verbs(list, ctx, verbs);
            let place = list.transaction();
            let untimed = place.is_none().then_some("it names no time of a transaction");
            let transaction = verbs.hidden(Action::Transaction, "transaction");
            transaction.unless(list.no_row().or(untimed)).give(|| Effect::go(place));
            let unsent = feed.is_none_or(|feed| !feed.has_raw()).then_some("nothing is loaded");
            let raw = verbs.add(Action::Raw, "raw JSON").unless(unsent);
            raw.give(|| Effect::raw(list.title(ctx), feed.map(Feed::raw)));
        };
        self.list_verbs(Q::WORDS.copy, ctx, verbs, (first, then));
    }
}
