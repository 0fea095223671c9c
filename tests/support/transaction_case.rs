//! Transactions that were recorded with all that servers tell of them, and what these servers answer.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use serde_json::{Value, json};

fn fixture(name: &str) -> Option<Value> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/replay");
    serde_json::from_str(&fs::read_to_string(folder.join(name)).ok()?).ok()
}

/// The recorded transaction of this name.
pub(crate) fn transaction_case(name: &str) -> Value {
    fixture(&format!("{name}.json")).unwrap()
}

/// What a mirror node answers that knows this transaction alone, and a verifier of the contracts in it, by the path that
/// is asked for.
pub(crate) fn answers(case: &Value) -> impl Fn(&str) -> (u16, String) + Send + 'static {
    let exchanges = Arc::new(case.get("exchanges").and_then(Value::as_array).unwrap().clone());
    let bare = |path: &str| path.split('?').next().unwrap().to_owned();
    move |path: &str| {
        let path = bare(path);
        if let Some((chain, address)) =
            path.strip_prefix("/v2/contract/").and_then(|rest| rest.split_once('/'))
        {
            // The chain is the network's that the transaction is looked at on.
            let verified = fixture(&format!("verified/{}.json", address.to_lowercase()));
            let status = if verified.is_some() { 200 } else { 404 };
            let mut answer = verified.unwrap_or_else(|| json!({ "match": null, "address": address }));
            answer.as_object_mut().unwrap().insert("chainId".to_owned(), chain.into());
            return (status, answer.to_string());
        }
        let exchange = exchanges.iter().find(|it| bare(text(it, "/request/path")) == path);
        let missing = json!({ "_status": { "messages": [{ "message": "Not found" }] } });
        exchange.map_or((404, missing.to_string()), |exchange| {
            let status = exchange.pointer("/response/status").and_then(Value::as_u64).unwrap();
            (u16::try_from(status).unwrap(), exchange.pointer("/response/body").unwrap().to_string())
        })
    }
}

/// The text at this place.
fn text<'a>(value: &'a Value, pointer: &str) -> &'a str {
    value.pointer(pointer).and_then(Value::as_str).unwrap()
}
