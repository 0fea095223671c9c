//! Standard JSON: what is refused, and what the compiler and the comparison make of the rest.

use serde_json::{Value, json};

use super::{Server, address, creation_hash, hex, matches, standard_json};
use crate::demo::artifacts;

const EXACT: &str = "exact_match";

/// The body of a submission of this build, changed.
fn changed(build: &str, change: impl FnOnce(&mut Value)) -> Value {
    let mut body = standard_json(build);
    change(&mut body);
    body
}

/// The `customCode` and the whole `error` of a job that fails.
async fn failure(server: &Server, entity: u64, body: &Value) -> (String, Value) {
    let error = server.outcome("", entity, body).await["error"].take();
    (error["customCode"].as_str().unwrap_or_default().to_owned(), error)
}

#[tokio::test]
async fn the_sources_of_a_build_match_exactly() {
    let server = Server::start().await;
    for (entity, build) in [
        (5001, "Router"),
        (5005, "Bazaar"),
        (5007, "GreeterReworded"),
        (5012, "Counter"),
        (5013, "Sorting"),
        (5014, "Vault"),
        (5021, "Oracle"),
        (5036, "Factory"),
        (5037, "EscrowBrief"),
        (5151, "CounterForged"),
    ] {
        let id = server.accepted("", entity, &standard_json(build)).await;
        server.clock.advance(std::time::Duration::from_secs(40));
        let done = server.job(&id).await;
        assert_eq!(matches(&done["contract"]), [EXACT; 3], "{build}: {done}");
        assert!(done["compilationTime"].is_string());
    }
    let inside = server.outcome("", 5011, &standard_json("Counter")).await;
    assert_eq!(matches(&inside["contract"]), [json!(EXACT), Value::Null, json!(EXACT)]);
    let raised = server.outcome("", 5024, &standard_json("Timelock")).await;
    assert_eq!(matches(&raised["contract"]), [EXACT; 3]);
}

#[tokio::test]
async fn a_leading_v_more_files_and_defaults_spelled_out_change_nothing() {
    let server = Server::start().await;
    let body = changed("Counter", |body| {
        body["compilerVersion"] = json!("v0.8.37+commit.f401782d");
        body["stdJsonInput"]["sources"]["Vault.sol"] = json!({ "content": artifacts::source("Vault.sol") });
        let settings = &mut body["stdJsonInput"]["settings"];
        settings["metadata"] = json!({ "appendCBOR": true, "useLiteralContent": false });
        settings["libraries"] =
            json!({ "Sorting.sol": { "Sorting": "0x0000000000000000000000000000000000001395" } });
        settings["viaIR"] = json!(false);
        settings["outputSelection"] = json!({ "*": { "*": ["abi"] } });
    });
    let done = server.outcome("", 5012, &body).await;
    assert_eq!(matches(&done["contract"]), [EXACT; 3]);
}

#[tokio::test]
async fn what_only_the_metadata_tells_costs_the_exactness() {
    let server = Server::start().await;
    let plain = |change: fn(&mut Value)| changed("Counter", change);
    for (entity, body) in [
        (
            5012,
            plain(|body| {
                let text =
                    artifacts::source("Counter.sol").unwrap().replace("/// Counts", "/// Still counts");
                body["stdJsonInput"]["sources"]["Counter.sol"]["content"] = json!(text);
            }),
        ),
        (
            5019,
            plain(|body| {
                let source = body["stdJsonInput"]["sources"]["Counter.sol"].take();
                body["stdJsonInput"]["sources"] = json!({ "contracts/Counter.sol": source });
                body["contractIdentifier"] = json!("contracts/Counter.sol:Counter");
            }),
        ),
        (5025, plain(|body| body["stdJsonInput"]["settings"]["remappings"] = json!(["@a/=lib/a/"]))),
        (5026, plain(|body| body["stdJsonInput"]["settings"]["libraries"] = json!({}))),
        (5043, plain(|body| body["stdJsonInput"]["settings"]["evmVersion"] = json!("prague"))),
    ] {
        let done = server.outcome("", entity, &body).await;
        assert_eq!(matches(&done["contract"]), ["match"; 3], "{entity}: {done}");
    }
    let reworded = server.outcome("", 5007, &standard_json("Greeter")).await;
    assert_eq!(matches(&reworded["contract"]), ["match"; 3]);
    // Without the optimizer the code is that of the build without it, which the compiler did make.
    let unoptimized = changed("Counter", |body| {
        body["stdJsonInput"]["settings"]["optimizer"] = json!({ "enabled": false, "runs": 200 });
    });
    let done = server.outcome("", 5151, &unoptimized).await;
    assert_eq!(matches(&done["contract"]), ["match"; 3]);
}

