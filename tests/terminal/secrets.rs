//! A key for an explorer is in memory for as long as it is needed, and no longer.

use super::program::{Program, Start};
use super::verifier::Verifier;

const KEY: &str = "Qx7-Zr4-Wv9-Kt2";
const DONE: &str =
    r#"{"isJobCompleted":true,"contract":{"runtimeMatch":"exact_match","creationMatch":"exact_match"}}"#;

/// Types the key, letter by letter: what the terminal's own reader has taken at once stays in its buffer.
fn type_key(program: &mut Program) {
    for letter in KEY.chars() {
        let before = program.text().matches('•').count();
        program.send(&letter.to_string());
        program.wait("the next letter", |screen| screen.contents().matches('•').count() == before + 1);
    }
}

#[test]
fn a_key_is_wiped_when_its_job_has_its_verdict() {
    let verifier = Verifier::start();
    let mut program = Start::plain()
        .with(["--network", "local", "--mirror", &verifier.url, "--verifier", &verifier.url])
        .with(["verify/298/0xb0551e9ecceb06cf6ea2879174aaf4da84633e85?mode=import"])
        .run();
    program.see("not verified yet").send("\t");
    type_key(&mut program);
    program.send("\r");
    program.see("Send this?").send("\r");
    verifier.wait("the submission", |state| (state.submissions.len() == 1).then_some(()));
    assert!(program.remembers(KEY.as_bytes()), "it may have to be sent again");
    verifier.answer_polls(200, DONE);
    verifier.let_through(1);
    program.see("exact match");
    assert!(!program.remembers(KEY.as_bytes()));
}
