//! What a response means for a followed job.

use std::sync::Arc;

use ledger::Text;
use verification::{JobEvent, JobKey, Refusal};

use crate::{Answer, AnyOperation, Failure, Polled, Submitted};

/// The outcome of an operation.
type Outcome<'a> = Result<&'a Answer, &'a Failure>;

/// The job that an operation is about and the news that its outcome brings; none if it is about no job.
pub fn job_event(operation: &AnyOperation, outcome: Outcome<'_>) -> Option<(JobKey, JobEvent)> {
    match operation {
        AnyOperation::Submit(submit) => Some((submit.job, of_submission(outcome)?)),
        AnyOperation::Job(poll) => Some((poll.key, of_poll(outcome)?)),
        AnyOperation::JobContract(lookup) => Some((lookup.key, of_contract(outcome)?)),
        _ => None,
    }
}

fn of_submission(outcome: Outcome<'_>) -> Option<JobEvent> {
    match outcome {
        Ok(Answer::Submit(Submitted::As(id))) => Some(JobEvent::Accepted(id.clone())),
        Ok(Answer::Submit(Submitted::WithoutId(body))) => Some(JobEvent::AcceptedWithoutId(body.clone())),
        Ok(_) => None,
        Err(failure) => Some(of_refusal(failure)),
    }
}

/// A failure with the API's code comes from the verifier itself. A server error without one may come from a
/// proxy, which cannot know whether the submission arrived.
fn of_refusal(failure: &Failure) -> JobEvent {
    let code = failure.code().cloned();
    let until = match failure {
        Failure::RateLimited { until, .. } => *until,
        _ => None,
    };
    let status = match failure {
        Failure::Invalid { .. } => 400,
        Failure::NotFound { .. } => 404,
        Failure::RateLimited { .. } => 429,
        Failure::Refused { status, .. } | Failure::NotOffered { status } => *status,
        Failure::ServerFault { status, .. } if code.is_some() => *status,
        Failure::Unreachable { sent: false, .. }
        | Failure::NotRecorded
        | Failure::KeyWithheld { .. }
        | Failure::Here { .. } => return JobEvent::NotSent(account(failure)),
        Failure::ServerFault { .. }
        | Failure::Unreachable { .. }
        | Failure::TimedOut { .. }
        | Failure::UnexpectedAnswer
        | Failure::Defect
        | Failure::NotUnderstood { .. } => return JobEvent::NoAnswer(account(failure)),
    };
    JobEvent::Refused(
        Refusal { status, code, until },
        failure.joined_messages().unwrap_or_else(|| failure.sentence().into()),
    )
}

fn of_poll(outcome: Outcome<'_>) -> Option<JobEvent> {
    let failure = match outcome {
        Ok(Answer::Job(Polled::Record(record, etag))) => {
            return Some(JobEvent::Polled(record.clone(), etag.clone()));
        }
        Ok(Answer::Job(Polled::Unchanged)) => return Some(JobEvent::Unchanged),
        Ok(_) => return None,
        Err(failure) => failure,
    };
    Some(of_failed_poll(failure))
}

/// The event that a poll of a job failed.
pub fn of_failed_poll(failure: &Failure) -> JobEvent {
    let until = match failure {
        Failure::NotFound { code: Some(code), .. } if code.is("job_not_found") => return JobEvent::Missing,
        Failure::RateLimited { until, .. } => *until,
        _ => None,
    };
    let words = match failure {
        Failure::NotFound { code: None, .. } => {
            "HTTP 404 without a code: the server is probably not a verifier with API v2.".into()
        }
        _ => account(failure),
    };
    let passing = matches!(
        failure,
        Failure::RateLimited { .. }
            | Failure::ServerFault { .. }
            | Failure::Unreachable { .. }
            | Failure::TimedOut { .. }
    );
    JobEvent::PollFailed { words, passing, until }
}

fn of_contract(outcome: Outcome<'_>) -> Option<JobEvent> {
    match outcome {
        Ok(Answer::JobContract(found)) => Some(JobEvent::Contract(Arc::clone(found))),
        Ok(_) => None,
        Err(failure) => Some(of_failed_contract(failure)),
    }
}

/// The event that the lookup of a job's contract failed.
pub fn of_failed_contract(failure: &Failure) -> JobEvent {
    JobEvent::ContractFailed(account(failure))
}

