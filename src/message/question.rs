//! Questions with typed answers, so that nobody who asks matches an [`Answer`].

use std::sync::Arc;

use super::{
    Answer, Ask, ContractLookup, Extent, FarRows, FileQuery, FoundResult, GasQuery, JobPoll, Listing,
    PipeQuery, Piped, ProjectMatch, ProjectQuery, ReexecutionQuery, ReplayDetail, ReplayQuery, Request,
    SourcesQuery, StepQuery, StepSearch,
};
use crate::decode::Snapshot;
use crate::decode::analysis::{Analysis, AnalysisInput as Input};
use crate::ledger::query::{
    AccountQuery, BlockQuery, ContractCallQuery, ContractQuery, ContractsQuery, ExchangeRatesQuery,
    ExecutionQuery, LogsQuery, NetworkFeesQuery, ResultQuery, ResultsQuery, SchedulesQuery, StateQuery,
    TokenBalancesQuery, TransactionQuery, TransactionsQuery,
};
use crate::ledger::{
    Account, Block, CallAction, CallOutcome, Contract, ContractLog, ContractResult, EntityId, EvmAddress,
    ExchangeRates, ExecutionRef, HexBytes, NetworkFees, NextLink, Page, Row, Schedule, StateSlot, Timestamp,
    Token, TokenHolder, Transaction, TransactionFamily,
};
use crate::replay::{GasUse, MachineState, Reexecution, Replayed};
use crate::verification::{AllChains, ChainId, Chains, Compilation, Deployment, JobRecord, Stamp, Verified};

/// Something that a pane can want to know.
pub trait Question {
    /// What the answer is made of.
    type Answer;

    /// What it is about.
    fn topic(&self) -> Topic;

    /// What the answer says, if it is of the kind that was asked for.
    fn pick(answer: &Answer) -> Option<&Self::Answer>;
}

/// What a question is about. An analysis of bytes is about the bytes, whatever was known beside them when it was asked
/// for: with more known, the same topic has another answer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Topic {
    /// A question to a server or to the disk.
    Ask(Ask),
    /// An analysis of bytes.
    Analysis(Input),
}

impl Topic {
    /// The request for this, given what is known.
    pub fn ask(&self, known: &Snapshot) -> Ask {
        match self {
            Self::Ask(ask) => ask.clone(),
            Self::Analysis(input) => {
                let known = if input.depends_on_known() { known.clone() } else { Snapshot::default() };
                Ask::Analysis(Analysis { known, input: input.clone() })
            }
        }
    }

    /// Whether an answer to this request is made with less than is known now.
    pub fn is_outdated(&self, request: &Request, known: &Snapshot) -> bool {
        matches!(&request.ask, Ask::Analysis(analysis) if analysis.input.depends_on_known() && analysis.known != *known)
    }
}

impl From<Ask> for Topic {
    fn from(ask: Ask) -> Self {
        match ask {
            Ask::Analysis(analysis) => Self::Analysis(analysis.input),
            ask => Self::Ask(ask),
        }
    }
}

/// A page of a list: the first, or the one behind a link.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PageOf<Q> {
    /// The list.
    pub query: Q,
    /// The link that the page before it ends with.
    pub link: Option<NextLink>,
}

impl<Q> PageOf<Q> {
    /// The first page.
    pub fn first(query: Q) -> Self {
        Self { query, link: None }
    }

    /// The page behind a link.
    pub fn behind(query: Q, link: NextLink) -> Self {
        Self { query, link: Some(link) }
    }
}

/// The transaction with this consensus time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TransactionAt(pub Timestamp);

/// The transactions of the family with this hash of 48 bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TransactionOf(pub HexBytes);

/// A schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScheduleQuery(pub EntityId);

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenQuery(pub EntityId);

/// What the verifier has of a contract.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifiedQuery {
    pub chain: ChainId,
    /// The contract.
    pub address: EvmAddress,
    /// How much of it.
    pub extent: Extent,
}

