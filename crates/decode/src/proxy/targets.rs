//! The contracts to which a contract passes its calls, as its code and the values of its slots say. Each step says
//! what the next one asks.

use std::collections::HashMap;
use std::sync::Arc;

use ledger::query::{ContractQuery, Limit, Op, SlotFilter, StateQuery, TimestampFilter};
use ledger::{Contract, ContractRef, EvmAddress, HexBytes, Page, StateSlot};

use super::{ADMIN, Proxy, ProxyKind, Slot, element_slots, facet_counts};
use crate::code::CodeProfile;

/// Maximum number of facets of a diamond that are looked up.
pub const MAX_FACETS: usize = 48;

/// A contract that calls end at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// The implementation or facet.
    pub address: EvmAddress,
    /// How the target was found; not all sources are equally current.
    pub by: By,
}

/// The source of a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// A constant of the code, as in ERC-1167.
    Code,
    /// The storage slot that the code loads the target from, as in ERC-1967.
    Slot,
    /// The slot that the beacon's code reads for `implementation()`.
    Beacon,
    /// The list of facets in a diamond's storage (ERC-2535).
    Facets,
    /// The `DiamondCut` events of a diamond (ERC-2535).
    Cuts,
    /// `proxyResolution` of the verifier.
    Verifier,
}

impl By {
    /// The source as text.
    pub fn words(self) -> &'static str {
        match self {
            Self::Code => "in the code",
            Self::Slot => "in its slot",
            Self::Beacon => "by its beacon",
            Self::Facets => "in its list of facets",
            Self::Cuts => "by its events",
            Self::Verifier => "by the verifier",
        }
    }
}

/// Answers lookups; `None` for an answer that is not available yet.
pub trait Lookup<'a> {
    /// The current record of a contract.
    fn record(&mut self, contract: ContractRef) -> Option<&'a Contract>;
    /// An outline of code.
    fn profile(&mut self, code: &HexBytes) -> Option<&'a CodeProfile>;
    /// The values of slots.
    fn slots(&mut self, contract: ContractRef, slots: &[Slot]) -> Slots<'a>;
}

/// The targets found so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// Without duplicates; several for a diamond.
    pub targets: Vec<Target>,
    /// The contract that it asks for its target.
    pub beacon: Option<EvmAddress>,
    /// Who may change the target.
    pub admin: Option<EvmAddress>,
}

impl Found {
    /// Follows the proxies of a contract's code.
    pub fn follow<'a>(contract: ContractRef, profile: &CodeProfile, lookup: &mut impl Lookup<'a>) -> Self {
        let proxies = profile.proxies.as_slice();
        let is_diamond = proxies.iter().any(|proxy| proxy.kind == ProxyKind::Diamond);
        let mut named = named_slots(proxies);
        named.extend(facet_counts().into_iter().filter(|_| is_diamond));
        let slots = if named.is_empty() { Slots::default() } else { lookup.slots(contract, &named) };
        let mut found = Self { admin: slots.held(ADMIN), ..Self::default() };
        for proxy in proxies {
            let held = proxy.target.or_else(|| proxy.slot.and_then(|slot| slots.held(slot)));
            let by = if proxy.target.is_some() { By::Code } else { By::Slot };
            match (proxy.kind, held) {
                (ProxyKind::Beacon, Some(beacon)) => {
                    found.beacon = Some(beacon);
                    found.add(behind_beacon(beacon, lookup), By::Beacon);
                }
                (_, held) => found.add(held, by),
            }
        }
        if is_diamond {
            for facet in facets(contract, slots, lookup) {
                found.add(Some(facet), By::Facets);
            }
        }
        found
    }

    fn add(&mut self, address: Option<EvmAddress>, by: By) {
        let is_new = |address: &EvmAddress| self.targets.iter().all(|known| known.address != *address);
        self.targets.extend(address.filter(is_new).map(|address| Target { address, by }));
    }
}

/// The contract that a beacon points to, from the slot that the beacon's code reads.
fn behind_beacon<'a>(beacon: EvmAddress, lookup: &mut impl Lookup<'a>) -> Option<EvmAddress> {
    let record = lookup.record(ContractRef::Address(beacon))?;
    let beacon = named(record, ContractRef::Address(beacon));
    let code = record.runtime_bytecode.known()?;
    let slot = lookup.profile(code)?.implementation?;
    lookup.slots(beacon, &[slot]).held(slot)
}

/// The contract's id, if its record includes it: some servers do not find storage by address.
fn named(record: &Contract, otherwise: ContractRef) -> ContractRef {
    record.contract_id.value().map_or(otherwise, ContractRef::Id)
}

/// The facets of a diamond, by the list of them in its storage.
fn facets<'a>(contract: ContractRef, slots: Slots<'a>, lookup: &mut impl Lookup<'a>) -> Vec<EvmAddress> {
    for list in facet_counts() {
        let Some(count) = slots.number(list).filter(|count| (1..=MAX_FACETS).contains(count)) else {
            continue;
        };
        let elements: Vec<_> = element_slots(list, count).collect();
        let held = lookup.slots(contract, &elements);
        let facets: Option<Vec<_>> = elements.iter().map(|slot| held.held(*slot)).collect();
        if let Some(facets) = facets {
            return facets;
        }
    }
    Vec::new()
}

/// The next request of a trail.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Wanted {
    /// The current record of the contract, with its runtime code.
    Record(ContractQuery),
    /// An outline of this runtime code: [`CodeProfile`].
    Profile(HexBytes),
    /// The current values of storage slots.
    Slots(StateQuery),
}

