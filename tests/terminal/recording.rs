//! A store that takes nothing: a submission waits for one more yes.

use super::program::{Program, Start};
use super::server::Server;
use super::verifier::Verifier;

const JOB: &str = "2f4aeb11-6b52-4e0e-9a44-1a2b3c4d5e6f";

#[test]
fn what_cannot_be_recorded_is_sent_only_after_one_more_yes() {
    let server = Server::start(|path| match path {
        path if path.contains("/verify/similarity/") => (202, format!(r#"{{"verificationId":"{JOB}"}}"#)),
        path if path.contains("/verify/") => (200, r#"{"isJobCompleted":false}"#.to_owned()),
        _ => (404, "{}".to_owned()),
    });
    let mut program = Start::plain()
        .with(["--network", "local", "--mirror", server.url(), "--verifier", server.url()])
        .with(["verify/298/0xb0551e9ecceb06cf6ea2879174aaf4da84633e85?mode=similarity"])
        .prepared(|home| std::fs::create_dir_all(home.join("data").join(hieroscope::store::FILE)).unwrap())
        .run();
    program.see("Will send").see("may not be recorded").send("\r");
    program.see("Send this?").send("\r");
    program.see("Send without a record?").see("y sends it").send("\rn");
    program.see_no("Send without a record?").see("not sent");
    assert_eq!(server.asked("/verify/similarity/"), 0, "nothing is sent unasked");
    program.send("r");
    program.see("Send without a record?").send("y");
    program.see_no("Send without a record?").see("running");
    assert_eq!(server.asked("/verify/similarity/"), 1);
}

/// The form of a submission, where a directory lies in place of the store.
fn without_a_store(verifier: &Verifier) -> Program {
    Start::plain()
        .with(["--network", "local", "--mirror", &verifier.url, "--verifier", &verifier.url])
        .with(["verify/298/0xb0551e9ecceb06cf6ea2879174aaf4da84633e85?mode=similarity"])
        .prepared(|home| std::fs::create_dir_all(home.join("data").join(hieroscope::store::FILE)).unwrap())
        .run()
}

fn mend_the_store(program: &Program) {
    std::fs::remove_dir(program.home().join("data").join(hieroscope::store::FILE)).unwrap();
}

#[test]
fn a_store_that_was_mended_is_used_without_a_new_start() {
    let verifier = Verifier::start();
    verifier.let_through(9);
    let mut program = without_a_store(&verifier);
    program.see("Will send").see("may not be recorded");
    mend_the_store(&program);
    program.send("\r");
    program.see("Send this?").see_no("may not be recorded").send("\r");
    program.see("running");
    program.signal("KILL");
    program.end();
    let mut again = Start::plain()
        .with(["--network", "local", "--mirror", &verifier.url, "--verifier", &verifier.url, "jobs"])
        .at_home_of(&program)
        .run();
    again.see("running").see("2f4aeb11");
}

#[test]
fn what_was_sent_without_a_record_is_recorded_once_the_store_works() {
    let verifier = Verifier::start();
    verifier.let_through(9);
    let mut program = without_a_store(&verifier);
    program.see("Will send").send("\r");
    program.see("Send this?").send("\r");
    program.see("Send without a record?").send("y");
    program.see("running").see("not recorded");
    mend_the_store(&program);
    program.send("r");
    program.see_no("not recorded").see("running").send("\x03");
    program.end();
    let mut again = Start::plain()
        .with(["--network", "local", "--mirror", &verifier.url, "--verifier", &verifier.url, "jobs"])
        .at_home_of(&program)
        .run();
    again.see("2f4aeb11");
}
