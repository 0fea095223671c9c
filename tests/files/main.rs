//! Files that build tools wrote, as they are read, submitted and verified; and rows that are put on disk.

#![cfg(feature = "demo")]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking, and its helpers are part of it"
)]

mod far_rows;
mod hostile_projects;
mod projects;
mod uploads;
