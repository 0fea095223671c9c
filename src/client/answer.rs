//! Parses the body of a successful response into the answer that the request wants.

use std::sync::Arc;

use super::Servers;
use super::call::{Availability, Call, not_ours};
use super::failure;
use super::held::hold;
use super::paging::Paging;
use super::send::Received;
use super::wire::{
    BodyFault, List, first_lines, read_all_chains, read_called, read_chains, read_failed_call, read_list,
    read_marked, read_opcodes, read_prestate, read_record, read_signatures, read_submitted, read_unverified,
};
use crate::ledger::{EvmAddress, Page, RawJson, Text, TransactionFamily};
use crate::message::{Answer, Ask, Failure, FoundResult};
use crate::verification::{AllChains, ChainId, Verified};

/// The status of an answer that lacks pieces.
const PARTIAL: u16 = 206;
/// The status that says that there is nothing of the kind.
const MISSING: u16 = 404;
/// The status of what was asked for and failed, or was no good.
const FAILED: u16 = 400;
/// The status of an answer that lacks nothing.
pub(super) const WHOLE: u16 = 200;
/// The status that says that nothing changed since the last look.
pub(super) const UNCHANGED: u16 = 304;

/// Reads what was received as the answer to `ask`.
///
/// # Errors
/// [`Failure::NotUnderstood`] if the body is not what the operation returns; [`Failure::NotFound`] if it came with
/// a 404 and is no answer.
pub(super) fn parse_answer(
    ask: &Ask,
    call: &Call,
    received: Received,
    servers: &Servers,
) -> Result<Answer, Failure> {
    let Received { status, etag, body, .. } = received;
    let page = |paging: Paging, next| paging.next(&call.url, next, &servers.mirror);
    if call.availability != Availability::Always && is_a_web_page(&body) {
        return Err(Failure::NotOffered { status });
    }
    let answer = match ask {
        Ask::Job(_) if status == UNCHANGED => Ok(Answer::JobUnchanged),
        Ask::Job(_) => read_record(&body).map(|record| Answer::Job(Arc::new(record), etag)),
        Ask::Contracts(query, _) => read_list(&body, "contracts").map(|List { rows, next }| {
            Answer::Contracts(Page::held_by(hold, rows, page(Paging::contracts(query.order), next), &body))
        }),
        Ask::Contract(_) => read_marked(&body, &["contract_id", "evm_address"])
            .map(|contract| Answer::Contract(Arc::new(contract))),
        Ask::Results(query, _) => read_list(&body, "results").map(|List { rows, next }| {
            let next = page(Paging::by_time(query.order), next);
            Answer::Results(Page::held_by(hold, rows, next, &body))
        }),
        Ask::Result(_) | Ask::Execution(_) => read_record(&body).map(|result| {
            Answer::Result(FoundResult { result: Arc::new(result), partial: status == PARTIAL })
        }),
        Ask::Transaction(_) | Ask::TransactionAt(_) | Ask::TransactionOf(_) => {
            read_list(&body, "transactions").map(|List { rows: members, .. }| {
                Answer::Transaction(Arc::new(TransactionFamily { members, raw: body.clone() }))
            })
        }
        Ask::Schedules(query, _) => read_list(&body, "schedules").map(|List { rows, next }| {
            let next = page(Paging::schedules(query.order), next);
            Answer::Schedules(Page::held_by(hold, rows, next, &body))
        }),
        Ask::Schedule(_) => {
            read_marked(&body, &["schedule_id"]).map(|schedule| Answer::Schedule(Arc::new(schedule)))
        }
        Ask::Actions(..) => read_list(&body, "actions").map(|List { rows, next }| {
            Answer::Actions(Page::held_by(hold, rows, page(Paging::actions(), next), &body))
        }),
        Ask::Opcodes(_) => read_opcodes(&body).map(|trace| Answer::Opcodes(Arc::new(trace))),
        Ask::Prestate(_) => read_prestate(&body).map(|state| Answer::Prestate(Arc::new(state))),
        Ask::Logs(query, _) => read_list(&body, "logs").map(|List { rows, next }| {
            Answer::Logs(Page::held_by(hold, rows, page(Paging::logs(query.order), next), &body))
        }),
        Ask::State(query, _) => read_list(&body, "state").map(|List { rows, next }| {
            Answer::State(Page::held_by(hold, rows, page(Paging::state(query.order), next), &body))
        }),
        Ask::Transactions(query, _) => read_list(&body, "transactions").map(|List { rows, next }| {
            Answer::Transactions(Page::held_by(hold, rows, page(Paging::by_time(query.order), next), &body))
        }),
        Ask::Account(_) => {
            read_marked(&body, &["account", "evm_address"]).map(|account| Answer::Account(Arc::new(account)))
        }
        Ask::TokenBalances(query, _) => read_list(&body, "balances").map(|List { rows, next }| {
            Answer::TokenBalances(Page::held_by(hold, rows, page(Paging::accounts(query.order), next), &body))
        }),
        Ask::Block(_) => read_marked(&body, &["number", "hash"]).map(|block| Answer::Block(Arc::new(block))),
        Ask::ExchangeRates(_) => read_record(&body).map(|rates| Answer::ExchangeRates(Arc::new(rates))),
        Ask::NetworkFees(_) => read_record(&body).map(|fees| Answer::NetworkFees(Arc::new(fees))),
        Ask::Token(_) => read_marked(&body, &["token_id"]).map(|token| Answer::Token(Arc::new(token))),
        Ask::ContractCall(_) if status == FAILED => {
            let outcome = read_failed_call(&body).ok_or_else(|| call.failure(status, &body, None))?;
            Ok(Answer::ContractCall(Arc::new(outcome)))
        }
        Ask::ContractCall(query) => {
            read_called(&body, query.estimate).map(|outcome| Answer::ContractCall(Arc::new(outcome)))
        }
        Ask::Verified(chain, address, _) => return read_contract(status, &body, chain, *address),
        Ask::JobContract(lookup) => return read_contract(status, &body, &lookup.chain, lookup.address),
        Ask::AllChains(address) => return read_on_chains(status, &body, *address),
        Ask::Chains => read_chains(&body).map(|chains| Answer::Chains(Arc::new(chains))),
        Ask::Signatures(_) => {
            read_signatures(&body).map(|signatures| Answer::Signatures(Arc::new(signatures)))
        }
        Ask::File(_)
        | Ask::Project(_)
        | Ask::Pipe(_)
        | Ask::Replay(_)
        | Ask::ReplayDetail(_)
        | Ask::Analysis(_)
        | Ask::FarRows(_) => return Err(not_ours()),
        Ask::Submit(..) => {
            Ok(read_submitted(&body)
                .map_or_else(|| Answer::SubmittedWithoutId(body.clone()), Answer::Submitted))
        }
    };
    answer.map_err(|fault| not_understood(fault, &body))
}