/// On which chains the verifier has a contract at this address verified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AllChainsQuery(pub EvmAddress);

/// The chains that the verifier knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChainsQuery;

/// The text of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileText(pub String);

/// What was deployed together, as a file or a directory tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeploymentFile(pub String);

/// The entries of a directory; the empty path is the working directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Directory(pub String);

/// What can be verified from a file; without a new answer if it is as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompilationFile {
    pub path: String,
    /// The directories in which sources may lie, too.
    pub roots: Vec<String>,
    /// The stamp of the last read.
    pub unless: Option<Stamp>,
}

/// Makes a type a question: its answer's type, what it asks, and where the answer holds it.
macro_rules! question {
    ($question:ty => $answer:ty, |$it:ident| $ask:expr, $pattern:pat => $picked:expr) => {
        impl Question for $question {
            type Answer = $answer;

            fn topic(&self) -> Topic {
                let $it = self;
                Topic::from($ask)
            }

            fn pick(answer: &Answer) -> Option<&$answer> {
                match answer {
                    $pattern => Some($picked),
                    _ => None,
                }
            }
        }
    };
}

question!(ContractQuery => Arc<Contract>, |it| Ask::Contract(it.clone()), Answer::Contract(it) => it);
question!(ResultQuery => FoundResult, |it| Ask::Result(it.clone()), Answer::Result(it) => it);
question!(ExecutionQuery => FoundResult, |it| Ask::Execution(it.clone()), Answer::Result(it) => it);
question!(TransactionQuery => Arc<TransactionFamily>, |it| Ask::Transaction(TransactionQuery { at: None, ..it.clone() }), Answer::Transaction(it) => it);
question!(TransactionAt => Arc<TransactionFamily>, |it| Ask::TransactionAt(it.0), Answer::Transaction(it) => it);
question!(TransactionOf => Arc<TransactionFamily>, |it| Ask::TransactionOf(it.0.clone()), Answer::Transaction(it) => it);
question!(ScheduleQuery => Arc<Schedule>, |it| Ask::Schedule(it.0), Answer::Schedule(it) => it);
question!(AccountQuery => Arc<Account>, |it| Ask::Account(it.clone()), Answer::Account(it) => it);
question!(BlockQuery => Arc<Block>, |it| Ask::Block(it.clone()), Answer::Block(it) => it);
question!(ExchangeRatesQuery => Arc<ExchangeRates>, |it| Ask::ExchangeRates(*it), Answer::ExchangeRates(it) => it);
question!(NetworkFeesQuery => Arc<NetworkFees>, |it| Ask::NetworkFees(*it), Answer::NetworkFees(it) => it);
question!(ContractCallQuery => Arc<CallOutcome>, |it| Ask::ContractCall(it.clone()), Answer::ContractCall(it) => it);
question!(TokenQuery => Arc<Token>, |it| Ask::Token(it.0), Answer::Token(it) => it);
question!(
    VerifiedQuery => Arc<Verified>,
    |it| Ask::Verified(it.chain.clone(), it.address, it.extent),
    Answer::Verified(it) => it
);
question!(AllChainsQuery => Arc<AllChains>, |it| Ask::AllChains(it.0), Answer::AllChains(it) => it);
question!(ChainsQuery => Arc<Chains>, |_it| Ask::Chains, Answer::Chains(it) => it);
question!(JobPoll => Arc<JobRecord>, |it| Ask::Job(it.clone()), Answer::Job(it, _) => it);
question!(ContractLookup => Arc<Verified>, |it| Ask::JobContract(it.clone()), Answer::Verified(it) => it);
question!(FileText => Arc<str>, |it| Ask::File(FileQuery::Text(it.0.clone())), Answer::Text(it) => it);
question!(
    DeploymentFile => Arc<Deployment>,
    |it| Ask::File(FileQuery::Deployment(it.0.clone())),
    Answer::Deployment(it) => it
);
question!(Directory => Arc<Listing>, |it| Ask::File(FileQuery::Directory(it.0.clone())), Answer::Directory(it) => it);
question!(ProjectQuery => Arc<ProjectMatch>, |it| Ask::Project(it.clone()), Answer::Project(it) => it);
question!(ReplayQuery => Arc<Replayed>, |it| Ask::Replay(Box::new(it.clone())), Answer::Replay(it) => it);
question!(
    SourcesQuery => Arc<Replayed>,
    |it| Ask::ReplayDetail(ReplayDetail::Sources(it.clone())),
    Answer::ReplaySources(it) => it
);
question!(
    StepQuery => Arc<MachineState>,
    |it| Ask::ReplayDetail(ReplayDetail::Step(it.clone())),
    Answer::Step(it) => it
);
question!(
    GasQuery => Arc<GasUse>,
    |it| Ask::ReplayDetail(ReplayDetail::Gas(it.clone())),
    Answer::GasUse(it) => it
);
question!(
    StepSearch => Arc<[u64]>,
    |it| Ask::ReplayDetail(ReplayDetail::Search(it.clone())),
    Answer::Steps(it) => it
);
question!(
    ReexecutionQuery => Arc<Reexecution>,
    |it| Ask::ReplayDetail(ReplayDetail::Reexecution(it.clone())),
    Answer::Reexecution(it) => it
);
question!(FarRows => (), |it| Ask::FarRows(it.clone()), Answer::FarRows => &());
question!(PipeQuery => Arc<Piped>, |it| Ask::Pipe(it.clone()), Answer::Piped(it) => it);
question!(
    CompilationFile => Option<Arc<Compilation>>,
    |it| Ask::File(FileQuery::Compilation {
        path: it.path.clone(),
        roots: it.roots.clone(),
        unless: it.unless.clone(),
    }),
    Answer::Compilation(it) => it
);
/// A question that is answered by a list, page by page.
pub trait ListQuery: Clone {
    /// A row of the list.
    type Row: Row + 'static;

