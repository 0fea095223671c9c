//! `hieroscope verify MODE …`: look the contract up, submit it, and follow the job if that is wanted.

use super::check::{self, Against};
use super::console::say;
use super::follow::Case;
use super::resolve::{self, Target};
use super::stop::Stop;
use super::{Ending, Order, Outcome, World};
use crate::config::VerifyTask;
use crate::runtime::clock::now;
use crate::store::Desk;
use crate::verification::{ChainId, Job, JobKey, Submission};

/// Verifies a contract.
pub(super) async fn verify(task: &VerifyTask, chain: Option<&ChainId>, world: &World, desk: &Desk) -> Ending {
    let order = match Order::read(task, chain, &world.network) {
        Ok(order) => order,
        Err(words) => return Ending::unsent(Outcome::Usage, Some(&world.network), None, words),
    };
    let unsent = |outcome, words| Ending::unsent(outcome, Some(&world.network), Some(&order), words);
    let mut stop = match Stop::listen() {
        Ok(stop) => stop,
        Err(fault) => {
            return unsent(
                Outcome::Usage,
                format!("signals cannot be listened to ({fault}), so nothing was sent"),
            );
        }
    };
    if let Err(words) = check::before(&order, world) {
        return unsent(Outcome::Usage, words);
    }
    let known = tokio::select! {
        known = look_up(&order, world) => known,
        outcome = stop.wait() => Err(unsent(outcome, "ended before anything was sent".to_owned())),
    };
    let target = match known {
        Ok(target) => target,
        Err(ending) => return ending,
    };
    let submission = Submission {
        chain: order.chain.clone(),
        address: target.address,
        body: order.source.clone().body(target.creation_hash),
    };
    let made = now();
    let key = JobKey { made, process: std::process::id() };
    let job = Job::new(key, &world.network.name, &order.server, &submission, made);
    let server = if order.server.is_empty() { "the embedded verifier" } else { &order.server };
    let name = submission.address.checksummed();
    world.colours.moved(
        job.state,
        &format!("{name} on chain {} by {} to {server}", order.chain, order.source.mode().words()),
    );

    let mut case = Case::open(world, desk, job).await;
    if let Some(outcome) = case.send(submission, &mut stop).await {
        return case.end(outcome);
    }
    let outcome = if task.watch {
        let limit = task.timeout.unwrap_or(VerifyTask::TIMEOUT);
        let until = (limit > 0).then(|| made.plus_millis(limit.saturating_mul(1000)));
        case.watch(until, &mut stop).await
    } else {
        case.outcome()
    };
    case.end(outcome)
}

/// Asks both servers what they know of the contract.
///
/// # Errors
/// The end of the command, if nothing is to be sent.
async fn look_up(order: &Order, world: &World) -> Result<Target, Ending> {
    let unsent = |outcome, words| Ending::unsent(outcome, Some(&world.network), Some(order), words);
    let (target, chains) = tokio::join!(resolve::target(order, world), check::chains(world));
    let target = target.map_err(|(outcome, words)| unsent(outcome, words))?;
    match check::check(order, &target, &chains, world).await {
        Ok(()) => Ok(target),
        Err(Against::Refused(outcome, words)) => Err(unsent(outcome, words).about(target.address)),
        Err(Against::Verified(verified)) => {
            let words = "both sides of the code are verified exactly already: nothing was sent";
            say(words);
            let ending = unsent(Outcome::Verified, words.to_owned()).about(target.address);
            Err(ending.verified_before(&verified.contract))
        }
    }
}
