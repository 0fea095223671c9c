//! Several instances on one data directory: each shows what the others do, and nothing is lost or done twice.

use std::process::{Command, Stdio};
use std::time::Duration;

use rusqlite::{Connection, TransactionBehavior};

use super::program::{Program, Start};
use super::verifier::Verifier;

const DONE: &str =
    r#"{"isJobCompleted":true,"contract":{"runtimeMatch":"exact_match","creationMatch":"exact_match"}}"#;

const LOCKED: &str = r#"{"customCode":"duplicate_verification_request","message":"Contract 0xB0551E9ecceb06cf6ea2879174aaf4da84633e85 on chain 298 is already being verified","errorId":"bef246c2-21ee-4972-99b4-b72148803f5e"}"#;

/// The program at this place, on servers of the test's own.
fn at(place: &str, verifier: &Verifier) -> Start {
    let url = &verifier.url;
    Start::plain().with(["--network", "local", "--mirror", url, "--verifier", url, place])
}

/// An instance whose submission is on its way, and another one beside it that shows the jobs.
fn submitting(verifier: &Verifier) -> (Program, Program) {
    let mut here = at("verify/298/0xb0551e9ecceb06cf6ea2879174aaf4da84633e85", verifier).run();
    here.see("not verified yet").send("\r");
    here.see("Send this?").send("\r");
    verifier.wait("the submission", |state| (state.submissions.len() == 1).then_some(()));
    let mut there = at("home", verifier).at_home_of(&here).run();
    there.see("Verifications").send(":jobs\r");
    there.see("submitting");
    (here, there)
}

/// What `hieroscope jobs` prints at the home of a program.
fn listed(program: &Program) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_hieroscope"))
        .args(["jobs", "--data-dir"])
        .arg(program.home().join("data"))
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn what_another_instance_does_is_shown_as_it_goes_and_taken_over_when_it_ends() {
    let verifier = Verifier::start();
    let (mut here, mut there) = submitting(&verifier);
    assert!(listed(&here).contains("submitting"), "{}", listed(&here));
    // What can be done about a submission of unknown outcome does not touch one that is on its way.
    there.send("r.");
    verifier.let_through(9);
    here.see("running");
    // The job's id is on disk once the other instance has read it.
    there.see("job 2f4aeb11");
    assert_eq!(verifier.submissions(), 1);
    let before = verifier.looks();
    here.signal("KILL");
    here.end();
    verifier.wait("looks by the other instance", |state| (state.looks > before + 3).then_some(()));
    verifier.answer_polls(200, DONE);
    there.see("exact match");
    assert_eq!(verifier.submissions(), 1);
}

#[test]
fn a_job_that_was_shown_as_running_outlives_a_kill_though_the_disk_is_slow() {
    let verifier = Verifier::start();
    let mut here = at("verify/298/0xb0551e9ecceb06cf6ea2879174aaf4da84633e85", &verifier).run();
    here.see("not verified yet").send("\r");
    here.see("Send this?").send("\r");
    verifier.wait("the submission", |state| (state.submissions.len() == 1).then_some(()));
    here.see("submitting");
    let mut other = Connection::open(here.home().join("data").join(hieroscope::store::FILE)).unwrap();
    let held = other.transaction_with_behavior(TransactionBehavior::Immediate).unwrap();
    verifier.let_through(1);
    here.wait_for_silence(Duration::from_millis(700));
    assert!(here.text().contains("submitting"), "{}", here.text());
    drop(held);
    here.see("running");
    here.signal("KILL");
    here.end();
    assert!(listed(&here).contains("2f4aeb11"), "{}", listed(&here));
}

/// Two instances, of which the first has planned to send its refused job again.
fn planning(verifier: &Verifier) -> (Program, Program) {
    verifier.refuse(429, LOCKED);
    let (mut here, there) = submitting(verifier);
    verifier.let_through(9);
    here.see(". retry in 30 s").send(".");
    here.see("stop retrying");
    (here, there)
}

