//! What calls of a contract cost: gas limit, used and charged, by method, over a window of its results.
//!
//! ```text
//!   300 calls in 14 min, …, 12 failed                                      the window, the rule and the loss
//!   The network bills at least 80 % of the limit, or what is used: so in all of 300 calls.
//!   ▁▂▅▇▃▁                                                                 calls over the window
//!     method       calls  used of limit   unused  used p90   lost ℏ  suggested limit
//!   ▌ 0x38ed1739     120  ▇▇▁▁▁▁▁▁▁▁        81 %    182 000   0.63     228 000
//!   transfer  limit p50 …                                                  the selected method, in words
//! ```

mod calls;
mod methods;
mod price;
mod rows;
mod view;

use api::PageOf;
use decode::gas_usage::{Call, Method, Sums};
use decode::known::Subject;
use ledger::query::{Limit, ResultsQuery};
use ledger::{ContractRef, ContractResult, Success};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use self::calls::{Calls, MethodCalls, OpenedCalls};
use self::methods::{Methods, Naming};
use self::price::Pricing;
use self::rows::{RowName, on_screen};
use crate::message::{Action, Arrangement, Contents, Copied, Effect, Input, Place};
use crate::panes::kit::list::columns::ColumnList;
use crate::panes::kit::list::{
    HasList, Links, Listed as _, Loader, MemoryList, MemoryRows as _, Paged, Pressed, Reached, StepRows, Wish,
};
use crate::panes::kit::{Fetched, Wants};
use crate::panes::verbs::by_verbs;
use crate::panes::{Context, Pane, Status, Verbs};
use crate::widgets::{Feed, Link, Split};

/// Number of pages loaded on opening.
const PAGES_AT_FIRST: usize = 3;

#[derive(Debug)]
pub struct GasUsagePane {
    contract: ContractRef,
    query: ResultsQuery,
    list: Paged<ResultsQuery>,
    /// Number of pages to load.
    wanted: usize,
    loader: Loader,
    calls: Calls,
    /// Number of known outcomes when the calls were summed up. See [`ledger::Seen::count`].
    outcomes_seen: usize,
    pricing: Pricing,
    naming: Naming,
    local: MemoryList<RowName>,
    /// The opened method and the list of its calls.
    opened: Option<Method>,
    of_calls: MemoryList<RowName>,
}

impl GasUsagePane {
    pub fn open(contract: ContractRef, query: ResultsQuery) -> Self {
        let mut pane = Self {
            contract,
            query,
            list: Paged::default(),
            wanted: PAGES_AT_FIRST,
            loader: Loader::default(),
            calls: Calls::default(),
            outcomes_seen: 0,
            pricing: Pricing::default(),
            naming: Naming::default(),
            local: MemoryList::default(),
            opened: None,
            of_calls: MemoryList::default(),
        };
        pane.list.ask(PageOf::first(pane.sent()));
        pane
    }

    fn sent(&self) -> ResultsQuery {
        ResultsQuery { limit: Some(Limit::MAX), ..self.query.clone() }
    }

    /// Opens the selected method's calls, or the selected call's result.
    fn follow(&mut self) -> Option<Effect> {
        if self.opened.is_some() {
            let rows = self.call_rows();
            return rows.opened(self.of_calls.selected(&rows)?).map(Effect::Go);
        }
        let (method, _) = self.selected()?;
        (self.opened, self.of_calls) = (Some(method), MemoryList::default());
        None
    }

    fn load_more(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        self.wanted = self.pages() + 1;
        self.widen(ctx)
    }

    fn reached(&self, ctx: &Context<'_>) -> Reached {
        let is_busy = self.list.is_asking(ctx);
        Reached {
            pages: if is_busy { self.wanted } else { self.pages() },
            rows: self.calls.all().len(),
            last: self.calls.all().last().and_then(|call| call.at),
            order: self.query.order(),
            is_busy,
            is_over: self.is_whole() || self.list.failure(ctx).is_some(),
        }
    }

    /// Whether no further page can be loaded.
    fn is_whole(&self) -> bool {
        self.list.feed().is_none_or(|feed| feed.more().is_none())
    }

    /// Loads the window further; see [`HasList::load`].
    fn widen_by(&mut self, wish: Wish, ctx: &Context<'_>) -> Vec<Effect> {
        let reached = self.reached(ctx);
        let is_due = self.loader.wish(wish, &reached, false, ctx);
        if is_due { self.load_more(ctx) } else { Vec::new() }
    }

    fn refresh(&mut self, ctx: &Context<'_>) -> Effect {
        if !self.list.is_beginning(ctx) {
            self.list.ask(PageOf::first(self.sent()));
        }
        Effect::Refresh
    }

