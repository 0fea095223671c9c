//! Scenarios as a client meets them.

use std::time::Duration;

use ledger::Timestamp;
use reqwest::{Response, StatusCode};

use super::{Faults, NoScenario, Scenario};
use crate::{Clock, Demo, Options, http, start};

const CONTRACT: &str = "/api/v1/contracts/0.0.5001";
const RESULTS: &str = "/api/v1/contracts/0.0.5001/results?limit=2";
const CHAINS: &str = "/chains";
const SUBMISSION: &str = "/v2/verify/similarity/298/0xb0551e9ecceb06cf6ea2879174aaf4da84633e85";

async fn network(names: &str) -> (Demo, Faults) {
    let faults = Faults::default();
    faults.play(names.split(',')).unwrap();
    // The clock stands, so that no new row comes between two pages.
    let clock = Clock::fixed(Timestamp::from_secs(1_795_219_200));
    let options = Options { clock, faults: faults.clone(), ..Options::default() };
    (start(options).await.unwrap(), faults)
}

async fn get(demo: &Demo, path: &str) -> reqwest::Result<Response> {
    http().get(format!("{}{path}", demo.url())).send().await
}

async fn text(demo: &Demo, path: &str) -> String {
    get(demo, path).await.unwrap().text().await.unwrap()
}

async fn submitted(demo: &Demo) -> Response {
    let url = format!("{}{SUBMISSION}", demo.verifier_url());
    let submission = http().post(url).header("content-type", "application/json").body("{}");
    submission.send().await.unwrap()
}

fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn names_are_unique_short_and_say_what_happens() {
    let mut names: Vec<&str> = Scenario::all().iter().map(|scenario| &*scenario.name).collect();
    for scenario in Scenario::all() {
        let name = &scenario.name;
        let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        assert!(name.chars().all(is_plain) && name.len() <= 24, "{name}");
        assert!(scenario.says.ends_with('.'), "{name}");
        assert_eq!(scenario.rule().is_some(), scenario.place().is_none(), "{name}");
    }
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), Scenario::all().len());
}

#[test]
fn the_readme_lists_all() {
    let readme = include_str!("../../assets/README.md");
    assert!(
        readme.contains(&Scenario::markdown()),
        "write this into crates/demo/assets/README.md:\n{}",
        Scenario::markdown()
    );
}

#[test]
fn a_name_that_is_none_is_told_with_the_nearest() {
    let near = Scenario::parse("miror-429-dates").unwrap_err();
    assert!(near.to_string().contains("near it are mirror-429-date, "), "{near}");
    let seen = Scenario::parse("mirror-null-key").unwrap_err();
    assert_eq!(
        seen.to_string(),
        "mirror-null-key needs no fault: hieroscope --network demo 0.0.5004 shows it"
    );
    for text in ["mirror-503=0", "mirror-503=1001", "mirror-503=", "mirror-503=two"] {
        assert_eq!(Scenario::parse(text).unwrap_err(), NoScenario::Number(text.to_owned()));
    }
    let faults = Faults::default();
    assert!(faults.play(["mirror-503", "mirror-504"]).is_err());
    assert!(faults.rules().is_empty(), "all or nothing");
}

#[tokio::test]
async fn each_service_has_faults_of_its_own() {
    let (demo, _) = network("mirror-503=1,verifier-502").await;
    assert_eq!(get(&demo, CONTRACT).await.unwrap().status(), 503);
    assert_eq!(get(&demo, CONTRACT).await.unwrap().status(), 200, "once was asked for");
    let page = get(&demo, CHAINS).await.unwrap();
    assert_eq!(
        (page.status(), &page.headers()["content-type"]),
        (StatusCode::BAD_GATEWAY, &"text/html".parse().unwrap())
    );
}

