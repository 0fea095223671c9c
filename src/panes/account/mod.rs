//! Accounts.

pub mod detail;
