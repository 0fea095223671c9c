//! What came of a call that was asked for, and recorded nowhere: `POST /api/v1/contracts/call`.

use super::{HexBytes, Text};

/// How it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CallOutcome {
    /// It returned this: `result`.
    Returned(HexBytes),
    /// It would take so much gas: `result`, where that was asked for.
    Estimated(u64),
    /// The contract refused it, with `data` and the server's words for them: `detail`.
    Reverted { data: HexBytes, detail: Text },
    /// It ended in another way: the name of a response code, and the server's words.
    Halted { status: Text, detail: Text },
}
