//! What is verified, where, and what the server says of itself.

use serde_json::{Value, json};

use super::{Server, address, matches, nothing};
use crate::demo::artifacts;

#[tokio::test]
async fn a_verified_contract_is_told_with_its_minimal_members() {
    let server = Server::start().await;
    let found = server.lookup(5002, "").await;
    assert_eq!(found.status, 200);
    let found = found.json();
    assert_eq!(found.as_object().unwrap().len(), 7);
    assert_eq!(matches(&found), ["exact_match"; 3]);
    assert_eq!((&found["chainId"], &found["address"]), (&json!("298"), &json!(address(5002).checksummed())));
    assert_eq!(matches(&server.lookup(5024, "").await.json()), ["match"; 3]);
    assert_eq!(server.lookup(5008, "").await.json()["creationMatch"], Value::Null);
}

#[tokio::test]
async fn not_verified_is_a_404_that_is_no_error_also_while_a_job_runs() {
    let server = Server::start().await;
    server.accepted("similarity", 5001, &nothing()).await;
    let none = server.lookup(5001, "").await;
    assert_eq!(none.status, 404);
    assert_eq!(
        none.json(),
        json!({
            "match": null, "creationMatch": null, "runtimeMatch": null,
            "chainId": "298", "address": address(5001).checksummed(),
        })
    );
    let retired = server.get(&format!("/v2/contract/3/{}", address(5001))).await;
    assert_eq!((retired.status, retired.json()["chainId"].clone()), (404, json!("3")));
}

#[tokio::test]
async fn fields_are_given_as_asked() {
    let server = Server::start().await;
    let token = artifacts::named("Token").unwrap();
    let all = server.lookup(5002, "?fields=all").await.json();
    assert_eq!(all.as_object().unwrap().len(), 23);
    assert_eq!(all["abi"], serde_json::from_str::<Value>(token.abi.get()).unwrap());
    assert_eq!(all["sources"]["Token.sol"]["content"], token.source());
    assert_eq!(all["compilation"]["compilerVersion"], token.compiler);
    assert_eq!(all["storageLayout"]["storage"][0]["label"], "name");
    assert_ne!(all["runtimeBytecode"]["onchainBytecode"], all["runtimeBytecode"]["recompiledBytecode"]);

    let part =
        server.lookup(5002, "?fields=abi,compilation.name,runtimeBytecode.onchainBytecode").await.json();
    assert_eq!(part.as_object().unwrap().len(), 10);
    assert_eq!(part["compilation"], json!({ "name": "Token" }));
    assert_eq!(part["runtimeBytecode"].as_object().unwrap().len(), 1);

    let less = server.lookup(5002, "?omit=matchId,sources,compilation.name").await.json();
    assert_eq!(less.as_object().unwrap().len(), 21);
    assert!(less.get("matchId").is_none() && less["compilation"].get("name").is_none());
    assert_eq!(less["compilation"]["compiler"], "solc");
}

#[tokio::test]
async fn the_sources_of_a_partial_match_are_those_that_were_verified() {
    let server = Server::start().await;
    let source = server.lookup(5024, "?fields=sources").await.json()["sources"]["Timelock.sol"].take();
    assert!(source["content"].as_str().unwrap().contains("been announced"));
}

#[tokio::test]
async fn wrong_fields_are_refused() {
    let server = Server::start().await;
    for query in [
        "fields=nope",
        "fields=all,abi",
        "fields=abi,%20sources",
        "fields=",
        "fields=compilation.name.x",
        "fields=abi&omit=abi",
        "x=1",
    ] {
        let answer = server.lookup(5002, &format!("?{query}")).await;
        assert_eq!(answer.code(), (400, "invalid_parameter".into()), "{query}");
    }
}

#[tokio::test]
async fn a_proxy_is_resolved() {
    let server = Server::start().await;
    let proxy = server.lookup(5038, "?fields=proxyResolution").await.json()["proxyResolution"].take();
    assert_eq!(
        proxy,
        json!({
            "isProxy": true,
            "proxyType": "EIP1967Proxy",
            "implementations": [{ "address": address(5039).checksummed(), "name": "Notebook" }],
        })
    );
    let plain = server.lookup(5002, "?fields=proxyResolution").await.json();
    assert_eq!(plain["proxyResolution"]["isProxy"], false);
}

