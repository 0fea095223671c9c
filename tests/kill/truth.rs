//! What the verifier knows: every submission, what became of it, and what was told of that.

/// How a job ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Exact,
    Match,
    Failed,
}

/// One submission. It has begun once its head has come.
#[derive(Debug)]
pub(crate) struct Submission {
    /// Its path, which names the mode and the contract.
    path: String,
    /// The contract, in lower case.
    pub(crate) contract: String,
    /// Its body, once all of it has come.
    pub(crate) body: Option<Vec<u8>>,
    /// Its job, if it was accepted.
    pub(crate) job: Option<usize>,
    /// Whether it was refused, and that was sent.
    refusal_sent: bool,
}

/// A job.
#[derive(Debug)]
pub(crate) struct Job {
    pub(crate) id: String,
    contract: String,
    /// How often it is found running still.
    polls_left: u32,
    verdict: Verdict,
    /// Whether its verdict was sent to somebody.
    told: bool,
}

/// Everything.
#[derive(Debug, Default)]
pub(crate) struct Truth {
    pub(crate) submissions: Vec<Submission>,
    pub(crate) jobs: Vec<Job>,
    /// How jobs fare, in turn: how long they run, and their verdict.
    pub(crate) fates: Vec<(u32, Verdict)>,
    /// What was verified before, by somebody else.
    pub(crate) exact_before: Vec<String>,
    /// The contracts that may be sent again, whatever is known.
    pub(crate) again: Vec<String>,
    /// What must not have happened.
    pub(crate) wrong: Vec<String>,
}

impl Truth {
    /// The head of a submission has come. Returns its number.
    pub(crate) fn begin(&mut self, path: &str) -> usize {
        let contract = &address(path);
        let earlier = self.submissions.iter().rev().find(|it| it.path == path);
        let is_settled = earlier
            .is_none_or(|earlier| earlier.refusal_sent || earlier.job.is_some_and(|job| self.jobs[job].told));
        if !is_settled && !self.again.iter().any(|it| it == contract) {
            self.wrong.push(format!("{path} was sent again, and nobody knew what became of it"));
        }
        self.again.retain(|it| it != contract);
        let job = None;
        let (path, contract) = (path.to_owned(), contract.to_owned());
        self.submissions.push(Submission { path, contract, body: None, job, refusal_sent: false });
        self.submissions.len() - 1
    }

