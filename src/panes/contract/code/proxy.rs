//! The facts of a detected proxy.

use decode::code::Code;
use decode::proxy::{Proxy, ProxyKind, SLOTS, Slot};
use ledger::ContractRef;

use crate::message::Place;
use crate::panes::contract::proxy_kinds::label_and_meaning;
use crate::panes::kit::nouns::values;
use crate::widgets::{Role, Sheet, Value};

/// Adds the facts of one proxy pattern.
pub(super) fn facts(sheet: Sheet, proxy: &Proxy, code: &Code) -> Sheet {
    let (name, words) = label_and_meaning(proxy.kind);
    let mut sheet = sheet.fact("kind", Value::styled(Role::Attention, name).note(words));
    if let Some(target) = &proxy.target {
        let place = Place::contract(ContractRef::Address(*target));
        let label = if proxy.kind == ProxyKind::Beacon { "beacon" } else { "target" };
        sheet = sheet.fact(label, values::address(target).link(place));
    }
    if let Some(slot) = proxy.slot {
        sheet = sheet.fact("its slot", slot_value(slot));
    }
    if !proxy.data.is_empty() {
        let data = code.bytes().get(proxy.data.clone()).unwrap_or_default();
        let hex = alloy_primitives::hex::encode_prefixed(data);
        sheet = sheet.fact("cloned with", Value::plain(hex).note(format!("{} bytes", data.len())));
    }
    sheet
}

fn slot_value(slot: Slot) -> Value {
    let hex = alloy_primitives::hex::encode_prefixed(slot);
    let name = SLOTS.iter().find(|(known, _)| *known == slot).map(|(_, name)| *name);
    match name {
        Some(name) => Value::plain(name).note(hex.clone()).copied(hex),
        None => Value::plain(match slot.split_last() {
            Some((number, rest)) if rest.iter().all(|byte| *byte == 0) => format!("slot {number}"),
            _ => hex.clone(),
        })
        .copied(hex),
    }
}