    /// What asks for the first page, or for the one behind a link.
    fn page(&self, link: Option<NextLink>) -> Ask;

    /// The page in an answer of the right kind.
    fn pick(answer: &Answer) -> Option<&Page<Self::Row>>;
}

impl<Q: ListQuery> Question for PageOf<Q> {
    type Answer = Page<Q::Row>;

    fn topic(&self) -> Topic {
        Topic::Ask(self.query.page(self.link.clone()))
    }

    fn pick(answer: &Answer) -> Option<&Self::Answer> {
        Q::pick(answer)
    }
}

/// Makes a type the question of a list: its rows, and what it is called in asks and answers.
macro_rules! list {
    ($query:ty => $row:ty, $name:ident) => {
        impl ListQuery for $query {
            type Row = $row;

            fn page(&self, link: Option<NextLink>) -> Ask {
                Ask::$name(self.clone(), link)
            }

            fn pick(answer: &Answer) -> Option<&Page<$row>> {
                match answer {
                    Answer::$name(page) => Some(page),
                    _ => None,
                }
            }
        }
    };
}

list!(ContractsQuery => Contract, Contracts);
list!(ResultsQuery => ContractResult, Results);
list!(TokenBalancesQuery => TokenHolder, TokenBalances);
list!(SchedulesQuery => Schedule, Schedules);
list!(ExecutionRef => CallAction, Actions);
list!(LogsQuery => ContractLog, Logs);
list!(StateQuery => StateSlot, State);

impl ListQuery for TransactionsQuery {
    type Row = Transaction;

    fn page(&self, link: Option<NextLink>) -> Ask {
        Ask::Transactions(Box::new(self.clone()), link)
    }

    fn pick(answer: &Answer) -> Option<&Page<Transaction>> {
        match answer {
            Answer::Transactions(page) => Some(page),
            _ => None,
        }
    }
}
