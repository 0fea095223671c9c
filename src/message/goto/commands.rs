//! Commands: an expert's prefix (`c:0.0.5001`, `@2h ago`), or a word and what it takes
//! (`results 0.0.5005 from=0.0.98 last 2h internal`).

use super::page::{self, Page};
use super::{GoToFault, Reading, Scene, shaped, signature};
use crate::ledger::moment;
use crate::ledger::paste::{Shape, nearly, shapes};
use crate::ledger::query::{
    ContractQuery, ExecutionQuery, Op, ResultsQuery, SchedulesQuery, TimestampFilter,
};
use crate::ledger::{ContractRef, ExecutionRef, Timestamp};
use crate::message::Place;
use crate::message::place::{JobPlace, PlaceFault, VerifyPlace};
use crate::verification::{CreationHash, JobId, JobKey, Mode};

/// The kinds of things that a word or prefix asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Contract,
    Results,
    Transaction,
    Schedule,
    Job,
    Verify,
    Verified,
    Result,
    Page(Page),
}

/// The words for each kind, its prefix first; a page has none.
const WORDS: [(Kind, &[&str]); 16] = [
    (Kind::Contract, &["c", "contract", "contracts", "contract_id", "contractid"]),
    (Kind::Results, &["r", "results"]),
    (
        Kind::Transaction,
        &["t", "transaction", "transactions", "tx", "txn", "transaction_id", "transactionid"],
    ),
    (Kind::Schedule, &["s", "schedule", "schedules", "schedule_id", "scheduleid"]),
    (Kind::Job, &["j", "job", "jobs", "verificationid"]),
    (Kind::Verify, &["v", "verify", "verification"]),
    (Kind::Verified, &["vd", "verified"]),
    (Kind::Result, &["x", "result"]),
    (Kind::Page(Page::Code), &["", "code", "bytecode"]),
    (Kind::Page(Page::Sources), &["", "sources", "source"]),
    (Kind::Page(Page::Interfaces), &["", "interfaces", "interface", "abi"]),
    (Kind::Page(Page::Versions), &["", "versions"]),
    (Kind::Page(Page::Hunt), &["", "hunt"]),
    (Kind::Page(Page::Economics), &["", "economics", "gas"]),
    (Kind::Page(Page::Logs), &["", "logs", "events"]),
    (Kind::Page(Page::State), &["", "state", "storage"]),
];

impl Kind {
    /// The kind that a word stands for; a letter alone stands for nothing.
    pub(super) fn of_word(word: &str) -> Option<Self> {
        let word = word.trim_end_matches(':');
        let kind = |words: &[&str]| words.iter().skip(1).any(|known| known.eq_ignore_ascii_case(word));
        WORDS.iter().find(|(_, words)| kind(words)).map(|(kind, _)| *kind)
    }

    /// The kind that a word in running text stands for, where only what is unmistakable counts.
    pub(super) fn of_word_in_text(word: &str) -> Option<Self> {
        Self::of_word(word).filter(|kind| !matches!(kind, Self::Page(_) | Self::Result))
    }

    fn of_prefix(letter: &str) -> Option<Self> {
        if letter.is_empty() {
            return None;
        }
        let kind = |words: &[&str]| words.first().is_some_and(|known| known.eq_ignore_ascii_case(letter));
        WORDS.iter().find(|(_, words)| kind(words)).map(|(kind, _)| *kind)
    }

    fn wanted(self) -> &'static str {
        match self {
            Self::Contract | Self::Results | Self::Page(_) => {
                "a contract: an id such as 0.0.5001, or an EVM address"
            }
            Self::Result => {
                "a result: its hash, its transaction's id, or its contract and time, such as 0.0.5001 1795216207.123456789"
            }
            Self::Transaction => "a transaction id, such as 0.0.1005-1795216518-468117137",
            Self::Schedule => "a schedule's id, such as 0.0.7002",
            Self::Job => "a job's id: a UUID of 36 characters",
            Self::Verify | Self::Verified => {
                "the contract to verify: an id such as 0.0.5001, or an EVM address"
            }
        }
    }
}

