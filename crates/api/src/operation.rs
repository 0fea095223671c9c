//! Operations of servers, and the words in which the table of questions describes them.

mod outgoing;
mod questions;

use std::fmt::Debug;
use std::hash::Hash;
use std::sync::Arc;
use std::time::Duration;

use ledger::query::Order;
use ledger::{NextLink, Page, Row, Timestamp};

use crate::{Answer, AnyOperation, Api, Priority};

pub use outgoing::{Content, Outgoing, Spelling, Target};
pub(crate) use questions::lookup;
pub use questions::{
    AllChainsQuery, ChainsQuery, ContractLookup, Extent, FoundResult, JobPoll, Lookup, OpcodesQuery, Polled,
    PrestateQuery, ScheduleQuery, Signatures, Submit, Submitted, TokenQuery, TransactionAt, TransactionOf,
    VerifiedQuery,
};

/// An operation of a server. The table of questions implements it.
pub trait Operation: Clone + Debug + Eq + Hash {
    /// What the server answers.
    type Answer: Clone + Debug + Eq;

    /// The API that offers the operation.
    const API: Api;

    /// Whether a 404 means a missing operation or a missing record.
    fn availability(&self) -> Availability;

    /// When the cache answers instead of the server.
    fn reuse(&self) -> Reuse;

    /// How long an answer remains valid; one that does not is not stored on disk.
    fn lasts(answer: &Self::Answer, now: Timestamp) -> Lasts;

    /// Whether the question is asked again after a failure and by a refresh.
    fn repeats(&self) -> Repeats;

    /// The priority; `None` for the caller's.
    fn priority(&self) -> Option<Priority>;

    /// The memory that an answer takes in addition to its body, bytes.
    fn weight(answer: &Self::Answer) -> usize;

    /// The request, without the server's base address.
    fn outgoing<'a>(&'a self, spelling: &Spelling<'a>) -> Outgoing<'a>;

    /// How long an answer is fresh, given what the server says.
    fn freshness(&self, by_server: Duration, now: Timestamp) -> Duration;

    /// The operation as an entry of the table; the key of its cached answer.
    fn any(&self) -> AnyOperation;

    /// The operation, if it is this one.
    fn of(any: &AnyOperation) -> Option<&Self>;

    /// The inverse of [`Self::pick`].
    fn wrap(answer: Self::Answer) -> Answer;

    /// The answer, if it is this operation's.
    fn pick(answer: &Answer) -> Option<&Self::Answer>;
}

/// A list that a server returns page by page. The table of questions implements it.
pub trait ListQuery: Clone + Debug + Eq + Hash {
    /// A record of the list.
    type Row: Row + Eq;

    /// The member of the body that holds the rows.
    const MEMBER: &'static str;

    /// Whether a 404 means a missing list or a missing record.
    fn availability(&self) -> Availability;

    /// When the cache answers instead of the server.
    fn reuse(&self) -> Reuse;

    /// How long a page remains valid; one that does not is not stored on disk.
    fn lasts(page: &Page<Self::Row>, now: Timestamp) -> Lasts;

    /// The parameter that links to further pages advance, and its direction.
    fn paging(&self) -> (PagingKey, Order);

    /// The request for the first page.
    fn outgoing(&self) -> Outgoing<'_>;

    /// The page as an entry of the table; the key of its cached answer.
    fn any_page(page: PageOf<Self>) -> AnyOperation;

    /// The page, if the operation asks for one of this list.
    fn page_of(any: &AnyOperation) -> Option<&PageOf<Self>>;

    /// The inverse of [`Self::pick_page`].
    fn wrap_page(page: Page<Self::Row>) -> Answer;

    /// The page, if the answer is one of this list.
    fn pick_page(answer: &Answer) -> Option<&Page<Self::Row>>;
}

/// Whether every server has an operation, and how a server without it answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Availability {
    /// Documented: a 404 means that the named thing does not exist.
    Always,
    /// Some servers lack it: their router answers, not the API.
    Perhaps,
    /// Some servers lack it, and something unknown is an empty list or is never asked for: any 404 means that the
    /// operation is missing.
    Listing,
}

/// Whether an earlier answer can replace the server's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reuse {
    /// Never: the operation reports or causes a change.
    Never,
    /// While fresh, then after revalidation by the server.
    Revalidated,
    /// Also from disk while the server cannot be reached.
    Offline,
    /// Also from disk without asking the server, if the answer is immutable.
    AtOnce,
}

/// How long a stored answer remains valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lasts {
    /// It may change at any time.
    No,
    /// It may be replaced, and serves while the server cannot be reached.
    UntilReplaced,
    /// It is immutable.
    Forever,
}

/// When a question is asked again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeats {
    /// Once and without retries: few servers have the operation.
    Never,
    /// After a passing failure, by a refresh, and by the next pane.
    Always,
    /// The same, except that a 404 holds until a refresh.
    UnlessAbsent,
    /// The same, and a refresh asks only after a failure: the answer holds.
    UntilAnswered,
}

/// The parameters by which lists are paged.
#[derive(Clone, Copy, Debug)]
pub enum PagingKey {
    /// `timestamp`, in seconds and nanoseconds.
    Timestamp,
    /// `schedule.id`.
    Schedule,
    /// `account.id`.
    Account,
    /// `contract.id`.
    Contract,
    /// The time, and the position within the transaction of that time.
    Log,
    /// `slot`, a storage key of 32 bytes.
    Slot,
    /// `index`, counted from 0.
    Action,
}

/// A page of a list: the first, or the one behind a link.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PageOf<Q> {
    /// The list's parameters; a page behind a link has those of the first page.
    pub query: Q,
    /// The link that the page before it ends with.
    pub link: Option<NextLink>,
}

impl<Q> PageOf<Q> {
    /// The page that the query itself asks for.
    pub fn first(query: Q) -> Self {
        Self { query, link: None }
    }

    /// The page that `link` leads to. The server's link replaces the parameters of `query`.
    pub fn behind(query: Q, link: NextLink) -> Self {
        Self { query, link: Some(link) }
    }
}

impl<Q: ListQuery> Operation for PageOf<Q> {
    type Answer = Page<Q::Row>;

    const API: Api = Api::MirrorNode;

    fn availability(&self) -> Availability {
        self.query.availability()
    }

    fn reuse(&self) -> Reuse {
        self.query.reuse()
    }

    fn lasts(page: &Self::Answer, now: Timestamp) -> Lasts {
        Q::lasts(page, now)
    }

    fn repeats(&self) -> Repeats {
        Repeats::Always
    }

    fn priority(&self) -> Option<Priority> {
        None
    }

    fn weight(page: &Self::Answer) -> usize {
        row_bytes(&page.rows)
    }

    fn outgoing<'a>(&'a self, _spelling: &Spelling<'a>) -> Outgoing<'a> {
        self.link.as_ref().map_or_else(|| self.query.outgoing(), Outgoing::follow)
    }

    fn freshness(&self, by_server: Duration, _now: Timestamp) -> Duration {
        by_server
    }

    fn any(&self) -> AnyOperation {
        Q::any_page(self.clone())
    }

    fn of(any: &AnyOperation) -> Option<&Self> {
        Q::page_of(any)
    }

    fn wrap(page: Self::Answer) -> Answer {
        Q::wrap_page(page)
    }

    fn pick(answer: &Answer) -> Option<&Self::Answer> {
        Q::pick_page(answer)
    }
}

/// The memory that rows take: kilobytes each, however short their text is.
pub(crate) fn row_bytes<T>(rows: &[Arc<T>]) -> usize {
    size_of_val(rows) + rows.len() * size_of::<T>()
}
