//! The client of both HTTP APIs, a mirror node's and a contract verifier's: takes an operation of [`api`] and returns
//! its answer as types of [`ledger`] and [`verification`].
//!
//! ```no_run
//! use api::{Network, PageOf};
//! use hieroscope_client::{Client, Options};
//! use ledger::query::ResultsQuery;
//!
//! # async fn first_page() -> Result<(), Box<dyn std::error::Error>> {
//! let network = Network { mirror: "https://mirror.example".to_owned(), ..Network::documented("example") };
//! let client = Client::new(&network, Options::default())?;
//! let page = client.fetch(&PageOf::first(ResultsQuery::of_all_contracts())).await?;
//! assert!(page.rows.len() <= 25);
//! # Ok(())
//! # }
//! ```
//!
//! [`Client::fetch`] suits one question; [`Client::ask`] also takes a priority and reports retries. A GET is retried
//! after a transient failure, a submission never. Requests wait for the budget of their host, and cached answers are
//! revalidated; [`Options`] sets limits, timeouts, [`Listeners`] and a cache on disk. Failures are [`api::Failure`]s.
//! `examples/results.rs` pages through a list, and `examples/verify.rs` submits a contract and follows the job.
//!
//! # Inside
//!
//! `question` checks the cached answers, in memory or on disk, before it asks the server. `call` maps a request to an
//! operation and an address; `send` waits for the host's `budget` and sends the request; `retry` repeats a GET after a
//! transient failure; `answer` parses the body with `wire`, or `failure` describes the error.
//!
//! Bodies are parsed on the task that awaits the answer: a page of a hundred results takes about a millisecond.

#![warn(missing_docs)]
#![expect(clippy::disallowed_methods, reason = "answers and waits are dated by the clock")]

mod address;
mod answer;
mod attempt;
mod budget;
mod call;
mod clock;
mod connections;
mod failure;
mod held;
mod kept;
mod news;
mod next_link;
mod options;
mod question;
mod replay;
mod retry;
mod secrets;
mod send;
mod wire;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use address::Base;
use api::{
    Answer, AnswerWait, AnyOperation, Failure, Network, Operation, Priority, Request, RequestBudget,
    Response, Retrying,
};
use budget::Budgets;
use call::Call;
use connections::Connections;
use kept::Kept;
use ledger::RawJson;
use secrets::Keys;

use self::attempt::Received;
use self::question::Progress;

pub use address::ClientFault;
pub use budget::Rank;
pub use held::hold;
pub use news::Listeners;
pub use options::Options;
pub use replay::Replay;
pub use wire::{read_job_record, read_verified};

/// Speaks to one network. Clones share their connections and their limits.
#[derive(Clone, Debug)]
pub struct Client {
    servers: Arc<Servers>,
    shared: Arc<Shared>,
}

/// Where one network's APIs are, and how they spell things.
#[derive(Debug)]
struct Servers {
    /// The network's profile name.
    name: String,
    mirror: Base,
    verifier: Option<Base>,
    unit_parameter: String,
    import_segment: String,
    /// Why the verifier must not be given a key, if it must not.
    withheld: Option<String>,
    /// Whether its answers are of this run alone.
    is_generated: bool,
    /// How often each of them is asked.
    budget: RequestBudget,
    /// For how long each of them is waited for.
    answer_wait: AnswerWait,
}

/// What clients of all networks share.
#[derive(Debug)]
struct Shared {
    options: Options,
    connections: Connections,
    keys: Keys,
    units: UnitNames,
    /// The cached answers.
    kept: Kept,
    budgets: Budgets,
}

impl Client {
    /// A client of `network`. Nothing is connected and no certificate is read before the first request.
    ///
    /// # Errors
    /// If one of the network's addresses is invalid.
    pub fn new(network: &Network, options: Options) -> Result<Self, ClientFault> {
        let servers = Arc::new(Servers::new(network)?);
        let shared = Shared {
            budgets: Budgets::new(options.at_once),
            connections: Connections::new(options.connect),
            keys: Keys::default(),
            units: UnitNames::default(),
            kept: Kept::default(),
            options,
        };
        Ok(Self { servers, shared: Arc::new(shared) })
    }

    /// A client of another network that shares this one's connections and limits.
    ///
    /// # Errors
    /// If one of the network's addresses is invalid.
    pub fn for_network(&self, network: &Network) -> Result<Self, ClientFault> {
        Ok(Self { servers: Arc::new(Servers::new(network)?), shared: Arc::clone(&self.shared) })
    }