/// The one meaning of this kind that a text can have.
pub(super) fn typed(kind: Kind, text: &str, scene: &Scene<'_>) -> Option<Reading> {
    if kind == Kind::Job {
        let local = || text.strip_prefix("local:").and_then(JobKey::parse).map(JobPlace::Key);
        let job = JobId::parse(text).map(JobPlace::Id).or_else(local)?;
        return Some(Reading::new(Place::Job(job)));
    }
    let found = shapes(text, scene.home());
    if kind == Kind::Transaction {
        return found.iter().find_map(|shape| match shape {
            Shape::Transaction(shape) => Some(shaped::transaction(shape, scene)),
            _ => None,
        });
    }
    if kind == Kind::Result {
        let (name, nonce) = text.split_once("?nonce=").unzip();
        let of = ExecutionRef::parse(name.unwrap_or(text))?;
        let nonce = nonce.map(str::parse).transpose().ok()?;
        return Some(Reading::new(Place::Execution(ExecutionQuery { nonce, ..ExecutionQuery::of(of) })));
    }
    let contract = found.iter().find_map(|shape| shaped::contract(shape, scene))?;
    let Place::Contract(ContractQuery { contract: which, .. }) = contract.place else { return None };
    let place = match kind {
        Kind::Schedule => Place::Schedule(which.entity_id(scene.home())?),
        Kind::Results => Place::Results(ResultsQuery::all(which)),
        Kind::Verify => Place::Verify(VerifyPlace {
            chain: scene.network.chain.clone(),
            contract: Some(which),
            ..VerifyPlace::default()
        }),
        Kind::Verified => Place::Verified(scene.network.chain.clone()?, which),
        Kind::Page(page) => page.of(which, scene)?,
        _ => return Some(contract),
    };
    Some(Reading { words: place.words(), place, ..contract })
}

/// The verification form, filled from what is on screen.
pub(super) fn verify_here(scene: &Scene<'_>) -> VerifyPlace {
    match scene.here {
        Some(Place::Verify(place)) => place.clone(),
        _ => VerifyPlace {
            chain: scene.network.chain.clone(),
            contract: scene.contract(),
            ..VerifyPlace::default()
        },
    }
}

/// What a command means; `None` if the text is none.
pub(super) fn read(text: &str, scene: &Scene<'_>) -> Option<Result<Vec<Reading>, GoToFault>> {
    if let Some(when) = text.strip_prefix('@') {
        return Some(at(when, scene));
    }
    if let Some(answer) = signature::read(text) {
        return Some(Err(answer));
    }
    if let Some((letter, rest)) = text.split_once(':')
        && let Some(kind) = Kind::of_prefix(letter.trim())
    {
        return Some(
            command(kind, rest.trim(), scene).unwrap_or_else(|| Err(wanted(kind, text, rest.trim()))),
        );
    }
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let kind = Kind::of_word(word)?;
    let rest = rest.trim();
    command(kind, rest, scene).or_else(|| {
        // More words are a sentence, in which something may still stand out, unless the first of them almost fits.
        let first = rest.split_whitespace().next().unwrap_or_default();
        let slips = matches!(kind, Kind::Page(_)) && nearly(first).is_some();
        let wrong = if slips { first } else { rest };
        (slips || !rest.contains(char::is_whitespace)).then(|| Err(wanted(kind, text, wrong)))
    })
}

fn wanted(kind: Kind, whole: &str, rest: &str) -> GoToFault {
    let fault = GoToFault::Wanted { wanted: kind.wanted(), slip: nearly(rest) };
    if rest.is_empty() { fault } else { fault.within(whole, rest) }
}

fn command(kind: Kind, rest: &str, scene: &Scene<'_>) -> Option<Result<Vec<Reading>, GoToFault>> {
    if rest.is_empty() {
        return alone(kind, scene).map(|place| Ok(vec![Reading::new(place)]));
    }
    let (first, more) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let more = more.trim();
    let reading = match typed(kind, first, scene) {
        Some(reading) => reading,
        None if kind == Kind::Results => return results_here(rest, scene),
        None if kind == Kind::Result => return result_at(first, more, scene),
        None if kind == Kind::Page(Page::Interfaces) && page::is_path(rest) => {
            return scene.contract().map(|contract| Ok(vec![page::adding(contract, rest)]));
        }
        None if kind == Kind::Verify => return verify(Reading::new(Place::Verify(verify_here(scene))), rest),
        None => return None,
    };
    if more.is_empty() {
        return Some(Ok(vec![reading]));
    }
    match (kind, &reading.place) {
        (Kind::Results, Place::Results(query)) => Some(results(query.contract, more, scene)),
        (Kind::Contract, Place::Contract(query)) => as_of(query.contract, more, scene),
        (_, Place::Interfaces(contract)) => Some(Ok(vec![page::adding(*contract, more)])),
        (Kind::Transaction | Kind::Result, _) => {
            let joined = format!("{first}?{}", more.split_whitespace().collect::<Vec<_>>().join("&"));
            typed(kind, &joined, scene).map(|reading| Ok(vec![reading]))
        }
        (Kind::Verify, _) => verify(reading, more),
        _ => None,
    }
}

/// `result 0.0.5001 1795216207.123456789`, or the time alone with a contract open.
fn result_at(first: &str, more: &str, scene: &Scene<'_>) -> Option<Result<Vec<Reading>, GoToFault>> {
    let named = ContractRef::parse(first, scene.home()).filter(|_| !more.is_empty());
    let (contract, at) = named.map(|of| (of, more)).or_else(|| Some((scene.contract()?, first)))?;
    let at = Timestamp::parse(at)?;
    Some(Ok(vec![Reading::new(Place::Result(contract, at))]))
}

