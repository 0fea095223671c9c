//! Jobs of real servers, replayed as they were recorded: the answer to the submission, then each look in turn.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::Duration;

use serde_json::Value;
use verification::{Job, JobState};

use crate::player::{Reply, serve};
use crate::support::Session;

/// Where the form sends what is recorded: the answers are made to be about this contract.
const PLACE: &str = "verify/298/0x00000000000000000000000000000000000fffff";

/// What a verifier has of a contract that is verified; it does not say which.
const VERIFIED: &str = r#"{"match":"match","creationMatch":"match","runtimeMatch":"match"}"#;

/// A recorded answer, about the contract at [`PLACE`].
fn about_place(body: &str) -> String {
    let Ok(mut record) = serde_json::from_str::<Value>(body) else { return body.to_owned() };
    if let Some(contract) = record.get_mut("contract").and_then(Value::as_object_mut) {
        contract.insert("chainId".into(), "298".into());
        contract.insert("address".into(), "0x00000000000000000000000000000000000fffff".into());
        return record.to_string();
    }
    body.to_owned()
}

/// The answers of a recording, those to submissions and those to looks, in order.
fn exchanges(name: &str) -> (Vec<Reply>, Vec<Reply>) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/fixtures/verifier/{name}.json"));
    let exchanges: Vec<Value> = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    let (submissions, looks): (Vec<_>, Vec<_>) =
        exchanges.into_iter().partition(|exchange| exchange["method"] == "POST");
    let replies = |exchanges: Vec<Value>| {
        let reply = |exchange: &Value| {
            let status = u16::try_from(exchange["status"].as_u64().unwrap()).unwrap();
            (status, about_place(exchange["body"].as_str().unwrap()))
        };
        exchanges.iter().map(reply).collect()
    };
    let (mut submissions, looks): (Vec<Reply>, Vec<Reply>) = (replies(submissions), replies(looks));
    // A submission in a way that is not replayed is not kept with its looks; every one is answered like this.
    if let Some((_, record)) = looks.first().filter(|_| submissions.iter().all(|(status, _)| *status != 202))
    {
        let record: Value = serde_json::from_str(record).unwrap();
        submissions.insert(
            0,
            (202, serde_json::json!({ "verificationId": record.get("verificationId") }).to_string()),
        );
    }
    (submissions, looks)
}

/// A session that has submitted, on a server that plays the recording; its last answers are repeated.
fn replayed(name: &str, mode: &str) -> Session {
    let (submissions, looks) = exchanges(name);
    let played: Mutex<HashMap<bool, usize>> = Mutex::default();
    let claimed = submissions.iter().chain(&looks).any(|(_, body)| body.contains("already_verified"));
    let server = serve(move |path| {
        let submitted = !played.lock().unwrap().is_empty();
        if !path.starts_with("/v2/verify/") {
            let verified = claimed && submitted && path.starts_with("/v2/contract/298/");
            return if verified { (200, VERIFIED.to_owned()) } else { (404, "{}".to_owned()) };
        }
        let is_look = path.trim_start_matches("/v2/verify/").len() == 36;
        let replies = if is_look { &looks } else { &submissions };
        let mut played = played.lock().unwrap();
        let at = played.entry(is_look).or_default();
        let reply = replies.get(*at).or(replies.last()).unwrap().clone();
        *at += 1;
        reply
    });
    let mut session = Session::on_server(&format!("{PLACE}?mode={mode}"), &server);
    session.press("enter enter");
    session
}

fn job(session: &Session) -> &Job {
    session.saved().jobs.first().unwrap()
}

fn states(session: &Session) -> Vec<JobState> {
    job(session).timeline.iter().map(|moment| moment.state).collect()
}

#[test]
fn recorded_jobs_pass_through_their_states() {
    use JobState::{
        AlreadyVerified, ExactMatch, Failed, Locked, Match, Refused, Running, RuntimeOnly, Submitting,
    };
    for (name, mode, ends) in [
        ("402-import-slow-polling", "import", &[Running, ExactMatch][..]),
        ("906-import-slow-explorer", "import", &[Running, ExactMatch]),
        ("990-after-restart-similarity-storage", "similarity", &[Running, ExactMatch]),
        ("501-external-refusals", "similarity", &[Running, ExactMatch]),
        ("115-import-single-file", "import", &[Running, Match]),
        ("203-similarity-look-alike-no-candidate", "similarity", &[Running, Failed]),
        ("205-similarity-partial-again", "similarity", &[Running, AlreadyVerified]),
        ("211-similarity-unknown-creation-hash", "similarity", &[Running, RuntimeOnly]),
        ("117-import-missing-contract-file-name", "import", &[Running, Failed]),
        ("119-import-vyper-version-unknown", "import", &[Running, Failed]),
        ("606-std-compiler-error", "import", &[Running, Failed]),
        ("604-std-look-alike-length-mismatch", "import", &[Running, Failed]),
        ("503-external-failed-job", "import", &[Running, Failed]),
        ("101-import-already-verified", "import", &[AlreadyVerified]),
        ("105-import-bad-key", "import", &[Refused]),
        ("113-import-unsupported-by-chain", "import", &[Refused]),
        ("902-similarity-rpc-error", "similarity", &[Refused]),
    ] {
        let mut session = replayed(name, mode);
        session.pass(Duration::from_mins(2));
        let wanted: Vec<JobState> = [Submitting].iter().chain(ends).copied().collect();
        assert_eq!(states(&session), wanted, "{name}\n{}", session.screen());
        assert!(session.is_quiet(), "{name}");
    }
    // A job that runs refuses every other submission, whatever its mode.
    let (submissions, _) = exchanges("400-duplicate-while-running");
    let refused = submissions[1].clone();
    let server =
        serve(move |path| if path.starts_with("/v2/") { refused.clone() } else { (404, "{}".into()) });
    let mut session = Session::on_server(PLACE, &server);
    session.press("enter enter");
    assert_eq!(states(&session), [Submitting, Locked]);
}

