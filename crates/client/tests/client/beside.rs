//! Recordings that lie beside the project, in `../shared/reference/captures`: each of them that answers an
//! operation of this client is read, too. Without that folder there is nothing to read.

use std::fs;
use std::path::{Path, PathBuf};

use api::Failure;
use serde_json::Value;

use crate::exchange::Exchange;

/// Operations that the client does not have, by a part of their path.
const OTHERS: [&str; 4] = ["actions", "logs", "state", "opcodes"];

#[tokio::test]
async fn every_recording_beside_the_project_is_read() {
    let folder: PathBuf =
        [env!("CARGO_MANIFEST_DIR"), "../../..", "shared", "reference", "captures"].iter().collect();
    let mut read = 0;
    for api in ["mirror", "verifier"] {
        for file in files(&folder.join(api)) {
            let recording: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
            let mut exchanges = Vec::new();
            collect(&recording, &mut exchanges);
            for exchange in exchanges {
                let outcome = exchange.replayed().await;
                let unread = matches!(&outcome, Err(Failure::NotUnderstood { .. }));
                assert!(!unread, "{}: {outcome:?}", file.display());
                read += 1;
            }
        }
    }
    assert!(read > 0 || !folder.exists(), "the folder is there, but nothing in it was read");
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok).map(|entry| entry.path());
    entries.filter(|path| path.extension().is_some_and(|ending| ending == "json")).collect()
}

/// Finds the exchanges in a recording, however deep they lie: those with an answer of 200 that is JSON.
fn collect(value: &Value, found: &mut Vec<Exchange>) {
    match value {
        Value::Array(values) => values.iter().for_each(|value| collect(value, found)),
        Value::Object(fields) => {
            let text = |at: &str| value.pointer(at).and_then(Value::as_str).map(str::to_owned);
            let status = value.pointer("/response/status").and_then(Value::as_u64);
            let method = text("/request/method");
            if let (Some(path), Some(body), Some(200)) =
                (text("/request/path"), text("/response/body_text"), status)
                && method.as_deref() == Some("GET")
                && !OTHERS.iter().any(|other| path.contains(other))
                && body.starts_with('{')
            {
                found.extend(Exchange::get(path, body));
            }
            fields.values().for_each(|value| collect(value, found));
        }
        _ => {}
    }
}
