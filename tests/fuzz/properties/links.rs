//! Links to next pages: whichever is followed stays on the mirror node, below its API.

use std::sync::{Arc, LazyLock};

use api::{Answer, AnyOperation, Network, Operation as _, PageOf, Priority, recording::Recording};
use client::{Client, Options, Replay};
use ledger::query::{LogsQuery, ResultsQuery, SchedulesQuery};
use ledger::{ContractRef, EntityId, Next, NextLink, RawJson};
use tokio::runtime::Runtime;

/// A base with a path, which links may lack.
const MIRROR: &str = "http://localhost:5551/base";

type AskPage = fn(Option<NextLink>) -> AnyOperation;

const CONTRACT: ContractRef = ContractRef::Id(EntityId::from_num(5001));

/// The lists, by the names of their rows.
const LISTS: [(&str, AskPage); 3] = [
    ("results", |link| PageOf { query: ResultsQuery::all(CONTRACT), link }.any()),
    ("logs", |link| PageOf { query: LogsQuery::all(CONTRACT), link }.any()),
    ("schedules", |link| PageOf { query: SchedulesQuery::default(), link }.any()),
];

pub(super) fn check(bytes: &[u8]) {
    static CLIENT: LazyLock<Client> = LazyLock::new(client);
    // Nothing is sent: a recording without exchanges answers.
    static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| Runtime::new().expect("a runtime"));
    let link = super::text(bytes);
    for (rows, page) in LISTS {
        let body = serde_json::json!({ rows: [], "links": { "next": link } });
        let answer = CLIENT.parse_answer(&page(None), 200, RawJson::new(body.to_string()));
        let next = match answer {
            Ok(Answer::Results(page)) => page.next,
            Ok(Answer::Logs(page)) => page.next,
            Ok(Answer::Schedules(page)) => page.next,
            other => panic!("{other:?}"),
        };
        let Next::More(next) = next else { continue };
        let request = api::Request { network: "test".to_owned(), ask: page(Some(next)) };
        let url = RUNTIME.block_on(CLIENT.ask(&request, Priority::Key, drop)).url;
        let path = url.strip_prefix(MIRROR).unwrap_or_else(|| panic!("{link:?} leads to {url:?}"));
        let path = path.split(['?', '#']).next().unwrap_or_default();
        assert!(path.starts_with("/api/") && !path.contains("/../"), "{link:?} leads to {url:?}");
        super::assert_harmless(&url);
    }
}

fn client() -> Client {
    let network = Network { mirror: MIRROR.to_owned(), ..Network::documented("test") };
    let replay = Some(Arc::new(Replay::new(&Recording::default())));
    Client::new(&network, Options { replay, ..Options::default() }).expect("a sound network")
}
