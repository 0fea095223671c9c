//! The table: who asks, who shares, who stops, and what is kept.

mod sharing;

use std::sync::Arc;

use decode::analysis::{AnalysisInput as Input, AnalysisOutput};
use ledger::query::ContractQuery;
use ledger::raw::Lines;
use ledger::{Contract, ContractRef, EntityId, Token};

use super::*;
use crate::message::Answer;
use crate::panes::kit::Once;
use crate::panes::kit::ask::analyses::LayOut;

const NOW: Timestamp = Timestamp::from_secs(1_795_000_000);

fn contract(number: u64) -> ContractQuery {
    ContractQuery::now(ContractRef::Id(EntityId::from_num(number)))
}

struct Table {
    requests: Requests,
    known: Snapshot,
}

impl Table {
    fn new() -> Self {
        Self { requests: Requests::new(true), known: Snapshot::default() }
    }

    fn want(&mut self, pane: Subscriber, questions: &[&ContractQuery]) -> Vec<Command> {
        let mut wants = Wants::default();
        for question in questions {
            wants.add(*question);
        }
        self.requests.want(pane, wants, &asking(&self.known, NOW))
    }

    fn answer(&mut self, request: &Request, answer: Answer) -> bool {
        let response = Response::here(request.clone(), Ok(answer), NOW);
        !self.requests.on_response(&response).is_empty()
    }

    fn value(&self, pane: Subscriber, question: &ContractQuery) -> Option<&Arc<Contract>> {
        self.requests.get(pane, "net", question).value()
    }
}

/// Asks for what is seen on the network of these tests.
fn asking(known: &Snapshot, now: Timestamp) -> Asking<'_> {
    Asking { network: "net", priority: Priority::Visible, known, now }
}

fn sent(commands: &[Command]) -> Request {
    match commands {
        [Command::Send(request, _) | Command::SendAnew(request)] => request.clone(),
        other => panic!("{other:?}"),
    }
}

fn found() -> Answer {
    Answer::Server(api::Answer::Contract(Arc::default()))
}

#[test]
fn a_topic_is_asked_once_for_two_panes_and_goes_on_for_the_one_that_stays() {
    let (mut table, one) = (Table::new(), Subscriber::default());
    let other = one.next();
    let request = sent(&table.want(one, &[&contract(1)]));
    assert_eq!(table.want(other, &[&contract(1)]), []);
    assert_eq!(table.requests.stop(other), [], "the first pane still waits");
    assert_eq!(table.requests.close(other), []);
    assert!(table.requests.wake_at(one, NOW).is_some());
    assert!(table.answer(&request, found()));
    assert!(table.value(one, &contract(1)).is_some());
    assert_eq!(table.requests.wake_at(one, NOW), None, "nothing moves at rest");
}

#[test]
fn what_no_pane_wants_any_more_is_cancelled_and_forgotten() {
    let (mut table, pane) = (Table::new(), Subscriber::default());
    let first = sent(&table.want(pane, &[&contract(1)]));
    let commands = table.want(pane, &[&contract(2)]);
    assert!(commands.contains(&Command::Cancel(first.clone())), "{commands:?}");
    assert!(!table.answer(&first, found()), "nobody waits for it");
    assert!(table.value(pane, &contract(1)).is_none());
    assert_eq!(table.requests.close(pane).len(), 1);
    assert!(table.requests.networks.values().all(HashMap::is_empty));
}

#[test]
fn an_old_answer_stays_while_a_new_one_is_under_way() {
    let (mut table, pane) = (Table::new(), Subscriber::default());
    let request = sent(&table.want(pane, &[&contract(1)]));
    table.answer(&request, found());
    assert_eq!(table.want(pane, &[&contract(1)]), [], "it is known");
    table.requests.refresh(pane);
    assert_eq!(table.want(pane, &[&contract(1)]), [Command::SendAnew(request.clone())]);
    table.requests.refresh(pane);
    assert_eq!(table.want(pane, &[&contract(1)]), [], "it is under way");
    assert!(table.value(pane, &contract(1)).is_some());
    assert!(!table.requests.is_waiting(pane), "there is something to see");
    let failed = Response::here(request, Err(Failure::TimedOut { after: 9 }), NOW);
    assert_eq!(table.requests.on_response(&failed), [pane]);
    assert!(table.value(pane, &contract(1)).is_some());
    assert!(table.requests.get(pane, "net", &contract(1)).failure().is_some());
}

