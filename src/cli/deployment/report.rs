//! The outcome of a deployment: for each contract, and in total.

use std::path::Path;

use decode::candidates::Candidate as Near;
use decode::difference::Finding;
use decode::reading::{Candidate, Reading};
use ledger::amount::counted;
use ledger::text::visible;
use ledger::{EvmAddress, Text};
use serde_json::{Value, json};
use verification::batch::Target;
use verification::{ChainId, Compiled, Deployment, Project};

use crate::cli::{CommandReport, Outcome, console};
use crate::message::ProjectMatch;
use crate::panes::kit::nouns::project_match::{contract, findings};

/// The deployment to verify, and the project to compare it with.
pub(super) struct Head {
    kind: &'static str,
    network: String,
    chain: String,
    directory: String,
    compiled: usize,
}

/// The outcome of a deployment.
pub(in crate::cli) struct DeploymentReport {
    head: Head,
    pub(super) contracts: Vec<Contract>,
    /// The skipped entries, each with the reason.
    left_out: Vec<(String, String)>,
}

/// The outcome of one contract.
pub(super) struct Contract {
    /// As the deployment names it.
    named: String,
    artifact: Option<String>,
    pub(super) outcome: Outcome,
    message: String,
    address: Option<EvmAddress>,
    /// The matching contract of the project.
    compiled: Option<String>,
    /// How near that or the nearest comes.
    grade: Option<&'static str>,
    findings: Vec<String>,
    /// The libraries that are linked in it, with their addresses.
    libraries: Vec<(String, String)>,
    constructor: Option<Reading>,
    verification: Option<CommandReport>,
}

impl Head {
    pub(super) fn new(
        told: &Deployment,
        network: &str,
        chain: &ChainId,
        directory: &Path,
        project: &Project,
    ) -> Self {
        Self {
            kind: told.kind.label(),
            network: network.to_owned(),
            chain: chain.to_string(),
            directory: visible(&directory.display().to_string()),
            compiled: project.compiled.len(),
        }
    }

    /// The heading: the deployment, and the project that it is compared with.
    pub(super) fn sentence(&self, contracts: usize) -> String {
        format!(
            "{} of a {} on chain {}; {} in {} to compare with",
            counted(contracts, "contract"),
            self.kind,
            self.chain,
            counted(self.compiled, "compiled contract"),
            self.directory
        )
    }
}

impl Contract {
    /// A contract with only the deployment's data.
    pub(super) fn new(target: &Target) -> Self {
        Self {
            named: target.contract.to_string(),
            artifact: target.artifact.as_deref().map(visible),
            outcome: Outcome::NotSent,
            message: "the command ended before".to_owned(),
            address: None,
            compiled: None,
            grade: None,
            findings: Vec::new(),
            libraries: Vec::new(),
            constructor: None,
            verification: None,
        }
    }

    /// Adds the project's match.
    pub(super) fn found(
        self,
        address: EvmAddress,
        found: &ProjectMatch,
        chosen: Option<(&Near, &Compiled)>,
    ) -> Self {
        let nearest = chosen.or_else(|| found.all().next());
        Self {
            address: Some(address),
            compiled: chosen.map(|(_, compiled)| contract(compiled)),
            grade: nearest.map(|(candidate, _)| candidate.nearness.label()),
            findings: nearest.map(|(candidate, _)| findings(candidate)).unwrap_or_default(),
            libraries: chosen.map(|(candidate, _)| libraries(candidate)).unwrap_or_default(),
            ..self
        }
    }

    /// With what its constructor was given.
    pub(super) fn constructed(self, constructor: Option<Reading>) -> Self {
        Self { constructor, ..self }
    }

    /// With how it ended, and why.
    pub(super) fn ended(self, outcome: Outcome, message: String) -> Self {
        Self { outcome, message, ..self }
    }

    /// Adds the outcome of the submission; a match fails if `exactly` is set. For a dry run, `would_be` is the message.
    pub(super) fn sent(self, sent: CommandReport, exactly: bool, would_be: String) -> Self {
        let (outcome, message) = match sent.outcome() {
            Outcome::Verified if exactly && sent.is_match_only() => {
                (Outcome::Failed, "it is a match only, and an exact match is wanted".to_owned())
            }
            Outcome::DryRun => (Outcome::DryRun, would_be),
            outcome => (outcome, sent.line()),
        };
        Self { outcome, message, verification: Some(sent), ..self }
    }

    /// Whether there is no use in going on with others.
    pub(super) fn ends_all(&self) -> bool {
        self.verification.as_ref().map_or(self.outcome.ends_all(), CommandReport::ends_all)
    }

    fn is_good(&self) -> bool {
        matches!(self.outcome, Outcome::Verified | Outcome::Accepted | Outcome::DryRun | Outcome::Skipped)
    }

    fn cells(&self) -> [String; 4] {
        let named = self.address.map_or_else(|| self.named.clone(), |address| address.checksummed());
        let contract = self.compiled.clone().or_else(|| self.artifact.clone());
        [self.outcome.label().to_owned(), named, contract.unwrap_or_default(), self.message.clone()]
    }

