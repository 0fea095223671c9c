//! Jobs that were submitted before: by an earlier command, by another program, or by nobody here; and locks of them.

use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

use super::endings::{CONTRACT, to};
use super::process::{Ended, Home, demo, home, start};
use super::server::{JOB, serve};

const OTHER_JOB: &str = "11111111-2222-4333-8444-555555555555";

const LOCKED: &str = r#"{"customCode":"duplicate_verification_request","message":"runs","errorId":"x"}"#;

/// What a verifier says, which a test changes as it goes.
#[derive(Clone)]
struct Says {
    /// The answers to submissions, of which the last is given again and again.
    submissions: Vec<(u16, String)>,
    /// What becomes of a job, by its id.
    jobs: Vec<(&'static str, u16, Value)>,
    contract: Value,
}

/// A verifier of which every answer can be changed.
fn verifier(says: Says) -> (String, Arc<Mutex<Says>>) {
    let says = Arc::new(Mutex::new(says));
    let told = Arc::clone(&says);
    let (address, _) = serve(move |asked| {
        let mut says = told.lock().unwrap();
        match asked.split_once(' ') {
            Some(("POST", _)) if says.submissions.len() > 1 => says.submissions.remove(0),
            Some(("POST", _)) => says.submissions[0].clone(),
            Some((_, path)) if path.starts_with("/v2/verify/") => {
                let job = says.jobs.iter().find(|(id, ..)| path.ends_with(id));
                let unknown = json!({"customCode": "job_not_found", "message": "no such job"});
                job.map_or((404, unknown.to_string()), |(_, status, record)| (*status, record.to_string()))
            }
            Some((_, path)) if path.starts_with("/v2/contract/") => {
                (if says.contract.is_null() { 404 } else { 200 }, says.contract.to_string())
            }
            _ => (404, "{}".to_owned()),
        }
    });
    (address, says)
}

fn accepted(id: &str) -> (u16, String) {
    (202, json!({ "verificationId": id }).to_string())
}

fn locked() -> (u16, String) {
    (429, LOCKED.to_owned())
}

fn record(completed: bool, matched: Option<&str>) -> Value {
    let contract = json!({
        "match": matched, "runtimeMatch": matched, "creationMatch": matched,
        "chainId": "298", "address": CONTRACT,
    });
    json!({"isJobCompleted": completed, "contract": contract})
}

fn exact() -> Value {
    record(true, Some("exact_match"))
}

fn verified() -> Value {
    json!({"match": "exact_match", "runtimeMatch": "exact_match", "creationMatch": "exact_match"})
}

/// Runs a command about jobs beside this verifier and a mirror node that knows nothing.
fn run(line: &str, verifier: &str, home: &Home) -> Ended {
    let (mirror, _) = serve(|_| (404, "{}".to_owned()));
    start(&format!("{line} --network local --mirror {mirror} --verifier {verifier} --json"), home, &[]).end()
}

#[test]
fn a_job_is_followed_by_its_id_its_key_and_its_contract() {
    let says = Says {
        submissions: vec![accepted(JOB)],
        jobs: vec![(JOB, 200, record(false, None))],
        contract: Value::Null,
    };
    let (server, says) = verifier(says);
    let home = home();
    let sent = start(&to(&server, ""), &home, &[]).end().result(0, "running");
    let key = sent["key"].as_str().unwrap();
    let watched = run(&format!("watch {CONTRACT} --timeout 1"), &server, &home);
    assert_eq!(watched.result(5, "running")["job_id"], JOB);
    says.lock().unwrap().jobs[0].2 = exact();
    for what in [JOB, key, CONTRACT, &format!("{server}/v2/verify/{JOB}")] {
        let watched = run(&format!("watch {what}"), &server, &home);
        let result = watched.result(0, "exact-match");
        assert_eq!(
            (&result["job_id"], &result["key"], &result["mode"]),
            (&JOB.into(), &key.into(), &"similarity".into())
        );
    }
    let list = start("jobs --json", &home, &[]).end().stdout;
    assert!(list.contains(r#""state":"exact-match""#) && list.matches(JOB).count() == 1, "{list}");
}

#[test]
fn a_job_of_elsewhere_is_followed_and_recorded() {
    let says = Says {
        submissions: vec![locked()],
        jobs: vec![(JOB, 200, record(true, None))],
        contract: Value::Null,
    };
    let (server, _) = verifier(says);
    let home = home();
    run(&format!("watch {JOB}"), &server, &home).result(1, "failed");
    let list = start("jobs --json", &home, &[]).end().stdout;
    assert!(list.contains(JOB) && list.contains(r#""state":"failed""#), "{list}");
    let unknown = run(&format!("watch {OTHER_JOB}"), &server, &home).result(6, "lost");
    assert_eq!(unknown["outcome"], "not-found");
}

#[test]
fn a_contract_without_a_job_is_told_as_the_verifier_has_it() {
    let says = Says { submissions: vec![locked()], jobs: Vec::new(), contract: Value::Null };
    let (server, says) = verifier(says);
    let home = home();
    let none = run(&format!("watch {CONTRACT}"), &server, &home).result(6, "not-sent");
    assert!(none["message"].as_str().unwrap().contains("does not have it verified"), "{none}");
    says.lock().unwrap().contract = verified();
    let found = run(&format!("watch {CONTRACT}"), &server, &home).result(0, "already-verified");
    assert_eq!(found["matches"]["runtime"], "exact_match");
    for what in ["nonsense", "0xzz"] {
        let wrong = run(&format!("watch {what}"), &server, &home);
        assert!(wrong.result(2, "not-sent")["message"].as_str().unwrap().contains("no job's UUID"));
    }
}

/// A job of one's own that runs, and a verifier that locks its contract for a submission in another mode.
fn own_lock(submissions: Vec<(u16, String)>) -> (String, Arc<Mutex<Says>>, Home) {
    let says = Says { submissions, jobs: vec![(JOB, 200, record(false, None))], contract: Value::Null };
    let (server, says) = verifier(says);
    let home = home();
    start(&to(&server, ""), &home, &[]).end().result(0, "running");
    (server, says, home)
}

fn import(server: &str, more: &str) -> String {
    to(server, more).replace("verify similarity", "verify import")
}

#[test]
fn a_lock_by_a_job_of_ones_own_names_it() {
    let (server, _, home) = own_lock(vec![accepted(JOB), locked()]);
    let ended = start(&import(&server, ""), &home, &[]).end();
    assert_eq!(ended.result(3, "locked")["locked_by"], JOB);
    let told = start(&import(&server, "").replace("--json", ""), &home, &[]).end();
    assert!(told.stdout.contains(&format!("hieroscope watch {JOB}")), "{}", told.stdout);
}

#[test]
fn a_lock_by_a_job_of_ones_own_is_waited_for_by_following_it() {
    let (server, says, home) = own_lock(vec![accepted(JOB), locked()]);
    says.lock().unwrap().jobs[0].2 = exact();
    let ended = start(&import(&server, "--watch --timeout 20"), &home, &[]).end();
    assert_eq!(ended.result(0, "exact-match")["job_id"], JOB);
    assert!(ended.stderr.contains("it is followed first"), "{}", ended.stderr);
}

#[test]
fn a_lock_is_waited_out() {
    let says = Says {
        submissions: vec![locked(), accepted(OTHER_JOB)],
        jobs: vec![(OTHER_JOB, 200, exact())],
        contract: Value::Null,
    };
    let (server, _) = verifier(says);
    let home = home();
    let ended = start(&to(&server, "--watch --timeout 20"), &home, &[]).end();
    assert_eq!(ended.result(0, "exact-match")["job_id"], OTHER_JOB);
    assert!(ended.stderr.contains("the submission is sent again in 2 s"), "{}", ended.stderr);
    let list = start("jobs --json", &home, &[]).end().stdout;
    assert_eq!(list.matches(r#""state":"#).count(), 1, "one job, sent twice: {list}");
}

#[test]
fn a_refresh_asks_for_jobs_and_for_contracts_of_unknown_outcome() {
    let nameless = (202, "{}".to_owned());
    let says = Says {
        submissions: vec![accepted(JOB), nameless],
        jobs: vec![(JOB, 200, record(false, None))],
        contract: Value::Null,
    };
    let (server, says) = verifier(says);
    let home = home();
    let other = to(&server, "").replace(CONTRACT, "0x00000000000000000000000000000000000fffff");
    start(&to(&server, ""), &home, &[]).end().result(0, "running");
    start(&other, &home, &[]).end().result(4, "unknown-outcome");
    let states = |line: &str, code| {
        let ended = run(line, &server, &home);
        assert_eq!(ended.code, Some(code), "{}", ended.stderr);
        let list: Value = serde_json::from_str(&ended.stdout).unwrap();
        let jobs = list["jobs"].as_array().unwrap();
        jobs.iter().map(|job| job["state"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(states("jobs --refresh", 0), ["unknown-outcome", "running"]);
    says.lock().unwrap().jobs[0].2 = exact();
    says.lock().unwrap().contract = verified();
    assert_eq!(states("jobs", 0), ["unknown-outcome", "running"], "nothing is asked");
    assert_eq!(states("jobs --refresh", 0), ["already-verified", "exact-match"]);
    assert_eq!(states("jobs", 0), ["already-verified", "exact-match"], "it is recorded");
}

#[test]
fn a_refresh_without_an_answer_says_so() {
    let says = Says {
        submissions: vec![accepted(JOB)],
        jobs: vec![(JOB, 500, json!({"customCode": "internal_error", "message": "down"}))],
        contract: Value::Null,
    };
    let (server, _) = verifier(says);
    let home = home();
    start(&to(&server, ""), &home, &[]).end().result(0, "running");
    let ended = run("jobs --refresh", &server, &home);
    let list: Value = serde_json::from_str(&ended.stdout).unwrap();
    assert_eq!((ended.code, &list["jobs"][0]["state"]), (Some(4), &"unreachable".into()), "{list}");
}

#[cfg(unix)]
#[test]
fn a_submission_that_was_killed_does_not_read_as_on_its_way() {
    let (release, wait) = std::sync::mpsc::channel::<()>();
    let wait = Mutex::new(wait);
    let (server, _) = serve(move |asked| {
        if asked.starts_with("POST") {
            // The answer never comes while the test runs.
            let _ = wait.lock().unwrap().recv();
        }
        (404, "{}".to_owned())
    });
    let home = home();
    let mut sending = start(&to(&server, ""), &home, &[]);
    sending.see("submitting");
    assert!(start("jobs", &home, &[]).end().stdout.contains("submitting"));
    sending.child.kill().unwrap();
    sending.child.wait().unwrap();
    let list = start("jobs --json", &home, &[]).end().stdout;
    assert!(list.contains(r#""state":"unknown-outcome""#), "{list}");
    drop(release);
}

#[test]
fn a_job_without_an_id_is_watched_by_its_contract() {
    let says =
        Says { submissions: vec![(502, "<html>".to_owned())], jobs: Vec::new(), contract: Value::Null };
    let (server, says) = verifier(says);
    let home = home();
    let sent = start(&to(&server, ""), &home, &[]).end();
    let key = sent.result(4, "unknown-outcome")["key"].as_str().unwrap().to_owned();
    // It is asked at once, and once more when the time is up.
    let given_up = run(&format!("watch {key} --timeout 1"), &server, &home);
    given_up.result(4, "unknown-outcome");
    assert_eq!(
        given_up.stderr.matches("the verifier was asked for the contract").count(),
        2,
        "{}",
        given_up.stderr
    );
    assert!(
        given_up.stderr.contains("the verifier gave the job no id, so it is asked"),
        "{}",
        given_up.stderr
    );
    let (mirror, _) = serve(|_| (404, "{}".to_owned()));
    let line =
        format!("watch {key} --timeout 3 --network local --mirror {mirror} --verifier {server} --json");
    let mut watching = start(&line, &home, &[]);
    watching.see("the verifier was asked for the contract");
    says.lock().unwrap().contract = verified();
    let ended = watching.end();
    ended.result(0, "already-verified");
    assert!(ended.stderr.contains("exact match"), "{}", ended.stderr);
}

#[test]
fn a_short_address_is_refused_before_anything_is_asked() {
    for line in ["watch 0x12", "verify similarity --address 0x12"] {
        let refused = demo(line).end();
        assert_eq!((refused.code, refused.stdout.as_str()), (Some(2), ""), "{line}: {}", refused.stderr);
        assert!(refused.stderr.contains("has 40"), "{line}: {}", refused.stderr);
    }
    // A system contract is asked for, and the mirror node has none.
    assert!(demo("get 0x167").end().stderr.contains("404"));
}
