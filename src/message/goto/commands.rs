//! Commands: an expert's prefix (`c:0.0.5001`, `@2h ago`), or a word and what it takes
//! (`results 0.0.5005 from=0.0.98 last 2h internal`).

use ledger::paste::{Shape, nearly, shapes};
use ledger::query::{ContractQuery, ExecutionQuery};
use ledger::{ContractRef, ExecutionRef, Timestamp};
use verification::{CreationHash, JobId, JobKey, Mode};

use super::{GoToContext, GoToFault, Reading, fault, shaped, time};
use crate::message::comparison::Side;
use crate::message::place::{JobPlace, PlaceKind, ReplayPlace, Row, VerifyPlace};
use crate::message::{Comparison, Place, ResultName};

/// Why no verifier page can be opened.
const NO_CHAIN: GoToFault = GoToFault::NotShown(
    "A verifier has contracts by their chain, and this network's chain id is not known: add chain = … to its profile \
     in config.toml, or start with --chain ID.",
);

/// The meaning of a command.
#[derive(Debug)]
pub(super) enum Command {
    /// A command with these readings, or a faulty one.
    Sure(Result<Vec<Reading>, GoToFault>),
    /// Not a command, for this reason; the text may still be a sentence with an id in it.
    Perhaps(GoToFault),
}

/// The kind of target of a word or prefix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A place of this kind.
    Place(PlaceKind),
    /// What an account has done.
    Account,
    /// What happened in a block.
    Block,
}

impl From<PlaceKind> for Kind {
    fn from(kind: PlaceKind) -> Self {
        Self::Place(kind)
    }
}

/// Words for kinds that are not places.
const MORE_WORDS: [(Kind, &[&str]); 2] =
    [(Kind::Account, &["account", "accounts", "sender", "payer"]), (Kind::Block, &["block", "blocks"])];

impl Kind {
    /// The kind that a word means; a single letter means nothing.
    fn of_word(word: &str) -> Option<Self> {
        let word = word.trim_end_matches(':');
        let is_among = |words: &[&str]| words.iter().any(|known| known.eq_ignore_ascii_case(word));
        let place = Row::all().find(|row| is_among(row.words)).map(|row| Self::Place(row.kind));
        place.or_else(|| MORE_WORDS.iter().find(|(_, words)| is_among(words)).map(|(kind, _)| *kind))
    }

    /// The kind that a word in running text means, if it is unmistakable.
    pub(super) fn of_word_in_text(word: &str) -> Option<Self> {
        let is_clear = |row: &Row| !row.prefix.is_empty() && row.kind != PlaceKind::Result;
        Self::of_word(word).filter(|kind| kind.row().is_some_and(is_clear))
    }

    fn row(self) -> Option<&'static Row> {
        let Self::Place(kind) = self else { return None };
        Some(kind.row())
    }

    fn of_prefix(letter: &str) -> Option<Self> {
        let row = Row::all().find(|row| !row.prefix.is_empty() && row.prefix.eq_ignore_ascii_case(letter));
        row.map(|row| Self::Place(row.kind))
    }

    /// Whether this is a page of a contract that is reached by its word only.
    fn is_page(self) -> bool {
        self.row().is_some_and(|row| row.page && row.prefix.is_empty())
    }

    /// The row of a list that can be narrowed.
    fn list(self) -> Option<&'static Row> {
        self.row().filter(|row| !row.filters.is_empty())
    }

    fn wanted(self) -> &'static str {
        match self {
            Self::Account => "an account: an id such as 0.0.1002, or an EVM address",
            Self::Block => "a block: its height, such as 70002150, or its hash",
            Self::Place(kind) => kind.row().wants,
        }
    }
}

