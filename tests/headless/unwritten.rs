//! Results that cannot be written: a full disk, and a pipe that nobody reads.

use std::fs::OpenOptions;
use std::process::{Command, Stdio};

use super::process::home;
use super::server::{NOWHERE, verified_already};

/// The exit code of a command line whose standard output is this, and its standard error.
fn ended(line: &str, output: Stdio) -> (Option<i32>, String) {
    let home = home();
    let mut command = Command::new(env!("CARGO_BIN_EXE_hieroscope"));
    command.args(line.split_whitespace()).arg("--data-dir").arg(home.path());
    command.env("XDG_CONFIG_HOME", home.path()).stdin(Stdio::null()).stdout(output);
    let ended = command.output().unwrap();
    (ended.status.code(), String::from_utf8(ended.stderr).unwrap())
}

/// A pipe whose other end is closed.
fn closed() -> Stdio {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    writer.into()
}

#[cfg(target_os = "linux")]
fn full() -> Stdio {
    OpenOptions::new().write(true).open("/dev/full").unwrap().into()
}

#[cfg(target_os = "linux")]
#[test]
fn a_result_that_could_not_be_written_is_no_success() {
    let (verifier, _) = verified_already();
    let sent = format!(
        "verify similarity --network local --mirror {NOWHERE} --verifier {verifier} --chain 298 --json --watch \
         --address 0xb0551e9ecceb06cf6ea2879174aaf4da84633e85"
    );
    for line in [
        "sig transfer(address,uint256)",
        "decode 0xa9059cbb --json",
        "man",
        "completions bash",
        "jobs --json",
        "get contract/0.0.5001 --network demo --json",
        "get contract/0.0.5001/results --network demo --csv",
        &sent,
    ] {
        let (code, words) = ended(line, full());
        assert_eq!(code, Some(1), "{line}: {words}");
        assert!(words.contains("error: The result cannot be written: "), "{line}: {words}");
        let (code, words) = ended(line, closed());
        assert_eq!(code, Some(1), "{line}: {words}");
        assert!(!words.contains("panicked"), "{line}: {words}");
    }
}
