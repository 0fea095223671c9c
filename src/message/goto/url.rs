//! Web addresses of explorers, verifiers and the APIs, by the shape of their path.

use ledger::paste::{Shape, TransactionShape, shapes};
use ledger::query::{
    ContractQuery, ContractsQuery, ExecutionQuery, LogsQuery, Op, Parameters, ResultsQuery, SchedulesQuery,
    StateQuery, TimestampFilter, TransactionsQuery,
};
use ledger::{EntityId, ExecutionRef, HexBytes, Timestamp};
use percent_encoding::percent_decode_str;
use verification::{ChainId, JobId, Mode};

use super::commands::typed;
use super::network::{self, Elsewhere};
use super::{GoToContext, GoToFault, Reading, shaped};
use crate::message::Place;
use crate::message::place::{PlaceFault, PlaceKind, VerifyPlace, exact_pairs};

/// Lists without a page, and the alternative to open.
const LISTS: [(&str, &str); 6] = [
    (
        "transactions",
        "A list of transactions has no page here: open one by its id, its hash or its consensus time, \
         or a contract's results.",
    ),
    ("contracts", "A list of contracts has no page here: open one by its id or its EVM address."),
    ("accounts", "A list of accounts has no page here: open what an account has called or scheduled."),
    ("balances", "A list of balances has no page here: open a transaction to see what it moved."),
    ("tokens", "A list of tokens has no page here: open a contract that uses one."),
    ("blocks", "A list of blocks has no page here: open a contract's results, and filter them by block."),
];
/// Said for the logs of all contracts, which have no page.
const NO_LOGS: &str =
    "A list of all contracts' events has no page here: open those of a contract, or a result.";
/// Said for other mirror node operations.
const NO_PAGE: GoToFault = GoToFault::NotShown(
    "This operation of a mirror node has no page here: accounts, contracts, results, transactions and schedules have.",
);

/// The parts of a web address.
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
        let has_blank = |text: &str| text.contains(char::is_whitespace);
        // A time in words has blanks, and nothing else has.
        let before_times = rest.split("timestamp=").next().unwrap_or(rest);
        if !rest.contains('/') || has_blank(before_times) || scheme.is_some_and(has_blank) {
            return None;
        }
        let (address, fragment) = rest.split_once('#').unwrap_or((rest, ""));
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        let fragment = fragment.split('?').next().unwrap_or_default();
        let decode = |part: &str| percent_decode_str(part).decode_utf8_lossy().into_owned();
        let mut parts: Vec<String> =
            path.split('/').chain(fragment.split('/')).filter(|part| !part.is_empty()).map(decode).collect();
        let first_is_id = parts.first().is_some_and(|first| !shapes(first, EntityId::from_num(0)).is_empty());
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

    /// The pairs of these names, with times in words made exact; others are the explorer's own.
    fn known(
        &self,
        names: &[&str],
        as_of: bool,
        ctx: &GoToContext<'_>,
    ) -> Result<Vec<(String, String)>, GoToFault> {
        let pairs = self.pairs().filter(|(name, _)| names.contains(name));
        let pairs: Vec<(String, String)> =
            pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        exact_pairs(pairs, as_of, ctx.clock).map_err(GoToFault::Place)
    }

    /// The question with the parameters of the URL that it has.
    fn asks<Q: Parameters>(&self, query: &Q, as_of: bool, ctx: &GoToContext<'_>) -> Result<Q, GoToFault> {
        let pairs = self.known(Q::NAMES, as_of, ctx)?;
        let pairs = pairs.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        query.with_pairs(pairs, ctx.home()).map_err(|faults| GoToFault::Place(PlaceFault::Parameters(faults)))
    }

    /// The consensus time that is asked for, if it is one.
    fn time(&self) -> Option<Timestamp> {
        let mut times = self.pairs().filter(|(name, _)| *name == "timestamp");
        let filter = TimestampFilter::parse(times.next()?.1).filter(|filter| filter.op == Op::Eq)?;
        times.next().is_none().then_some(filter.at)
    }

    /// The network that host or path name, if it is not the open one.
    fn elsewhere(&self, ctx: &GoToContext<'_>) -> Option<Elsewhere> {
        let in_path = || self.parts.iter().find_map(|part| network::named(part, ctx));
        network::of_address(&self.host, &self.parts.join("/"), ctx).or_else(in_path)
    }

    /// Whether it is an operation of a mirror node.
    fn is_of_a_mirror(&self) -> bool {
        self.parts.windows(2).any(|pair| matches!(pair, [api, version] if api == "api" && version == "v1"))
    }
}

/// The network that a web address names, if it is not the open one.
pub(super) fn elsewhere(text: &str, ctx: &GoToContext<'_>) -> Option<Elsewhere> {
    Url::parse(text)?.elsewhere(ctx)
}

