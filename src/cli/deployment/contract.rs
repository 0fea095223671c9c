//! One contract of a deployment: matched, checked, skipped if it is verified, else submitted.

use std::sync::Arc;

use api::{Extent, VerifiedQuery};
use decode::candidates::Nearness;
use decode::known::{Known, VerifiedCode};
use decode::reading::{Reader, Reading};
use ledger::text::visible;
use ledger::{Contract as Record, ContractRef, ContractResult, EvmAddress, HexBytes, RawJson};
use verification::batch::Target;
use verification::{ChainId, Compiled, CreationHash, Grade, Project, Verified, preflight};

use super::report::Contract;
use crate::cli::project::order;
use crate::cli::stop::Stop;
use crate::cli::verify::verify_until;
use crate::cli::{Outcome, World, resolve};
use crate::config::{DeploymentTask, VerifyTask, WantedGrade};
use crate::message::{Compared, ProjectMatch, Unchosen};
use crate::panes::kit::nouns::project_match::{self, ambiguous};
use crate::store::StoreWorker;

/// What all contracts of a deployment have in common.
pub(super) struct Run<'a> {
    pub(super) task: &'a DeploymentTask,
    pub(super) chain: &'a ChainId,
    pub(super) world: &'a World,
    pub(super) store: Option<&'a StoreWorker>,
    pub(super) project: Arc<Project>,
    /// The contracts of the deployment.
    pub(super) all: Vec<ContractRef>,
}

/// The name of a target.
pub(super) fn name(target: &Target) -> String {
    let artifact = target.artifact.as_deref().map(|name| format!(" ({})", visible(name))).unwrap_or_default();
    format!("{}{artifact}", target.contract)
}

/// A deployed contract, to compare with the project.
struct Deployed {
    /// The address that is sent for it.
    address: EvmAddress,
    record: Arc<Record>,
    found: ProjectMatch,
}

