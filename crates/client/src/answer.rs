//! Parses the body of a successful response into the answer of its operation.

use std::sync::Arc;

use api::{
    AllChainsQuery, Answer, AnyOperation, Availability, ContractLookup, Failure, FoundResult, ListQuery,
    Operation, PageOf, Polled, Signatures, Submitted, VerifiedQuery, with_operation,
};
use ledger::json::Record;
use ledger::query::ContractCallQuery;
use ledger::{CallOutcome, EvmAddress, OpcodeTrace, Page, Prestate, RawJson, Text, TransactionFamily};
use verification::{AllChains, ChainId, Chains, Verified};

use super::attempt::Received;
use super::call::Call;
use super::held::hold;
use super::next_link::Links;
use super::wire::{
    BodyFault, Whole, first_lines, read_all_chains, read_called, read_chains, read_failed_call, read_list,
    read_marked, read_opcodes, read_prestate, read_record, read_signatures, read_submitted, read_unverified,
};
use super::{Servers, failure};

/// The status of an answer that lacks pieces.
const PARTIAL: u16 = 206;
/// The status that says that there is nothing of the kind.
const MISSING: u16 = 404;
/// The status of a call that failed, or of an invalid request.
const FAILED: u16 = 400;
/// The status of an answer that lacks nothing.
pub(super) const WHOLE: u16 = 200;
/// The status that says that nothing changed since the last look.
pub(super) const UNCHANGED: u16 = 304;

/// A body with its status, tag and request.
struct Parts<'a> {
    body: &'a RawJson,
    status: u16,
    etag: Option<String>,
    call: &'a Call,
    servers: &'a Servers,
}

