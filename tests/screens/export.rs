//! Rows are written to files: those that are shown, those that are marked, and all to the end of a list.

use std::path::Path;
use std::{fs, process};

use demo::{self, Clock};
use hieroscope::message::{
    Command, Event, Export, ExportNews, ExportProgress, ExportState, Exported, RowProgress,
};

use crate::support::{NOW, Session};

const RESULTS: &str = "contract/0.0.5001/results";
const LOGS: &str = "contract/0.0.5002/logs";

/// What was to be written last.
fn exported(session: &Session) -> Option<&Export> {
    session.carried().iter().rev().find_map(|command| match command {
        Command::Export(export) => Some(export),
        _ => None,
    })
}

fn news(session: &mut Session, path: &str, state: ExportState) {
    session.event(Event::Export(ExportNews { path: path.to_owned(), state }));
}

/// Exports to this path with what the keys choose in the form before.
fn export(session: &mut Session, keys: &str, path: &Path) -> String {
    session
        .press("e")
        .press(keys)
        .press("up up up up shift-tab ctrl-u")
        .type_text(path.to_str().unwrap())
        .press("enter");
    fs::read_to_string(path).unwrap_or_else(|fault| panic!("{fault}: {}", session.screen()))
}

fn names(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn the_form_asks_which_rows_which_columns_how_and_where() {
    let mut session = Session::at(RESULTS).size(100, 24);
    session.press("space space e");
    insta::assert_snapshot!("form", session.styled_screen());
    assert!(session.screen().contains("contract-0-0-5001-results-marked.csv"), "{}", session.screen());
    // The path goes along with what is chosen, until it is another one.
    session.press("right right down right");
    assert!(session.screen().contains("contract-0-0-5001-results-all.json"), "{}", session.screen());
    session.press("shift-tab shift-tab ctrl-u").type_text("~/mine.md");
    assert!(session.screen().contains("(•) Markdown"), "{}", session.screen());
    session.press("tab right right right");
    assert!(session.screen().contains("~/mine.md"), "{}", session.screen());
    session.press("down left left");
    assert!(session.screen().contains("~/mine.json"), "{}", session.screen());
    session.press("down right right up left left enter");
    let screen = session.screen();
    assert!(screen.contains("rows as received are JSON"), "{screen}");
}

#[test]
fn rows_are_exported_in_two_keys_and_all_in_three() {
    let mut session = Session::at(RESULTS).size(100, 24);
    session.press("e enter");
    let Some(Export { path, overwrites: false, what: Exported::Rows(rows) }) = exported(&session) else {
        panic!("{:?}", exported(&session));
    };
    assert_eq!((path.as_str(), rows.place.as_str()), ("contract-0-0-5001-results.csv", RESULTS));
    assert!(rows.records.fields.len() < 20, "as displayed: {:?}", rows.records.fields);
    session.press("esc").press("e right enter");
    assert_eq!(exported(&session).unwrap().path, "contract-0-0-5001-results-all.csv");
}

#[test]
fn what_is_shown_and_marked_is_written_in_the_order_of_the_screen() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name);
    let mut session = Session::at(RESULTS).size(120, 24);
    let csv = export(&mut session, "", &path("shown.csv"));
    assert_eq!(csv.lines().count(), 101, "{csv}");
    assert!(csv.starts_with("success,consensus_time,method,"), "{csv}");
    assert!(session.screen().contains("100 rows written to"), "{}", session.screen());
    session.press("X > > >");
    let failed = export(&mut session, "down right right", &path("failed.ndjson"));
    let rows: Vec<serde_json::Value> = failed.lines().map(|row| serde_json::from_str(row).unwrap()).collect();
    assert!(!rows.is_empty() && rows.iter().all(|row| row["success"] == "failure"), "{failed}");
    let methods: Vec<&str> = rows.iter().filter_map(|row| row["method"].as_str()).collect();
    assert!(methods.is_sorted_by_key(|method| method.to_lowercase()), "{methods:?}");
    session.press("esc < < < g g space j space");
    let received = export(&mut session, "down right down right right", &path("marked.json"));
    let rows: serde_json::Value = serde_json::from_str(&received).unwrap();
    assert!(
        rows.as_array()
            .is_some_and(|rows| rows.len() == 2 && rows.iter().all(|row| row["timestamp"].is_string())),
        "{received}"
    );
    let table = export(&mut session, "down left", &path("marked.md"));
    assert!(table.lines().nth(1).unwrap().starts_with("|---|") && table.lines().count() == 4, "{table}");
    let mut left = names(directory.path());
    left.sort();
    assert_eq!(left, ["failed.ndjson", "marked.json", "marked.md", "shown.csv"]);
}

