//! `hieroscope replay`: a result executed again, as words or JSON, with an exit code for the verdict. Calls are decoded
//! by the verified interfaces of the contracts involved.

mod reexecution;
mod text;

use std::path::Path;
use std::sync::Arc;

use api::{Failure, Unanswered};
use decode::Known;
use decode::reading::{CallReading, Reader};
use decode::revert::Revert;
use evm::{ExecutedCall, Operation};
use ledger::query::ExecutionQuery;
use ledger::text::visible;
use ledger::{EvmAddress, ExecutionRef};
use replay::{Replayed, Verdict, question};

use super::bytes::Fault;
use super::console::{result, result_json, say};
use super::target::Unopened;
use super::world::World;
use super::{Outcome, next_step, target};
use crate::app::verified_code;
use crate::config::{Config, ReplayTask};
use crate::files::{Beginning, ExportFault, NewFile};
use crate::message::{Place, ReplayQuery, ResultName, SameReplay, SourcesQuery};
use crate::panes::kit::nouns::replay_document::{CallWords, ReplayDocument};

/// The replay that is named: that of a result, or one with changes.
///
/// # Errors
/// When something else is named, or nothing that can be read.
pub(super) fn named(task: &ReplayTask, config: &mut Config) -> Result<ReplayQuery, Fault> {
    let text = task.result.join(" ");
    let target = target::open(&text, config).map_err(|unopened| match unopened {
        Unopened::Answer(words) | Unopened::Fault(words) => (Outcome::Usage, words),
    })?;
    match target.place {
        Place::Replay(replay) => Ok(replay.query),
        Place::Transaction(query) => {
            let of = ExecutionRef::Id(query.id);
            let of = ResultName::Of(ExecutionQuery { nonce: query.nonce, ..ExecutionQuery::new(of) });
            Ok(ReplayQuery::new(of))
        }
        other => ResultName::of(&other).map(ReplayQuery::new).ok_or_else(|| {
            let label = other.label();
            let words = format!("{label} is no result: name it by its hash or its transaction id");
            (Outcome::Usage, words)
        }),
    }
}

/// Replays the result, prints the outcome, and returns the exit code.
///
/// # Errors
/// If a server does not answer, or the result cannot be written.
pub(super) async fn replay(task: &ReplayTask, query: ReplayQuery, world: &World) -> Result<u8, Fault> {
    let replayed = match world.ask(&query).await {
        Ok(replayed) => replayed,
        Err(Unanswered { failure, url }) => {
            let outcome = if matches!(failure, Failure::NotFound { .. }) {
                Outcome::Failed
            } else {
                Outcome::Unreachable
            };
            return Err((outcome, next_step::told(&failure, &url)));
        }
    };
    let replayed = with_sources(world, replayed).await;
    let readings = Readings::new(&replayed);
    let server = if task.opcodes { Some(reexecution::compared(world, &replayed).await) } else { None };
    let code = exit_code(&replayed);
    let text = |trace| text::text(&replayed, &readings, server.as_ref(), trace);
    let document = |trace| {
        let mut document = ReplayDocument::new(&replayed, &readings, trace);
        document.set("exit_code", code.into());
        if let Some(server) = &server {
            document.set("server_execution", reexecution::json(server));
        }
        document
    };
    if let Some(path) = &task.report {
        let is_json = path.extension().is_some_and(|extension| extension == "json");
        write(path, task.overwrite, |file| {
            if is_json { file.write_json(&document(true)) } else { file.write(&format!("{}\n", text(true))) }
        })?;
    }
    if task.json {
        result_json(&document(task.trace))?;
    } else {
        result(&text(task.trace))?;
    }
    Ok(code)
}

/// The replay with its sources: without them if the verifier does not answer, which proves nothing else.
async fn with_sources(world: &World, replayed: Arc<Replayed>) -> Arc<Replayed> {
    let query = SourcesQuery(SameReplay(Arc::clone(&replayed)));
    world.ask(&query).await.unwrap_or(replayed)
}

/// The exit code for the verdict.
fn exit_code(replayed: &Replayed) -> u8 {
    match &replayed.outcome {
        Ok(replay) => match replay.verdict {
            Verdict::Agrees | Verdict::Assumed(_) => 0,
            Verdict::Differs(_) => 1,
            Verdict::Undetermined(_) => 6,
        },
        Err(_) => 7,
    }
}

fn write(
    path: &Path,
    overwrites: bool,
    content: impl FnOnce(&mut NewFile) -> Result<(), ExportFault>,
) -> Result<(), Fault> {
    let written = NewFile::begin(path, overwrites, Beginning::Over).and_then(|mut file| {
        content(&mut file)?;
        file.finish()
    });
    match written {
        Ok(path) => {
            say(&format!("the report is in {}", visible(&path.to_string_lossy())));
            Ok(())
        }
        Err(ExportFault::Taken { path }) => {
            let path = visible(&path.to_string_lossy());
            let words = format!("{path} exists already: choose another file, or give --overwrite");
            Err((Outcome::Usage, words))
        }
        Err(fault) => Err((Outcome::Failed, visible(&fault.to_string()))),
    }
}

/// The data about the contracts involved.
struct Readings(Known);

impl Readings {
    fn new(replayed: &Replayed) -> Self {
        let mut known = Known::default();
        for (address, verified) in replayed.verified() {
            known.add_code(EvmAddress::new(address.into_array()), verified_code(verified));
        }
        // A call that was passed on whole shows what is behind a proxy.
        let calls =
            replayed.outcome.as_ref().map(|outcome| outcome.execution.calls.as_slice()).unwrap_or_default();
        for call in calls.iter().filter(|call| call.operation == Operation::DelegateCall) {
            let caller = call.parent.and_then(|parent| calls.get(parent));
            if caller.is_some_and(|caller| !call.input.is_empty() && caller.input == call.input) {
                let [proxy, target] = [call.target, call.code_of].map(|at| EvmAddress::new(at.into_array()));
                known.add_targets(proxy, [target]);
            }
        }
        Self(known)
    }

    /// The decoded input and output of a call.
    fn call(&self, call: &ExecutedCall) -> CallReading {
        Reader::new(&self.0).read_call(&question(call))
    }
}

impl CallWords for Readings {
    fn method(&self, _at: usize, call: &ExecutedCall) -> String {
        self.call(call).method()
    }

    fn error(&self, replayed: &Replayed, at: usize) -> Option<String> {
        let call = replayed.outcome.as_ref().ok()?.execution.calls.get(replayed.thrower(at))?;
        let revert = Revert::parse(&call.error()?);
        Some(Reader::new(&self.0).read_error(Some(call.interface_of()), revert).summary())
    }
}