    /// All of a submission has come. Returns the status and the body of the answer.
    pub(crate) fn receive(&mut self, number: usize, body: Vec<u8>) -> (u16, String) {
        self.submissions[number].body = Some(body);
        let contract = self.submissions[number].contract.clone();
        if self.grade(&contract) == Some(Verdict::Exact) {
            return (409, error("already_verified", "the contract is verified already"));
        }
        if self.jobs.iter().any(|job| job.contract == contract && job.polls_left > 0) {
            return (429, error("duplicate_verification_request", "the contract is already being verified"));
        }
        let at = self.jobs.len();
        let (polls_left, verdict) = self.fates[at % self.fates.len()];
        let id = format!("2f4aeb11-6b52-4e0e-9a44-{at:012x}");
        let body = format!(r#"{{"verificationId":"{id}"}}"#);
        self.jobs.push(Job { id, contract, polls_left: polls_left + 1, verdict, told: false });
        self.submissions[number].job = Some(at);
        (202, body)
    }

    /// The answer to a submission was sent.
    pub(crate) fn answered(&mut self, number: usize) {
        let submission = &mut self.submissions[number];
        submission.refusal_sent = submission.job.is_none();
    }

    /// Somebody asks for a job. Returns the status and the body of the answer, and the job if that is its verdict.
    pub(crate) fn poll(&mut self, id: &str) -> (u16, String, Option<usize>) {
        let Some(at) = self.jobs.iter().position(|job| job.id == id) else {
            return (404, error("job_not_found", "there is no such job"), None);
        };
        let job = &mut self.jobs[at];
        job.polls_left = job.polls_left.saturating_sub(1);
        let (matched, failed) = match (job.polls_left, job.verdict) {
            (0, Verdict::Exact) => (r#""exact_match""#, false),
            (0, Verdict::Match) => (r#""match""#, false),
            (0, Verdict::Failed) => ("null", true),
            _ => ("null", false),
        };
        let is_over = job.polls_left == 0;
        let finish = if is_over { r#","jobFinishTime":"2026-11-21T00:00:01Z""# } else { "" };
        let error = if failed {
            r#","error":{"customCode":"no_similar_match_found","message":"there is none","errorId":"bef246c2-21ee-4972-99b4-b72148803f5e"}"#
        } else {
            ""
        };
        let body = format!(
            r#"{{"isJobCompleted":{is_over},"verificationId":"{id}","jobStartTime":"2026-11-21T00:00:00Z"{finish},"contract":{}{error}}}"#,
            contract(&job.contract, matched)
        );
        (200, body, is_over.then_some(at))
    }

    /// The verdict of a job was sent.
    pub(crate) fn told(&mut self, job: usize) {
        self.jobs[job].told = true;
    }

    /// What is had of a contract: a status and a body.
    pub(crate) fn look_up(&self, address: &str) -> (u16, String) {
        match self.grade(address) {
            Some(Verdict::Exact) => (200, contract(address, r#""exact_match""#)),
            Some(Verdict::Match) => (200, contract(address, r#""match""#)),
            _ => (404, contract(address, "null")),
        }
    }

    /// Has every job end before it is asked for again.
    pub(crate) fn finish(&mut self) {
        self.jobs.iter_mut().for_each(|job| job.polls_left = job.polls_left.min(1));
    }

    /// The contract of the job with this id.
    pub(crate) fn contract_of(&self, id: &str) -> Option<&str> {
        self.jobs.iter().find(|job| job.id == id).map(|job| job.contract.as_str())
    }

    fn grade(&self, contract: &str) -> Option<Verdict> {
        if self.exact_before.iter().any(|it| it == contract) {
            return Some(Verdict::Exact);
        }
        let done = self.jobs.iter().filter(|job| job.contract == contract && job.polls_left == 0);
        let verdicts: Vec<Verdict> = done.map(|job| job.verdict).collect();
        [Verdict::Exact, Verdict::Match].into_iter().find(|verdict| verdicts.contains(verdict))
    }
}

/// The address in a path, in lower case.
pub(crate) fn address(path: &str) -> String {
    let path = path.to_lowercase();
    let at = path.find("0x").unwrap_or_default();
    path.chars().skip(at).take(42).collect()
}

fn error(code: &str, message: &str) -> String {
    format!(
        r#"{{"customCode":"{code}","message":"{message}","errorId":"bef246c2-21ee-4972-99b4-b72148803f5e"}}"#
    )
}

fn contract(address: &str, matched: &str) -> String {
    format!(
        r#"{{"match":{matched},"creationMatch":{matched},"runtimeMatch":{matched},"chainId":"298","address":"{address}"}}"#
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: &str = "0xff01";

    fn truth() -> Truth {
        Truth { fates: vec![(1, Verdict::Failed), (0, Verdict::Exact)], ..Truth::default() }
    }

    #[test]
    fn what_is_sent_again_unasked_is_wrong() {
        let mut truth = truth();
        let first = truth.begin(HERE);
        assert_eq!(truth.receive(first, Vec::new()).0, 202);
        truth.answered(first);
        let second = truth.begin(HERE);
        assert_eq!((truth.receive(second, Vec::new()).0, truth.wrong.len()), (429, 1));
    }

    #[test]
    fn what_was_cut_off_may_be_sent_again_only_with_a_yes() {
        let mut truth = truth();
        truth.begin(HERE);
        truth.again.push(HERE.to_owned());
        truth.begin(HERE);
        assert_eq!(truth.wrong.len(), 0);
        truth.begin(HERE);
        assert_eq!(truth.wrong.len(), 1);
    }

    #[test]
    fn what_has_failed_may_be_sent_again_once_that_was_told() {
        let mut truth = truth();
        let first = truth.begin(HERE);
        truth.receive(first, Vec::new());
        let id = truth.jobs[0].id.clone();
        assert!(truth.poll(&id).1.contains("false"));
        let (_, record, verdict) = truth.poll(&id);
        assert!(record.contains("no_similar_match_found"));
        truth.told(verdict.unwrap());
        let second = truth.begin(HERE);
        assert_eq!((truth.receive(second, Vec::new()).0, truth.wrong.len()), (202, 0));
        let id = truth.jobs[1].id.clone();
        truth.poll(&id);
        assert_eq!((truth.look_up(HERE).0, truth.look_up("0xff02").0), (200, 404));
    }
}
