//! hieroscope: a terminal explorer and contract verifier for Hiero ledgers.

pub mod client;
pub mod config;
#[cfg(feature = "demo")]
pub mod demo;
pub mod ledger;
pub mod message;
pub mod store;
pub mod verification;
pub mod widgets;
