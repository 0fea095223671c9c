//! Places: addresses on screen, with a text form. Links, the palette, the command line, history and the stored
//! visits use them.

mod bytes;
mod replay;
mod rows;
mod table;
mod text;
mod verify;

use std::fmt;

use ledger::query::{
    BlockQuery, ContractQuery, ContractsQuery, ExecutionQuery, LogsQuery, ParameterFault, PendingQuery,
    ResultsQuery, SchedulesQuery, StateQuery, TokenBalancesQuery, TransactionQuery, TransactionsQuery,
};
use ledger::{AccountRef, ContractRef, EntityId, HexBytes, Timestamp};
use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};
use strum::{EnumCount, EnumDiscriminants};
use verification::ChainId;

use self::text::{Description, Parts};
use super::{Comparison, EventSearchPlace};

pub use bytes::{BytesPlace, ReadWith};
pub use replay::{ReplayPlace, ReplayPoint, change_pairs, set_change};
pub use table::Row;
pub use text::exact_pairs;
pub use verify::{JobPlace, VerifyPlace};

/// Where one can be. Each kind has a row in the table of places.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EnumCount, EnumDiscriminants)]
#[strum_discriminants(
    name(PlaceKind),
    derive(Hash, strum::IntoStaticStr),
    strum(serialize_all = "kebab-case")
)]
pub enum Place {
    /// `home`.
    Home,
    /// `labels`: labels and bookmarks.
    Labels,
    /// `contract/0.0.5001`, or `contract/0.0.5001@1791000000` as of a time.
    Contract(ContractQuery),
    /// `contracts?contract.id=gte:0.0.5001`: all contracts.
    Contracts(ContractsQuery),
    /// `contract/0.0.5001/gas?from=0.0.1002`: what calls cost, over a window of the contract's results.
    GasUsage(ResultsQuery),
    /// `contract/0.0.5001/find?event=Transfer(address,address,uint256)&to=0.0.77`: an event among the results.
    EventSearch(EventSearchPlace),
    /// `contract/0.0.5001/versions`: the contract's versions, and what changed with each.
    Versions(ContractRef),
    /// `contract/0.0.5001/interfaces`.
    Interfaces(ContractRef),
    /// `contract/0.0.5001/read`: what its functions return, asked without a transaction.
    Read(ContractRef),
    /// `contract/0.0.5001/interfaces?add=token.json`: the same with the form to add an interface open, prefilled with
    /// this path.
    AddInterface(ContractRef, String),
    /// `contract/0.0.5001/results?from=0.0.1002`, or `results?from=0.0.1002` of all contracts.
    Results(ResultsQuery),
    /// `result/0.0.5001/1795216207.123456789`.
    Result(ContractRef, Timestamp),
    /// `result/0x…?nonce=1`: named by a hash or by its transaction id.
    Execution(ExecutionQuery),
    /// `result/0.0.5001/1795216207.123456789/replay?step=84`: a result executed again.
    Replay(Box<ReplayPlace>),
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
    /// `transactions?account.id=0.0.1002`.
    Transactions(Box<TransactionsQuery>),
    /// `account/0.0.1002`: named by its id, its EVM address or its alias.
    Account(AccountRef),
    /// `token/0.0.2001`.
    Token(EntityId),
    /// `token/0.0.2001/balances?account.id=gte:0.0.1000`: the holders of a token.
    TokenBalances(TokenBalancesQuery),
    /// `block/70002150`, or by its hash.
    Block(BlockQuery),
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
    /// `compare/0.0.5001/0.0.5002`: two contracts, results or transactions, side by side.
    Comparison(Box<Comparison>),
    /// `decode/0xa9059cbb…?with=0.0.5001`: pasted bytes.
    Bytes(BytesPlace),
    /// `jobs`.
    Jobs,
    /// `batch`.
    Batch,
    /// `job/UUID`.
    Job(JobPlace),
    /// `job/UUID/difference`: the codes of a failed job, side by side.
    Difference(JobPlace),
    /// `requests`: the request log.
    Requests,
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
    /// Invalid parameters.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Parameters(Vec<ParameterFault>),
}

impl From<ParameterFault> for PlaceFault {
    fn from(fault: ParameterFault) -> Self {
        Self::Parameters(vec![fault])
    }
}

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

    /// Parses a place's text; short ids are completed from `home`.
    ///
    /// # Errors
    /// When a part or a parameter is invalid.
    pub fn parse(text: &str, home: EntityId) -> Result<Self, PlaceFault> {
        let (path, query) = text.split_once('?').unwrap_or((text, ""));
        let pairs: Vec<(String, String)> =
            form_urlencoded::parse(query.as_bytes()).map(|(n, v)| (n.into_owned(), v.into_owned())).collect();
        let pairs: Vec<(&str, &str)> = pairs.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
        let path: Vec<String> =
            path.split('/').map(|part| percent_decode_str(part).decode_utf8_lossy().into_owned()).collect();
        let path: Vec<&str> = path.iter().map(String::as_str).collect();
        match Row::all().find_map(|row| Some((row, row.fill(&path)?))) {
            Some((row, open)) => (row.parse)(&Parts { open, pairs: &pairs, home }),
            None if path.first().is_some_and(|word| Row::begins(word)) => {
                Err(PlaceFault::Part("the place has too many or too few parts"))
            }
            None => Err(PlaceFault::Unknown(text.to_owned())),
        }
    }

    /// The kind of this place.
    pub fn kind(&self) -> PlaceKind {
        self.into()
    }

    /// The name of this kind of place, which never changes.
    pub fn kind_name(&self) -> &'static str {
        self.kind().into()
    }

    /// The place's parameters as text: the part behind `?`.
    pub fn parameters(&self) -> String {
        self.to_string().split_once('?').map(|(_, parameters)| parameters.to_owned()).unwrap_or_default()
    }

    /// This place with the parameters of another place of its kind.
    pub fn with_parameters_of(&self, other: &Self) -> Option<Self> {
        let whole = self.to_string();
        let path = whole.split_once('?').map_or(whole.as_str(), |(path, _)| path);
        // Places are written in full, so no realm is needed to complete them.
        Self::parse(&format!("{path}?{}", other.parameters()), EntityId::from_num(0)).ok()
    }

    /// What the place shows, for people.
    pub fn label(&self) -> String {
        self.describe().words
    }

    /// The contract that this place is about.
    pub fn contract_named(&self) -> Option<ContractRef> {
        self.describe().contract
    }

    /// What the row of this kind says of the place.
    fn describe(&self) -> Description {
        Row::all().find_map(|row| (row.describe)(self)).unwrap_or_default()
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.describe().text)
    }
}

/// The characters escaped in a query: only those needed to parse it back, to keep places readable.
const QUERY: &AsciiSet = &CONTROLS.add(b'%').add(b'&').add(b'+').add(b'#').add(b' ');

/// Also escaped in names.
const NAME: &AsciiSet = &QUERY.add(b'=');

/// The pairs behind a place: `?name=value&…`, or nothing.
pub(super) fn query_text(pairs: &[(&str, String)]) -> String {
    let mut out = String::new();
    for (place, (name, value)) in pairs.iter().enumerate() {
        out.push(if place == 0 { '?' } else { '&' });
        out.extend(utf8_percent_encode(name, NAME));
        out.push('=');
        out.extend(utf8_percent_encode(value, QUERY));
    }
    out
}

#[cfg(test)]
mod tests;
