//! What transactions called.

use serde_json::Value;

use super::{Got, still};

const HASH: &str = "0xb05460ef1c808c6b811e4d5710acef2ee2cfa174a9dfa6ef372104bc2f81ac87";

/// The members of an action, in their order, as recorded.
const MEMBERS: [&str; 17] = [
    "call_depth",
    "call_operation_type",
    "call_type",
    "caller",
    "caller_type",
    "from",
    "gas",
    "gas_used",
    "index",
    "input",
    "recipient",
    "recipient_type",
    "result_data",
    "result_data_type",
    "timestamp",
    "to",
    "value",
];

fn column<'a>(got: &'a Got, name: &str) -> Vec<&'a Value> {
    got.rows("actions").iter().map(|it| &it[name]).collect()
}

#[tokio::test]
async fn the_best_known_result_called_in_every_way() {
    let net = still().await;
    let got = net.get(&format!("/contracts/results/{HASH}/actions")).await;
    assert_eq!((got.status, got.header("cache-control")), (200, Some("public, max-age=600")));
    for row in got.rows("actions") {
        assert_eq!(row.as_object().unwrap().keys().collect::<Vec<_>>(), MEMBERS);
    }
    assert_eq!(column(&got, "call_depth"), [0, 1, 1, 1, 1, 1, 2, 1, 1]);
    let kinds = ["CALL", "CALL", "CALL", "SYSTEM", "PRECOMPILE", "CALL", "CALL", "CALL", "CALL"];
    assert_eq!(column(&got, "call_type"), kinds);
    let data = column(&got, "result_data_type");
    assert_eq!(data[7..], ["REVERT_REASON", "ERROR"]);
    assert_eq!((column(&got, "recipient")[8], column(&got, "to")[8].is_string()), (&Value::Null, true));
    let first = &got.rows("actions")[0];
    assert_eq!((&first["caller"], &first["caller_type"]), (&"0.0.1043".into(), &"ACCOUNT".into()));
    assert_eq!((&first["gas"], &first["gas_used"]), (&979_000.into(), &72_702.into()));
    assert_eq!(column(&got, "caller")[6], "0.0.5038");
}

#[tokio::test]
async fn actions_are_paged_by_their_index() {
    let net = still().await;
    let first = net.get(&format!("/contracts/results/{HASH}/actions?limit=6")).await;
    assert!(first.link().unwrap().ends_with("/actions?limit=6&index=gt:5"));
    let second = net.get_link(first.link().unwrap()).await;
    assert_eq!(column(&second, "index"), [6, 7, 8]);
    assert_eq!(second.link(), None);
    let down = net.get(&format!("/contracts/results/{HASH}/actions?order=desc&index=lte:2")).await;
    assert_eq!(column(&down, "index"), [2, 1, 0]);
    let refused = net.get(&format!("/contracts/results/{HASH}/actions?index=ne:1&nonce=1")).await;
    assert_eq!(refused.messages(), ["Invalid parameter: index", "Unknown query parameter: nonce"]);
    assert_eq!(net.get(&format!("/contracts/results/0x{}/actions", "0".repeat(64))).await.status, 404);
}

#[tokio::test]
async fn the_first_action_is_the_call_itself() {
    let net = still().await;
    for contract in ["0.0.5001", "0.0.5009", "0.0.5035", "0.0.5036", "0.0.5038"] {
        let list = net.get(&format!("/contracts/{contract}/results?limit=20")).await;
        for row in list.rows("results") {
            let hash = row["hash"].as_str().unwrap();
            let got = net.get(&format!("/contracts/results/{hash}/actions")).await;
            let Some(first) = got.rows("actions").first() else { continue };
            for (ours, theirs) in [("input", "function_parameters"), ("timestamp", "timestamp")] {
                assert_eq!(first[ours], row[theirs], "{contract}");
            }
            let failed = !row["error_message"].is_null();
            assert_eq!(first["result_data_type"] != "OUTPUT", failed, "{contract} {row}");
        }
    }
}
