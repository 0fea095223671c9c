//! `hieroscope verify deployment FILE`: the contracts of a deployment, verified one after another.

mod contract;
mod report;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use self::contract::Run;
pub(super) use self::report::DeploymentReport;
use self::report::Head;
use super::console::say;
use super::project::found;
use super::stop::Stop;
use super::{Outcome, World};
use crate::config::DeploymentTask;
use crate::files;
use crate::message::FileFault;
use crate::store::StoreWorker;
use ledger::text::visible;
use verification::batch::{Reading, Scope, Target};
use verification::{ChainId, Deployment};

/// The maximum number of invalid lines reported.
const MAX_FAULTS: usize = 3;

/// The outcome of each contract, or why no contract was checked.
pub(super) type Deployed = Result<DeploymentReport, (Outcome, String)>;

/// Verifies the contracts of a deployment. `chain` is the value of `--chain`.
pub(super) async fn deployment(
    task: &DeploymentTask,
    chain: Option<&ChainId>,
    world: &World,
    store: Option<&StoreWorker>,
) -> Deployed {
    let usage = |words| (Outcome::Usage, words);
    let chain = own_chain(chain, world).map_err(usage)?;
    let told = read(&task.file).map_err(|fault| {
        let shown = visible(&task.file.display().to_string());
        usage(format!("{shown}: {} {}", fault.sentence(), fault.next_step()))
    })?;
    let targets = targets(&told, &chain, world).map_err(usage)?;
    let directory = task.project.clone().or(told.project.clone()).unwrap_or_else(|| PathBuf::from("."));
    let project = Arc::new(found::project(&directory).map_err(usage)?);
    let mut stop = Stop::listen().map_err(|words| (Outcome::NotSent, words))?;
    let head = Head::new(&told, &world.network.name, &chain, &directory, &project);
    say(&head.sentence(targets.here.len()));
    let mut report = DeploymentReport::new(head, targets.left_out);
    let all = targets.here.iter().map(|target| target.contract).collect();
    let run = Run { task, chain: &chain, world, store, project, all };
    for (target, number) in targets.here.iter().zip(1..) {
        say(&format!("{number} of {}: {}", targets.here.len(), contract::name(target)));
        let ended = run.contract(target, &mut stop).await;
        let ends = ended.ends_all();
        report.contracts.push(ended);
        if ends {
            break;
        }
    }
    report.end(targets.here.get(report.contracts.len()..).unwrap_or_default());
    Ok(report)
}

/// The chain whose contracts the network's mirror node knows.
fn own_chain(named: Option<&ChainId>, world: &World) -> Result<ChainId, String> {
    let network = &world.network;
    match (named, &network.chain) {
        (Some(named), Some(own)) if named != own => Err(format!(
            "chain {named} is not that of {}, which is {own}, so its mirror node has no code to compare with: name the \
             chain's network with --network",
            network.name
        )),
        (named, own) => named.or(own.as_ref()).cloned().ok_or_else(|| {
            format!("--chain is missing, and the network {} has none: write the chain's number", network.name)
        }),
    }
}

/// Reads the file, or standard input for `-`.
fn read(path: &Path) -> Result<Deployment, FileFault> {
    if path == Path::new("-") { files::deployment_from(io::stdin().lock()) } else { files::deployment(path) }
}

/// The contracts of a deployment.
struct Targets {
    here: Vec<Target>,
    /// The skipped entries, each with the reason.
    left_out: Vec<(String, String)>,
}

/// Parses the lines.
///
/// # Errors
/// If a line cannot be parsed, or no line is on this chain.
fn targets(told: &Deployment, chain: &ChainId, world: &World) -> Result<Targets, String> {
    let scope = Scope { naming: world.network.naming(), chain: Some(chain) };
    let reading = Reading::parse(told.text.lines(), scope);
    let mut faults = reading.faulty().map(|(line, fault)| format!("line {}: {fault}", line.number));
    let first: Vec<String> = faults.by_ref().take(MAX_FAULTS).collect();
    if !first.is_empty() {
        let more = faults.count();
        let more = if more > 0 { format!("; and {more} more") } else { String::new() };
        return Err(format!("nothing was sent: {}{more}", first.join("; ")));
    }
    let mut left_out: Vec<(String, String)> =
        told.left_out.iter().map(|(name, why)| (name.escaped(), why.escaped())).collect();
    let mut here = Vec::new();
    for line in &reading.lines {
        match (&line.read, line.double_of) {
            (Ok(target), None) if target.here => here.push(target.clone()),
            (Ok(target), None) => {
                let why =
                    format!("It is on chain {}: name that chain's network with --network.", target.chain);
                left_out.push((contract::name(target), why));
            }
            (Ok(target), Some(number)) => {
                left_out.push((contract::name(target), format!("Line {number} names it, too.")));
            }
            (Err(_), _) => {}
        }
    }
    if here.is_empty() {
        let why = left_out.first().map(|(name, why)| format!(" {name}: {why}")).unwrap_or_default();
        return Err(format!("the deployment has no contract on chain {chain}.{why}"));
    }
    Ok(Targets { here, left_out })
}
