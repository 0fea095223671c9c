//! The storage of a contract, on servers that list it: every written slot, now or as of a time.
//!
//! ```text
//!   timestamp 1795212000.000000000 ✕                             chips, if any filter is active
//!     slot        value                    written at (UTC)      the loaded rows in view
//!   ▌m0[0.0.1005] 1,000,000                2026-11-20 23:59:46…  named by the way to them
//! ─ row 1 of 100 loaded in 1 page, more below ──────             the page indicator
//!   value 0x0000…0f4240                                          the selected slot
//! ```

mod columns;
mod places;

use decode::storage::{Explanation, Slot};
use ledger::query::{Op, Order, StateQuery};
use ledger::{HexBytes, StateSlot, Timestamp, moment};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use self::places::Places;
use crate::message::{Action, Effect, Input, Place};
use crate::panes::kit::Wants;
use crate::panes::kit::form::prompt::Prompted;
use crate::panes::kit::list::{
    Filterable, HasList as _, ListPane, Listed, PagedList, PaneRows, Source as _, Words, existence,
    filter_form,
};
use crate::panes::kit::nouns::slot_name;
use crate::panes::{ActionHint, Context, Status, Verbs, action_hint};
use crate::widgets::Role;
use crate::widgets::feed::Identity;
use crate::widgets::form::FormField;

pub type StoragePane = ListPane<StateQuery, Places>;

impl Identity for StateSlot {
    type Id = HexBytes;

    fn identity(&self) -> Option<Self::Id> {
        self.slot.known().cloned()
    }
}

impl Places {
    /// The selected slot and its explanation.
    fn selected(&self, list: &PagedList<StateQuery>) -> Option<&(Slot, Explanation)> {
        self.get(list.feed()?.selected()?)
    }
}

impl PaneRows<StateQuery> for Places {
    fn for_query(_query: &StateQuery) -> Self {
        Self::default()
    }

    fn wants(&self, list: &PagedList<StateQuery>, ctx: &Context<'_>, wants: &mut Wants) {
        self.want_places(list, ctx, wants);
        existence::wants(list, list.query().contract, wants);
    }

    /// Adds the time of the shown storage.
    fn status(&self, list: &PagedList<StateQuery>, mut of_list: Status, ctx: &Context<'_>) -> Status {
        let at = list.query().timestamp.iter().find(|filter| filter.op == Op::Eq).map(|filter| filter.at);
        if let (Some(at), None) = (at, &of_list.banner) {
            of_list.banner = Some((format!("as of {}", ctx.theme.time(at, ctx.now)), Role::Attention));
        }
        of_list
    }

    fn verbs<'c>(
        &self,
        list: &PagedList<StateQuery>,
        ctx: &'c Context<'_>,
        verbs: &mut Verbs<'c, StoragePane>,
    ) {
        let unread = self.selected(list).is_none().then_some("its location is not known yet");
        let name = verbs.add(Action::Edit, "name").unless(list.no_row().or(unread));
        name.run(move |pane| {
            let selected = pane.rows(ctx).selected(pane.list());
            let prompt = selected.map(|(slot, found)| slot_name::prompt(ctx, slot, found));
            pane.rows_mut().prompt = prompt;
        });
        verbs.add(Action::Contract, "contract").page();
        verbs.hidden(Action::Results, "results").page();
    }

    fn prompt_hints(&self) -> Option<Vec<ActionHint>> {
        self.prompt.is_some().then(|| action_hint::line("keep"))
    }

    fn type_in_prompt(
        &mut self,
        input: &Input,
        list: &PagedList<StateQuery>,
        ctx: &Context<'_>,
    ) -> Option<Option<Vec<Effect>>> {
        let prompt = self.prompt.as_mut()?;
        let typed = prompt.handle_input(input);
        let name = prompt.text().to_owned();
        match typed {
            Prompted::Ignored if matches!(input, Input::Key(_)) => return Some(None),
            Prompted::Typed | Prompted::Ignored => return Some(Some(Vec::new())),
            Prompted::Left | Prompted::Done => self.prompt = None,
        }
        let selected = self.selected(list).filter(|_| typed == Prompted::Done);
        let kept = selected.and_then(|(slot, found)| slot_name::save(ctx, slot, found, &name));
        Some(Some(kept.into_iter().collect()))
    }

    fn view_prompt(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        let footer = area.rows().next_back()?;
        self.prompt.as_ref().map(|prompt| prompt.view(ctx, footer, buf))
    }

    fn receive(&mut self, list: &mut PagedList<StateQuery>, _known: Option<usize>, ctx: &Context<'_>) {
        let is_loading = list.is_loading_more();
        if let Some(feed) = list.feed() {
            self.explain(list.query().contract, (feed, is_loading), ctx);
        }
    }

    fn bytes(&self) -> usize {
        self.case_bytes()
    }
}

impl Filterable for StateQuery {
    fn subject(&self) -> String {
        format!("storage of {}", self.contract)
    }

    fn place(&self) -> Place {
        Place::State(self.clone())
    }

    fn fields(&self) -> Vec<FormField> {
        let own = [
            filter_form::text(self, "slot", "slot", "0x…, several with commas, gt:0x… for a range"),
            filter_form::text(self, "timestamp", "as of", "2026-11-20 14:00, 2h ago, 1795216207.5"),
        ];
        own.into_iter().chain(filter_form::paging(self)).collect()
    }

    fn values(&self, name: &str, text: &str, ctx: &Context<'_>) -> Result<Vec<String>, String> {
        if name != "timestamp" {
            return Ok(filter_form::several(text));
        }
        // A condition stays as typed; a time in words means the storage as of then.
        let one = |text: &str| match Op::split(text) {
            Some((op, _)) if op != Op::Eq => Ok(text.to_owned()),
            _ => moment::point(text, ctx.clock()).map(|at| at.to_string()).map_err(|fault| fault.message),
        };
        text.split(',').map(str::trim).filter(|text| !text.is_empty()).map(one).collect()
    }
}

impl Listed for StateQuery {
    const WORDS: Words =
        Words { open: "result of the last write", copy: "copy the value", more: "load another page" };
    const ORDERS: &'static [(&'static str, &'static str)] =
        &[("smallest first", "asc"), ("largest first", "desc")];
    const USUAL: Order = Order::Asc;

    const TIMED: bool = false;

    fn title(&self, ctx: &Context<'_>) -> String {
        format!("{} {} storage", self.contract, ctx.theme.glyphs.crumb)
    }

    fn opened(&self, row: &StateSlot) -> Option<Place> {
        Some(Place::Result(self.contract, row.timestamp.value()?))
    }

    fn transaction(row: &StateSlot) -> Option<Timestamp> {
        row.timestamp.value()
    }
}
