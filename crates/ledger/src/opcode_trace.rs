//! A server's own execution of a result: the answer to `GET /api/v1/contracts/results/{transactionIdOrHash}/opcodes`.

use super::{Field, Text};

/// The steps of a server's re-execution of a result, by the server's current rules. Stack, memory and storage are
/// not requested.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct OpcodeTrace {
    pub failed: Field<bool>,
    /// `gas` used.
    pub gas: Field<i64>,
    /// `opcodes`, each recorded after its execution. A call that the server handles natively is a single entry.
    pub opcodes: Vec<OpcodeStep>,
}

#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct OpcodeStep {
    /// `depth` of the call; servers do not agree on where it begins.
    pub depth: Option<u64>,
    /// `op`: the instruction's name; empty for a call that the server handles natively.
    pub op: Text,
}
