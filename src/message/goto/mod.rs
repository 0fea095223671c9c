//! The palette and the command line's target: what a typed or pasted text can mean, ranked.
//!
//! ```text
//!   text ── a command (`c:…`, `results 0.0.5001 last 2h`)? ── a place's own text form? ── the shape of an
//!   id, address, time or hash? ── a time in words? ── an explorer's or API's address? ── ids with noise around?
//!   ── a word's start?
//! ```
//!
//! The first that matches wins. No request is sent.

mod commands;
mod fault;
mod network;
mod shaped;
mod time;
mod url;

use api::Network;
use ledger::moment::Clock;
use ledger::paste::{Shape, TransactionShape, shapes};
use ledger::query::ResultsQuery;
use ledger::{ContractRef, EntityId};
use verification::JobId;

use self::commands::{Command, Kind, typed};
use super::Place;
use super::place::{PlaceFault, PlaceKind, Row};

pub use fault::GoToFault;

/// Bytes of a text beyond which the rest is ignored, unless it is bytes in hex.
const MAX_TEXT_BYTES: usize = 4096;
/// The most readings of a text.
const MAX_READINGS: usize = 12;

/// What short texts are completed from.
#[derive(Clone, Copy, Debug)]
pub struct GoToContext<'a> {
    /// The network that is open.
    pub network: &'a Network,
    /// All profiles, to which an explorer's address may point.
    pub networks: &'a [Network],
    /// The place on screen; a time or block means one of its contract.
    pub here: Option<&'a Place>,
    /// The time now, for `2h ago`, and the zone of times.
    pub clock: &'a Clock,
}

/// One thing that the text can mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Where it leads.
    pub place: Place,
    /// What it was understood as, in words.
    pub words: String,
    /// What speaks against it: a wrong checksum, another network. In words.
    pub doubt: Option<String>,
    /// The profile of another network that the text names.
    pub network: Option<String>,
    /// Whether the text can mean nothing else and nothing speaks against it.
    pub sure: bool,
}

impl Reading {
    fn new(place: Place) -> Self {
        let words = place.label();
        Self { place, words, doubt: None, network: None, sure: false }
    }

    fn noting(mut self, note: Option<&str>) -> Self {
        if let Some(note) = note {
            self.words = format!("{}, {note}", self.words);
        }
        self
    }

    fn doubting(mut self, doubt: Option<String>) -> Self {
        self.doubt = match (self.doubt, doubt) {
            (Some(first), Some(second)) => Some(format!("{first}; {second}")),
            (first, second) => first.or(second),
        };
        self
    }
}

impl GoToContext<'_> {
    /// The contract on screen, or the one that what is on screen belongs to.
    fn contract(&self) -> Option<ContractRef> {
        self.here?.contract_named()
    }

    fn home(&self) -> EntityId {
        self.network.home
    }
}

/// What `text` can mean, the likeliest first; at least one reading.
///
/// # Errors
/// When it can mean nothing: the character at fault if the text almost fits, and what can be typed.
pub fn readings(text: &str, ctx: &GoToContext<'_>) -> Result<Vec<Reading>, GoToFault> {
    if text.len() > MAX_TEXT_BYTES {
        let bytes = text.trim_start_matches([':', ' ']);
        if let Some(place) = Place::parse(bytes, ctx.home()).ok().filter(|it| matches!(it, Place::Bytes(_))) {
            return Ok(settle([Reading::new(place)].into_iter()));
        }
        let bytes = bytes.strip_prefix("decode").unwrap_or(bytes);
        if let Some(read) = shaped::bytes(bytes, ctx) {
            return read.map(|readings| settle(readings.into_iter()));
        }
    }
    let whole =
        (0..=text.len().min(MAX_TEXT_BYTES)).rev().find_map(|end| text.get(..end)).unwrap_or_default();
    let trimmed = whole.trim();
    let trimmed = trimmed.strip_prefix(':').unwrap_or(trimmed).trim_start();
    match trimmed {
        "" => return Err(GoToFault::Empty),
        "?" | "h" | "help" => return Err(GoToFault::Help),
        _ => {}
    }
    let (bare, elsewhere) = network::split(trimmed, ctx);
    let readings = understand(bare, ctx).map_err(|fault| fault.within(whole, bare))?;
    Ok(settle(readings.into_iter().map(|reading| network::mark(reading, elsewhere.as_ref(), ctx))))
}

