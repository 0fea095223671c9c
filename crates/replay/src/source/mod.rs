//! Maps an instruction to its source line, by the verifier's source maps.

mod code;
mod fault;
mod lines;
mod map;
mod places;
mod statement;
mod walk;

pub use code::{Line, MappedCode, SourcePlace};
pub use fault::{FailedCall, failed_calls};
pub use lines::Lines;
pub use places::Sources;
