//! Places: addresses on screen. Opening, links, the go-to line, the command line, history and the saved
//! session all speak them, and each has a text form.

mod kind;
mod listing;
mod table;
mod times;

use std::fmt;

pub use kind::PlaceKind;
pub use table::{PLACES, Row};
pub use times::exact_pairs;

use percent_encoding::percent_decode_str;

use super::EventSearchPlace;
use super::query_text::query_text;
use crate::ledger::query::{
    ContractQuery, ExecutionQuery, LogsQuery, Order, ParameterFault, PendingQuery, ResultsQuery,
    SchedulesQuery, StateQuery, TransactionQuery,
};
use crate::ledger::{ContractRef, EntityId, ExecutionRef, HexBytes, Timestamp, TransactionId};
use crate::verification::{ChainId, CreationHash, JobId, JobKey, Mode};

/// Where one can be.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// `home`.
    Home,
    /// `contract/0.0.5001`, or `contract/0.0.5001@1791000000` as of a time.
    Contract(ContractQuery),
    /// `contract/0.0.5001/gas?from=0.0.1002`: what calls cost, over a window of the contract's results.
    GasUsage(ResultsQuery),
    /// `contract/0.0.5001/find?event=Transfer(address,address,uint256)&to=0.0.77`: an event among the results.
    EventSearch(EventSearchPlace),
    /// `contract/0.0.5001/versions`: the contract's versions, and what changed with each.
    Versions(ContractRef),
    /// `contract/0.0.5001/interfaces`.
    Interfaces(ContractRef),
    /// `contract/0.0.5001/interfaces?add=token.json`: the same with the form for another open, and this path in it.
    AddInterface(ContractRef, String),
    /// `contract/0.0.5001/results?from=0.0.1002`.
    Results(ResultsQuery),
    /// `result/0.0.5001/1795216207.123456789`.
    Result(ContractRef, Timestamp),
    /// `result/0x…?nonce=1`: named by a hash or by its transaction id.
    Execution(ExecutionQuery),
    /// `contract/0.0.5001/logs?topic0=0x…`.
    Logs(Box<LogsQuery>),
    /// `contract/0.0.5001/state?timestamp=1795216207`.
    State(StateQuery),
    /// `transaction/0.0.1005-1795216518-468117137?nonce=1&scheduled=true`.
    Transaction(TransactionQuery),
    /// `transaction/1795216207.123456789`: named by its consensus time.
    TransactionAt(Timestamp),
    /// `transaction/0x…`: named by its hash of 48 bytes.
    TransactionOf(HexBytes),
    /// `schedules?account.id=0.0.1002`.
    Schedules(SchedulesQuery),
    /// `pending?contract=0.0.5001`: the schedules that are pending.
    Pending(PendingQuery),
    /// `schedule/0.0.7002`.
    Schedule(EntityId),
    /// `verify/296/0x…?mode=similarity`; all parts may be open.
    Verify(VerifyPlace),
    /// `verified/296/0x…`: what the verifier has of a contract, named by its address or by an id.
    Verified(ChainId, ContractRef),
    /// `sources/296/0x…`: the verified sources of a contract, named by its address or by an id.
    Sources(ChainId, ContractRef),
    /// `code/0.0.5001`: the contract's code, read.
    Code(ContractRef),
    /// `code/0.0.5001/compare/0.0.5002`: the codes of two contracts, side by side.
    CodeComparison(ContractRef, ContractRef),
    /// `jobs`.
    Jobs,
    /// `batch`.
    Batch,
    /// `job/UUID`.
    Job(JobPlace),
    /// `job/UUID/difference`: the codes of a failed job, side by side.
    Difference(JobPlace),
}

/// What is known when the verification form opens.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct VerifyPlace {
    /// The chain.
    pub chain: Option<ChainId>,
    /// The contract: an address, or an id that the form resolves.
    pub contract: Option<ContractRef>,
    /// The mode.
    pub mode: Option<Mode>,
    /// The creation transaction hash.
    pub creation_hash: Option<CreationHash>,
}

/// A job: by its name on the server, or by its name here before it has one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum JobPlace {
    /// `job/2f4aeb11-…`.
    Id(JobId),
    /// `job/local:1795216207.000000000-42`.
    Key(JobKey),
}

