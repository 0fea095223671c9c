//! A panic, wherever it is: the terminal is whole, nothing hangs, the failure is told where it belongs, and a report
//! has what happened last, without values. Builds for tests panic at the event that a variable names.

#![cfg(debug_assertions)]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use super::program::{Program, Start};
use super::server::Server;

const TRAP: &str = "HIEROSCOPE_PANIC_AT";
const RESULT: &str = "result/0.0.5001/1795216207.123456789";

/// The one report that was written.
fn report(program: &Program) -> String {
    let reports = fs::read_dir(program.home().join("data/crashes")).unwrap();
    let paths: Vec<_> = reports.map(|report| report.unwrap().path()).collect();
    assert!(!paths.is_empty());
    for path in &paths {
        assert_eq!(fs::metadata(path).unwrap().permissions().mode() & 0o777, 0o600);
    }
    fs::read_to_string(&paths[0]).unwrap()
}

/// The end by a panic: the terminal is whole, and its last lines say where the report is.
fn ended_by_a_defect(mut program: Program) -> String {
    assert_eq!(program.end(), 101);
    assert!(program.is_given_back(), "{}", program.text());
    let text = program.text().replace('\n', "");
    assert!(text.contains("hieroscope has ended by a defect of its own, at src/"), "{text}");
    assert!(text.contains("/data/crashes/crash-") && !text.contains("panicked"), "{text}");
    let report = report(&program);
    for line in ["version   ", "system    linux", "terminal  xterm-256color, 100x30\n", "place     src/"] {
        assert!(report.contains(line), "{line}: {report}");
    }
    report
}

#[test]
fn a_panic_of_the_loop_gives_the_terminal_back_and_waits_for_nobody() {
    let browser = "#!/bin/sh\necho > \"$HOME/started\"\nexec /usr/bin/tail -f /dev/null\n";
    let mirror = Server::start(|_| (200, r#"{"contract_id":"0.0.5001"}"#.to_owned()));
    let start = Start::plain().with(["--network", "mine", "0.0.5001"]).prepared(|home| {
        fs::write(home.join("xdg-open"), browser).unwrap();
        fs::set_permissions(home.join("xdg-open"), fs::Permissions::from_mode(0o755)).unwrap();
        let explorer = "explorer.contract = \"https://explorer.invalid/contract/{}\"";
        let config = format!("[networks.mine]\nmirror = \"{}\"\n{explorer}\n", mirror.url());
        fs::write(home.join("config.toml"), config).unwrap();
    });
    let mut program = start.with_config().program_path().variable(TRAP, "loop.action.network").run();
    program.see("g l events").send("O");
    let started = program.home().join("started");
    program.until("the browser runs", |_| started.exists());
    program.send(":");
    program.see("Go to").send("s3cret-word\x1b");
    program.see_no("Go to").send("\x0e");
    let report = ended_by_a_defect(program);
    for line in [
        "thread    main",
        "INFO  place: opened (contract)",
        "DEBUG loop: action (go-to)",
        "DEBUG input: read (key)",
    ] {
        assert!(report.contains(line), "{line}: {report}");
    }
    for value in ["5001", "127.0.0.1", "s3cret", "explorer.invalid", "http"] {
        assert!(!report.contains(value), "{value}: {report}");
    }
}

#[test]
fn a_panic_of_what_reads_the_terminal_ends_the_program_in_order() {
    let mut program = Start::demo().variable(TRAP, "input.read.paste").run();
    program.see("type or paste anything").send("\x1b[200~s3cret\x1b[201~");
    let report = ended_by_a_defect(program);
    assert!(report.contains("thread    input") && !report.contains("s3cret"), "{report}");
}

/// A panic that ends no program: where it is, where one is and what one presses, and what is seen of it.
const PARTS: [(&str, &str, &str, &str); 7] = [
    ("request.stage.sent", "0.0.5001", "", "A part of the program failed before the answer came."),
    ("demo.asked", "0.0.5001", "", "The connection broke before the whole answer came."),
    ("analysis.begun.code", "code/0.0.5001", "", "The bytes could not be read to the end."),
    ("store.asked.visit", "0.0.5001", "", "the store has stopped"),
    ("recording.written", "0.0.5001", "", "the recording has ended: a part of hieroscope has failed"),
    ("pipe.begun", RESULT, "J|", "it could not be run to its end: a defect of hieroscope"),
    (
        "export.begun",
        "contract/0.0.5001/results",
        "e\r",
        "A part of the program failed before the answer came.",
    ),
];

#[test]
fn a_panic_of_a_part_is_told_where_it_belongs_and_the_program_goes_on() {
    for (trap, place, keys, words) in PARTS {
        let start = Start::demo().with([place]).size(200, 30).variable(TRAP, trap);
        let start = start.prepared(|home| fs::write(home.join("config.toml"), "pipe = [\"cat\"]\n").unwrap());
        let mut program = start.with_config().recording().run();
        for key in keys.chars() {
            program.settle().send(&key.to_string());
        }
        program.see(words);
        program.send("\x03");
        assert_eq!(program.end(), 0, "{trap}");
        assert!(program.is_given_back(), "{trap}");
        let text = program.text().replace('\n', "");
        assert!(text.contains("A part of hieroscope has failed by a defect of its own"), "{trap}: {text}");
        let report = report(&program);
        assert!(report.contains("place     src/") && !report.contains("5001"), "{trap}: {report}");
    }
}
