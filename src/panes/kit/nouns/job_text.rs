//! A tracked verification job on screen: state, times and outcome.

use decode::rows::Value;
use ledger::timestamp::{NANOS, span};
use ledger::{Text, Timestamp};
use verification::{Grade, Job, JobRecord, JobState, LookupState, Match};

use crate::panes::Context;
use crate::widgets::{Role, Theme};

/// How a state is meant.
pub fn role(state: JobState) -> Role {
    if state.is_success() {
        Role::Success
    } else if state.is_failure() {
        Role::Failure
    } else if state.needs_attention() {
        Role::Attention
    } else {
        Role::Plain
    }
}

/// The state with its sign: `✓ exact match`.
pub fn state(job: &Job, theme: &Theme, now: Timestamp) -> (String, Role) {
    let role = role(job.state);
    let glyphs = &theme.glyphs;
    let sign = match role {
        Role::Success => glyphs.success,
        Role::Failure => glyphs.failure,
        Role::Attention
            if matches!(
                job.state,
                JobState::UnknownOutcome | JobState::UnknownShape | JobState::WrongRecord
            ) =>
        {
            glyphs.unknown
        }
        Role::Attention => glyphs.attention,
        _ => turning(theme, now.since(job.key.made)),
    };
    (format!("{sign} {}", job.state.label()), role)
}

/// An activity sign that changes once a second, unless animations are off.
pub fn turning(theme: &Theme, spent: u128) -> &'static str {
    let frames = theme.glyphs.spinner;
    let turn = if theme.motion { spent / u128::from(NANOS) } else { 0 };
    let at = usize::try_from(turn).unwrap_or(0).checked_rem(frames.len()).unwrap_or(0);
    frames.get(at).copied().unwrap_or_default()
}

/// How long it runs, or took: `1.8 s`, `12 s`, `4 min`. Nothing if it ended before it could run.
pub fn elapsed(job: &Job, now: Timestamp) -> String {
    match elapsed_nanos(job, now) {
        None => String::new(),
        Some(nanos) if job.state.is_final() => taken(nanos),
        Some(nanos) => span(nanos.max(u128::from(NANOS))),
    }
}

/// The same in milliseconds, as a value.
pub fn elapsed_millis(job: &Job, now: Timestamp) -> Value {
    Value::number(elapsed_nanos(job, now).map(|nanos| nanos / 1_000_000))
}

fn elapsed_nanos(job: &Job, now: Timestamp) -> Option<u128> {
    let nanos = job.elapsed(now);
    let has_run = !job.state.is_final() || job.took().is_some() || nanos >= u128::from(NANOS);
    has_run.then_some(nanos)
}

/// How long something took: `1.8 s`, `12 s`, `4 min`.
pub fn taken(nanos: u128) -> String {
    if nanos < 10 * u128::from(NANOS) {
        return format!("{}.{} s", nanos / u128::from(NANOS), nanos / 100_000_000 % 10);
    }
    span(nanos)
}

/// The time until the next poll or attempt: `3 s`, `now`; `None` without one.
pub fn next(job: &Job, ctx: &Context<'_>) -> Option<String> {
    if !job.state.is_success() && ctx.jobs.is_looking(job.key) {
        return Some("now".to_owned());
    }
    let left = next_at(job)?.since(ctx.now);
    Some(if left == 0 {
        "now".to_owned()
    } else {
        span(left.div_ceil(u128::from(NANOS)) * u128::from(NANOS))
    })
}

/// The time of the next poll or attempt. Of what is verified, other explorers may still be notified, which changes
/// nothing.
pub fn next_at(job: &Job) -> Option<Timestamp> {
    job.retry_at.or(job.next_poll).filter(|_| !job.state.is_success())
}

