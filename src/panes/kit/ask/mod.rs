//! What panes ask of servers: their wants, the table of requests, and the answers. Nothing here is drawn.

pub mod analyses;
pub mod at_verifier;
pub mod fetched;
pub mod once;
pub mod progress;
pub mod requests;
mod retry_time;
pub mod wants;