    fn stop(&mut self) {
        self.wanted = self.pages();
        self.loader.stop();
        self.list.stop();
        self.pricing.stop();
    }

    fn verbs<'c>(&self, ctx: &'c Context<'_>, verbs: &mut Verbs<'c, Self>) {
        match self.opened {
            Some(_) => self.verbs_of::<MethodCalls>("open the result", ctx, verbs),
            None => self.verbs_of::<Methods>("its calls", ctx, verbs),
        }
    }

    /// Adds the verbs of one of the lists.
    fn verbs_of<'c, K: 'static>(&self, open: &'static str, ctx: &'c Context<'_>, verbs: &mut Verbs<'c, Self>)
    where
        Self: HasList<K>,
    {
        if let Some(hints) = self.loader.typed_hints().or_else(|| self.local().typed_hints()) {
            return verbs.typed(hints);
        }
        if HasList::<K>::count_verbs(self, ctx, verbs, |_| ()) {
            return;
        }
        let own = |verbs: &mut Verbs<'c, Self>| {
            let none = (self.len() == 0).then_some("no calls are loaded");
            verbs.add(Action::Open, open).unless(none).run(Self::follow);
            let is_opened = self.opened.is_some();
            if is_opened && self.local().close_words().is_none() {
                verbs.add(Action::Close, "all methods").run(|pane| pane.opened = None);
            }
            let over = self.is_whole().then_some("there are no further results");
            let more = verbs.add(Action::MorePages, "widen the window").unless(over);
            more.run(move |pane| pane.widen_by(Wish::Page, ctx));
            verbs.add(Action::Results, "results").give(|| Effect::Go(Place::Results(self.query.clone())));
            verbs.add(Action::Contract, "contract").page();
            verbs.add(Action::Refresh, "refresh").run(move |pane| pane.refresh(ctx));
            let copy = verbs.hidden(Action::Copy, "copy the method").unless(none);
            copy.give(|| Effect::copy(self.selected_name().map(|text| Copied::new("method", text))));
            if !is_opened && self.is_asking(ctx) || self.loader.is_loading() {
                verbs.add(Action::Close, "stop").run(Self::stop);
            }
        };
        HasList::<K>::list_verbs(self, "", ctx, verbs, (own, |_| ()));
    }

    fn success(&self, row: &ContractResult, ctx: &Context<'_>) -> Success {
        ctx.seen.success(row, self.query.internal)
    }

    /// Applies newly known outcomes. `true` if the sums change.
    fn retell(&mut self, ctx: &Context<'_>) -> bool {
        let mut changed = false;
        for at in ctx.seen.since(std::mem::replace(&mut self.outcomes_seen, ctx.seen.count())) {
            let Some(place) = self.calls.place(at) else { continue };
            let row = self.list.feed().and_then(|feed| feed.unpacked(place));
            let success = row.map(|row| self.success(&row, ctx));
            let before = self.calls.all().get(place).map(|call| call.success);
            if let Some(success) = success.filter(|_| success != before) {
                self.calls.retell(place, success);
                changed = true;
            }
        }
        changed
    }

    /// Requests pages until the window has the wanted size.
    fn widen(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        let query = self.sent();
        self.list.more(ctx, |link| PageOf::behind(query, link))
    }

    fn receive(&mut self, ctx: &Context<'_>) {
        let is_first = self.list.first(ctx).is_some();
        let taken = self.list.receive(ctx, 1, &mut Links);
        if taken && is_first {
            self.begin_anew();
        }
        let priced = self.pricing.receive(ctx);
        if self.retell(ctx) || taken {
            self.sum_up(ctx);
        }
        if self.pages() < self.wanted && !self.list.is_asking(ctx) && self.list.failure(ctx).is_none() {
            self.widen(ctx);
        }
        if let Some(feed) = self.list.feed() {
            if taken || priced {
                self.pricing.update(self.contract, feed);
            }
            if taken {
                self.naming.update(self.contract, feed);
            }
        }
        self.naming.receive(ctx);
    }

    /// Restarts the sums after the list was reloaded.
    fn begin_anew(&mut self) {
        self.calls = Calls::default();
        self.pricing.anew();
        self.naming.anew();
    }

    /// Adds the new rows to the sums.
    fn sum_up(&mut self, ctx: &Context<'_>) {
        let Some(feed) = self.list.feed() else { return };
        let rows = feed.rows_from(self.calls.all().len());
        let page: Vec<Call> = rows.map(|row| Call::new(&row, self.success(&row, ctx))).collect();
        self.calls.add(page);
    }

    fn pages(&self) -> usize {
        self.list.feed().map_or(0, Feed::pages)
    }

    fn is_asking(&self, ctx: &Context<'_>) -> bool {
        let begins = self.list.first(ctx).is_some_and(Fetched::is_loading);
        self.list.feed().is_some() && (begins || self.pages() < self.wanted && self.list.is_loading(ctx))
    }

    /// The method in the footer: the opened one, else the selected one.
    fn selected(&self) -> Option<(Method, &Sums)> {
        let methods = &self.calls.economy().methods;
        let found = if let Some(opened) = self.opened {
            methods.iter().find(|(method, _)| *method == opened)
        } else {
            self.local.selected(&self.method_rows()).and_then(|at| methods.get(at))
        };
        found.map(|(method, sums)| (*method, sums))
    }

    fn selected_name(&self) -> Option<String> {
        self.selected().map(|(method, _)| methods::name(method, self.naming.names()))
    }
}