/// The answer to a request.
#[derive(Clone, Debug)]
pub enum Answered {
    /// Answers [`Wanted::Record`].
    Record(Arc<Contract>),
    /// Answers [`Wanted::Profile`].
    Profile(CodeProfile),
    /// Answers [`Wanted::Slots`].
    Slots(Page<StateSlot>),
    /// No answer.
    Nothing,
}

/// The lookup of a contract's targets, with the answers so far.
#[derive(Clone, Debug)]
pub struct Trail {
    contract: ContractRef,
    answers: HashMap<Wanted, Answered>,
}

impl Trail {
    /// Starts at a contract, with its record if it is known.
    pub fn new(contract: EvmAddress, record: Option<Arc<Contract>>) -> Self {
        let contract = ContractRef::Address(contract);
        let record =
            record.map(|record| (Wanted::Record(ContractQuery::now(contract)), Answered::Record(record)));
        Self { contract, answers: record.into_iter().collect() }
    }

    /// Stores an answer.
    pub fn answer(&mut self, wanted: Wanted, answer: Answered) {
        self.answers.insert(wanted, answer);
    }

    /// The targets found so far and the next requests; no requests at the end.
    pub fn step(&self) -> (Found, Vec<Wanted>) {
        let mut asked = Asked { answers: &self.answers, wanted: Vec::new() };
        let Some(record) = asked.record(self.contract) else { return (Found::default(), asked.wanted) };
        let code = record.runtime_bytecode.known();
        // Most contracts pass nothing on, which one look at their code tells.
        let code = code.filter(|code| super::can_delegate(code.bytes()));
        let profile = code.and_then(|code| asked.profile(code));
        let contract = named(record, self.contract);
        let found = profile.map(|profile| Found::follow(contract, profile, &mut asked));
        (found.unwrap_or_default(), asked.wanted)
    }
}

struct Asked<'a> {
    answers: &'a HashMap<Wanted, Answered>,
    wanted: Vec<Wanted>,
}

impl<'a> Asked<'a> {
    fn ask(&mut self, wanted: Wanted) -> Option<&'a Answered> {
        let answer = self.answers.get(&wanted);
        if answer.is_none() && !self.wanted.contains(&wanted) {
            self.wanted.push(wanted);
        }
        answer
    }
}

impl<'a> Lookup<'a> for Asked<'a> {
    fn record(&mut self, contract: ContractRef) -> Option<&'a Contract> {
        match self.ask(Wanted::Record(ContractQuery::now(contract)))? {
            Answered::Record(record) => Some(record),
            _ => None,
        }
    }

    fn profile(&mut self, code: &HexBytes) -> Option<&'a CodeProfile> {
        match self.ask(Wanted::Profile(code.clone()))? {
            Answered::Profile(profile) => Some(profile),
            _ => None,
        }
    }

    fn slots(&mut self, contract: ContractRef, slots: &[Slot]) -> Slots<'a> {
        let asked = slots_query(contract, slots, None).and_then(|query| self.ask(Wanted::Slots(query)));
        Slots(asked.and_then(|answer| match answer {
            Answered::Slots(page) => Some(page),
            _ => None,
        }))
    }
}

/// Rows per page without a limit parameter.
const USUAL_ROWS: usize = 25;

/// A page of slots; `None` until it was loaded.
#[derive(Clone, Copy, Debug, Default)]
pub struct Slots<'a>(pub Option<&'a Page<StateSlot>>);

/// The slots of proxies and the admin slot; empty if no proxy has a slot.
pub fn named_slots(proxies: &[Proxy]) -> Vec<Slot> {
    let named: Vec<Slot> = proxies.iter().filter_map(|proxy| proxy.slot).collect();
    if named.is_empty() { named } else { named.into_iter().chain([ADMIN]).collect() }
}

/// The query for slots, at a time if `as_of` is given; `None` for no slots.
pub fn slots_query(
    contract: ContractRef,
    slots: &[Slot],
    as_of: Option<TimestampFilter>,
) -> Option<StateQuery> {
    if slots.is_empty() {
        return None;
    }
    let filter = |slot: &Slot| SlotFilter { op: Op::Eq, slot: slot.to_vec().into() };
    Some(StateQuery {
        slot: slots.iter().map(filter).collect(),
        timestamp: as_of.into_iter().collect(),
        limit: (slots.len() > USUAL_ROWS).then_some(Limit::MAX),
        ..StateQuery::all(contract)
    })
}

impl Slots<'_> {
    /// The address in a slot; `None` if the value is unknown or not an address.
    pub fn held(self, slot: Slot) -> Option<EvmAddress> {
        let mut held = self.0?.rows.iter().filter_map(|row| address(row));
        held.find(|(known, _)| *known == slot).map(|(_, address)| address)
    }

    /// The number in a slot; `None` if it is unknown or too large for a number of elements.
    pub fn number(self, slot: Slot) -> Option<usize> {
        let row =
            self.0?.rows.iter().find(|row| row.slot.known().is_some_and(|known| known.bytes() == slot))?;
        let (padding, number) = row.value.known()?.bytes().split_last_chunk::<4>()?;
        let is_small = padding.iter().all(|byte| *byte == 0);
        usize::try_from(u32::from_be_bytes(*number)).ok().filter(|_| is_small)
    }
}

/// A slot that holds an address, and which one; `None` if it is empty or holds something else.
fn address(row: &StateSlot) -> Option<(Slot, EvmAddress)> {
    let slot: Slot = row.slot.known()?.bytes().try_into().ok()?;
    let (padding, address) = row.value.known()?.bytes().split_last_chunk::<20>()?;
    let is_address = padding.iter().all(|byte| *byte == 0) && address.iter().any(|byte| *byte != 0);
    is_address.then(|| (slot, EvmAddress::new(*address)))
}