/// What a kind's word means without anything behind it.
fn alone(kind: Kind, scene: &Scene<'_>) -> Option<Place> {
    match kind {
        Kind::Contract => scene.contract().map(Place::contract),
        Kind::Results => scene.contract().map(|contract| Place::Results(ResultsQuery::all(contract))),
        Kind::Transaction | Kind::Result => None,
        Kind::Page(page) => page.of(scene.contract()?, scene),
        Kind::Schedule => Some(Place::Schedules(SchedulesQuery::default())),
        Kind::Job => Some(Place::Jobs),
        Kind::Verify => Some(Place::Verify(verify_here(scene))),
        Kind::Verified => {
            scene.network.chain.clone().zip(scene.contract()).map(|(chain, of)| Place::Verified(chain, of))
        }
    }
}

/// `@2h ago`: the contract on screen as it was then, or its results in that time.
fn at(when: &str, scene: &Scene<'_>) -> Result<Vec<Reading>, GoToFault> {
    let contract = scene.contract().ok_or(GoToFault::NeedsContract("A time"))?;
    let timestamp = moment::filters(when, scene.now).map_err(|fault| GoToFault::Time(fault.message))?;
    let as_of = moment::point(when, scene.now).ok().map(|at| {
        let timestamp = vec![TimestampFilter { op: Op::Eq, at }];
        Reading::new(Place::Contract(ContractQuery { contract, timestamp }))
    });
    let results = Reading::new(Place::Results(ResultsQuery { timestamp, ..ResultsQuery::all(contract) }));
    let in_results = matches!(scene.here, Some(Place::Results(_) | Place::Result(..)));
    let readings = as_of.into_iter().chain([results]);
    Ok(if in_results { readings.rev().collect() } else { readings.collect() })
}

/// `contract 0.0.5001 as of 2026-11-20`.
fn as_of(contract: ContractRef, more: &str, scene: &Scene<'_>) -> Option<Result<Vec<Reading>, GoToFault>> {
    let when = ["@", "as of ", "at "].iter().find_map(|word| more.strip_prefix(word))?;
    let at = moment::point(when, scene.now).map_err(|fault| GoToFault::Time(fault.message));
    Some(at.map(|at| {
        let timestamp = vec![TimestampFilter { op: Op::Eq, at }];
        vec![Reading::new(Place::Contract(ContractQuery { contract, timestamp }))]
    }))
}

/// `results last 2h`: of the contract on screen, if the words are filters.
fn results_here(more: &str, scene: &Scene<'_>) -> Option<Result<Vec<Reading>, GoToFault>> {
    let contract = scene.contract()?;
    results(contract, more, scene).ok().map(Ok)
}

/// `from=0.0.98 last 2h internal oldest`: documented filters, words for them, and a time.
fn results(contract: ContractRef, more: &str, scene: &Scene<'_>) -> Result<Vec<Reading>, GoToFault> {
    let mut pairs: Vec<(&str, &str)> = Vec::new();
    let mut time: Vec<&str> = Vec::new();
    for word in more.split_whitespace() {
        match word {
            "internal" => pairs.push(("internal", "true")),
            "asc" | "oldest" => pairs.push(("order", "asc")),
            "desc" | "newest" => pairs.push(("order", "desc")),
            _ => match word.split_once('=') {
                Some(pair) => pairs.push(pair),
                None => time.push(word),
            },
        }
    }
    let timestamp =
        moment::filters(&time.join(" "), scene.now).map_err(|fault| GoToFault::Time(fault.message))?;
    let timestamp: Vec<String> = timestamp.iter().map(ToString::to_string).collect();
    let pairs = pairs.into_iter().chain(timestamp.iter().map(|value| ("timestamp", value.as_str())));
    let query = ResultsQuery::from_pairs(contract, pairs, scene.home())
        .map_err(|faults| GoToFault::Place(PlaceFault::Parameters(faults)))?;
    Ok(vec![Reading::new(Place::Results(query))])
}

/// `verify 0.0.5001 import`, or a creation transaction hash behind.
fn verify(reading: Reading, more: &str) -> Option<Result<Vec<Reading>, GoToFault>> {
    let Place::Verify(mut place) = reading.place else { return None };
    for word in more.split_whitespace() {
        if let Some(mode) = Mode::parse(word) {
            place.mode = Some(mode);
        } else {
            place.creation_hash = Some(CreationHash::parse(word)?);
            place.mode = Some(Mode::Similarity);
        }
    }
    let place = Place::Verify(place);
    Some(Ok(vec![Reading { words: place.words(), place, ..reading }]))
}