/// An answer that can be parsed from the body of a response to an operation.
trait Parsed<O>: Sized {
    fn parse(operation: &O, parts: Parts<'_>) -> Result<Self, Fault>;
}

/// Why a body is no answer.
enum Fault {
    /// The body does not have the operation's shape.
    Body(BodyFault),
    /// The body explains why there is no answer.
    Failure(Failure),
}

impl From<BodyFault> for Fault {
    fn from(fault: BodyFault) -> Self {
        Self::Body(fault)
    }
}

impl From<Failure> for Fault {
    fn from(failure: Failure) -> Self {
        Self::Failure(failure)
    }
}

/// Parses what was received as the answer to an operation.
///
/// # Errors
/// [`Failure::NotUnderstood`] if the body is not what the operation returns; [`Failure::NotFound`] if it came with
/// a 404 and is no answer.
pub(super) fn parse_answer(
    operation: &AnyOperation,
    call: &Call,
    received: Received,
    servers: &Servers,
) -> Result<Answer, Failure> {
    fn parse<O: Operation<Answer: Parsed<O>>>(operation: &O, parts: Parts<'_>) -> Result<Answer, Fault> {
        <O::Answer as Parsed<O>>::parse(operation, parts).map(O::wrap)
    }
    let Received { status, etag, body, .. } = received;
    if call.availability != Availability::Always && is_a_web_page(&body) {
        return Err(Failure::NotOffered { status });
    }
    let parts = Parts { body: &body, status, etag, call, servers };
    with_operation!(operation, operation => parse(operation, parts)).map_err(|fault| match fault {
        Fault::Body(fault) => not_understood(fault, &body),
        Fault::Failure(failure) => failure,
    })
}

impl<Q: ListQuery<Row: Record>> Parsed<PageOf<Q>> for Page<Q::Row> {
    fn parse(page: &PageOf<Q>, parts: Parts<'_>) -> Result<Self, Fault> {
        let list = read_list(parts.body, Q::MEMBER)?;
        let (key, order) = page.query.paging();
        let next = Links { key, order }.next(&parts.call.url, list.next, &parts.servers.mirror);
        Ok(Self::held_by(hold, list.rows, next, parts.body))
    }
}

impl<T: Whole, O> Parsed<O> for Arc<T> {
    fn parse(_operation: &O, parts: Parts<'_>) -> Result<Self, Fault> {
        Ok(Self::new(read_marked(parts.body)?))
    }
}

impl<O> Parsed<O> for FoundResult {
    fn parse(_operation: &O, parts: Parts<'_>) -> Result<Self, Fault> {
        Ok(Self { result: Arc::new(read_record(parts.body)?), partial: parts.status == PARTIAL })
    }
}

impl<O> Parsed<O> for Arc<TransactionFamily> {
    fn parse(_operation: &O, parts: Parts<'_>) -> Result<Self, Fault> {
        let members = read_list(parts.body, "transactions")?.rows;
        Ok(Self::new(TransactionFamily { members, raw: parts.body.clone() }))
    }
}

impl<O> Parsed<O> for Arc<OpcodeTrace> {
    fn parse(_operation: &O, parts: Parts<'_>) -> Result<Self, Fault> {
        Ok(Self::new(read_opcodes(parts.body)?))
    }
}

impl<O> Parsed<O> for Arc<Prestate> {
    fn parse(_operation: &O, parts: Parts<'_>) -> Result<Self, Fault> {
        Ok(Self::new(read_prestate(parts.body)?))
    }
}

impl Parsed<ContractCallQuery> for Arc<CallOutcome> {
    fn parse(query: &ContractCallQuery, parts: Parts<'_>) -> Result<Self, Fault> {
        if parts.status != FAILED {
            return Ok(Self::new(read_called(parts.body, query.estimate)?));
        }
        let outcome = read_failed_call(parts.body);
        Ok(Self::new(outcome.ok_or_else(|| parts.call.failure(FAILED, parts.body, None))?))
    }
}

impl<O> Parsed<O> for Submitted {
    fn parse(_operation: &O, parts: Parts<'_>) -> Result<Self, Fault> {
        let id = read_submitted(parts.body);
        Ok(id.map_or_else(|| Self::WithoutId(parts.body.clone()), Self::As))
    }
}

impl<O> Parsed<O> for Polled {
    fn parse(_operation: &O, parts: Parts<'_>) -> Result<Self, Fault> {
        if parts.status == UNCHANGED {
            return Ok(Self::Unchanged);
        }
        Ok(Self::Record(Arc::new(read_record(parts.body)?), parts.etag))
    }
}

impl Parsed<VerifiedQuery> for Arc<Verified> {
    fn parse(query: &VerifiedQuery, parts: Parts<'_>) -> Result<Self, Fault> {
        contract(&query.chain, query.address, &parts)
    }
}

impl Parsed<ContractLookup> for Arc<Verified> {
    fn parse(lookup: &ContractLookup, parts: Parts<'_>) -> Result<Self, Fault> {
        contract(&lookup.chain, lookup.address, &parts)
    }
}

/// Parses the verifier's record of a contract, verified or not. A record of another contract is an error.
fn contract(chain: &ChainId, address: EvmAddress, parts: &Parts<'_>) -> Result<Arc<Verified>, Fault> {
    let found = if parts.status == MISSING {
        read_unverified(parts.body).ok_or_else(|| failure::of_status(MISSING, parts.body, None))?
    } else {
        read_record::<Verified>(parts.body)?
    };
    match found.contract.differs(Some(chain), Some(address)) {
        None => Ok(Arc::new(found)),
        Some((reported, own)) => Err(another(&reported, &own).into()),
    }
}

/// An empty list comes with a 404. A record of another address is an error.
impl Parsed<AllChainsQuery> for Arc<AllChains> {
    fn parse(query: &AllChainsQuery, parts: Parts<'_>) -> Result<Self, Fault> {
        let found = match read_all_chains(parts.body) {
            Ok(found) if parts.status != MISSING || found == AllChains::default() => found,
            Err(fault) if parts.status != MISSING => return Err(fault.into()),
            _ => return Err(failure::of_status(MISSING, parts.body, None).into()),
        };
        match found.0.iter().find_map(|one| one.differs(None, Some(query.0))) {
            None => Ok(Self::new(found)),
            Some((reported, own)) => Err(another(&reported, &own).into()),
        }
    }
}

impl<O> Parsed<O> for Arc<Chains> {
    fn parse(_operation: &O, parts: Parts<'_>) -> Result<Self, Fault> {
        Ok(Self::new(read_chains(parts.body)?))
    }
}

impl<O> Parsed<O> for Arc<Signatures> {
    fn parse(_operation: &O, parts: Parts<'_>) -> Result<Self, Fault> {
        Ok(Self::new(read_signatures(parts.body)?))
    }
}

/// The failure of a server that answers with a record of something else.
fn another(reported: &str, own: &str) -> Failure {
    Failure::NotUnderstood {
        at: String::new(),
        words: Text::new(format!("the record is of {reported}, and {own} was asked for")),
    }
}

fn is_a_web_page(body: &RawJson) -> bool {
    body.raw().trim_start().starts_with('<')
}

fn not_understood(BodyFault { at, words }: BodyFault, body: &RawJson) -> Failure {
    if !is_a_web_page(body) {
        return Failure::NotUnderstood { at, words };
    }
    let title = first_lines(body.raw()).first().map(Text::escaped).unwrap_or_default();
    Failure::NotUnderstood { at, words: Text::new(format!("this is a web page, not JSON: {title}")) }
}
