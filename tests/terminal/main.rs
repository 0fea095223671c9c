//! The real binary in a real pseudo-terminal: what it writes, how it ends, and what it leaves behind.
//!
//! Nothing here sleeps: every step waits for text on the screen, for the end of the program, or, where silence
//! is what is wanted, for a bounded time without a byte.

#![cfg(all(unix, feature = "demo"))]
#![expect(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test may end anywhere")]

mod browsing;
#[cfg(target_os = "linux")]
mod children;
mod copying;
mod crashing;
mod ending;
mod failing;
mod flooding;
#[path = "../support/hostile/mod.rs"]
#[allow(dead_code, reason = "several test programs share this, each uses some")]
mod hostile;
mod hostile_fields;
mod instances;
mod keeping;
mod logging;
mod memory;
#[path = "../support/part.rs"]
#[allow(dead_code, reason = "several test programs share this, each uses some")]
mod part;
#[path = "../support/places.rs"]
#[allow(dead_code, reason = "several test programs share this, each uses some")]
mod places;
mod plain;
#[cfg(target_os = "linux")]
mod planted;
#[cfg(target_os = "linux")]
#[path = "../support/planted_key.rs"]
#[allow(dead_code, reason = "several test programs share this, each uses some")]
mod planted_key;
mod previewing;
mod process;
mod program;
mod recording;
mod resizing;
#[cfg(target_os = "linux")]
mod secrets;
mod server;
mod suspending;
mod title;
mod typing;
mod verifier;
mod whole;
