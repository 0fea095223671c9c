//! Rounds of two processes at the same time on the same data, of which one or both are killed.

use super::moment::{Asked, Moment};
use super::process::Process;
use super::round::Round;

/// What one of the two does.
fn line(round: &mut Round, contract: &str, is_first: bool) -> String {
    let servers = round.servers();
    let watch = if round.rng.u8(..3) == 0 { "--watch --timeout 4" } else { "" };
    match round.rng.u8(..6) {
        0 if !is_first => format!("jobs --refresh --json {servers}"),
        1 if !is_first => format!("watch {contract} --timeout 2 --json {servers}"),
        2 => format!("verify import --address {contract} --json {servers} {watch}"),
        _ => format!("verify similarity --address {contract} --json {servers} {watch}"),
    }
}

/// Two start at once, for one contract or for two; then one that must find its way.
pub(crate) fn pair(round: &mut Round, seed: u64) {
    for _ in 0..round.rng.u8(1..3) {
        let other = round.rng.u64(..2);
        let lines = [(0, true), (other, false)]
            .map(|(number, is_first)| line(round, &Round::contract(seed, number), is_first));
        let moment = Moment::any(&mut round.rng, Asked::Submission);
        round.arm(moment);
        let mut both = lines.map(|line| round.start(&line));
        if round.wait_for(moment, &mut both) {
            let [one, two] = &mut both;
            let killed: Vec<&mut Process> = match round.rng.u8(..3) {
                0 => vec![one],
                1 => vec![two],
                _ => vec![one, two],
            };
            for process in killed {
                round.kill(process);
            }
        }
        round.double.disarm();
        for process in both {
            round.end(process);
        }
    }
    let after = line(round, &Round::contract(seed, 0), true);
    round.run(&after, None);
}
