//! Tokens, and the accounts that hold them.

pub mod detail;
pub mod holders;
