//! Many verifications from lines: read while they are entered, sent a few at a time, and taken up again.

use std::time::Duration;

use api::{AnyOperation, Submit};
use hieroscope::message::{Ask, Command, Event, Persist, Request, Saved, Stored};
use verification::batch::Phase;

use crate::support::Session;

/// Good lines and bad ones, as people paste them.
pub(crate) const MIXED: &str = "chain,address,hash\r\n298,0.0.5001\r\n# the next one has a slip\r\n\
    298;0xb0551E9ecceb06cf6ea2879174aaf4da84633e85\r\n0.0.5020\t\r\n\r\n298,5001\r\n295,0.0.5003\r\n\
    \"298\",\"0.0.5002\",\"0xAB\"\r\n0.0.5016\r\n0.0.7002\r\n0.0.5021\r\n";

/// A session in which these lines were pasted, and the batch begun.
pub(crate) fn begun(lines: &str) -> Session {
    let mut session = Session::at("batch");
    session.paste(lines).press("tab enter enter");
    session
}

fn submissions(session: &Session) -> usize {
    session.carried().iter().filter(|command| matches!(command, Command::Submit(..))).count()
}

/// The most submissions that were unsettled at the same time, of what was written down.
fn at_once(session: &Session) -> usize {
    let batches = session.carried().iter().filter_map(|command| match command {
        Command::Persist(Persist::Batch(batch)) => Some(batch.progress().under_way),
        _ => None,
    });
    batches.max().unwrap_or(0)
}

#[test]
fn an_empty_entry_says_what_to_paste() {
    snapshot!(Session::at("batch").styled_screen());
}

#[test]
fn lines_of_a_batch_are_left_out_by_a_local_filter() {
    let mut session = begun(MIXED);
    session.pass(Duration::from_mins(1));
    session.press("/").type_text("state=double").press("enter");
    let screen = session.screen();
    assert!(screen.contains("/ state=double ✕"), "{screen}");
    assert!(!screen.contains("exact match ") && !screen.contains("No row passes"), "{screen}");
    session.press("esc");
    assert!(session.screen().contains("exact match"), "{}", session.screen());
}

#[test]
fn lines_are_read_while_they_are_entered() {
    let mut session = Session::at("batch");
    session.paste(MIXED);
    assert_eq!(session.place(), "batch", "line breaks in a paste send nothing");
    snapshot!(session.styled_screen());
    assert_eq!(submissions(&session), 0);
}

#[test]
fn the_entry_fits_into_eighty_columns() {
    let mut session = Session::at("batch").size(80, 24);
    session.paste(MIXED).press("ctrl-t");
    snapshot!(session.styled_screen());
}

#[test]
fn what_will_be_sent_stands_for_a_last_look() {
    let mut session = Session::at("batch");
    session.paste(MIXED).press("tab enter");
    snapshot!(session.styled_screen());
    session.press("esc");
    assert!(session.screen().contains("Will send 5 submissions"), "{}", session.screen());
    assert_eq!(submissions(&session), 0);
}

#[test]
fn a_batch_runs_a_few_at_a_time_and_stops_at_an_error() {
    let mut session = begun(MIXED);
    snapshot!(session.styled_screen());
    session.pass(Duration::from_secs(30));
    snapshot!(session.styled_screen());
    assert_eq!(at_once(&session), 2);
    session.press("p").pass(Duration::from_secs(30));
    session.press("p").pass(Duration::from_secs(30));
    snapshot!(session.styled_screen());
    // What other explorers are told is waited for a little longer.
    session.pass(Duration::from_secs(30));
    assert!(session.is_quiet(), "{}", session.screen());
}

#[test]
fn a_batch_that_goes_on_ends_by_itself_whatever_is_on_screen() {
    let mut session = Session::at("batch");
    session.paste(MIXED).press("tab down down right enter enter H");
    session.pass(Duration::from_mins(1));
    assert_eq!(session.place(), "home");
    assert_eq!(at_once(&session), 2);
    session.press("L").press("ctrl-y");
    let screen = session.screen();
    assert!(screen.contains("5 of 5 done") && screen.contains("2 verified"), "{screen}");
}

