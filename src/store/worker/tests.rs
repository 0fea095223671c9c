//! The worker answers in turn, and ends whatever holds its file.

use verification::JobRecord;

use super::watch::{CHECK_INTERVAL, SELDOM_CHECK_INTERVAL};
use super::*;
use crate::message::Draft;

const READERS: Readers =
    Readers { job: |raw| JobRecord { raw: raw.clone(), ..JobRecord::default() }, verified: |_| None };

fn draft(text: &str) -> Persist {
    Persist::Draft(Draft { form: "verify".into(), fields: vec![("chain".into(), text.into())] })
}

#[test]
fn changes_are_looked_for_even_where_they_are_reported() {
    let wanted = || Watch { on_news: Some(Box::new(drop)), ..Watch::default() };
    let reported = Watch { notified: true, ..wanted() };
    assert_eq!(reported.interval(Some(false)), Some(SELDOM_CHECK_INTERVAL));
    assert_eq!(reported.interval(Some(true)), Some(CHECK_INTERVAL), "one of them may end");
    assert_eq!(wanted().interval(Some(false)), Some(CHECK_INTERVAL));
    assert_eq!((wanted().interval(None), Watch::default().interval(Some(true))), (None, None));
}

#[tokio::test]
async fn orders_are_worked_off_in_turn_and_flushed_on_drop() {
    let dir = tempfile::tempdir().unwrap();
    let worker = StoreWorker::start(dir.path().to_owned(), READERS, |report| panic!("{report:?}"));
    assert_eq!(worker.saved().await.unwrap(), Ok(Saved::default()));
    worker.persist(draft("295"));
    assert_eq!(worker.persist_and_confirm(draft("296")).await.unwrap(), Ok(()));
    let drafts = worker.saved().await.unwrap().unwrap().drafts;
    assert_eq!(drafts[0].fields[0].1, "296");
    for number in 0..50 {
        worker.persist(draft(&number.to_string()));
    }
    drop(worker);
    let saved = Store::open(dir.path(), READERS).unwrap().saved().unwrap();
    assert_eq!(saved.drafts[0].fields[0].1, "49");
}

#[tokio::test]
async fn what_waits_for_another_program_is_given_up_at_the_end() {
    let dir = tempfile::tempdir().unwrap();
    let worker = StoreWorker::start(dir.path().to_owned(), READERS, drop);
    assert_eq!(worker.saved().await.unwrap(), Ok(Saved::default()));
    let file = dir.path().join(crate::store::FILE);
    let other = rusqlite::Connection::open(&file).unwrap();
    other.execute_batch("BEGIN EXCLUSIVE").unwrap();
    // One after another they would wait for many minutes.
    for number in 0..500 {
        worker.persist(draft(&number.to_string()));
    }
    let confirmed = worker.persist_and_confirm(draft("last"));
    assert_eq!(worker.end(), Some(StoreFault::Busy { file: file.clone() }));
    assert_eq!(confirmed.await.unwrap(), Err(StoreFault::Busy { file }));
}

#[tokio::test]
async fn a_store_that_cannot_be_opened_says_so_once_and_answers_everyone() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("file");
    std::fs::write(&file, "in the way").unwrap();
    let (reply, faults) = mpsc::channel();
    let worker = StoreWorker::start(file.join("data"), READERS, move |report| reply.send(report).unwrap());
    worker.persist(draft("1"));
    worker.persist(draft("2"));
    let fault = worker.persist_and_confirm(draft("3")).await.unwrap().unwrap_err();
    assert!(fault.to_string().contains("--data-dir"), "{fault}");
    assert_eq!(worker.saved().await.unwrap(), Err(fault.clone()));
    drop(worker);
    assert_eq!(faults.iter().collect::<Vec<_>>(), [Report::Fault(fault)]);
}
