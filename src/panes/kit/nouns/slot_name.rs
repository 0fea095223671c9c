//! A name for a variable in a contract's storage: typed, and kept for all slots of the variable.

use decode::storage::{Explanation, Slot};
use ledger::HexBytes;

use crate::message::{Effect, Persist, SlotName};
use crate::panes::Context;
use crate::panes::kit::form::prompt::Prompt;
use crate::panes::kit::nouns::slots;

/// The line in which the name is typed, holding the one that was given before.
pub fn prompt(ctx: &Context<'_>, slot: &Slot, explanation: &Explanation) -> Prompt {
    let given = slots::given(ctx, slot, explanation).unwrap_or_default();
    Prompt::new("name (empty removes it) ", &given)
}

/// The effect that stores a name for the variable in the slot. `None` if the contract is unknown.
pub fn save(ctx: &Context<'_>, slot: &Slot, explanation: &Explanation, name: &str) -> Option<Effect> {
    let base = slots::base(slot, explanation)?.to_be_bytes::<32>();
    Some(Effect::Persist(Persist::SlotName(SlotName {
        network: ctx.network.name.clone(),
        contract: slot.contract?,
        slot: HexBytes::from(base.to_vec()),
        name: name.trim().to_owned(),
    })))
}
