//! What is said of every state and every code, which next step is offered first, and where it leads.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use hieroscope::message::{Command, Saved};
use ledger::{EvmAddress, Field, Text, Timestamp};
use verification::{
    ChainId, Job, JobContract, JobError, JobEvent, JobId, JobKey, JobRecord, Match, Mode, PollInterval,
    Refusal, Submission, SubmissionBody, Verified,
};

use crate::support::{NOW, Session};

const REFUSALS: [(u16, &str, &str); 22] = [
    (400, "invalid_parameter", "request/body/creationTransactionHash must match pattern"),
    (400, "invalid_json", "Unexpected token < in JSON at position 0"),
    (400, "unsupported_chain", "Chain 9429413 not found"),
    (400, "unsupported_chain", "Chain 298 is not supported for importing from Etherscan."),
    (404, "not_etherscan_verified", "not verified there"),
    (404, "cannot_fetch_bytecode", "there is no code"),
    (404, "contract_not_deployed", "there is no code"),
    (409, "already_verified", "is verified"),
    (409, "", "conflict"),
    (429, "duplicate_verification_request", "is already being verified"),
    (429, "etherscan_limit", "rate limit reached"),
    (429, "too_many_requests", "slow down"),
    (429, "", "slow down"),
    (502, "etherscan_request_failed", "Error in Etherscan API response. Result message: Invalid API Key"),
    (502, "etherscan_request_failed", "Etherscan API returned HTTP 500 error."),
    (502, "failed_to_get_bytecode", "the nodes are down"),
    (400, "malformed_etherscan_response", "what is this"),
    (500, "internal_error", "The server met an unexpected error."),
    (404, "route_not_found", "not here"),
    (404, "", "Cannot POST /v2/verify"),
    (403, "", "no"),
    (418, "a_code_of_tomorrow", "words of tomorrow"),
];

/// The codes of failed jobs that servers are known to send, and one that is not known.
fn job_codes() -> impl Iterator<Item = &'static str> {
    include_str!("../fixtures/job-codes.txt").lines().chain(["a_code_of_tomorrow"])
}

/// A job of the embedded network, for a contract of its own.
fn job(number: u8, mode: Mode) -> Job {
    let body = match mode {
        Mode::Import => SubmissionBody::Import { api_key: None },
        _ => SubmissionBody::Similarity { creation_hash: None },
    };
    let address = EvmAddress::new([number; 20]);
    let submission = Submission { chain: ChainId::parse("298").unwrap(), address, body };
    let key = JobKey { made: NOW, process: u32::from(number) };
    Job { mode: Some(mode), ..Job::new(key, "demo", "", &submission, NOW) }
}

/// The job once its contract was looked up, if that is to confirm what the verifier says.
fn confirmed(mut job: Job, at: Timestamp) -> Job {
    if job.checks_contract {
        let contract = JobContract { overall: Field::Known(Match::Exact), ..JobContract::default() };
        let found = Verified { contract, ..Verified::default() };
        job.apply(JobEvent::Contract(Arc::new(found)), at, &PollInterval::default());
    }
    job
}

fn refused(mode: Mode, (status, code, words): (u16, &str, &str)) -> Job {
    let mut job = job(1, mode);
    let code = (!code.is_empty()).then(|| Text::from(code));
    job.apply(
        JobEvent::Refused(Refusal { status, code, until: None }, words.into()),
        NOW,
        &PollInterval::default(),
    );
    confirmed(job, NOW)
}

fn failed(mode: Mode, code: &str) -> Job {
    let mut job = job(1, mode);
    let id = JobId::parse("2f4aeb11-6b52-4e0e-9a44-1a2b3c4d5e6f").unwrap();
    job.apply(JobEvent::Accepted(id), NOW, &PollInterval::default());
    let error = JobError { code: Field::Known(code.into()), ..JobError::default() };
    let record =
        JobRecord { completed: Field::Known(true), error: Field::Known(error), ..JobRecord::default() };
    let at = NOW.plus_millis(3000);
    job.apply(JobEvent::Polled(Arc::new(record), None), at, &PollInterval::default());
    confirmed(job, at)
}

/// The refusals that a mode can meet: only import asks an explorer.
fn refusals(mode: Mode) -> impl Iterator<Item = (u16, &'static str, &'static str)> {
    let of_explorer = |code: &str| code.contains("etherscan");
    REFUSALS.into_iter().filter(move |(_, code, _)| mode == Mode::Import || !of_explorer(code))
}

