//! One contract: every field of its record, its code, and its state at a past time.

mod as_of;
mod balance;
mod chips;
mod cuts;
mod facts;
mod interface;
mod latest;
mod sheets;
mod targets;
mod verbs;
mod verification;

use std::sync::Arc;

use decode::Subject;
use ledger::query::{ContractQuery, Op, ResultsQuery, StateQuery};
use ledger::system::{SystemEntity, SystemKind};
use ledger::{Contract, ContractRef};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use serde_json::Value as Json;

use self::interface::InterfaceFacts;
use self::latest::LatestCalls;
use self::sheets::{Sections, Sheets};
use self::targets::{Proxied, Targets};
use crate::message::place::{PlaceKind, VerifyPlace};
use crate::message::{Action, Copied, Effect, Input, Place};
use crate::panes::kit::nouns::keys;
use crate::panes::kit::page::{
    elsewhere::{self, Elsewhere},
    on_sheet, siblings,
};
use crate::panes::kit::{Fetched, PopupForm, Wants, list::say};
use crate::panes::verbs::by_verbs;
use crate::panes::{Context, Pane, Status};
use crate::widgets::form::Form;
use crate::widgets::{Link, Role, Sheet, Split};

#[derive(Debug)]
pub struct ContractPane {
    query: ContractQuery,
    sheets: Sheets,
    latest: LatestCalls,
    interface: InterfaceFacts,
    as_of: Option<PopupForm>,
    /// Other kinds of entities that the name may be.
    elsewhere: Elsewhere,
}

impl ContractPane {
    pub fn open(query: ContractQuery) -> Self {
        Self {
            query,
            sheets: Sheets::default(),
            latest: LatestCalls::default(),
            interface: InterfaceFacts::default(),
            as_of: None,
            elsewhere: Elsewhere::default(),
        }
    }

