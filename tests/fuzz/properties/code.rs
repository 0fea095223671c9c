//! Bytecode of strangers: what it is in outline, its functions, its metadata.

use std::thread;

use decode::analysis::{STACK_BYTES, run};
use decode::stop::Stop;
use decode::{Analysis, AnalysisInput, AnalysisOutput, Metadata, Snapshot};
use ledger::HexBytes;

/// The longest code that is tried.
const MAX_BYTES: usize = 4096;

pub(super) fn check(bytes: &[u8]) {
    let bytes = bytes.get(..MAX_BYTES).unwrap_or(bytes);
    for metadata in Metadata::all(bytes) {
        super::assert_harmless(&format!("{metadata:?}"));
    }
    let _ = (Metadata::at_end(bytes), Metadata::is_lacking(bytes));
    let code = || HexBytes::from(bytes.to_vec());
    for input in [AnalysisInput::Functions(code()), AnalysisInput::Profile(code())] {
        let analysis = Analysis { known: Snapshot::default(), input };
        // As the program gives it.
        let thread = thread::Builder::new().stack_size(STACK_BYTES);
        let done = thread.spawn(move || run(&analysis, &Stop::default())).expect("a thread").join();
        assert!(matches!(done, Ok(Some(AnalysisOutput::Functions(_) | AnalysisOutput::Profile(_)))));
    }
}