/// The modes whose jobs can end with this code.
fn modes(code: &str) -> &'static [Mode] {
    match code {
        "no_similar_match_found" => &[Mode::Similarity],
        code if code.contains("etherscan") => &[Mode::Import],
        "missing_source" | "missing_or_invalid_source" | "metadata_not_set" => &[Mode::Metadata],
        _ => &[Mode::Import, Mode::StandardJson],
    }
}

/// A session that shows this job, which an earlier run left.
fn shown(job: Job) -> Session {
    let place = format!("job/local:{}", job.key);
    let mut session = Session::started(&place, Saved { jobs: vec![job], ..Saved::default() });
    session.forget_carried();
    session
}

/// What is said of the job, and the first two keys of the footer.
fn told(session: &Session) -> String {
    let screen = session.screen();
    let mut out = String::new();
    for line in screen.lines().skip(2).take_while(|line| !line.is_empty()) {
        let _ = writeln!(out, "   {}", line.trim());
    }
    let keys: Vec<&str> = screen.lines().last().unwrap().trim().split("   ").take(2).collect();
    let _ = writeln!(out, "   [{}]", keys.join("] ["));
    out
}

#[test]
fn every_refusal_says_what_to_do_and_offers_it() {
    let mut out = String::new();
    for mode in [Mode::Similarity, Mode::Import] {
        for refusal in refusals(mode) {
            let session = shown(refused(mode, refusal));
            let _ = writeln!(out, "{} {} ({})\n{}", refusal.0, refusal.1, mode.label(), told(&session));
        }
    }
    insta::assert_snapshot!(out);
}

#[test]
fn every_failure_says_what_to_do_and_offers_it() {
    let mut out = String::new();
    for code in job_codes() {
        for mode in modes(code) {
            let session = shown(failed(*mode, code));
            let _ = writeln!(out, "{code} ({})\n{}", mode.label(), told(&session));
        }
    }
    insta::assert_snapshot!(out);
}

/// Every state, as the embedded network brings it about: where to begin, and after how many seconds.
const STATES: [(&str, u64, &str); 15] = [
    ("verify//0.0.5001?mode=import", 60, "exact match"),
    ("verify//0.0.5006?mode=import", 60, "match"),
    ("verify//0.0.5011", 60, "runtime only"),
    ("verify//0.0.5024", 60, "already verified"),
    ("verify//0.0.5020?mode=import", 60, "failed"),
    ("verify//0.0.5026?mode=import", 1, "refused"),
    ("verify//0.0.5016", 1, "refused"),
    ("verify//0.0.5022?mode=import", 1, "rate-limited"),
    ("verify//0.0.5141", 1, "locked"),
    ("verify//0.0.5028", 5, "running"),
    ("verify//0.0.5028", 700, "stalled"),
    ("verify//0.0.5029", 10, "lost"),
    ("verify//0.0.5031?mode=import", 1, "unknown outcome"),
    ("verify//0.0.5030?mode=import", 10, "unknown shape"),
    ("verify//0.0.5033?mode=import", 60, "failed"),
];

/// What is heard of a job of this id, one after the other.
type Heard = fn(&JobId) -> Vec<JobEvent>;

/// The states that the embedded network does not bring about by itself: what is heard, and where it leads.
const OTHERS: [(&str, Heard, &str); 2] = [
    ("nobody there", |_| vec![JobEvent::NotSent("refused".into())], "not sent"),
    (
        "only the creation code matches",
        |id| {
            let contract = JobContract { creation: Field::Known(Match::Exact), ..JobContract::default() };
            let contract = Field::Known(contract);
            let done = JobRecord { completed: Field::Known(true), contract, ..JobRecord::default() };
            vec![JobEvent::Accepted(id.clone()), JobEvent::Polled(Arc::new(done), None)]
        },
        "creation only",
    ),
];

#[test]
fn every_state_says_what_it_means_and_offers_what_helps() {
    let mut out = String::new();
    for (place, seconds, state) in STATES {
        let mut session = Session::at(place);
        session.press("enter enter").pass(Duration::from_secs(seconds));
        let told = told(&session);
        assert!(told.contains(state), "{place}: {told}");
        let _ = writeln!(out, "{place} after {seconds} s\n{told}");
    }
    for (at, events, state) in OTHERS {
        let mut job = job(1, Mode::Similarity);
        for event in events(&JobId::parse("2f4aeb11-6b52-4e0e-9a44-1a2b3c4d5e6f").unwrap()) {
            job.apply(event, NOW, &PollInterval::default());
        }
        let told = told(&shown(job));
        assert!(told.contains(state), "{at}: {told}");
        let _ = writeln!(out, "{at}\n{told}");
    }
    let mut session = Session::at("verify//0.0.5001");
    session.hold();
    let told = told(session.press("enter enter"));
    assert!(told.contains("submitting"), "{told}");
    let _ = writeln!(out, "before the answer\n{told}");
    insta::with_settings!({filters => vec![(r"[0-9a-f]{8}-[0-9a-f-]{27}", "JOB")]}, {
        insta::assert_snapshot!(out);
    });
}