#[test]
fn the_job_of_the_selected_line_is_beside_the_list_and_one_steps_from_job_to_job() {
    let mut session = Session::previewing("batch").size(120, 26);
    session.paste("0.0.5001\n0.0.5020\nno contract\n0.0.5016").press("tab down down right enter enter");
    session.pass(Duration::from_secs(40)).press("g g").pass(Duration::from_secs(1));
    snapshot!(session.styled_screen());
    // A line that was not sent has no job.
    session.press("j j").pass(Duration::from_secs(1));
    assert!(!session.screen().contains("job "), "{}", session.screen());
    session.press("k enter");
    let second = session.place();
    assert!(second.starts_with("job/"), "{second}");
    session.press("}");
    assert!(session.place().starts_with("job/") && session.place() != second, "{}", session.place());
    assert!(session.screen().contains("row 4 of 4"), "{}", session.screen());
    session.press("{");
    assert_eq!(session.place(), second);
}

#[test]
fn a_job_is_opened_from_its_line_and_the_list_is_copied() {
    let mut session = begun("0.0.5001\n0.0.5020");
    session.pass(Duration::from_secs(20));
    session.press("j enter");
    assert!(session.place().starts_with("job/"), "{}", session.place());
    let menu = session.press("[ Y").screen();
    let line = menu.lines().find(|line| line.contains("results as CSV")).unwrap_or(&menu);
    let letter = line.trim_start_matches(['│', '▌', ' ']).split_once(' ').map_or("", |(letter, _)| letter);
    session.press(letter);
    let copied = session.carried().iter().rev().find_map(|command| match command {
        Command::Copy(text) => Some(text.clone()),
        _ => None,
    });
    let copied = copied.unwrap();
    let rows: Vec<&str> = copied.lines().collect();
    assert_eq!(rows[0], "line,chain,contract,state,result,seconds,job,name,message");
    assert!(rows[1].starts_with("1,298,0xB0551E9E") || rows[1].starts_with("1,298,0xB0551e9E"), "{copied}");
    assert!(rows[1].contains(",exact-match,runtime + creation,"), "{copied}");
    assert_eq!(rows.len(), 3);
}

#[test]
fn lines_are_skipped_and_taken_back_and_the_rest_is_stopped() {
    let mut session = begun("0.0.5005\n0.0.5001\n0.0.5021\n0.0.5036");
    session.press("G x");
    assert!(session.screen().contains("1 skipped"), "{}", session.screen());
    session.press("x");
    assert!(!session.screen().contains("1 skipped"), "{}", session.screen());
    session.press("F");
    assert!(session.screen().contains("to skip all 2 waiting lines"), "{}", session.screen());
    session.press("F").pass(Duration::from_mins(2));
    let screen = session.screen();
    assert!(screen.contains("2 of 2 done · 2 verified · 2 skipped"), "{screen}");
    assert_eq!(submissions(&session), 2);
}

#[test]
fn failed_lines_are_sent_again_or_edited() {
    let mut session = begun("0.0.5016\nnonsense");
    session.pass(Duration::from_secs(1));
    assert!(session.screen().contains("1 of 1 done · 1 failed · 1 invalid"), "{}", session.screen());
    session.press("r").pass(Duration::from_secs(1));
    assert_eq!(submissions(&session), 2);
    session.press("I");
    let screen = session.screen();
    assert!(screen.contains("2 lines: 1 ready, 1 invalid (line 2:"), "{screen}");
}

#[test]
fn a_restart_takes_the_batch_up_where_it_was() {
    let mut session = begun("0.0.5001\n0.0.5005\n0.0.5020\n0.0.5021\n0.0.5036");
    session.pass(Duration::from_secs(6));
    let sent = submissions(&session);
    assert!((2..5).contains(&sent), "{sent}");
    let mut again = Session::started("batch", session.saved().clone());
    // The embedded network of the new session knows nothing of the old one's jobs.
    snapshot!(again.styled_screen());
    assert_eq!(submissions(&again), 0, "nothing is sent before the user says so");
    again.press("p").pass(Duration::from_mins(1));
    assert_eq!(submissions(&again), 5 - sent);
    assert!(again.screen().contains("5 of 5 done"), "{}", again.screen());
}

#[test]
fn a_line_that_was_on_its_way_at_a_kill_is_not_sent_again_by_itself() {
    let mut session = begun("0.0.5001\n0.0.5020");
    let mut saved = session.saved().clone();
    saved.jobs.clear();
    session = Session::started("batch", saved);
    session.press("p").pass(Duration::from_mins(1));
    let screen = session.screen();
    assert!(screen.contains("2 unknown"), "{screen}");
    assert_eq!(submissions(&session), 0);
}

