//! A contract, and its pages from the ledger.

use ledger::query::{ContractQuery, ContractsQuery, LogsQuery, Parameters as _, ResultsQuery, StateQuery};

use crate::message::Action;
use crate::message::place::text::{Description, contract_words, time_words, with_filters};
use crate::message::place::{Place, PlaceKind, Row, query_text};

pub(in crate::message::place) const CONTRACT: &[Row] = &[
    Row {
        kind: PlaceKind::Contract,
        name: "contract",
        forms: &["contract/ID", "contract/ID@TIME"],
        shows: "a contract, now or as of a time",
        prefix: "c",
        words: &["contract", "contract_id", "contractid"],
        action: Some(Action::Contract),
        page: true,
        at_one_time: true,
        example: "contract/0.0.5001",
        parse: |parts| {
            let (which, as_of) = parts.open(0).split_once('@').unwrap_or((parts.open(0), ""));
            let as_of = as_of.split(',').filter(|part| !part.is_empty()).map(|part| ("timestamp", part));
            let now = ContractQuery::now(parts.contract_in(which)?);
            Ok(Place::Contract(now.with_pairs(as_of.chain(parts.pairs()), parts.home)?))
        },
        describe: |place| {
            let Place::Contract(query) = place else { return None };
            let times: Vec<String> = query.timestamp.iter().map(ToString::to_string).collect();
            let at = if times.is_empty() { String::new() } else { format!("@{}", times.join(",")) };
            let times: Vec<String> = query.timestamp.iter().map(time_words).collect();
            let of = contract_words(&query.contract);
            let words = format!("contract {of} {}", times.join(", ")).trim_end().to_owned();
            Some(Description::new(format!("contract/{}{at}", query.contract), words).about(query.contract))
        },
        ..Row::DEFAULT
    },
    Row {
        kind: PlaceKind::Results,
        name: "results",
        forms: &["contract/ID/results?FILTERS", "results?FILTERS"],
        shows: "its results, or those of all contracts; filters are `from`, `timestamp`, `block.number`, `block.hash`, `transaction.index`, `internal`, `order`, `limit`",
        prefix: "r",
        words: &["results"],
        action: Some(Action::Results),
        page: true,
        filters: "from 0.0.1002, block 70002150, internal, oldest or newest, and a time such as last 2h or yesterday",
        example: "contract/0.0.5001/results",
        parse: |parts| {
            let contract = if parts.open(0).is_empty() { None } else { Some(parts.contract(0)?) };
            let all = ResultsQuery { contract, ..ResultsQuery::of_all_contracts() };
            Ok(Place::Results(all.with_pairs(parts.pairs(), parts.home)?))
        },
        describe: |place| {
            let Place::Results(query) = place else { return None };
            let pairs = query.pairs();
            let (path, of) = match &query.contract {
                Some(of) => (format!("contract/{of}/results"), contract_words(of)),
                None => ("results".to_owned(), "all contracts".to_owned()),
            };
            let words = format!("results of {of}{}", with_filters(&pairs));
            Some(Description::new(path + &query_text(&pairs), words).about(query.contract))
        },
        ..Row::DEFAULT
    },
    Row {
        kind: PlaceKind::Code,
        name: "code",
        forms: &["code/ID"],
        shows: "its code: functions, instructions, metadata",
        words: &["code", "bytecode"],
        action: Some(Action::Bytecode),
        page: true,
        example: "code/0.0.5001",
        parse: |parts| Ok(Place::Code(parts.contract(0)?)),
        describe: |place| {
            let Place::Code(of) = place else { return None };
            Some(Description::new(format!("code/{of}"), format!("code of contract {of}")).about(*of))
        },
        ..Row::DEFAULT
    },
    Row {
        kind: PlaceKind::Logs,
        name: "events",
        forms: &["contract/ID/logs?FILTERS"],
        shows: "its events; filters are `topic0` to `topic3`, `index`, `timestamp`, `order`, `limit`",
        words: &["logs", "events"],
        action: Some(Action::Logs),
        page: true,
        filters: "topic0=0x…, index=0, oldest or newest, and a time such as last 2h or yesterday",
        example: "contract/0.0.5001/logs",
        parse: |parts| {
            Ok(Place::Logs(Box::new(
                LogsQuery::all(parts.contract(0)?).with_pairs(parts.pairs(), parts.home)?,
            )))
        },
        describe: |place| {
            let Place::Logs(query) = place else { return None };
            let (of, pairs) = (query.contract, query.pairs());
            let text = format!("contract/{of}/logs{}", query_text(&pairs));
            let words = format!("events of {}{}", contract_words(&of), with_filters(&pairs));
            Some(Description::new(text, words).about(of))
        },
        ..Row::DEFAULT
    },
    Row {
        kind: PlaceKind::State,
        name: "storage",
        forms: &["contract/ID/state?FILTERS"],
        shows: "its storage, now or as of a time; filters are `slot`, `timestamp`, `order`, `limit`",
        words: &["state", "storage"],
        action: Some(Action::State),
        page: true,
        filters: "slot=0x…, and a time such as 2h ago or yesterday 14:00",
        at_one_time: true,
        example: "contract/0.0.5001/state",
        parse: |parts| {
            Ok(Place::State(StateQuery::all(parts.contract(0)?).with_pairs(parts.pairs(), parts.home)?))
        },
        describe: |place| {
            let Place::State(query) = place else { return None };
            let (of, pairs) = (query.contract, query.pairs());
            let text = format!("contract/{of}/state{}", query_text(&pairs));
            let words = format!("storage of {}{}", contract_words(&of), with_filters(&pairs));
            Some(Description::new(text, words).about(of))
        },
        ..Row::DEFAULT
    },
    Row {
        kind: PlaceKind::Versions,
        name: "versions",
        forms: &["contract/ID/versions"],
        shows: "its versions, and what changed with each",
        words: &["versions"],
        action: Some(Action::Versions),
        page: true,
        example: "contract/0.0.5001/versions",
        parse: |parts| Ok(Place::Versions(parts.contract(0)?)),
        describe: |place| {
            let Place::Versions(of) = place else { return None };
            let words = format!("versions of {}", contract_words(of));
            Some(Description::new(format!("contract/{of}/versions"), words).about(*of))
        },
        ..Row::DEFAULT
    },
    Row {
        kind: PlaceKind::Contracts,
        name: "contracts",
        forms: &["contracts?FILTERS"],
        shows: "all contracts, newest first; filters are `contract.id`, `order`, `limit`",
        words: &["contracts"],
        example: "contracts",
        parse: |parts| Ok(Place::Contracts(ContractsQuery::default().with_pairs(parts.pairs(), parts.home)?)),
        describe: |place| {
            let Place::Contracts(query) = place else { return None };
            let pairs = query.pairs();
            let words = format!("contracts{}", with_filters(&pairs));
            Some(Description::new(format!("contracts{}", query_text(&pairs)), words))
        },
        ..Row::DEFAULT
    },
];
