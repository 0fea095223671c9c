//! Sources from the user's files: what is read of them, which contract is meant, and what is refused.

use std::fs;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::process::{Ended, Running, demo, home, start, start_with};
use super::server::{JOB, serve, verified_already};

const COMPILER: &str = "--compiler 0.8.37+commit.f401782d";

fn upload(name: &str) -> String {
    format!("--file {}/assets/demo/uploads/{name}", env!("CARGO_MANIFEST_DIR"))
}

const BUILD: &str = "hardhat/artifacts/build-info/5f2a9c0e4b7d18366d90a1c2e8f47b35.json";

#[test]
fn sources_are_sent_and_verified() {
    let counter = upload("counter.standard.json");
    let build = upload(BUILD);
    let metadata = upload("vault/metadata.json");
    let runs = [
        format!("standard-json --address 0.0.5012 {counter} {COMPILER}"),
        format!("standard-json --address 0.0.5014 {build} --contract Vault"),
        format!("metadata --address 0.0.5014 {metadata}"),
    ];
    let runs = runs.map(|line| demo(&format!("verify {line} --watch --json")));
    let [counter, build, metadata] = runs.map(Running::end);
    assert_eq!(counter.result(0, "exact-match")["mode"], "standard-json");
    build.result(0, "exact-match");
    assert_eq!(metadata.result(0, "exact-match")["mode"], "metadata");
    for (ended, name, file) in [
        (&counter, "Counter.sol:Counter", "counter.standard.json"),
        (&metadata, "Vault.sol:Vault", "vault/metadata.json"),
    ] {
        let list = start("jobs --json", &ended.home, &[]).end().stdout;
        let list: Value = serde_json::from_str(&list).unwrap();
        let job = &list["jobs"][0];
        let compiler = COMPILER.trim_start_matches("--compiler ");
        assert_eq!((&job["contract"], &job["compiler"]), (&name.into(), &compiler.into()), "{job}");
        assert!(job["file"].as_str().unwrap().ends_with(file), "{job}");
    }
    for (ended, words) in [
        (&counter, "standard JSON input, 1 source"),
        (&counter, "Counter.sol:Counter; compiler 0.8.37+commit.f401782d"),
        (&build, "build-info, 1 source"),
        (&build, "3 sources of the file are left out, which the contract does not need"),
        (&metadata, "metadata, 1 source"),
    ] {
        assert!(ended.stderr.contains(words), "{words}: {}", ended.stderr);
    }
    for Ended { stdout, stderr, .. } in [&counter, &build, &metadata] {
        assert!(!stdout.contains("pragma") && !stderr.contains("pragma"), "sources are told to nobody");
    }
    assert!(!counter.keeps(b"pragma") && !build.keeps(b"pragma") && !metadata.keeps(b"pragma"));
}

#[test]
fn what_a_file_cannot_do_is_refused_before_anything_is_sent() {
    let (counter, build) = (upload("counter.standard.json"), upload(BUILD));
    let (metadata, incomplete) = (upload("vault/metadata.json"), upload("oracle-incomplete/metadata.json"));
    let (missing, project) = (upload("nothing.json"), upload("foundry"));
    for (line, words) in [
        ("standard-json".to_owned(), "--file is missing"),
        (format!("similarity {counter}"), "--file does not go with similarity"),
        (format!("metadata {metadata} {COMPILER}"), "--compiler does not go with metadata"),
        (format!("standard-json {missing}"), "There is no such file."),
        (format!("standard-json {counter}"), "--compiler is missing: write the compiler's version"),
        (
            format!("standard-json {counter} --compiler latest"),
            "--compiler latest: a version begins with three numbers",
        ),
        (
            format!("standard-json {build} --contract Vault.sol:Vault --compiler 0.8.1"),
            "--compiler 0.8.1: the file was compiled with",
        ),
        (
            format!("standard-json {counter} --compiler 0.8.37+commit.deadbeef"),
            "no release has that build: that version is 0.8.37+commit.f401782d",
        ),
        (format!("metadata {metadata} --root /nowhere/at/all"), "/nowhere/at/all is no directory"),
        (format!("metadata {metadata} --all-sources"), "--all-sources does not go with metadata"),
        (
            format!("standard-json {project}"),
            "the directory of a Foundry project. Choose a contract's artifact",
        ),
        (format!("standard-json {build}"), "as path:Name; the file has Counter.sol:Counter, "),
        (
            format!("standard-json {build} --contract Absent"),
            "--contract Absent: write the source's path, a colon",
        ),
        (format!("standard-json {build} --contract Vault.sol:IAsset"), "abstract or an interface"),
        (
            format!("standard-json {build} --contract Nowhere.sol:Vault"),
            "no source in the file has that path; the file has Counter.sol:Counter, ",
        ),
        (
            format!("standard-json {build} --contract Vault.sol:Other"),
            "found no such contract in that source",
        ),
        (format!("metadata {counter}"), "has no metadata to send: send it as standard JSON"),
        (format!("metadata {incomplete}"), "Sorting.sol is missing"),
    ] {
        let ended = demo(&format!("verify {line} --address 0.0.5012 --json")).end();
        let result = ended.result(2, "not-sent");
        let message = result["message"].as_str().unwrap();
        assert!(message.contains(words), "{line}: {message}");
        assert!(!ended.stderr.contains("submitting"), "{}", ended.stderr);
    }
}

