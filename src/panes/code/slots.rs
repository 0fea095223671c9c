//! What stands in a proxy's slots now, where the server tells: asked beside the code, which never waits for it.

use crate::decode::code::CodeReading;
use crate::decode::proxy::{ADMIN, Slot};
use crate::ledger::query::{Op, SlotFilter, StateQuery};
use crate::ledger::{ContractRef, EvmAddress, StateSlot};
use crate::message::{Answer, Ask, Effect, Response};
use crate::panes::{Context, Remote};

/// The slots.
#[derive(Debug, Default)]
pub(super) struct Slots {
    held: Remote<Vec<(Slot, EvmAddress)>>,
    asked: bool,
}

impl Slots {
    /// Asks for the slots that the proxies name, once.
    pub(super) fn ask(
        &mut self,
        contract: ContractRef,
        reading: &CodeReading,
        ctx: &Context<'_>,
    ) -> Option<Effect> {
        let named: Vec<Slot> = reading.proxies.iter().filter_map(|proxy| proxy.slot).collect();
        if self.asked || named.is_empty() {
            return None;
        }
        self.asked = true;
        let slots = named.into_iter().chain([ADMIN]);
        let filter = |slot: Slot| SlotFilter { op: Op::Eq, slot: slot.to_vec().into() };
        let query = StateQuery { slot: slots.map(filter).collect(), ..StateQuery::all(contract) };
        Some(self.held.ask(ctx.request(Ask::State(query, None)), ctx.now))
    }

    /// Takes an answer. `true` if it was for this.
    pub(super) fn hear(&mut self, response: &Response) -> bool {
        self.held.hear(response, |answer| match answer {
            Answer::State(page) => Some(page.rows.iter().filter_map(|row| address(row)).collect()),
            _ => None,
        })
    }

    /// Asks again when the pane does.
    pub(super) fn forget(&mut self) -> Option<Effect> {
        self.asked = false;
        self.held.stop()
    }

    /// The address that stands in a slot; `None` if it is not known.
    pub(super) fn held(&self, slot: Slot) -> Option<EvmAddress> {
        let held = self.held.value()?;
        held.iter().find(|(known, _)| *known == slot).map(|(_, address)| *address)
    }
}

/// A slot that holds an address, and which one; `None` if it is empty or holds something else.
fn address(row: &StateSlot) -> Option<(Slot, EvmAddress)> {
    let slot: Slot = row.slot.known()?.bytes().try_into().ok()?;
    let (padding, address) = row.value.known()?.bytes().split_last_chunk::<20>()?;
    let is_address = padding.iter().all(|byte| *byte == 0) && address.iter().any(|byte| *byte != 0);
    is_address.then(|| (slot, EvmAddress::new(*address)))
}
