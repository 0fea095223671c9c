//! The contracts of a project that may be deployed at an address, the nearest first, and their output.

use std::path::Path;
use std::sync::Arc;

use ledger::amount::{counted, grouped};
use ledger::text::visible;
use ledger::{ContractRef, HexBytes, Text};
use serde_json::{Value, json};
use verification::{Project, submission_text};

use crate::cli::resolve::lookup;
use crate::cli::{Outcome, World, console};
use crate::config::Deployed;
use crate::files;
use crate::message::{Compared, ProjectMatch, Unchosen};
use crate::panes::kit::nouns::project_match::{self, contract, difference, findings};

/// A deployed contract and its match in a project.
pub(in crate::cli) struct Found {
    deployed: Deployed,
    contract: ContractRef,
    network: String,
    /// How many bytes of code there are at the address.
    bytes: usize,
    project: ProjectMatch,
}

/// Reads the project, asks the mirror node for the code, and compares.
///
/// # Errors
/// How the command ends, and why.
pub(super) async fn found(deployed: &Deployed, world: &World) -> Result<Found, (Outcome, String)> {
    let network = &world.network;
    let contract = submission_text::contract(deployed.address.trim(), network.naming())
        .map_err(|fault| (Outcome::Usage, format!("--address: {fault}")))?;
    let project = project(&deployed.directory).map_err(|words| (Outcome::Usage, words))?;
    let record = lookup(contract, world).await?;
    let code = record.as_deref().and_then(|record| record.runtime_bytecode.known());
    let code = code.map(HexBytes::bytes).filter(|code| !code.is_empty()).ok_or_else(|| {
        let words =
            format!("the mirror node of {} has no runtime code of {contract} to compare with", network.name);
        (Outcome::NotFound, words)
    })?;
    let name = deployed.contract.as_deref();
    let project = ProjectMatch::of_named(Arc::new(project), code, name);
    if let (Some(name), None) = (name, project.all().next()) {
        let words = format!("--contract {}: the project has no such contract with code", visible(name));
        return Err((Outcome::Usage, words));
    }
    Ok(Found {
        deployed: deployed.clone(),
        contract,
        network: network.name.clone(),
        bytes: code.len(),
        project,
    })
}

/// What was compiled in a directory.
///
/// # Errors
/// Why there is nothing, in words.
pub(in crate::cli) fn project(directory: &Path) -> Result<Project, String> {
    let shown = visible(&directory.display().to_string());
    let project = files::project(directory)
        .map_err(|fault| format!("{shown}: {} {}", fault.sentence(), fault.next_step()))?;
    if project.compiled.is_empty() {
        let left = project.left_out.first();
        let left = left.map(|(file, why)| format!(" {}: {}", file.escaped(), why.escaped()));
        return Err(format!(
            "{shown} has nothing that a build tool compiled: build the project, or name the directory that it \
             writes to.{}",
            left.unwrap_or_default()
        ));
    }
    Ok(project)
}

impl Found {
    /// The nearest that is good enough, and what it is.
    ///
    /// # Errors
    /// If none is, or several are meant.
    pub(super) fn chosen(&self) -> Result<Compared<'_>, Unchosen> {
        self.project.chosen(|nearness| self.deployed.grade.takes(nearness), self.deployed.contract.as_deref())
    }

    /// The outcome of the comparison.
    pub(in crate::cli) fn outcome(&self) -> Outcome {
        match self.chosen() {
            Ok(_) => Outcome::Verified,
            Err(Unchosen::Poor) => Outcome::Failed,
            Err(Unchosen::Ambiguous(_)) => Outcome::Usage,
        }
    }

    /// The heading: the deployed contract, and the project that it is compared with.
    pub(super) fn heading(&self) -> String {
        let (code, compiled) =
            (grouped(&self.bytes), counted(self.project.project.compiled.len(), "compiled contract"));
        format!(
            "{} on {} has {code} bytes of runtime code; {compiled} to compare with",
            self.contract, self.network
        )
    }

    /// The result in one sentence.
    pub(super) fn sentence(&self) -> String {
        let chosen = self.chosen();
        let sentence = project_match::sentence(&self.project, &chosen);
        match chosen {
            Err(Unchosen::Ambiguous(_)) => format!("{sentence}: name one with --contract"),
            _ => sentence,
        }
    }

    pub(in crate::cli) fn text(&self) -> String {
        let line = |(candidate, compiled): Compared<'_>| {
            [
                candidate.nearness.label().to_owned(),
                contract(compiled),
                compiled.file.escaped(),
                difference(candidate),
            ]
        };
        let lines: Vec<[String; 4]> = self.project.all().map(line).collect();
        let left_out = self.left_out().map(|(file, why)| format!("\nleft out: {file}: {why}"));
        format!(
            "{}\n{}\n\n{}{}",
            self.heading(),
            self.sentence(),
            console::aligned(&lines).trim_end(),
            left_out.collect::<String>()
        )
    }

    /// The result as one JSON object.
    pub(in crate::cli) fn json(&self) -> String {
        let outcome = self.outcome();
        let candidate = |(candidate, compiled): Compared<'_>| {
            json!({
                "grade": candidate.nearness.label(),
                "verifies": candidate.nearness.verifies(),
                "contract": contract(compiled),
                "compiler": compiled.compiler.as_ref().map(Text::escaped),
                "file": compiled.file.escaped(),
                "findings": findings(candidate),
            })
        };
        let left_out = self.left_out().map(|(file, why)| json!({ "file": file, "why": why }));
        json!({
            "outcome": match self.chosen() {
                Ok(_) => "would-verify",
                Err(Unchosen::Poor) => "would-fail",
                Err(Unchosen::Ambiguous(_)) => "ambiguous",
            },
            "exit_code": outcome.exit_code(),
            "message": self.sentence(),
            "network": self.network,
            "address": self.contract.to_string(),
            "runtime_bytes": self.bytes,
            "compiled": self.project.project.compiled.len(),
            "codeless": self.project.project.codeless,
            "candidates": self.project.all().map(candidate).collect::<Vec<Value>>(),
            "left_out": left_out.collect::<Vec<Value>>(),
        })
        .to_string()
    }

    fn left_out(&self) -> impl Iterator<Item = (String, String)> {
        self.project.project.left_out.iter().map(|(file, why)| (file.escaped(), why.escaped()))
    }
}
