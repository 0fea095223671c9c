//! All that may be a key, the likely first: words and texts of the call, its events and the storage itself.

use std::collections::HashSet;

use alloy_primitives::U256;
use ledger::EvmAddress;

use super::case::{Case, Event, Evidence};
use super::key::{Clue, Key, Origin, as_address};
use super::layout::Held;
use super::{derivation, layout, well_known};
use crate::abi::WORD;

/// How likely something is a key. Within a rank, what comes first in the call comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// Participants, arguments and topics.
    Given,
    /// Secondary values: event data, returned data, the first numbers.
    Beside,
    /// Storage values, and larger numbers.
    Stored,
    /// Pieces of packed words.
    Cut,
}

/// Maximum number of words read from one piece of data, and of events.
const MAX_WORDS: usize = 256;
const MAX_EVENTS: usize = 64;
/// Maximum number of clues, and of words kept in order.
const MAX_CLUES: usize = 4096;
/// Maximum number of hashed keys among them.
const MAX_HASHED: usize = 1_024;
/// Numbers below `MAX_LIKELY_NUMBER` are tried first, those from `MAX_NUMBER` on never.
const MAX_LIKELY_NUMBER: u64 = 8;
const MAX_NUMBER: u64 = 256;
/// The usual fees of pools, millionths.
const FEES: [u64; 4] = [100, 500, 3_000, 10_000];
/// Seconds in units that contracts count in: as they are, hours, days, weeks.
const UNITS: [u64; 4] = [1, 3_600, 86_400, 604_800];
/// Maximum length of a text key, bytes.
const MAX_KEY_BYTES: usize = 256;

/// A kind of keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    /// Any but pieces of packed words.
    Any,
    /// Accounts and contracts.
    Party,
    /// Names of roles.
    Role,
}

/// The clues, the likely first.
#[derive(Debug, Default)]
pub(super) struct Clues {
    all: Vec<Clue>,
    /// How many of them are more than pieces of packed words.
    pub(super) whole: usize,
    /// Hashes of values that were found together.
    pub(super) together: Vec<Clue>,
}

impl Clues {
    /// Collects the clues of a case.
    pub(super) fn collect(case: &Case) -> Self {
        let mut found = Found::default();
        let evidence = &case.evidence;
        found.take_part(evidence);
        found.data(&evidence.call, evidence.call.len() % WORD, Rank::Given, Origin::Argument);
        for (log, event) in evidence.logs.iter().take(MAX_EVENTS).enumerate() {
            found.event(log, event);
        }
        for hashed in evidence.hashed.iter().take(MAX_HASHED) {
            let key = match hashed.len() {
                WORD => Key::Word(U256::from_be_slice(hashed.bytes())),
                _ => Key::Bytes(hashed.bytes().into()),
            };
            found.add(Rank::Given, key, Origin::Hashed);
        }
        found.data(&evidence.returned, 0, Rank::Beside, Origin::Returned);
        found.numbers(evidence);
        found.stored(case);
        found.ranked()
    }

    /// A clue by its place.
    pub(super) fn get(&self, place: usize) -> Option<&Clue> {
        self.all.get(place).or_else(|| self.together.get(place.checked_sub(self.all.len())?))
    }

    /// The places of the first ones of a sort.
    pub(super) fn first(&self, sort: Sort, most: usize) -> impl Iterator<Item = usize> + use<> {
        let fits = |clue: &Clue| match sort {
            Sort::Any => true,
            Sort::Party => is_party(clue),
            Sort::Role => clue.origin == Origin::Role,
        };
        let all = self.all.iter().take(self.whole).enumerate().filter(|(_, clue)| fits(clue));
        let places: Vec<usize> = all.map(|(place, _)| place).take(most).collect();
        places.into_iter()
    }

    /// All clues except hashes of values found together.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Clue> {
        self.all.iter()
    }

    pub(super) fn len(&self) -> usize {
        self.all.len()
    }
}