/// What the next step did: a place, a text on the clipboard, a request, a page, a plan.
fn effect(session: &mut Session) -> String {
    let (before, asked) = (session.place(), session.asked());
    session.press(".");
    if session.place() != before {
        return format!("to {}", session.place());
    }
    let carried = session.carried().iter().find_map(|command| match command {
        Command::Copy(text) => Some(text.lines().next().unwrap_or_default().to_owned()),
        Command::Browse(address) => Some(address.clone()),
        Command::Submit(job, _) => Some(format!("attempt {}", job.attempt)),
        _ => None,
    });
    if let Some(carried) = carried {
        return carried;
    }
    if session.asked() > asked {
        return "a look".to_owned();
    }
    let screen = session.screen();
    assert!(
        screen.contains("sent again in") || screen.contains("as received"),
        "nothing happened:\n{screen}"
    );
    "a plan".to_owned()
}

#[test]
fn every_step_leads_somewhere() {
    let mut out = String::new();
    for mode in [Mode::Similarity, Mode::Import] {
        for refusal in refusals(mode) {
            let led = effect(&mut shown(refused(mode, refusal)));
            let _ = writeln!(out, "{} {} ({}): {led}", refusal.0, refusal.1, mode.label());
        }
    }
    for code in job_codes() {
        for mode in modes(code) {
            let led = effect(&mut shown(failed(*mode, code)));
            let _ = writeln!(out, "{code} ({}): {led}", mode.label());
        }
    }
    insta::assert_snapshot!(out);
}

#[test]
fn what_was_tried_in_vain_is_not_advised_again() {
    let mut import = refused(Mode::Import, (404, "not_etherscan_verified", "no"));
    import.key.process = 2;
    let search = failed(Mode::Similarity, "no_similar_match_found");
    let place = format!("job/local:{}", import.key);
    let session = Session::started(&place, Saved { jobs: vec![import, search], ..Saved::default() });
    assert!(told(&session).contains("[. try standard JSON]"), "{}", told(&session));
}

#[test]
fn the_form_gets_all_that_the_job_had() {
    let mut session = Session::at("verify//0.0.5015?mode=import");
    session.press("enter enter").pass(Duration::from_secs(30));
    session.press(".");
    let place = session.place();
    assert!(place.contains("mode=similarity") && place.contains("&creationTransactionHash=0x"), "{place}");
}

#[test]
fn a_file_that_did_not_match_is_compared_and_then_kept_in_the_form() {
    let file = "assets/demo/uploads/counter.standard.json";
    let mut session = Session::at("verify//0.0.5015?mode=standard-json");
    session.press("tab").paste(file).press("tab tab").type_text("0.8.37+commit.f401782d");
    session.press("enter enter");
    session.pass(Duration::from_secs(30));
    assert!(told(&session).contains("[. compare the codes]"), "{}", session.screen());
    session.press(".");
    assert!(session.place().ends_with("/difference"), "{}", session.place());
    session.press("b enter I");
    let screen = session.screen();
    assert!(session.place().contains("mode=standard-json") && screen.contains(file), "{screen}");
}

#[test]
fn the_claim_about_the_key_is_marked_as_one() {
    let mut session = shown(refused(Mode::Import, REFUSALS[13]));
    snapshot!(session.size(80, 24).styled_screen());
    session = shown(refused(Mode::Import, REFUSALS[13]));
    session.press("b");
    assert!(!session.screen().contains("Invalid API"), "{}", session.screen());
}

#[test]
fn the_list_takes_the_selected_jobs_step() {
    let job = refused(Mode::Import, (404, "not_etherscan_verified", "no"));
    let mut session = Session::started("jobs", Saved { jobs: vec![job], ..Saved::default() });
    assert!(session.screen().contains(". try similarity"), "{}", session.screen());
    session.press(".");
    assert!(session.place().contains("mode=similarity"), "{}", session.place());
}
