//! Rounds of one process at a time: submissions, and jobs that are followed.

use super::moment::{Asked, Moment};
use super::round::Round;

/// The bytes of a source that is sent in many pieces.
const SOURCE_BYTES: usize = 300_000;

/// How a contract is submitted in a round, without the servers and the contract.
fn mode(round: &mut Round) -> String {
    match round.rng.u8(..4) {
        0 => "import".to_owned(),
        1 => {
            let path = round.home.path().join("input.json");
            let source = format!("contract A {{}} // {}", "x".repeat(SOURCE_BYTES));
            let input = serde_json::json!({
                "language": "Solidity", "settings": {}, "sources": { "A.sol": { "content": source } },
            });
            std::fs::write(&path, input.to_string()).unwrap();
            format!(
                "standard-json --file {} --contract A.sol:A --compiler 0.8.37+commit.f401782d",
                path.display()
            )
        }
        _ => "similarity".to_owned(),
    }
}

/// Submits a contract, in which it is killed, and submits or follows it again and again.
pub(crate) fn submit(round: &mut Round, seed: u64) {
    let (mode, servers) = (mode(round), round.servers());
    let contract = Round::contract(seed, 0);
    let verify = format!("verify {mode} --address {contract} --json {servers}");
    let runs = round.rng.u8(2..5);
    for run in 0..runs {
        let watch = if round.rng.u8(..3) == 0 { "--watch --timeout 5" } else { "" };
        let is_killed = run + 1 < runs && round.rng.u8(..8) > 0;
        let (line, mostly) = match round.rng.u8(..8) {
            0 if run > 0 => (format!("jobs --refresh --json {servers}"), Asked::Poll),
            1 | 2 if run > 0 => (format!("watch {contract} --timeout 1 --json {servers}"), Asked::Poll),
            3 if run > 0 => {
                round.double.truth(|truth| truth.again.push(contract.clone()));
                (format!("{verify} {watch} --again"), Asked::Submission)
            }
            _ => (format!("{verify} {watch}"), Asked::Submission),
        };
        let moment = is_killed.then(|| Moment::any(&mut round.rng, mostly));
        round.run(&line, moment);
        round.double.truth(|truth| truth.again.clear());
    }
}

/// Submits contracts, and follows the jobs, in which it is killed.
pub(crate) fn poll(round: &mut Round, seed: u64) {
    let servers = round.servers();
    let contracts: Vec<String> =
        (0..round.rng.u64(1..4)).map(|number| Round::contract(seed, number)).collect();
    for contract in &contracts {
        let sent = round.run(&format!("verify similarity --address {contract} --json {servers}"), None);
        assert_eq!(sent.code, Some(0), "{}", sent.stderr);
    }
    for _ in 0..round.rng.u8(1..4) {
        let contract = &contracts[round.rng.usize(..contracts.len())];
        let line = match round.rng.u8(..3) {
            0 => format!("jobs --refresh --json {servers}"),
            1 => format!("verify similarity --address {contract} --json {servers} --watch --timeout 4"),
            _ => format!("watch {contract} --timeout 4 --json {servers}"),
        };
        let moment = Moment::any(&mut round.rng, Asked::Poll);
        round.run(&line, Some(moment));
    }
}
