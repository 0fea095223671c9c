//! A job for the same contract that was sent from here before: while it runs, another would only be refused.

use super::VerifyArgs;
use crate::ledger::EvmAddress;
use crate::store::StoreWorker;
use crate::store::worker::answered;
use crate::verification::{Job, Mode};

/// The newest such job that is not known to have ended. In modes that send sources there is none: what was
/// sent may have been other sources. Nor is there one of the embedded verifier, which ends with each command.
///
/// # Errors
/// Why it cannot be determined, in a sentence: what was recorded cannot be read.
pub(super) async fn job(
    store: &StoreWorker,
    args: &VerifyArgs,
    address: EvmAddress,
) -> Result<Option<Job>, String> {
    let mode = args.body.mode();
    if !matches!(mode, Mode::Similarity | Mode::Import) || args.server.is_empty() {
        return Ok(None);
    }
    let saved = answered(store.saved()).await?;
    Ok(saved.jobs.into_iter().find(|job| {
        job.id.is_some() && job.mode == Some(mode) && job.is_open_for(&args.server, &args.chain, address)
    }))
}
