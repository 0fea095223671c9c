//! The input and output of a call, as a question about the meaning of its bytes.

use decode::reading::CallQuestion;
use evm::ExecutedCall;
use ledger::HexBytes;

/// The question: it is read by the interface of the code that the call runs.
pub fn question(call: &ExecutedCall) -> CallQuestion {
    let hex = |bytes: &[u8]| HexBytes::from(bytes.to_vec());
    CallQuestion {
        contract: Some(call.interface_of()),
        input: hex(&call.input),
        output: call.end.as_ref().filter(|end| end.is_success()).map(|end| hex(end.data())),
        error: call.error(),
        creates: call.operation.is_creation(),
    }
}
