//! The values of a proxy's slots, as a server has them.

use ledger::query::{Limit, Op, SlotFilter, StateQuery, TimestampFilter};
use ledger::{ContractRef, EvmAddress, Page, StateSlot};

use super::{ADMIN, Proxy, Slot};

/// How many rows a page has if no number is asked for.
const USUAL_ROWS: usize = 25;

/// The slots, as far as they are known.
#[derive(Clone, Copy, Debug, Default)]
pub struct Slots<'a>(pub Option<&'a Page<StateSlot>>);

/// The slots that proxies name, and that of their admin; none if they name none.
pub fn named_slots(proxies: &[Proxy]) -> Vec<Slot> {
    let named: Vec<Slot> = proxies.iter().filter_map(|proxy| proxy.slot).collect();
    if named.is_empty() { named } else { named.into_iter().chain([ADMIN]).collect() }
}

/// The question for slots, as of a time if there is a condition on it; `None` for no slots.
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
    /// The address in a slot; `None` if it is not known, or no address.
    pub fn held(self, slot: Slot) -> Option<EvmAddress> {
        let mut held = self.0?.rows.iter().filter_map(|row| address(row));
        held.find(|(known, _)| *known == slot).map(|(_, address)| address)
    }

    /// The number in a slot; `None` if it is not known, or larger than any number of things that are kept there.
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