#[test]
fn the_key_is_asked_for_again_after_a_restart_and_kept_nowhere() {
    let mut session = Session::at("batch");
    session.paste("0.0.5005\n0.0.5018").press("tab right down left down down down");
    session.paste("demo-key").press("enter enter");
    assert!(!session.screen().contains("demo-key"));
    let saved = session.saved().clone();
    assert!(!format!("{saved:?}{:?}", session.carried()).contains("demo-key"));
    let mut again = Session::started("batch", saved);
    again.press("p");
    assert!(again.screen().contains("Continue with the key"), "{}", again.screen());
    again.paste("demo-key").press("enter").pass(Duration::from_secs(20));
    assert!(again.screen().contains("1 verified"), "{}", again.screen());
}

#[test]
fn the_key_is_asked_for_again_before_failed_lines_are_sent_once_more() {
    let mut session = Session::at("batch");
    session.paste("0.0.5018").press("tab right tab tab tab tab");
    session.paste("wrong-key").press("enter enter").pass(Duration::from_secs(5));
    let screen = session.screen();
    assert!(screen.contains("1 of 1 done · 1 failed"), "{screen}");
    session.press("r");
    assert!(session.screen().contains("Retry with the key"), "{}", session.screen());
    assert_eq!(submissions(&session), 1, "nothing is sent without it");
    session.paste("demo-key").press("enter").pass(Duration::from_secs(20));
    assert!(session.screen().contains("1 of 1 done · 1 verified"), "{}", session.screen());
    assert_eq!(submissions(&session), 2);
}

#[test]
fn a_key_for_a_verifier_on_plain_http_elsewhere_is_refused_at_its_field() {
    let profile = "[networks.plain]\nmirror = \"http://127.0.0.1:1\"\nverifier = \"http://verifier.invalid\"\n\
                   chain = 298\n";
    let mut session = Session::on_profile("batch", "plain", profile);
    session.paste("0xb0551E9ecceb06cf6ea2879174aaf4da84633e85").press("tab right tab tab tab tab");
    session.paste("demo-key");
    let screen = session.screen();
    let field = screen.lines().find(|line| line.contains("API key")).unwrap();
    assert!(field.contains("plain http"), "{screen}");
    session.press("enter enter");
    assert!(session.screen().contains("plain http") && submissions(&session) == 0, "{}", session.screen());
}

#[test]
fn what_was_entered_survives_leaving_and_a_restart() {
    let mut session = Session::at("batch");
    session.paste("0.0.5001").press("enter").type_text("0.0.50").press("ctrl-t esc");
    session.press("L");
    assert!(session.screen().contains("2 lines: 1 ready, 1 invalid") || session.screen().contains("2 ready"));
    let again = Session::started("batch", session.saved().clone()).screen();
    assert!(again.contains("0.0.5001") && again.contains("(•) import"), "{again}");
}

#[test]
fn more_than_a_thousand_lines_are_refused_and_stay() {
    let lines: Vec<String> = (0..1001).map(|n| format!("0xff{n:038x}")).collect();
    let mut session = Session::at("batch");
    session.paste(&lines.join("\n")).press("tab enter enter");
    let screen = session.screen();
    assert!(screen.contains("lines are too many: a batch takes"), "{screen}");
    assert_eq!(submissions(&session), 0);
}

#[test]
fn a_contract_that_is_under_way_already_is_not_sent_again() {
    let mut session = Session::at("verify//0.0.5005");
    session.press("enter enter L").paste("0.0.5005").press("tab enter enter");
    session.pass(Duration::from_mins(1));
    assert_eq!(submissions(&session), 1);
    assert!(session.screen().contains("1 of 1 done · 1 verified"), "{}", session.screen());
}

#[test]
fn the_batch_is_opened_from_the_jobs_and_by_the_go_to_line() {
    let mut session = Session::at("jobs");
    assert_eq!(session.press("L").place(), "batch");
    session.press("esc :").type_text("batch").press("enter");
    assert_eq!(session.place(), "batch");
}

#[test]
fn lines_are_loaded_from_a_file_below_those_that_stand_there() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("lines.csv");
    let mut session = Session::at("batch");
    session.paste("0.0.5001\n").press("tab down down down").paste(file.to_str().unwrap()).press("enter");
    assert!(session.screen().contains("There is no such file"), "{}", session.screen());
    std::fs::write(&file, "\u{feff}chain,address\r\n298,0.0.5002\r\n").unwrap();
    session.pass(Duration::from_secs(10)).press("enter");
    let screen = session.screen();
    assert!(screen.contains("2 lines read from the file"), "{screen}");
    assert!(screen.contains("2 lines: 2 ready"), "{screen}");
    assert_eq!(submissions(&session), 0);
}