/// The readings of a URL or path; empty if it is not one or nothing in it is recognised.
///
/// # Errors
/// When it is recognised but has no page.
pub(super) fn parse_url(text: &str, ctx: &GoToContext<'_>) -> Result<Vec<Reading>, GoToFault> {
    let Some(url) = Url::parse(text) else { return Ok(Vec::new()) };
    if text.contains(char::is_whitespace) && url.known(&["timestamp"], false, ctx).is_err() {
        // The blanks are of the text around it.
        return Ok(Vec::new());
    }
    let parts: Vec<&str> = url.parts.iter().map(String::as_str).collect();
    if let Some(reading) = by_chain(&parts, ctx) {
        return Ok(vec![reading]);
    }
    let mut readings = Vec::new();
    for start in 0..parts.len() {
        if readings.is_empty() {
            readings = by_word(parts.get(start..).unwrap_or_default(), &url, ctx)?;
        }
    }
    if readings.is_empty() {
        let last = parts.iter().rev().map(|part| last_resort(part, ctx));
        readings = last.into_iter().find(|readings| !readings.is_empty()).unwrap_or_default();
    }
    if readings.is_empty() && url.is_of_a_mirror() {
        return Err(NO_PAGE);
    }
    let elsewhere = url.elsewhere(ctx);
    Ok(readings.into_iter().map(|reading| network::mark(reading, elsewhere.as_ref(), ctx)).collect())
}

/// `…/296/0x…`, as verifiers spell a contract.
fn by_chain(parts: &[&str], ctx: &GoToContext<'_>) -> Option<Reading> {
    let (chain, reading) = parts.windows(2).find_map(|pair| match pair {
        [chain, address] => {
            let chain = ChainId::parse(chain)?;
            let found = shapes(address, ctx.home());
            let address = found.iter().find(|shape| matches!(shape, Shape::Address { .. }))?;
            Some((chain, shaped::contract(address, ctx)?))
        }
        _ => None,
    })?;
    let elsewhere = network::of_chain(&chain, ctx);
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
    let reading = Reading { words: place.label(), place, ..reading };
    Some(network::mark(reading, elsewhere.as_ref(), ctx))
}

/// The readings of a path from a recognised first part on.
fn by_word(parts: &[&str], url: &Url, ctx: &GoToContext<'_>) -> Result<Vec<Reading>, GoToFault> {
    let (word, next, rest) = match parts {
        [] => return Ok(Vec::new()),
        [word] => (*word, "", [].as_slice()),
        [word, next, rest @ ..] => (*word, *next, rest),
    };
    let word = word.to_ascii_lowercase();
    if next.is_empty() {
        return of_list(&word, url, ctx);
    }
    Ok(match word.as_str() {
        "contracts" if next == "results" && rest.is_empty() => return results(url, ctx),
        "contracts" if next == "results" && matches!(rest, ["logs", ..]) => return logs(url, ctx),
        "contract" | "contracts" | "lookup" => return contract(next, rest, url, ctx),
        "account" | "accounts" => shaped::account(next, ctx),
        "address" => typed(PlaceKind::Contract, next, ctx)
            .into_iter()
            .chain(typed(PlaceKind::Account, next, ctx))
            .collect(),
        "token" | "tokens" => typed(PlaceKind::Token, next, ctx).into_iter().collect(),
        "block" | "blocks" => shaped::block(next, ctx).unwrap_or_default(),
        "transaction" | "transactions" | "transactionsbyid" | "tx" => transaction(next, url, ctx),
        "results" => ExecutionRef::parse(next)
            .map(|of| Reading::new(Place::Execution(ExecutionQuery::new(of))))
            .into_iter()
            .chain(typed(PlaceKind::Transaction, next, ctx))
            .collect(),
        "schedule" | "schedules" => typed(PlaceKind::Schedule, next, ctx).into_iter().collect(),
        "job" | "jobs" | "verify" => typed(PlaceKind::Job, next, ctx).into_iter().collect(),
        _ => Vec::new(),
    })
}

/// The readings of a list URL. Few lists have a page: otherwise the one entity it filters by, or pages about its
/// account.
fn of_list(word: &str, url: &Url, ctx: &GoToContext<'_>) -> Result<Vec<Reading>, GoToFault> {
    if word == "schedules" {
        let query = url.asks(&SchedulesQuery::default(), false, ctx)?;
        return Ok(vec![Reading::new(Place::Schedules(query))]);
    }
    let Some((_, words)) = LISTS.iter().find(|(name, _)| *name == word) else { return Ok(Vec::new()) };
    let of = |name: &str| url.pairs().find(|(known, _)| *known == name).map(|(_, value)| value);
    let readings = match word {
        "contracts" => {
            let one = of("contract.id").and_then(|id| typed(PlaceKind::Contract, id, ctx));
            one.map_or_else(|| contracts(url, ctx), |contract| Ok(vec![contract]))?
        }
        "transactions" if url.time().is_some() => {
            url.time().map(|at| Reading::new(Place::TransactionAt(at))).into_iter().collect()
        }
        "transactions" if of("account.id").is_some() => {
            let query = url.asks(&TransactionsQuery::default(), false, ctx)?;
            vec![Reading::new(Place::Transactions(Box::new(query)))]
        }
        "accounts" | "balances" => of("account.id").map(|id| shaped::account(id, ctx)).unwrap_or_default(),
        _ => Vec::new(),
    };
    if readings.is_empty() { Err(GoToFault::NotShown(words)) } else { Ok(readings) }
}