/// How often it was sent, and when it is sent again: nothing of a job that was sent but once and stays so.
pub fn attempts(job: &Job, ctx: &Context<'_>) -> String {
    let attempt = job.attempt;
    let most = job.most_attempts();
    match job.retry_at.filter(|_| job.state.is_final()).and_then(|_| next(job, ctx)) {
        Some(wait) => format!("attempt {attempt} of {most}, sent again in {wait}"),
        None if job.has_waited_in_vain() => format!("attempt {attempt} of {most}, given up"),
        None if attempt > 1 => format!("attempt {attempt}"),
        None => String::new(),
    }
}

/// The outcome, in a few words: what matched, or the code of what went wrong.
pub fn outcome(job: &Job) -> String {
    if job.state.is_success()
        && let Some(sides) = job.record.as_ref().and_then(|record| sides(record))
    {
        return sides;
    }
    match (job.state, job.code(), &job.words) {
        (JobState::Locked, ..) => "another job holds it".to_owned(),
        (_, Some(code), _) => code_in_words(code),
        (_, None, Some(words)) => words.escaped(),
        (state, None, None) => in_short(state).to_owned(),
    }
}

/// What a state without a code or words amounts to.
fn in_short(state: JobState) -> &'static str {
    match state {
        JobState::NotSent => "nothing was sent",
        JobState::Stalled => "the verifier may hang",
        JobState::Lost => "unknown to the verifier",
        JobState::UnknownOutcome => "no id was returned",
        JobState::UnknownShape => "see the raw record",
        JobState::WrongRecord => "for another contract",
        JobState::Failed => "no match",
        JobState::AlreadyVerified => "by its lookup",
        _ => "",
    }
}

/// A code as words: `no_match` as `no match`.
pub fn code_in_words(code: &Text) -> String {
    code.escaped().replace('_', " ")
}

/// Both sides of the code, and how well each matches.
pub fn sides(record: &JobRecord) -> Option<String> {
    let contract = record.contract.known()?;
    match (contract.runtime.value(), contract.creation.value()) {
        (None, None) => None,
        (Some(Match::Exact), Some(Match::Exact)) => Some("runtime + creation".to_owned()),
        (runtime, creation) => {
            let side = |side: Option<Match>| side.map_or("not matched", match_words);
            Some(format!("runtime {}, creation {}", side(runtime), side(creation)))
        }
    }
}

/// How well code matches, in a word.
pub fn match_words(how: Match) -> &'static str {
    match how {
        Match::Exact => "exact",
        Match::Partial => "but for metadata",
    }
}

/// The contract that the job is about, short enough for a list.
pub fn contract(job: &Job, theme: &Theme) -> String {
    match (&job.address, &job.id) {
        (Some(address), _) => address.checksummed(),
        (None, Some(id)) => format!("job {id}"),
        (None, None) => theme.glyphs.none.to_owned(),
    }
}

/// Time of the next animation step of these jobs: of a sign or a countdown.
pub fn wake_at<'a>(jobs: impl IntoIterator<Item = &'a Job>, now: Timestamp) -> Option<Timestamp> {
    let moves = |job: &Job| job.next_poll.is_some() || !job.is_over();
    jobs.into_iter().any(moves).then(|| now.plus_millis(1000))
}

/// The verifier's address; that of the embedded network changes with each run.
pub fn server(server: &str) -> &str {
    if server.is_empty() { "the embedded verifier" } else { server }
}

/// The verifier's lookup of the contract, for jobs without a known outcome.
pub fn lookup(job: &Job, ctx: &Context<'_>) -> Option<(String, Role)> {
    Some(match ctx.jobs.lookup(job.key)? {
        LookupState::Wanted | LookupState::Asked => {
            ("The verifier is being asked whether the contract is verified.".to_owned(), Role::Dim)
        }
        LookupState::Found(found, _) if found.grade() == Grade::Not => (
            "The verifier was asked for the contract: it is not verified, as far as it knows.".to_owned(),
            Role::Plain,
        ),
        LookupState::Found(found, _) => (
            format!("The verifier was asked for the contract: it is verified, {}.", found.label()),
            Role::Success,
        ),
        LookupState::Failed(words) => {
            (format!("Whether the contract is verified could not be asked: {words}"), Role::Attention)
        }
    })
}