#[derive(Default)]
struct Found {
    seen: HashSet<Key>,
    clues: Vec<(Rank, Clue)>,
    /// Words in order, and their number.
    runs: Vec<Vec<U256>>,
    ordered: usize,
}

impl Found {
    fn add(&mut self, rank: Rank, key: Key, origin: Origin) {
        if self.clues.len() < MAX_CLUES && self.seen.insert(key.clone()) {
            self.clues.push((rank, Clue { key, origin }));
        }
    }

    fn word(&mut self, rank: Rank, word: U256, origin: Origin) {
        self.add(rank, Key::Word(word), origin);
    }

    fn take_part(&mut self, evidence: &Evidence) {
        let mut all = |rank, addresses: &[EvmAddress], origin| {
            for address in addresses.iter().take(MAX_WORDS) {
                self.word(rank, U256::from_be_slice(address.bytes()), origin);
            }
        };
        all(Rank::Given, &evidence.senders, Origin::From);
        all(Rank::Given, &evidence.contracts, Origin::Contract);
        all(Rank::Beside, &evidence.known, Origin::Known);
    }

    /// The words of some data behind a head of this many bytes, texts in it, and words of calls within it.
    fn data(&mut self, data: &ledger::HexBytes, head: usize, rank: Rank, origin: impl Fn(usize) -> Origin) {
        let Some(data) = data.bytes().get(head..) else { return };
        let words: Vec<U256> = words(data).take(MAX_WORDS).collect();
        for (at, word) in words.iter().enumerate() {
            self.word(rank, *word, origin(at));
        }
        for (at, text) in texts(data) {
            if text.len() > WORD && text.len() % WORD == 4 {
                let inner: Vec<U256> = text.get(4..).map(words_of).unwrap_or_default();
                for word in &inner {
                    self.word(rank, *word, origin(at));
                }
                self.run(inner);
            }
            if text.len() <= MAX_KEY_BYTES {
                let rank = if std::str::from_utf8(text).is_ok() { rank } else { Rank::Cut };
                self.add(rank, Key::Bytes(text.into()), origin(at));
                self.add(
                    rank.max(Rank::Beside),
                    Key::Hash { of: text.into(), parts: Box::default() },
                    origin(at),
                );
            }
        }
        self.run(words);
    }

    /// Stores adjacent words while there is room.
    fn run(&mut self, words: Vec<U256>) {
        let room = MAX_CLUES.saturating_sub(self.ordered);
        self.ordered += words.len().min(room);
        self.runs.push(words.into_iter().take(room).collect());
    }

    fn event(&mut self, log: usize, event: &Event) {
        for address in &event.emitters {
            self.word(Rank::Beside, U256::from_be_slice(address.bytes()), Origin::Emitter(log));
        }
        for (at, topic) in event.topics.iter().enumerate().skip(1) {
            self.word(Rank::Given, *topic, Origin::Topic(log, at));
        }
        self.data(&event.data, 0, Rank::Beside, |at| Origin::LogData(log, at));
        // The arguments of an event are its topics and its data: they belong together.
        if let Some(run) = self.runs.last_mut() {
            run.splice(0..0, event.topics.iter().skip(1).copied());
        }
    }

    fn numbers(&mut self, evidence: &Evidence) {
        for number in FEES.into_iter().chain(0..MAX_NUMBER) {
            let rank = if number < MAX_LIKELY_NUMBER || FEES.contains(&number) {
                Rank::Beside
            } else {
                Rank::Stored
            };
            self.word(rank, U256::from(number), Origin::Small);
        }
        for role in well_known::ROLES {
            let of = role.as_bytes().into();
            self.add(Rank::Beside, Key::Hash { of, parts: Box::default() }, Origin::Role);
        }
        let seconds = evidence.at.map_or(0, |at| at.seconds);
        for unit in UNITS.iter().filter(|_| seconds > 0) {
            self.word(Rank::Stored, U256::from(seconds / unit), Origin::Time);
        }
        if let Some(block) = evidence.block.and_then(|block| u64::try_from(block).ok()) {
            self.word(Rank::Stored, U256::from(block), Origin::Time);
        }
    }