/// Why a text is no place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlaceFault {
    /// The first word is no place's.
    #[error("{:?} is not a place: try {}", .0, Row::beginnings().join(", "))]
    Unknown(String),
    /// The part after the first word cannot be read.
    #[error("{0}")]
    Part(&'static str),
    /// Parameters that cannot stand.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Parameters(Vec<ParameterFault>),
}

const WANTS_CHAIN: PlaceFault = PlaceFault::Part("a chain id is 1 to 20 digits, such as 296");

impl From<Vec<ParameterFault>> for PlaceFault {
    fn from(faults: Vec<ParameterFault>) -> Self {
        Self::Parameters(faults)
    }
}

impl Place {
    /// A contract as it is now.
    pub fn contract(contract: ContractRef) -> Self {
        Self::Contract(ContractQuery::now(contract))
    }

    /// Reads a place's text; short ids are completed from `home`.
    ///
    /// # Errors
    /// Says which part cannot be read, or which parameters cannot stand.
    pub fn parse(text: &str, home: EntityId) -> Result<Self, PlaceFault> {
        let (path, query) = text.split_once('?').unwrap_or((text, ""));
        let pairs: Vec<(String, String)> =
            form_urlencoded::parse(query.as_bytes()).map(|(n, v)| (n.into_owned(), v.into_owned())).collect();
        let pairs: Vec<(&str, &str)> = pairs.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
        let parts: Vec<String> =
            path.split('/').map(|part| percent_decode_str(part).decode_utf8_lossy().into_owned()).collect();
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        let wants_contract = PlaceFault::Part("write a contract: an id such as 0.0.5001, or an EVM address");
        let contract = |text: &str| ContractRef::parse(text, home).ok_or(wants_contract.clone());
        match *parts.as_slice() {
            ["home" | ""] => Ok(Self::Home),
            ["jobs"] => Ok(Self::Jobs),
            ["batch"] => Ok(Self::Batch),
            ["pending" | "radar"] => Ok(Self::Pending(PendingQuery::from_pairs(pairs, home)?)),
            ["schedules"] => {
                let query = SchedulesQuery::from_pairs(pairs, home)?;
                // What nobody has asked otherwise opens newest first, whatever the server's own order is.
                let order = query.order.or(SchedulesQuery::newest_first().order);
                Ok(Self::Schedules(SchedulesQuery { order, ..query }))
            }
            ["contract", which] => {
                let (which, as_of) = which.split_once('@').unwrap_or((which, ""));
                let as_of = as_of.split(',').filter(|part| !part.is_empty()).map(|part| ("timestamp", part));
                Ok(Self::Contract(ContractQuery::from_pairs(contract(which)?, as_of.chain(pairs))?))
            }
            ["contract", which, "gas" | "economics"] => {
                Ok(Self::GasUsage(ResultsQuery::from_pairs(contract(which)?, pairs, home)?))
            }
            ["contract", which, "find" | "hunt"] => {
                Ok(Self::EventSearch(EventSearchPlace::from_pairs(contract(which)?, pairs, home)?))
            }
            ["contract", which, "interfaces"] => match *pairs.as_slice() {
                [] => Ok(Self::Interfaces(contract(which)?)),
                [("add", path)] => Ok(Self::AddInterface(contract(which)?, path.to_owned())),
                _ => Err(PlaceFault::Part("interfaces takes add, the path of a file with an ABI")),
            },
            ["contract", which, "versions"] => Ok(Self::Versions(contract(which)?)),
            ["contract", which, "results"] => {
                Ok(Self::Results(ResultsQuery::from_pairs(contract(which)?, pairs, home)?))
            }
            ["contract", which, "logs"] => {
                Ok(Self::Logs(Box::new(LogsQuery::from_pairs(contract(which)?, pairs)?)))
            }
            ["contract", which, "state"] => Ok(Self::State(StateQuery::from_pairs(contract(which)?, pairs)?)),
            ["result", which] => {
                let of = ExecutionRef::parse(which).ok_or(PlaceFault::Part(
                    "write a transaction id or a hash, or the contract and the time: result/CONTRACT/TIME",
                ))?;
                Ok(Self::Execution(ExecutionQuery::from_pairs(of, pairs)?))
            }
            ["result", which, at] => {
                let at = Timestamp::parse(at);
                let at = at.ok_or(PlaceFault::Part("write the result's time as seconds.nanoseconds"))?;
                Ok(Self::Result(contract(which)?, at))
            }
            ["transaction", name] => Self::transaction(name, &pairs),
            ["schedule", id] => EntityId::parse_short(id, home)
                .map(Self::Schedule)
                .ok_or(PlaceFault::Part("write a schedule's id such as 0.0.7002")),
            ["verified", chain, which] => {
                let chain = ChainId::parse(chain).ok_or(WANTS_CHAIN)?;
                Ok(Self::Verified(chain, contract(which)?))
            }
            ["sources", chain, which] => {
                let chain = ChainId::parse(chain).ok_or(WANTS_CHAIN)?;
                Ok(Self::Sources(chain, contract(which)?))
            }
            ["code", which] => Ok(Self::Code(contract(which)?)),
            ["code", which, "compare", other] => Ok(Self::CodeComparison(contract(which)?, contract(other)?)),
            ["verify", ref rest @ ..] => VerifyPlace::parse(rest, &pairs, home).map(Self::Verify),
            ["job", id] => JobPlace::parse(id).map(Self::Job),
            ["job", id, "difference"] => JobPlace::parse(id).map(Self::Difference),
            [word, ..] if Row::begins(word) => {
                Err(PlaceFault::Part("the place has too many or too few parts"))
            }
            _ => Err(PlaceFault::Unknown(text.to_owned())),
        }
    }
}

