//! Marks, counts and the cell cursor in lists whose rows are all in memory.

use std::time::Duration;

use hieroscope::message::Command;

use crate::batch::{MIXED, begun};
use crate::find_events::TRANSFERS;
use crate::jobs::jobs;
use crate::support::Session;

/// How many rows on screen have the sign of a mark.
fn marked(session: &Session) -> usize {
    session.screen().lines().filter(|line| line.starts_with(['◆', '◈'])).count()
}

fn copied(session: &Session) -> String {
    let mut texts = session.carried().iter().filter_map(|command| match command {
        Command::Copy(text) => Some(text.clone()),
        _ => None,
    });
    texts.next_back().unwrap_or_default()
}

/// What is copied of the marked rows as CSV, and as JSON lines.
fn tables(session: &mut Session) -> [String; 2] {
    ["Y down enter", "Y down down down enter"].map(|keys| copied(session.press(keys)))
}

#[test]
fn marked_jobs_are_copied_and_written_together() {
    let mut session = jobs(&["0.0.5001", "0.0.5015", "0.0.5028"]);
    session.pass(Duration::from_secs(6));
    session.press("g g space j space");
    snapshot!(session.styled_screen());
    session.press("y");
    let places = copied(&session);
    assert_eq!(places.lines().filter(|place| place.starts_with("job/")).count(), 2, "{places}");
    let [csv, json] = tables(&mut session);
    assert!(csv.starts_with("state,mode,chain,contract,"), "{csv}");
    assert_eq!(csv.lines().count(), 3, "{csv}");
    assert_eq!(json.lines().count(), 2, "{json}");
    assert!(json.starts_with("{\"state\":\"") && json.contains("\"next_check\":null"), "{json}");
    session.press("e");
    assert!(session.screen().contains("2 rows marked"), "{}", session.screen());
    assert!(session.screen().contains("jobs-marked.csv"), "{}", session.screen());
    // What the filter leaves out stays marked, and a job that is forgotten is no longer among them.
    session.press("esc /").type_text("state=nothing").press("enter");
    assert!(session.screen().contains("2 marked"), "{}", session.screen());
    session.press("esc");
    assert_eq!(marked(&session), 0, "closing clears the marks first: {}", session.screen());
    session.press("esc g g space v j x");
    let screen = session.screen();
    assert!(screen.contains("marking") && screen.contains("1 marked"), "{screen}");
}

#[test]
fn marks_of_lists_in_memory_follow_their_rows() {
    let mut session = begun(MIXED);
    session.pass(Duration::from_mins(1));
    session.press("g g v j j v");
    assert_eq!(marked(&session), 3, "{}", session.screen());
    session.press("> <");
    assert!(session.screen().contains("3 marked"), "{}", session.screen());
    session.press("y");
    assert_eq!(copied(&session).lines().count(), 3, "{}", copied(&session));

    for (place, head) in [
        ("contract/0.0.5001/versions", "valid_from,valid_to,what_changed"),
        ("contract/0.0.5001/gas", "method,calls,failed"),
        (TRANSFERS, "consensus_time,emitter,log"),
        ("pending", "expiration,schedule_id,state"),
    ] {
        let mut session = Session::at(place);
        session.press("g g space space");
        assert!(session.screen().contains("2 marked"), "{place}: {}", session.screen());
        assert_eq!(marked(&session), 2, "{place}: {}", session.screen());
        let [csv, json] = tables(&mut session);
        assert!(csv.starts_with(head) && csv.lines().count() == 3, "{place}: {csv}");
        assert_eq!(json.lines().filter(|line| line.starts_with('{')).count(), 2, "{place}: {json}");
        session.press("> > y");
        assert_eq!(copied(&session).lines().count(), 2, "{place}: {}", copied(&session));
        session.press("esc");
        assert_eq!(marked(&session), 0, "{place}: {}", session.screen());
    }
}

#[test]
fn a_cell_of_a_pending_schedule_is_chosen_and_followed() {
    let mut session = Session::at("pending");
    session.press("right enter");
    assert!(session.place().starts_with("schedules?"), "those of its creator: {}", session.place());
    session.press("[ esc j right");
    insta::assert_snapshot!("cell", session.styled_screen());
    session.press("enter");
    assert!(session.place().starts_with("contract/"), "{}", session.place());
    let mut session = jobs(&["0.0.5001"]);
    session.pass(Duration::from_secs(6));
    session.press("right enter");
    assert!(session.place().starts_with("contract/"), "{}", session.place());
    let mut session = Session::at(TRANSFERS);
    session.press("right esc right enter");
    assert!(session.place().starts_with("contract/"), "{}", session.place());
}

#[test]
fn the_calls_of_a_method_are_left_out_and_marked() {
    let mut session = Session::at("contract/0.0.5001/gas");
    session.press("enter");
    let rows = |session: &Session| session.screen().lines().skip(10).take(12).collect::<Vec<_>>().join("\n");
    let all = rows(&session);
    session.press("/").type_text("success=failure").press("enter");
    let screen = session.screen();
    assert!(screen.contains("/ success=failure ✕"), "{screen}");
    assert!(!screen.contains("✓  2026"), "{screen}");
    session.press("esc > >");
    assert!(session.screen().contains("sorted by consensus time"), "{}", session.screen());
    session.press("space y");
    assert!(copied(&session).starts_with("result/"), "{}", copied(&session));
    session.press("esc esc g g");
    assert_eq!(rows(&session), all);
    session.press("esc");
    assert!(session.screen().contains("suggested limit"), "{}", session.screen());
}

#[test]
fn lines_of_a_batch_are_counted_by_their_state() {
    let mut session = begun(MIXED);
    session.pass(Duration::from_mins(1));
    session.press("A");
    insta::assert_snapshot!("counts", session.styled_screen());
    session.press("enter");
    let screen = session.screen();
    assert!(screen.contains("/ state=") && screen.contains("batch of"), "{screen}");
    session.press("esc g g space space A");
    assert!(session.screen().contains("2 marked rows counted, of"), "{}", session.screen());
    session.press("esc");
    assert_eq!(marked(&session), 2, "{}", session.screen());
}

#[test]
fn rows_in_memory_are_counted_and_left_out_by_a_count() {
    let mut session = jobs(&["0.0.5001", "0.0.5015", "0.0.5028"]);
    session.pass(Duration::from_secs(6));
    session.press("A");
    assert!(session.screen().contains("counts by") && session.screen().contains("exact-match"));
    for (place, keys, by, filter) in [
        (TRANSFERS, "A", "Transfer", "/ event_in_words="),
        ("pending", "A", "0.0.1005", "/ creator="),
        ("contract/0.0.5001/gas", "enter A", "succeeded", "/ gas_limit="),
    ] {
        let mut session = Session::at(place);
        session.press(keys);
        let screen = session.screen();
        assert!(screen.contains("counts by") && screen.contains(by), "{place}: {screen}");
        session.press("tab");
        session.press("shift-tab enter");
        let screen = session.screen();
        assert!(screen.contains(filter) && !screen.contains("counts by"), "{place}: {screen}");
    }
}
