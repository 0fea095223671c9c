//! hieroscope: a terminal explorer and contract verifier for Hiero ledgers.

#[cfg(feature = "demo")]
pub mod demo;
pub mod ledger;