fn understand(text: &str, ctx: &GoToContext<'_>) -> Result<Vec<Reading>, GoToFault> {
    let command = match commands::parse_command(text, ctx) {
        Some(Command::Sure(outcome)) => return outcome,
        Some(Command::Perhaps(fault)) => Some(fault),
        None => None,
    };
    let place = if text.starts_with('?') { None } else { Some(Place::parse_at(text, ctx.home(), ctx.clock)) };
    match place {
        Some(Ok(place)) => return Ok(within(place, ctx)),
        Some(Err(fault @ PlaceFault::Parameters(_))) => return Err(GoToFault::Place(fault)),
        _ => {}
    }
    let of_contract = of_contract(text, ctx).map(|read| read.map(Reading::new).map_err(GoToFault::Place));
    let mut shaped = shaped::readings_of_text(text, ctx);
    match of_contract {
        // What has the form of a transaction id may be a contract as of a time.
        Some(read) if TransactionShape::parse(text, ctx.home()).is_some() => shaped.extend(read),
        Some(read) => return read.map(|reading| vec![reading]),
        None => {}
    }
    // Other hex is bytes to decode; so is a hash of 32 bytes, if it is a topic.
    match shaped::bare_bytes(text, ctx) {
        Some(Ok(bytes)) if shaped::is_topic(text) => shaped.splice(..0, bytes).for_each(drop),
        Some(Ok(bytes)) => shaped.extend(bytes),
        Some(Err(fault)) if shaped.is_empty() => return Err(fault),
        _ => {}
    }
    if !shaped.is_empty() {
        return Ok(shaped);
    }
    if let Some(outcome) = time::parse_time(text, ctx) {
        return outcome;
    }
    let at_address = url::parse_url(text, ctx)?;
    if !at_address.is_empty() {
        return Ok(at_address);
    }
    let readings = [find_ids, starts].iter().map(|reader| reader(text, ctx));
    let readings = readings.into_iter().find(|readings| !readings.is_empty());
    readings.ok_or_else(|| command.unwrap_or_else(|| GoToFault::new(text, place.and_then(Result::err))))
}

/// A place; of the results of all contracts first those of the contract on screen.
fn within(place: Place, ctx: &GoToContext<'_>) -> Vec<Reading> {
    let of_here = match (&place, ctx.contract()) {
        (Place::Results(query), Some(contract)) if query.contract.is_none() => {
            Some(Place::Results(ResultsQuery { contract: Some(contract), ..query.clone() }))
        }
        _ => None,
    };
    of_here.into_iter().chain([place]).map(Reading::new).collect()
}

/// A place of a contract without the word before it: `0.0.5001@2026-10-01`, `0.0.5001/results?internal=true`.
fn of_contract(text: &str, ctx: &GoToContext<'_>) -> Option<Result<Place, PlaceFault>> {
    /// Digits behind an `@` that are a transaction's seconds, and no day.
    const SECONDS_DIGITS: usize = 9;
    let (name, rest) = text.split_once(['/', '@'])?;
    let named = shapes(name, ctx.home());
    let is_contract = named.iter().any(|shape| matches!(shape, Shape::Entity(..) | Shape::Address { .. }));
    if !is_contract {
        return None;
    }
    match Place::parse_at(&format!("contract/{text}"), ctx.home(), ctx.clock) {
        Err(PlaceFault::Parameters(_)) if rest.bytes().take(SECONDS_DIGITS).all(|b| b.is_ascii_digit()) => {
            None
        }
        Err(PlaceFault::Part(_) | PlaceFault::Unknown(_)) => None,
        outcome => Some(outcome),
    }
}