#[test]
fn a_retry_that_another_instance_has_planned_is_shown_and_not_offered_before_that_ends() {
    let verifier = Verifier::start();
    let (mut here, mut there) = planning(&verifier);
    there.see("sent again in").send("\r");
    there.see("sent again by another hieroscope in");
    let screen = there.text();
    assert!(!screen.contains("retry in") && !screen.contains("send it now"), "{screen}");
    assert!(!screen.contains("stop retrying"), "{screen}");
    there.send("r");
    there.see("another hieroscope sends it again").send(".");
    there.see("not available here");
    assert_eq!(verifier.submissions(), 1);
    here.signal("KILL");
    here.end();
    there.see(". retry in 30 s").send("r");
    verifier.wait("the second submission", |state| (state.submissions.len() == 2).then_some(()));
}

#[test]
fn a_plan_that_is_stopped_is_stopped_for_everybody_and_may_be_made_elsewhere() {
    let verifier = Verifier::start();
    let (mut here, mut there) = planning(&verifier);
    there.see("sent again in");
    here.send(".");
    here.see_no("stop retrying").see(". retry in 30 s");
    there.see_no("sent again in").see(". retry in 30 s").send(".");
    there.see("stop retrying");
    here.see("sent again by another hieroscope in").see_no("stop retrying");
    assert!(!here.text().contains("retry in"), "{}", here.text());
    there.send(".");
    there.see_no("stop retrying");
    here.see(". retry in 30 s");
    assert_eq!(verifier.submissions(), 1);
}

#[test]
fn a_killed_process_does_not_submit_for_ever() {
    let verifier = Verifier::start();
    let (mut here, mut there) = submitting(&verifier);
    here.signal("KILL");
    here.end();
    there.see("unknown outcome");
    there.send("\x03");
    there.end();
    let listed = listed(&here);
    assert!(listed.contains("unknown-outcome") && !listed.contains("submitting"), "{listed}");
}

#[test]
fn a_job_of_a_script_comes_to_an_instance_that_runs_with_nothing_of_its_own() {
    let verifier = Verifier::start();
    let mut here = at(":jobs", &verifier).run();
    here.see("No verification was submitted here yet.");
    let script = Command::new(env!("CARGO_BIN_EXE_hieroscope"))
        .args(
            "verify similarity --network local --address 0xb0551e9ecceb06cf6ea2879174aaf4da84633e85"
                .split(' '),
        )
        .args(["--mirror", &verifier.url, "--verifier", &verifier.url, "--data-dir"])
        .arg(here.home().join("data"))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    here.see("submitting");
    verifier.let_through(1);
    here.see("job 2f4aeb11");
    assert!(script.wait_with_output().unwrap().status.success());
    verifier.answer_polls(200, DONE);
    here.see("exact match");
}

#[test]
fn the_end_of_a_job_comes_to_an_instance_that_only_watches() {
    let verifier = Verifier::start();
    let (mut here, mut there) = submitting(&verifier);
    verifier.let_through(1);
    there.see("job 2f4aeb11").send("\r");
    there.see("another hieroscope is handling it");
    verifier.answer_polls(200, DONE);
    there.see("exact match");
    here.see("exact match");
}

#[test]
fn a_batch_that_runs_elsewhere_cannot_be_resumed_twice() {
    let lines: Vec<String> = (1..=12).map(|n| format!("0xff{n:038x}")).collect();
    let verifier = Verifier::start();
    let mut here = at("batch", &verifier).run();
    here.see("298").send(&format!("\x1b[200~{}\x1b[201~", lines.join("\n")));
    here.see("12 ready").send("\t\r");
    here.see("Begin?").send("\r");
    verifier.wait("two submissions", |state| (state.submissions.len() == 2).then_some(()));

    let mut there = at("batch", &verifier).at_home_of(&here).run();
    there.see("another hieroscope is handling it").send("pr");
    verifier.let_through(2);
    there.see("running").send("p?");
    there.see("What can be done here").send("\x1b");
    assert_eq!(verifier.submissions(), 2, "no line is sent from there");

    here.signal("KILL");
    here.end();
    there.see("resume to send the rest").send("p");
    verifier.answer_polls(200, DONE);
    verifier.let_through(99);
    there.see("12 of 12 done");
    let mut sent = verifier.wait("nothing", |state| Some(state.submissions.clone()));
    sent.sort();
    sent.dedup();
    assert_eq!((sent.len(), verifier.submissions()), (12, 12), "each line once");
}
