//! Asks the network about the contracts of a batch's lines, and reads what it answers.

use crate::ledger::query::{ContractQuery, ResultQuery};
use crate::ledger::{Contract, ContractRef};
use crate::message::{Answer, Ask, Effect, Failure, Request, Response};
use crate::verification::batch::{FoundRecord, LineQuestion, LineState};
use crate::verification::{Batch, preflight};

/// What is asked before the line at this place is sent, if anything.
pub(super) fn request(batch: &Batch, at: usize) -> Option<Request> {
    let ask = match batch.question(at)? {
        LineQuestion::Record(contract) => Ask::Contract(ContractQuery::now(contract)),
        LineQuestion::Creation(contract, timestamp) => {
            Ask::Result(ResultQuery { contract, timestamp, weibar: false })
        }
    };
    Some(Request { network: batch.network.clone(), ask })
}

/// The places of the lines that wait for the answer to this request.
pub(super) fn waiting(batch: &Batch, request: &Request) -> impl Iterator<Item = usize> {
    let lines = batch.lines.iter().enumerate().filter(|(_, line)| line.state == LineState::LookingUp);
    lines.map(|(at, _)| at).filter(|at| self::request(batch, *at).as_ref() == Some(request))
}

/// Takes an answer in that the line at this place waits for.
pub(super) fn answer(batch: &mut Batch, at: usize, response: &Response) {
    match batch.question(at) {
        Some(LineQuestion::Record(contract)) => batch.looked_up(at, record(contract, response)),
        Some(LineQuestion::Creation(..)) => {
            let hash = match &response.outcome {
                Ok(Answer::Result(found)) => preflight::creation_hash(&found.result),
                // The verifier looks for it then.
                _ => None,
            };
            batch.found_creation(at, hash);
        }
        None => {}
    }
}

/// What is asked next about a line that is still being looked up.
pub(super) fn follow_up(batch: &Batch, at: usize) -> Option<Effect> {
    let waits = batch.lines.get(at).is_some_and(|line| line.state == LineState::LookingUp);
    request(batch, at).filter(|_| waits).map(Effect::Send)
}

/// What a record tells of a contract, or why there is none.
fn record(contract: ContractRef, response: &Response) -> Result<FoundRecord, String> {
    let network = &response.request.network;
    match &response.outcome {
        Ok(Answer::Contract(record)) => read(contract, record),
        Err(Failure::NotFound { .. }) => Err(format!("there is no contract {contract} on {network}")),
        Err(failure) => Err(format!("{contract} could not be looked up: {}", failure.sentence())),
        Ok(_) => Err(format!("{contract} could not be looked up")),
    }
}

fn read(contract: ContractRef, record: &Contract) -> Result<FoundRecord, String> {
    let sent = preflight::sent(contract, Some(record));
    let address = sent.ok_or_else(|| format!("the record of {contract} has no address"))?.address;
    let named = record.contract_id.value().map_or(contract, ContractRef::Id);
    let created = record.created_timestamp.value().map(|created| (named, created));
    Ok(FoundRecord { address, created })
}
