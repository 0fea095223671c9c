//! The outcome of a simulated call, which is recorded nowhere: `POST /api/v1/contracts/call`.

use super::{HexBytes, Text};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CallOutcome {
    /// The call returned this data: `result`.
    Returned(HexBytes),
    /// The estimated gas: `result`, if an estimate was requested.
    Estimated(u64),
    /// The contract refused it, with `data` and the server's words for them: `detail`.
    Reverted { data: HexBytes, detail: Text },
    /// It ended in another way: the name of a response code, and the server's words.
    Halted { status: Text, detail: Text },
}
