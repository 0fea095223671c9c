//! The HTTP call of each request: operation, address and body.

use bytes::Bytes;
use reqwest::Url;
use secrecy::zeroize::Zeroizing;

use super::Servers;
use super::address::Base;
use super::failure;
use super::wire::is_of_the_mirror;
use crate::ledger::query::{ContractCallQuery, Limit, Parameters as _};
use crate::ledger::{EvmAddress, ExecutionRef, NextLink, RawJson, Text, Timestamp};
use crate::message::{Ask, ContractLookup, Extent, Failure, JobPoll};
use crate::verification::{ChainId, Submission};

/// One HTTP request, complete but unsent.
pub(super) struct Call {
    /// The address. It holds no secret: keys travel in the body.
    pub(super) url: Url,
    /// The JSON body of a POST; a GET has none. It is wiped when the last copy is dropped.
    pub(super) body: Option<Bytes>,
    /// `If-None-Match`.
    pub(super) etag: Option<String>,
    /// Whether a POST only asks: it may be repeated, and is made as urgent as any question.
    pub(super) is_query: bool,
    /// Whether a 404 may be an answer: that there is nothing of the kind.
    pub(super) missing_is_answer: bool,
    /// Whether a 400 may be an answer: what was asked for failed.
    pub(super) failing_is_answer: bool,
    /// Whether every server has the operation.
    pub(super) availability: Availability,
}

/// Whether every server has an operation, and how one says so that has not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Availability {
    /// It is documented: a 404 means that there is no such thing.
    Always,
    /// Some servers lack it: their router says so, not the API.
    Perhaps,
    /// The same, and what is unknown is answered by an empty list, or is never asked for: any 404 means that the operation
    /// is.
    Listing,
}

/// The members of a verified contract that are asked for besides those that always come.
const VERIFIED_FIELDS: &str = "compilation,deployment,proxyResolution,sourceIds,abi,metadata,storageLayout";
/// The field that says what it was made of.
const COMPILATION_FIELDS: &str = "compilation";
/// The fields needed to decode its bytes.
const INTERFACE_FIELDS: &str =
    "compilation,proxyResolution,abi,storageLayout,runtimeBytecode.transformationValues";
/// The fields about its sources.
const SOURCE_FIELDS: &str = "compilation,metadata,sources";
/// The fields that lead from its instructions to its sources.
const SOURCE_MAP_FIELDS: &str = "compilation,abi,storageLayout,sources,sourceIds,runtimeBytecode.onchainBytecode,runtimeBytecode.sourceMap,\
     creationBytecode.recompiledBytecode,creationBytecode.sourceMap";
/// The fields that can be written to files.
const FILE_FIELDS: &str = "compilation,abi,metadata,storageLayout,sources,stdJsonInput";