    fn found<'a>(&self, ctx: &Context<'a>) -> Fetched<'a, Arc<Contract>> {
        ctx.get(&self.query)
    }

    fn record<'a>(&self, ctx: &Context<'a>) -> Option<&'a Arc<Contract>> {
        self.found(ctx).value()
    }

    /// The current contract, if there was none at the selected time.
    fn today<'a>(&self, ctx: &Context<'a>) -> Option<&'a Arc<Contract>> {
        ctx.get(&ContractQuery::now(self.query.contract)).value()
    }

    /// The named system contract or precompile, which has no record.
    fn system(&self) -> Option<SystemEntity> {
        let entity = SystemEntity::named(self.query.contract);
        entity.filter(|entity| matches!(entity.kind, SystemKind::Contract | SystemKind::Precompile))
    }

    /// The system contract, once the server said that it has no record.
    fn system_alone(&self, ctx: &Context<'_>) -> Option<SystemEntity> {
        self.system().filter(|_| self.found(ctx).is_missing())
    }

    /// The proxy targets; adds the queries that find them.
    fn targets<'a>(&self, ctx: &Context<'a>, wants: &mut Wants) -> Targets<'a> {
        let Some(record) = self.record(ctx) else { return Targets::default() };
        let as_of = self.query.timestamp.iter().find(|filter| filter.op == Op::Eq).copied();
        let is_looked_up = verification::is_looked_up(record, &self.query, ctx);
        targets::find(Proxied { contract: self.best_ref(ctx), record, as_of, is_looked_up }, ctx, wants)
    }

    /// Whether there is any data to show.
    fn is_shown(&self, ctx: &Context<'_>) -> bool {
        self.record(ctx).is_some() || self.system_alone(ctx).is_some()
    }

    /// The results query of the latest calls, as of the selected time; `None` until its parameters are known.
    /// Contracts call system contracts, so their calls are all child transactions.
    fn results(&self, ctx: &Context<'_>) -> Option<ResultsQuery> {
        let internal = self.system().is_some();
        let is_known = self.record(ctx).is_some() || internal;
        let is_named = matches!(self.query.contract, ContractRef::Id(_)) && !self.found(ctx).is_missing();
        let timestamp = as_of::until(&self.query).into_iter().collect();
        (is_known || is_named).then(|| ResultsQuery {
            internal,
            timestamp,
            ..ResultsQuery::all(self.best_ref(ctx))
        })
    }

    /// Whether the contract exists now, but did not at the selected time.
    fn is_too_early(&self, ctx: &Context<'_>) -> bool {
        self.found(ctx).is_missing() && self.today(ctx).is_some()
    }

    /// Message that the contract was created later, and when.
    fn too_early(&self, ctx: &Context<'_>) -> [String; 2] {
        let (contract, at) = (self.query.contract, as_of::time(&self.query, ctx.now));
        let created = self.today(ctx).and_then(|today| today.created_timestamp.value());
        let at = ctx.theme.time(at, ctx.now);
        let why = match created {
            Some(created) => format!("It was created at {}.", ctx.theme.time(created, ctx.now)),
            None => "It exists now; its record does not say since when.".to_owned(),
        };
        [format!("Contract {contract} was not created yet at {at}."), why]
    }

    /// The name, once no contract is known to have it.
    fn other_name(&self, ctx: &Context<'_>) -> Option<ContractRef> {
        let is_none = self.found(ctx).is_missing() && self.system().is_none() && !self.is_too_early(ctx);
        Some(self.query.contract).filter(|_| is_none)
    }

    /// The contract's id if known: every way to name a contract leads to the same place.
    fn best_ref(&self, ctx: &Context<'_>) -> ContractRef {
        let id = self.record(ctx).and_then(|contract| contract.contract_id.value());
        id.map_or(self.query.contract, ContractRef::Id)
    }

    /// Opens the results list of the latest calls, filtered to failures.
    fn failed_results(&self, ctx: &Context<'_>) -> Vec<Effect> {
        let Some(results) = self.results(ctx) else { return Vec::new() };
        vec![Effect::Go(Place::Results(results)), Effect::Act(Action::FailedOnly)]
    }

    /// Builds the sections of the page.
    fn sections(&self, contract: &Contract, latest: Sheet, ctx: &Context<'_>) -> Sections {
        let (own, as_of) = (self.best_ref(ctx), as_of::time(&self.query, ctx.now));
        let targets = self.targets(ctx, &mut Wants::default());
        let verified = verification::value(contract, &self.query, ctx);
        let balance = balance::sheet(own, ctx).filter(|_| self.query.timestamp.is_empty());
        let news = [latest, self.interface.sheet(own, &targets, ctx)];
        Sections {
            chips: Sheet::default().chips("chip", chips::chips(contract, &self.query, &targets, ctx)),
            head: facts::identity(contract, ctx),
            news: news.into_iter().chain(balance).collect(),
            facts: facts::sheet(contract, verified, as_of, ctx),
        }
    }

    /// The storage query, as of the selected time.
    fn state(&self, ctx: &Context<'_>) -> StateQuery {
        let at = self.query.timestamp.iter().find(|filter| filter.op == Op::Eq);
        StateQuery { timestamp: at.copied().into_iter().collect(), ..StateQuery::all(self.best_ref(ctx)) }
    }

    fn verify(&self, ctx: &Context<'_>) -> VerifyPlace {
        let address = self.record(ctx).and_then(|contract| contract.evm_address.value());
        VerifyPlace {
            chain: ctx.network.chain.clone(),
            contract: Some(address.map_or(self.query.contract, ContractRef::Address)),
            ..VerifyPlace::default()
        }
    }

    fn web(&self, ctx: &Context<'_>) -> Option<String> {
        let pattern = &ctx.network.explorer.contract;
        (!pattern.is_empty()).then(|| pattern.replace("{}", &self.best_ref(ctx).to_string()))
    }

    fn copies(&self, ctx: &Context<'_>) -> Vec<Copied> {
        let mut copies = vec![on_sheet::copied_place(&self.place())];
        if let Some(id) = self.record(ctx).and_then(|contract| contract.contract_id.value()) {
            copies.extend(facts::copied_forms(id, ctx));
        }
        if let Some(contract) = self.record(ctx) {
            copies.extend(keys::copies(&contract.admin_key, contract.contract_id.value()));
        }
        copies.extend(self.web(ctx).map(|text| Copied::new("web explorer", text)));
        copies.extend(on_sheet::copied_request(self.found(ctx).url()));
        copies
    }
}

impl Pane for ContractPane {
    by_verbs!();

    fn is_typing(&self) -> bool {
        self.as_of.as_ref().is_some_and(PopupForm::is_typing)
    }

    fn handle_input(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        if self.as_of.is_some() {
            let read = |form: &Form| as_of::parse(form, &self.query, ctx);
            return PopupForm::handle_or_close(&mut self.as_of, input, read);
        }
        let Input::Mouse(click) = input else { return None };
        let is_again = if self.other_name(ctx).is_some() {
            self.elsewhere.click(*click, ctx)
        } else {
            self.sheets.click(*click, above_pages(ctx.body, ctx))
        };
        Some(if is_again { self.act(Action::Open, ctx) } else { Vec::new() })
    }

    fn links(&self, ctx: &Context<'_>) -> Vec<Link> {
        if self.other_name(ctx).is_some() && self.as_of.is_none() {
            return self.elsewhere.links(ctx);
        }
        let is_shown = self.is_shown(ctx) && self.as_of.is_none();
        if is_shown { self.sheets.links(above_pages(ctx.body, ctx)) } else { Vec::new() }
    }

