//! What is shown of answers that were kept on disk: their age, and why the server was not asked.

use std::sync::Arc;
use std::time::Duration;

use api::{AnswerSource, AnyOperation, Failure};
use hieroscope::message::{Answer, Ask, Event, Request, Response};
use ledger::{EntityId, Field, Schedule};

use crate::support::{NOW, Session};

/// A session at a schedule that was kept three hours ago.
fn session(source: AnswerSource) -> Session {
    let mut session = Session::unanswered("schedule/0.0.7002");
    let schedule = Schedule {
        schedule_id: Field::Known(EntityId::from_num(7002)),
        executed_timestamp: Field::Known(NOW.minus_seconds(20_000)),
        ..Schedule::default()
    };
    let asked = session
        .all_waiting()
        .into_iter()
        .find(|request| matches!(request.ask, Ask::Server(AnyOperation::Schedule(_))));
    let request: Request = asked.unwrap();
    let (outcome, at) =
        (Ok(Answer::Server(api::Answer::Schedule(Arc::new(schedule)))), NOW.minus_seconds(10_800));
    let url = "http://127.0.0.1:1/api/v1/schedules/0.0.7002".to_owned();
    let response = Response { source, url, ..Response::here(request, outcome, at) };
    session.event(Event::Response(Box::new(response)));
    session
}

#[test]
fn an_answer_from_the_cache_says_so_with_its_age() {
    let session = session(AnswerSource::Cache);
    let screen = session.screen();
    assert!(screen.contains("executed at") && screen.contains("cached 3 h ago"), "{screen}");
}

#[test]
fn without_a_network_it_says_why_and_counts_down_to_the_next_try() {
    let failure = Failure::Unreachable { words: "refused".into(), sent: false };
    let mut session = session(AnswerSource::CacheAfter(failure, NOW));
    let screen = session.screen();
    assert!(screen.contains("executed at"), "{screen}");
    assert!(screen.contains("The server cannot be reached."), "{screen}");
    assert!(screen.contains("cached 3 h ago") && screen.contains("Next try in 5 s."), "{screen}");
    let before = session.all_waiting().len();
    session.pass(Duration::from_secs(5));
    assert_eq!(session.all_waiting().len(), before, "it is asked again");
}