/// The one meaning of this kind that a text can have.
pub(super) fn typed(kind: impl Into<Kind>, text: &str, scene: &GoToContext<'_>) -> Option<Reading> {
    let kind = kind.into();
    if kind == Kind::Place(PlaceKind::Job) {
        let local = || text.strip_prefix("local:").and_then(JobKey::parse).map(JobPlace::Key);
        let job = JobId::parse(text).map(JobPlace::Id).or_else(local)?;
        return Some(Reading::new(Place::Job(job)));
    }
    if kind == Kind::Place(PlaceKind::Account) {
        return shaped::account(text, scene).into_iter().next();
    }
    let found = shapes(text, scene.home());
    if kind == Kind::Place(PlaceKind::Transaction) {
        return found.iter().find_map(|shape| match shape {
            Shape::Transaction(shape) => Some(shaped::transaction(shape, scene)),
            Shape::Time(at) => Some(Reading::new(Place::TransactionAt(*at))),
            Shape::Hash(hash) => shaped::of_hash(hash),
            _ => None,
        });
    }
    if kind == Kind::Place(PlaceKind::Result) {
        let (name, nonce) = text.split_once("?nonce=").unzip();
        let of = ExecutionRef::parse(name.unwrap_or(text))?;
        let nonce = nonce.map(str::parse).transpose().ok()?;
        return Some(Reading::new(Place::Execution(ExecutionQuery { nonce, ..ExecutionQuery::new(of) })));
    }
    if kind == Kind::Place(PlaceKind::Replay) {
        return typed(PlaceKind::Result, text, scene).and_then(replay);
    }
    let contract = found.iter().find_map(|shape| shaped::contract(shape, scene))?;
    let Place::Contract(ContractQuery { contract: which, .. }) = contract.place else { return None };
    let place = match kind {
        Kind::Place(PlaceKind::Schedule) => Place::Schedule(which.entity_id(scene.home())?),
        Kind::Place(PlaceKind::Token) => Place::Token(which.entity_id(scene.home())?),
        Kind::Place(PlaceKind::Verify) => Place::Verify(VerifyPlace {
            chain: scene.network.chain.clone(),
            contract: Some(which),
            ..VerifyPlace::default()
        }),
        Kind::Place(PlaceKind::Contract) => return Some(contract),
        _ => match kind.row().filter(|row| row.page) {
            Some(row) => row.page_of(which, scene.network.chain.as_ref())?,
            None => return Some(contract),
        },
    };
    Some(Reading { words: place.label(), place, ..contract })
}

/// The replay of the result that is meant.
fn replay(result: Reading) -> Option<Reading> {
    let name = ResultName::of(&result.place)?;
    let place = Place::Replay(Box::new(ReplayPlace::new(name)));
    Some(Reading { words: place.label(), place, ..result })
}

/// The verification form, filled from what is on screen.
pub(super) fn verify_here(scene: &GoToContext<'_>) -> VerifyPlace {
    match scene.here {
        Some(Place::Verify(place)) => place.clone(),
        _ => VerifyPlace {
            chain: scene.network.chain.clone(),
            contract: scene.contract(),
            ..VerifyPlace::default()
        },
    }
}

