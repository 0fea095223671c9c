//! `hieroscope verify check DIR` and `hieroscope verify project DIR`: which contract of a project is deployed at an
//! address, and its verification.

pub(super) mod found;

use decode::candidates::{Candidate, Nearness};
use verification::{ChainId, Compiled, Mode};

use self::found::{Found, found};
use super::console::say;
use super::stop::Stop;
use super::verify::verify_until;
use super::{CommandReport, Outcome, World};
use crate::config::{CheckTask, ProjectTask, VerifyTask, WantedGrade};
use crate::store::StoreWorker;
use crate::{files, runtime};

/// The result of `verify check`: the findings, or why nothing was compared.
pub(super) type Checked = Result<Found, (Outcome, String)>;

/// Compares the deployed code with the compiled contracts.
pub(super) async fn check(task: &CheckTask, world: &World) -> Checked {
    found(&task.deployed, world).await
}

/// Finds the contract of a project that is deployed, and verifies it.
pub(super) async fn project(
    task: &ProjectTask,
    chain: Option<&ChainId>,
    world: &World,
    store: Option<&StoreWorker>,
) -> CommandReport {
    let found = match found(&task.deployed, world).await {
        Ok(found) => found,
        Err((outcome, words)) => return world.unsent(outcome, words),
    };
    say(&found.heading());
    let Ok((candidate, compiled)) = found.chosen() else {
        return world.unsent(found.outcome(), format!("nothing was sent: {}", found.sentence()));
    };
    say(&found.sentence());
    let base = VerifyTask {
        address: Some(task.deployed.address.clone()),
        root: task.root.clone(),
        sending: task.sending.clone(),
        ..VerifyTask::default()
    };
    match order(base, candidate, compiled) {
        Ok(order) => match Stop::listen() {
            Ok(mut stop) => verify_until(&order, chain, world, store, &mut stop).await,
            Err(words) => world.unsent(Outcome::NotSent, words),
        },
        Err(words) => world.unsent(Outcome::Usage, words),
    }
}

/// The submission that verifies a contract of a project from its build tool's file; `base` gives the other values.
///
/// # Errors
/// Why that file cannot be sent.
pub(super) fn order(
    base: VerifyTask,
    candidate: &Candidate,
    compiled: &Compiled,
) -> Result<VerifyTask, String> {
    let source = files::compilation(&compiled.source, runtime::home().as_deref(), &base.root);
    let source = source.map_err(|fault| format!("{}: {}", compiled.file.escaped(), fault.sentence()))?;
    let mode = source.kind.best_mode(candidate.nearness == Nearness::Exact);
    let of_input = |value: String| (mode == Mode::StandardJson).then_some(value);
    let unnamed = compiled.compiler.as_ref().filter(|_| source.compiler_version.is_none());
    Ok(VerifyTask {
        mode: Some(mode),
        file: Some(compiled.source.clone()),
        contract: of_input(compiled.contract.to_string()),
        compiler: unnamed.and_then(|version| of_input(version.escaped())),
        ..base
    })
}

impl WantedGrade {
    /// Whether this is good enough.
    pub(super) fn takes(self, nearness: Nearness) -> bool {
        match self {
            Self::Exact => nearness == Nearness::Exact,
            Self::Match => nearness.verifies(),
        }
    }
}
