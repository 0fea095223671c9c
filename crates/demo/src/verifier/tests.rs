//! The server over real HTTP, on the embedded ledger, by a clock that the tests move: what happens is in a table.

use std::time::Duration;

use ledger::Timestamp;
use serde_json::{Map, Value, json};

use super::scenario::{self, Behaviour};
use crate::simulation::contracts::address_of;
use crate::world::World;
use crate::{Clock, Demo, Options, artifacts, start};

/// Stories, each told to a server of its own, as lists of steps:
///
/// - `post`: the mode (standard JSON has no name), for the contract `of` on chain 298 or `at` another chain and
///   address, with a `body`: an object, the name of a build, or text that is sent as media `type`. `put` and `drop`
///   change members of it by JSON pointer. `+7` is the hash of the creation of `0.0.5012`.
/// - `get`: a path, in which `{5001}` is the address of a contract and `{id}` the id of the newest job.
/// - `status`, `code`, `message`: how it is answered; `has`: values by JSON pointer.
/// - `ends`: the `customCode`, or the three matches, of the job that was accepted, four seconds later; `job`: values
///   of its record by JSON pointer. `wait`: milliseconds to let pass first.
const STORIES: &str = include_str!("../../../../tests/fixtures/demo/verifier.json");
/// 2026-11-21 01:20:18 UTC.
const START: Timestamp = Timestamp::from_secs(1_795_224_018);

struct Server {
    demo: Demo,
    clock: Clock,
    /// The id of the newest job.
    id: String,
}

/// The body of a submission of this build in this mode.
fn sources_of(build: &str, mode: &str) -> Value {
    let build = artifacts::named(build).unwrap();
    let mut metadata: Value = serde_json::from_str(&build.metadata).unwrap();
    let text = |path: &str| {
        if path == build.path() { build.source() } else { artifacts::source(path).unwrap().to_owned() }
    };
    let paths: Vec<String> = metadata["sources"].as_object().unwrap().keys().cloned().collect();
    if mode == "metadata" {
        let sources: Map<String, Value> =
            paths.into_iter().map(|path| (path.clone(), text(&path).into())).collect();
        return json!({ "sources": sources, "metadata": metadata });
    }
    let mut settings = metadata["settings"].take();
    settings.as_object_mut().unwrap().shift_remove("compilationTarget");
    let sources: Map<String, Value> =
        paths.into_iter().map(|path| (path.clone(), json!({ "content": text(&path) }))).collect();
    json!({
        "stdJsonInput": { "language": "Solidity", "sources": sources, "settings": settings },
        "compilerVersion": build.compiler,
        "contractIdentifier": format!("{}:{}", build.path(), build.contract),
    })
}

/// A pointer's last member, and the object that holds it.
fn holder<'a, 'b>(body: &'a mut Value, pointer: &'b str) -> (&'a mut Map<String, Value>, &'b str) {
    let (above, name) = pointer.rsplit_once('/').unwrap();
    (body.pointer_mut(above).and_then(Value::as_object_mut).unwrap(), name)
}

fn check(step: &Value, expected: &Value, found: &Value) {
    for (pointer, value) in expected.as_object().into_iter().flatten() {
        let found = found.pointer(pointer).cloned().unwrap_or_else(|| json!({ "absent": true }));
        let part = |name: &str| value.get(name).and_then(Value::as_str);
        match (part("starts"), part("ends")) {
            (Some(start), _) => {
                assert!(found.as_str().unwrap().starts_with(start), "{step}\n{pointer}: {found}");
            }
            (_, Some(end)) => assert!(found.as_str().unwrap().ends_with(end), "{step}\n{pointer}: {found}"),
            _ => assert_eq!(found, *value, "{step}\n{pointer}"),
        }
    }
}

