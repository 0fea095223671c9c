//! What the verifier has of a contract, written into a directory, and where else it is verified.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::process::{Ended, demo, home, start};
use super::server::serve;

/// A contract of a hostile verifier.
const ADDRESS: &str = "0xb0551e9ecceb06cf6ea2879174aaf4da84633e85";

/// The paths of all files below a directory.
fn files(directory: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![directory.to_owned()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() && !path.is_symlink() {
                open.push(path);
            } else {
                found.push(path.strip_prefix(directory).unwrap().to_str().unwrap().to_owned());
            }
        }
    }
    found.sort();
    found
}

fn get(place: &str, directory: &Path, rest: &str) -> Ended {
    demo(&format!("get {place} --write {} {rest}", directory.display())).end()
}

#[test]
fn what_the_verifier_has_is_written_and_counted() {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path().join("token");
    let written = get("verified/298/0.0.5002", &root, "");
    assert_eq!(written.code, Some(0), "{}", written.stderr);
    let all =
        ["abi.json", "metadata.json", "sources/Token.sol", "standard-json-input.json", "storage-layout.json"];
    assert_eq!(files(&root), all);
    for name in all {
        assert!(written.stdout.contains(name), "{name}: {}", written.stdout);
    }
    assert!(
        written.stderr.contains("5 files (") && !written.stderr.contains("left out"),
        "{}",
        written.stderr
    );
    let read = |name: &str| fs::read_to_string(root.join(name)).unwrap();
    let json = |name: &str| serde_json::from_str::<Value>(&read(name)).unwrap();
    assert_eq!(
        json("standard-json-input.json")["sources"]["Token.sol"]["content"],
        read("sources/Token.sol")
    );
    assert_eq!(json("metadata.json")["settings"]["compilationTarget"]["Token.sol"], "Token");
    assert_eq!(json("storage-layout.json")["storage"][0]["label"], "name");
    assert!(json("abi.json").as_array().unwrap().iter().any(|entry| entry["name"] == "transfer"));
    // A second time nothing is written, unless that is asked for.
    fs::write(root.join("abi.json"), "mine").unwrap();
    let again = get("sources/298/0.0.5002", &root, "");
    assert_eq!((again.code, again.stdout.as_str()), (Some(2), ""));
    assert!(
        again.stderr.contains("exists already") && again.stderr.contains("--overwrite"),
        "{}",
        again.stderr
    );
    assert_eq!(read("abi.json"), "mine");
    let over = get("sources/298/0.0.5002", &root, "--overwrite --json");
    let result: Value = serde_json::from_str(&over.stdout).unwrap();
    assert_eq!((over.code, result["files"].as_array().unwrap().len()), (Some(0), 5), "{}", over.stderr);
    assert_eq!(result["files"][0]["bytes"], read("abi.json").len());
    assert_eq!(result["left_out"], json!([]));
}

#[test]
fn what_is_not_there_is_said_and_nothing_is_made() {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path().join("new");
    for (place, rest, code, words) in [
        ("verified/298/0.0.5001", "", 1, "is not verified"),
        ("sources/298/0.0.5001", "", 1, "is not verified"),
        ("contract/0.0.5002", "", 2, "--write goes with verified/"),
        ("verified/298/0.0.5002", "--limit 3", 2, "--limit"),
        ("verified/298/0.0.5002", "--raw", 2, "cannot be used with"),
        ("verified/7/0xb0551e9ecceb06cf6ea2879174aaf4da84633e85", "", 2, "Chain 7 not found"),
    ] {
        let refused = get(place, &root, rest);
        assert_eq!((refused.code, refused.stdout.as_str()), (Some(code), ""), "{place} {}", refused.stderr);
        assert!(refused.stderr.contains(words), "{place}: {}", refused.stderr);
        assert!(!root.exists());
    }
}

