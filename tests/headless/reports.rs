//! Public reports of tools that decode, with their right values: what `get` says of each.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use serde_json::Value;

use super::process::{Ended, demo, home, start};
use super::server::serve;

/// Runs `get` against a mirror node and a verifier that answer from one JSON file, by path and query, else by path.
pub(crate) fn get(world: &str, line: &str) -> Ended {
    let world: HashMap<String, Value> = serde_json::from_str(world).unwrap();
    let (server, _) = serve(move |asked| {
        let path = asked.split_once(' ').unwrap().1;
        let bare = path.split('?').next().unwrap();
        let lower: HashMap<String, &Value> =
            world.iter().map(|(key, body)| (key.to_lowercase(), body)).collect();
        let found = lower.get(&path.to_lowercase()).or_else(|| lower.get(&bare.to_lowercase()));
        match found {
            Some(body) if body["__status"].is_u64() => {
                (u16::try_from(body["__status"].as_u64().unwrap()).unwrap(), body["__body"].to_string())
            }
            Some(body) => (200, body.to_string()),
            None => (404, r#"{"_status":{"messages":[{"message":"Not found"}]}}"#.to_owned()),
        }
    });
    let line = format!("get {line} --mirror {server} --verifier {server} --chain 296");
    start(&line, &home(), &[]).end()
}

#[test]
fn the_interface_behind_proxies_that_nobody_verified_counts() {
    let world = include_str!("../fixtures/reports/clones.json");
    for (place, wanted) in [
        ("result/0.0.6301/1795000080.000000001", "Impl.ping(n: 4)"),
        ("result/0.0.6307/1795000070.000000001", "Impl.ping(n: 4)"),
        ("result/0.0.6301/1795000100.000000001", "Pinged"),
        ("result/0.0.6301/1795000110.000000001", "TooLoud"),
    ] {
        let got = get(world, place);
        assert!(got.code == Some(0) && got.stdout.contains(wanted), "{place}: {got:?}");
    }
    let got = get(world, "contract/0.0.6301/results --filter method=ping --csv --columns method");
    assert_eq!(got.stdout, "method\nping\nping\nping\nping\n", "{got:?}");
}

#[test]
fn an_anonymous_event_is_read_by_the_only_one_that_fits() {
    let got =
        get(include_str!("../fixtures/reports/anonymous-event.json"), "result/0.0.6001/1795000000.000000001");
    assert!(got.code == Some(0) && got.stdout.contains("Anon"), "{got:?}");
    assert!(!got.stdout.contains("not decoded"), "{got:?}");
    let sig = demo("sig event E(uint256 indexed a) anonymous").end();
    assert!(sig.code == Some(0) && sig.stdout.contains("no topic"), "{sig:?}");
}

#[test]
fn a_transfer_with_nothing_indexed_is_read_and_an_oddly_indexed_one_is_doubtful() {
    let topic = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
    let (from, to, value) = ("11".repeat(20), "22".repeat(20), format!("{:064x}", 1_000_000));
    let word = |address: &str| format!("{}{address}", "0".repeat(24));
    let none = demo(&format!("decode 0x{}{}{value} --topics {topic}", word(&from), word(&to))).end();
    assert!(
        none.code == Some(0) && none.stdout.contains("1000000") && !none.stdout.contains("doubtful"),
        "{none:?}"
    );
    let one = format!("decode 0x{}{value} --topics {topic},0x{}", word(&to), word(&from));
    let one = demo(&one).end();
    assert!(one.stdout.contains("doubtful") && one.stdout.contains("1000000"), "{one:?}");
}

#[test]
fn a_type_with_a_dot_in_a_signature_is_refused() {
    let got = demo("sig Loggy(uint256,LibName.StructName)").end();
    assert!(got.code == Some(2) && got.stdout.is_empty() && got.stderr.contains("dot"), "{got:?}");
}

#[test]
fn an_error_within_an_error_has_the_name_that_its_contract_gives_it() {
    let world = include_str!("../fixtures/reports/error-within-error.json");
    let place = "result/0.0.6020/1795000000.000000001";
    let got = get(world, place);
    let wanted = "RouteFailed(reason SlippageTooHigh(got 90, min 100))";
    assert!(got.code == Some(0) && got.stdout.contains(wanted), "{got:?}");
    let got: Value = serde_json::from_str(&get(world, &format!("{place} --json")).stdout).unwrap();
    let wanted = "RouteFailed(reason: SlippageTooHigh(got: 90, min: 100))";
    assert_eq!(got["outcome"]["reason"], wanted, "{got}");
    let inner = &got["outcome"]["error"]["args"][0]["value"]["decoded"];
    assert_eq!(inner["signature"], "SlippageTooHigh(uint256,uint256)", "{got}");
    // What Solidity throws needs no contract.
    let wrapped = include_str!("../fixtures/reports/wrapped-error.txt");
    let got = demo(&format!("decode --error {wrapped}")).end();
    assert!(got.code == Some(0) && got.stdout.contains("inner failed"), "{got:?}");
}

/// The state of a result, and the lines of its text that name a value in storage.
fn state(world: &str, place: &str) -> (Value, String) {
    let got: Value = serde_json::from_str(&get(world, &format!("{place} --json")).stdout).unwrap();
    (got["state"].clone(), get(world, place).stdout)
}

#[test]
fn the_position_of_an_enumerable_set_has_its_declared_name() {
    let world = include_str!("../fixtures/reports/enumerable-set.json");
    let (state, text) = state(world, "result/0.0.6140/1795000000.000000001");
    let key = format!("0x{}{}", "00".repeat(12), "11".repeat(20));
    assert_eq!(state[0]["name"], format!("holders._inner._positions[{key}]"), "{state}");
    assert!(text.contains("holders._inner._positions[0x0000") && text.contains(&key), "{text}");
}

#[test]
fn a_function_in_storage_is_an_address_and_a_selector() {
    let world = include_str!("../fixtures/reports/function-in-storage.json");
    let place = "result/0.0.6143/1795000000.000000001";
    let (stored, text) = state(world, place);
    let address = format!("0x{}", "11".repeat(20));
    assert!(
        text.contains(&format!("{address}.0xa9059cbb (transfer)")) && text.contains("no function"),
        "{text}"
    );
    let function = serde_json::json!({ "address": address, "selector": "0xa9059cbb" });
    assert_eq!(stored[0]["values"][1]["after"], function, "{stored}");
    // A type over one that the layout does not name may be a number or bytes.
    let defined = world.replace("function () external", "Tag").replace("\"24\"", "\"8\"");
    let (stored, text) = state(&defined, place);
    assert!(text.contains(" (0x"), "{text}");
    assert!(stored[0]["values"][1]["after"]["bytes"].is_string(), "{stored}");
}

#[test]
fn an_element_of_a_packed_array_has_its_own_place() {
    let world = include_str!("../fixtures/reports/function-in-storage.json");
    let mut world: Value = serde_json::from_str(world).unwrap();
    let layout = serde_json::json!({
        "storage": [{ "label": "levels", "offset": 0, "slot": "11", "type": "t_array" }],
        "types": {
            "t_array": { "base": "t_uint64", "encoding": "inplace", "label": "uint64[4]", "numberOfBytes": "32" },
            "t_uint64": { "encoding": "inplace", "label": "uint64", "numberOfBytes": "8" },
        },
    });
    for answer in world.as_object_mut().unwrap().values_mut().filter(|answer| answer.is_object()) {
        if answer["storageLayout"].is_object() {
            answer["storageLayout"] = layout.clone();
        }
        if let Some(change) = answer["state_changes"].get_mut(0) {
            change["value_written"] = format!("0x{:032x}{:032x}", 5, 0).into();
        }
    }
    let (state, text) = state(&world.to_string(), "result/0.0.6143/1795000000.000000001");
    assert_eq!(state[0]["values"].as_array().unwrap().len(), 1, "{state}");
    assert_eq!(state[0]["values"][0]["name"], "#2", "{state}");
    let line = text.lines().find(|line| line.contains("levels[#0-#3]")).unwrap_or_else(|| panic!("{text}"));
    assert!(line.contains("#2 0"), "{text}");
}

/// A result of a contract without a layout that writes the slot which `m3[5]` of Solidity is, and `m5[3]` of Vyper.
fn one_slot(language: Option<&str>) -> Value {
    let slot: [u8; 64] =
        std::array::from_fn(|at| [0, 5, 3][usize::from(at == 31) + 2 * usize::from(at == 63)]);
    let slot = alloy_primitives::keccak256(slot);
    let world = include_str!("../fixtures/reports/enumerable-set.json");
    let mut world: Value = serde_json::from_str(world).unwrap();
    world.as_object_mut().unwrap().retain(|path, _| language.is_some() || !path.starts_with("/v2/contract"));
    for answer in world.as_object_mut().unwrap().values_mut().filter(|answer| answer.is_object()) {
        if let Some(known) = answer["compilation"].get_mut("language") {
            (*known, answer["storageLayout"]) = (language.into(), Value::Null);
        }
        if let Some(change) = answer["state_changes"].get_mut(0) {
            change["slot"] = slot.to_string().into();
        }
    }
    state(&world.to_string(), "result/0.0.6140/1795000000.000000001").0[0].clone()
}

#[test]
fn a_slot_is_read_in_the_order_of_the_contracts_language() {
    for (language, name) in
        [(Some("Solidity"), "m3[5]"), (Some("Vyper"), "m5[3]"), (None, "one of m3[5], m5[3]")]
    {
        let slot = one_slot(language);
        assert_eq!((&slot["name"], &slot["is_proven"]), (&name.into(), &language.is_some().into()), "{slot}");
    }
}

#[test]
fn an_event_of_a_linked_library_is_read() {
    let world = include_str!("../fixtures/reports/error-within-error.json");
    let mut world: Value = serde_json::from_str(world).unwrap();
    let (own, library) = (format!("0x{:040x}", 6_020), format!("0x{:040x}", 6_021));
    let event =
        r#"[{"type":"event","name":"Sorted","inputs":[{"name":"count","type":"uint256","indexed":false}]}]"#;
    let topic = alloy_primitives::keccak256("Sorted(uint256)").to_string();
    for (path, answer) in world.as_object_mut().unwrap().iter_mut().filter(|(_, answer)| answer.is_object()) {
        if path.ends_with(&library) && path.starts_with("/v2") {
            answer["abi"] = serde_json::from_str(event).unwrap();
        } else if path.ends_with(&own) && path.starts_with("/v2") {
            let libraries = serde_json::json!({ "contracts/Lib.sol:Sorting": library });
            answer["runtimeBytecode"] =
                serde_json::json!({ "transformationValues": { "libraries": libraries } });
        }
        if answer["logs"].is_array() {
            answer["logs"] = serde_json::json!([{
                "address": own, "contract_id": "0.0.6020", "index": 0, "topics": [topic],
                "data": format!("0x{:064x}", 7), "bloom": "0x",
            }]);
        }
    }
    let (result, text) = ("result/0.0.6020/1795000000.000000001", world.to_string());
    let got: Value = serde_json::from_str(&get(&text, &format!("{result} --json")).stdout).unwrap();
    let event = &got["logs"][0]["event"];
    assert_eq!((&event["name"], &event["source"]), (&"Sorted".into(), &"verified".into()), "{got}");
}

#[test]
fn the_interface_behind_a_beacon_and_behind_a_diamond_counts() {
    for contract in ["0.0.5209", "0.0.5210"] {
        let got = demo(&format!("get contract/{contract}/results --csv --columns method --limit 2")).end();
        let methods: Vec<&str> = got.stdout.lines().skip(1).collect();
        let are_named = methods.iter().all(|method| ["rearrange", "turn", "take"].contains(method));
        assert!(methods.len() == 2 && are_named, "{got:?}");
    }
    let owner = demo("call 0.0.5209 owner").end();
    assert!(owner.code == Some(0) && owner.stdout.starts_with("0x"), "{owner:?}");
    assert!(owner.stderr.contains("(verified)"), "{owner:?}");
    // No facet has this function, which the diamond itself says.
    let refused = demo("call 0.0.5210 owner").end();
    assert!(
        refused.code == Some(1) && refused.stderr.contains("NoFacet(selector 0x8da5cb5b)"),
        "{refused:?}"
    );
}

#[test]
fn what_is_behind_a_proxy_is_looked_up_without_a_verifier() {
    let world: HashMap<String, Value> =
        serde_json::from_str(include_str!("../fixtures/reports/clones.json")).unwrap();
    let paths: Arc<Mutex<Vec<String>>> = Arc::default();
    let seen = Arc::clone(&paths);
    let (server, _) = serve(move |asked| {
        let path = asked.split_once(' ').unwrap().1.split('?').next().unwrap().to_lowercase();
        seen.lock().unwrap().push(path.clone());
        let found = world.iter().find(|(key, _)| key.to_lowercase() == path);
        found.map_or((404, String::new()), |(_, body)| (200, body.to_string()))
    });
    let got = start(&format!("get contract/0.0.6301/results --mirror {server}"), &home(), &[]).end();
    // The code of the clone names its target.
    let target = "/api/v1/contracts/0.0.6300".to_owned();
    assert!(got.code == Some(0) && paths.lock().unwrap().contains(&target), "{got:?} {paths:?}");
}
