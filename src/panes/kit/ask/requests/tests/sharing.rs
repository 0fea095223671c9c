//! Subscribers of each kind share a request: they join it, hear what came of it, and leave.

use ledger::Text;
use verification::{BatchId, JobKey};

use super::*;

/// One of each kind, in the order of the table.
fn all() -> [Subscriber; 6] {
    let key = JobKey { made: NOW, process: 1 };
    let (batch, job) = (Subscriber::Batch(BatchId(key)), Subscriber::Job(key));
    [Subscriber::Pane(7), Subscriber::WatchList, batch, Subscriber::Knowledge, Subscriber::Names, job]
}

#[test]
fn each_subscriber_may_leave_while_another_waits() {
    let all = all();
    for (leaves, stays) in all.iter().flat_map(|one| all.iter().map(move |other| (*one, *other))) {
        if leaves == stays {
            continue;
        }
        let mut table = Table::new();
        let request = sent(&table.want(leaves, &[&contract(1)]));
        assert_eq!(table.want(stays, &[&contract(1)]), [], "{stays:?} joins {leaves:?}");
        assert_eq!(table.want(leaves, &[]), [], "{leaves:?} leaves, {stays:?} waits");
        assert_eq!(table.requests.wanted_by(&request).collect::<Vec<_>>(), [stays]);
        let response = Response::here(request, Ok(found()), NOW);
        assert_eq!(table.requests.on_response(&response), [stays]);
        assert_eq!(table.value(stays, &contract(1)).is_some(), stays.looks());
        let again = table.want(stays, &[&contract(1)]);
        assert_eq!(again.is_empty(), stays.looks(), "an answer that was taken is asked for again");
    }
}

#[test]
fn a_failure_of_each_kind_reaches_all_that_wait() {
    let words = || vec![Text::from("no")];
    let failures = [
        Failure::Invalid { words: words(), field: None, code: None },
        Failure::NotFound { words: words(), code: None },
        Failure::NotOffered { status: 404 },
        Failure::Refused { status: 409, words: words(), code: None },
        Failure::RateLimited { until: None, words: words(), code: None },
        Failure::ServerFault { status: 503, words: words(), code: None },
        Failure::Unreachable { words: "reset".into(), sent: true },
        Failure::NotRecorded,
        Failure::KeyWithheld { words: "no".to_owned() },
        Failure::TimedOut { after: 9 },
        Failure::NotUnderstood { at: "results[1]".to_owned(), words: "no".into() },
        Failure::UnexpectedAnswer,
        Failure::Defect,
        crate::message::NOT_ANALYSED,
        crate::message::ROWS_LOST,
    ];
    for failure in failures {
        let (mut table, all) = (Table::new(), all());
        let request = sent(&all.map(|one| table.want(one, &[&contract(1)])).concat());
        let response = Response::here(request, Err(failure.clone()), NOW);
        assert_eq!(table.requests.on_response(&response), all, "{failure:?}");
        for one in all {
            let told = table.requests.get(one, "net", &contract(1)).failure();
            assert_eq!(told, Some(&failure), "{one:?}");
            let is_waiting = table.requests.is_waiting(one);
            assert!(!is_waiting, "{one:?}");
        }
    }
}

#[test]
fn a_tab_and_a_preview_share_a_request_and_another_network_has_none_of_it() {
    let (mut table, there) = (Table::new(), "other");
    let [tab, preview, elsewhere, back] = [1, 2, 3, 4].map(Subscriber::Pane);
    let request = sent(&table.want(tab, &[&contract(1)]));
    assert_eq!(table.want(preview, &[&contract(1)]), []);
    let mut wants = Wants::default();
    wants.add(&contract(1));
    let other = sent(&table.requests.want(
        elsewhere,
        wants,
        &Asking { network: there, priority: Priority::Visible, known: &table.known, now: NOW },
    ));
    assert_eq!((&*other.network, &other.ask), (there, &request.ask));
    assert_eq!(table.want(back, &[&contract(1)]), [], "what was under way goes on");
    assert!(table.answer(&request, found()));
    assert!([tab, preview, back].iter().all(|pane| table.value(*pane, &contract(1)).is_some()));
    assert!(table.requests.get(elsewhere, there, &contract(1)).is_loading());
}

#[test]
fn what_joins_makes_a_request_as_urgent_as_it_is() {
    let (mut table, pane) = (Table::new(), Subscriber::Pane(1));
    let want = |table: &mut Table, subscriber, priority| {
        let mut wants = Wants::default();
        wants.add(&contract(1));
        table.requests.want(
            subscriber,
            wants,
            &Asking { network: "net", priority, known: &Snapshot::default(), now: NOW },
        )
    };
    let request = sent(&want(&mut table, Subscriber::Knowledge, Priority::Background));
    assert_eq!(want(&mut table, pane, Priority::Key), [Command::Prioritize(request, Priority::Key)]);
    assert_eq!(want(&mut table, Subscriber::Names, Priority::Poll), [], "it is more urgent already");
}

#[test]
fn an_answer_is_at_hand_for_some_seconds_and_not_once_a_newer_one_is_asked_for_or_failed() {
    let (mut table, pane) = (Table::new(), Subscriber::Pane(1));
    let at_hand = |table: &Table, millis| {
        let topic = contract(1).topic();
        table.requests.at_hand("net", &topic, NOW.plus_millis(millis)).map(|response| response.outcome)
    };
    assert_eq!(at_hand(&table, 0), None);
    let request = sent(&table.want(pane, &[&contract(1)]));
    assert_eq!(at_hand(&table, 0), None, "it is under way");
    assert!(table.answer(&request, found()));
    assert_eq!([4_000, 6_000].map(|millis| at_hand(&table, millis)), [Some(Ok(found())), None]);
    table.requests.refresh(pane);
    table.want(pane, &[&contract(1)]);
    assert_eq!(at_hand(&table, 0), None, "a newer one is under way");
    table.requests.on_response(&Response::here(request, Err(Failure::TimedOut { after: 9 }), NOW));
    assert_eq!(at_hand(&table, 0), None, "it failed");
}