/// The list of contracts.
fn contracts(url: &Url, ctx: &GoToContext<'_>) -> Result<Vec<Reading>, GoToFault> {
    let query = url.asks(&ContractsQuery::default(), false, ctx)?;
    Ok(vec![Reading::new(Place::Contracts(query))])
}

/// The results of all contracts, or the transaction of one time.
fn results(url: &Url, ctx: &GoToContext<'_>) -> Result<Vec<Reading>, GoToFault> {
    let is_narrowed = url.pairs().any(|(name, _)| name != "timestamp" && ResultsQuery::NAMES.contains(&name));
    if let Some(at) = url.time().filter(|_| !is_narrowed) {
        return Ok(vec![Reading::new(Place::TransactionAt(at))]);
    }
    let query = url.asks(&ResultsQuery::of_all_contracts(), false, ctx)?;
    Ok(vec![Reading::new(Place::Results(query))])
}

/// The result whose logs a link lists, by its hash, or the transaction of one time.
fn logs(url: &Url, ctx: &GoToContext<'_>) -> Result<Vec<Reading>, GoToFault> {
    let hash = url.pairs().find(|(name, _)| *name == "transaction.hash");
    let hash = hash.and_then(|(_, hash)| HexBytes::parse(hash.strip_prefix("eq:").unwrap_or(hash)));
    match hash.and_then(|hash| shaped::of_hash(&hash)) {
        Some(reading) => Ok(vec![reading]),
        None if url.time().is_none() => Err(GoToFault::NotShown(NO_LOGS)),
        None => of_list("transactions", url, ctx),
    }
}

fn contract(next: &str, rest: &[&str], url: &Url, ctx: &GoToContext<'_>) -> Result<Vec<Reading>, GoToFault> {
    let Some(reading) = typed(PlaceKind::Contract, next, ctx) else { return Ok(Vec::new()) };
    let Place::Contract(ContractQuery { contract, .. }) = reading.place else { return Ok(Vec::new()) };
    let place = match *rest {
        ["results", at, ..] if Timestamp::parse(at).is_some() => {
            url.known(ResultsQuery::NAMES, false, ctx)?;
            Place::Result(contract, Timestamp::parse(at).unwrap_or_default())
        }
        ["results", "logs", ..] => Place::Logs(Box::new(url.asks(&LogsQuery::all(contract), false, ctx)?)),
        ["results", ..] => Place::Results(url.asks(&ResultsQuery::all(contract), false, ctx)?),
        ["state", ..] => Place::State(url.asks(&StateQuery::all(contract), true, ctx)?),
        _ => Place::Contract(url.asks(&ContractQuery::now(contract), true, ctx)?),
    };
    Ok(vec![Reading { words: place.label(), place, ..reading }])
}

/// By id, which may be in the query; or by time or hash, as explorers do. A time names one transaction: an id
/// in addition to it names only the family.
fn transaction(next: &str, url: &Url, ctx: &GoToContext<'_>) -> Vec<Reading> {
    let query: Vec<String> = url
        .pairs()
        .filter(|(name, _)| matches!(*name, "nonce" | "scheduled"))
        .map(|(n, v)| format!("{n}={v}"))
        .collect();
    let tid = url.pairs().filter(|(name, _)| *name == "tid" && Timestamp::parse(next).is_none());
    let ids = [next].into_iter().chain(tid.map(|(_, id)| id));
    for id in ids {
        let id = if query.is_empty() { id.to_owned() } else { format!("{id}?{}", query.join("&")) };
        let is_id = TransactionShape::parse(&id, ctx.home()).is_some();
        if let Some(reading) = typed(PlaceKind::Transaction, &id, ctx).filter(|_| is_id) {
            return vec![reading];
        }
    }
    let mut readings: Vec<Reading> = typed(PlaceKind::Transaction, next, ctx).into_iter().collect();
    readings.extend(shaped::readings_of_text(next, ctx));
    readings
}

/// A part that is unmistakable anywhere in a path.
fn last_resort(part: &str, ctx: &GoToContext<'_>) -> Vec<Reading> {
    let unmistakable = JobId::parse(part).is_some()
        || shapes(part, ctx.home()).iter().any(|shape| match shape {
            Shape::Address { .. } | Shape::Transaction(_) => true,
            Shape::Entity(..) => part.matches('.').count() == 2,
            Shape::Time(_) | Shape::Hash(_) => false,
        });
    if unmistakable { shaped::readings_of_text(part, ctx) } else { Vec::new() }
}
