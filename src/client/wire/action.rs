//! Parses contract actions, the calls within an execution.

use ledger::{CallAction, RawJson};

use super::{Object, Record};

impl Record for CallAction {
    fn from_object(object: &Object<'_>, raw: RawJson) -> Self {
        Self {
            call_depth: object.field("call_depth"),
            call_operation_type: object.field("call_operation_type"),
            call_type: object.field("call_type"),
            caller: object.field("caller"),
            caller_type: object.field("caller_type"),
            from: object.field("from"),
            gas: object.field("gas"),
            gas_used: object.field("gas_used"),
            index: object.field("index"),
            input: object.field("input"),
            recipient: object.field("recipient"),
            recipient_type: object.field("recipient_type"),
            result_data: object.field("result_data"),
            result_data_type: object.field("result_data_type"),
            timestamp: object.field("timestamp"),
            to: object.field("to"),
            value: object.field("value"),
            raw,
        }
    }
}
