//! Servers with strangers in every field, and what commands print of it.

use std::fs;

use super::hostile_words::double::{Double, PASSES};
use super::hostile_words::harmless::harm;
use super::process::{Home, home, start};
use crate::support::part::Part;
use crate::support::places::{places, shared_out};

/// The forms that a place is printed in.
const FORMS: [&str; 6] = ["", "--json", "--csv --columns all", "--raw", "--ndjson", "--columns all"];

/// What is told of a verification: nobody else's jobs are known, and codes that differ are told with the job.
const VERIFICATIONS: [&str; 4] = [
    "verify import --address 0.0.5020 --watch --timeout 20",
    "verify similarity --address 0.0.5015 --watch --timeout 20 --json",
    "verify import --address 0.0.5018 --json",
    "watch 0.0.5001 --json",
];

/// Where the networks of all passes are known.
fn prepared(double: &Double) -> Home {
    let home = home();
    fs::create_dir(home.path().join("hieroscope")).unwrap();
    fs::write(home.path().join("hieroscope/config.toml"), double.config()).unwrap();
    home
}

/// The harm that a command does with what it prints, on either stream.
fn harmed(line: &str, home: &Home) -> Vec<String> {
    let ended = start(line, home, &[]).end();
    assert!(ended.code.is_some_and(|code| code < 101), "{line}: {:?} {}", ended.code, ended.stderr);
    let streams = [&ended.stdout, &ended.stderr];
    streams.into_iter().filter_map(|text| harm(text)).map(|harm| format!("{line}: {harm}")).collect()
}

#[test]
fn whatever_of_a_place_is_printed_does_no_harm() {
    let double = Double::start(0);
    let home = prepared(&double);
    let (part, mut lines) = (Part::chosen(), Vec::new());
    for (number, place) in places().into_iter().enumerate() {
        for (turn, (pass, _)) in PASSES.iter().enumerate() {
            for (form, flags) in FORMS.iter().enumerate() {
                let is_taken = |choice, choices| part.chooses(number, choice, choices);
                if is_taken(turn, PASSES.len()) && is_taken(form, FORMS.len()) {
                    lines.push(format!("get {place} --network {pass} {flags}"));
                }
            }
        }
    }
    let found = shared_out(&lines, |line| harmed(line, &home));
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn whatever_is_told_of_a_verification_does_no_harm() {
    let double = Double::start(0);
    let found = shared_out(&PASSES, |(pass, _)| {
        let home = prepared(&double);
        let on = |line: &&str| format!("{line} --network {pass}");
        let kept = [
            "jobs",
            "jobs --json",
            "jobs --refresh --json",
            "get jobs --csv",
            "get home --json",
            "get batch",
        ];
        VERIFICATIONS
            .iter()
            .map(on)
            .chain(kept.iter().map(on))
            .flat_map(|line| harmed(&line, &home))
            .collect()
    });
    assert!(found.is_empty(), "{}", found.join("\n"));
}
