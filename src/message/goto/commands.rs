//! Commands: an expert's prefix (`c:0.0.5001`, `@2h ago`), or a word and what it takes
//! (`results 0.0.5005 from=0.0.98 last 2h internal`).

use super::page::{self, Page};
use super::{GoToFault, Reading, Scene, filters, shaped, signature, time};
use crate::ledger::paste::{Shape, nearly, shapes};
use crate::ledger::query::{ContractQuery, ExecutionQuery, ResultsQuery, SchedulesQuery};
use crate::ledger::{ContractRef, ExecutionRef, Timestamp};
use crate::message::Place;
use crate::message::place::{JobPlace, VerifyPlace};
use crate::verification::{CreationHash, JobId, JobKey, Mode};

/// Why nothing of a verifier can be opened.
const NO_CHAIN: GoToFault = GoToFault::NotShown(
    "A verifier has contracts by their chain, and this network's chain id is not known: add chain = … to its profile \
     in config.toml, or start with --chain ID.",
);

/// What a command means.
#[derive(Debug)]
pub(super) enum Command {
    /// This, or why it can mean nothing.
    Sure(Result<Vec<Reading>, GoToFault>),
    /// Nothing, for this reason; the text may still be a sentence in which something stands out.
    Perhaps(GoToFault),
}

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
    Account,
    Block,
    Page(Page),
}

