//! Requests of panes to servers: their wants, the table of requests, and the answers. Nothing is drawn here.

pub mod analyses;
pub mod answers;
pub mod at_verifier;
pub mod progress;
pub mod requests;
