//! The current values of a proxy's slots, if the server has them: requested beside the code, which never
//! waits for them.

use crate::decode::code::CodeReading;
use crate::decode::proxy::{ADMIN, Slot};
use crate::ledger::query::{Op, SlotFilter, StateQuery};
use crate::ledger::{ContractRef, EvmAddress, Page, StateSlot};
use crate::message::question::PageOf;

/// The slots, as far as they are known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slots<'a>(pub(super) Option<&'a Page<StateSlot>>);

/// The question for the slots that the proxies name.
pub(super) fn query(contract: ContractRef, reading: &CodeReading) -> Option<PageOf<StateQuery>> {
    let named: Vec<Slot> = reading.proxies.iter().filter_map(|proxy| proxy.slot).collect();
    if named.is_empty() {
        return None;
    }
    let slots = named.into_iter().chain([ADMIN]);
    let filter = |slot: Slot| SlotFilter { op: Op::Eq, slot: slot.to_vec().into() };
    let query = StateQuery { slot: slots.map(filter).collect(), ..StateQuery::all(contract) };
    Some(PageOf { query, link: None })
}

impl Slots<'_> {
    /// The address in a slot; `None` if it is not known, or no address.
    pub(super) fn held(self, slot: Slot) -> Option<EvmAddress> {
        let mut held = self.0?.rows.iter().filter_map(|row| address(row));
        held.find(|(known, _)| *known == slot).map(|(_, address)| address)
    }
}

/// A slot that holds an address, and which one; `None` if it is empty or holds something else.
fn address(row: &StateSlot) -> Option<(Slot, EvmAddress)> {
    let slot: Slot = row.slot.known()?.bytes().try_into().ok()?;
    let (padding, address) = row.value.known()?.bytes().split_last_chunk::<20>()?;
    let is_address = padding.iter().all(|byte| *byte == 0) && address.iter().any(|byte| *byte != 0);
    is_address.then(|| (slot, EvmAddress::new(*address)))
}
