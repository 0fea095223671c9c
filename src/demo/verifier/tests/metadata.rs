//! Metadata: what is refused, and what is missing.

use serde_json::{Value, json};

use super::{Server, matches, standard_json, with_metadata};
use crate::demo::artifacts;

fn changed(build: &str, change: impl FnOnce(&mut Value)) -> Value {
    let mut body = with_metadata(build);
    change(&mut body);
    body
}

#[tokio::test]
async fn metadata_with_its_sources_matches_exactly() {
    let server = Server::start().await;
    for (entity, build) in [(5014, "Vault"), (5021, "Oracle"), (5151, "CounterForged")] {
        let done = server.outcome("metadata", entity, &with_metadata(build)).await;
        assert_eq!(matches(&done["contract"]), ["exact_match"; 3], "{build}: {done}");
    }
    // A source is known by its hash, not by its path; or it stands in the metadata itself.
    let renamed = changed("Counter", |body| {
        let text = body["sources"]["Counter.sol"].take();
        body["sources"] = json!({ "elsewhere.sol": text });
    });
    let done = server.outcome("metadata", 5012, &renamed).await;
    assert_eq!(matches(&done["contract"]), ["exact_match"; 3]);
    let literal = changed("Counter", |body| {
        body["metadata"]["sources"]["Counter.sol"]["content"] = body["sources"]["Counter.sol"].take();
        body["sources"] = json!({});
    });
    let done = server.outcome("metadata", 5019, &literal).await;
    assert_eq!(matches(&done["contract"]), ["exact_match"; 3]);
    let reworded = server.outcome("metadata", 5007, &with_metadata("Greeter")).await;
    assert_eq!(matches(&reworded["contract"]), ["match"; 3]);
}

#[tokio::test]
async fn a_missing_or_altered_source_is_named() {
    let server = Server::start().await;
    let missing = changed("Oracle", |body| {
        body["sources"].as_object_mut().unwrap().shift_remove("Sorting.sol");
    });
    let altered = changed("Oracle", |body| body["sources"]["Sorting.sol"] = json!("// not it"));
    for body in [missing, altered] {
        let error = server.outcome("metadata", 5021, &body).await["error"].take();
        assert_eq!(error["customCode"], "missing_source");
        assert_eq!(error["errorData"], json!({ "missingSources": ["Sorting.sol"] }));
        assert!(error.get("onchainRuntimeCode").is_none());
    }
}

#[tokio::test]
async fn what_metadata_says_of_the_compilation_counts() {
    let server = Server::start().await;
    let put =
        |pointer: &str, value: Value| changed("Counter", |body| *body.pointer_mut(pointer).unwrap() = value);
    for (body, code) in [
        (put("/metadata/settings/compilationTarget", json!({})), "invalid_compilation_target"),
        (
            put("/metadata/settings/compilationTarget", json!({ "Counter.sol": "Counter", "b.sol": "B" })),
            "invalid_compilation_target",
        ),
        (
            put("/metadata/settings/compilationTarget", json!({ "Counter.sol": "Adder" })),
            "contract_not_found_in_compiler_output",
        ),
        (put("/metadata/compiler/version", json!("0.8.26")), "compiler_error"),
        (put("/metadata/language", json!("Cobol")), "invalid_language"),
        (put("/metadata/settings/optimizer/enabled", json!(false)), "bytecode_length_mismatch"),
    ] {
        let done = server.outcome("metadata", 5012, &body).await;
        assert_eq!(done["error"]["customCode"], code);
    }
}

#[tokio::test]
async fn a_body_must_hold_what_is_needed() {
    let server = Server::start().await;
    let without = |pointer: &str, name: &'static str| {
        changed("Counter", |body| {
            body.pointer_mut(pointer).unwrap().as_object_mut().unwrap().shift_remove(name);
        })
    };
    for (body, message) in [
        (json!({}), "request/body must have required property 'sources'"),
        (without("", "metadata"), "request/body must have required property 'metadata'"),
        (json!({ "sources": [], "metadata": {} }), "request/body/sources must be object"),
        (json!({ "sources": { "a": 1 }, "metadata": {} }), "request/body/sources/a must be string"),
        (json!({ "sources": {}, "metadata": {} }), "Metadata must contain a compiler field."),
        (without("/metadata/compiler", "version"), "Metadata must contain a compiler.version field."),
        (without("/metadata", "language"), "Metadata must contain a language field."),
        (without("/metadata", "sources"), "Metadata must contain a sources field."),
        (without("/metadata", "settings"), "Metadata must contain a settings field."),
        (
            without("/metadata/settings", "compilationTarget"),
            "Metadata must contain a settings.compilationTarget field.",
        ),
    ] {
        let answer = server.submit("metadata", 5012, &body).await;
        assert_eq!(answer.code(), (400, "invalid_parameter".into()));
        assert_eq!(answer.json()["message"], message);
    }
}

#[tokio::test]
async fn the_rules_for_all_submissions_hold_for_sources_too() {
    let server = Server::start().await;
    let bodies = [("", standard_json("Token")), ("metadata", with_metadata("Token"))];
    for (mode, body) in &bodies {
        assert_eq!(server.submit(mode, 5002, body).await.code(), (409, "already_verified".into()));
    }
    server.accepted("", 5027, &bodies[0].1).await;
    for (mode, body) in &bodies {
        let answer = server.submit(mode, 5027, body).await;
        assert_eq!(answer.code(), (429, "duplicate_verification_request".into()));
    }
    let huge = artifacts::source("Token.sol").unwrap().repeat(31 * 1024 * 1024 / 2000);
    for (mode, mut body) in bodies {
        body["more"] = json!(huge);
        assert_eq!(server.submit(mode, 5034, &body).await.code(), (500, "internal_error".into()));
    }
}