/// A verifier that has these sources, and says so of each chain.
fn hostile(sources: &Value) -> String {
    let record = json!({
        "match": "match", "creationMatch": null, "runtimeMatch": "match", "chainId": "298", "address": ADDRESS,
        "abi": [{ "type": "function", "name": "a\u{1b}]0;x\u{7}" }], "sources": sources,
        "stdJsonInput": { "language": "Solidity", "sources": sources },
    });
    let everywhere = json!({ "results": [
        record,
        { "match": "exact_match", "creationMatch": "exact_match", "runtimeMatch": "exact_match",
          "chainId": "296\u{1b}[2J", "address": ADDRESS, "verifiedAt": "\u{202e}" },
        { "match": "exact_match", "creationMatch": "exact_match", "runtimeMatch": "exact_match",
          "chainId": "295", "address": ADDRESS, "verifiedAt": "2026-01-02T03:04:05Z" },
    ]});
    let chains = json!([{ "name": "main\u{1b}[31mnet", "chainId": 295, "supported": true }]);
    serve(move |asked| match asked.split_once(' ') {
        Some((_, path)) if path.starts_with("/v2/contract/all-chains/") => (200, everywhere.to_string()),
        Some((_, path)) if path.starts_with("/v2/contract/298/") => (200, record.to_string()),
        Some((_, path)) if path.starts_with("/chains") => (200, chains.to_string()),
        _ => (404, r#"{"_status":{"messages":[{"message":"Not found"}]}}"#.to_owned()),
    })
    .0
}

fn from_hostile(sources: &Value, rest: &str) -> Ended {
    let server = hostile(sources);
    let line = format!(
        "get verified/298/{ADDRESS} --network local --mirror {server} --verifier {server} --chain 298 {rest}"
    );
    start(&line, &home(), &[]).end()
}

fn assert_harmless(text: &str) {
    let harmful = |c: char| (c.is_control() && c != '\n') || ('\u{202a}'..='\u{202e}').contains(&c);
    assert!(!text.contains(harmful), "{text:?}");
}

#[test]
fn no_name_of_a_hostile_verifier_leaves_the_directory() {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path().join("a/b/root");
    fs::create_dir_all(&root).unwrap();
    let names = [
        "../up.sol",
        "x/../../../up.sol",
        "/tmp/hieroscope-absolute.sol",
        "C:\\drive.sol",
        "\\\\host\\share.sol",
        "nul\0.sol",
        "\u{1b}[2J\u{202e}.sol",
        "CON.sol",
        ".git/config",
        ".envrc",
        "TOKEN.sol",
        "Token.sol/b.sol",
        "https://../../../up.sol",
    ];
    let long = format!("{}.sol", "a".repeat(300));
    let mut sources = json!({ "Token.sol": { "content": "contract Token {}\u{1b}[2J" } });
    for name in names.into_iter().chain([long.as_str()]) {
        sources[name] = json!({ "content": "contract Evil {}" });
    }
    let written = from_hostile(&sources, &format!("--write {}", root.display()));
    assert_eq!(written.code, Some(1), "{}", written.stderr);
    assert_eq!(files(&root), ["abi.json", "sources/Token.sol", "standard-json-input.json"]);
    assert_eq!(files(directory.path()).len(), 3);
    let told = format!("{} left out", names.len() + 1);
    assert!(written.stderr.contains(&told), "{}", written.stderr);
    assert!(written.stderr.contains("../up.sol: its name leads out of the directory"), "{}", written.stderr);
    assert_harmless(&written.stderr);
    assert_harmless(&written.stdout);
    // The text is what was compiled, byte for byte.
    assert_eq!(fs::read_to_string(root.join("sources/Token.sol")).unwrap(), "contract Token {}\u{1b}[2J");
    let json = from_hostile(&sources, &format!("--write {} --overwrite --json", root.display()));
    let result: Value = serde_json::from_str(&json.stdout).unwrap();
    assert_eq!((json.code, result["left_out"].as_array().unwrap().len()), (Some(1), names.len() + 1));
    assert_harmless(&json.stdout);
}

#[cfg(unix)]
#[test]
fn links_in_the_directory_lead_nobody_out() {
    use std::os::unix::fs::symlink;
    let directory = tempfile::tempdir().unwrap();
    let (root, outside) = (directory.path().join("root"), directory.path().join("outside"));
    fs::create_dir_all(&root).unwrap();
    fs::create_dir(&outside).unwrap();
    symlink(&outside, root.join("sources")).unwrap();
    symlink(outside.join("abi.json"), root.join("abi.json")).unwrap();
    let sources = json!({ "Token.sol": { "content": "contract Token {}" } });
    let line = format!("--write {}", root.display());
    let refused = from_hostile(&sources, &line);
    assert_eq!(refused.code, Some(2), "{}", refused.stderr);
    let written = from_hostile(&sources, &format!("{line} --overwrite"));
    assert_eq!(written.code, Some(1), "{}", written.stderr);
    assert!(written.stderr.contains("Token.sol: there is a link in its place"), "{}", written.stderr);
    assert_eq!(files(&outside), Vec::<String>::new());
    assert!(!root.join("abi.json").is_symlink(), "the link is replaced, not what it leads to");
}

#[test]
fn where_else_it_is_verified_is_printed() {
    let got = demo("get verified/298/0.0.5004 --json").end();
    let facts: Value = serde_json::from_str(&got.stdout).unwrap();
    let others = json!({ "chain_295": "exact match", "chain_296": "exact match" });
    assert_eq!(facts["other_chains"], others, "{}", got.stderr);
    let none = demo("get verified/298/0.0.5002").end();
    assert!(none.stdout.contains("no other chain"), "{}", none.stdout);
    let hostile = from_hostile(&json!({}), "");
    assert_eq!(hostile.code, Some(0), "{}", hostile.stderr);
    assert_harmless(&hostile.stdout);
    assert!(hostile.stdout.contains(r"main\x1b[31mnet"), "{}", hostile.stdout);
}

#[test]
fn a_source_that_is_not_the_compiled_one_is_written_and_named() {
    let hash = alloy_primitives::keccak256("contract A {}").to_string();
    let body = json!({ "match": "match", "runtimeMatch": "match", "creationMatch": "match", "chainId": "298",
        "address": ADDRESS, "sources": { "a.sol": { "content": "contract A { uint256 trap; }" } },
        "metadata": { "sources": { "a.sol": { "keccak256": hash } } } });
    let (server, _) =
        serve(
            move |asked| {
                if asked.contains("/v2/contract/") { (200, body.to_string()) } else { (404, "{}".to_owned()) }
            },
        );
    let directory = tempfile::tempdir().unwrap();
    let line = format!(
        "get sources/298/{ADDRESS} --network local --mirror {server} --verifier {server} --write {}/all --json",
        directory.path().display()
    );
    let ended = start(&line, &home(), &[]).end();
    let object: Value = serde_json::from_str(&ended.stdout).unwrap_or_else(|_| panic!("{ended:?}"));
    assert_eq!((ended.code, &object["altered"]), (Some(0), &json!(["a.sol"])));
    assert!(ended.stderr.contains("attention: a.sol is not as compiled"), "{}", ended.stderr);
}