#[tokio::test]
async fn a_port_refuses_until_it_does_not() {
    let (demo, faults) = network("mirror-refused").await;
    assert!(get(&demo, CONTRACT).await.unwrap_err().is_connect());
    let verifier = http().get(format!("{}/chains", demo.verifier_url())).send().await.unwrap();
    assert_eq!(verifier.status(), 200, "the other one listens");
    faults.clear();
    while get(&demo, CONTRACT).await.is_err() {
        tokio::task::yield_now().await;
    }
    faults.play(["mirror-refused"]).unwrap();
    while get(&demo, CONTRACT).await.is_ok() {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_restart_begins_behind_the_submission() {
    let (demo, faults) = network("verifier-restart").await;
    let accepted = submitted(&demo).await;
    assert_eq!(accepted.status(), 202);
    let id = json(&accepted.text().await.unwrap())["verificationId"].as_str().unwrap().to_owned();
    let job = format!("{}/v2/verify/{id}", demo.verifier_url());
    while http().get(&job).send().await.is_ok() {
        tokio::task::yield_now().await;
    }
    faults.clear();
    let found = loop {
        if let Ok(found) = http().get(&job).send().await {
            break found;
        }
        tokio::task::yield_now().await;
    };
    assert_eq!(found.status(), 200, "the job is still there");
}

#[tokio::test]
async fn an_answer_is_broken_off() {
    let (demo, _) = network("mirror-reset=1").await;
    let fault = get(&demo, CONTRACT).await.unwrap_err();
    assert!(format!("{fault:?}").contains("ConnectionReset"), "{fault:?}");
    assert_eq!(get(&demo, CONTRACT).await.unwrap().status(), 200);
    let (demo, _) = network("mirror-reset-midway").await;
    let begun = get(&demo, CONTRACT).await.unwrap();
    assert_eq!(begun.status(), 200);
    assert!(begun.text().await.is_err());
}

#[tokio::test]
async fn a_wait_is_asked_for_in_seconds_or_as_a_date() {
    let (demo, _) = network("mirror-429-seconds,verifier-429-date").await;
    assert_eq!(get(&demo, CONTRACT).await.unwrap().headers()["retry-after"], "3");
    let date = get(&demo, CHAINS).await.unwrap().headers()["retry-after"].to_str().unwrap().to_owned();
    assert!(date.ends_with(" GMT"), "{date}");
}

#[tokio::test]
async fn what_is_right_is_spoilt_on_its_way() {
    let right = text(&network("verifier-502").await.0, "/api/v1/contracts/0.0.5003").await;
    let (demo, faults) = network("mirror-truncated").await;
    let cut = text(&demo, "/api/v1/contracts/0.0.5003").await;
    assert!(right.starts_with(&cut) && cut.len() == right.len() / 2);
    faults.clear();
    for name in ["mirror-truncated-gzip", "mirror-not-gzip"] {
        faults.play([name]).unwrap();
        let fault = get(&demo, CONTRACT).await.unwrap().text().await.unwrap_err();
        assert!(fault.is_decode(), "{name}: {fault:?}");
        faults.clear();
    }
    faults.play(["mirror-numeric-strings"]).unwrap();
    assert!(json(&text(&demo, CONTRACT).await)["nonce"].is_string());
    faults.clear();
    faults.play(["mirror-too-large"]).unwrap();
    let large = text(&demo, CONTRACT).await;
    assert!(large.len() > 40 << 20);
    assert_eq!(json(&large)["contract_id"], "0.0.5001");
}

#[tokio::test]
async fn an_answer_comes_in_drips() {
    let (demo, _) = network("mirror-slow").await;
    let mut answer = get(&demo, CONTRACT).await.unwrap();
    let length = answer.content_length().unwrap();
    let first = answer.chunk().await.unwrap().unwrap();
    assert_eq!(u64::try_from(first.len()).unwrap(), length.div_ceil(100));
}

#[tokio::test]
async fn links_to_next_pages_mislead() {
    let rows = |page: &serde_json::Value| page["results"].as_array().unwrap().len();
    let next = |page: &serde_json::Value| page["links"]["next"].as_str().unwrap().to_owned();
    let (demo, faults) = network("mirror-empty-page").await;
    let first = json(&text(&demo, RESULTS).await);
    let between = json(&text(&demo, &next(&first)).await);
    let second = json(&text(&demo, &next(&between)).await);
    assert_eq!([&first, &between, &second].map(rows), [2, 0, 2]);
    faults.clear();
    let right = json(&text(&demo, RESULTS).await);
    assert_eq!(next(&between), next(&right), "no row is lost");
    faults.play(["mirror-next-host"]).unwrap();
    assert!(next(&json(&text(&demo, RESULTS).await)).starts_with("http://elsewhere.invalid/api/v1/"));
    faults.clear();
    faults.play(["mirror-next-absolute"]).unwrap();
    assert!(next(&json(&text(&demo, RESULTS).await)).starts_with(&format!("{}/api/v1/", demo.url())));
    faults.clear();
    faults.play(["mirror-next-repeated"]).unwrap();
    let second = next(&json(&text(&demo, RESULTS).await));
    assert_eq!(next(&json(&text(&demo, &second).await)), second);
}

#[tokio::test]
async fn details_come_late_and_lists_do_not() {
    let (demo, _) = network("mirror-404-fresh").await;
    let detail = "/api/v1/contracts/0.0.5001/results/1795216207.123456789";
    assert_eq!(get(&demo, RESULTS).await.unwrap().status(), 200);
    let mut statuses = Vec::new();
    for _ in 0..3 {
        statuses.push(get(&demo, detail).await.unwrap().status().as_u16());
    }
    assert_eq!(statuses, [404, 404, 200]);
}

#[tokio::test]
async fn a_server_that_executes_nothing_again_tells_all_else() {
    let (demo, _) = network("mirror-no-opcodes").await;
    let result =
        "/api/v1/contracts/results/0x344c04a9a5020153d072518d9adf5407703efbad6124947a1e934cf3ea8e0561";
    assert_eq!(get(&demo, result).await.unwrap().status(), 200);
    assert_eq!(get(&demo, &format!("{result}/opcodes")).await.unwrap().status(), 404);
    assert_eq!(get(&demo, &format!("{result}/actions")).await.unwrap().status(), 200);
}

#[tokio::test]
async fn a_submission_is_answered_otherwise() {
    for (name, status, body) in [
        ("verifier-201", 201, "verificationId"),
        ("verifier-no-id", 202, "{}"),
        ("verifier-409", 409, "already_verified"),
        ("verifier-429-limit", 429, "etherscan_limit"),
        ("verifier-409-foreign", 409, "<html>"),
    ] {
        let answer = submitted(&network(name).await.0).await;
        assert_eq!(answer.status(), status, "{name}");
        assert!(answer.text().await.unwrap().contains(body), "{name}");
    }
}

#[tokio::test]
async fn a_submission_is_taken_whose_answer_is_not_waited_for() {
    let (demo, _) = network("verifier-late").await;
    let url = format!("{}{SUBMISSION}", demo.verifier_url());
    let submission = http().post(url).header("content-type", "application/json").body("{}");
    assert!(submission.timeout(Duration::from_millis(50)).send().await.unwrap_err().is_timeout());
    // The server knows of the job and refuses another one.
    let (demo, _) = network("verifier-dropped=1").await;
    let url = format!("{}{SUBMISSION}", demo.verifier_url());
    let submission = http().post(url).header("content-type", "application/json").body("{}");
    submission.send().await.unwrap_err();
    assert_eq!(submitted(&demo).await.status(), 429);
}

#[tokio::test]
async fn records_of_jobs_have_other_shapes() {
    let (demo, faults) = network("verifier-409=1").await;
    faults.clear();
    let id =
        json(&submitted(&demo).await.text().await.unwrap())["verificationId"].as_str().unwrap().to_owned();
    let path = format!("/v2/verify/{id}");
    for (name, member, wanted) in
        [("verifier-unknown-keys", "progress", "81 %"), ("verifier-status", "status", "pending")]
    {
        faults.play([name]).unwrap();
        assert_eq!(json(&text(&demo, &path).await)[member], wanted, "{name}");
        faults.clear();
    }
    faults.play(["verifier-no-contract"]).unwrap();
    assert!(json(&text(&demo, &path).await)["contract"].is_null());
    faults.clear();
    faults.play(["verifier-gone"]).unwrap();
    assert_eq!(get(&demo, &path).await.unwrap().status(), 200);
    assert_eq!(get(&demo, &path).await.unwrap().status(), 404);
}
