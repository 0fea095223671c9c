//! The rows of the list: each contract with its counts, then its slots.

use std::collections::HashMap;

use ledger::amount::counted;
use ledger::result::StateChange;
use ledger::{ContractRef, EntityId, EvmAddress, Field};

use super::StateTab;
use crate::panes::Context;
use crate::panes::kit::nouns::{
    contract_name,
    slot_change::{self, SlotChange},
    slots,
};
use crate::widgets::Value;
use crate::widgets::table::Cell;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Row {
    /// A contract with its counts of slots.
    Contract(String),
    Slot {
        /// The index of the slot in the result.
        at: usize,
        name: String,
        proved: bool,
        /// The values before and after.
        pieces: Vec<Cell>,
    },
}

impl Row {
    /// The index of the slot in the result.
    pub(super) fn slot(&self) -> Option<usize> {
        match self {
            Self::Slot { at, .. } => Some(*at),
            Self::Contract(_) => None,
        }
    }
}

/// The contract of a slot, as the server names it.
type Owner = (Field<EntityId>, Field<EvmAddress>);

/// The rows of the slots that pass the search.
pub(super) fn rows(tab: &StateTab, ctx: &Context<'_>) -> Vec<Row> {
    let mut rows = Vec::new();
    for (owner, places) in by_contract(tab.changes()) {
        let shown: Vec<Row> = places.iter().filter_map(|at| row(tab, ctx, *at)).collect();
        if shown.is_empty() && (!tab.sought.is_empty() || tab.writes_only) {
            continue;
        }
        rows.push(Row::Contract(heading(tab, ctx, &owner, &places)));
        rows.extend(shown);
    }
    rows
}

/// The slots of each contract, both in the order received.
fn by_contract(changes: &[StateChange]) -> Vec<(Owner, Vec<usize>)> {
    let mut groups: Vec<(Owner, Vec<usize>)> = Vec::new();
    let mut known: HashMap<Owner, usize> = HashMap::new();
    for (at, change) in changes.iter().enumerate() {
        let owner = (change.contract_id.clone(), change.address.clone());
        let group = *known.entry(owner.clone()).or_insert(groups.len());
        match groups.get_mut(group) {
            Some((_, slots)) => slots.push(at),
            None => groups.push((owner, vec![at])),
        }
    }
    groups
}

impl StateTab {
    /// The indices of the changed slots, those with a known location first.
    pub(in crate::panes::result) fn changed(&self) -> Vec<usize> {
        let changed =
            self.changes().iter().enumerate().filter(|(_, it)| SlotChange::new(it) == SlotChange::Changed);
        let mut places: Vec<usize> = changed.map(|(at, _)| at).collect();
        let known = |at: usize| self.explained().and_then(|all| all.slots.get(at)?.path.as_ref()).is_some();
        places.sort_by_key(|at| !known(*at));
        places
    }

    /// The counts of changed and other slots.
    pub(in crate::panes::result) fn tally(&self) -> Value {
        Value::plain(tally(self, &(0..self.changes().len()).collect::<Vec<_>>()))
    }

    /// The location of a slot, with its contract unless that is `own`, and the values before and after.
    pub(in crate::panes::result) fn line(
        &self,
        ctx: &Context<'_>,
        own: Option<ContractRef>,
        at: usize,
    ) -> Option<(String, Vec<Cell>)> {
        let (change, slot, explanation) = self.slot(at)?;
        let name = slot_change::qualified_name(ctx, own, change, slot, &explanation);
        Some((name, slot_change::pieces(ctx, change, slot, &explanation)))
    }
}

fn row(tab: &StateTab, ctx: &Context<'_>, at: usize) -> Option<Row> {
    let (change, slot, explanation) = tab.slot(at)?;
    let name = slot_change::name(ctx, change, slot, &explanation);
    let sought = tab.sought.trim().to_lowercase();
    let digits = slot.slot.map(slots::word_hex).unwrap_or_default();
    let full = explanation.path.as_ref().map(ToString::to_string).unwrap_or_default();
    let found = [&name, &digits, &full].into_iter().any(|text| text.to_lowercase().contains(&sought));
    let wanted = found && !(tab.writes_only && SlotChange::new(change) == SlotChange::Read);
    let pieces = slot_change::pieces(ctx, change, slot, &explanation);
    wanted.then(|| Row::Slot { at, name, proved: explanation.is_resolved(), pieces })
}

/// A contract's name and id, the counts of its slots, and how many were located.
fn heading(tab: &StateTab, ctx: &Context<'_>, owner: &Owner, places: &[usize]) -> String {
    let id = match owner {
        (Field::Known(id), _) => id.to_string(),
        (_, Field::Known(address)) => address.checksummed(),
        _ => "contract not named".to_owned(),
    };
    let contract = places.first().and_then(|at| tab.case.slots.get(*at)?.contract);
    let named = contract.and_then(|contract| contract_name::name(ctx, contract));
    let named = named.map(|name| format!("{name} ")).unwrap_or_default();
    let slots = places.iter().filter_map(|at| tab.slot(*at));
    let resolved = slots.filter(|(_, _, explanation)| explanation.is_resolved()).count();
    let found = match tab.explained() {
        Some(_) => format!("  {resolved} of {} resolved", places.len()),
        None => String::new(),
    };
    format!("{named}{id}  {}{found}", tally(tab, places))
}

/// The counts of slots changed, written without a change, and only read.
fn tally(tab: &StateTab, places: &[usize]) -> String {
    let changes = || places.iter().filter_map(|at| tab.changes().get(*at));
    let count = |kind| changes().filter(|change| SlotChange::new(change) == kind).count();
    let all = counted(places.len(), "slot");
    let parts =
        [(SlotChange::Changed, "changed"), (SlotChange::Unchanged, "unchanged"), (SlotChange::Read, "read")];
    let parts = parts.map(|(kind, words)| (count(kind), words));
    let parts: Vec<String> = parts
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, words)| format!("{count} {words}"))
        .collect();
    format!("{all}: {}", parts.join(", "))
}
