//! A key that servers repeat in every form, in every kind of answer: it is in no byte that a command leaves.

use super::planted_key::{Echo, KEY, leaked, search};
use super::process::{home, start};

#[test]
fn a_planted_key_is_in_nothing_that_a_command_leaves() {
    for status in [202, 200, 302, 400, 401, 404, 409, 429, 500] {
        let (echo, home) = (Echo::start(status), home());
        let (log, recording) = (home.path().join("run.log"), home.path().join("session.ndjson"));
        // What is refused because there are too many would be sent again until it is taken.
        let watch = if status == 202 { "--watch" } else { "" };
        let line = format!(
            "verify import --network local --mirror {0} --verifier {0} --chain 298 --json {watch} --api-key-env \
             EXPLORER_KEY --address 0xb0551e9ecceb06cf6ea2879174aaf4da84633e85 --verbose --log {1} --record {2}",
            echo.url,
            log.display(),
            recording.display()
        );
        let ended = start(&line, &home, &[("EXPLORER_KEY", KEY)]).end();
        assert!(ended.code.is_some_and(|code| code != 0 && code != 101), "{status}: {}", ended.stderr);
        let listed = start("jobs --json", &home, &[]).end();
        assert!(listed.stdout.contains("0xB0551e9E"), "{status}: {}", listed.stdout);
        for text in [&ended.stdout, &ended.stderr, &listed.stdout, &listed.stderr] {
            assert_eq!(leaked(text.as_bytes()), None, "{status}: {text}");
        }
        assert!(search(home.path()) >= 3, "the store, the log and the recording");
        let log = std::fs::read_to_string(log).unwrap();
        assert!(log.contains(&format!("method=POST address={}", echo.url)) && log.contains("DEBUG"), "{log}");
        let recorded = std::fs::read_to_string(recording).unwrap();
        assert!(recorded.contains("/api/v1/contracts/") && (status == 302 || recorded.contains("********")));
    }
}
