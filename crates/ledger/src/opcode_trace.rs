//! A server's own execution of a result: the answer to `GET /api/v1/contracts/results/{transactionIdOrHash}/opcodes`.

use super::{Field, Text};

/// The steps that a server made when it executed a result again, on its present rules. Stack, memory and storage are not
/// asked for.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct OpcodeTrace {
    /// `failed`.
    pub failed: Field<bool>,
    /// `gas` that it took.
    pub gas: Field<i64>,
    /// `opcodes`, each written after it was executed. A call that the server answers by itself is one entry.
    pub opcodes: Vec<OpcodeStep>,
}

/// One instruction.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct OpcodeStep {
    /// `depth` of the call; servers do not agree on where it begins.
    pub depth: Option<u64>,
    /// `op`: the instruction's name; empty for a call that the server answers by itself.
    pub op: Text,
}