/// Parses what the verifier has of a contract, verified or not. A record of another contract is an error.
fn read_contract(
    status: u16,
    body: &RawJson,
    chain: &ChainId,
    address: EvmAddress,
) -> Result<Answer, Failure> {
    let found = if status == MISSING {
        read_unverified(body).ok_or_else(|| failure::of_status(status, body, None))?
    } else {
        read_record::<Verified>(body).map_err(|fault| not_understood(fault, body))?
    };
    match found.contract.differs(Some(chain), Some(address)) {
        None => Ok(Answer::Verified(Arc::new(found))),
        Some((reported, own)) => Err(another(&reported, &own)),
    }
}

/// Parses on which chains a contract is verified: an empty list comes with a 404. A record of another address is an
/// error.
fn read_on_chains(status: u16, body: &RawJson, address: EvmAddress) -> Result<Answer, Failure> {
    let found = match read_all_chains(body) {
        Ok(found) if status != MISSING || found == AllChains::default() => found,
        Err(fault) if status != MISSING => return Err(not_understood(fault, body)),
        _ => return Err(failure::of_status(status, body, None)),
    };
    match found.0.iter().find_map(|one| one.differs(None, Some(address))) {
        None => Ok(Answer::AllChains(Arc::new(found))),
        Some((reported, own)) => Err(another(&reported, &own)),
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
