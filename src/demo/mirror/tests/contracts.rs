//! Contracts as entities.

use serde_json::Value;

use super::still;

#[tokio::test]
async fn a_contract_answers_to_every_form_of_its_name() {
    let net = still().await;
    let alias = "b0551e9ecceb06cf6ea2879174aaf4da84633e85";
    for name in [
        "0.0.5001",
        "0.5001",
        "5001",
        alias,
        &format!("0x{alias}"),
        "0x0000000000000000000000000000000000001389",
    ] {
        let got = net.get(&format!("/contracts/{name}")).await;
        assert_eq!(got.status, 200, "{name}");
        assert_eq!(got.body["contract_id"], "0.0.5001");
        assert_eq!(got.body["evm_address"], format!("0x{alias}"));
        assert_eq!(got.body["memo"], "busy DEX router");
        assert_eq!(got.body["admin_key"]["key"], "0a03188927");
        assert!(got.body["runtime_bytecode"].as_str().unwrap().starts_with("0x60"));
    }
    assert_eq!(net.get("/contracts/0.0.9999").await.messages(), ["Not found"]);
    assert_eq!(net.get("/contracts/abc").await.messages(), ["Invalid parameter: contractid"]);
    let unknown = net.get("/contracts/0.0.5001?coin=true").await;
    assert_eq!((unknown.status, unknown.messages()), (400, vec!["Unknown query parameter: coin"]));
}

#[tokio::test]
async fn a_time_chooses_a_version() {
    let net = still().await;
    let memo = async |filter: &str| {
        let got = net.get(&format!("/contracts/0.0.5001?{filter}")).await;
        (got.status == 200).then(|| got.body["memo"].as_str().unwrap().to_owned())
    };
    let now = net.get("/contracts/0.0.5001").await;
    let from = now.body["timestamp"]["from"].as_str().unwrap();
    assert_eq!(now.body["timestamp"]["to"], Value::Null);
    assert_eq!(memo(&format!("timestamp={from}")).await.as_deref(), Some("busy DEX router"));
    let before = memo(&format!("timestamp=lt:{from}")).await;
    assert_eq!(before.as_deref(), Some("busy DEX router (under review)"));
    assert_eq!(memo("timestamp=lt:1760000000").await.as_deref(), Some("busy DEX router (old memo)"));
    assert_eq!(memo("timestamp=lt:1000").await, None);
    let touching = memo("timestamp=gte:1000&timestamp=lte:1760000000").await;
    assert_eq!(touching.as_deref(), Some("busy DEX router (old memo)"));
    assert_eq!(memo(&format!("timestamp=ne:{from}")).await.as_deref(), Some("busy DEX router"));
    let bad = net.get("/contracts/0.0.5001?timestamp=GT:1").await;
    assert_eq!(bad.messages(), ["Invalid parameter: timestamp"]);
}

#[tokio::test]
async fn odd_contracts_are_there() {
    let net = still().await;
    let empty = net.get("/contracts/0.0.5023").await.body;
    assert_eq!((&empty["bytecode"], &empty["runtime_bytecode"]), (&"0x".into(), &"0x".into()));
    let gone = net.get("/contracts/0.0.5003").await.body;
    assert_eq!((&gone["deleted"], &gone["obtainer_id"]), (&true.into(), &"0.0.1005".into()));
    let large = net.get("/contracts/0.0.5005").await.body;
    assert!(large["runtime_bytecode"].as_str().unwrap().len() > 48_000);
    assert_eq!(large["file_id"], "0.0.3001");
    assert_eq!(net.get("/contracts/0.0.5019").await.body["memo"].as_str().unwrap().len(), 10_240);
    let hostile = net.get("/contracts/0.0.5012").await.body;
    assert!(hostile["memo"].as_str().unwrap().contains("\u{1b}[2J"));
    assert_eq!(net.get("/contracts/9999999999").await.body["contract_id"], "0.0.9999999999");
}

#[tokio::test]
async fn all_contracts_are_listed_in_pages() {
    let net = still().await;
    let first = net.get("/contracts?limit=20").await;
    assert_eq!(first.rows("contracts").len(), 20);
    assert_eq!(first.rows("contracts")[0]["contract_id"], "0.0.9999999999");
    assert!(first.rows("contracts")[0].get("bytecode").is_none());
    let link = first.link().unwrap();
    assert!(link.starts_with("/api/v1/contracts?limit=20&contract.id=lt:0.0."), "{link}");
    assert_eq!(first.header("link"), Some(format!("<{link}>; rel=\"next\"").as_str()));
    let second = net.get_link(link).await;
    assert_eq!(second.rows("contracts").len(), 20);
    let looping = net.get("/contracts?contract.id=5001&contract.id=5002&limit=1").await;
    assert_eq!(looping.link(), Some("/api/v1/contracts?contract.id=5001&contract.id=5002&limit=1"));
}

#[tokio::test]
async fn what_is_known_already_is_not_sent_again() {
    let net = still().await;
    let first = net.get("/contracts/0.0.5002").await;
    let tag = first.header("etag").unwrap();
    assert!(tag.starts_with("W/\""));
    assert_eq!(first.header("vary"), Some("Accept-Encoding"));
    assert_eq!(first.header("cache-control"), Some("public, max-age=1"));
    let url = format!("{}/api/v1/contracts/0.0.5002", net.demo.url());
    let again = net.send(crate::demo::http().get(&url).header("if-none-match", tag)).await;
    assert_eq!((again.status, again.text.as_str()), (304, ""));
    let posted = net.send(crate::demo::http().post(&url)).await;
    assert_eq!((posted.status, posted.messages()), (404, vec!["Not found"]));
}
