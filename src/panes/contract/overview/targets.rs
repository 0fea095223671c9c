//! The contracts that this one passes its calls on to, as far as its code, its storage and the verifier say. Each step
//! is asked for once the one before it says what to ask.

use decode::code::CodeProfile;
use decode::diamond::Facets;

use super::cuts::{self, Searched};
use crate::message::Question;
use crate::message::operation::PageOf;
use crate::panes::Context;
use crate::panes::kit::Wants;
use crate::panes::kit::ask::analyses::{DiamondFacets, Profile};

pub(super) use decode::proxy::{By, Target};
use decode::proxy::{Found, Lookup, MAX_FACETS, Proxy, ProxyKind, Slot, Slots, slots_query};
use ledger::query::{ContractQuery, TimestampFilter};
use ledger::{Contract, ContractRef, EvmAddress, Field, HexBytes, Next};

/// What is known of a contract's code and of what is behind it.
#[derive(Debug, Default)]
pub(super) struct Targets<'a> {
    /// Its code, in outline.
    pub(super) profile: Option<&'a CodeProfile>,
    /// The contracts that its calls end at, if it is a proxy.
    pub(super) found: Vec<Target>,
    /// The facets of a diamond after its cuts, and in which time these were looked for, if nothing else says them.
    pub(super) cuts: Option<(&'a Facets, Searched)>,
    /// The contract that it asks for its target.
    pub(super) beacon: Option<EvmAddress>,
    /// Who may change the target.
    pub(super) admin: Option<EvmAddress>,
    /// The record of the only target, and its code in outline.
    pub(super) only: Option<(&'a Contract, Option<&'a CodeProfile>)>,
    /// Whether more is under way.
    pub(super) waits: bool,
    /// Why nothing is told by its code, if nothing is under way.
    pub(super) lack: &'static str,
}

impl Targets<'_> {
    /// The code of the only target, in outline.
    pub(super) fn behind(&self) -> Option<&CodeProfile> {
        self.only.and_then(|(_, profile)| profile)
    }

    /// The way in which calls are passed on, if they are.
    pub(super) fn proxy(&self) -> Option<&Proxy> {
        let proxies = &self.profile?.proxies;
        proxies.iter().find(|proxy| proxy.kind != ProxyKind::UupsLogic)
    }
}

/// A contract whose targets are looked for.
#[derive(Clone, Copy)]
pub(super) struct Proxied<'a> {
    pub(super) contract: ContractRef,
    pub(super) record: &'a Contract,
    /// The condition on the time, if it is shown as of one.
    pub(super) as_of: Option<TimestampFilter>,
    /// Whether the verifier has said what it knows of it.
    pub(super) is_looked_up: bool,
}

/// Finds the targets of a contract, and adds what is needed for it to the wants.
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

/// The steps to the targets.
struct Steps<'a, 'b> {
    proxied: Proxied<'a>,
    ctx: &'b Context<'a>,
    wants: &'b mut Wants,
    /// Whether the answer to any of them is waited for.
    waits: bool,
}

impl<'a> Steps<'a, '_> {
    /// Wants this; its answer, if it is there.
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

    /// The facets of a diamond by the events of its cuts. `None` unless all that are looked for are here.
    fn cuts(&mut self) -> Option<(&'a Facets, Searched)> {
        let Proxied { contract, record, as_of, .. } = self.proxied;
        let (created, up_to) = (record.created_timestamp.value(), as_of.map(|filter| filter.at));
        let (questions, searched) = cuts::questions(contract, created, up_to, self.ctx.now);
        let pages: Vec<_> = questions.iter().map(|question| self.ask(question)).collect();
        let mut events = Vec::new();
        for page in pages {
            let page = page.filter(|page| matches!(page.next, Next::End))?;
            events.extend(page.rows.iter().map(|row| cuts::event(row)));
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
