//! Rounds of a deployment whose contracts are submitted one after another: the same command again goes on where it ended.

use super::deployment;
use super::moment::{Asked, Moment};
use super::round::Round;

/// The ledger after the deployment.
pub(crate) fn ledger() -> impl Fn(&str) -> (u16, String) + Send + Sync + 'static {
    deployment::foundry()
}

/// Verifies the deployment again and again, until it is not killed.
pub(crate) fn deploy(round: &mut Round) {
    let watch = if round.rng.u8(..4) == 0 { "--watch" } else { "" };
    let file = deployment::fixtures(deployment::BROADCAST);
    let line = format!("verify deployment {} --json {watch} {}", file.display(), round.servers());
    for _ in 0..round.rng.u8(1..4) {
        let asked = if round.rng.u8(..4) == 0 { Asked::LookUp } else { Asked::Submission };
        let mut moment = Moment::any(&mut round.rng, asked);
        if let Moment::At { asked: Asked::Submission, count, .. } = &mut moment {
            *count = round.rng.usize(1..5);
        }
        round.run(&line, Some(moment));
    }
    let ended = round.run(&line, None);
    let result: serde_json::Value = serde_json::from_str(&ended.stdout).unwrap();
    let contracts = result["contracts"].as_array().unwrap();
    assert_eq!(contracts.len(), 4, "{result}");
    // One of which nobody knows what became of it does not keep the others.
    assert!(contracts.iter().all(|contract| contract["outcome"] != "not-sent"), "{result}");
}