/// Parses a command; `None` if the text is not one.
pub(super) fn parse_command(text: &str, scene: &GoToContext<'_>) -> Option<Command> {
    if let Some(when) = text.strip_prefix('@') {
        return Some(Command::Sure(time::parse_at(when, scene)));
    }
    if let Some(answer) = fault::parse_signature(text) {
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
    let rest = rest.trim();
    let Some(kind) = Kind::of_word(word) else {
        // The contract may stand before its page: `0.0.5001 results last 2h`.
        let (page, more) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let is_page = Kind::of_word(page).and_then(Kind::row).is_some_and(|row| row.page);
        let is_named = is_page && ContractRef::parse(word, scene.home()).is_some();
        return is_named.then(|| parse_command(&format!("{page} {word} {more}"), scene)).flatten();
    };
    Some(command(kind, rest, scene).unwrap_or_else(|| {
        // More words are a sentence, which may contain something, unless the first word is almost a command.
        let first = rest.split_whitespace().next().unwrap_or_default();
        let slips = kind.is_page() && nearly(first).is_some();
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

fn command(kind: Kind, rest: &str, scene: &GoToContext<'_>) -> Option<Command> {
    let one = |reading| Some(Command::Sure(Ok(vec![reading])));
    let at_verifier = matches!(kind, Kind::Place(PlaceKind::Verified | PlaceKind::Sources));
    if at_verifier && scene.network.chain.is_none() {
        return Some(Command::Sure(Err(NO_CHAIN)));
    }
    if rest.is_empty() {
        return one(Reading::new(alone(kind, scene)?));
    }
    if kind == Kind::Place(PlaceKind::Comparison) {
        return compare(rest, scene).map(Reading::new).and_then(one);
    }
    if kind == Kind::Place(PlaceKind::Bytes) {
        return shaped::bytes(rest, scene).map(Command::Sure);
    }
    if kind == Kind::Block {
        return shaped::block(rest, scene).map(|readings| Command::Sure(Ok(readings)));
    }
    let (first, more) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let more = more.trim();
    if kind == Kind::Account {
        let readings = shaped::account(first, scene);
        return (more.is_empty() && !readings.is_empty()).then_some(Command::Sure(Ok(readings)));
    }
    let list = kind.list();
    let reading = match typed(kind, first, scene) {
        Some(reading) => reading,
        None if list.is_some() => {
            if scene.contract().is_none() {
                list?.alone()?;
            }
            return Some(match time::parse_filters(list?, scene.contract(), rest, scene) {
                Err(fault @ GoToFault::NoFilter { .. }) => Command::Perhaps(fault),
                read => Command::Sure(read),
            });
        }
        None if kind == Kind::Place(PlaceKind::Result) => return result_at(first, more, scene),
        None if kind == Kind::Place(PlaceKind::Replay) => {
            return match result_at(first, more.trim_end_matches("replay").trim_end(), scene)? {
                Command::Sure(Ok(readings)) => {
                    Some(Command::Sure(Ok(readings.into_iter().filter_map(replay).collect())))
                }
                other => Some(other),
            };
        }
        None if kind == Kind::Place(PlaceKind::Interfaces) && is_path(rest) => {
            return one(adding(scene.contract()?, rest));
        }
        None if kind == Kind::Place(PlaceKind::Verify) => {
            return verify(Reading::new(Place::Verify(verify_here(scene))), rest);
        }
        None => return None,
    };
    if more.is_empty() {
        return one(reading);
    }
    if let Some(row) = list {
        return Some(Command::Sure(time::parse_filters(
            row,
            Some(reading.place.contract_named()?),
            more,
            scene,
        )));
    }
    match (kind, &reading.place) {
        (Kind::Place(PlaceKind::Contract), Place::Contract(query)) => {
            time::as_of(query.contract, more, scene).map(Command::Sure)
        }
        (_, Place::Interfaces(contract)) => one(adding(*contract, more)),
        (Kind::Place(PlaceKind::Transaction | PlaceKind::Result), _) => {
            let joined = format!("{first}?{}", more.split_whitespace().collect::<Vec<_>>().join("&"));
            typed(kind, &joined, scene).and_then(one)
        }
        (Kind::Place(PlaceKind::Verify), _) => verify(reading, more),
        _ => None,
    }
}

/// `result 0.0.5001 1795216207.123456789`, or the time alone with a contract open.
fn result_at(first: &str, more: &str, scene: &GoToContext<'_>) -> Option<Command> {
    let named = ContractRef::parse(first, scene.home()).filter(|_| !more.is_empty());
    let whole = if more.is_empty() { first.to_owned() } else { format!("{first} {more}") };
    let (contract, at) = match named {
        Some(contract) => (contract, more.to_owned()),
        None => (scene.contract()?, whole),
    };
    let at = Timestamp::parse(&at).or_else(|| time::exact(&at, scene.clock))?;
    Some(Command::Sure(Ok(vec![Reading::new(Place::Result(contract, at))])))
}

/// The place of a kind's word without arguments.
fn alone(kind: Kind, scene: &GoToContext<'_>) -> Option<Place> {
    let Kind::Place(kind) = kind else { return None };
    match kind {
        PlaceKind::Verify => Some(Place::Verify(verify_here(scene))),
        PlaceKind::Schedule => PlaceKind::Schedules.row().alone(),
        PlaceKind::Transaction => PlaceKind::Transactions.row().alone(),
        PlaceKind::Job => Some(Place::Jobs),
        _ => {
            let page = |contract| kind.row().page_of(contract, scene.network.chain.as_ref());
            scene.contract().and_then(page).or_else(|| kind.row().alone())
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
    Some(Command::Sure(Ok(vec![Reading { words: place.label(), place, ..reading }])))
}

/// `compare 0.0.5001 0.0.5002`, or the other one alone with the one on screen.
fn compare(rest: &str, scene: &GoToContext<'_>) -> Option<Place> {
    let side = |word: &str| {
        let named = || Side::of(&super::readings(word, scene).ok()?.first()?.place);
        Side::parse(word, scene.home()).or_else(named)
    };
    let words: Vec<&str> = rest.split_whitespace().filter(|word| !["and", "with"].contains(word)).collect();
    let sides = match words.as_slice() {
        [other] => [Side::of(scene.here?)?, side(other)?],
        [one, other] => [side(one)?, side(other)?],
        _ => return None,
    };
    Some(Place::Comparison(Box::new(Comparison::new(sides)?)))
}

/// The form that adds the interface in a file to a contract.
fn adding(contract: ContractRef, path: &str) -> Reading {
    Reading::new(Place::AddInterface(contract, path.to_owned()))
}

/// Whether a text looks like a file's path rather than a mistyped contract.
fn is_path(text: &str) -> bool {
    let ends = [".json", ".abi"].iter().any(|end| text.to_ascii_lowercase().ends_with(end));
    ends || text.contains(['/', '\\']) || text.starts_with('~')
}