/// What happened, with the words of the server or the network behind it.
fn account(failure: &Failure) -> Text {
    match failure.joined_messages() {
        Some(message) => Text::from_bytes([failure.sentence().as_bytes(), message.raw()].join(&b' ')),
        None => failure.sentence().into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{JobPoll, Operation as _, Submit};
    use ledger::query::ContractQuery;
    use ledger::{ContractRef, EntityId, EvmAddress, RawJson, Timestamp};
    use verification::{ChainId, JobId, JobRecord, Submission, SubmissionBody};

    const ID: &str = "2f4aeb11-6b52-4e0e-9a44-1a2b3c4d5e6f";

    fn key() -> JobKey {
        JobKey { made: Timestamp::from_secs(5), process: 1 }
    }

    fn id() -> JobId {
        JobId::parse(ID).unwrap()
    }

    fn submission() -> AnyOperation {
        let body = SubmissionBody::Similarity { creation_hash: None };
        let chain = ChainId::parse("296").unwrap();
        let submission = Submission { chain, address: EvmAddress::new([1; 20]), body };
        Submit { job: key(), submission }.any()
    }

    fn poll() -> AnyOperation {
        let server = "http://127.0.0.1:1".into();
        JobPoll { key: key(), id: id(), server, etag: None, may_repeat_key: false }.any()
    }

    #[expect(clippy::needless_pass_by_value, reason = "made where they are passed")]
    fn event_of(operation: AnyOperation, outcome: Result<Answer, Failure>) -> Option<JobEvent> {
        job_event(&operation, outcome.as_ref()).map(|(about, event)| {
            assert_eq!(about, key());
            event
        })
    }

    fn messages() -> Vec<Text> {
        vec!["no".into(), "never".into()]
    }

    #[test]
    fn words_after_a_sentence_begin_anew() {
        let words = ["Down.", "errorId: 1", "later"].map(Text::from);
        let failure = Failure::NotFound { code: None, words: words.into() };
        assert_eq!(failure.joined_messages(), Some("Down. errorId: 1; later".into()));
    }

    fn refused(status: u16, code: Option<&str>) -> JobEvent {
        JobEvent::Refused(Refusal { status, code: code.map(Text::from), until: None }, "no; never".into())
    }

    #[test]
    fn answers_to_a_submission() {
        assert_eq!(
            event_of(submission(), Ok(Answer::Submit(Submitted::As(id())))),
            Some(JobEvent::Accepted(id()))
        );
        let body = RawJson::new("{}");
        assert_eq!(
            event_of(submission(), Ok(Answer::Submit(Submitted::WithoutId(body.clone())))),
            Some(JobEvent::AcceptedWithoutId(body))
        );
        let code = Some(Text::from("a_code"));
        for (failure, wanted) in [
            (Failure::Invalid { words: messages(), field: None, code: code.clone() }, 400),
            (Failure::NotFound { words: messages(), code: code.clone() }, 404),
            (Failure::Refused { status: 409, words: messages(), code: code.clone() }, 409),
            (Failure::RateLimited { until: None, words: messages(), code: code.clone() }, 429),
            (Failure::ServerFault { status: 502, words: messages(), code: code.clone() }, 502),
        ] {
            assert_eq!(event_of(submission(), Err(failure)), Some(refused(wanted, Some("a_code"))));
        }
    }

    #[test]
    fn a_submission_that_may_have_arrived_is_not_a_failed_one() {
        let fault = Failure::ServerFault { status: 504, words: vec![], code: None };
        let broken = Failure::Unreachable { words: "reset".into(), sent: true };
        let garbled = Failure::NotUnderstood { at: String::new(), words: "not JSON".into() };
        for failure in [fault, broken, garbled, Failure::Defect, Failure::TimedOut { after: 60 }] {
            let event = event_of(submission(), Err(failure.clone()));
            assert!(matches!(event, Some(JobEvent::NoAnswer(_))), "{failure:?}");
        }
        let never_left = Failure::Unreachable { words: "refused".into(), sent: false };
        assert_eq!(
            event_of(submission(), Err(never_left)),
            Some(JobEvent::NotSent("The server cannot be reached. refused".into()))
        );
    }

    #[test]
    fn answers_to_a_look() {
        let record = Arc::new(JobRecord::default());
        assert_eq!(
            event_of(poll(), Ok(Answer::Job(Polled::Record(record.clone(), Some("W/1".into()))))),
            Some(JobEvent::Polled(record, Some("W/1".into())))
        );
        assert_eq!(event_of(poll(), Ok(Answer::Job(Polled::Unchanged))), Some(JobEvent::Unchanged));
        let missing = Failure::NotFound { words: messages(), code: Some("job_not_found".into()) };
        assert_eq!(event_of(poll(), Err(missing)), Some(JobEvent::Missing));
    }

    #[test]
    fn failed_polls_tell_whether_to_expect_better() {
        let at = Timestamp::from_secs(99);
        let not_v2 = Failure::NotFound { words: vec!["Cannot GET".into()], code: None };
        for (failure, wanted) in [
            (not_v2, (false, None)),
            (Failure::Refused { status: 403, words: vec![], code: None }, (false, None)),
            (Failure::RateLimited { until: Some(at), words: vec![], code: None }, (true, Some(at))),
            (Failure::ServerFault { status: 500, words: vec![], code: None }, (true, None)),
            (Failure::TimedOut { after: 9 }, (true, None)),
        ] {
            let Some(JobEvent::PollFailed { passing, until, .. }) = event_of(poll(), Err(failure.clone()))
            else {
                panic!("{failure:?} is a failed poll");
            };
            assert_eq!((passing, until), wanted, "{failure:?}");
        }
    }

    #[test]
    fn other_responses_are_about_no_job() {
        let ask = ContractQuery::now(ContractRef::Id(EntityId::from_num(1))).any();
        assert_eq!(event_of(ask, Err(Failure::TimedOut { after: 9 })), None);
    }
}
