//! Recorded answers, and as many rows as wanted made from them.

use std::sync::Arc;

use api::{Answer, AnyOperation, Network, Operation as _, PageOf};
use client::{Client, Options};
use ledger::query::ResultsQuery;
use ledger::text::Text;
use ledger::{ContractRef, ContractResult, EntityId, Field, Next, NextLink, Page, RawJson, Timestamp};
use serde_json::Value;

/// Rows of a page.
pub(crate) const ROWS: usize = 100;

/// As many rows as wanted, made from a recorded page.
pub(crate) struct Recorded {
    rows: Vec<Arc<ContractResult>>,
}

impl Recorded {
    /// Reads the recording as `network`'s answer.
    pub(crate) fn by(network: &Network) -> Self {
        let file = include_str!("../../tests/fixtures/mirror/029-results-busy-desc-page1.json");
        let ask = PageOf::first(ResultsQuery::all(contract())).any();
        let Answer::Results(page) = read(network, &ask, file) else { panic!("no page was recorded") };
        Self { rows: page.rows }
    }

    /// The page with this number, whose rows are older than those of the pages before it.
    pub(crate) fn page(&self, number: usize) -> Page<ContractResult> {
        let row = |(place, row): (usize, &Arc<ContractResult>)| {
            let age = u64::try_from(number * ROWS + place).unwrap_or_default();
            let timestamp = Field::Known(Timestamp::from_secs(1_795_000_000 - age));
            Arc::new(ContractResult { timestamp, ..(**row).clone() })
        };
        let rows = self.rows.iter().cycle().take(ROWS).enumerate().map(row).collect();
        let next = Next::More(NextLink(Text::new(format!("/api/v1/more?page={number}"))));
        Page::new(rows, next, &RawJson::default())
    }
}

fn contract() -> ContractRef {
    ContractRef::Id(EntityId::from_num(5001))
}

/// A recording read as `network`'s answer to `ask`.
pub(crate) fn read(network: &Network, ask: &AnyOperation, file: &str) -> Answer {
    let network = Network { mirror: "http://localhost".to_owned(), ..network.clone() };
    let client = Client::new(&network, Options::default()).expect("a client");
    let recorded: Value = serde_json::from_str(file).unwrap_or_default();
    let body = RawJson::new(recorded.pointer("/0/body").and_then(Value::as_str).unwrap_or_default());
    client.parse_answer(ask, 200, body).expect("an answer")
}
