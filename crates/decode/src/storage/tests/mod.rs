//! Tests of the search: constants of standards, recorded executions, and any bytes at all.

mod any;
mod recorded;
mod rules;

use alloy_primitives::U256;
use ledger::{ContractRef, EntityId, EvmAddress, HexBytes, RawJson, Timestamp};
use serde_json::Value;

use super::{Case, Event, Evidence, Explained, MAX_STEPS, Slot, Stop, erc7201, explain, word};
use crate::Known;
use crate::known::VerifiedCode;

/// Explains a case with all the hashes that are usual.
fn explained(case: &Case, known: &Known) -> Explained {
    explain(case, known, MAX_STEPS, &Stop::default()).unwrap()
}

/// A recorded execution: the slots that it touched with what keys can be found in, and the verified layouts of
/// the contracts, as far as their compiler writes any.
fn recorded(file: &str) -> (Case, Known) {
    let file: Value = serde_json::from_str(file).unwrap();
    let result = &file["result"];
    let text = |it: &Value| it.as_str().map(str::to_owned).unwrap();
    let bytes = |it: &Value| HexBytes::parse(&text(it)).unwrap();
    let address = |it: &Value| EvmAddress::parse_any_case(&text(it)).unwrap();
    let id = |it: &Value| EntityId::parse(&text(it)).unwrap();
    let list = |it: &Value| it.as_array().cloned().unwrap();
    let slots = list(&result["state_changes"]).into_iter().map(|it| Slot {
        contract: Some(ContractRef::Id(id(&it["contract_id"]))),
        slot: word(&bytes(&it["slot"])),
        read: word(&bytes(&it["value_read"])),
        written: it["value_written"].as_str().and_then(HexBytes::parse).and_then(|it| word(&it)),
    });
    let logs = list(&result["logs"]).into_iter().map(|it| Event {
        emitters: vec![address(&it["address"])],
        topics: list(&it["topics"]).iter().filter_map(|topic| word(&bytes(topic))).collect(),
        data: bytes(&it["data"]),
    });
    let evidence = Evidence {
        senders: vec![address(&result["from"])],
        contracts: vec![address(&result["to"]), EvmAddress::long_zero(id(&result["contract_id"]))],
        call: bytes(&result["function_parameters"]),
        returned: bytes(&result["call_result"]),
        logs: logs.collect(),
        at: Some(Timestamp::from_secs(1_795_216_207)),
        ..Evidence::default()
    };
    let mut known = Known::default();
    for (contract, layout) in file["layouts"].as_object().unwrap() {
        let address = EvmAddress::long_zero(EntityId::parse(contract).unwrap());
        let layout = Some(RawJson::new(layout.to_string()));
        known.add_code(address, VerifiedCode { layout, ..VerifiedCode::default() });
        known.add_address(EntityId::parse(contract).unwrap(), address);
    }
    (Case { slots: slots.collect(), evidence }, known)
}

/// The paths of the slots in their order, each checked by hashing it again; the hex of what was not found.
fn paths(case: &Case, explained: &Explained) -> Vec<String> {
    assert_eq!(case.slots.len(), explained.slots.len());
    let path = |(slot, it): (&Slot, &super::Explanation)| {
        let slot = slot.slot.unwrap();
        let Some(path) = &it.path else { return format!("{slot:#066x}") };
        assert_eq!(path.slot(), slot, "{path}");
        let last = path.hashes().pop().map_or(U256::ZERO, |hashed| hashed.hash);
        assert!(last <= slot, "{path}");
        path.to_string()
    };
    case.slots.iter().zip(&explained.slots).map(path).collect()
}

/// The declared names of the slots in their order.
fn names(explained: &Explained) -> Vec<String> {
    let text = |it: &super::Explanation| {
        let named = it.named.as_ref()?;
        Some(named.pieces.iter().map(super::Piece::text).collect())
    };
    explained.slots.iter().map(|it| text(it).unwrap_or_default()).collect()
}
