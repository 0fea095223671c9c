//! A recording shows what was on screen when it was made, and says so; what is not in it is said in words.

use hieroscope::message::{Command, Exported};

use crate::support::Session;

/// The screen without its first line, which says whether it is a replay.
fn body(session: &Session) -> String {
    session.styled_screen().split_once('\n').unwrap().1.to_owned()
}

#[test]
fn a_recording_leads_to_the_same_screens() {
    for place in [
        "contract/0.0.5001",
        "contract/0.0.5001/results",
        "contract/0.0.5001/logs",
        "contract/0.0.5003/state",
        "result/0.0.5001/1795216207.123456789",
        "transaction/0.0.1005-1795216518-468117137",
        "schedules",
        "code/0.0.5001",
    ] {
        let recorded = Session::at(place);
        let replayed = Session::replaying(place, &recorded.recorded());
        let text = |session: &Session| session.screen().lines().skip(1).collect::<Vec<_>>().join("\n");
        assert_eq!(text(&replayed), text(&recorded), "{place}");
        assert!(replayed.screen().lines().next().unwrap().contains("demo (replay of 2026-11-21 00:00 UTC)"));
        assert!(!body(&replayed).contains("not in the recording"));
    }
}

#[test]
fn what_is_not_recorded_is_said() {
    let recording = Session::at("schedule/0.0.7003").recorded();
    snapshot!(Session::replaying("contract/0.0.5001", &recording).styled_screen());
}

#[test]
fn the_request_log_tells_what_the_recording_answered_and_what_is_missing_in_it() {
    let recording = Session::at("schedule/0.0.7003").recorded();
    let mut session = Session::replaying("schedule/0.0.7003", &recording);
    session.press("!");
    assert!(session.screen().lines().any(|line| line.contains(" 200 ") && line.contains("  record  ")));
    let mut session = Session::replaying("schedule/0.0.7002", &recording);
    session.press("!");
    let screen = session.screen();
    assert!(screen.contains("missing") && !screen.contains("server "), "{screen}");
}

#[test]
fn what_a_recording_says_is_as_harmless_as_any_answer() {
    let recording = Session::at("schedule/0.0.7003").recorded();
    assert!(recording.contains("\\\"memo\\\":"), "{recording}");
    let evil = recording.replace("\\\"memo\\\":\\\"", "\\\"memo\\\":\\\"\\\\u001b[31m\\\\u202e");
    let screen = Session::replaying("schedule/0.0.7003", &evil).screen();
    assert!(screen.contains(r"\x1b[31m\u{202e}"), "{screen}");
}

#[test]
fn the_request_log_is_written_as_a_recording() {
    let mut session = Session::at("schedule/0.0.7003");
    let whole = session.screen();
    session.press("! W enter");
    let written = session.carried().iter().find_map(|command| match command {
        Command::Export(export) => Some(export.clone()),
        _ => None,
    });
    let written = written.unwrap();
    assert_eq!(written.path, "demo-requests.ndjson");
    let Exported::Private(text) = written.what else { panic!("{written:?}") };
    let replayed = Session::replaying("schedule/0.0.7003", &text).screen();
    assert_eq!(replayed.split_once('\n').unwrap().1, whole.split_once('\n').unwrap().1);
}
