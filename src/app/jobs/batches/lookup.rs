//! Looks up the contracts of a batch's lines.

use api::{Extent, Failure, VerifiedQuery};
use decode::candidates::Nearness;
use ledger::query::{ContractQuery, ResultQuery};
use ledger::{Contract, ContractRef, Text};
use verification::batch::{FoundContract, FoundRecord, LineQuestion, LineState, Phase};
use verification::{Batch, SubmissionBody, preflight};

use crate::message::{
    Answer, CompilationFile, ProjectMatch, ProjectQuery, Question as _, Request, Response, Unchosen,
};
use crate::panes::kit::Wants;
use crate::panes::kit::nouns::project_match;

/// The request to make before the line at this index is sent, if any.
pub(super) fn request(batch: &Batch, at: usize) -> Option<Request> {
    let ask = match batch.question(at)? {
        LineQuestion::Record(contract) => ContractQuery::now(contract).ask(),
        LineQuestion::Creation(contract, timestamp) => {
            ResultQuery { contract, timestamp, weibar: false }.ask()
        }
        LineQuestion::Project(code) => ProjectQuery { directory: batch.project.clone()?, code }.ask(),
        LineQuestion::Verified(chain, address) => {
            VerifiedQuery { chain, address, extent: Extent::Match }.ask()
        }
        LineQuestion::File(path) => {
            let path = path.to_string_lossy().into_owned();
            CompilationFile { path, roots: Vec::new(), unless: None }.ask()
        }
    };
    Some(Request::new(&batch.network, ask))
}

/// What the lines wait for.
pub(super) fn wants(batch: &Batch) -> Wants {
    let mut wants = Wants::default();
    for request in looked_up(batch).filter_map(|at| request(batch, at)) {
        wants.add_topic(request.ask);
    }
    wants
}

/// The places of the lines that are looked up.
fn looked_up(batch: &Batch) -> impl Iterator<Item = usize> {
    let is_here = !matches!(batch.phase, Phase::Ended | Phase::Elsewhere);
    let lines = if is_here { &*batch.lines } else { &[] };
    let lines = lines.iter().enumerate().filter(|(_, line)| line.state == LineState::LookingUp);
    lines.map(|(at, _)| at)
}

/// The places of the lines that wait for the answer to this request.
pub(super) fn waiting(batch: &Batch, request: &Request) -> impl Iterator<Item = usize> {
    looked_up(batch).filter(|at| self::request(batch, *at).as_ref() == Some(request))
}

/// Takes an answer in that the line at this place waits for.
pub(super) fn answer(batch: &mut Batch, at: usize, response: &Response) {
    match batch.question(at) {
        Some(LineQuestion::Record(contract)) => batch.looked_up(at, record(contract, response)),
        Some(LineQuestion::Creation(..)) => {
            let hash = match &response.outcome {
                Ok(Answer::Server(api::Answer::Result(found))) => preflight::creation_hash(&found.result),
                // The verifier looks for it then.
                _ => None,
            };
            batch.found_creation(at, hash);
        }
        Some(LineQuestion::Project(_)) => {
            let artifact = batch.lines.get(at).and_then(|line| line.target.as_ref()?.artifact.clone());
            batch.matched(at, matched(response, artifact.as_deref()));
        }
        Some(LineQuestion::Verified(..)) => {
            let verified = match &response.outcome {
                Ok(Answer::Server(api::Answer::Verified(verified))) => Some(&**verified),
                _ => None,
            };
            batch.at_verifier(at, verified);
        }
        Some(LineQuestion::File(_)) => {
            let found = batch.lines.get(at).and_then(|line| line.matching.found());
            if let Some(body) = found.map(|found| body(response, found)) {
                batch.ready(at, body);
            }
        }
        None => {}
    }
}

/// The matching contract of the project, or why no contract matches.
fn matched(response: &Response, artifact: Option<&str>) -> Result<FoundContract, String> {
    match &response.outcome {
        Ok(Answer::Project(found)) => {
            let chosen = found.chosen(Nearness::verifies, artifact);
            let (candidate, compiled) = chosen.as_ref().map_err(|why| unmatched(found, why))?;
            Ok(FoundContract {
                contract: compiled.contract.clone(),
                source: compiled.source.clone(),
                compiler: compiled.compiler.clone(),
                is_exact: candidate.nearness == Nearness::Exact,
            })
        }
        Err(failure) => Err(format!("{} {}", failure.sentence(), failure.next_step())),
        Ok(_) => Err("the project could not be read".to_owned()),
    }
}

/// Why a line's contract matches no contract of the project.
fn unmatched(found: &ProjectMatch, why: &Unchosen) -> String {
    let sentence = project_match::sentence(found, &Err(why.clone()));
    match why {
        Unchosen::Ambiguous(_) => format!("{sentence}: write the name of one in the line"),
        Unchosen::Poor => sentence,
    }
}

/// What is sent for a contract from its file.
fn body(response: &Response, found: &FoundContract) -> Result<SubmissionBody, String> {
    let file = match &response.outcome {
        Ok(Answer::Compilation(Some(file))) => file,
        Err(failure) => return Err(format!("{} {}", failure.sentence(), failure.next_step())),
        Ok(_) => return Err("its file could not be read".to_owned()),
    };
    let told = file.compiler_version.as_ref().map(ToString::to_string);
    let compiler = told.or_else(|| found.compiler.as_ref().map(Text::escaped)).unwrap_or_default();
    let body = file.body(file.kind.best_mode(found.is_exact), &found.contract.to_string(), &compiler, None);
    body.map_err(|(_, words)| words)
}

/// The contract's data in a mirror node record, or why it is missing.
fn record(contract: ContractRef, response: &Response) -> Result<FoundRecord, String> {
    let network = &response.request.network;
    match &response.outcome {
        Ok(Answer::Server(api::Answer::Contract(record))) => read(contract, record),
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
    let code = record.runtime_bytecode.known().filter(|code| !code.is_empty()).cloned();
    Ok(FoundRecord { address, created, code })
}
