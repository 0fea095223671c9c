//! The ready files in `assets/demo/uploads`, sent as a client sends them.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};

use super::{Server, matches};
use crate::demo::artifacts;

const BUILD_INFO: &str = "hardhat/artifacts/build-info/5f2a9c0e4b7d18366d90a1c2e8f47b35.json";
const FOUNDRY: &str = "foundry/out/Counter.sol/Counter.json";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/demo/uploads")
}

fn text(path: &str) -> String {
    fs::read_to_string(folder().join(path)).unwrap()
}

fn json_of(path: &str) -> Value {
    serde_json::from_str(&text(path)).unwrap()
}

fn standard(input: &Value, version: &str, contract: &str) -> Value {
    json!({ "stdJsonInput": input, "compilerVersion": version, "contractIdentifier": contract })
}

#[tokio::test]
async fn standard_json_input() {
    let server = Server::start().await;
    let version = "0.8.37+commit.f401782d";
    let counter = standard(&json_of("counter.standard.json"), version, "Counter.sol:Counter");
    let greeter = standard(&json_of("greeter.standard.json"), version, "Greeter.sol:Greeter");
    for (entity, body, found) in
        [(5025, &counter, "exact_match"), (5006, &greeter, "exact_match"), (5007, &greeter, "match")]
    {
        let done = server.outcome("", entity, body).await;
        assert_eq!(matches(&done["contract"]), [found; 3], "{entity}");
    }
    let differs = server.outcome("", 5020, &counter).await;
    assert_eq!(differs["error"]["customCode"], "no_match");
}

#[tokio::test]
async fn hardhat_build_info() {
    let server = Server::start().await;
    let info = json_of(BUILD_INFO);
    let version = info["solcLongVersion"].as_str().unwrap();
    for (entity, contract, found) in [
        (5012, "Counter.sol:Counter", "exact_match"),
        (5006, "Greeter.sol:Greeter", "exact_match"),
        (5014, "Vault.sol:Vault", "exact_match"),
        (5007, "Greeter.sol:Greeter", "match"),
        (5020, "Counter.sol:Counter", "no_match"),
        (5037, "Escrow.sol:Escrow", "bytecode_length_mismatch"),
        (5040, "Vault.sol:IAsset", "compiled_bytecode_is_zero"),
        (5040, "Vault.sol:Safe", "contract_not_found_in_compiler_output"),
    ] {
        let done = server.outcome("", entity, &standard(&info["input"], version, contract)).await;
        let ended = done["contract"]["match"].as_str().or(done["error"]["customCode"].as_str());
        assert_eq!(ended, Some(found), "{entity} {contract}");
    }
    let outputs = info["output"]["contracts"].as_object().unwrap();
    assert!(outputs.values().map(|file| file.as_object().unwrap().len()).sum::<usize>() >= 5);
}

#[tokio::test]
async fn foundry_artefact() {
    let server = Server::start().await;
    let built = json_of(FOUNDRY);
    let raw: Value = serde_json::from_str(built["rawMetadata"].as_str().unwrap()).unwrap();
    assert_eq!(raw, built["metadata"]);
    let sources: Map<String, Value> = raw["sources"]
        .as_object()
        .unwrap()
        .keys()
        .map(|path| (path.clone(), text(&format!("foundry/{path}")).into()))
        .collect();
    let body = json!({ "sources": sources, "metadata": raw });
    let done = server.outcome("metadata", 5151, &body).await;
    assert_eq!(matches(&done["contract"]), ["exact_match"; 3]);
    let optimized = server.outcome("metadata", 5012, &body).await;
    assert_eq!(optimized["error"]["customCode"], "bytecode_length_mismatch");
}

#[tokio::test]
async fn metadata_with_and_without_all_its_sources() {
    let server = Server::start().await;
    let vault = json!({
        "sources": { "Vault.sol": text("vault/Vault.sol") },
        "metadata": json_of("vault/metadata.json"),
    });
    let done = server.outcome("metadata", 5014, &vault).await;
    assert_eq!(matches(&done["contract"]), ["exact_match"; 3]);
    let oracle = json!({
        "sources": { "Oracle.sol": text("oracle-incomplete/Oracle.sol") },
        "metadata": json_of("oracle-incomplete/metadata.json"),
    });
    let done = server.outcome("metadata", 5021, &oracle).await;
    assert_eq!(done["error"]["errorData"]["missingSources"], json!(["Sorting.sol"]));
}

#[test]
fn the_files_are_small_and_their_sources_are_those_of_the_contracts() {
    for (path, source) in [
        ("foundry/src/Counter.sol", "Counter.sol"),
        ("vault/Vault.sol", "Vault.sol"),
        ("oracle-incomplete/Oracle.sol", "Oracle.sol"),
    ] {
        assert_eq!(text(path), artifacts::source(source).unwrap(), "{path}");
    }
    for path in [BUILD_INFO, FOUNDRY, "counter.standard.json", "vault/metadata.json"] {
        assert!(text(path).len() < 60_000, "{path}");
    }
}
