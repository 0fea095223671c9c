//! Deployments as real tools left them: every contract matched, sent in turn, skipped once it is verified, and one
//! exit code.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

use super::ledger_after::{self, BROADCAST, deployed, fixtures, ledger};
use super::process::{Ended, Home, demo, home, start, start_with};
use super::server::{NOWHERE, serve};

/// The address of a mirror node that answers like this.
fn mirror(ledger: impl Fn(&str) -> (u16, String) + Send + 'static) -> String {
    serve(move |asked| ledger(asked.split_whitespace().nth(1).unwrap())).0
}

/// What a verifier was asked and says.
#[derive(Default)]
struct Desk {
    /// The paths of the submissions, in order.
    posts: Vec<String>,
    /// What is verified, by address, and how.
    verified: BTreeMap<String, &'static str>,
    /// How often it was asked for its chains.
    chains: usize,
    /// How many submissions are refused as too many.
    busy: usize,
    /// How the next jobs end.
    matched: &'static str,
}

/// A verifier that accepts every submission, and has it verified at once.
fn verifier(desk: &Arc<Mutex<Desk>>) -> String {
    let desk = Arc::clone(desk);
    let reply = move |asked: &str| {
        let mut desk = desk.lock().unwrap();
        let (method, path) = asked.split_once(' ').unwrap();
        let address = |path: &str| {
            let path = path.to_lowercase();
            path.find("0x").and_then(|at| path.get(at..at + 42)).map(str::to_owned)
        };
        // Each job is named by its contract.
        let job = |address: &str| format!("2f4aeb11-6b52-4e0e-9a44-{}", address.get(2..14).unwrap());
        let contract = |address: &str, matched: &str| {
            json!({ "match": matched, "creationMatch": matched, "runtimeMatch": matched, "chainId": "298",
                "address": address, "verifiedAt": "2026-01-01T00:00:00Z", "matchId": "1" })
        };
        if method == "POST" {
            if desk.busy > 0 {
                desk.busy -= 1;
                return (429, json!({ "customCode": "too_many_requests", "message": "slow" }).to_string());
            }
            desk.posts.push(path.to_owned());
            let (address, matched) = (address(path).unwrap(), desk.matched);
            desk.verified.insert(address.clone(), matched);
            return (202, json!({ "verificationId": job(&address) }).to_string());
        }
        if path == "/chains" {
            desk.chains += 1;
            let chain = json!({ "name": "Local", "title": "Local", "chainId": 298, "supported": true });
            return (200, json!([chain]).to_string());
        }
        if let Some(id) = path.strip_prefix("/v2/verify/") {
            let of = desk.verified.iter().find(|(address, _)| id == job(address)).unwrap();
            let record = json!({ "isJobCompleted": true, "verificationId": id,
                "jobStartTime": "2026-01-01T00:00:00Z", "jobFinishTime": "2026-01-01T00:00:01Z",
                "contract": contract(of.0, of.1) });
            return (200, record.to_string());
        }
        let known =
            address(path).and_then(|address| desk.verified.get(&address).map(|it| contract(&address, it)));
        known.map_or_else(|| (404, "{}".to_owned()), |known| (200, known.to_string()))
    };
    serve(reply).0
}

fn desk(matched: &'static str) -> Arc<Mutex<Desk>> {
    Arc::new(Mutex::new(Desk { matched, ..Desk::default() }))
}

/// The ledger after Foundry's broadcast.
fn foundry() -> String {
    mirror(ledger_after::foundry())
}

fn verify(file: &str, more: &str, servers: [&str; 2], home: &Home) -> Ended {
    let file = fixtures(file);
    let [mirror, verifier] = servers;
    let line = format!(
        "verify deployment {} --network local --mirror {mirror} --verifier {verifier} --chain 298 {more}",
        file.display()
    );
    start(&line, home, &[]).end()
}

fn object(ended: &Ended, code: i32) -> Value {
    assert_eq!(ended.code, Some(code), "{}\n{}", ended.stdout, ended.stderr);
    serde_json::from_str(&ended.stdout).unwrap()
}

fn contract<'a>(result: &'a Value, name: &str) -> &'a Value {
    let all = result["contracts"].as_array().unwrap();
    let ends = |it: &&Value| it["contract"].as_str().is_some_and(|it| it.ends_with(&format!(":{name}")));
    all.iter().find(ends).unwrap_or_else(|| panic!("{name}: {result}"))
}

