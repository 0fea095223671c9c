//! Accounts and tokens.

use serde_json::Value;

use super::still;

/// The members of an account and of a token, in their order, as recorded.
const ACCOUNT: [&str; 20] = [
    "account",
    "alias",
    "auto_renew_period",
    "balance",
    "created_timestamp",
    "decline_reward",
    "deleted",
    "ethereum_nonce",
    "evm_address",
    "expiry_timestamp",
    "key",
    "max_automatic_token_associations",
    "memo",
    "pending_reward",
    "receiver_sig_required",
    "staked_account_id",
    "staked_node_id",
    "stake_period_start",
    "transactions",
    "links",
];
const TOKEN: [&str; 29] = [
    "admin_key",
    "auto_renew_account",
    "auto_renew_period",
    "created_timestamp",
    "custom_fees",
    "decimals",
    "deleted",
    "expiry_timestamp",
    "fee_schedule_key",
    "freeze_default",
    "freeze_key",
    "initial_supply",
    "kyc_key",
    "max_supply",
    "memo",
    "metadata",
    "metadata_key",
    "modified_timestamp",
    "name",
    "pause_key",
    "pause_status",
    "supply_key",
    "supply_type",
    "symbol",
    "token_id",
    "total_supply",
    "treasury_account_id",
    "type",
    "wipe_key",
];

fn names(value: &Value) -> Vec<&String> {
    value.as_object().unwrap().keys().collect()
}

#[tokio::test]
async fn accounts_have_the_recorded_members() {
    let net = still().await;
    let got = net.get("/accounts/0.0.1002?transactions=false&limit=1").await;
    assert_eq!(got.status, 200);
    assert_eq!(names(&got.body), ACCOUNT);
    assert_eq!(names(&got.body["balance"]), ["balance", "timestamp", "tokens"]);
    let address = got.body["evm_address"].as_str().unwrap();
    let alias = got.body["alias"].as_str().unwrap();
    for name in [address, alias, "1002"] {
        assert_eq!(net.get(&format!("/accounts/{name}")).await.body["account"], "0.0.1002", "{name}");
    }
    assert!(net.get("/accounts/0.0.1003").await.body["key"]["key"].as_str().unwrap().starts_with("2a"));
    assert_eq!(net.get("/accounts/0.0.5001").await.body["memo"], "busy DEX router");
    assert_eq!(net.get("/accounts/0.0.4711").await.status, 404);
    assert_eq!(net.get("/accounts/alice").await.messages(), ["Invalid parameter: idOrAliasOrEvmAddress"]);
    assert_eq!(net.get("/accounts/0.0.2?memo=x").await.messages(), ["Unknown query parameter: memo"]);
}

#[tokio::test]
async fn tokens_have_the_recorded_members_and_strings_for_numbers() {
    let net = still().await;
    let got = net.get("/tokens/0.0.2002").await;
    assert_eq!(names(&got.body), TOKEN);
    assert_eq!(names(&got.body["custom_fees"]), ["created_timestamp", "fixed_fees", "fractional_fees"]);
    for (name, value) in [
        ("name", "Dollar\u{202e}Coin"),
        ("symbol", "US\u{1b}[31mD"),
        ("decimals", "6"),
        ("initial_supply", "500000000000000"),
        ("type", "FUNGIBLE_COMMON"),
    ] {
        assert_eq!(got.body[name], value, "{name}");
    }
    assert_eq!(net.get("/tokens/0x00000000000000000000000000000000000007d2").await.text, got.text);
    assert_eq!(net.get("/tokens/0.0.5002").await.status, 404);
    assert_eq!(net.get("/tokens/x").await.messages(), ["Invalid parameter: tokenid"]);
}
