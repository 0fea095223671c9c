//! Lists of transactions.

use super::still;

#[tokio::test]
async fn the_transaction_of_an_executed_schedule_is_found_by_its_moment() {
    let net = still().await;
    let schedule = net.get("/schedules/0.0.7006").await.body;
    let at = schedule["executed_timestamp"].as_str().unwrap();
    let got = net.get(&format!("/transactions?timestamp={at}")).await;
    let row = &got.rows("transactions")[0];
    assert_eq!((&row["scheduled"], &row["result"]), (&true.into(), &"CONTRACT_REVERT_EXECUTED".into()));
    let family = net.get(&format!("/transactions/{}", row["transaction_id"].as_str().unwrap())).await;
    assert!(family.rows("transactions").contains(row));
    assert_eq!(got.link(), None);
}

#[tokio::test]
async fn pages_follow_each_other() {
    let net = still().await;
    let whole = net.get("/transactions?limit=40").await;
    let first = net.get("/transactions?limit=20").await;
    let second = net.get_link(first.link().unwrap()).await;
    assert_eq!(first.header("cache-control"), Some("public, max-age=2"));
    assert_eq!(
        [first.rows("transactions"), second.rows("transactions")].concat(),
        whole.rows("transactions")
    );
}

#[tokio::test]
async fn filters_and_refusals() {
    let net = still().await;
    let failed = net.get("/transactions?limit=5&result=fail&transactiontype=contractcall").await;
    for row in failed.rows("transactions") {
        assert!(row["result"] != "SUCCESS" && row["name"] == "CONTRACTCALL");
    }
    let debits = net.get("/transactions?limit=3&account.id=0.0.1001&type=debit").await;
    assert_eq!(debits.rows("transactions").len(), 3);
    let two = net.get("/transactions?timestamp=1795216520.000000000&timestamp=1795216521").await;
    assert_eq!(two.rows("transactions").len(), 0);
    let bad = net.get("/transactions?transactiontype=nothing&result=maybe&scheduled=true").await;
    assert_eq!(
        bad.messages(),
        [
            "Invalid parameter: transactiontype",
            "Invalid parameter: result",
            "Unknown query parameter: scheduled"
        ]
    );
}