#[test]
fn an_answer_of_another_kind_is_a_failure_in_words() {
    let (mut table, pane) = (Table::new(), Subscriber::default());
    let request = sent(&table.want(pane, &[&contract(1)]));
    assert!(table.answer(&request, Answer::Server(api::Answer::Token(Arc::new(Token::default())))));
    let fetched = table.requests.get(pane, "net", &contract(1));
    assert_eq!(fetched.failure(), Some(&Failure::UnexpectedAnswer));
    assert_eq!(table.want(pane, &[&contract(1)]), [], "it is not asked for ever");
}

#[test]
fn what_the_user_stops_is_asked_again_only_on_refresh() {
    let (mut table, pane) = (Table::new(), Subscriber::default());
    let request = sent(&table.want(pane, &[&contract(1)]));
    assert!(table.requests.is_waiting(pane));
    assert_eq!(table.requests.stop(pane), [Command::Cancel(request)]);
    assert!(!table.requests.is_waiting(pane));
    assert_eq!(table.want(pane, &[&contract(1)]), []);
    table.requests.refresh(pane);
    assert_eq!(table.want(pane, &[&contract(1)]).len(), 1);
}

#[test]
fn an_analysis_is_made_again_when_more_is_known_and_not_before_it_has_ended() {
    struct Ask;
    impl Question for Ask {
        type Answer = Arc<AnalysisOutput>;
        fn topic(&self) -> Topic {
            Topic::Analysis(Input::Sources(ContractRef::Id(EntityId::from_num(1))))
        }
        fn pick(answer: &Answer) -> Option<&Self::Answer> {
            if let Answer::Analysis(finding) = answer { Some(finding) } else { None }
        }
    }
    let (mut table, pane) = (Table::new(), Subscriber::default());
    let want = |table: &mut Table| {
        let mut wants = Wants::default();
        wants.add(&Ask);
        table.requests.want(pane, wants, &asking(&table.known.clone(), NOW))
    };
    let first = sent(&want(&mut table));
    table.known.change(|_| ());
    assert_eq!(want(&mut table), [], "one is being made");
    let answer = || Answer::Analysis(Arc::new(AnalysisOutput::Sources(Vec::new())));
    table.answer(&first, answer());
    let second = sent(&want(&mut table));
    assert_ne!(first, second);
    assert!(table.requests.get(pane, "net", &Ask).value().is_some(), "the older one is shown meanwhile");
    assert!(!table.answer(&first, answer()), "an answer to the older question is not taken for the newer's");
    table.answer(&second, answer());
    assert_eq!(want(&mut table), []);
}

#[test]
fn a_pane_that_comes_to_a_known_topic_sees_it_at_once_and_has_it_asked_again() {
    let (mut table, one) = (Table::new(), Subscriber::default());
    let request = sent(&table.want(one, &[&contract(1)]));
    table.answer(&request, found());
    assert_eq!(sent(&table.want(one.next(), &[&contract(1)])), request);
    assert!(table.value(one.next(), &contract(1)).is_some());
}

#[test]
fn a_question_is_asked_again_at_its_time_once_and_not_while_it_is_under_way() {
    let (mut table, pane) = (Table::new(), Subscriber::default());
    let later = NOW.plus_millis(5_000);
    let want = |table: &mut Table, again: Option<Timestamp>, now: Timestamp| {
        let mut wants = Wants::default();
        wants.add(&contract(1));
        if let Some(at) = again {
            wants.ask_again_at(&contract(1), at);
        }
        table.requests.want(pane, wants, &asking(&table.known, now))
    };
    let request = sent(&want(&mut table, Some(later), NOW));
    assert_eq!(want(&mut table, Some(later), later), [], "it is under way");
    table.answer(&request, found());
    assert_eq!(want(&mut table, Some(later), NOW), []);
    assert_eq!(table.requests.wake_at(pane, NOW), Some(later));
    assert_eq!(sent(&want(&mut table, Some(later), later)), request);
    table.answer(&request, found());
    assert_eq!(want(&mut table, Some(later), later), [], "that time was used");
    assert_eq!(table.requests.wake_at(pane, later), None, "and wakes nobody");
    assert_eq!(table.requests.get(pane, "net", &contract(1)).repeats(), 1);
    let sooner = NOW.plus_millis(1_000);
    assert_eq!(sent(&want(&mut table, Some(sooner), sooner)), request, "the clock was put back");
    table.answer(&request, found());
    table.requests.refresh(pane);
    assert_eq!(want(&mut table, None, sooner).len(), 1);
    assert_eq!(table.requests.get(pane, "net", &contract(1)).repeats(), 0, "the user asked");
    table.answer(&request, found());
    assert_eq!(table.requests.wake_at(pane, sooner), None, "nobody polls any more");
}

