//! Derives a verdict from a record of any shape.

use ledger::{Field, Text, Timestamp};

use super::{JobRecord, JobState, Match};

impl JobRecord {
    /// The state of the record.
    ///
    /// A record without a readable `isJobCompleted` is judged by its error, its matches, and a word that
    /// looks like a state, in this order. While a job is pending its matches are null, which means nothing.
    pub fn standing(&self) -> JobState {
        match self.completed.value() {
            Some(false) => JobState::Running,
            Some(true) if self.contract.known().is_some() => self.outcome().unwrap_or(JobState::Failed),
            Some(true) => self.outcome().unwrap_or(JobState::UnknownShape),
            None => self.outcome().unwrap_or_else(|| self.status_standing()),
        }
    }

    /// The code of the record's error.
    pub(crate) fn error_code(&self) -> Option<&Text> {
        self.error.known()?.code.known()
    }

    /// `jobStartTime`, by the server's clock.
    pub(crate) fn started_at(&self) -> Option<Timestamp> {
        rfc3339(&self.started)
    }

    /// Whole seconds between `jobStartTime` and `jobFinishTime`.
    pub(crate) fn server_seconds(&self) -> Option<u64> {
        rfc3339(&self.finished)?.seconds.checked_sub(self.started_at()?.seconds)
    }

    /// The state by the record's error or match.
    fn outcome(&self) -> Option<JobState> {
        match &self.error {
            Field::Known(error) => {
                let already = error.code.known().is_some_and(|code| code.is("already_verified"));
                Some(if already { JobState::AlreadyVerified } else { JobState::Failed })
            }
            Field::Odd(_) => Some(JobState::Failed),
            Field::Absent | Field::Null => self.matched(),
        }
    }

    fn matched(&self) -> Option<JobState> {
        let contract = self.contract.known()?;
        match (contract.creation.value(), contract.runtime.value()) {
            (Some(Match::Exact), Some(Match::Exact)) => Some(JobState::ExactMatch),
            (Some(_), Some(_)) => Some(JobState::Match),
            (None, Some(_)) => Some(JobState::RuntimeOnly),
            (Some(_), None) => Some(JobState::CreationOnly),
            (None, None) => contract.overall.value().map(|_| JobState::Match),
        }
    }

    /// The state by a status-like word. A bare word of success has no match level, so it is no verdict.
    fn status_standing(&self) -> JobState {
        let word =
            self.status_word.as_ref().map(|word| word.escaped().to_ascii_lowercase().replace('-', "_"));
        match word.as_deref() {
            Some(
                "pending" | "queued" | "running" | "processing" | "in_progress" | "started" | "submitted"
                | "accepted",
            ) => JobState::Running,
            Some("exact_match" | "perfect") => JobState::ExactMatch,
            Some("match" | "partial" | "partial_match") => JobState::Match,
            Some("already_verified") => JobState::AlreadyVerified,
            Some("failed" | "failure" | "error" | "rejected" | "no_match") => JobState::Failed,
            _ => JobState::UnknownShape,
        }
    }
}