#[test]
fn the_life_of_an_import_is_told_with_its_times() {
    let mut session = replayed("402-import-slow-polling", "import");
    session.pass(Duration::from_mins(2));
    snapshot!(session.styled_screen());
}

#[test]
fn other_explorers_are_shown_as_they_are_told() {
    let mut session = replayed("501-external-refusals", "similarity");
    session.pass(Duration::from_secs(3));
    assert_eq!(job(&session).state, JobState::ExactMatch);
    assert!(!session.screen().contains("blockscout"), "{}", session.screen());
    session.pass(Duration::from_secs(40));
    assert_eq!(job(&session).state, JobState::ExactMatch);
    snapshot!(session.styled_screen());
}

#[test]
fn a_server_that_was_killed_leaves_a_job_that_stalls_and_a_lock() {
    let mut session = replayed("701-job-when-server-is-killed", "similarity");
    session.pass(Duration::from_mins(11));
    assert_eq!(states(&session), [JobState::Submitting, JobState::Running, JobState::Stalled]);
    session.press("x x enter enter");
    assert_eq!(job(&session).state, JobState::Locked);
    session.press(".").pass(Duration::from_mins(20));
    let attempts = states(&session).iter().filter(|state| **state == JobState::Locked).count();
    assert_eq!(attempts, 6);
    snapshot!(session.styled_screen());
}

/// The state that a record tells of, read without the program.
fn told(record: &str) -> JobState {
    let record: Value = serde_json::from_str(record).unwrap();
    let text = |path: &str| record.pointer(path).and_then(Value::as_str);
    if record.get("isJobCompleted") != Some(&Value::Bool(true)) {
        return JobState::Running;
    }
    let (creation, runtime) = (text("/contract/creationMatch"), text("/contract/runtimeMatch"));
    match (text("/error/customCode"), creation, runtime) {
        (Some("already_verified"), ..) => JobState::AlreadyVerified,
        (Some(_), ..) => JobState::Failed,
        (None, Some("exact_match"), Some("exact_match")) => JobState::ExactMatch,
        (None, Some(_), Some(_)) => JobState::Match,
        (None, None, _) => JobState::RuntimeOnly,
        (None, Some(_), None) => JobState::CreationOnly,
    }
}

/// The looks at every job that was ever recorded, in order, by the job's id.
fn all_looks() -> BTreeMap<String, Vec<Reply>> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/verifier");
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mut looks: BTreeMap<String, Vec<Reply>> = BTreeMap::new();
    for file in files {
        let exchanges: Vec<Value> = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
        for exchange in exchanges.iter().filter(|one| one["method"] == "GET" && one["status"] == 200) {
            let path = exchange["path"].as_str().unwrap_or_default();
            let id = path.strip_prefix("/v2/verify/").filter(|id| id.len() == 36);
            let Some(id) = id else { continue };
            looks
                .entry(id.to_owned())
                .or_default()
                .push((200, exchange["body"].as_str().unwrap().to_owned()));
        }
    }
    looks
}

#[test]
fn every_recorded_job_ends_as_its_last_look_tells() {
    let looks = all_looks();
    assert!(looks.len() > 50, "{}", looks.len());
    let left: Mutex<BTreeMap<String, Vec<Reply>>> = Mutex::new(looks.clone());
    let server = serve(move |path| {
        if path.starts_with("/v2/contract/") {
            return (200, VERIFIED.to_owned());
        }
        let mut left = left.lock().unwrap();
        let replies = path.strip_prefix("/v2/verify/").and_then(|id| left.get_mut(id));
        replies.map_or((404, "{}".to_owned()), |replies| {
            if replies.len() > 1 { replies.remove(0) } else { replies[0].clone() }
        })
    });
    let mut session = Session::on_server("jobs", &server);
    for id in looks.keys() {
        session.press(":").type_text(&format!("job/{id}")).press("enter a").pass(Duration::from_millis(1));
    }
    session.pass(Duration::from_secs(20));
    let ended: BTreeMap<String, JobState> = session
        .saved()
        .jobs
        .iter()
        .filter_map(|job| Some((job.id.as_ref()?.to_string(), job.state)))
        .collect();
    let wanted: BTreeMap<String, JobState> =
        looks.into_iter().map(|(id, replies)| (id, told(&replies.last().unwrap().1))).collect();
    // The session's clock is behind that of the recordings, so even the job that never completes runs still.
    assert_eq!(ended, wanted);
}
