//! Statistics of followed jobs: successes, durations, and the most common error.

use std::collections::BTreeMap;

use ledger::Text;
use ledger::amount::percent;

use super::{Job, Mode};

/// The numbers of some jobs. Those that are in progress do not count yet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// The sum of all.
    pub all: Tally,
    /// By mode, most used first; adopted jobs have no mode.
    pub modes: Vec<(Option<Mode>, Tally)>,
    /// The commonest code of an error or a refusal, and how often it came. Of several, the first by name.
    pub commonest: Option<(Text, usize)>,
}

/// The numbers of some jobs of a kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Number of jobs in a final state.
    pub ended: usize,
    /// The number that ended with a verified contract.
    pub ok: usize,
    /// The median duration of those with a verdict, in nanoseconds; of two in the middle, the upper one.
    pub median: Option<u128>,
    /// Within how many nanoseconds nine of ten of those with a verdict were done.
    pub p90: Option<u128>,
}

impl Statistics {
    /// The numbers of these jobs.
    pub fn new<'a>(jobs: impl IntoIterator<Item = &'a Job>) -> Self {
        let mut modes: Vec<(Option<Mode>, Vec<&Job>)> = Vec::new();
        let mut codes: BTreeMap<&Text, usize> = BTreeMap::new();
        let mut all = Vec::new();
        for job in jobs.into_iter().filter(|job| job.is_over()) {
            all.push(job);
            match modes.iter_mut().find(|(mode, _)| *mode == job.mode) {
                Some((_, jobs)) => jobs.push(job),
                None => modes.push((job.mode, vec![job])),
            }
            if let Some(code) = job.code().filter(|_| !job.state.is_success()) {
                *codes.entry(code).or_default() += 1;
            }
        }
        let mut modes: Vec<_> = modes.into_iter().map(|(mode, jobs)| (mode, Tally::new(&jobs))).collect();
        modes.sort_by_key(|(mode, tally)| (std::cmp::Reverse(tally.ended), mode.map(Mode::name)));
        // `max_by_key` returns the last maximum, so iterate backwards.
        let commonest = codes.into_iter().rev().max_by_key(|(_, count)| *count);
        Self { all: Tally::new(&all), modes, commonest: commonest.map(|(code, count)| (code.clone(), count)) }
    }
}

impl Tally {
    fn new(jobs: &[&Job]) -> Self {
        let mut took: Vec<u128> = jobs.iter().filter_map(|job| job.took()).collect();
        took.sort_unstable();
        Self {
            ended: jobs.len(),
            ok: jobs.iter().filter(|job| job.state.is_success()).count(),
            median: took.get(took.len() / 2).copied(),
            p90: (took.len() * 9).div_ceil(10).checked_sub(1).and_then(|at| took.get(at)).copied(),
        }
    }

    /// The success rate in percent, rounded; `None` before any has ended.
    pub fn percent_ok(&self) -> Option<usize> {
        percent(self.ok, self.ended).and_then(|percent| usize::try_from(percent).ok())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{
        ChainId, JobContract, JobError, JobEvent, JobId, JobKey, JobRecord, Match, PollInterval, Refusal,
        Submission, SubmissionBody,
    };
    use ledger::{EvmAddress, Field, Timestamp};

    fn job(how: Mode, made: u64) -> Job {
        let body = match how {
            Mode::Import => SubmissionBody::Import { api_key: None },
            _ => SubmissionBody::Similarity { creation_hash: None },
        };
        let submission =
            Submission { chain: ChainId::parse("296").unwrap(), address: EvmAddress::new([1; 20]), body };
        let key = JobKey { made: Timestamp::from_secs(made), process: 1 };
        Job::new(key, "local", "http://127.0.0.1:1", &submission, Timestamp::from_secs(made))
    }

    /// A job that was accepted at once and ended after this many seconds, with this error or a match.
    fn ended(mode: Mode, seconds: u64, error: Option<&str>) -> Job {
        let mut job = job(mode, 1000);
        let id = JobId::parse("2f4aeb11-6b52-4e0e-9a44-1a2b3c4d5e6f").unwrap();
        job.apply(JobEvent::Accepted(id), Timestamp::from_secs(1000), &PollInterval::default());
        let exact = Field::Known(Match::Exact);
        let contract = JobContract { creation: exact.clone(), runtime: exact, ..JobContract::default() };
        let error = error.map_or(Field::Absent, |code| {
            Field::Known(JobError { code: Field::Known(code.into()), ..JobError::default() })
        });
        let record = JobRecord {
            completed: Field::Known(true),
            contract: Field::Known(contract),
            error,
            ..JobRecord::default()
        };
        job.apply(
            JobEvent::Polled(Arc::new(record), None),
            Timestamp::from_secs(1000 + seconds),
            &PollInterval::default(),
        );
        job
    }

    fn seconds(nanos: Option<u128>) -> Option<u128> {
        nanos.map(|nanos| nanos / 1_000_000_000)
    }

    #[test]
    fn no_job_has_no_numbers() {
        assert_eq!(Statistics::new(&[]), Statistics::default());
        assert_eq!(Tally::default().percent_ok(), None);
        let under_way = [job(Mode::Similarity, 7)];
        assert_eq!(Statistics::new(&under_way), Statistics::default());
    }

    #[test]
    fn one_job_is_its_own_median() {
        let found = Statistics::new(&[ended(Mode::Import, 4, None)]);
        assert_eq!(found.all.percent_ok(), Some(100));
        assert_eq!((seconds(found.all.median), seconds(found.all.p90)), (Some(4), Some(4)));
        assert_eq!(found.modes, [(Some(Mode::Import), found.all)]);
        assert_eq!(found.commonest, None);
    }

    #[test]
    fn many_jobs_are_told_by_mode() {
        let mut jobs: Vec<Job> = (1..=10).map(|took| ended(Mode::Similarity, took, None)).collect();
        jobs.push(ended(Mode::Similarity, 100, Some("no_similar_match_found")));
        jobs.push(ended(Mode::Import, 7, Some("no_match")));
        jobs.push(ended(Mode::Import, 9, Some("no_match")));
        let found = Statistics::new(&jobs);
        assert_eq!((found.all.ended, found.all.ok, found.all.percent_ok()), (13, 10, Some(77)));
        let [(similarity, many), (import, few)] = found.modes.as_slice() else { panic!("{found:?}") };
        assert_eq!((*similarity, *import), (Some(Mode::Similarity), Some(Mode::Import)));
        assert_eq!((seconds(many.median), seconds(many.p90)), (Some(6), Some(10)));
        assert_eq!((few.percent_ok(), seconds(few.median), seconds(few.p90)), (Some(0), Some(9), Some(9)));
        assert_eq!(found.commonest, Some(("no_match".into(), 2)));
    }

    #[test]
    fn a_refusal_has_a_code_but_took_no_time() {
        let mut refused = job(Mode::Similarity, 1000);
        let refusal = Refusal { status: 400, code: Some("unsupported_chain".into()), until: None };
        refused.apply(
            JobEvent::Refused(refusal, "words".into()),
            Timestamp::from_secs(1001),
            &PollInterval::default(),
        );
        let found = Statistics::new(&[refused, ended(Mode::Similarity, 3, Some("no_match"))]);
        assert_eq!((found.all.ended, seconds(found.all.median)), (2, Some(3)));
        assert_eq!(found.commonest, Some(("no_match".into(), 1)), "of two, the first by name");
    }
}