    /// Adds the slots' values: counters and adjacent numbers, addresses, short texts, parts of packed words.
    fn stored(&mut self, case: &Case) {
        for word in case.slots.iter().flat_map(|slot| [slot.read, slot.written]).flatten().take(MAX_WORDS) {
            if word.bit_len() <= 64 || as_address(word).is_some() {
                for word in [word, word.wrapping_sub(U256::ONE), word.wrapping_add(U256::ONE)] {
                    self.word(Rank::Stored, word, Origin::Stored);
                }
                continue;
            }
            self.word(Rank::Stored, word, Origin::Stored);
            if let Some(Held::Text(text)) = layout::text(word)
                && !text.is_empty()
            {
                self.add(Rank::Stored, Key::Bytes(text.into()), Origin::Stored);
            }
            derivation::addresses(word).for_each(|piece| self.word(Rank::Stored, piece, Origin::Cut));
            derivation::numbers(word).for_each(|piece| self.word(Rank::Cut, piece, Origin::Cut));
        }
        let ordered: Vec<U256> = self.runs.iter().flatten().copied().take(MAX_WORDS).collect();
        for word in ordered {
            derivation::positions(word).for_each(|piece| self.word(Rank::Cut, piece, Origin::Cut));
            if word.bit_len() > 160 {
                derivation::addresses(word).for_each(|piece| self.word(Rank::Stored, piece, Origin::Cut));
                derivation::numbers(word).for_each(|piece| self.word(Rank::Cut, piece, Origin::Cut));
            }
        }
    }

    fn ranked(mut self) -> Clues {
        self.clues.sort_by_key(|(rank, _)| *rank);
        let whole = self.clues.iter().filter(|(rank, _)| *rank < Rank::Cut).count();
        let strong: Vec<U256> = self
            .clues
            .iter()
            .filter(|(rank, _)| *rank == Rank::Given)
            .filter_map(|(_, clue)| clue.key.word())
            .collect();
        let together = derivation::hashes(&self.runs, &strong);
        Clues { all: self.clues.into_iter().map(|(_, clue)| clue).collect(), whole, together }
    }
}

/// Whether a key is an account or a contract: by its form, or since it took part. Numbers that were given can
/// be entities in their long-zero form.
fn is_party(clue: &Clue) -> bool {
    let Key::Word(word) = clue.key else { return false };
    match clue.origin {
        Origin::From | Origin::Contract | Origin::Emitter(_) | Origin::Known => true,
        Origin::Argument(_) | Origin::Topic(..) if (10..=38).contains(&word.bit_len()) => true,
        _ => as_address(word).is_some(),
    }
}

fn words(data: &[u8]) -> impl Iterator<Item = U256> {
    data.as_chunks::<WORD>().0.iter().map(|word| U256::from_be_bytes(*word))
}

fn words_of(data: &[u8]) -> Vec<U256> {
    words(data).take(MAX_WORDS).collect()
}

/// Strings and bytes in encoded data: a length, this many bytes, and zeros up to the end of the word; each
/// with the place of its length.
fn texts(data: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let at_word = |(at, length): (usize, U256)| {
        let length = usize::try_from(length).ok().filter(|length| (1..=data.len()).contains(length))?;
        let (text, rest) = data.get((at + 1) * WORD..)?.split_at_checked(length)?;
        let filling = rest.get(..length.next_multiple_of(WORD) - length)?;
        filling.iter().all(|byte| *byte == 0).then_some((at, text))
    };
    words(data).take(MAX_WORDS).enumerate().filter_map(at_word)
}
