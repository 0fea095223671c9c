//! The client over real HTTP on loopback: what it sends, what it makes of every recorded answer, how patient it
//! is, and where it stops.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking, and its helpers are part of it"
)]

mod asks;
mod beside;
mod blocks_and_tokens;
mod budget;
mod calling;
mod conditional;
mod connections;
mod embedded;
mod exchange;
mod failures;
mod lasting;
mod operations;
mod paging;
#[path = "../../../../tests/support/planted_key.rs"]
#[allow(dead_code, reason = "several test programs share this, each uses some")]
mod planted_key;
mod recorded;
mod reexecution;
mod replay;
mod retries;
mod secrets;
mod server;
mod telling;
mod tolerance;
mod verified;
