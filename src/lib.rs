//! hieroscope: a terminal explorer and contract verifier for Hiero ledgers.

pub mod ledger;
