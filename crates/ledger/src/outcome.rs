//! The outcome of an execution, by the fields that state it.

use super::{Field, Text};

/// Response codes that count as success.
pub const SUCCESS_CODES: [&str; 3] =
    ["SUCCESS", "SUCCESS_BUT_MISSING_EXPECTED_OPERATION", "FEE_SCHEDULE_FILE_PART_UPLOADED"];

/// Whether an execution succeeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Success {
    Yes,
    No,
    Unknown,
}

/// The two fields that single results have and rows of a list lack.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ExecutionOutcome {
    /// `status`: `0x1` or `0x0`.
    pub status: Field<Text>,
    /// `result`: the name of the response code.
    pub result: Field<Text>,
}

impl ExecutionOutcome {
    /// Whether it succeeded: by `status`, else by `result`; `None` if neither is known.
    pub fn success(&self) -> Option<Success> {
        let of = |yes: bool| if yes { Success::Yes } else { Success::No };
        match self.status.known() {
            Some(status) if status.is("0x1") => Some(Success::Yes),
            Some(status) if status.is("0x0") => Some(Success::No),
            _ => self.result.known().map(|result| of(SUCCESS_CODES.iter().any(|code| result.is(code)))),
        }
    }
}
