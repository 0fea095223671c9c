//! The panes that fill the screen, one folder each, grouped by subject. Panes do not refer to each other; they
//! navigate by places. Shared code is in [`kit`].
//!
//! The trait [`Pane`] is what every pane implements.

pub mod account;
pub mod action_hint;
pub mod block;
pub mod bytes;
pub mod comparison;
pub mod context;
pub mod contract;
pub mod home;
pub mod kit;
pub mod labels;
pub mod pane;
pub mod request_log;
pub mod result;
pub mod schedule;
pub mod token;
pub mod transaction;
pub mod verbs;
pub mod verification;

pub use action_hint::ActionHint;
pub use context::{Context, Status};
pub use pane::Pane;
pub use verbs::Verbs;
