//! The storage slots as a document.

use decode::storage::{Explanation, Slot};
use ledger::document::{Document, document};
use ledger::result::StateChange;
use serde_json::Value as Json;

use super::StateTab;
use crate::panes::Context;
use crate::panes::kit::nouns::{
    slot_change::SlotChange,
    slots::{self, Part},
};

impl StateTab {
    /// Every slot that was read or written; null if the server did not send them.
    pub(in crate::panes::result) fn document(&self, ctx: &Context<'_>) -> Json {
        let known = self.result.as_ref().and_then(|result| result.state_changes.known());
        let slot = |at: usize| self.slot(at).map(|(change, slot, it)| document(ctx, change, slot, &it));
        known.map(|changes| (0..changes.len()).filter_map(slot).collect::<Vec<_>>()).document()
    }
}

fn document(ctx: &Context<'_>, change: &StateChange, slot: &Slot, explanation: &Explanation) -> Json {
    let kind = match SlotChange::new(change) {
        SlotChange::Read => "read",
        SlotChange::Unchanged => "unchanged",
        SlotChange::Changed => "changed",
    };
    let part = |part: &Part| {
        document! {
            "name": Some(&part.label).filter(|label| !label.is_empty()),
            "type": Some(&part.kind).filter(|kind| !kind.is_empty()),
            "before": part.before,
            "after": part.after,
        }
    };
    document! {
        "contract_id": change.contract_id,
        "address": change.address,
        "slot": change.slot,
        "name": explanation.path.as_ref().map(|_| slots::whole_name(ctx, slot, explanation)),
        "keys": explanation.keys(),
        "given_name": slots::given(ctx, slot, explanation),
        "is_proven": explanation.is_resolved(),
        "change": kind,
        "before": change.value_read,
        "after": change.value_written,
        "values": slots::parts(slot, explanation).iter().map(part).collect::<Vec<_>>(),
    }
}
