//! A server that answers badly, late or not at all: what is said, what stays, and how it goes on.

use demo::faults::{Faults, Rule};
use demo::{self, Demo, Options};
use tokio::runtime::Runtime;

use super::program::{Program, Start};

/// The embedded network outside of the program, so that it can be made to fail.
struct Server {
    demo: Demo,
    faults: Faults,
    // Serves for as long as it is held.
    _runtime: Runtime,
}

impl Server {
    /// A server with this rule from the start; see [`Rule`] for how they are written.
    fn with(rule: &str) -> Self {
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let faults = Faults::default();
        let options = Options { faults: faults.clone(), ..Options::default() };
        let demo = runtime.block_on(demo::start(options)).unwrap();
        faults.add(rule.parse::<Rule>().unwrap());
        Self { demo, faults, _runtime: runtime }
    }

    fn open(&self, place: &str) -> Program {
        Start::plain().with(["--network", "local", "--mirror", &self.demo.url(), place]).run()
    }
}

const CONTRACT: &str = "/api/v1/contracts/0.0.5001";

#[test]
fn keys_work_while_the_server_says_nothing() {
    let server = Server::with(&format!("{CONTRACT} stall"));
    let mut program = server.open("0.0.5001");
    program.see("Loading contract 0.0.5001").send("?");
    program.see("What can be done here").send("\x1b");
    program.see_no("What can be done here").send(":");
    program.see("Go to").send("0.0.5002\r");
    program.see("Identity").see("0.0.5002").send("[");
    program.see("Loading contract 0.0.5001").send("\x1b");
    program.see("Stopped loading contract 0.0.5001").send("q");
    assert_eq!(program.end(), 0);
    assert!(program.is_given_back());
}

#[test]
fn a_failure_in_passing_is_waited_out() {
    // Once for the contract, and once for its latest calls.
    let server = Server::with(&format!("{CONTRACT} status=503 retry-after=1 times=2"));
    let mut program = server.open("0.0.5001");
    program.see("Next try in").see("attempt 2 of 4").see("Identity");
}

#[test]
fn a_lasting_failure_is_told_and_asking_again_helps() {
    let server = Server::with(&format!("{CONTRACT} truncate"));
    let mut program = server.open("0.0.5001");
    program.see("Could not load contract 0.0.5001").see(&server.demo.url());
    server.faults.clear();
    program.send("r");
    program.see("Identity");
}

#[test]
fn what_was_read_stays_while_reading_it_again_fails() {
    // The contract and its latest calls are read once.
    let server = Server::with(&format!("{CONTRACT} skip=2 status=500"));
    let mut program = server.open("0.0.5001");
    program.see("Identity").see("updated at").settle().send("r");
    program.see("Showing the last answer").see("Identity").see("failed");
    server.faults.clear();
    program.send("r");
    program.see("updated at").see_no("Showing the last answer");
}

#[test]
fn a_server_that_is_gone_is_told() {
    let mut program = Start::plain().with(["--mirror", "http://127.0.0.1:1", "0.0.5001"]).run();
    program.see("Could not load contract 0.0.5001").see("The server cannot be reached");
}