#[test]
fn what_failed_is_asked_again_whatever_the_clock_does() {
    let later = |seconds: u64| NOW.plus_millis(seconds * 1_000);
    let year = 365 * 86_400;
    // Where the clock stands next, and whether it is asked again then.
    for (now, again) in [
        (later(1), false),
        (later(5), true),
        (later(year), true),
        (NOW.minus_seconds(1), true),
        (NOW.minus_seconds(30 * year), true),
    ] {
        let (mut table, pane) = (Table::new(), Subscriber::default());
        let request = sent(&table.want(pane, &[&contract(1)]));
        let (outcome, url) = (Err(Failure::TimedOut { after: 9 }), "http://127.0.0.1:1/".to_owned());
        table.requests.on_response(&Response { url, ..Response::here(request, outcome, NOW) });
        assert_eq!(table.requests.wake_at(pane, now).is_some_and(|at| at <= now), again, "{now}");
        let mut wants = Wants::default();
        wants.add(&contract(1));
        let commands = table.requests.want(pane, wants, &asking(&table.known, now));
        assert_eq!(!commands.is_empty(), again, "{now}");
    }
}

#[test]
fn what_helps_to_read_is_looked_up_once_a_pane_and_again_when_it_is_refreshed() {
    let (mut table, pane) = (Table::new(), Subscriber::default());
    let subject = Subject::Contract(ContractRef::Id(EntityId::from_num(7)));
    let mut wants = Wants::default();
    wants.resolve(subject);
    assert_eq!(table.requests.unresolved(pane, &wants), [subject]);
    table.want(pane, &[&contract(1)]);
    assert_eq!(table.requests.unresolved(pane, &wants), []);
    assert_eq!(table.requests.unresolved(pane.next(), &wants), [subject]);
    table.requests.refresh(pane);
    assert_eq!(table.requests.unresolved(pane, &wants), [subject]);
}

#[test]
fn an_analysis_that_knowledge_has_no_part_in_is_made_once() {
    let (mut table, pane, layout) = (Table::new(), Subscriber::default(), LayOut::default());
    let want = |table: &mut Table| {
        let mut wants = Wants::default();
        wants.add(&layout);
        table.requests.want(pane, wants, &asking(&table.known.clone(), NOW))
    };
    table.known.change(|_| ());
    let request = sent(&want(&mut table));
    table.answer(&request, Answer::Analysis(Arc::new(AnalysisOutput::Lines(Lines::default()))));
    table.known.change(|_| ());
    assert_eq!(want(&mut table), []);
    assert!(table.requests.get(pane, "net", &layout).value().is_some());
}

#[test]
fn what_a_pane_wants_only_once_it_is_refreshed_is_asked_whatever_is_kept_and_only_then() {
    let (mut table, pane) = (Table::new(), Subscriber::default());
    table.requests.refresh(pane);
    let request = match table.want(pane, &[&contract(1)]).as_slice() {
        [Command::SendAnew(request)] => request.clone(),
        other => panic!("{other:?}"),
    };
    let fetched = |table: &Table| table.requests.get(pane, "net", &contract(1)).outcome().is_some();
    assert!(!fetched(&table));
    table.answer(&request, found());
    assert!(fetched(&table));
    assert_eq!(table.want(pane, &[]), []);
    assert!(matches!(table.want(pane, &[&contract(1)]).as_slice(), [Command::Send(..)]));
}

#[test]
fn a_pane_is_told_of_what_is_new_to_it_though_nothing_need_be_asked() {
    let (mut table, pane) = (Table::new(), Subscriber::default());
    let mut wants = Wants::default();
    wants.add(&contract(1));
    assert!(table.requests.is_news(pane, "net", &wants));
    table.want(pane, &[&contract(1)]);
    assert!(!table.requests.is_news(pane, "net", &wants));
    table.requests.stop(pane);
    assert!(!table.requests.is_news(pane, "net", &wants), "it was stopped");
    assert!(table.requests.is_news(pane.next(), "net", &wants));
}

#[test]
fn an_answer_is_taken_once_and_never_an_older_one_of_another_pane() {
    let (mut table, one) = (Table::new(), Subscriber::default());
    let other = one.next();
    let request = sent(&table.want(one, &[&contract(1)]));
    table.answer(&request, found());
    let mut page = Once::default();
    page.ask(contract(1));
    let take = |table: &Table, once: &mut Once<_>| {
        once.take_from(&table.requests, other, "net").map(|(_, outcome)| outcome.is_ok())
    };
    assert_eq!(take(&table, &mut page), None, "it is not asked yet");
    sent(&table.want(other, &[&contract(1)]));
    assert_eq!(take(&table, &mut page), None, "the answer is under way");
    table.answer(&request, found());
    assert_eq!(take(&table, &mut page), Some(true));
    assert!(!page.is_asked());
    assert_eq!(take(&table, &mut page), None);
}

