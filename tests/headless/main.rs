//! The commands for scripts: the real program, without a terminal, on the embedded network and on servers that
//! misbehave.
#![cfg(feature = "demo")]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may fail loudly, and a field that is missing is null"
)]

mod again;
mod cache;
mod calling;
mod claims;
mod complaints;
mod decoding;
mod deployment;
mod details;
mod dry_run;
mod endings;
mod every_place;
mod exact;
mod fault_matrix;
mod faults;
mod figures;
mod files;
mod following;
mod hostile;
mod hostile_fields;
#[path = "../support/hostile/mod.rs"]
#[allow(dead_code, reason = "several test programs share this, each uses some")]
mod hostile_words;
mod labels;
#[path = "../support/deployment.rs"]
mod ledger_after;
mod listing;
mod log;
mod paging;
mod planted;
#[path = "../support/planted_key.rs"]
#[allow(dead_code, reason = "several test programs share this, each uses some")]
mod planted_key;
mod process;
mod project;
mod reading;
mod recipes;
#[cfg(unix)]
mod recording;
mod refusals;
mod replay;
mod replaying;
mod reports;
mod secrets;
mod server;
#[cfg(unix)]
mod signals;
#[path = "../support/mod.rs"]
#[allow(dead_code, reason = "several test programs share these, each uses some")]
mod support;
mod transactions;
mod unwritten;
mod usage;
mod would_verify;
mod written;
