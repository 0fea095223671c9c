//! The values of a proxy's slots, as returned by a server.

use ledger::query::{Limit, Op, SlotFilter, StateQuery, TimestampFilter};
use ledger::{ContractRef, EvmAddress, Page, StateSlot};

use super::{ADMIN, Proxy, Slot};

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