/// Places whose name begins with the text.
fn starts(text: &str, ctx: &GoToContext<'_>) -> Vec<Reading> {
    let text = text.to_ascii_lowercase();
    let of_here = |row: &Row| row.page_of(ctx.contract()?, ctx.network.chain.as_ref());
    let place = |row: &Row| match row.kind {
        PlaceKind::Verify => Some(Place::Verify(commands::verify_here(ctx))),
        _ => of_here(row).or_else(|| row.alone()),
    };
    let named = Row::all().filter(|row| row.names().any(|name| name.starts_with(&text)));
    named.filter_map(place).map(Reading::new).collect()
}

/// Each place once, and sure if it is the only one.
fn settle(readings: impl Iterator<Item = Reading>) -> Vec<Reading> {
    let mut settled: Vec<Reading> = Vec::new();
    for reading in readings {
        if settled.len() < MAX_READINGS && !settled.iter().any(|other| other.place == reading.place) {
            settled.push(reading);
        }
    }
    // All hex can be decoded: such a reading is no alternative.
    let sure = settled.iter().filter(|reading| !matches!(reading.place, Place::Bytes(_))).count() <= 1;
    if let Some(first) = settled.first_mut().filter(|_| sure) {
        first.sure = first.doubt.is_none();
    }
    settled
}

/// The readings of all unmistakable parts of the text, in text order.
fn find_ids(text: &str, ctx: &GoToContext<'_>) -> Vec<Reading> {
    let mut readings = Vec::new();
    let mut kind = None;
    for token in text.split(is_between) {
        let token = token.trim_matches(|c: char| !c.is_alphanumeric());
        if token.is_empty() {
            continue;
        }
        readings.extend(meant(token, kind, ctx));
        kind = Kind::of_word_in_text(token);
    }
    readings
}

fn is_between(c: char) -> bool {
    c.is_whitespace() || "\"'`,;()[]{}<>|“”‘’«»".contains(c)
}

fn meant(token: &str, kind: Option<Kind>, ctx: &GoToContext<'_>) -> Vec<Reading> {
    if token.contains("://") || (token.contains('/') && token.contains('.')) {
        match url::parse_url(token, ctx) {
            Ok(readings) if readings.is_empty() => {}
            // A recognised text without a page has no other reading either.
            readings => return readings.unwrap_or_default(),
        }
    }
    if let Some((_, rest)) = token.split_once("://") {
        let elsewhere = url::elsewhere(token, ctx);
        let readings = meant(rest, kind, ctx).into_iter();
        return readings.map(|reading| network::mark(reading, elsewhere.as_ref(), ctx)).collect();
    }
    if let Some(reading) = kind.and_then(|kind| typed(kind, token, ctx)) {
        return vec![reading];
    }
    if stands_out(token, ctx) {
        return shaped::readings_of_text(token, ctx);
    }
    // `"contract_id":"0.0.5001"` comes apart at the quotes; `contract_id=0.0.5001` does not.
    match token.split_once([':', '=']) {
        Some((name, value)) => meant(value, Kind::of_word_in_text(name), ctx),
        None => Vec::new(),
    }
}

/// Whether a token is unmistakably something: a bare number in running text is not.
fn stands_out(token: &str, ctx: &GoToContext<'_>) -> bool {
    JobId::parse(token).is_some()
        || shapes(token, ctx.home()).iter().any(|shape| match shape {
            Shape::Entity(..) => token.matches('.').count() == 2,
            Shape::Time(_) => token.contains('.'),
            Shape::Address { .. } | Shape::Transaction(_) | Shape::Hash(_) => true,
        })
}

#[cfg(test)]
mod tests;
