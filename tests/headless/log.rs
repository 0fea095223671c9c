//! The log of a command: what it did, one event a line, and nothing that a server could write into it.

use std::fs;

use super::process::{Ended, home, start};
use super::server::{JOB, serve};

/// Verifies at a verifier that writes lines of a log into its words.
fn logged(flags: &str) -> Ended {
    let forged = r"2026-01-01T00:00:00.000Z ERROR program: forged\r\n\u001b[2J";
    let record = format!(
        r#"{{"isJobCompleted":true,"contract":{{}},"error":{{"customCode":"no_match","message":"{forged}"}}}}"#
    );
    let (verifier, _) = serve(move |asked| match asked.split_once(' ') {
        Some(("POST", _)) => (202, format!(r#"{{"verificationId":"{JOB}"}}"#)),
        Some((_, path)) if path.starts_with("/v2/verify/") => (200, record.clone()),
        Some((_, path)) if path.starts_with("/v2/contract/") => {
            (400, format!(r#"{{"message":"\n{forged}"}}"#))
        }
        _ => (404, "{}".to_owned()),
    });
    let (mirror, _) = serve(|_| (404, "{}".to_owned()));
    let line = format!(
        "verify similarity --network local --mirror {mirror} --verifier {verifier} --chain 298 --json --watch \
         --address 0xb0551e9ecceb06cf6ea2879174aaf4da84633e85 {flags}"
    );
    start(&line, &home(), &[]).end()
}

/// The lines of a log without their times, each of which is looked at.
fn lines(log: &str) -> Vec<&str> {
    let shape = "0000-00-00T00:00:00.000Z ";
    let line = |line: &str| {
        let digits: String =
            line.chars().take(25).map(|c| if c.is_ascii_digit() { '0' } else { c }).collect();
        assert_eq!(digits, shape, "{line:?}");
        assert!(!line.chars().any(char::is_control), "{line:?}");
    };
    log.lines().inspect(|it| line(it)).filter_map(|line| line.get(25..)).collect()
}

#[test]
fn a_log_tells_what_was_done_one_event_a_line() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("run.log");
    let ended = logged(&format!("--log {}", path.display()));
    ended.result(1, "failed");
    let log = fs::read_to_string(&path).unwrap();
    let lines = lines(&log);
    let began = |start: &str| lines.iter().any(|line| line.starts_with(start));
    for start in [
        "INFO  program: started version=",
        "INFO  program: command command=verify",
        "INFO  network: chosen network=local mirror=http://127.0.0.1:",
        "INFO  request: answered api=\"mirror node\" ",
        "INFO  request: answered api=verifier ",
        "INFO  job: state state=submitting ",
        "INFO  job: state state=failed ",
        "INFO  program: ended why=done code=1",
    ] {
        assert!(began(start), "{start}\n{log}");
    }
    let posted = lines.iter().find(|line| line.contains("answered") && line.contains("method=POST")).unwrap();
    assert!(posted.contains("/v2/verify/similarity/298/0x") && posted.contains(" status=202 "), "{posted}");
    assert!(posted.contains(" millis=") && posted.contains(" bytes=57 "), "{posted}");
    assert!(!lines.iter().any(|line| line.starts_with("DEBUG") || line.starts_with("ERROR program: forged")));
}

#[test]
fn without_a_file_more_is_logged_to_standard_error_and_the_result_is_the_same() {
    let ended = logged("--verbose");
    ended.result(1, "failed");
    // Progress has no milliseconds.
    let events: Vec<&str> = ended.stderr.lines().filter(|line| line.get(19..20) == Some(".")).collect();
    let log = events.join("\n");
    let lines = lines(&log);
    for start in ["INFO  program: started", "DEBUG request: stage now=sent ", "DEBUG store: asked kind=begin"]
    {
        assert!(lines.iter().any(|line| line.starts_with(start)), "{start}\n{log}");
    }
    assert!(!logged("").stderr.contains("program: started"));
}

#[test]
fn a_log_that_cannot_be_is_refused_before_anything_is_asked() {
    let directory = tempfile::tempdir().unwrap();
    let notes = directory.path().join("notes");
    fs::write(&notes, "mine").unwrap();
    for (path, words) in [(notes.as_path(), "something else"), (directory.path(), "no regular file")] {
        let ended = logged(&format!("--log {}", path.display()));
        let result = ended.result(2, "not-sent");
        assert!(result["message"].as_str().unwrap().contains(words), "{result}");
    }
    assert_eq!(fs::read_to_string(&notes).unwrap(), "mine");
}

/// A log that has no older name beside it, as its own is as long as names may be, and that is full.
#[cfg(target_os = "linux")]
#[test]
fn a_log_that_cannot_be_written_any_more_is_said_once_and_stops_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("l".repeat(255));
    let line = "2026-11-23T18:24:33.123Z INFO  program: started\n";
    fs::write(&path, line.repeat((4 << 20) / line.len())).unwrap();
    let ended = logged(&format!("--log {}", path.display()));
    ended.result(1, "failed");
    assert_eq!(ended.stderr.matches("the log has ended").count(), 1, "{}", ended.stderr);
}
