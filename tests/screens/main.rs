//! Headless sessions: keys go in, screens come out, on the embedded network.
#![cfg(feature = "demo")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail loudly")]

#[path = "../support/mod.rs"]
#[allow(dead_code, reason = "several test programs share these, each uses some")]
mod support;

mod contract;
mod results;
