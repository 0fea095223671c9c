//! `hieroscope verify MODE …`: look the contract up, submit it, and follow the job if that is wanted.

use super::follow::Case;
use super::resolve;
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
    let target = tokio::select! {
        target = resolve::target(&order, world) => target,
        outcome = stop.wait() => Err((outcome, "ended before anything was sent".to_owned())),
    };
    let target = match target {
        Ok(target) => target,
        Err((outcome, words)) => return unsent(outcome, words),
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
