//! What would verify: the same answer as the verifier gives, before anything is sent.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tempfile::TempDir;

use super::process::{Ended, home, start};
use super::server::{JOB, serve};

const ADDRESS: &str = "0x5b38da6a701c568545dcfcb03fcb875f56beddc4";
const SOURCE: &str = "contract Counter {}\n";

/// The runtime code of a counter up to its metadata, with the INVALID before it.
const BODY: &str = "6080604052348015600e575f5ffd5b50600436106030575f3560e01c80631003e2d21460345780632e52d606146045575b5f5ffd5b6043603f3660046074565b605e565b005b604c5f5481565b60405190815260200160405180910390f35b805f5f828254606c9190608a565b909155505050565b5f602082840312156083575f5ffd5b5035919050565b8082018082111560a857634e487b7160e01b5f52601160045260245ffd5b9291505056fe";

/// The counter with metadata of this hash.
fn hashed(hash: &str) -> String {
    format!("{BODY}a2646970667358221220{}64736f6c634300081c0033", hash.repeat(32))
}

/// The counter with metadata that has no hash.
fn unhashed() -> String {
    format!("{BODY}a164736f6c634300081c000a")
}

/// The counter without metadata.
fn bare() -> String {
    BODY.strip_suffix("fe").unwrap().to_owned()
}

/// A directory with files in it.
fn directory(files: &[(&str, String)]) -> TempDir {
    let directory = tempfile::tempdir().unwrap();
    for (path, text) in files {
        write(directory.path(), path, text);
    }
    directory
}

fn write(root: &Path, path: &str, text: &str) -> PathBuf {
    let path = root.join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, text).unwrap();
    path
}

/// A build-info of these contracts with this code.
fn build(contracts: &[(&str, &str)]) -> String {
    let mut output = json!({});
    let mut sources = json!({});
    for (contract, code) in contracts {
        let (path, name) = contract.split_once(':').unwrap();
        output[path][name] = json!({ "abi": [], "evm": {
            "bytecode": { "object": format!("6000{code}") }, "deployedBytecode": { "object": code } } });
        sources[path] = json!({ "content": SOURCE });
    }
    json!({ "solcLongVersion": "0.8.28+commit.7893614a", "output": { "contracts": output },
        "input": { "language": "Solidity", "sources": sources, "settings": {} } })
    .to_string()
}

/// Foundry's artifact of the counter, whose source had this text.
fn artifact(code: &str, source: &str) -> String {
    let hash = alloy_primitives::keccak256(source).to_string();
    let metadata = json!({ "compiler": { "version": "0.8.28+commit.7893614a" }, "language": "Solidity",
        "settings": { "compilationTarget": { "src/Counter.sol": "Counter" } }, "output": {},
        "sources": { "src/Counter.sol": { "keccak256": hash } } });
    json!({ "abi": [], "bytecode": { "object": format!("0x6000{code}") },
        "deployedBytecode": { "object": format!("0x{code}") }, "rawMetadata": metadata.to_string() })
    .to_string()
}

