//! The client against the embedded network, which is as odd as real servers are.

use std::collections::BTreeSet;

use api::{
    Answer, AnyOperation, Failure, FoundResult, JobPoll, Operation as _, PageOf, Polled, Priority, Request,
    ScheduleQuery, Submit, Submitted,
};
use demo::{self, Clock, Demo};
use hieroscope_client::Client;
use ledger::query::{ContractQuery, Limit, ResultQuery, ResultsQuery, TransactionQuery};
use ledger::{ContractRef, ContractResult, EntityId, EvmAddress, Field, Next, Page, Text, Timestamp};
use verification::{ChainId, JobKey, JobRecord, Match, Submission, SubmissionBody};

use crate::asks;
use crate::server::{network, quick};

struct Embedded {
    demo: Demo,
    client: Client,
}

impl Embedded {
    async fn start() -> Self {
        // The newest results are those of the time, so it stands still.
        let clock = Clock::fixed(Timestamp::from_secs(1_795_219_200));
        let demo = demo::start(demo::Options { clock, ..demo::Options::default() }).await.unwrap();
        let client = Client::new(&network(&demo.url(), &demo.url()), quick()).unwrap();
        Self { demo, client }
    }

    async fn outcome(&self, ask: AnyOperation) -> Result<Answer, Failure> {
        self.client.ask(&Request { network: "test".to_owned(), ask }, Priority::Key, drop).await.outcome
    }

    async fn answer(&self, ask: AnyOperation) -> Answer {
        let answer = self.outcome(ask).await.unwrap();
        let shown = format!("{answer:?}");
        assert!(!shown.contains("Odd("), "{shown}");
        answer
    }

    async fn page(&self, query: &ResultsQuery, next: Option<&Next>) -> Page<ContractResult> {
        let link = next.map(|next| match next {
            Next::More(link) => link.clone(),
            other => panic!("{other:?}"),
        });
        match self.answer(PageOf { query: query.clone(), link }.any()).await {
            Answer::Results(page) => page,
            other => panic!("{other:?}"),
        }
    }

    /// Submits a similarity search for a contract and looks at its job once.
    async fn verified(&self, num: u64) -> JobRecord {
        let Answer::Contract(contract) = self.answer(ContractQuery::now(by_id(num)).any()).await else {
            panic!()
        };
        let key = JobKey { made: Timestamp::from_secs(1), process: 1 };
        let submission = Submission {
            chain: ChainId::parse(&demo::CHAIN_ID.to_string()).unwrap(),
            address: contract.evm_address.value().unwrap(),
            body: SubmissionBody::Similarity { creation_hash: None },
        };
        let Answer::Submit(Submitted::As(id)) = self.answer(Submit { job: key, submission }.any()).await
        else {
            panic!()
        };
        let poll = JobPoll { key, id, server: self.demo.url(), etag: None, may_repeat_key: false };
        let Answer::Job(Polled::Record(record, Some(etag))) = self.answer(poll.clone().any()).await else {
            panic!()
        };
        let again = JobPoll { etag: Some(etag), ..poll }.any();
        assert_eq!(self.answer(again).await, Answer::Job(Polled::Unchanged));
        (*record).clone()
    }
}

fn by_id(num: u64) -> ContractRef {
    ContractRef::Id(EntityId::from_num(num))
}

fn whole_pages(num: u64) -> ResultsQuery {
    ResultsQuery { limit: Some(Limit::MAX), ..ResultsQuery::all(by_id(num)) }
}

#[tokio::test]
async fn pages_of_results_join_without_gaps_or_twins() {
    let embedded = Embedded::start().await;
    let query = whole_pages(5001);
    let mut next = None;
    let mut moments = Vec::new();
    for _ in 0..4 {
        let page = embedded.page(&query, next.as_ref()).await;
        moments.extend(page.rows.iter().map(|row| row.timestamp.value().unwrap()));
        next = Some(page.next);
    }
    assert_eq!(moments.len(), 400);
    assert!(moments.is_sorted_by(|newer, older| newer > older));
    assert_eq!(moments.iter().collect::<BTreeSet<_>>().len(), 400);
}