impl Place {
    /// A transaction by its id, its consensus time or its hash.
    fn transaction(name: &str, pairs: &[(&str, &str)]) -> Result<Self, PlaceFault> {
        if let Some(id) = TransactionId::parse(name).or_else(|| TransactionId::parse_digits(name)) {
            return Ok(Self::Transaction(TransactionQuery::from_pairs(id, pairs.iter().copied())?));
        }
        let by_hash = || ExecutionRef::parse(name)?.transaction_hash().cloned().map(Self::TransactionOf);
        let named = Timestamp::parse(name).map(Self::TransactionAt).or_else(by_hash);
        let named = named.ok_or(PlaceFault::Part(
            "write a transaction id such as 0.0.1005-1795216518-468117137, its consensus time, or its hash of 96 hex digits",
        ))?;
        if pairs.is_empty() {
            return Ok(named);
        }
        Err(PlaceFault::Part("nonce and scheduled go with a transaction id, not with a time or a hash"))
    }
}

impl JobPlace {
    fn parse(text: &str) -> Result<Self, PlaceFault> {
        match text.strip_prefix("local:") {
            Some(key) => JobKey::parse(key).map(Self::Key),
            None => JobId::parse(text).map(Self::Id),
        }
        .ok_or(PlaceFault::Part("write a job's id: a UUID of 36 characters"))
    }
}

impl fmt::Display for JobPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Id(id) => write!(f, "{id}"),
            Self::Key(key) => write!(f, "local:{key}"),
        }
    }
}

/// What a mode is that cannot be read.
const MODES: &str = "the mode is similarity, import, standard-json or metadata";