impl Run<'_> {
    /// Processes one contract. A signal ends it.
    pub(super) async fn contract(&self, target: &Target, stop: &mut Stop) -> Contract {
        let told = Contract::new(target);
        match stop.unless_stopped(self.matched(target)).await {
            Err(outcome) => told.ended(outcome, "ended before anything was sent".to_owned()),
            Ok(Err((outcome, words))) => told.ended(outcome, words),
            Ok(Ok(deployed)) => self.deployed(target, &deployed, told, stop).await,
        }
    }

    /// Which contract of the project is deployed there.
    async fn matched(&self, target: &Target) -> Result<Deployed, (Outcome, String)> {
        let network = &self.world.network.name;
        let unknown =
            || (Outcome::NotFound, format!("the mirror node of {network} has no runtime code of it"));
        let record = resolve::lookup(target.contract, self.world).await?.ok_or_else(unknown)?;
        let code = record.runtime_bytecode.known().map(HexBytes::bytes).filter(|code| !code.is_empty());
        let found = ProjectMatch::new(Arc::clone(&self.project), code.ok_or_else(unknown)?);
        let sent = preflight::sent(target.contract, Some(&record)).ok_or_else(unknown)?;
        Ok(Deployed { address: sent.address, record, found })
    }

    /// Skips the contract or sends it.
    async fn deployed(
        &self,
        target: &Target,
        deployed: &Deployed,
        told: Contract,
        stop: &mut Stop,
    ) -> Contract {
        let Deployed { address, found, .. } = deployed;
        let grade = self.task.grade;
        let chosen = found.chosen(|nearness| grade.takes(nearness), target.artifact.as_deref());
        let sentence = match &chosen {
            Err(Unchosen::Ambiguous(contracts)) => {
                format!("{}: write the name of one behind the address in a list", ambiguous(contracts))
            }
            chosen => project_match::sentence(found, chosen),
        };
        let chosen = chosen.map_err(|why| match why {
            Unchosen::Poor => Outcome::Failed,
            Unchosen::Ambiguous(_) => Outcome::Usage,
        });
        let told = told.found(*address, found, chosen.ok());
        let created = resolve::creation(&deployed.record, target.creation_hash, self.world);
        let asked = async { tokio::join!(self.at_verifier(*address), created) };
        let (verified, creation) = match stop.unless_stopped(asked).await {
            Err(outcome) => return told.ended(outcome, "ended before anything was sent".to_owned()),
            Ok(known) => known,
        };
        let made = creation.as_deref();
        let arguments = chosen.ok().and_then(|(_, compiled)| constructor(*address, made?, compiled));
        let told = told.constructed(arguments);
        let is_exact = |(candidate, _): Compared<'_>| candidate.nearness == Nearness::Exact;
        let exactly = grade == WantedGrade::Exact || chosen.is_ok_and(is_exact);
        if let Some(verified) = verified.filter(|it| it.is_as_good_as(exactly)) {
            return told.ended(Outcome::Verified, format!("verified before: {}", verified.label()));
        }
        let (candidate, compiled) = match (chosen, project_match::proxied(found)) {
            (Ok(chosen), _) => chosen,
            (Err(Outcome::Failed), Some(target)) => return self.proxy(target, told, stop).await,
            (Err(outcome), _) => return told.ended(outcome, sentence),
        };
        let hash = target.creation_hash.or_else(|| preflight::creation_hash(made?));
        match order(self.base(*address, hash), candidate, compiled) {
            Err(words) => told.ended(Outcome::Usage, words),
            Ok(order) => {
                let sent = verify_until(&order, Some(self.chain), self.world, self.store, stop).await;
                told.sent(sent, grade == WantedGrade::Exact, sentence)
            }
        }
    }

    /// Skips a proxy whose code has nothing to verify: what counts is the contract that it passes its calls on to.
    async fn proxy(&self, target: EvmAddress, told: Contract, stop: &mut Stop) -> Contract {
        let verified = match stop.unless_stopped(self.at_verifier(target)).await {
            Err(outcome) => return told.ended(outcome, "ended before anything was sent".to_owned()),
            Ok(verified) => verified.filter(|it| it.grade() != Grade::Not),
        };
        let proxy = format!("proxy of {}", target.checksummed());
        match verified {
            Some(verified) => {
                told.ended(Outcome::Skipped, format!("{proxy}, verified: {}", verified.label()))
            }
            None if self.all.contains(&ContractRef::Address(target)) => {
                told.ended(Outcome::Skipped, format!("{proxy}, which is in this deployment"))
            }
            None => {
                told.ended(Outcome::Failed, format!("{proxy}, which is not verified: verify that contract"))
            }
        }
    }

    /// The values that all modes of submission share.
    fn base(&self, address: EvmAddress, hash: Option<CreationHash>) -> VerifyTask {
        VerifyTask {
            address: Some(address.to_string()),
            creation_tx: hash.map(|hash| hash.to_string()),
            root: self.task.root.clone(),
            sending: self.task.sending.clone(),
            ..VerifyTask::default()
        }
    }

    /// The verifier's record of the contract; `None` without a record or an answer.
    async fn at_verifier(&self, address: EvmAddress) -> Option<Arc<Verified>> {
        let query = VerifiedQuery { chain: self.chain.clone(), address, extent: Extent::Match };
        self.world.ask(&query).await.ok()
    }
}

/// The decoded constructor arguments; `None` unless the artifact has the parameters and they fit exactly.
fn constructor(address: EvmAddress, creation: &ContractResult, compiled: &Compiled) -> Option<Reading> {
    let input = creation.function_parameters.known()?;
    let abi = compiled.abi.as_ref().map(|abi| RawJson::new(abi.to_string()).into());
    let mut known = Known::default();
    known.add_code(address, VerifiedCode { abi, ..VerifiedCode::default() });
    let contract = Some(ContractRef::Address(address));
    let read = Reader::new(&known).creation_of(contract, input.bytes(), compiled.creation_bytes);
    Some(read.constructor).filter(|constructor| constructor.exact().is_some())
}
