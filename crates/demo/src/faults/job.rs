//! Records of jobs in other shapes.

use serde_json::{Map, Value, json};

/// The length of each of the four codes of a large record, in hex digits: three megabytes in all.
const CODE_DIGITS: usize = 750_000;

/// The change of a job's record.
#[derive(Clone, Copy, Debug)]
pub(super) enum Record {
    /// Never completes.
    Pending,
    /// Unspecified members, one of them in the contract.
    Unknown,
    /// The contract is null.
    NoContract,
    /// A status in words instead of the flag.
    Status,
    /// Another outcome, whose codes are three megabytes.
    Large,
}

impl Record {
    /// Rewrites the record; `None` if the text is not a record.
    pub(super) fn rewrite(self, text: &str) -> Option<String> {
        let mut record: Map<String, Value> = serde_json::from_str(text).ok()?;
        let complete = record.get("isJobCompleted")?.as_bool()?;
        match self {
            Self::Pending => unfinish(&mut record),
            Self::Unknown => {
                record.insert("queue".to_owned(), json!({ "position": 3, "of": [1, 2.5, null] }));
                record.insert("progress".to_owned(), json!("81 %"));
                if let Some(contract) = record.get_mut("contract").and_then(Value::as_object_mut) {
                    contract.insert("confidence".to_owned(), json!(0.99));
                }
            }
            Self::NoContract => {
                record.insert("contract".to_owned(), Value::Null);
            }
            Self::Status => {
                record.remove("isJobCompleted");
                record.insert("status".to_owned(), json!(if complete { "completed" } else { "pending" }));
            }
            Self::Large if complete => {
                forget_matches(&mut record);
                record.insert("error".to_owned(), large_error());
            }
            Self::Large => {}
        }
        serde_json::to_string(&record).ok()
    }
}

fn unfinish(record: &mut Map<String, Value>) {
    record.insert("isJobCompleted".to_owned(), Value::Bool(false));
    for name in ["jobFinishTime", "compilationTime", "error", "externalVerifications"] {
        record.shift_remove(name);
    }
    forget_matches(record);
}

fn forget_matches(record: &mut Map<String, Value>) {
    let Some(contract) = record.get_mut("contract").and_then(Value::as_object_mut) else { return };
    for name in ["match", "creationMatch", "runtimeMatch"] {
        contract.insert(name.to_owned(), Value::Null);
    }
    for name in ["verifiedAt", "matchId"] {
        contract.shift_remove(name);
    }
}

fn large_error() -> Value {
    let code = |digits: &str| format!("0x{}", digits.repeat(CODE_DIGITS / digits.len()));
    json!({
        "customCode": "no_match",
        "message": "The onchain and recompiled bytecodes don't match.",
        "errorId": "0d5e2b91-7c34-4f68-9ab3-51e8c0d7f246",
        "recompiledCreationCode": code("60806040525f"),
        "recompiledRuntimeCode": code("608060405260"),
        "onchainCreationCode": code("60806040525e"),
        "onchainRuntimeCode": code("608060405261"),
    })
}