#[test]
fn all_to_the_end_is_what_the_command_line_gets_and_the_filters_hold() {
    let directory = tempfile::tempdir().unwrap();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let options = demo::Options { clock: Clock::fixed(NOW), ..demo::Options::default() };
    let demo = runtime.block_on(demo::start(options)).unwrap();
    let mut session = Session::on_server("contract/0.0.5001/results?from=0.0.1002", &demo.url());
    session.press("X");
    let path = directory.path().join("all.ndjson");
    let written = export(&mut session, "right down right right down right", &path);
    let got = process::Command::new(env!("CARGO_BIN_EXE_hieroscope"))
        .args([
            "get",
            "contract/0.0.5001/results?from=0.0.1002",
            "--network",
            "local",
            "--mirror",
            &demo.url(),
            "--verifier",
            &demo.url(),
            "--chain",
            "298",
        ])
        .args(["--filter", "status=failed", "--all", "--ndjson"])
        .env("HOME", directory.path())
        .env_remove("XDG_CONFIG_HOME")
        .output()
        .unwrap();
    let said = String::from_utf8(got.stderr).unwrap();
    let got = String::from_utf8(got.stdout).unwrap();
    assert!(got.lines().count() > 100, "{} {said}", got.lines().count());
    assert_eq!(written, got);
    assert!(session.screen().contains("rows written to"), "{}", session.screen());
}

#[test]
fn a_file_that_is_there_is_overwritten_only_if_that_is_chosen() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("rows.csv");
    fs::write(&path, "mine").unwrap();
    let mut session = Session::at(LOGS).size(100, 24);
    assert_eq!(export(&mut session, "", &path), "mine");
    let screen = session.screen();
    assert!(screen.contains("exists already: overwrite it, or choose another name"), "{screen}");
    session.press("enter");
    assert_eq!(fs::read_to_string(&path).unwrap(), "mine", "{}", session.screen());
    session.press("right enter");
    assert!(fs::read_to_string(&path).unwrap().lines().count() > 10, "{}", session.screen());
    assert_eq!(names(directory.path()), ["rows.csv"]);
}

#[test]
fn an_export_says_how_far_it_is_and_can_be_cancelled_and_resumed() {
    let mut session = Session::at(RESULTS).size(120, 24);
    session.press("e right enter");
    let path = "contract-0-0-5001-results-all.csv";
    news(&mut session, path, ExportState::Unfinished(12_300));
    insta::assert_snapshot!("unfinished", session.styled_screen());
    session.press("enter");
    let progress = RowProgress { rows: 23_400, pages: 234, rows_per_second: 1_650, seconds_left: Some(95) };
    news(&mut session, path, ExportState::Running(ExportProgress::Rows(progress)));
    insta::assert_snapshot!("running", session.styled_screen());
    // Quitting asks, and nothing is lost by it.
    session.press("Q");
    assert!(session.screen().contains("is not finished (23,400"), "{}", session.screen());
    session.press("esc ?");
    let help = session.drawn(140, 120);
    assert!(help.contains("cancel the export to"), "{help}");
    session.press("esc g x");
    assert_eq!(session.carried().last(), Some(&Command::CancelExport(path.to_owned())));
    session.press("e shift-tab right enter");
    assert_eq!(session.carried().last(), Some(&Command::CancelExport(path.to_owned())));
    news(&mut session, path, ExportState::Cancelled);
    let screen = session.screen();
    assert!(
        screen.contains("export cancelled: nothing is left of") && !screen.contains("exporting"),
        "{screen}"
    );
    session.press("g x");
    assert!(session.screen().contains("no export is in progress"), "{}", session.screen());
}

#[test]
fn what_a_server_breaks_off_is_said_and_nothing_is_left_that_cannot_go_on() {
    let directory = tempfile::tempdir().unwrap();
    let mut session = Session::at(RESULTS).size(120, 24);
    let path = directory.path().join("gone").join("rows.csv");
    session.press("e shift-tab ctrl-u").type_text(path.to_str().unwrap()).press("enter");
    let screen = session.screen();
    assert!(screen.contains("could not be written"), "{screen}");
    session.press("esc");
    news(&mut session, "rows.csv", ExportState::Running(ExportProgress::Rows(RowProgress::default())));
    news(&mut session, "rows.csv", ExportState::Failed("the server cannot be reached.".to_owned()));
    let screen = session.screen();
    assert!(screen.contains("the server cannot be reached") && !screen.contains("exporting"), "{screen}");
    assert_eq!(names(directory.path()).len(), 0);
}

#[test]
fn labels_are_written_in_a_column_of_their_own_where_there_are_any_and_they_are_wanted() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name);
    let mut session = Session::at(RESULTS);
    session.press("e");
    assert!(!session.screen().contains("+ labels"), "{}", session.screen());
    session.press("esc l");
    session.press("shift-tab ctrl-u").paste("0.0.1024").press("tab").type_text("deployer").press("enter");
    let csv = export(&mut session, "down down right right", &path("labelled.csv"));
    let mut lines = csv.lines();
    let head = lines.next().unwrap();
    assert!(head.ends_with(",labels"), "{head}");
    assert!(csv.contains(",sender=deployer\n"), "{csv}");
    let plain = export(&mut session, "", &path("plain.csv"));
    assert!(!plain.contains("deployer"), "{plain}");
}