#[tokio::test]
async fn proxies_of_every_kind_are_resolved() {
    let server = Server::start().await;
    for (entity, kind) in [(5207, "EIP1967Proxy"), (5209, "EIP1967BeaconProxy"), (5210, "DiamondProxy")] {
        let proxy = server.lookup(entity, "?fields=proxyResolution").await.json()["proxyResolution"].take();
        assert_eq!(
            (&proxy["proxyType"], &proxy["implementations"][0]["name"]),
            (&json!(kind), &json!("Strongbox"))
        );
    }
}

#[tokio::test]
async fn layouts_and_hostile_interfaces_are_told_whole() {
    let server = Server::start().await;
    let boxed = server.lookup(5204, "?fields=storageLayout").await.json();
    let labels = boxed["storageLayout"]["storage"].as_array().unwrap().iter().map(|it| &it["label"]);
    assert!(labels.into_iter().any(|label| label == "tickBitmap"));
    assert_eq!(server.lookup(5205, "").await.status, 404);
    let snare = server.lookup(5215, "?fields=abi,sources").await.json();
    let longest = snare["abi"].as_array().unwrap().iter().filter_map(|it| it["inputs"][0]["type"].as_str());
    assert!(longest.map(str::len).max() > Some(4_000));
    assert!(snare["sources"]["Snare.sol"]["content"].as_str().unwrap().contains("\u{1b}[2J"));
}

#[tokio::test]
async fn signatures_are_looked_up_by_their_hashes() {
    let server = Server::start().await;
    let found = server.get("/signature-database/v1/lookup?function=0xa9059cbb,0x00000000&filter=true").await;
    let body = found.json();
    assert_eq!((found.status, &body["ok"]), (200, &json!(true)));
    assert_eq!(body["result"]["function"]["0xa9059cbb"][0]["name"], "transfer(address,uint256)");
    assert_eq!(body["result"]["function"]["0x00000000"], json!(null));
    assert_eq!(body["result"]["event"], json!({}));
    assert_eq!(server.get("/signature-database/v1/lookup?event=0x12").await.status, 400);
}

#[tokio::test]
async fn an_address_is_found_on_all_chains() {
    let server = Server::start().await;
    let all = server.get(&format!("/v2/contract/all-chains/{}", address(5004))).await;
    let results = all.json()["results"].take();
    let chains: Vec<&str> =
        results.as_array().unwrap().iter().map(|one| one["chainId"].as_str().unwrap()).collect();
    assert_eq!((all.status, chains), (200, vec!["298", "295", "296"]));
    let none = server.get(&format!("/v2/contract/all-chains/{}", address(5001))).await;
    assert_eq!((none.status, none.json()), (404, json!({ "results": [] })));
    assert_eq!(server.get("/v2/contract/all-chains/0x12").await.code(), (400, "invalid_parameter".into()));
}

#[tokio::test]
async fn bad_addresses_and_chains_are_refused() {
    let server = Server::start().await;
    for (path, code) in [
        ("297/0x5FbDB2315678afecb367f032d93F642f64180aa3", "unsupported_chain"),
        ("298/0x5fBdb2315678AFECB367F032D93f642F64180AA3", "invalid_parameter"),
        ("x/0x5FbDB2315678afecb367f032d93F642f64180aa3", "invalid_parameter"),
    ] {
        assert_eq!(server.get(&format!("/v2/contract/{path}")).await.code(), (400, code.into()), "{path}");
    }
}

#[tokio::test]
async fn the_server_speaks_of_itself() {
    let server = Server::start().await;
    let health = server.get("/health").await;
    assert_eq!((health.status, health.text.as_str()), (200, "Alive and kicking!"));
    assert!(server.get("/version").await.json()["sourcifyServerVersion"].is_string());
    let chains = server.get("/chains").await.json();
    let home = chains.as_array().unwrap().iter().find(|chain| chain["chainId"] == 298).unwrap();
    assert_eq!((&home["supported"], &home["etherscanAPI"]), (&json!(true), &json!(true)));
    let imports = chains.as_array().unwrap().iter().filter(|chain| chain["etherscanAPI"] == true).count();
    assert_eq!((chains.as_array().unwrap().len(), imports), (4, 1));
}
