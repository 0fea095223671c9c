//! Tokens, and who holds them.

pub mod detail;
pub mod holders;
