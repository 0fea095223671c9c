//! What lies in storage.

use serde_json::Value;

use super::still;

#[tokio::test]
async fn storage_is_paged_by_slot_and_as_of_a_moment() {
    let net = still().await;
    let whole = net.get("/contracts/0.0.5002/state?limit=100").await;
    assert_eq!(whole.status, 200);
    assert_eq!(
        whole.rows("state")[0].as_object().unwrap().keys().collect::<Vec<_>>(),
        ["address", "contract_id", "timestamp", "slot", "value"]
    );
    let slots: Vec<&str> = whole.rows("state").iter().map(|row| row["slot"].as_str().unwrap()).collect();
    assert!(slots.is_sorted() && slots.len() > 20);
    let page = net.get("/contracts/0.0.5002/state?limit=10").await;
    assert_eq!(
        page.link().unwrap(),
        format!("/api/v1/contracts/0.0.5002/state?limit=10&slot=gt:{}", slots[9])
    );
    let second = net.get_link(page.link().unwrap()).await;
    assert_eq!(second.rows("state")[0]["slot"], slots[10]);
    let one = net.get(&format!("/contracts/0.0.5002/state?slot={}", slots[5])).await;
    assert_eq!(one.rows("state"), &whole.rows("state")[5..6]);

    let at = "1795216207.123456789";
    let then = net.get(&format!("/contracts/0.0.5002/state?limit=100&timestamp={at}")).await;
    let rows: Vec<&Value> = then.rows("state").iter().filter(|row| row["timestamp"] == at).collect();
    assert_eq!(rows.len(), 3);
}

#[tokio::test]
async fn refusals_and_absence() {
    let net = still().await;
    assert_eq!(net.get("/contracts/0.0.4711/state").await.rows("state").len(), 0);
    let bad = net.get("/contracts/0.0.5002/state?slot=ne:1&timestamp=ne:1&index=1").await;
    assert_eq!(
        bad.messages(),
        ["Invalid parameter: slot", "Invalid parameter: timestamp", "Unknown query parameter: index"]
    );
    let proxy = net.get("/contracts/0.0.5038/state").await;
    assert!(proxy.rows("state").iter().any(|row| row["slot"].as_str().unwrap().starts_with("0x360894a1")));
}