#[test]
fn a_broadcast_is_verified_in_turn_and_a_second_run_sends_nothing() {
    let (mirror, desk, home) = (foundry(), desk("exact_match"), home());
    let servers = [&*mirror, &*verifier(&desk)];
    let first = verify(BROADCAST, "--match exact --watch --json", servers, &home);
    let result = object(&first, 0);
    assert_eq!(
        (&result["outcome"], &result["deployment"]),
        (&"verified".into(), &"Foundry broadcast".into())
    );
    assert_eq!(result["message"], "4 contracts: 4 verified");
    for name in ["Counter", "Oracle", "Sorting", "Vault"] {
        assert_eq!(contract(&result, name)["verification"]["state"], "exact-match", "{name}");
    }
    let oracle = &contract(&result, "Oracle")["libraries"][0];
    assert_eq!(oracle["name"], "src/Sorting.sol:Sorting");
    assert_eq!(oracle["address"], "0x8e4E536615aE43A12eF0D6C3Cf382d766c2803af");
    let given = &contract(&result, "Vault")["constructor"];
    assert!(given.to_string().contains("\"250\""), "{given}");
    assert_eq!(desk.lock().unwrap().posts.len(), 4);
    assert_eq!(desk.lock().unwrap().chains, 1, "they stay the same");
    let again = object(&verify(BROADCAST, "--match exact --watch --json", servers, &home), 0);
    assert_eq!(contract(&again, "Vault")["message"], "verified before: exact match");
    assert_eq!(desk.lock().unwrap().posts.len(), 4, "nothing is sent twice");
}

#[test]
fn a_dry_run_tells_what_would_be_sent_and_the_text_names_libraries_and_arguments() {
    let (mirror, desk) = (foundry(), desk("match"));
    desk.lock()
        .unwrap()
        .verified
        .insert("0xe7f1725e7734ce288f8367e1bb143e90bb3f0512".to_owned(), "exact_match");
    let got = verify(BROADCAST, "--dry-run", [&mirror, &verifier(&desk)], &home());
    assert_eq!(got.code, Some(0), "{}\n{}", got.stdout, got.stderr);
    for words in [
        "4 contracts of a Foundry broadcast on chain 298",
        "src/Vault.sol:Vault would be an exact match",
        "verified before: exact match",
        "src/Oracle.sol:Oracle\n  linked to src/Sorting.sol:Sorting at 0x8e4E536615aE43A12eF0D6C3Cf382d766c2803af",
        "src/Vault.sol:Vault\n  constructor(",
        "\n  3 files:\n",
        "4 contracts: 3 would be sent, 1 verified",
    ] {
        assert!(got.stdout.contains(words), "{words}: {}", got.stdout);
    }
    assert_eq!(desk.lock().unwrap().posts, Vec::<String>::new());
}

#[test]
fn a_match_fails_where_an_exact_one_is_wanted_and_a_busy_verifier_is_waited_for() {
    let (mirror, desk) = (foundry(), desk("match"));
    desk.lock().unwrap().busy = 1;
    let got = verify(BROADCAST, "--match exact --watch --json", [&mirror, &verifier(&desk)], &home());
    let result = object(&got, 1);
    assert!(got.stderr.contains("too many requests: the submission is sent again in 2 s"), "{}", got.stderr);
    assert_eq!(contract(&result, "Counter")["message"], "it is a match only, and an exact match is wanted");
    assert_eq!(result["message"], "4 contracts: 4 failed");
}

#[test]
fn an_ignition_deployment_is_read_from_its_directory() {
    let (mirror, desk) = (mirror(ledger(deployed("hardhat-3"), BTreeMap::new())), desk("exact_match"));
    let directory = "hardhat-3/ignition/deployments/chain-298";
    let got = verify(directory, "--watch --json", [&mirror, &verifier(&desk)], &home());
    let result = object(&got, 0);
    assert_eq!(
        (&result["deployment"], &result["message"]),
        (&"Hardhat Ignition deployment".into(), &"4 contracts: 4 verified".into())
    );
    assert_eq!(contract(&result, "Vault")["artifact"], "Vault");
}

#[test]
fn zeros_in_place_of_a_hash_are_none_and_what_the_ledger_has_is_sent() {
    let (mirror, desk) = (foundry(), desk("exact_match"));
    let directory = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| std::fs::write(directory.path().join(name), text).unwrap();
    let counter = json!({ "address": "0xe7f1725e7734ce288f8367e1bb143e90bb3f0512", "abi": [],
        "transactionHash": format!("0x{}", "0".repeat(64)) });
    file(".chainId", "298");
    file("Counter.json", &counter.to_string());
    let line = format!(
        "verify deployment {} --project {} --network local --mirror {mirror} --verifier {} --chain 298 --watch --json",
        directory.path().display(),
        fixtures("foundry").display(),
        verifier(&desk)
    );
    let got = start(&line, &home(), &[]).end();
    let result = object(&got, 0);
    assert_eq!(result["deployment"], "hardhat-deploy deployment");
    let sent = result["contracts"][0]["verification"]["creation_tx"].as_str().unwrap();
    assert!(got.stderr.contains(&format!("creation transaction {sent}, found")), "{}", got.stderr);
    assert!(sent.trim_start_matches("0x").chars().any(|digit| digit != '0'), "{result}");
}