impl Call {
    /// The request that asks this, with this name for the unit parameter.
    ///
    /// # Errors
    /// If the network has no verifier, or a link or a job's server is no address that may be asked.
    pub(super) fn new(ask: &Ask, servers: &Servers, unit: &str) -> Result<Self, Failure> {
        let mirror = |path: &[&str], pairs: &[(&str, String)]| {
            Self::get(servers.mirror.url(&[&["api", "v1"], path].concat(), pairs))
        };
        Ok(match ask {
            Ask::Contracts(query, None) => {
                mirror(&["contracts"], &query.pairs()).available(Availability::Listing)
            }
            Ask::Contract(query) => mirror(&["contracts", &query.contract.to_string()], &query.pairs()),
            Ask::Results(query, None) => match query.contract {
                Some(contract) => mirror(&["contracts", &contract.to_string(), "results"], &query.pairs()),
                None => mirror(&["contracts", "results"], &query.pairs()).available(Availability::Perhaps),
            },
            Ask::Result(query) => {
                let path =
                    ["contracts", &query.contract.to_string(), "results", &query.timestamp.to_string()];
                let weibar = query.weibar.then(|| (unit, "false".to_owned()));
                mirror(&path, weibar.as_slice())
            }
            Ask::Transaction(query) => mirror(&["transactions", &query.id.to_string()], &query.pairs()),
            Ask::Schedules(query, None) => {
                mirror(&["schedules"], &query.pairs()).available(Availability::Listing)
            }
            Ask::Schedule(id) => mirror(&["schedules", &id.to_string()], &[]),
            Ask::Results(_, Some(link)) => Self::follow(link, servers)?,
            Ask::Actions(_, Some(link)) => Self::follow(link, servers)?.available(Availability::Perhaps),
            Ask::Contracts(_, Some(link))
            | Ask::Schedules(_, Some(link))
            | Ask::Logs(_, Some(link))
            | Ask::State(_, Some(link))
            | Ask::Transactions(_, Some(link)) => {
                Self::follow(link, servers)?.available(Availability::Listing)
            }
            Ask::Execution(query) => {
                let weibar = query.weibar.then(|| (unit, "false".to_owned()));
                let pairs: Vec<(&str, String)> = query.pairs().into_iter().chain(weibar).collect();
                mirror(&["contracts", "results", &query.of.to_string()], &pairs)
                    .available(Availability::Perhaps)
            }
            Ask::Actions(of, None) | Ask::Opcodes(of) | Ask::Prestate(of) => Self::within(ask, of, servers),
            Ask::Logs(query, None) => {
                let path = ["contracts", &query.contract.to_string(), "results", "logs"];
                mirror(&path, &query.pairs()).available(Availability::Listing)
            }
            Ask::State(query, None) => {
                let path = ["contracts", &query.contract.to_string(), "state"];
                mirror(&path, &query.pairs()).available(Availability::Listing)
            }
            Ask::Transactions(query, None) => {
                mirror(&["transactions"], &query.pairs()).available(Availability::Listing)
            }
            Ask::TransactionAt(at) => {
                mirror(&["transactions"], &[("timestamp", at.to_string())]).available(Availability::Listing)
            }
            Ask::TransactionOf(hash) => {
                mirror(&["transactions", &hash.to_hex()], &[]).available(Availability::Perhaps)
            }
            Ask::Account(query) => mirror(&["accounts", &query.account.to_string()], &query.pairs())
                .available(Availability::Perhaps),
            Ask::TokenBalances(_, Some(link)) => {
                Self::follow(link, servers)?.available(Availability::Perhaps)
            }
            Ask::TokenBalances(query, None) => {
                mirror(&["tokens", &query.token.to_string(), "balances"], &query.pairs())
                    .available(Availability::Perhaps)
            }
            Ask::Block(query) => {
                mirror(&["blocks", &query.to_string()], &[]).available(Availability::Perhaps)
            }
            Ask::ExchangeRates(query) => {
                mirror(&["network", "exchangerate"], &query.pairs()).available(Availability::Perhaps)
            }
            Ask::NetworkFees(query) => {
                mirror(&["network", "fees"], &query.pairs()).available(Availability::Perhaps)
            }
            Ask::Token(id) => mirror(&["tokens", &id.to_string()], &[]).available(Availability::Perhaps),
            Ask::ContractCall(query) => mirror(&["contracts", "call"], &[]).asking(query),
            Ask::Submit(_, submission) => Self::submit(submission, servers)?,
            Ask::Job(poll) => Self::poll(poll)?,
            Ask::JobContract(ContractLookup { server, chain, address, extent, .. }) => {
                Self::verified(&elsewhere(server)?, chain, *address, *extent)
            }
            Ask::Verified(chain, address, extent) => {
                Self::verified(verifier(servers)?, chain, *address, *extent)
            }
            Ask::AllChains(address) => {
                let url =
                    verifier(servers)?.url(&["v2", "contract", "all-chains", &address.to_string()], &[]);
                Self { missing_is_answer: true, ..Self::get(url).available(Availability::Perhaps) }
            }
            Ask::Chains => Self::get(verifier(servers)?.url(&["chains"], &[])),
            Ask::Signatures(lookup) => Self::get(
                elsewhere(&lookup.server)?.url(&["signature-database", "v1", "lookup"], &lookup.pairs()),
            ),
            Ask::File(_)
            | Ask::Project(_)
            | Ask::Pipe(_)
            | Ask::Replay(_)
            | Ask::ReplayDetail(_)
            | Ask::Analysis(_)
            | Ask::FarRows(_) => return Err(not_ours()),
        })
    }

    /// Whether a body that came with this status is for reading, and not the words of a failure.
    pub(super) fn reads(&self, status: u16) -> bool {
        matches!(status, 200..=299 | 304)
            || (status == 404 && self.missing_is_answer)
            || (status == 400 && self.failing_is_answer)
    }

    /// What is submitted, which is never repeated.
    pub(super) fn submitted(&self) -> Option<&Bytes> {
        self.body.as_ref().filter(|_| !self.is_query)
    }

    /// What is asked with a POST; a submission is not told, which may hold a key.
    pub(super) fn asked(&self) -> Option<String> {
        let asked = self.body.as_ref().filter(|_| self.is_query);
        asked.map(|body| String::from_utf8_lossy(body).into_owned())
    }

    /// What a status that is not for reading means, with the body that came along.
    pub(super) fn failure(&self, status: u16, body: &RawJson, until: Option<Timestamp>) -> Failure {
        let absent = match self.availability {
            Availability::Always => false,
            Availability::Perhaps => {
                matches!(status, 405 | 501) || (status == 404 && !is_of_the_mirror(body))
            }
            Availability::Listing => matches!(status, 404 | 405 | 501),
        };
        if absent { Failure::NotOffered { status } } else { failure::of_status(status, body, until) }
    }