impl Server {
    fn path(&self, text: &str) -> String {
        let mut path = text.replace("{id}", &self.id);
        while let Some((before, (num, after))) =
            path.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?)))
        {
            path = format!("{before}{}{after}", address_of(num.parse().unwrap()));
        }
        path
    }

    fn request(&self, step: &Value) -> reqwest::RequestBuilder {
        let url = |path: &str| format!("{}{}", self.demo.url(), self.path(path));
        if let Some(path) = step["get"].as_str() {
            return crate::http().get(url(path));
        }
        let mode = step["post"].as_str().unwrap();
        let at = step["at"].as_str().map_or_else(|| format!("298/{{{}}}", step["of"]), str::to_owned);
        let part = if mode.is_empty() { String::new() } else { format!("/{mode}") };
        let request = crate::http().post(url(&format!("/v2/verify{part}/{at}")));
        if let Some(kind) = step["type"].as_str() {
            return request.header("content-type", kind).body(step["body"].as_str().unwrap().to_owned());
        }
        let mut body = match &step["body"] {
            Value::String(build) => sources_of(build, mode),
            Value::Null => json!({}),
            other => other.clone(),
        };
        for (pointer, value) in step["put"].as_object().into_iter().flatten() {
            let creation =
                || alloy_primitives::hex::encode_prefixed(World::creation_hash(address_of(5012)).unwrap());
            let value = if value == "+7" { json!(creation()) } else { value.clone() };
            let (object, name) = holder(&mut body, pointer);
            object.insert(name.to_owned(), value);
        }
        for pointer in step["drop"].as_array().into_iter().flatten() {
            let (object, name) = holder(&mut body, pointer.as_str().unwrap());
            object.shift_remove(name).unwrap();
        }
        request.header("content-type", "application/json").body(body.to_string())
    }

    async fn run_step(&mut self, step: &Value) {
        if let Some(millis) = step["wait"].as_u64() {
            self.clock.advance(Duration::from_millis(millis));
        }
        let answer = self.request(step).send().await.unwrap();
        let status = answer.status().as_u16();
        let text = answer.text().await.unwrap();
        let body: Value = serde_json::from_str(&text).unwrap_or_else(|_| json!(text));
        let accepted = json!(if step.get("post").is_some() { 202 } else { 200 });
        assert_eq!(json!(status), *step.get("status").unwrap_or(&accepted), "{step}\n{text}");
        if let Some(code) = step.get("code") {
            assert_eq!(body["customCode"], *code, "{step}\n{text}");
            assert!(body["errorId"].as_str().is_some_and(super::job::is_uuid));
        }
        if let Some(message) = step.get("message") {
            assert_eq!(body["message"], *message, "{step}");
        }
        check(step, &step["has"], &body);
        if let Some(id) = body["verificationId"].as_str() {
            id.clone_into(&mut self.id);
        }
        if step.get("ends").is_none() && step.get("job").is_none() {
            return;
        }
        self.clock.advance(Duration::from_secs(4));
        let url = format!("{}/v2/verify/{}", self.demo.url(), self.id);
        let job: Value =
            serde_json::from_str(&crate::http().get(url).send().await.unwrap().text().await.unwrap())
                .unwrap();
        if let Some(end) = step.get("ends") {
            let matches = ["match", "creationMatch", "runtimeMatch"].map(|name| &job["contract"][name]);
            let found =
                if job.get("error").is_some() { job["error"]["customCode"].clone() } else { json!(matches) };
            assert_eq!(found, *end, "{step}");
        }
        check(step, &step["job"], &job);
    }
}

async fn server() -> Server {
    let clock = Clock::fixed(START);
    let demo = start(Options { clock: clock.clone(), ..Options::default() }).await.unwrap();
    Server { demo, clock, id: String::new() }
}

#[tokio::test]
async fn stories_go_as_with_a_real_server() {
    let stories: Vec<Vec<Value>> = serde_json::from_str(STORIES).unwrap();
    for story in stories {
        let mut server = server().await;
        for step in &story {
            server.run_step(step).await;
        }
    }
}

/// The codes of the contracts to rehearse on are met in every mode, as often as it is tried.
#[tokio::test]
async fn every_rehearsal_goes_as_its_part_says() {
    let mut server = server().await;
    for scenario in scenario::all() {
        let modes = ["similarity", "etherscan", "", "metadata"];
        for (mode, body) in modes.into_iter().zip([json!({}), json!({}), json!("Counter"), json!("Counter")])
        {
            let mut step = json!({ "post": mode, "of": scenario.entity, "body": body });
            match scenario.behaviour {
                Behaviour::Ends { code, .. } => step["ends"] = json!(code),
                Behaviour::Refuses(refused) => step["status"] = json!(refused.status),
                _ => continue,
            }
            server.run_step(&step).await;
        }
    }
}

#[tokio::test]
async fn what_does_not_fit_is_refused_and_what_is_known_is_not_sent_again() {
    let mut server = server().await;
    let huge = "a".repeat(30 * 1024 * 1024);
    server.run_step(&json!({ "post": "etherscan", "of": 5001, "body": { "x": huge }, "status": 500, "code": "internal_error" })).await;
    server.run_step(&json!({ "post": "similarity", "of": 5001 })).await;
    let url = format!("{}/v2/verify/{}", server.demo.url(), server.id);
    let tag = crate::http().get(&url).send().await.unwrap().headers()["etag"].clone();
    let again = || crate::http().get(&url).header("if-none-match", &tag).send();
    assert_eq!(again().await.unwrap().status(), 304);
    server.clock.advance(Duration::from_secs(4));
    assert_eq!(again().await.unwrap().status(), 200);
    // Accepted without saying so: the answer comes two minutes later.
    let silent = format!("{}{}", server.demo.url(), server.path("/v2/verify/similarity/298/{5032}"));
    let request = crate::http().post(silent).header("content-type", "application/json");
    assert!(request.timeout(Duration::from_millis(300)).send().await.unwrap_err().is_timeout());
    let taken =
        json!({ "post": "similarity", "of": 5032, "status": 429, "code": "duplicate_verification_request" });
    server.run_step(&taken).await;
}