impl VerifyPlace {
    fn parse(parts: &[&str], pairs: &[(&str, &str)], home: EntityId) -> Result<Self, PlaceFault> {
        let mut place = Self::default();
        let (chain, contract) = match *parts {
            [] => (None, None),
            [chain] => (Some(chain), None),
            [chain, contract] => (Some(chain), Some(contract)),
            _ => return Err(PlaceFault::Part("write verify/CHAIN/ADDRESS")),
        };
        if let Some(chain) = chain.filter(|chain| !chain.is_empty()) {
            let read = ChainId::parse(chain);
            place.chain = Some(read.ok_or(WANTS_CHAIN)?);
        }
        if let Some(contract) = contract {
            let read = ContractRef::parse(contract, home);
            place.contract = Some(read.ok_or(PlaceFault::Part("write the contract's EVM address or id"))?);
        }
        for (name, value) in pairs {
            match *name {
                "mode" => {
                    let mode = Mode::parse(value);
                    place.mode = Some(mode.ok_or(PlaceFault::Part(MODES))?);
                }
                "creationTransactionHash" => {
                    let hash = CreationHash::parse(value);
                    let fault = PlaceFault::Part("a creation transaction hash is 0x and 64 hex digits");
                    place.creation_hash = Some(hash.ok_or(fault)?);
                }
                _ => return Err(PlaceFault::Part("verify takes mode and creationTransactionHash")),
            }
        }
        Ok(place)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Home => f.write_str("home"),
            Self::Jobs => f.write_str("jobs"),
            Self::Batch => f.write_str("batch"),
            Self::Contract(query) => {
                write!(f, "contract/{}", query.contract)?;
                for (place, filter) in query.timestamp.iter().enumerate() {
                    write!(f, "{}{filter}", if place == 0 { '@' } else { ',' })?;
                }
                Ok(())
            }
            Self::Results(query) => {
                write!(f, "contract/{}/results{}", query.contract, query_text(&query.pairs()))
            }
            Self::GasUsage(query) => {
                write!(f, "contract/{}/gas{}", query.contract, query_text(&query.pairs()))
            }
            Self::EventSearch(search) => {
                write!(f, "contract/{}/find{}", search.contract, query_text(&search.pairs()))
            }
            Self::Interfaces(contract) => write!(f, "contract/{contract}/interfaces"),
            Self::AddInterface(contract, path) => {
                write!(f, "contract/{contract}/interfaces{}", query_text(&[("add", path.clone())]))
            }
            Self::Versions(contract) => write!(f, "contract/{contract}/versions"),
            Self::Result(contract, at) => write!(f, "result/{contract}/{at}"),
            Self::Execution(query) => write!(f, "result/{}{}", query.of, query_text(&query.pairs())),
            Self::Logs(query) => write!(f, "contract/{}/logs{}", query.contract, query_text(&query.pairs())),
            Self::State(query) => {
                write!(f, "contract/{}/state{}", query.contract, query_text(&query.pairs()))
            }
            Self::Transaction(query) => write!(f, "transaction/{}{}", query.id, query_text(&query.pairs())),
            Self::TransactionAt(at) => write!(f, "transaction/{at}"),
            Self::TransactionOf(hash) => write!(f, "transaction/{}", hash.to_hex()),
            Self::Schedules(query) => {
                let mut pairs = query.pairs();
                if !pairs.iter().any(|(name, _)| *name == "order") {
                    let at = pairs.iter().position(|(name, _)| *name == "limit").unwrap_or(pairs.len());
                    pairs.insert(at, ("order", Order::Asc.name().to_owned()));
                }
                write!(f, "schedules{}", query_text(&pairs))
            }
            Self::Pending(query) => write!(f, "pending{}", query_text(&query.pairs())),
            Self::Schedule(id) => write!(f, "schedule/{id}"),
            Self::Verify(place) => {
                f.write_str("verify")?;
                if place.chain.is_some() || place.contract.is_some() {
                    f.write_str("/")?;
                    place.chain.iter().try_for_each(|chain| write!(f, "{chain}"))?;
                }
                place.contract.iter().try_for_each(|contract| write!(f, "/{contract}"))?;
                let mode = place.mode.map(|mode| ("mode", mode.name().to_owned()));
                let hash = place.creation_hash.map(|hash| ("creationTransactionHash", hash.to_string()));
                f.write_str(&query_text(&mode.into_iter().chain(hash).collect::<Vec<_>>()))
            }
            Self::Verified(chain, contract) => write!(f, "verified/{chain}/{contract}"),
            Self::Sources(chain, contract) => write!(f, "sources/{chain}/{contract}"),
            Self::Code(contract) => write!(f, "code/{contract}"),
            Self::CodeComparison(one, other) => write!(f, "code/{one}/compare/{other}"),
            Self::Job(job) => write!(f, "job/{job}"),
            Self::Difference(job) => write!(f, "job/{job}/difference"),
        }
    }
}

#[cfg(test)]
mod tests;