    /// The notes below the table: linked libraries, constructor arguments, and the submission of a dry run.
    fn notes(&self) -> String {
        let library = |(library, address): &(String, String)| format!("linked to {library} at {address}");
        let given = self.constructor.as_ref().and_then(Reading::exact).filter(|it| !it.arguments.is_empty());
        let request = self.verification.iter().flat_map(CommandReport::request_lines);
        let notes = self.libraries.iter().map(library).chain(given.map(Candidate::summary)).chain(request);
        let notes: Vec<String> = notes.collect();
        let name = self.compiled.as_deref().filter(|_| !notes.is_empty()).unwrap_or_default();
        [name.to_owned()].into_iter().chain(notes).collect::<Vec<_>>().join("\n  ")
    }

    fn json(&self) -> Value {
        let library = |(library, address): &(String, String)| json!({ "name": library, "address": address });
        json!({
            "outcome": self.outcome,
            "exit_code": self.outcome.exit_code(),
            "message": self.message,
            "named": self.named,
            "artifact": self.artifact,
            "address": self.address.map(|address| address.checksummed()),
            "contract": self.compiled,
            "grade": self.grade,
            "findings": self.findings,
            "libraries": self.libraries.iter().map(library).collect::<Vec<_>>(),
            "constructor": self.constructor.as_ref().and_then(|read| Some(read.exact()?.to_json())),
            "verification": self.verification,
        })
    }
}

impl DeploymentReport {
    pub(super) fn new(head: Head, left_out: Vec<(String, String)>) -> Self {
        Self { head, contracts: Vec::new(), left_out }
    }

    /// With the contracts that were not come to.
    pub(super) fn end(&mut self, rest: &[Target]) {
        self.contracts.extend(rest.iter().map(Contract::new));
    }

    /// The total outcome: what ended the command, else the common outcome of the unverified contracts.
    fn outcome(&self) -> Outcome {
        let mut bad = self.contracts.iter().filter(|it| !it.is_good()).map(|it| it.outcome);
        if let Some(end) = self.contracts.iter().map(|it| it.outcome).find(|outcome| outcome.ends_all()) {
            return end;
        }
        let has = |outcome| self.contracts.iter().any(|it| it.outcome == outcome);
        match bad.next() {
            Some(first) if bad.all(|other| other == first) => first,
            Some(_) => Outcome::Failed,
            None if has(Outcome::DryRun) => Outcome::DryRun,
            None if has(Outcome::Accepted) => Outcome::Accepted,
            None => Outcome::Verified,
        }
    }

    pub(in crate::cli) fn exit_code(&self) -> u8 {
        self.outcome().exit_code()
    }

    /// The number of contracts by outcome.
    fn sentence(&self) -> String {
        let mut counts: Vec<(&str, usize)> = Vec::new();
        for contract in &self.contracts {
            let label = contract.outcome.label();
            match counts.iter_mut().find(|(known, _)| *known == label) {
                Some((_, count)) => *count += 1,
                None => counts.push((label, 1)),
            }
        }
        let counts: Vec<String> = counts.iter().map(|(label, count)| format!("{count} {label}")).collect();
        format!("{}: {}", counted(self.contracts.len(), "contract"), counts.join(", "))
    }

    pub(in crate::cli) fn text(&self) -> String {
        let rows: Vec<[String; 4]> = self.contracts.iter().map(Contract::cells).collect();
        let notes = self.contracts.iter().map(Contract::notes).filter(|notes| !notes.is_empty());
        let left_out = self.left_out.iter().map(|(name, why)| format!("left out: {name}: {why}"));
        let rest: Vec<String> = notes.chain(left_out).collect();
        let rest = if rest.is_empty() { String::new() } else { format!("\n\n{}", rest.join("\n")) };
        format!(
            "{}\n\n{}{rest}\n\n{}",
            self.head.sentence(self.contracts.len()),
            console::aligned(&rows).trim_end(),
            self.sentence()
        )
    }

    /// The result as one JSON object.
    pub(in crate::cli) fn json(&self) -> String {
        let left_out = self.left_out.iter().map(|(name, why)| json!({ "name": name, "why": why }));
        json!({
            "outcome": self.outcome(),
            "exit_code": self.exit_code(),
            "message": self.sentence(),
            "network": self.head.network,
            "chain": self.head.chain,
            "deployment": self.head.kind,
            "project": self.head.directory,
            "compiled": self.head.compiled,
            "contracts": self.contracts.iter().map(Contract::json).collect::<Vec<_>>(),
            "left_out": left_out.collect::<Vec<_>>(),
        })
        .to_string()
    }
}

/// The libraries that are linked in the deployed code.
fn libraries(candidate: &Near) -> Vec<(String, String)> {
    let linked = candidate.comparison.findings.iter().flat_map(|finding| match finding {
        Finding::Links(linked) => linked.as_slice(),
        _ => &[],
    });
    let one = |it: &decode::difference::Filled| {
        let address =
            it.deployed.bytes().last_chunk::<20>().map(|bytes| EvmAddress::new(*bytes).checksummed());
        (it.name.as_ref().map(Text::escaped).unwrap_or_default(), address.unwrap_or_default())
    };
    linked.map(one).collect()
}
