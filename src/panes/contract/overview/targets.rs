//! The proxy targets of a contract, found by its code, storage and verification. Each step is requested once the
//! one before it was answered.

use api::PageOf;
use decode::code::CodeProfile;
use decode::diamond::Facets;

use super::cuts::{self, Searched};
use crate::message::Question;
use crate::panes::Context;
use crate::panes::kit::Wants;
use crate::panes::kit::ask::analyses::{DiamondFacets, Profile};
use crate::panes::kit::nouns::execution;

pub(super) use decode::proxy::{By, Target};
use decode::proxy::{Found, Lookup, MAX_FACETS, Proxy, ProxyKind, Slot, Slots, slots_query};
use ledger::query::{ContractQuery, TimestampFilter};
use ledger::{Contract, ContractRef, EvmAddress, Field, HexBytes, Next};

/// The outline of a contract's code and its proxy targets.
#[derive(Debug, Default)]
pub(super) struct Targets<'a> {
    /// Outline of its code.
    pub(super) profile: Option<&'a CodeProfile>,
    /// The contracts that run its calls, if it is a proxy.
    pub(super) found: Vec<Target>,
    /// The facets of a diamond by its `DiamondCut` events, and the searched time; `None` if another source names
    /// them.
    pub(super) cuts: Option<(&'a Facets, Searched)>,
    /// The beacon that names the target.
    pub(super) beacon: Option<EvmAddress>,
    /// The proxy admin.
    pub(super) admin: Option<EvmAddress>,
    /// The record and the code outline of the target, if there is just one.
    pub(super) only: Option<(&'a Contract, Option<&'a CodeProfile>)>,
    /// Whether requests are pending.
    pub(super) waits: bool,
    /// Why the code was not analysed, once no request is pending.
    pub(super) lack: &'static str,
}

impl Targets<'_> {
    /// The code outline of the only target.
    pub(super) fn behind(&self) -> Option<&CodeProfile> {
        self.only.and_then(|(_, profile)| profile)
    }

    /// The proxy pattern, if any.
    pub(super) fn proxy(&self) -> Option<&Proxy> {
        let proxies = &self.profile?.proxies;
        proxies.iter().find(|proxy| proxy.kind != ProxyKind::UupsLogic)
    }
}

/// A contract whose targets are searched.
#[derive(Clone, Copy)]
pub(super) struct Proxied<'a> {
    pub(super) contract: ContractRef,
    pub(super) record: &'a Contract,
    /// The time condition, for a past version.
    pub(super) as_of: Option<TimestampFilter>,
    /// Whether the lookup at the verifier has ended.
    pub(super) is_looked_up: bool,
}

/// Finds the targets of a contract, and adds the required queries to `wants`.
pub(super) fn find<'a>(proxied: Proxied<'a>, ctx: &Context<'a>, wants: &mut Wants) -> Targets<'a> {
    let code = match &proxied.record.runtime_bytecode {
        Field::Known(code) if !code.is_empty() => code,
        Field::Odd(_) => return Targets { lack: "its code is not understood", ..Targets::default() },
        _ => return Targets { lack: "no code to tell it by", ..Targets::default() },
    };
    let mut steps = Steps { proxied, ctx, wants, waits: false };
    let Some(profile) = steps.ask(&Profile(code.clone())) else {
        let lack = "its code could not be analysed";
        return Targets { waits: steps.waits, lack, ..Targets::default() };
    };
    let mut targets = Targets { profile: Some(profile), ..Targets::default() };
    if targets.proxy().is_some() {
        steps.follow(&mut targets);
    }
    Targets { waits: steps.waits, ..targets }
}

struct Steps<'a, 'b> {
    proxied: Proxied<'a>,
    ctx: &'b Context<'a>,
    wants: &'b mut Wants,
    /// Whether any answer is pending.
    waits: bool,
}

impl<'a> Steps<'a, '_> {
    /// Adds the question; returns its answer if it is loaded.
    fn ask<Q: Question>(&mut self, question: &Q) -> Option<&'a Q::Answer> {
        self.wants.add_optional(question);
        let fetched = self.ctx.get(question);
        self.waits |= fetched.value().is_none() && fetched.failure().is_none();
        fetched.value()
    }

    fn follow(&mut self, targets: &mut Targets<'a>) {
        let contract = self.proxied.contract;
        let Some(profile) = targets.profile else { return };
        let is_diamond = profile.proxies.iter().any(|proxy| proxy.kind == ProxyKind::Diamond);
        let found = Found::follow(contract, profile, self);
        (targets.found, targets.beacon, targets.admin) = (found.targets, found.beacon, found.admin);
        if targets.found.is_empty() {
            let known = self.ctx.known.behind(contract).addresses.into_iter();
            targets.found = known.map(|address| Target { address, by: By::Verifier }).collect();
        }
        if targets.found.is_empty() && is_diamond && self.proxied.is_looked_up && !self.waits {
            targets.cuts = self.cuts();
            let facets = targets.cuts.map(|(facets, _)| facets.addresses.as_slice()).unwrap_or_default();
            let facets = facets.iter().filter(|_| facets.len() <= MAX_FACETS);
            targets.found = facets.map(|address| Target { address: *address, by: By::Cuts }).collect();
        }
        if let [only] = targets.found.as_slice() {
            let record = self.ask(&ContractQuery::now(ContractRef::Address(only.address)));
            targets.only = record.map(|record| {
                let code = record.runtime_bytecode.known().filter(|code| !code.is_empty()).cloned();
                (record.as_ref(), code.and_then(|code| self.ask(&Profile(code))))
            });
        }
    }

    /// The facets of a diamond by its `DiamondCut` events. `None` until all queries were answered.
    fn cuts(&mut self) -> Option<(&'a Facets, Searched)> {
        let Proxied { contract, record, as_of, .. } = self.proxied;
        let (created, up_to) = (record.created_timestamp.value(), as_of.map(|filter| filter.at));
        let (questions, searched) = cuts::questions(contract, created, up_to, self.ctx.now);
        let pages: Vec<_> = questions.iter().map(|question| self.ask(question)).collect();
        let mut events = Vec::new();
        for page in pages {
            let page = page.filter(|page| matches!(page.next, Next::End))?;
            events.extend(page.rows.iter().map(|row| execution::log(&row.log)));
        }
        Some((self.ask(&DiamondFacets(events.into()))?, searched))
    }
}

impl<'a> Lookup<'a> for Steps<'a, '_> {
    fn record(&mut self, contract: ContractRef) -> Option<&'a Contract> {
        self.ask(&ContractQuery::now(contract)).map(AsRef::as_ref)
    }

    fn profile(&mut self, code: &HexBytes) -> Option<&'a CodeProfile> {
        self.ask(&Profile(code.clone()))
    }

    fn slots(&mut self, contract: ContractRef, slots: &[Slot]) -> Slots<'a> {
        let query = slots_query(contract, slots, self.proxied.as_of);
        Slots(query.and_then(|query| self.ask(&PageOf { query, link: None })))
    }
}
