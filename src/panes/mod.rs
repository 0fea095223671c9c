//! What fills the screen: panes, one folder each, in the neighbourhoods of the product. No pane knows another; they
//! speak in places. What panes share is in [`kit`].
//!
//! What every pane can do is the trait [`Pane`].

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