#[tokio::test]
async fn results_open_from_their_rows_in_both_units() {
    let embedded = Embedded::start().await;
    let page = embedded.page(&ResultsQuery::all(by_id(5001)), None).await;
    let mut lost = BTreeSet::new();
    for row in &page.rows {
        let timestamp = row.timestamp.value().unwrap();
        let mut amounts = Vec::new();
        for weibar in [false, true] {
            let ask = ResultQuery { contract: by_id(5001), timestamp, weibar }.any();
            let Answer::Result(FoundResult { result, .. }) = embedded.answer(ask).await else { panic!() };
            assert_eq!(result.hash, row.hash);
            amounts.push(result.amount.value().unwrap());
        }
        assert_eq!(amounts[0], amounts[1] / 10_000_000_000);
        lost.insert(amounts[1] % 10_000_000_000 > 0);
    }
    assert_eq!(
        lost,
        BTreeSet::from([false, true]),
        "some amounts have more than whole tinybars, and lose it"
    );
}

#[tokio::test]
async fn every_trap_of_a_list_is_met() {
    let embedded = Embedded::start().await;
    let second = async |num: u64| {
        let query = whole_pages(num);
        let first = embedded.page(&query, None).await;
        embedded.page(&query, Some(&first.next)).await
    };
    assert!(matches!(second(5027).await.next, Next::More(_)), "a whole address on the same origin");
    assert!(matches!(second(5028).await.next, Next::Refused(_)), "the same page again");
    assert!(matches!(second(5029).await.next, Next::Refused(_)), "backwards");
    let empty = second(5030).await;
    assert!(
        empty.rows.is_empty() && matches!(empty.next, Next::More(_)),
        "an empty page with more behind it"
    );
    let foreign = embedded.page(&whole_pages(5033), None).await;
    assert!(matches!(foreign.next, Next::Refused(_)), "another host");
}

#[tokio::test]
async fn schedules_are_read_in_whatever_shape_they_come() {
    let embedded = Embedded::start().await;
    let Ok(Answer::Schedules(page)) = embedded.outcome(asks::schedules(&[("limit", "100")])).await else {
        panic!()
    };
    let odd = page.rows.iter().filter(|row| format!("{row:?}").contains("Odd("));
    let odd: Vec<_> = odd.map(|row| (row.schedule_id.value(), row.transaction_body.clone())).collect();
    // One inner transaction is no base64, and says so; nothing else is odd, in whatever shape it comes.
    assert_eq!(odd, [(Some(EntityId::from_num(7018)), Field::Odd(Text::from(r#""this is not base64!""#)))]);
    for row in page.rows.iter().take(5) {
        let ask = ScheduleQuery(row.schedule_id.value().unwrap()).any();
        let Answer::Schedule(schedule) = embedded.answer(ask).await else { panic!() };
        assert_eq!(schedule.memo.known(), row.memo.known());
    }
}

#[tokio::test]
async fn a_verification_is_submitted_and_looked_at() {
    let embedded = Embedded::start().await;
    let record = embedded.verified(5017).await;
    assert_eq!(record.completed, Field::Known(true));
    assert_eq!(record.contract.known().unwrap().overall, Field::Known(Match::Exact));
}

#[tokio::test]
async fn unknown_things_are_not_found() {
    let embedded = Embedded::start().await;
    let nobody = ContractRef::Address(EvmAddress::parse_any_case(&"ab".repeat(20)).unwrap());
    let id = ledger::TransactionId::parse("0.0.2-1-1").unwrap();
    for ask in [ContractQuery::now(nobody).any(), TransactionQuery::family(id).any()] {
        let outcome = embedded.outcome(ask).await;
        assert!(matches!(outcome, Err(Failure::NotFound { .. })), "{outcome:?}");
    }
}
