//! The contract's history: at the verifier, and in the jobs followed here.

use super::Sent;
use super::finding::{Finding, Source, Standing, Step, Topic};
use super::known::{Asked, Known};
use crate::{ChainId, Grade};

/// Whether it is verified already.
pub(super) fn verified(known: &Known<'_>, chain: &ChainId) -> Finding {
    let finding = |standing, words: String| Finding::new(Topic::Verified, standing, words, Source::Lookup);
    match &known.verified {
        Asked::Asking => Finding::asking(Topic::Verified, Source::Lookup),
        Asked::Not if known.is_coming() => Finding::asking(Topic::Verified, Source::Lookup),
        Asked::Known(found) => match found.grade() {
            Grade::Not => finding(Standing::Fine, format!("not verified yet on chain {chain}")),
            Grade::Exact => {
                let words = "verified already, exactly: it would be refused (409)";
                finding(Standing::Refuses, words.to_owned()).step(Step::Verified)
            }
            Grade::Raisable if known.bare && found.contract.lacks_metadata_only() => {
                let words =
                    format!("verified already, {}: its code has none, so nothing is better", found.label());
                finding(Standing::Attention, words).step(Step::Verified)
            }
            Grade::Raisable => {
                let words = format!("verified already, {}: it may be raised", found.label());
                finding(Standing::Attention, words).step(Step::Verified)
            }
        },
        Asked::Not | Asked::Missing => {
            finding(Standing::Unknown, "the verifier does not tell what is verified".to_owned())
        }
        Asked::Failed(words) => {
            finding(Standing::Unknown, format!("how it is verified could not be read: {words}"))
        }
    }
}

/// The followed job for it: a running one blocks another.
pub(super) fn job(known: &Known<'_>, chain: &ChainId) -> Finding {
    let finding = |standing, words: String| Finding::new(Topic::Job, standing, words, Source::Here);
    let Some(Sent { address, .. }) = known.sent() else {
        return match known.record {
            Asked::Asking => Finding::asking(Topic::Job, Source::Here),
            _ => finding(Standing::Unknown, "without an address, no job can be matched to it".to_owned()),
        };
    };
    if let Some(job) = known.jobs.running_for(known.server, chain, address) {
        let since = job.key.made.relative(known.now);
        let words = format!("a job for it is under way already: {}, sent {since}", job.state.label());
        return finding(Standing::Refuses, words).step(Step::Job(job.key));
    }
    match known.jobs.latest_for(chain, address) {
        Some(job) => {
            let standing = if job.state.is_success() { Standing::Fine } else { Standing::Attention };
            let made = job.key.made.relative(known.now);
            finding(standing, format!("last job for it: {}, {made}", job.state.label()))
                .step(Step::Job(job.key))
        }
        None => finding(Standing::Fine, "no job for it is followed here".to_owned()),
    }
}
