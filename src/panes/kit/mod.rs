//! What panes are made of: what they want to know, and how far that has come.

pub mod analyses;
pub mod fetched;
pub mod once;
pub mod progress;
pub mod requests;
pub mod wants;

pub use fetched::{Fetched, Taken};
pub use once::Once;
pub use progress::Progress;
pub use requests::{PaneKey, Requests};
pub use wants::Wants;