#[test]
fn a_compiler_without_its_build_is_completed_or_sent_with_a_warning() {
    let (verifier, sent) = serve(|asked| match asked.split_once(' ') {
        Some(("POST", _)) => (202, format!(r#"{{"verificationId":"{JOB}"}}"#)),
        _ => (404, "{}".to_owned()),
    });
    for (version, whole) in [("v0.8.26", "0.8.26+commit.8a97fa7a"), ("0.8.99", "0.8.99")] {
        let line = format!(
            "verify standard-json {} --compiler {version} --chain 298 --json --network local --mirror {verifier} \
             --verifier {verifier} --address 0xb0551e9ecceb06cf6ea2879174aaf4da84633e85",
            upload("counter.standard.json")
        );
        let ended = start(&line, &home(), &[]).end();
        let body: Value = serde_json::from_str(&sent.try_recv().unwrap()).unwrap();
        assert_eq!(body["compilerVersion"], whole);
        let warned =
            ended.stderr.contains("attention: 0.8.99 does not name the build, which is unknown here");
        assert_eq!(warned, version == whole, "{}", ended.stderr);
    }
}

/// A build-info as Foundry writes it, whose output names a short version twice and a whole one in the metadata.
fn foundry_build() -> String {
    let (counter, secret) = ("contract Counter {}", "contract Secret { string s = \"nobody may know\"; }");
    let metadata = json!({
        "compiler": { "version": "0.8.26+commit.8a97fa7a" },
        "sources": { "src/Counter.sol": { "keccak256": alloy_primitives::keccak256(counter).to_string() } },
    });
    let contract = json!({ "metadata": metadata.to_string(), "evm": { "bytecode": { "object": "0x60" } } });
    json!({
        "solcVersion": "0.8.26", "solcLongVersion": "0.8.26",
        "input": {
            "language": "Solidity", "version": "0.8.26", "allowPaths": [], "settings": {},
            "sources": { "src/Counter.sol": { "content": counter }, "src/Secret.sol": { "content": secret } },
        },
        "output": { "contracts": { "src/Counter.sol": { "Counter": contract } } },
    })
    .to_string()
}

#[test]
fn a_build_info_on_standard_input_is_sent_without_what_is_not_needed() {
    for (flags, sources) in [("", 1), ("--compiler 0.8.26+commit.8a97fa7a", 1), ("--all-sources", 2)] {
        let (verifier, sent) = verified_already();
        let line = format!(
            "verify standard-json --network local --mirror {verifier} --verifier {verifier} --chain 298 --json \
             --address 0xb0551e9ecceb06cf6ea2879174aaf4da84633e85 --file - {flags}"
        );
        let ended = start_with(&line, &home(), &foundry_build()).end();
        ended.result(0, "already-verified");
        let body = sent.try_recv().unwrap();
        assert_eq!(body.contains("nobody may know"), sources == 2, "{flags}: {body}");
        let body: Value = serde_json::from_str(&body).unwrap();
        assert_eq!(body["compilerVersion"], "0.8.26+commit.8a97fa7a");
        assert_eq!(body["contractIdentifier"], "src/Counter.sol:Counter");
        assert_eq!(body["stdJsonInput"]["sources"].as_object().unwrap().len(), sources);
    }
}

#[test]
fn a_root_that_is_named_lets_a_linked_package_be_read() {
    let folder = TempDir::new().unwrap();
    let text = "library B {}";
    let hash = alloy_primitives::keccak256(text).to_string();
    let metadata = json!({
        "compiler": { "version": "0.8.26+commit.8a97fa7a" }, "language": "Solidity",
        "settings": { "compilationTarget": { "lib/B.sol": "B" } },
        "sources": { "lib/B.sol": { "keccak256": hash } },
    });
    for (path, text) in [
        ("store/lib/B.sol", text),
        ("project/package.json", "{}"),
        ("project/metadata.json", &metadata.to_string()),
    ] {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    std::os::unix::fs::symlink(folder.path().join("store"), folder.path().join("project/node_modules"))
        .unwrap();
    let (verifier, sent) = verified_already();
    let at = folder.path().display();
    let line = format!(
        "verify metadata --network local --mirror {verifier} --verifier {verifier} --chain 298 --json \
         --address 0xb0551e9ecceb06cf6ea2879174aaf4da84633e85 --file {at}/project/metadata.json"
    );
    let message = start(&line, &home(), &[]).end().result(2, "not-sent")["message"].to_string();
    assert!(message.contains("outside of the repository") && message.contains("--root"), "{message}");
    assert!(sent.try_recv().is_err());
    start(&format!("{line} --root {at}/store"), &home(), &[]).end().result(0, "already-verified");
    assert!(sent.try_recv().unwrap().contains(text));
}

const SECRET: &str = "the private text that nobody may send";

/// A user's home directory, with a key, a project with its environment, and an artifact that was downloaded.
struct Victim(TempDir);

impl Victim {
    fn new() -> Self {
        let home = TempDir::new().unwrap();
        for (path, text) in [
            (".ssh/id_ed25519", SECRET),
            ("notes.txt", SECRET),
            ("project/package.json", "{}"),
            ("project/.env", SECRET),
            ("project/.git/config", SECRET),
            ("project/secrets.json", SECRET),
            ("Downloads/old.txt", SECRET),
        ] {
            let path = home.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        Self(home)
    }

    /// Writes metadata at `at` that names `source`, and submits it in a mode. Returns how the command ended, and
    /// what the server was sent.
    fn submit(&self, at: &str, source: &str, members: Value, mode: &str) -> (Ended, Vec<String>) {
        let mut sources = json!({ "A.sol": { "content": "contract A {}" } });
        sources[source] = members;
        let metadata = json!({
            "compiler": { "version": "0.8.26+commit.8a97fa7a" },
            "language": "Solidity",
            "settings": { "compilationTarget": { "A.sol": "A" } },
            "sources": sources,
        });
        let file = self.0.path().join(at);
        fs::write(&file, metadata.to_string()).unwrap();
        let (server, sent) = verified_already();
        let line = format!(
            "verify {mode} --network local --mirror {server} --verifier {server} --chain 298 --json \
             --address 0xb0551e9ecceb06cf6ea2879174aaf4da84633e85 --file {}",
            file.display()
        );
        let home = self.0.path().to_str().unwrap();
        let ended = start(&line, &super::process::home(), &[("HOME", home)]).end();
        (ended, sent.try_iter().collect())
    }
}

#[test]
fn a_source_without_a_valid_hash_is_never_read_from_disk() {
    let victim = Victim::new();
    for (at, source) in [
        ("metadata.json", ".ssh/id_ed25519"),
        ("metadata.json", "notes.txt"),
        ("project/metadata.json", ".env"),
        ("project/metadata.json", "secrets.json"),
    ] {
        for hash in [json!({}), json!({ "keccak256": null }), json!({ "keccak256": "" })]
            .into_iter()
            .chain([json!({ "keccak256": "0xnothex" }), json!({ "keccak256": "0x12", "content": null })])
            .chain([json!({ "keccak256": 7 }), json!({ "keccak256": ["0x"] })])
        {
            for mode in ["metadata", "standard-json"] {
                let (ended, sent) = victim.submit(at, source, hash.clone(), mode);
                assert!(sent.is_empty(), "{source} {hash}: {sent:?}");
                let result = ended.result(2, "not-sent");
                let message = result["message"].as_str().unwrap();
                assert!(message.contains(source) && message.contains("keccak256"), "{message}");
                assert!(!ended.stderr.contains(SECRET) && !ended.stdout.contains(SECRET), "{source}");
            }
        }
    }
}

#[test]
fn a_hidden_file_and_one_outside_of_the_project_are_not_read_even_with_their_hash() {
    let victim = Victim::new();
    let hash = json!({ "keccak256": alloy_primitives::keccak256(SECRET).to_string() });
    let outside = victim.0.path().join("notes.txt");
    std::os::unix::fs::symlink(victim.0.path().join("project/.env"), victim.0.path().join("project/env.sol"))
        .unwrap();
    for (at, source, words) in [
        ("metadata.json", ".ssh/id_ed25519", "hidden"),
        ("project/metadata.json", ".env", "hidden"),
        ("project/metadata.json", "./.env", "hidden"),
        ("project/metadata.json", ".git/config", "hidden"),
        ("project/metadata.json", "env.sol", "hidden"),
        ("project/metadata.json", "../notes.txt", "outside"),
        ("project/metadata.json", outside.to_str().unwrap(), "outside"),
        ("Downloads/metadata.json", "../notes.txt", "outside"),
        // The home directory is no project of which a downloaded file is a part.
        ("Downloads/metadata.json", "notes.txt", "missing"),
    ] {
        let (ended, sent) = victim.submit(at, source, hash.clone(), "metadata");
        assert!(sent.is_empty(), "{source}: {sent:?}");
        let message = ended.result(2, "not-sent")["message"].to_string();
        assert!(message.contains(words), "{at} {source}: {message}");
    }
    let (ended, sent) = victim.submit("Downloads/metadata.json", "old.txt", hash, "metadata");
    ended.result(0, "already-verified");
    assert_eq!(sent.len(), 1, "what has its hash and lies beside the file is sent");
}
