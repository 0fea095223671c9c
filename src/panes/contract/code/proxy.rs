//! Kinds of proxies, for people.

use crate::decode::code::Code;
use crate::decode::proxy::{Proxy, ProxyKind, SLOTS, Slot};
use crate::ledger::ContractRef;
use crate::message::Place;
use crate::panes::kit::values;
use crate::widgets::{Role, Sheet, Value};

/// Adds the facts of one way of passing calls on.
pub(super) fn facts(sheet: Sheet, proxy: &Proxy, code: &Code) -> Sheet {
    let (name, words) = label_and_meaning(proxy.kind);
    let mut sheet = sheet.fact("kind", Value::styled(Role::Attention, name).note(words));
    if let Some(target) = &proxy.target {
        let place = Place::contract(ContractRef::Address(*target));
        sheet = sheet.fact("target", values::address(target).link(place));
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
        None => Value::plain("slot 0").copied(hex),
    }
}

/// The name of a kind of proxy, and what it means.
pub(super) fn label_and_meaning(kind: ProxyKind) -> (&'static str, &'static str) {
    match kind {
        ProxyKind::Minimal => ("minimal proxy", "the target is in the code and never changes"),
        ProxyKind::Erc1967 => ("proxy (ERC-1967)", "the target is in storage and can change"),
        ProxyKind::Transparent => {
            ("transparent proxy (ERC-1967)", "an admin can change the target; its calls are not forwarded")
        }
        ProxyKind::Beacon => ("beacon proxy (ERC-1967)", "another contract names the target"),
        ProxyKind::Erc1822 => ("proxy (ERC-1822)", "the target is in storage and can change"),
        ProxyKind::Zos => ("proxy (first OpenZeppelin)", "the target is in storage and can change"),
        ProxyKind::Safe => ("proxy of a Safe wallet", "the target is in slot 0"),
        ProxyKind::Diamond => ("diamond (ERC-2535)", "each function has a target of its own"),
        ProxyKind::UupsLogic => {
            ("code behind a proxy (UUPS)", "it can be replaced where a proxy forwards calls to it")
        }
    }
}
