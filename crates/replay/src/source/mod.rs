//! From an instruction to the line of the source that made it, as the verifier's source maps tell.

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
