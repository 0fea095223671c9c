//! The calls within a successful execution: whether any failed, and the outcome of each.

use api::PageOf;
use decode::Known;
use decode::reading::{CallQuestion, CallReading, Reader};
use ledger::execution::CallEnd;
use ledger::{CallAction, ContractRef, ContractResult, ExecutionRef, Success, Text};

use crate::widgets::Role;
use crate::widgets::table::Cell;

/// The state of the calls within a success.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum InnerCalls {
    /// No call failed.
    Fine,
    /// A call failed: which and why, if known.
    Failed(Option<String>),
    /// The trace is loading.
    Loading,
    /// The trace was not requested, or the server has none.
    #[default]
    NotChecked,
}

/// Shown for a success with a failed inner call.
pub const FAILED: &str = "a call within it failed";

impl InnerCalls {
    /// The failed call and the reason, if known.
    pub fn failure(&self) -> Option<&str> {
        match self {
            Self::Failed(words) => Some(words.as_deref().unwrap_or(FAILED)),
            _ => None,
        }
    }

    /// The text after the outcome.
    pub fn pieces(&self) -> Vec<Cell> {
        let dim = |words: &str| vec![(words.to_owned(), Role::Dim)];
        let failed = format!(", but {FAILED}");
        match self {
            Self::Fine => Vec::new(),
            Self::Failed(None) => vec![(failed, Role::Attention)],
            Self::Failed(Some(words)) => {
                vec![(format!("{failed}: "), Role::Plain), (words.clone(), Role::Failure)]
            }
            Self::Loading => dim(" (checking inner calls)"),
            Self::NotChecked => dim(" (inner calls not checked)"),
        }
    }
}

/// The first page of inner calls, requested by hash: a child has its own hash, but not its own id.
pub fn page(result: &ContractResult) -> Option<PageOf<ExecutionRef>> {
    let hash = result.hash.known().filter(|_| result.success() == Success::Yes)?;
    ExecutionRef::of_hash(hash.clone()).map(PageOf::first)
}

/// The called contract.
pub fn called(frame: &CallAction) -> Option<ContractRef> {
    let account = frame.recipient_type.known().is_some_and(|kind| kind.is("ACCOUNT"));
    let id = frame.recipient.value().filter(|_| !account).map(ContractRef::Id);
    id.or_else(|| frame.to.value().filter(|_| !account).map(ContractRef::Address))
}

/// Whether a system contract refused what a call asked, although the call returned.
pub fn is_refused(frame: &CallAction) -> bool {
    let (Some(input), Some(output)) = (frame.input.known(), frame.result_data.known()) else { return false };
    let known = Known::default();
    let response = Reader::new(&known).response(called(frame), input.bytes(), output.bytes());
    response.is_some_and(|response| !response.is_success())
}

/// Why a call failed, if it did; also a system contract's refusal within a call that returned.
pub fn failure(frame: &CallAction, reading: Option<&CallReading>) -> Option<String> {
    let reported = reading.and_then(CallReading::failure);
    match frame.end() {
        CallEnd::Halted => Some(halt(frame)),
        CallEnd::Reverted => Some(reported.unwrap_or_else(|| "reverted".to_owned())),
        CallEnd::Returned | CallEnd::Unknown => reported,
    }
}

/// The name of the halt, which comes as ASCII.
pub fn halt(frame: &CallAction) -> String {
    let name =
        Text::from_bytes(frame.result_data.known().map(|data| data.bytes().to_vec()).unwrap_or_default());
    if name.is_empty() { "halted".to_owned() } else { name.escaped() }
}

/// The input for decoding a call: its error is revert data in hex, or the name of the halt.
pub fn question(frame: &CallAction) -> CallQuestion {
    let error = match frame.end() {
        CallEnd::Reverted => frame.result_data.known().map(|data| Text::new(data.to_hex())),
        CallEnd::Halted => Some(Text::new(halt(frame))),
        CallEnd::Returned | CallEnd::Unknown => None,
    };
    CallQuestion {
        contract: called(frame),
        input: frame.input.known().cloned().unwrap_or_default(),
        output: frame.result_data.known().filter(|_| frame.end() == CallEnd::Returned).cloned(),
        error,
        creates: false,
    }
}
