//! Any document at all, as the answer to any operation.

use api::{Answer, AnyOperation};
use hieroscope_client::{Client, read_job_record};
use ledger::RawJson;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::asks;
use crate::server::{network, quick};

fn operations() -> [AnyOperation; 17] {
    [
        asks::contract(),
        asks::results(&[]),
        asks::result(true),
        asks::transaction(&[]),
        asks::schedules(&[]),
        asks::schedule(),
        asks::similarity(None),
        asks::import(None),
        asks::job("http://localhost", None),
        asks::execution(&[], false),
        asks::actions(),
        asks::opcodes(),
        asks::prestate(),
        asks::logs(&[]),
        asks::state(&[]),
        asks::account(),
        asks::token(),
    ]
}

fn client() -> Client {
    Client::new(&network("http://localhost", "http://localhost"), quick()).unwrap()
}

/// Names that some operation reads, and one that none does.
fn name() -> impl Strategy<Value = String> {
    prop::sample::select(vec![
        "results",
        "transactions",
        "schedules",
        "actions",
        "state",
        "balance",
        "tokens",
        "metadata",
        "custom_fees",
        "slot",
        "opcodes",
        "depth",
        "op",
        "pre",
        "storage",
        "value",
        "links",
        "next",
        "amount",
        "timestamp",
        "from",
        "to",
        "logs",
        "topics",
        "access_list",
        "storage_keys",
        "state_changes",
        "created_contract_ids",
        "admin_key",
        "_type",
        "key",
        "memo",
        "memo_base64",
        "transaction_hash",
        "transaction_id",
        "transfers",
        "account",
        "gas_price",
        "staking_reward_transfers",
        "assessed_custom_fees",
        "effective_payer_account_ids",
        "signatures",
        "deleted",
        "transaction_body",
        "isJobCompleted",
        "contract",
        "match",
        "error",
        "errorData",
        "externalVerifications",
        "verificationId",
        "_status",
        "messages",
        "message",
        "customCode",
        "new",
    ])
    .prop_map(str::to_owned)
}

fn leaf() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
        "[0-9]{1,12}[.][0-9]{1,10}|0x[0-9a-f]{0,70}|0[.]0[.][0-9]{1,25}|-?[0-9]{1,45}|/api/v1/[a-z?=&:.0-9]*"
            .prop_map(Value::from),
    ]
}

fn document() -> impl Strategy<Value = Value> {
    leaf().prop_recursive(5, 60, 8, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::vec((name(), inner), 0..8)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn any_document_is_an_answer_or_a_failure(document in document(), status in 200_u16..600) {
        let (client, body) = (client(), RawJson::new(document.to_string()));
        for ask in operations() {
            let _ = client.parse_answer(&ask, status, body.clone());
        }
        let record = read_job_record(&body);
        prop_assert_eq!(record.raw.raw(), body.raw());
    }

    #[test]
    fn a_page_keeps_every_row_and_what_it_was_sent_as(rows in prop::collection::vec(document(), 0..5)) {
        let sent: Vec<String> = rows.iter().map(Value::to_string).collect();
        let body = RawJson::new(json!({ "new": 1, "results": rows, "links": {} }).to_string());
        let answer = client().parse_answer(&asks::results(&[]), 200, body);
        let Ok(Answer::Results(page)) = answer else { panic!("{answer:?}") };
        prop_assert_eq!(page.rows.iter().map(|row| row.raw.raw()).collect::<Vec<_>>(), sent);
    }
}
