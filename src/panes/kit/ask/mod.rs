//! Requests of panes to servers: their wants, the table of requests, and the answers. Nothing is drawn here.

pub mod analyses;
pub mod at_verifier;
pub mod fetched;
pub mod once;
pub mod progress;
pub mod requests;
mod retry_time;
pub mod wants;