/// The words for each kind, its prefix first; a page has none.
const WORDS: [(Kind, &[&str]); 18] = [
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
    (Kind::Account, &["", "account", "accounts", "sender", "payer"]),
    (Kind::Block, &["", "block", "blocks"]),
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
        let vague = |kind: &Self| matches!(kind, Self::Page(_) | Self::Result | Self::Account | Self::Block);
        Self::of_word(word).filter(|kind| !vague(kind))
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
            Self::Transaction => {
                "a transaction id, such as 0.0.1005-1795216518-468117137, its consensus time, or its hash"
            }
            Self::Account => "an account: an id such as 0.0.1002, or an EVM address",
            Self::Block => "a block: its height, such as 70002150, or its hash",
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
            Shape::Time(at) => Some(Reading::new(Place::TransactionAt(*at))),
            Shape::Hash(hash) => shaped::of_hash(hash),
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
pub(super) fn read(text: &str, scene: &Scene<'_>) -> Option<Command> {
    if let Some(when) = text.strip_prefix('@') {
        return Some(Command::Sure(time::at(when, scene)));
    }
    if let Some(answer) = signature::read(text) {
        return Some(Command::Sure(Err(answer)));
    }
    if let Some((letter, rest)) = text.split_once(':')
        && let Some(kind) = Kind::of_prefix(letter.trim())
    {
        let rest = rest.trim();
        let command = command(kind, rest, scene);
        return Some(command.unwrap_or_else(|| Command::Sure(Err(wanted(kind, text, rest)))));
    }
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let kind = Kind::of_word(word)?;
    let rest = rest.trim();
    Some(command(kind, rest, scene).unwrap_or_else(|| {
        // More words are a sentence, in which something may still stand out, unless the first of them almost fits.
        let first = rest.split_whitespace().next().unwrap_or_default();
        let slips = matches!(kind, Kind::Page(_)) && nearly(first).is_some();
        let fault = wanted(kind, text, if slips { first } else { rest });
        if slips || !rest.contains(char::is_whitespace) {
            Command::Sure(Err(fault))
        } else {
            Command::Perhaps(fault)
        }
    }))
}

fn wanted(kind: Kind, whole: &str, rest: &str) -> GoToFault {
    let fault = GoToFault::Wanted { wanted: kind.wanted(), slip: nearly(rest) };
    if rest.is_empty() { fault } else { fault.within(whole, rest) }
}

fn command(kind: Kind, rest: &str, scene: &Scene<'_>) -> Option<Command> {
    let one = |reading| Some(Command::Sure(Ok(vec![reading])));
    let at_verifier = matches!(kind, Kind::Verified | Kind::Page(Page::Sources));
    if at_verifier && scene.network.chain.is_none() {
        return Some(Command::Sure(Err(NO_CHAIN)));
    }
    if rest.is_empty() {
        return one(Reading::new(alone(kind, scene)?));
    }
    if kind == Kind::Block {
        return shaped::block(rest, scene).map(Command::Sure);
    }
    let (first, more) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let more = more.trim();
    if kind == Kind::Account {
        let readings = shaped::account(first, scene);
        return (more.is_empty() && !readings.is_empty()).then_some(Command::Sure(Ok(readings)));
    }
    let reading = match typed(kind, first, scene) {
        Some(reading) => reading,
        None if filters::apply_to(kind) => {
            let read = filters::read(kind, scene.contract()?, rest, scene);
            return Some(match read {
                Err(fault @ GoToFault::NoFilter { .. }) => Command::Perhaps(fault),
                read => Command::Sure(read),
            });
        }
        None if kind == Kind::Result => return result_at(first, more, scene),
        None if kind == Kind::Page(Page::Interfaces) && page::is_path(rest) => {
            return one(page::adding(scene.contract()?, rest));
        }
        None if kind == Kind::Verify => return verify(Reading::new(Place::Verify(verify_here(scene))), rest),
        None => return None,
    };
    if more.is_empty() {
        return one(reading);
    }
    if filters::apply_to(kind) {
        let contract = typed(Kind::Contract, first, scene).map(|reading| reading.place);
        let Some(Place::Contract(query)) = contract else { return None };
        return Some(Command::Sure(filters::read(kind, query.contract, more, scene)));
    }
    match (kind, &reading.place) {
        (Kind::Contract, Place::Contract(query)) => {
            time::as_of(query.contract, more, scene).map(Command::Sure)
        }
        (_, Place::Interfaces(contract)) => one(page::adding(*contract, more)),
        (Kind::Transaction | Kind::Result, _) => {
            let joined = format!("{first}?{}", more.split_whitespace().collect::<Vec<_>>().join("&"));
            typed(kind, &joined, scene).and_then(one)
        }
        (Kind::Verify, _) => verify(reading, more),
        _ => None,
    }
}

/// `result 0.0.5001 1795216207.123456789`, or the time alone with a contract open.
fn result_at(first: &str, more: &str, scene: &Scene<'_>) -> Option<Command> {
    let named = ContractRef::parse(first, scene.home()).filter(|_| !more.is_empty());
    let whole = if more.is_empty() { first.to_owned() } else { format!("{first} {more}") };
    let (contract, at) = match named {
        Some(contract) => (contract, more.to_owned()),
        None => (scene.contract()?, whole),
    };
    let at = Timestamp::parse(&at).or_else(|| time::exact(&at, scene.now))?;
    Some(Command::Sure(Ok(vec![Reading::new(Place::Result(contract, at))])))
}

/// What a kind's word means without anything behind it.
fn alone(kind: Kind, scene: &Scene<'_>) -> Option<Place> {
    match kind {
        Kind::Contract => scene.contract().map(Place::contract),
        Kind::Results => scene.contract().map(|contract| Place::Results(ResultsQuery::all(contract))),
        Kind::Transaction | Kind::Result | Kind::Account | Kind::Block => None,
        Kind::Page(page) => page.of(scene.contract()?, scene),
        Kind::Schedule => Some(Place::Schedules(SchedulesQuery::newest_first())),
        Kind::Job => Some(Place::Jobs),
        Kind::Verify => Some(Place::Verify(verify_here(scene))),
        Kind::Verified => {
            scene.network.chain.clone().zip(scene.contract()).map(|(chain, of)| Place::Verified(chain, of))
        }
    }
}

/// `verify 0.0.5001 import`, or a creation transaction hash behind.
fn verify(reading: Reading, more: &str) -> Option<Command> {
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
    Some(Command::Sure(Ok(vec![Reading { words: place.words(), place, ..reading }])))
}