/// Reads a time as the server writes it: `2026-11-21T01:20:18Z`.
fn rfc3339(field: &Field<Text>) -> Option<Timestamp> {
    let text = std::str::from_utf8(field.known()?.raw()).ok()?;
    let at: jiff::Timestamp = text.parse().ok()?;
    Some(Timestamp::from_secs(u64::try_from(at.as_second()).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{JobContract, JobError};

    fn record(completed: Field<bool>) -> JobRecord {
        JobRecord { completed, ..JobRecord::default() }
    }

    fn matches(creation: Field<Match>, runtime: Field<Match>) -> Field<JobContract> {
        let overall = if creation == Field::Known(Match::Exact) { creation.clone() } else { runtime.clone() };
        Field::Known(JobContract { overall, creation, runtime, ..JobContract::default() })
    }

    fn error(code: &str) -> Field<JobError> {
        Field::Known(JobError { code: Field::Known(code.into()), ..JobError::default() })
    }

    #[test]
    fn a_pending_job_is_running_whatever_its_matches() {
        let pending =
            JobRecord { contract: matches(Field::Null, Field::Null), ..record(Field::Known(false)) };
        assert_eq!(pending.standing(), JobState::Running);
        assert_eq!(record(Field::Known(false)).standing(), JobState::Running);
    }

    #[test]
    fn completed_jobs_are_told_apart_by_both_sides() {
        use Field::{Absent, Known, Null};
        use Match::{Exact, Partial};
        for (creation, runtime, wanted) in [
            (Known(Exact), Known(Exact), JobState::ExactMatch),
            (Known(Partial), Known(Partial), JobState::Match),
            (Known(Partial), Known(Exact), JobState::Match),
            (Known(Exact), Known(Partial), JobState::Match),
            (Null, Known(Exact), JobState::RuntimeOnly),
            (Absent, Known(Partial), JobState::RuntimeOnly),
            (Known(Exact), Null, JobState::CreationOnly),
            (Null, Null, JobState::Failed),
        ] {
            let done = JobRecord { contract: matches(creation, runtime), ..record(Known(true)) };
            assert_eq!(done.standing(), wanted, "{done:?}");
        }
        let overall = JobContract { overall: Known(Exact), ..JobContract::default() };
        let done = JobRecord { contract: Known(overall), ..record(Known(true)) };
        assert_eq!(done.standing(), JobState::Match, "one better side does not tell of both");
    }

    #[test]
    fn an_error_outweighs_the_matches() {
        let done = record(Field::Known(true));
        let exact = || matches(Field::Known(Match::Exact), Field::Known(Match::Exact));
        let failed = JobRecord { error: error("no_match"), contract: exact(), ..done.clone() };
        assert_eq!(failed.standing(), JobState::Failed);
        let already = JobRecord { error: error("already_verified"), contract: Field::Null, ..done.clone() };
        assert_eq!(already.standing(), JobState::AlreadyVerified);
        let odd = JobRecord { error: Field::Odd("\"boom\"".into()), ..done.clone() };
        assert_eq!(odd.standing(), JobState::Failed);
        let none = JobRecord { error: Field::Null, contract: exact(), ..done };
        assert_eq!(none.standing(), JobState::ExactMatch);
    }

    #[test]
    fn records_of_other_shapes_are_read_as_far_as_they_tell() {
        for completed in [Field::Absent, Field::Null, Field::Odd("3".into())] {
            assert_eq!(record(completed.clone()).standing(), JobState::UnknownShape);
            for (word, wanted) in [
                ("PENDING", JobState::Running),
                ("in-progress", JobState::Running),
                ("exact_match", JobState::ExactMatch),
                ("partial", JobState::Match),
                ("failed", JobState::Failed),
                ("already_verified", JobState::AlreadyVerified),
                ("completed", JobState::UnknownShape),
                ("\u{1b}[2J", JobState::UnknownShape),
            ] {
                let record_with_status =
                    JobRecord { status_word: Some(word.into()), ..record(completed.clone()) };
                assert_eq!(record_with_status.standing(), wanted, "{word}");
            }
        }
        assert_eq!(record(Field::Known(true)).standing(), JobState::UnknownShape);
        let failed = JobRecord { error: error("no_match"), ..record(Field::Absent) };
        assert_eq!(failed.standing(), JobState::Failed);
    }

    #[test]
    fn the_servers_own_span_is_read_from_its_times() {
        let span = |started: &str, finished: &str| {
            let (started, finished) = (Field::Known(started.into()), Field::Known(finished.into()));
            JobRecord { started, finished, ..JobRecord::default() }.server_seconds()
        };
        assert_eq!(span("2026-11-21T01:20:18Z", "2026-11-21T01:20:21Z"), Some(3));
        assert_eq!(span("2026-11-21T01:20:18Z", "2026-11-21T01:20:18Z"), Some(0));
        assert_eq!(span("2026-11-21T01:20:18Z", "2026-11-21T01:20:17Z"), None);
        assert_eq!(span("yesterday", "2026-11-21T01:20:17Z"), None);
    }
}
