//! Parses the outcomes of requested calls.

use ledger::json::{FromJson, Json, Object};
use ledger::{CallOutcome, Field, HexBytes, RawJson, Text};

use super::page::{BodyFault, whole};

/// The name of a revert among the names of response codes.
const REVERTED: &str = "CONTRACT_REVERT_EXECUTED";

/// Gas, as a number in hex.
struct Gas(u64);

impl FromJson for Gas {
    fn from_json(json: Json<'_>) -> Option<Self> {
        let text = json.string()?;
        let digits = text.strip_prefix("0x")?;
        u64::from_str_radix(digits, 16).ok().map(Self)
    }
}

/// Parses a call's return data, or its gas estimate.
pub(crate) fn read_called(body: &RawJson, estimate: bool) -> Result<CallOutcome, BodyFault> {
    let object = whole(body)?;
    let outcome = if estimate {
        object.field("result").known().map(|Gas(gas)| CallOutcome::Estimated(*gas))
    } else {
        object.field::<HexBytes>("result").known().cloned().map(CallOutcome::Returned)
    };
    let words = if estimate { "this is no amount of gas" } else { "these are no bytes" };
    outcome.ok_or_else(|| BodyFault { at: "result".to_owned(), words: Text::from(words) })
}

/// Parses the body of a refused call: the outcome if a response code shows that the call was executed; else the request
/// was invalid.
pub(crate) fn read_failed_call(body: &RawJson) -> Option<CallOutcome> {
    let object = whole(body).ok()?;
    let status = object.get("_status").and_then(Json::object)?;
    let first = status.get("messages").and_then(Json::elements)?.into_iter().next()?.object()?;
    let name = first.field::<Text>("message").known().filter(|name| is_name(name))?.clone();
    let detail = text(&first, "detail");
    Some(if name.is(REVERTED) {
        let data = first.field::<HexBytes>("data");
        CallOutcome::Reverted { data: data.known().cloned().unwrap_or_default(), detail }
    } else {
        CallOutcome::Halted { status: name, detail }
    })
}

/// Whether these are no words, but the name of a response code.
fn is_name(text: &Text) -> bool {
    let is_part = |byte: &u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || *byte == b'_';
    !text.is_empty() && text.raw().iter().all(is_part)
}

fn text(object: &Object<'_>, name: &str) -> Text {
    match object.field::<Text>(name) {
        Field::Known(text) => text,
        _ => Text::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failed(message: &str) -> Option<CallOutcome> {
        read_failed_call(&RawJson::new(format!(r#"{{"_status":{{"messages":[{message}]}}}}"#)))
    }

    #[test]
    fn what_is_returned_is_bytes_and_an_estimate_is_a_number() {
        let body = RawJson::new(r#"{"result":"0x5208"}"#);
        assert_eq!(read_called(&body, true), Ok(CallOutcome::Estimated(21_000)));
        let bytes = HexBytes::from(vec![0x52, 0x08]);
        assert_eq!(read_called(&body, false), Ok(CallOutcome::Returned(bytes)));
        for odd in [r#"{"result":7}"#, "{}", r#"{"result":null}"#] {
            assert_eq!(read_called(&RawJson::new(odd), true).unwrap_err().at, "result", "{odd}");
            assert_eq!(read_called(&RawJson::new(odd), false).unwrap_err().at, "result", "{odd}");
        }
        let beyond = RawJson::new(r#"{"result":"0xfffffffffffffffff"}"#);
        assert_eq!(read_called(&beyond, true).unwrap_err().at, "result", "no gas is more than 64 bits");
        assert!(read_called(&RawJson::new("[]"), false).is_err());
    }

    #[test]
    fn an_execution_that_failed_is_told_from_a_request_that_is_no_good() {
        let reverted = failed(r#"{"message":"CONTRACT_REVERT_EXECUTED","detail":"no","data":"0x08c379a0"}"#);
        let data = HexBytes::from(vec![0x08, 0xc3, 0x79, 0xa0]);
        assert_eq!(reverted, Some(CallOutcome::Reverted { data, detail: "no".into() }));
        let bare = CallOutcome::Reverted { data: HexBytes::default(), detail: Text::default() };
        assert_eq!(failed(r#"{"message":"CONTRACT_REVERT_EXECUTED","data":null}"#), Some(bare));
        let halted = CallOutcome::Halted { status: "INSUFFICIENT_GAS".into(), detail: Text::default() };
        assert_eq!(failed(r#"{"message":"INSUFFICIENT_GAS","detail":""}"#), Some(halted));
        for other in
            [r#"{"message":"Bad Request","detail":"Unknown block number"}"#, r#"{"message":""}"#, "{}", "7"]
        {
            assert_eq!(failed(other), None, "{other}");
        }
        assert_eq!(read_failed_call(&RawJson::new("<html>")), None);
    }
}