#[tokio::test]
async fn other_sources_and_other_circumstances_give_other_code() {
    let server = Server::start().await;
    let setting =
        |name: &str, value: Value| changed("Token", |body| body["stdJsonInput"]["settings"][name] = value);
    let release = changed("Token", |body| body["compilerVersion"] = json!("0.8.30+commit.73712a01"));
    for (entity, body, code, longer) in [
        (5020, standard_json("Counter"), "no_match", 0),
        (5037, standard_json("Escrow"), "bytecode_length_mismatch", 1),
        (5010, standard_json("Token"), "bytecode_length_mismatch", 1),
        (5027, release, "no_match", 0),
        (5027, setting("optimizer", json!({ "enabled": true, "runs": 1 })), "no_match", 0),
        (5027, setting("optimizer", json!({ "enabled": false })), "bytecode_length_mismatch", 1),
        (5027, setting("evmVersion", json!("paris")), "bytecode_length_mismatch", 1),
        (5027, setting("viaIR", json!(true)), "bytecode_length_mismatch", 1),
        (5027, setting("metadata", json!({ "bytecodeHash": "none" })), "bytecode_length_mismatch", -1),
        (5027, setting("metadata", json!({ "appendCBOR": false })), "bytecode_length_mismatch", -1),
    ] {
        let (found, error) = failure(&server, entity, &body).await;
        assert_eq!(found, code, "{error}");
        let length = |name: &str| error[name].as_str().map(str::len).unwrap_or_default();
        let order = length("recompiledRuntimeCode").cmp(&length("onchainRuntimeCode")) as i32;
        assert_eq!(order, longer, "{code} {}", body["stdJsonInput"]["settings"]);
        assert!(length("recompiledCreationCode") > length("recompiledRuntimeCode"));
        assert_eq!(length("onchainCreationCode") > 0, code == "no_match");
        assert_eq!(error["creationTransactionHash"], hex(&creation_hash(entity)));
        let (_, again) = failure(&server, entity, &body).await;
        assert_eq!(again["recompiledRuntimeCode"], error["recompiledRuntimeCode"], "the same each time");
    }
}

#[tokio::test]
async fn a_hash_of_another_creation_costs_the_creation_match() {
    let server = Server::start().await;
    let body = changed("Counter", |body| body["creationTransactionHash"] = json!(hex(&[7; 32])));
    let done = server.outcome("", 5012, &body).await;
    assert_eq!(matches(&done["contract"]), [json!(EXACT), Value::Null, json!(EXACT)]);
    let body = changed("Counter", |body| body["creationTransactionHash"] = json!(hex(&creation_hash(5012))));
    let done = server.outcome("", 5012, &body).await;
    assert_eq!(matches(&done["contract"]), [EXACT; 3]);
}

#[tokio::test]
async fn what_does_not_compile_fails_with_the_compilers_words() {
    let server = Server::start().await;
    let source = |text: String| {
        changed("Oracle", |body| body["stdJsonInput"]["sources"]["Oracle.sol"]["content"] = json!(text))
    };
    let oracle = artifacts::source("Oracle.sol").unwrap();
    let slip = source(oracle.replacen("contract Oracle", "contrat Oracle", 1));
    let (code, error) = failure(&server, 5021, &slip).await;
    assert_eq!(code, "compiler_error");
    let complaint = &error["errorData"]["compilerErrors"][0];
    let at = oracle.find("contract Oracle").unwrap();
    assert_eq!(complaint["sourceLocation"], json!({ "end": at + 7, "file": "Oracle.sol", "start": at }));
    let shown = complaint["formattedMessage"].as_str().unwrap();
    assert!(shown.contains("\n --> Oracle.sol:7:1:\n  |\n7 | contrat Oracle {\n  | ^^^^^^^\n\n"), "{shown}");
    assert!(error["message"].as_str().unwrap().starts_with("Compiler error. [{\"component\":\"general\","));
    assert!(error["onchainRuntimeCode"].is_string());

    let alone = changed("Oracle", |body| {
        body["stdJsonInput"]["sources"].as_object_mut().unwrap().shift_remove("Sorting.sol");
    });
    let (code, error) = failure(&server, 5021, &alone).await;
    assert_eq!(code, "compiler_error");
    let complaint = &error["errorData"]["compilerErrors"][0];
    assert_eq!(complaint["message"], "Source \"Sorting.sol\" not found: File not found.");
    assert_eq!(complaint["type"], "ParserError");

    let (_, error) = failure(&server, 5021, &source("contract Unheard {}".into())).await;
    assert_eq!(error["errorData"]["compilerErrors"][0]["sourceLocation"]["start"], 0);
    for text in ["x".repeat(1_000_000), format!("{}{oracle}", "contract A{}".repeat(1000))] {
        let (code, error) = failure(&server, 5021, &source(text)).await;
        assert_eq!(code, "compiler_error");
        assert!(error["message"].as_str().unwrap().len() < 2000, "long lines are cut");
    }
    let evm = changed("Oracle", |body| body["stdJsonInput"]["settings"]["evmVersion"] = json!("narnia"));
    let (_, error) = failure(&server, 5021, &evm).await;
    assert_eq!(error["errorData"]["compilerErrors"][0]["message"], "Invalid EVM version requested.");
}

