//! The thirty-four fields of one result: each stands on a tab and can be copied from there.

use hieroscope::message::Command;
use serde_json::{Value, json};

use crate::player::recorded;
use crate::result::on;

/// A result in which every field has a value of its own.
fn full() -> Value {
    let bytes = |byte: &str, count: usize| format!("0x{}", byte.repeat(count));
    json!({
        "access_list": [{"address": bytes("a1", 20), "storage_keys": [bytes("a2", 32)]}],
        "address": bytes("a3", 20), "amount": 4_000_000_123_u64, "block_gas_used": 60_001, "block_hash": bytes("a4", 48),
        "block_number": 70_002, "bloom": bytes("a5", 256), "call_result": bytes("a6", 32), "chain_id": "0x128",
        "contract_id": "0.0.5003", "created_contract_ids": ["0.0.5004", null], "error_message": bytes("a7", 36),
        "failed_initcode": bytes("a8", 40), "from": bytes("a9", 20), "function_parameters": bytes("b1", 36),
        "gas_consumed": 60_004, "gas_limit": 60_005, "gas_price": "0xea66", "gas_used": 60_007, "hash": bytes("b2", 32),
        "logs": [{"address": bytes("b3", 20), "bloom": bytes("b4", 256), "contract_id": "0.0.5005",
            "data": bytes("b5", 32), "index": 7, "topics": [bytes("b6", 32)]}],
        "max_fee_per_gas": "0xea68", "max_priority_fee_per_gas": "0xea69", "nonce": 60_010, "r": bytes("b7", 32),
        "result": "CONTRACT_REVERT_EXECUTED", "s": bytes("b8", 32),
        "state_changes": [{"address": bytes("b9", 20), "contract_id": "0.0.5006", "slot": bytes("c1", 32),
            "value_read": bytes("c2", 32), "value_written": bytes("c3", 32)}],
        "status": "0x0", "timestamp": "1795216207.123456789", "to": bytes("c4", 20), "transaction_index": 60_011,
        "type": 2, "v": 1
    })
}

#[test]
fn every_field_can_be_reached_and_copied_whole() {
    let mut session = on((200, full().to_string()), recorded("095-result-hbar-false-500"));
    let mut copied = String::new();
    for tab in 0..8 {
        if tab == 3 {
            // A slot's values are copied from its detail.
            session.press("enter");
        }
        for _ in 0..40 {
            session.press("y j");
        }
        session.press("tab");
    }
    for command in session.carried() {
        if let Command::Copy(text) = command {
            copied.push_str(&text.to_lowercase());
            copied.push('\n');
        }
    }
    // The last tab copies the whole record: what is looked for must stand on the others.
    let raw = full().to_string().to_lowercase();
    assert!(copied.contains(&raw));
    let copied = copied.replace(&raw, "");
    for (name, value) in full().as_object().unwrap() {
        for leaf in leaves(value) {
            let quantity = leaf.strip_prefix("0x").filter(|digits| (3..=4).contains(&digits.len()));
            let leaf = match quantity {
                Some(digits) => u64::from_str_radix(digits, 16).unwrap().to_string(),
                None => leaf.to_lowercase(),
            };
            // Call data and revert data can be copied in parts: the selector and each word.
            let in_parts = leaf.split_at_checked(10).filter(|(_, words)| words.len() == 64);
            let in_parts = in_parts.is_some_and(|(selector, word)| {
                copied.lines().any(|line| line == selector)
                    && copied.lines().any(|line| line == format!("0x{word}"))
            });
            let told = copied.lines().any(|line| line == leaf) || in_parts;
            assert!(told || (name == "logs" && leaf == "7"), "{name}: {leaf}");
        }
    }
}

/// The values at the ends of a JSON value, as text.
fn leaves(value: &Value) -> Vec<String> {
    match value {
        Value::Null => Vec::new(),
        Value::Array(all) => all.iter().flat_map(leaves).collect(),
        Value::Object(all) => all.values().flat_map(leaves).collect(),
        Value::String(text) => vec![text.clone()],
        other => vec![other.to_string()],
    }
}