    /// Sends a request and returns its answer or failure. Dropping the future cancels the request.
    ///
    /// A GET is retried after a transient failure; `progress` is called before each wait. A submission is never
    /// repeated.
    pub async fn ask(
        &self,
        request: &Request,
        rank: impl Into<Rank>,
        mut progress: impl FnMut(Retrying) + Send,
    ) -> Response {
        self.ask_twice(request, &rank.into(), &mut progress).await
    }

    /// Asks again with the other name for the unit parameter, if the server knows only that one. Not generic, so that
    /// it is compiled once.
    async fn ask_twice(&self, request: &Request, rank: &Rank, progress: Progress<'_>) -> Response {
        let (servers, units) = (&*self.servers, &self.shared.units);
        let unit = units.name_for(servers);
        let response = Box::pin(self.ask_in(&unit, request, rank, progress)).await;
        let Err(failure) = &response.outcome else { return response };
        let Some(other) = units.instead(servers, &request.ask, failure) else { return response };
        let again = Box::pin(self.ask_in(other, request, rank, progress)).await;
        match &again.outcome {
            Ok(_) => units.remember(servers, other),
            Err(failure) if is_unit_refused(&request.ask, failure, other) => {
                units.remember(servers, &unit);
                return response;
            }
            Err(_) => {}
        }
        again
    }

    /// Asks as a user who waits for the answer does, and returns the answer by its type.
    ///
    /// # Errors
    /// Why there is no answer, after the retries of [`Options::attempts`].
    pub async fn fetch<O: Operation>(&self, operation: &O) -> Result<O::Answer, Failure> {
        let request = Request::new(&self.servers.name, operation.any());
        let answer = self.ask(&request, Priority::Key, drop).await.outcome?;
        O::pick(&answer).cloned().ok_or(Failure::UnexpectedAnswer)
    }

    /// Expires the cached answer: the next request goes to the server, with the answer's tag if it has one.
    pub fn expire(&self, ask: &AnyOperation) {
        self.shared.kept.expire(|kept| kept == ask);
    }

    /// Reads a status and a body as the answer to `ask`, just as if this network had sent them now.
    ///
    /// # Errors
    /// The failure that they mean.
    pub fn parse_answer(&self, ask: &AnyOperation, status: u16, body: RawJson) -> Result<Answer, Failure> {
        let call = Call::new(ask, &self.servers, &self.shared.units.name_for(&self.servers))?;
        if !call.reads(status) {
            return Err(call.failure(status, &body, None));
        }
        let received = Received {
            status,
            etag: None,
            fresh: None,
            headers: Vec::new(),
            body,
            at: None,
            is_recorded: false,
        };
        answer::parse_answer(ask, &call, received, &self.servers)
    }
}

impl Servers {
    fn new(network: &Network) -> Result<Self, ClientFault> {
        Ok(Self {
            name: network.name.clone(),
            mirror: Base::parse(&network.mirror)?,
            verifier: network.verifier.as_deref().map(Base::parse).transpose()?,
            unit_parameter: network.unit_parameter.clone(),
            import_segment: network.import_segment.clone(),
            withheld: network.withholds_key(),
            is_generated: network.generated,
            budget: network.budget,
            answer_wait: network.answer_wait,
        })
    }
}

/// The name that public mirror nodes have for it.
const PUBLIC: &str = "hbar";

/// Names that worked, by the mirror node's address.
#[derive(Debug, Default)]
struct UnitNames {
    found: Mutex<BTreeMap<String, String>>,
}

impl UnitNames {
    /// The name to use with this server: the one that worked, or its profile's.
    fn name_for(&self, servers: &Servers) -> String {
        let found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        found.get(servers.mirror.as_str()).unwrap_or(&servers.unit_parameter).clone()
    }

    /// The other name to try after a refusal, unless both were tried.
    fn instead(&self, servers: &Servers, ask: &AnyOperation, failure: &Failure) -> Option<&'static str> {
        let name = &servers.unit_parameter;
        let found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        if found.contains_key(servers.mirror.as_str()) || !is_unit_refused(ask, failure, name) {
            return None;
        }
        Some(if name == Network::UNIT_PARAMETER { PUBLIC } else { Network::UNIT_PARAMETER })
    }

    /// Stores the name that worked.
    fn remember(&self, servers: &Servers, name: &str) {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        found.insert(servers.mirror.as_str().to_owned(), name.to_owned());
    }
}

/// Whether a question failed because the server does not know the unit by this name.
fn is_unit_refused(ask: &AnyOperation, failure: &Failure, name: &str) -> bool {
    // The server names it as documented, whatever was sent.
    let is_unit = |field: &String| field == name || field == Network::UNIT_PARAMETER;
    ask.is_in_weibar() && matches!(failure, Failure::Invalid { field: Some(field), .. } if is_unit(field))
}