#[test]
fn a_thousand_lines_scroll_and_only_those_in_view_are_drawn() {
    let lines: Vec<String> = (0..1000).map(|n| format!("0xff{n:038x}")).collect();
    let mut session = begun(&lines.join("\n"));
    session.press("G");
    let screen = session.screen();
    assert!(screen.contains("1000    298") && !screen.contains(" 900    298"), "{screen}");
}

#[test]
fn every_size_can_be_drawn() {
    for keys in ["", "ctrl-t tab tab tab tab", "tab enter", "tab enter enter", "tab enter enter f G F Y"] {
        let mut session = Session::at("batch");
        session.paste(MIXED).press(keys);
        for (columns, rows) in [(60, 15), (61, 16), (80, 24), (99, 20), (200, 60), (10, 4), (0, 0), (300, 15)]
        {
            session.event(Event::Resize(columns, rows)).press("up down pgdn home end");
            session.drawn(columns, rows);
            session.drawn(61, 17);
        }
    }
}

#[test]
fn a_batch_of_another_instance_is_shown_to_its_end_and_cannot_be_resumed() {
    let mut other = begun("0.0.5001\n0.0.5020");
    let mut batch = other.saved().batches[0].clone();
    batch.phase = Phase::Elsewhere;
    let mut session = Session::started("batch", Saved { batches: vec![batch], ..Saved::default() });
    session.press("p r").pass(Duration::from_mins(1));
    let screen = session.screen();
    assert!(screen.contains("another hieroscope is handling it"), "{screen}");
    assert_eq!(submissions(&session), 0);
    other.press("p").pass(Duration::from_mins(1));
    other.press("p").pass(Duration::from_mins(1));
    let stored = Stored { batches: other.saved().batches.clone(), ..Stored::default() };
    session.event(Event::Stored(Box::new(stored)));
    assert!(session.screen().contains("2 of 2 done"), "{}", session.screen());
    assert!(session.screen().contains("has ended"), "{}", session.screen());
}

/// The creation hashes that went with the submissions of a session, in their order.
fn creation_hashes(session: &Session) -> Vec<Option<String>> {
    let sent = session.carried().iter().filter_map(|command| match command {
        Command::Submit(
            _,
            Request { ask: Ask::Server(AnyOperation::Submit(Submit { submission, .. })), .. },
        ) => Some(submission),
        _ => None,
    });
    sent.map(|submission| submission.body.creation_hash().map(|hash| hash.to_string())).collect()
}

#[test]
fn the_creation_of_each_line_is_looked_up_and_sent_with_it() {
    let mut session = Session::at("verify//0.0.5001");
    session.press("enter enter");
    let looked_up = creation_hashes(&session);
    assert!(looked_up[0].is_some(), "{}", session.screen());
    // By its id, by its alias, and with a hash that is written; an address that the mirror node does not know is sent
    // as it is.
    let given = format!("0x{}", "ab".repeat(32));
    let mut session = begun(&format!(
        "0.0.5021\n298,0xb0551e9ecceb06cf6ea2879174aaf4da84633e85\n298,0.0.5020,{given}\n0xff{:038x}",
        9
    ));
    session.pass(Duration::from_secs(30)).press("p").pass(Duration::from_secs(30));
    let hashes = creation_hashes(&session);
    assert_eq!(hashes.len(), 4, "{}", session.screen());
    assert!(hashes[0].is_some(), "{hashes:?}");
    assert_eq!((&hashes[1], &hashes[2], &hashes[3]), (&looked_up[0], &Some(given), &None));
    // An import takes none, so nothing is looked up for it.
    let mut session = Session::at("batch");
    session.paste("298,0xb0551e9ecceb06cf6ea2879174aaf4da84633e85").press("tab right");
    session.hold();
    session.press("enter enter");
    assert_eq!(submissions(&session), 1, "{}", session.screen());
}

#[test]
fn a_page_that_is_left_takes_no_contract_from_a_line_that_waits_for_it() {
    let mut session = Session::at("batch");
    session.paste("0.0.5020").press("tab enter");
    session.hold();
    session.press("enter");
    let asked = session.waiting();
    session.press(":").paste("contract/0.0.5020").press("enter esc");
    assert!(asked.is_some() && session.waiting() == asked, "{}", session.screen());
    session.press("esc");
    while session.let_go(0) {}
    assert_eq!(submissions(&session), 1, "{}", session.screen());
}
