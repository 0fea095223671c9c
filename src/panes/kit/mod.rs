//! The building blocks of panes: requests, forms, lists, pages and the ledger's nouns.

pub mod ask;
pub mod form;
pub mod list;
pub mod nouns;
pub mod page;

pub use ask::answers::{Fetched, Once, Taken, Wants};
pub use ask::progress::Progress;
pub use ask::requests::{Asking, Requests, Subscriber};
pub use form::popup_form::PopupForm;
pub use page::record_pane::{RecordPane, Recorded};
