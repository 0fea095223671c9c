//! The results of a batch as CSV with a header.

use decode::rows::quoted;
use ledger::Text;
use ledger::timestamp::NANOS;
use verification::{Batch, Job};

use super::row;
use crate::panes::Context;

/// One row per line of the batch: input, state, and job.
pub(super) fn to_csv(batch: &Batch, ctx: &Context<'_>) -> String {
    let mut out = String::from("line,chain,contract,state,result,seconds,job,name,message\n");
    for line in &batch.lines {
        let job = row::job(line, ctx);
        let seconds = job.and_then(Job::took).map(|nanos| nanos / u128::from(NANOS));
        let values = [
            line.number.to_string(),
            line.target.as_ref().map(|target| target.chain.to_string()).unwrap_or_default(),
            row::contract(line),
            row::state_word(line).to_owned(),
            row::result(line, ctx),
            seconds.map(|seconds| seconds.to_string()).unwrap_or_default(),
            job.and_then(|job| job.id.as_ref()).map(ToString::to_string).unwrap_or_default(),
            job.and_then(|job| job.origin.contract.as_ref()).map(Text::escaped).unwrap_or_default(),
            job.and_then(Job::message).unwrap_or_default(),
        ];
        out.push_str(&values.map(quoted).join(","));
        out.push('\n');
    }
    out
}
