//! Web addresses of explorers, verifiers and the APIs themselves, by the shape of their path.

use super::commands::{Kind, typed};
use super::network::{self, Elsewhere};
use super::{Reading, Scene, shaped};
use crate::ledger::paste::{Shape, shapes};
use crate::ledger::query::{
    ContractQuery, ExecutionQuery, LogsQuery, ResultsQuery, SchedulesQuery, StateQuery,
};
use crate::ledger::{EntityId, ExecutionRef, Timestamp};
use crate::message::Place;
use crate::message::place::VerifyPlace;
use crate::verification::{ChainId, JobId, Mode};
use percent_encoding::percent_decode_str;

/// A web address taken apart.
struct Url {
    /// The host with its port; empty if there is only a path.
    host: String,
    /// The parts of the path, and of a path within the fragment.
    parts: Vec<String>,
    /// The parameters.
    pairs: Vec<(String, String)>,
}

impl Url {
    fn parse(text: &str) -> Option<Self> {
        let (scheme, rest) =
            text.split_once("://").map_or((None, text), |(scheme, rest)| (Some(scheme), rest));
        if !rest.contains('/') || rest.contains(char::is_whitespace) {
            return None;
        }
        let (address, fragment) = rest.split_once('#').unwrap_or((rest, ""));
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        let fragment = fragment.split('?').next().unwrap_or_default();
        let decode = |part: &str| percent_decode_str(part).decode_utf8_lossy().into_owned();
        let mut parts: Vec<String> =
            path.split('/').chain(fragment.split('/')).filter(|part| !part.is_empty()).map(decode).collect();
        let first_is_id = parts.first().is_some_and(|first| !shapes(first, EntityId::of(0)).is_empty());
        let has_host =
            scheme.is_some() || (!first_is_id && parts.first().is_some_and(|first| first.contains('.')));
        let host =
            if has_host && !parts.is_empty() { parts.remove(0).to_ascii_lowercase() } else { String::new() };
        if !has_host && first_is_id {
            parts.insert(0, "contract".to_owned());
        }
        let pairs = form_urlencoded::parse(query.as_bytes())
            .map(|(name, value)| (name.into_owned(), value.into_owned()))
            .collect();
        Some(Self { host, parts, pairs })
    }

    fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.pairs.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The network that host or path name, if it is not the open one.
    fn elsewhere(&self, scene: &Scene<'_>) -> Option<Elsewhere> {
        let in_path = || self.parts.iter().find_map(|part| network::named(part, scene));
        network::of_host(&self.host, scene).or_else(in_path)
    }
}

/// What a web address or a path can mean.
pub(super) fn read(text: &str, scene: &Scene<'_>) -> Vec<Reading> {
    let Some(url) = Url::parse(text) else { return Vec::new() };
    let parts: Vec<&str> = url.parts.iter().map(String::as_str).collect();
    if let Some(reading) = by_chain(&parts, scene) {
        return vec![reading];
    }
    let readings = (0..parts.len()).filter_map(|start| Some(by_word(parts.get(start..)?, &url, scene)));
    let mut readings = readings.into_iter().find(|readings| !readings.is_empty()).unwrap_or_default();
    if readings.is_empty() {
        readings = parts
            .iter()
            .rev()
            .map(|part| last_resort(part, scene))
            .find(|r| !r.is_empty())
            .unwrap_or_default();
    }
    let elsewhere = url.elsewhere(scene);
    readings.into_iter().map(|reading| network::mark(reading, elsewhere.as_ref(), scene)).collect()
}

/// `…/296/0x…`, as verifiers spell a contract.
fn by_chain(parts: &[&str], scene: &Scene<'_>) -> Option<Reading> {
    let (chain, reading) = parts.windows(2).find_map(|pair| match pair {
        [chain, address] => {
            let chain = ChainId::parse(chain)?;
            let found = shapes(address, scene.home());
            let address = found.iter().find(|shape| matches!(shape, Shape::Address { .. }))?;
            Some((chain, shaped::contract(address, scene)?))
        }
        _ => None,
    })?;
    let elsewhere = network::of_chain(&chain, scene);
    let mode = parts.iter().find_map(|part| match *part {
        "similarity" => Some(Mode::Similarity),
        "etherscan" | "blockexplorer" => Some(Mode::Import),
        "metadata" => Some(Mode::Metadata),
        _ => None,
    });
    let place = match &reading.place {
        Place::Contract(query) if parts.contains(&"verify") => Place::Verify(VerifyPlace {
            chain: Some(chain),
            contract: Some(query.contract),
            mode,
            creation_hash: None,
        }),
        place => place.clone(),
    };
    let reading = Reading { words: place.words(), place, ..reading };
    Some(network::mark(reading, elsewhere.as_ref(), scene))
}

