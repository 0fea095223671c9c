//! What is asked of a mirror node, a verifier and a signature server, and what they answer, as data.
//!
//! An [`Operation`] is a question to a server, and an [`Answer`] what came back. Each operation is a block of one table:
//! its address, how long its answer lasts, when it is asked again. A [`Network`] says where the servers are, a
//! [`Request`] asks one of them, and a [`Failure`] says why there is no answer. An [`Exchange`] is a request as it is
//! reported to listeners and written to recordings.
//!
//! ```
//! use hieroscope_api::{Api, Operation, PageOf, Spelling, Target};
//! use ledger::query::ResultsQuery;
//!
//! let page = PageOf::first(ResultsQuery::of_all_contracts());
//! let request = page.outgoing(&Spelling::default());
//! assert!(matches!(request.target, Target::Path { segments, .. } if segments == ["contracts", "results"]));
//!
//! let operation = page.any();
//! assert_eq!((operation.api(), operation.name()), (Api::MirrorNode, "results"));
//! ```
//!
//! Operations of the mirror node follow its [REST API](https://docs.hedera.com/hedera/sdks-and-apis/rest-api), those
//! of the verifier the [API v2 of Sourcify](https://docs.sourcify.dev). Their parameters are in
//! [`ledger::query`] and here, their records in [`ledger`] and [`verification`].
//!
//! Like [`ledger`], this crate touches no terminal, socket, file or clock: the crate `hieroscope-client` asks.

#![warn(missing_docs)]

mod exchange;
mod failure;
pub mod job_event;
mod network;
mod operation;
pub mod recording;
mod registry;
mod request;

pub use exchange::{Answered, Api, Exchange, MAX_AT_ONCE, Stage, Told};
pub use failure::{Cause, Failure};
pub use job_event::job_event;
pub use network::{AnswerWait, ExplorerLinks, HostBudget, Network, RequestBudget};
pub use operation::{
    AllChainsQuery, Availability, ChainsQuery, Content, ContractLookup, Extent, FoundResult, JobPoll, Lasts,
    ListQuery, Lookup, OpcodesQuery, Operation, Outgoing, PageOf, PagingKey, Polled, PrestateQuery, Repeats,
    Reuse, ScheduleQuery, Signatures, Spelling, Submit, Submitted, Target, TokenQuery, TransactionAt,
    TransactionOf, VerifiedQuery,
};
pub use registry::{Answer, AnyOperation};
pub use request::{
    AnswerCache, AnswerSource, CachedBody, CachedHead, Priority, Request, Response, Retrying, Unanswered,
};
