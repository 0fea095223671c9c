//! Results by the id or the hash of their transaction.

use super::still;

/// The hash and the id of the result that people are shown first.
const HASH: &str = "0xb05460ef1c808c6b811e4d5710acef2ee2cfa174a9dfa6ef372104bc2f81ac87";
const ID: &str = "0.0.1001-1795216196-984148703";

#[tokio::test]
async fn hash_and_id_lead_to_the_same_result() {
    let net = still().await;
    let by_moment = net.get("/contracts/0.0.5001/results/1795216207.123456789").await;
    for name in [HASH, HASH.trim_start_matches("0x"), ID] {
        let got = net.get(&format!("/contracts/results/{name}")).await;
        assert_eq!((got.status, got.text), (200, by_moment.text.clone()), "{name}");
    }
    let large = net.get(&format!("/contracts/results/{HASH}?hbar=false")).await;
    assert!(large.text.contains("\"amount\":50000000000000000000,"));
}

#[tokio::test]
async fn what_it_called_has_a_nonce_and_a_hash_of_its_own() {
    let net = still().await;
    let got = net.get(&format!("/contracts/results/{ID}?nonce=1")).await;
    assert_eq!((&got.body["contract_id"], &got.body["gas_price"]), (&"0.0.359".into(), &"0x33".into()));
    let hash = got.body["hash"].as_str().unwrap();
    assert_ne!(hash, HASH);
    assert_eq!(net.get(&format!("/contracts/results/{hash}")).await.text, got.text);
    assert_eq!(net.get(&format!("/contracts/results/{ID}?nonce=2")).await.status, 404);
    // Beside a hash the nonce says nothing.
    assert_eq!(net.get(&format!("/contracts/results/{HASH}?nonce=2")).await.status, 200);
}

#[tokio::test]
async fn every_row_of_a_list_is_found_by_its_hash() {
    let net = still().await;
    for contract in ["0.0.5001", "0.0.5024", "0.0.5036"] {
        let list = net.get(&format!("/contracts/{contract}/results?limit=20&internal=true")).await;
        for row in list.rows("results") {
            let one = net.get(&format!("/contracts/results/{}", row["hash"].as_str().unwrap())).await;
            assert_eq!(one.body["timestamp"], row["timestamp"], "{contract}");
        }
    }
}

#[tokio::test]
async fn other_names_are_refused_or_not_found() {
    let net = still().await;
    for (name, status) in [
        (format!("0x{}", "0".repeat(64)), 404),
        ("ab".repeat(48), 400),
        (ID.replace("-1795216196-", "@1795216196."), 400),
        ("0.0.1-1-1".to_owned(), 404),
    ] {
        assert_eq!(net.get(&format!("/contracts/results/{name}")).await.status, status, "{name}");
    }
    let got = net.get(&format!("/contracts/results/{ID}?nonce=-1&x=1")).await;
    assert_eq!(got.messages(), ["Invalid parameter: nonce", "Unknown query parameter: x"]);
}
