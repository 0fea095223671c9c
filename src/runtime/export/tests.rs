//! What is killed is taken up again, and what is there is left alone.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use decode::rows::{Field, Filter, Format, Records, RowValues, Value};
use ledger::RawJson;

use super::*;
use crate::message::contents::{LoadedPart, LoadedRows};
use crate::message::export::RowSource;
use crate::runtime::export::source::Page;

/// Rows that nobody reads: their pages are given by the test.
#[derive(Debug)]
struct Unread;

impl LoadedRows for Unread {
    fn parts(&self, _received: bool) -> Box<dyn Iterator<Item = Result<LoadedPart, api::Failure>> + Send> {
        Box::new(std::iter::empty())
    }
}

const COLUMNS: [&str; 2] = ["consensus time", "method"];

fn rows(format: Format, filter: &str) -> RowExport {
    let field = |(column, name): (usize, &&str)| Field { name: (*name).to_owned(), column, is_right: false };
    let filter = Filter::parse(filter, &COLUMNS, Timestamp::default()).unwrap();
    let fields = COLUMNS.iter().enumerate().map(field).collect();
    RowExport {
        rows: RowSource::Loaded(Arc::new(Unread)),
        records: Records { format, fields, filter, is_received: false, labels: None },
        network: "demo".to_owned(),
        place: "contract/0.0.5001/results".to_owned(),
        unfinished: Unfinished::Ask,
    }
}

/// A page of rows by their times in seconds; the method says which row it is.
fn page(rows: &[(u64, &str)]) -> Page {
    let at = |seconds: u64| Timestamp::from_secs(seconds);
    let values = rows
        .iter()
        .map(|(seconds, method)| vec![Value::Time(at(*seconds)), Value::Text((*method).to_owned())]);
    Page {
        values: RowValues::new(COLUMNS.len(), values.collect()),
        received: rows.iter().map(|(_, method)| RawJson::new(format!("{{\"m\":\"{method}\"}}"))).collect(),
        at: rows.iter().map(|(seconds, _)| Some(at(*seconds))).collect(),
    }
}

#[expect(clippy::unnecessary_wraps, reason = "a list may have no times")]
fn span() -> Option<(Timestamp, Timestamp)> {
    Some((Timestamp::from_secs(1), Timestamp::from_secs(100)))
}

async fn begun(path: &Path, export: &RowExport) -> Result<(Writing, Option<Note>), ExportState> {
    begin(path.to_owned(), false, Box::new(export.clone())).await
}

/// Writes pages and is killed: the last of them is not noted.
async fn killed(path: &Path, export: &RowExport, pages: &[Page]) {
    let (mut writing, _) = begun(path, export).await.unwrap();
    for (at, page) in pages.iter().enumerate() {
        writing.set_span(span());
        writing.take(page, at + 1 < pages.len()).unwrap();
    }
}

#[tokio::test]
async fn what_was_killed_has_not_the_name_and_goes_on_with_no_row_doubled_or_lost() {
    let directory = tempfile::tempdir().unwrap();
    for format in Format::ALL {
        let path = directory.path().join(format!("rows.{}", format.ending()));
        let export = rows(format, "method!=c");
        // Rows of one time stand on two pages, and one that does not pass is among them.
        let pages =
            [page(&[(90, "a"), (80, "b"), (80, "c")]), page(&[(80, "d"), (70, "e")]), page(&[(60, "f")])];
        killed(&path, &export, &pages[..2]).await;
        assert!(!path.exists(), "{format:?}");
        let Err(ExportState::Unfinished(2)) = begun(&path, &export).await else { panic!("{format:?}") };
        let resumed = RowExport { unfinished: Unfinished::Resume, ..export.clone() };
        let (mut writing, note) = begun(&path, &resumed).await.unwrap();
        let note = note.unwrap();
        assert_eq!((note.last, note.rows_at_last), (Timestamp::from_secs(80), 2));
        // From the time of the last row on, in other pages.
        writing.take(&page(&[(80, "b")]), false).unwrap();
        for rest in [page(&[(80, "c"), (80, "d"), (70, "e")]), page(&[(60, "f")])] {
            writing.take(&rest, false).unwrap();
        }
        writing.finish().unwrap();

        let whole = directory.path().join(format!("whole.{}", format.ending()));
        let (mut writing, _) = begun(&whole, &export).await.unwrap();
        for page in &pages {
            writing.take(page, false).unwrap();
        }
        assert_eq!(writing.rows(), 5);
        writing.finish().unwrap();
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(text, fs::read_to_string(&whole).unwrap());
        assert!(
            ["a", "b", "d", "e", "f"].iter().all(|method| text.contains(method))
                && !text.contains("method\":\"c")
        );
        fs::remove_file(path).unwrap();
        fs::remove_file(whole).unwrap();
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0, "{format:?}");
    }
}

#[tokio::test]
async fn what_is_left_of_another_export_is_not_taken_for_this_one() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("rows.csv");
    let pages = || [page(&[(90, "a")]), page(&[(80, "b")])];
    killed(&path, &rows(Format::Csv, ""), &pages()).await;
    for other in [
        rows(Format::Ndjson, ""),
        rows(Format::Csv, "method=a"),
        RowExport { network: "testnet".to_owned(), ..rows(Format::Csv, "") },
        RowExport { place: "contract/0.0.5002/results".to_owned(), ..rows(Format::Csv, "") },
    ] {
        let Err(ExportState::Refused(words)) = begun(&path, &other).await else { panic!("{other:?}") };
        assert!(words.contains("rows.csv.part is there already"), "{words}");
    }
    // Starting over begins with nothing.
    let over = RowExport { unfinished: Unfinished::StartOver, ..rows(Format::Csv, "") };
    let (mut writing, note) = begun(&path, &over).await.unwrap();
    assert_eq!(note, None);
    writing.take(&page(&[(90, "=1+1\n"), (80, "\"")]), false).unwrap();
    writing.finish().unwrap();
    let text = fs::read_to_string(&path).unwrap();
    assert_eq!(text, "consensus time,method\n90.000000000,\"'=1+1\n\"\n80.000000000,\"\"\"\"\n");
    assert!(matches!(begun(&path, &over).await, Err(ExportState::Taken)));
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
}

#[tokio::test]
async fn a_list_that_cannot_be_read_further_is_kept_only_where_it_can_be_resumed() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("rows.csv");
    for is_timed in [false, true] {
        let (mut writing, _) = begun(&path, &rows(Format::Csv, "")).await.unwrap();
        writing.set_span(span().filter(|_| is_timed));
        writing.take(&page(&[(90, "a")]), false).unwrap();
        let ExportState::Failed(words) = failed(writing, "the server is gone.") else { panic!() };
        assert_eq!(words.contains("1 row is kept"), is_timed, "{words}");
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), if is_timed { 2 } else { 0 });
    }
}

#[tokio::test]
async fn an_export_killed_before_its_first_page_is_started_again() {
    let directory = tempfile::tempdir().unwrap();
    let (path, export) = (directory.path().join("rows.csv"), rows(Format::Csv, ""));
    for part in [None, Some("")] {
        match part {
            None => drop(begun(&path, &export).await.unwrap()),
            Some(part) => fs::write(directory.path().join("rows.csv.part"), part).unwrap(),
        }
        let (mut writing, note) = begun(&path, &export).await.unwrap();
        assert_eq!(note, None);
        writing.take(&page(&[(90, "a")]), true).unwrap();
        writing.finish().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "consensus time,method\n90.000000000,a\n");
        fs::remove_file(&path).unwrap();
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0);
    }
}