    fn wants(&self, ctx: &Context<'_>, wants: &mut Wants) {
        wants.add(&self.query);
        if self.found(ctx).is_missing() && !self.query.timestamp.is_empty() {
            wants.add_optional(&ContractQuery::now(self.query.contract));
        }
        if let Some(named) = self.other_name(ctx) {
            elsewhere::wants(named, PlaceKind::Contract, ctx, wants);
        }
        if let Some(lookup) =
            self.record(ctx).and_then(|contract| verification::lookup(contract, &self.query, ctx))
        {
            wants.add_optional(&lookup);
        }
        if let Some(results) = self.results(ctx) {
            self.latest.wants(&results, wants);
        }
        if self.record(ctx).is_some() {
            let contract = self.best_ref(ctx);
            self.targets(ctx, wants);
            InterfaceFacts::wants(contract, wants);
            if self.query.timestamp.is_empty() {
                balance::wants(contract, ctx, wants);
            }
            wants.resolve(Subject::Contract(contract));
        }
    }

    /// Opens the entity's own page if it is not a contract, except for a past time.
    fn due_effects(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        let other = self.other_name(ctx).filter(|_| self.query.timestamp.is_empty());
        other.map(|named| elsewhere::open(named, PlaceKind::Contract, ctx)).unwrap_or_default()
    }

    fn document(&self, ctx: &Context<'_>) -> Option<Json> {
        self.record_document(ctx)
    }

    fn sheets(&self) -> Vec<(&'static str, &Sheet)> {
        self.sheets.all().map(|sheet| ("", sheet)).into()
    }

    fn place(&self) -> Place {
        Place::Contract(self.query.clone())
    }

    fn title(&self, ctx: &Context<'_>) -> String {
        let own = self.best_ref(ctx);
        let as_of = as_of::time(&self.query, ctx.now);
        let chips = match (self.record(ctx), self.system()) {
            (Some(contract), _) => facts::chips(contract, as_of).to_owned(),
            (None, Some(system)) => format!("  {}  SYSTEM", system.name),
            (None, None) => String::new(),
        };
        format!("contract {own}{chips}")
    }

    fn status(&self, ctx: &Context<'_>) -> Status {
        // A system contract's missing record is not a failure.
        let mut status = if self.system_alone(ctx).is_some() { Status::default() } else { ctx.status() };
        if status.banner.is_none() && !self.query.timestamp.is_empty() {
            status.banner = Some((format!("As of {}", as_of::time_label(&self.query, ctx)), Role::Attention));
        }
        status
    }

    fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        if self.is_shown(ctx) {
            let above = above_pages(area, ctx);
            self.sheets.view(ctx.theme, above, buf);
            siblings::view(ctx, area.below(above.height), buf);
        } else if self.is_too_early(ctx) {
            let [head, why] = self.too_early(ctx);
            say(&[(head, Role::Heading), (why, Role::Plain)], ctx, area, buf);
        } else {
            let subject = format!("contract {} on {}", self.query.contract, ctx.network.name);
            let above = self.other_name(ctx).map(|_| self.elsewhere.view(ctx, area, buf));
            self.found(ctx).view_missing(ctx, &subject, above.unwrap_or(area), buf);
        }
        self.as_of.as_ref().and_then(|form| form.view(ctx, area, buf))
    }

    fn rebuild_view(&mut self, ctx: &Context<'_>) {
        let results = self.results(ctx);
        if let Some(results) = &results {
            self.latest.update(results, ctx);
        }
        let body = above_pages(ctx.body, ctx);
        let latest = self.latest.sheet(results.as_ref(), ctx, sheets::news_columns(body));
        let sections = match (self.record(ctx), self.system_alone(ctx)) {
            (Some(contract), _) => {
                self.interface.update(self.best_ref(ctx), ctx);
                self.sections(contract, latest, ctx)
            }
            (None, Some(system)) => Sections {
                chips: Sheet::default(),
                head: facts::system(system),
                news: vec![latest],
                facts: Sheet::default(),
            },
            (None, None) => {
                self.elsewhere.update(self.other_name(ctx), PlaceKind::Contract, ctx);
                return;
            }
        };
        self.sheets.show(sections.labelled(ctx), body);
    }

    fn denial(&self, ctx: &Context<'_>) -> Option<String> {
        self.is_too_early(ctx).then(|| self.too_early(ctx).join(" "))
    }

    fn contract(&self, ctx: &Context<'_>) -> Option<ContractRef> {
        Some(self.best_ref(ctx))
    }
}

/// The area above the names of the contract's other pages.
fn above_pages(body: Rect, ctx: &Context<'_>) -> Rect {
    body.above(siblings::lines(body.width, ctx))
}