    fn get(url: Url) -> Self {
        let availability = Availability::Always;
        Self {
            url,
            body: None,
            etag: None,
            is_query: false,
            missing_is_answer: false,
            failing_is_answer: false,
            availability,
        }
    }

    /// The same as a POST that asks this, which not every server executes.
    fn asking(self, query: &ContractCallQuery) -> Self {
        Self {
            body: Some(Bytes::from(query.body())),
            is_query: true,
            failing_is_answer: true,
            ..self.available(Availability::Perhaps)
        }
    }

    /// What a verifier has of a contract.
    fn verified(verifier: &Base, chain: &ChainId, address: EvmAddress, extent: Extent) -> Self {
        let fields = fields_of(extent).map(|fields| ("fields", fields.to_owned()));
        let path = ["v2", "contract", &chain.to_string(), &address.to_string()];
        Self { missing_is_answer: true, ..Self::get(verifier.url(&path, fields.as_slice())) }
    }

    /// What a server tells of the inside of a result.
    fn within(ask: &Ask, of: &ExecutionRef, servers: &Servers) -> Self {
        let flags = |names: &[&'static str], value: &str| -> Vec<(&'static str, String)> {
            names.iter().map(|name| (*name, value.to_owned())).collect()
        };
        let (name, pairs, availability) = match ask {
            Ask::Opcodes(_) => {
                ("opcodes", flags(&["stack", "memory", "storage"], "false"), Availability::Listing)
            }
            Ask::Prestate(_) => ("prestate", flags(&["code", "storage"], "true"), Availability::Listing),
            _ => ("actions", vec![("limit", Limit::MAX.rows().to_string())], Availability::Perhaps),
        };
        let path = ["api", "v1", "contracts", "results", &of.to_string(), name];
        Self::get(servers.mirror.url(&path, &pairs)).available(availability)
    }

    fn available(self, availability: Availability) -> Self {
        Self { availability, ..self }
    }

    /// The page behind a link. The link was checked when it came; it is checked again, because it may have
    /// come from another server.
    fn follow(NextLink(link): &NextLink, servers: &Servers) -> Result<Self, Failure> {
        let url = str::from_utf8(link.raw()).ok().and_then(|link| servers.mirror.resolve(link));
        let refused = || Failure::NotUnderstood {
            at: "links.next".to_owned(),
            words: Text::from("the link leads out of this API, so it is not followed"),
        };
        url.map(Self::get).ok_or_else(refused)
    }

    fn submit(submission: &Submission, servers: &Servers) -> Result<Self, Failure> {
        let verifier = verifier(servers)?;
        let path = submission.path(&servers.import_segment);
        let segments: Vec<&str> = path.split('/').filter(|segment| !segment.is_empty()).collect();
        if let Some(words) = servers.withheld.as_ref().filter(|_| submission.body.api_key().is_some()) {
            return Err(Failure::KeyWithheld { words: words.clone() });
        }
        let body = Some(Bytes::from_owner(Body(submission.body())));
        Ok(Self { body, ..Self::get(verifier.url(&segments, &[])) })
    }

    fn poll(poll: &JobPoll) -> Result<Self, Failure> {
        let url = elsewhere(&poll.server)?.url(&["v2", "verify", &poll.id.to_string()], &[]);
        Ok(Self { etag: poll.etag.clone(), ..Self::get(url) })
    }
}

/// The members of a verified contract to ask for.
fn fields_of(extent: Extent) -> Option<&'static str> {
    match extent {
        Extent::Match => None,
        Extent::Compilation => Some(COMPILATION_FIELDS),
        Extent::Whole => Some(VERIFIED_FIELDS),
        Extent::Interface => Some(INTERFACE_FIELDS),
        Extent::Sources => Some(SOURCE_FIELDS),
        Extent::SourceMaps => Some(SOURCE_MAP_FIELDS),
        Extent::Files => Some(FILE_FIELDS),
    }
}

/// The text of a body, which may hold a key.
struct Body(Zeroizing<String>);

impl AsRef<[u8]> for Body {
    fn as_ref(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

/// A server that the question itself names.
fn elsewhere(server: &str) -> Result<Base, Failure> {
    let unreachable = |words: String| Failure::Unreachable { words: Text::new(words), sent: false };
    Base::parse(server).map_err(|fault| unreachable(fault.to_string()))
}

fn verifier(servers: &Servers) -> Result<&Base, Failure> {
    servers.verifier.as_ref().ok_or_else(|| Failure::Unreachable {
        words: Text::from("this network has no verification server in its profile"),
        sent: false,
    })
}

/// No server is asked for what is here already.
pub(super) fn not_ours() -> Failure {
    Failure::Unreachable { words: Text::from("this is found here, not on a server"), sent: false }
}
