//! `--dry-run`: everything that would be sent is told, but the key, and nothing is.

use serde_json::json;

use super::process::{Home, demo, home, start};
use super::server::refusing;

const ADDRESS: &str = "0xb0551e9ecceb06cf6ea2879174aaf4da84633e85";

fn line(verifier: &str, rest: &str) -> String {
    format!(
        "verify {rest} --network local --mirror {verifier} --verifier {verifier} --chain 298 \
         --address {ADDRESS} --dry-run"
    )
}

fn jobs(home: &Home) -> String {
    start("jobs --json", home, &[]).end().stdout
}

#[test]
fn every_file_is_told_with_its_size_and_whether_its_hash_matches() {
    let project = tempfile::tempdir().unwrap();
    let text = "library B {}";
    let metadata = json!({
        "compiler": { "version": "0.8.26+commit.8a97fa7a" },
        "language": "Solidity",
        "settings": { "compilationTarget": { "A.sol": "A" } },
        "sources": {
            "A.sol": { "content": "contract A {}" },
            "lib/B.sol": { "keccak256": alloy_primitives::keccak256(text).to_string() },
        },
    });
    let written = metadata.to_string();
    for (path, text) in
        [("package.json", "{}"), ("node_modules/lib/B.sol", text), ("metadata.json", &written)]
    {
        let path = project.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let (verifier, sent) = refusing(500, String::new());
    let home = home();
    let file = project.path().join("metadata.json");
    let command = line(&verifier, &format!("metadata --file {}", file.display()));
    let ended = start(&format!("{command} --watch --json"), &home, &[]).end();
    let result = ended.result(0, "not-sent");
    assert_eq!((&result["outcome"], &result["verified"]), (&"dry-run".into(), &false.into()));
    let request = &result["request"];
    assert_eq!(request["url"], format!("{verifier}/v2/verify/metadata/298/{ADDRESS}"));
    let hash = |text: &str| alloy_primitives::keccak256(text).to_string();
    let inside = |path, text: &str| {
        let (bytes, hash) = (text.len(), hash(text));
        json!({ "path": path, "bytes": bytes, "keccak256": hash, "hash": "absent", "read_from": null })
    };
    assert_eq!(
        request["files"],
        json!([
            inside("(metadata)", &written),
            inside("A.sol", "contract A {}"),
            {
                "path": "lib/B.sol", "bytes": 12, "keccak256": hash(text), "hash": "matches",
                "read_from": "node_modules/lib/B.sol",
            },
        ])
    );
    assert_eq!(request["left_out"], json!([]));
    let told = start(&command, &home, &[]).end();
    assert_eq!(told.code, Some(0), "{}", told.stderr);
    for words in [
        "nothing was sent",
        "3 files:",
        &format!(
            "  A.sol        13 bytes  {} unchecked, in the file",
            hash("contract A {}").get(..10).unwrap()
        ),
        &format!(
            "  lib/B.sol    12 bytes  {} matches, from node_modules/lib/B.sol",
            hash(text).get(..10).unwrap()
        ),
    ] {
        assert!(told.stdout.contains(words), "{words}: {}", told.stdout);
    }
    assert!(!told.stdout.contains("library B") && !ended.stdout.contains("library B"));
    assert!(sent.try_recv().is_err(), "nothing was sent");
    assert!(!ended.stderr.contains("submitting"), "{}", ended.stderr);
    assert_eq!(jobs(&home), "{\"jobs\":[],\"message\":null,\"exit_code\":0}\n");
}

#[test]
fn what_is_left_out_is_told() {
    let build = "assets/demo/uploads/hardhat/artifacts/build-info/5f2a9c0e4b7d18366d90a1c2e8f47b35.json";
    let file = format!("--file {}/{build}", env!("CARGO_MANIFEST_DIR"));
    let command = format!("verify standard-json --address 0.0.5012 --contract Counter {file} --dry-run");
    let result = demo(&format!("{command} --json")).end().result(0, "not-sent");
    let request = &result["request"];
    assert_eq!(request["files"].as_array().unwrap().len(), 1);
    assert_eq!(
        (&request["files"][0]["path"], &request["files"][0]["hash"]),
        (&"Counter.sol".into(), &"matches".into())
    );
    assert_eq!(request["left_out"], json!(["Escrow.sol", "Greeter.sol", "Vault.sol"]));
    let told = demo(&command).end().stdout;
    for words in ["1 file:\n  Counter.sol ", "3 sources of the file are left out", "\n  Greeter.sol\n"] {
        assert!(told.contains(words), "{words}: {told}");
    }
}

#[test]
fn a_key_is_not_told() {
    let (verifier, sent) = refusing(500, String::new());
    let key = "k3y-that-nobody-may-see";
    for form in ["", "--json"] {
        let command = format!("{} {form}", line(&verifier, "import --api-key-env EXPLORER_KEY"));
        let ended = start(&command, &home(), &[("EXPLORER_KEY", key)]).end();
        assert_eq!(ended.code, Some(0), "{}", ended.stderr);
        assert!(ended.stdout.contains("********") && !ended.stdout.contains(key), "{}", ended.stdout);
        assert!(!ended.stderr.contains(key) && !ended.keeps(key.as_bytes()));
    }
    assert!(sent.try_recv().is_err(), "nothing was sent");
}

#[test]
fn what_would_not_be_sent_is_said_as_without_it() {
    demo("verify similarity --address 0.0.5002 --dry-run --json").end().result(0, "already-verified");
    demo("verify similarity --address 0.0.4999999 --dry-run --json").end().result(6, "not-sent");
    let found = demo("verify similarity --address 0.0.5001 --dry-run --json").end();
    let result = found.result(0, "not-sent");
    let hash = &result["request"]["body"]["creationTransactionHash"];
    assert!(hash.is_string() && result["creation_tx"] == *hash, "{result}");
}
