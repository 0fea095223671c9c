//! Sources from the user's files: what is read of them, which contract is meant, and what is refused.

use super::process::{Ended, Running, demo, home, start};
use super::server::accepting;

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
    for (ended, words) in [
        (&counter, "standard JSON input, 1 source"),
        (&counter, "Counter.sol:Counter; compiler 0.8.37+commit.f401782d"),
        (&build, "build-info"),
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
    let missing = upload("nothing.json");
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
fn a_compiler_without_its_build_is_sent_with_a_warning() {
    let verifier = accepting("{}");
    let line = format!(
        "verify standard-json {} --compiler v0.8.37 --chain 298 --json --network local --mirror {verifier} \
         --verifier {verifier} --address 0xb0551e9ecceb06cf6ea2879174aaf4da84633e85",
        upload("counter.standard.json")
    );
    let ended = start(&line, &home(), &[]).end();
    ended.result(0, "running");
    assert!(ended.stderr.contains("attention: v0.8.37 does not name the build"), "{}", ended.stderr);
}
