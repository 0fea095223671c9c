//! Deployments of real tools, and the ledger after them.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};

/// Foundry's broadcast, among the fixtures.
pub(crate) const BROADCAST: &str = "foundry/broadcast/Deploy.s.sol/298/run-latest.json";

/// A file of the fixtures.
pub(crate) fn fixtures(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/projects").join(path)
}

pub(crate) fn read(path: &str) -> Value {
    serde_json::from_str(&fs::read_to_string(fixtures(path)).unwrap()).unwrap()
}

/// What a ledger has of the contracts that a tool deployed: their code by their addresses.
pub(crate) fn deployed(tool: &str) -> BTreeMap<String, Value> {
    let all: BTreeMap<String, Value> =
        serde_json::from_value(read(&format!("deployed/{tool}.json"))).unwrap();
    all.into_values().map(|it| (it["address"].as_str().unwrap().to_lowercase(), it)).collect()
}

/// What a mirror node with these contracts, which were created with these inputs, answers to a path: a status and a body.
pub(crate) fn ledger(
    contracts: BTreeMap<String, Value>,
    inputs: BTreeMap<String, String>,
) -> impl Fn(&str) -> (u16, String) + Send + Sync + 'static {
    let names: Vec<String> = contracts.keys().cloned().collect();
    move |path| {
        let path = path.to_lowercase();
        let at = |text: &str| names.iter().position(|address| text.contains(address.as_str()));
        let by_id =
            || names.iter().enumerate().map(|(at, _)| at).find(|at| path.contains(&format!("0.0.70{at}")));
        let Some(at) = at(&path).or_else(by_id) else { return (404, "{}".to_owned()) };
        let address = &names[at];
        let found = if path.contains("/results/") {
            json!({ "contract_id": format!("0.0.70{at}"), "timestamp": format!("70{at}.000000000"),
                "function_parameters": inputs.get(address), "result": "SUCCESS",
                "hash": format!("0x{}", format!("{at:02x}").repeat(32)) })
        } else {
            json!({ "contract_id": format!("0.0.70{at}"), "evm_address": address,
                "created_timestamp": format!("70{at}.000000000"),
                "runtime_bytecode": contracts[address]["code"] })
        };
        (200, found.to_string())
    }
}

/// The ledger after Foundry's broadcast.
pub(crate) fn foundry() -> impl Fn(&str) -> (u16, String) + Send + Sync + 'static {
    let transactions = read(BROADCAST)["transactions"].as_array().unwrap().clone();
    let input = |it: &Value| {
        let address = it["contractAddress"].as_str().unwrap().to_lowercase();
        (address, it["transaction"]["input"].as_str().unwrap().to_owned())
    };
    ledger(deployed("foundry"), transactions.iter().map(input).collect())
}