#[test]
fn what_came_of_a_request_is_told_apart_from_what_came_of_the_one_before() {
    let (mut table, pane) = (Table::new(), Subscriber::default());
    let later = NOW.plus_millis(1);
    let outcome = |table: &Table, since| {
        table.requests.get(pane, "net", &contract(1)).outcome_since(since).map(|outcome| outcome.is_ok())
    };
    let request = sent(&table.want(pane, &[&contract(1)]));
    assert_eq!(outcome(&table, NOW), None, "it is under way");
    table.answer(&request, found());
    assert_eq!((outcome(&table, NOW), outcome(&table, later)), (Some(true), None));
    let mut wants = Wants::default();
    wants.add(&contract(1));
    wants.ask_again_at(&contract(1), later);
    let request = sent(&table.requests.want(pane, wants, &asking(&table.known, later)));
    assert_eq!(outcome(&table, later), None, "the older answer is none to it");
    table.answer(&request, found());
    assert_eq!(outcome(&table, later), Some(true));
}

#[test]
fn a_pane_that_takes_what_another_has_just_got_asks_nothing() {
    let (mut table, first, record) = (Table::new(), Subscriber::default(), contract(5001));
    let asked = table.want(first, &[&record]);
    let Some(Command::Send(request, _)) = asked.first() else { panic!("{asked:?}") };
    assert!(table.answer(request, Answer::Server(api::Answer::Contract(Arc::new(Contract::default())))));
    let mut want = |pane, millis| {
        let mut wants = Wants::default();
        wants.add_shared(&record);
        table.requests.want(pane, wants, &asking(&table.known, NOW.plus_millis(millis))).len()
    };
    let second = first.next();
    assert_eq!((want(second, 4_000), want(second.next(), 6_000)), (0, 1));
}

#[test]
fn what_only_covered_panes_want_gives_way_until_they_are_back() {
    let (mut table, one) = (Table::new(), Subscriber::default());
    let other = one.next();
    let mine = sent(&table.want(one, &[&contract(1), &contract(2)][..1]));
    let shared = sent(&table.want(one, &[&contract(1), &contract(2)]));
    assert_eq!(table.requests.set_on_screen(vec![one]), [], "they are seen already");
    assert_eq!(table.want(other, &[&contract(2)]), []);
    let covered = Command::Prioritize(mine.clone(), Priority::Background);
    assert_eq!(table.requests.set_on_screen(vec![other]), [covered]);
    assert_eq!(table.requests.set_on_screen(vec![other]), []);
    assert_eq!(
        table.requests.set_on_screen(vec![one, other]),
        [Command::Prioritize(mine.clone(), Priority::Visible)]
    );
    assert!(table.answer(&mine, found()) && table.answer(&shared, found()));
    assert_eq!(table.requests.set_on_screen(Vec::new()), [], "nothing is under way");
}

#[test]
fn what_failed_in_passing_is_asked_again_after_a_growing_wait_while_it_is_wanted() {
    let (mut table, pane) = (Table::new(), Subscriber::default());
    let fail = |table: &mut Table, request: &Request, at: Timestamp| {
        let outcome = Err(Failure::TimedOut { after: 20 });
        let url = "http://127.0.0.1:1".to_owned();
        !table
            .requests
            .on_response(&Response { url, ..Response::here(request.clone(), outcome, at) })
            .is_empty()
    };
    let want = |table: &mut Table, now: Timestamp| {
        let mut wants = Wants::default();
        wants.add(&contract(1));
        table.requests.want(pane, wants, &asking(&table.known, now))
    };
    let request = sent(&want(&mut table, NOW));
    let mut at = NOW;
    for wait in [5_000, 10_000, 20_000] {
        assert!(fail(&mut table, &request, at));
        let due = at.plus_millis(wait);
        assert_eq!(table.requests.again_at(pane, at), Some(due));
        assert_eq!(want(&mut table, due.minus_seconds(1)), []);
        assert_eq!(sent(&want(&mut table, due)), request);
        assert!(table.requests.get(pane, "net", &contract(1)).failure().is_none());
        at = due;
    }
    assert!(fail(&mut table, &request, at));
    table.requests.refresh(pane);
    assert_eq!(sent(&want(&mut table, at)), request, "the user asks at once");
    assert!(fail(&mut table, &request, at));
    assert_eq!(table.requests.again_at(pane, at), Some(at.plus_millis(5_000)), "waits begin anew");
    want(&mut table, at.plus_millis(5_000));
    assert!(table.answer(&request, found()));
    assert_eq!(table.requests.again_at(pane, at), None);
}