/// A mirror node with this code at the address, and a verifier that accepts what it is sent.
fn network(code: &str) -> (String, std::sync::mpsc::Receiver<String>) {
    let record =
        json!({ "contract_id": "0.0.6100", "evm_address": ADDRESS, "runtime_bytecode": format!("0x{code}") });
    serve(move |asked| match asked.split_once(' ') {
        Some(("POST", _)) => (202, format!(r#"{{"verificationId":"{JOB}"}}"#)),
        Some((_, path)) if path.starts_with("/api/v1/contracts/") => (200, record.to_string()),
        _ => (404, "{}".to_owned()),
    })
}

fn verify(line: &str, server: &str) -> Ended {
    let line =
        format!("verify {line} --address {ADDRESS} --network local --mirror {server} --verifier {server}");
    start(&line.replace("verify check", "--chain 298 verify check"), &home(), &[]).end()
}

fn check(project: &TempDir, code: &str, more: &str) -> (Option<i32>, Value) {
    let (server, _) = network(code);
    let ended = verify(&format!("check {} --json {more}", project.path().display()), &server);
    (ended.code, serde_json::from_str(&ended.stdout).unwrap_or_else(|_| panic!("{ended:?}")))
}

#[test]
fn metadata_is_graded_as_the_verifier_grades_it() {
    let (one, other) = (hashed("11"), hashed("22"));
    let would_fail = (1, "other settings");
    for (deployed, compiled, (code, grade), words) in [
        (&one, &one, (0, "exact match"), "would be an exact match"),
        (&one, &other, (0, "match"), "would be a match"),
        (&one, &bare(), would_fail, "Try with settings.metadata.appendCBOR on."),
        (&one, &unhashed(), would_fail, "Try with settings.metadata.bytecodeHash ipfs."),
        (&unhashed(), &one, (0, "match"), "would be a match"),
        (&bare(), &one, (0, "match"), "would be a match"),
        (&unhashed(), &unhashed(), (0, "match"), "would be a match"),
        (&bare(), &bare(), (0, "match"), "would be a match"),
        (&unhashed(), &bare(), would_fail, "would verify; the nearest is"),
    ] {
        let project =
            directory(&[("artifacts/build-info/1.json", build(&[("src/Counter.sol:Counter", compiled)]))]);
        let (ended, found) = check(&project, deployed, "");
        let candidate = &found["candidates"][0];
        let message = found["message"].as_str().unwrap();
        assert_eq!((ended, candidate["grade"].as_str()), (Some(code), Some(grade)), "{found}");
        assert_eq!(candidate["verifies"], code == 0, "{found}");
        assert!(message.contains(words), "{message}");
    }
}

#[test]
fn immutables_behind_the_code_are_named() {
    let code = bare();
    let project = directory(&[("artifacts/build-info/1.json", build(&[("src/Counter.vy:Counter", &code)]))]);
    let (ended, found) = check(&project, &format!("{code}{}", "2a".repeat(64)), "");
    assert_eq!((ended, &found["candidates"][0]["grade"]), (Some(0), &"match".into()), "{found}");
    let findings = found["candidates"][0]["findings"].to_string();
    assert!(
        findings.contains("2 words of immutables follow") && !findings.contains("byte for byte"),
        "{found}"
    );
}

#[test]
fn contracts_of_equal_code_are_both_named_until_one_is_chosen() {
    let (one, other) = (hashed("11"), hashed("22"));
    let twins = [("src/A.sol:A", &*one), ("src/B.sol:B", &*other)];
    let project = directory(&[("artifacts/build-info/1.json", build(&twins))]);
    let deployed = hashed("33");
    let (ended, found) = check(&project, &deployed, "");
    assert_eq!((ended, &found["outcome"]), (Some(2), &"ambiguous".into()), "{found}");
    let words = "src/A.sol:A and src/B.sol:B have the same code: name one with --contract";
    assert_eq!(found["message"], words);
    let (ended, found) = check(&project, &deployed, "--contract B");
    assert_eq!((ended, &found["message"]), (Some(0), &"src/B.sol:B would be a match".into()), "{found}");
    let (ended, found) = check(&project, &deployed, "--contract C");
    assert_eq!(ended, Some(2), "{found}");
    let (ended, found) = check(&project, &other, "");
    assert_eq!(
        (ended, &found["message"]),
        (Some(0), &"src/B.sol:B would be an exact match".into()),
        "{found}"
    );
    let (server, sent) = network(&deployed);
    let ended = verify(&format!("project {} --chain 298 --json", project.path().display()), &server);
    assert!(ended.result(2, "not-sent")["message"].as_str().unwrap().contains(words), "{ended:?}");
    assert!(sent.try_recv().is_err());
    // Of many equal codes, that of the same metadata is found.
    let names: Vec<(String, String)> =
        (0..40).map(|at| (format!("src/{at}.sol:T{at}"), hashed(&format!("{at:02x}")))).collect();
    let many: Vec<(&str, &str)> = names.iter().map(|(name, code)| (&**name, &**code)).collect();
    let project = directory(&[("artifacts/build-info/1.json", build(&many))]);
    let (ended, found) = check(&project, &hashed("22"), "");
    assert_eq!(
        (ended, &found["message"]),
        (Some(0), &"src/34.sol:T34 would be an exact match".into()),
        "{found}"
    );
}

#[test]
fn a_source_that_changed_is_taken_from_the_build_info_beside_it() {
    let code = hashed("11");
    let project = directory(&[
        ("foundry.toml", String::new()),
        ("src/Counter.sol", "contract Counter { uint256 since; }\n".to_owned()),
        ("out/Counter.sol/Counter.json", artifact(&code, SOURCE)),
        ("out/build-info/1.json", build(&[("src/Counter.sol:Counter", &code)])),
    ]);
    let (server, sent) = network(&code);
    let line = format!("project {} --chain 298 --json", project.path().display());
    let ended = verify(&line, &server);
    ended.result(0, "running");
    let body: Value = serde_json::from_str(&sent.try_recv().unwrap()).unwrap();
    assert_eq!(body["sources"]["src/Counter.sol"], SOURCE, "{body}");
    assert!(ended.stderr.contains("from out/build-info/1.json"), "{}", ended.stderr);
    fs::remove_dir_all(project.path().join("out/build-info")).unwrap();
    let ended = verify(&line, &server);
    assert!(ended.result(2, "not-sent")["message"].as_str().unwrap().contains("as it was compiled"));
}

#[test]
fn every_profile_of_foundry_is_read_or_named() {
    let code = hashed("11");
    let settings = "[profile.default]\nout = \"out\"\n[profile.ci]\nout = \"out-ci\"\n[profile.lite]\nout = \"lite\"\n\
                    [profile.far]\nout = \"../\"\n";
    let project = directory(&[
        ("foundry.toml", settings.to_owned()),
        ("out/Counter.sol/Counter.json", artifact(&bare(), SOURCE)),
        ("out-ci/Counter.sol/Counter.json", artifact(&code, SOURCE)),
    ]);
    let (ended, found) = check(&project, &code, "");
    let candidate = &found["candidates"][0];
    assert_eq!((ended, &candidate["file"]), (Some(0), &"out-ci/Counter.sol/Counter.json".into()), "{found}");
    let left_out = json!([
        { "file": "../", "why": "The profile far writes there, outside of the project." },
        { "file": "lite", "why": "The profile lite was not built." },
    ]);
    assert_eq!(found["left_out"], left_out);
}

#[test]
fn a_file_is_compared_before_it_is_sent() {
    let (one, other) = (hashed("11"), hashed("22"));
    let project = directory(&[
        ("build.json", build(&[("src/Counter.sol:Counter", &one)])),
        ("Counter.json", artifact(&one, SOURCE)),
        ("src/Counter.sol", SOURCE.to_owned()),
    ]);
    for (deployed, words) in [
        (&one, "src/Counter.sol:Counter would be an exact match"),
        (&other, "src/Counter.sol:Counter would be a match"),
        (&"00".to_owned(), "attention: src/Counter.sol:Counter would not verify: "),
    ] {
        let (server, _) = network(deployed);
        for (mode, file) in [("standard-json", "build.json"), ("metadata", "Counter.json")] {
            let file = project.path().join(file);
            let ended = verify(&format!("{mode} --file {} --chain 298 --dry-run", file.display()), &server);
            assert!(ended.code == Some(0) && ended.stderr.contains(words), "{mode}: {ended:?}");
        }
    }
}