impl Pane for GasUsagePane {
    by_verbs!(choose);

    fn is_typing(&self) -> bool {
        self.loader.is_typing() || self.local().is_typing()
    }

    fn handle_input(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        let reached = self.reached(ctx);
        if let Some(effects) = self.loader.handle_input(input, &reached, ctx) {
            return effects;
        }
        if self.choose_by(input, ctx) {
            self.choose(ctx);
            return Some(Vec::new());
        }
        let Input::Mouse(click) = input else { return None };
        if let Some(effects) = self.click_chip(*click, ctx) {
            return Some(effects);
        }
        let opens = self.click(*click, ctx) != Pressed::Moved;
        Some(if opens { self.act(Action::Open, ctx) } else { Vec::new() })
    }

    fn links(&self, ctx: &Context<'_>) -> Vec<Link> {
        let table = self.areas_within(ctx).table;
        let mut links = view::links(self, ctx);
        links.extend(on_screen!(self, |list, rows| list.links(&rows, ctx, table)));
        links
    }

    fn wants(&self, _ctx: &Context<'_>, wants: &mut Wants) {
        self.list.wants(wants);
        wants.resolve(Subject::Contract(self.contract));
        self.pricing.wants(wants);
        self.naming.wants(wants);
        self.local().wants(wants);
    }

    fn contents(&mut self, ctx: &Context<'_>) -> Contents {
        self.local.contents(&self.method_rows(), ctx)
    }

    // Rows stay: outcomes that become known later change the sums.
    fn loaded_bytes(&self) -> usize {
        self.list.feed().map_or(0, Feed::bytes) + size_of_val(self.calls.all())
    }

    fn arrangement(&self) -> Option<Arrangement> {
        Some(self.local.arrangement())
    }

    fn set_arrangement(&mut self, arrangement: &Arrangement, ctx: &Context<'_>) -> Vec<Effect> {
        self.local.set_arrangement::<Methods>(arrangement, ctx)
    }

    fn step_rows(&mut self) -> Option<Box<dyn StepRows + '_>> {
        if self.opened.is_some() { Some(Box::new(OpenedCalls(self))) } else { None }
    }

    fn columns(&self, _ctx: &Context<'_>) -> Option<&dyn ColumnList> {
        if self.list.feed().is_none_or(Feed::is_empty) {
            return None;
        }
        Some(if self.opened.is_some() { &MethodCalls } else { &Methods })
    }

    fn place(&self) -> Place {
        Place::GasUsage(self.query.clone())
    }

    fn title(&self, ctx: &Context<'_>) -> String {
        let crumb = ctx.theme.glyphs.crumb;
        let method = self.opened.map(|method| methods::name(method, self.naming.names()));
        let method = method.map(|name| format!(" {crumb} {name}")).unwrap_or_default();
        format!("{} {crumb} gas usage{method}", self.contract)
    }

    fn status(&self, ctx: &Context<'_>) -> Status {
        let mut status = self.list.status(ctx);
        if let Some(words) = self.loader.label(self.pages(), ctx) {
            status.words = words;
        }
        status
    }

    fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        if self.local().view_counts(ctx, area, buf) {
            return None;
        }
        let body = self.local().view_chips(ctx, area, buf);
        self.draw(ctx, body, buf);
        let [_, line] = area.with_footer(1);
        self.loader.view_line(ctx, line, buf).or_else(|| self.local().view_line(ctx, area, buf))
    }

    fn due_effects(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        let reached = self.reached(ctx);
        let mut effects = if self.loader.goes_on(&reached) { self.load_more(ctx) } else { Vec::new() };
        effects.extend(self.loader.take_notice());
        effects
    }

    fn rebuild_view(&mut self, ctx: &Context<'_>) {
        self.receive(ctx);
        self.choose(ctx);
        self.calls.fit(view::columns(ctx.body.width));
    }
}