/// What a path means from here on, if its first part is a word that is known.
fn by_word(parts: &[&str], url: &Url, scene: &Scene<'_>) -> Vec<Reading> {
    let (word, next, rest) = match parts {
        [] => return Vec::new(),
        [word] => (*word, "", [].as_slice()),
        [word, next, rest @ ..] => (*word, *next, rest),
    };
    match word.to_ascii_lowercase().as_str() {
        "contract" | "contracts" | "lookup" => contract(next, rest, url, scene).into_iter().collect(),
        "account" | "accounts" | "address" | "token" | "tokens" => {
            let doubt = "the address names an account or token, which can be shown only if it is a contract";
            let reading = typed(Kind::Contract, next, scene);
            reading.map(|reading| reading.doubting(Some(doubt.to_owned()))).into_iter().collect()
        }
        "transaction" | "transactions" | "transactionsbyid" | "tx" => transaction(next, url, scene),
        "results" => ExecutionRef::parse(next)
            .map(|of| Reading::new(Place::Execution(ExecutionQuery::of(of))))
            .into_iter()
            .chain(typed(Kind::Transaction, next, scene))
            .collect(),
        "schedules" if next.is_empty() => {
            let query = SchedulesQuery::from_pairs(url.pairs(), scene.home()).unwrap_or_default();
            vec![Reading::new(Place::Schedules(query))]
        }
        "schedule" | "schedules" => typed(Kind::Schedule, next, scene).into_iter().collect(),
        "job" | "jobs" | "verify" => typed(Kind::Job, next, scene).into_iter().collect(),
        _ => Vec::new(),
    }
}

fn contract(next: &str, rest: &[&str], url: &Url, scene: &Scene<'_>) -> Option<Reading> {
    let reading = typed(Kind::Contract, next, scene)?;
    let Place::Contract(ContractQuery { contract, .. }) = reading.place else { return None };
    let place = match *rest {
        ["results", at, ..] if Timestamp::parse(at).is_some() => {
            Place::Result(contract, Timestamp::parse(at)?)
        }
        ["results", "logs", ..] => {
            let query = LogsQuery::from_pairs(contract, url.pairs());
            Place::Logs(Box::new(query.unwrap_or_else(|_| LogsQuery::all(contract))))
        }
        ["state", ..] => {
            let query = StateQuery::from_pairs(contract, url.pairs());
            Place::State(query.unwrap_or_else(|_| StateQuery::all(contract)))
        }
        ["results", ..] => {
            let query = ResultsQuery::from_pairs(contract, url.pairs(), scene.home());
            Place::Results(query.unwrap_or_else(|_| ResultsQuery::all(contract)))
        }
        _ => {
            let query = ContractQuery::from_pairs(contract, url.pairs());
            Place::Contract(query.unwrap_or_else(|_| ContractQuery::now(contract)))
        }
    };
    Some(Reading { words: place.words(), place, ..reading })
}

/// By id; or by its time, which explorers use and which alone leads to a result only under a contract.
fn transaction(next: &str, url: &Url, scene: &Scene<'_>) -> Vec<Reading> {
    let query: Vec<String> = url
        .pairs()
        .filter(|(name, _)| matches!(*name, "nonce" | "scheduled"))
        .map(|(n, v)| format!("{n}={v}"))
        .collect();
    let ids = [next].into_iter().chain(url.pairs().filter(|(name, _)| *name == "tid").map(|(_, id)| id));
    for id in ids {
        let id = if query.is_empty() { id.to_owned() } else { format!("{id}?{}", query.join("&")) };
        if let Some(reading) = typed(Kind::Transaction, &id, scene) {
            return vec![reading];
        }
    }
    shaped::read(next, scene)
}

/// A part that is unmistakable wherever it stands.
fn last_resort(part: &str, scene: &Scene<'_>) -> Vec<Reading> {
    let unmistakable = JobId::parse(part).is_some()
        || shapes(part, scene.home()).iter().any(|shape| match shape {
            Shape::Address { .. } | Shape::Transaction(_) => true,
            Shape::Entity(..) => part.matches('.').count() == 2,
            Shape::Time(_) | Shape::Hash(_) => false,
        });
    if unmistakable { shaped::read(part, scene) } else { Vec::new() }
}