#[test]
fn what_is_not_in_the_project_or_not_on_the_ledger_is_told_and_the_rest_is_sent() {
    let list = "\
# a list
0.0.5012 Counter
0.0.5014,,Vault
0.0.5151 Other
0.0.4999999
0.0.5012
";
    let project = format!("{}/assets/demo/uploads/hardhat", env!("CARGO_MANIFEST_DIR"));
    let line = format!("verify deployment - --project {project} --network demo --watch --json");
    let got = start_with(&line, &home(), list).end();
    let result = object(&got, 1);
    let outcomes: Vec<&str> =
        result["contracts"].as_array().unwrap().iter().map(|it| it["outcome"].as_str().unwrap()).collect();
    assert_eq!(outcomes, ["verified", "verified", "failed", "not-found"]);
    assert_eq!(result["left_out"][0]["why"], "Line 2 names it, too.");
    let none = result["contracts"][2]["message"].as_str().unwrap();
    assert!(none.starts_with("none of the project would verify; the nearest is"), "{none}");
}

#[test]
fn a_dead_server_ends_it_and_the_rest_is_not_looked_at() {
    let (mirror, home) = (foundry(), home());
    let got = verify(BROADCAST, "--watch --json", [&mirror, NOWHERE], &home);
    let result = object(&got, 4);
    let outcomes: Vec<&str> =
        result["contracts"].as_array().unwrap().iter().map(|it| it["outcome"].as_str().unwrap()).collect();
    assert_eq!(outcomes, ["unreachable", "not-sent", "not-sent", "not-sent"]);
}

#[test]
fn what_cannot_be_carried_out_is_told_before_anything_is_asked() {
    let project = format!("{}/assets/demo/uploads/hardhat", env!("CARGO_MANIFEST_DIR"));
    let vault = format!("{project}/artifacts/build-info/5f2a9c0e4b7d18366d90a1c2e8f47b35.json");
    for (file, words) in [
        ("/nowhere/run-latest.json".to_owned(), "There is no such file."),
        (project.clone(), "Choose the run-latest.json of a broadcast"),
        (vault, "This tells no deployment."),
        (fixtures(BROADCAST).display().to_string(), "name the chain's network with --network"),
    ] {
        let line = format!("verify deployment {file} --project {project} --network demo --chain 298");
        let other = line.replace("--chain 298", "--chain 297");
        let line = if words.contains("--network") { &other } else { &line };
        let got = start(line, &home(), &[]).end();
        assert_eq!((got.code, got.stdout.as_str()), (Some(2), ""), "{file}");
        assert!(got.stderr.contains(words), "{file}: {}", got.stderr);
    }
    let line = format!("verify deployment - --project {project} --network demo");
    let got = start_with(&line, &home(), "0.0.5012 Counter\n0xzz\n").end();
    assert_eq!(got.code, Some(2));
    assert!(got.stderr.contains("nothing was sent: line 2:"), "{}", got.stderr);
    let got = demo(&format!("verify deployment {}", fixtures("solc").display())).end();
    assert_eq!(got.code, Some(2), "{}", got.stderr);
}

#[test]
fn a_clone_of_a_verified_contract_is_skipped_with_its_reason() {
    let implementation = "e7f1725e7734ce288f8367e1bb143e90bb3f0512";
    let (clone, far, stranger) = ("c1".repeat(20), "c2".repeat(20), "ab".repeat(20));
    let code = |target: &str| format!("0x363d3d373d3d3d363d73{target}5af43d82803e903d91602b57fd5bf3");
    let clones = [(clone.clone(), code(implementation)), (far.clone(), code(&stranger))];
    let known = ledger_after::foundry();
    let mirror = mirror(move |path| {
        let lower = path.to_lowercase();
        match clones.iter().find(|(address, _)| lower.contains(&format!("/contracts/0x{address}"))) {
            Some((address, code)) => {
                let record = json!({ "contract_id": "0.0.9", "evm_address": format!("0x{address}"), "runtime_bytecode": code });
                (200, record.to_string())
            }
            None => known(path),
        }
    });
    let desk = desk("exact_match");
    desk.lock().unwrap().verified.insert(format!("0x{implementation}"), "exact_match");
    let run = |list: &str, more: &str| {
        let project = fixtures("foundry");
        let line = format!(
            "verify deployment - --project {} --network local --mirror {mirror} --verifier {} --chain 298 {more}",
            project.display(),
            verifier(&desk)
        );
        start_with(&line, &home(), list).end()
    };
    let skipped = run(&format!("0x{implementation}\n0x{clone}\n"), "--match exact --json");
    let result = object(&skipped, 0);
    let of_clone = &result["contracts"][1];
    let words = "proxy of 0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512, verified: exact match";
    assert_eq!((&of_clone["outcome"], &of_clone["message"]), (&"skipped".into(), &words.into()), "{result}");
    assert_eq!(result["message"], "2 contracts: 1 verified, 1 skipped");
    let failed = object(&run(&format!("0x{far}\n"), "--json"), 1);
    let message = failed["contracts"][0]["message"].as_str().unwrap();
    assert!(message.ends_with(", which is not verified: verify that contract"), "{message}");
    assert_eq!(desk.lock().unwrap().posts, Vec::<String>::new());
}