#[tokio::test]
async fn what_cannot_be_compiled_at_all_says_why() {
    let server = Server::start().await;
    for (language, version, code) in [
        ("Solidity", "0.8.99+commit.deadbeef", "compiler_error"),
        ("Solidity", "0.8.37", "compiler_error"),
        ("Vyper", "0.3.10+commit.91361694", "compiler_error"),
        ("Cobol", "0.8.37+commit.f401782d", "invalid_language"),
    ] {
        let body = changed("Counter", |body| {
            body["stdJsonInput"]["language"] = json!(language);
            body["compilerVersion"] = json!(version);
        });
        let (found, error) = failure(&server, 5012, &body).await;
        assert_eq!(found, code);
        let said = error["errorData"]["compilerErrorMessage"].as_str();
        assert_eq!(said.is_some_and(|said| said.contains(version)), code == "compiler_error", "{error}");
    }
    for (identifier, code) in [
        ("Vault.sol:Vaults", "contract_not_found_in_compiler_output"),
        ("src/Vault.sol:Vault", "contract_not_found_in_compiler_output"),
        ("Vault.sol:IAsset", "compiled_bytecode_is_zero"),
    ] {
        let body = changed("Vault", |body| body["contractIdentifier"] = json!(identifier));
        let (found, error) = failure(&server, 5014, &body).await;
        assert_eq!(found, code);
        assert!(error["onchainRuntimeCode"].is_string());
    }
}

#[tokio::test]
async fn sources_are_accepted_where_nothing_can_be_fetched() {
    let server = Server::start().await;
    for (chain, entity, code) in [
        ("298", 5999, "contract_not_deployed"),
        ("298", 5003, "contract_not_deployed"),
        ("296", 5012, "contract_not_deployed"),
        ("298", 5016, "cannot_fetch_bytecode"),
        ("295", 5012, "cannot_fetch_bytecode"),
        ("3", 5012, "cannot_fetch_bytecode"),
    ] {
        let path = format!("/v2/verify/{chain}/{}", address(entity));
        let accepted = server.post(&path, &standard_json("Counter")).await;
        assert_eq!(accepted.status, 202, "{chain}");
        let id = accepted.json()["verificationId"].as_str().unwrap().to_owned();
        server.clock.advance(std::time::Duration::from_secs(4));
        assert_eq!(server.job(&id).await["error"]["customCode"], code, "{chain} {entity}");
    }
}

#[tokio::test]
async fn a_body_must_hold_what_is_needed() {
    let server = Server::start().await;
    let without = |name: &'static str| {
        changed("Counter", |body| {
            body.as_object_mut().unwrap().shift_remove(name);
        })
    };
    let put =
        |pointer: &str, value: Value| changed("Counter", |body| *body.pointer_mut(pointer).unwrap() = value);
    for (body, message) in [
        (json!({}), "request/body must have required property 'stdJsonInput'"),
        (without("compilerVersion"), "request/body must have required property 'compilerVersion'"),
        (without("contractIdentifier"), "request/body must have required property 'contractIdentifier'"),
        (put("/stdJsonInput", json!("{}")), "request/body/stdJsonInput must be object"),
        (put("/compilerVersion", json!(8)), "request/body/compilerVersion must be string"),
        (
            put("/compilerVersion", json!("latest")),
            "request/body/compilerVersion must match pattern \"^v?\\d+\\.\\d+\\.\\d+.*$\"",
        ),
        (put("/stdJsonInput/language", json!("")), "Standard JSON input must contain a language field."),
        (put("/stdJsonInput/sources", json!({})), "Standard JSON input must contain a sources field."),
        (
            put("/stdJsonInput/sources/Counter.sol", json!({ "urls": [] })),
            "Standard JSON input must contain a content field for each source.",
        ),
        (
            put("/stdJsonInput/sources/Counter.sol/content", json!("")),
            "Standard JSON input must contain a content field for each source.",
        ),
        (
            put("/contractIdentifier", json!("Counter")),
            "The contractIdentifier \"Counter\" must be a path and a name, joined by a colon.",
        ),
    ] {
        let answer = server.submit("", 5012, &body).await;
        assert_eq!(answer.code(), (400, "invalid_parameter".into()));
        assert_eq!(answer.json()["message"], message);
    }
    let hash = changed("Counter", |body| body["creationTransactionHash"] = json!("0x12"));
    assert_eq!(server.submit("", 5012, &hash).await.status, 400);
    // A similarity search without its address is read as this mode.
    let astray = server.post("/v2/verify/similarity/298/", &standard_json("Counter")).await;
    assert!(astray.json()["message"].as_str().unwrap().starts_with("request/params/chainId must match"));
}
