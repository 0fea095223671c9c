//! Two contracts, results or transactions to compare.

use std::fmt;

use ledger::query::{ContractQuery, ExecutionQuery, Parameters as _, TransactionQuery};
use ledger::{ContractRef, EntityId, ExecutionRef, HexBytes, Timestamp, TransactionId};

use super::Place;

/// Two of a kind.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Comparison {
    sides: [Side; 2],
}

/// What can be compared with another of its kind.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// `0.0.5001`.
    Contract(ContractRef),
    /// `0.0.5001:1795216207.123456789`.
    Result(ContractRef, Timestamp),
    /// `0x…`: a result by the 32 bytes of its hash.
    Execution(HexBytes),
    /// `0.0.1005-1795216518-468117137`, and behind a colon its nonce or `scheduled`.
    Transaction(TransactionQuery),
}

/// What a scheduled transaction has behind its id.
const SCHEDULED: &str = "scheduled";
/// Bytes of the hash of a result.
const HASH_BYTES: usize = 32;

impl Comparison {
    /// Both sides; `None` if they are not of one kind.
    pub fn new(sides: [Side; 2]) -> Option<Self> {
        let [one, other] = &sides;
        (one.noun() == other.noun()).then_some(Self { sides })
    }

    /// The one and the other.
    pub fn sides(&self) -> &[Side; 2] {
        &self.sides
    }

    /// The other and the one.
    #[must_use]
    pub fn swapped(&self) -> Self {
        let [one, other] = self.sides.clone();
        Self { sides: [other, one] }
    }

    /// What is compared, in words.
    pub fn label(&self) -> String {
        let [one, other] = &self.sides;
        format!("{}s {one} and {other}", one.noun())
    }
}

impl Side {
    /// What a place shows, if it can be compared.
    pub fn of(place: &Place) -> Option<Self> {
        match place {
            Place::Contract(query) => Some(Self::Contract(query.contract)),
            Place::Result(contract, at) => Some(Self::Result(*contract, *at)),
            Place::Transaction(query) => Some(Self::Transaction(query.clone())),
            Place::Execution(query) => match &query.of {
                ExecutionRef::Hash(hash) if hash.len() == HASH_BYTES => Some(Self::Execution(hash.clone())),
                ExecutionRef::Hash(_) | ExecutionRef::Id(_) => None,
            },
            _ => None,
        }
    }

    /// Parses the text of a side; short ids are completed from `home`.
    pub fn parse(text: &str, home: EntityId) -> Option<Self> {
        let (first, rest) = text.split_once(':').map_or((text, None), |(first, rest)| (first, Some(rest)));
        if let Some(id) = TransactionId::parse(first) {
            let family = TransactionQuery::family(id);
            return match rest {
                None => Some(family),
                Some(SCHEDULED) => Some(TransactionQuery { scheduled: Some(true), ..family }),
                Some(nonce) => family.with_pairs([("nonce", nonce)], home).ok(),
            }
            .map(Self::Transaction);
        }
        match (ExecutionRef::parse(first), rest) {
            (Some(ExecutionRef::Hash(hash)), None) if hash.len() == HASH_BYTES => Some(Self::Execution(hash)),
            (_, Some(at)) => Some(Self::Result(ContractRef::parse(first, home)?, Timestamp::parse(at)?)),
            (_, None) => ContractRef::parse(first, home).map(Self::Contract),
        }
    }

    /// The page of this side alone.
    pub fn place(&self) -> Place {
        match self {
            Self::Contract(contract) => Place::Contract(ContractQuery::now(*contract)),
            Self::Result(contract, at) => Place::Result(*contract, *at),
            Self::Execution(hash) => Place::Execution(ExecutionQuery::new(ExecutionRef::Hash(hash.clone()))),
            Self::Transaction(query) => Place::Transaction(query.clone()),
        }
    }

    /// What it is, in a word.
    pub fn noun(&self) -> &'static str {
        match self {
            Self::Contract(_) => "contract",
            Self::Result(..) | Self::Execution(_) => "result",
            Self::Transaction(_) => "transaction",
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Contract(contract) => contract.fmt(f),
            Self::Result(contract, at) => write!(f, "{contract}:{at}"),
            Self::Execution(hash) => f.write_str(&hash.to_hex()),
            Self::Transaction(query) => match (query.nonce, query.scheduled) {
                (Some(nonce), _) => write!(f, "{}:{nonce}", query.id),
                (None, Some(true)) => write!(f, "{}:{SCHEDULED}", query.id),
                (None, _) => query.id.fmt(f),
            },
        }
    }
}
