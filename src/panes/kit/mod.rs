//! The building blocks of panes: requests and their progress, lists, and the ledger's nouns on screen.

pub mod analyses;
pub mod at_verifier;
pub mod code_diff;
pub mod contract_facts;
pub mod contract_name;
pub mod decoded;
pub mod document;
pub mod execution;
pub mod fetched;
pub mod folder;
pub mod job_text;
pub mod keys;
pub mod labels;
pub mod list;
pub mod money_flows;
pub mod no_verifier;
pub mod on_sheet;
pub mod once;
pub mod path;
pub mod popup_form;
pub mod progress;
pub mod prompt;
pub mod requests;
pub mod siblings;
pub mod slot_change;
pub mod slot_name;
pub mod slots;
pub mod tokens;
pub mod values;
pub mod wants;

pub use fetched::{Fetched, Taken};
pub use once::Once;
pub use popup_form::PopupForm;
pub use progress::Progress;
pub use requests::{PaneKey, Requests};
pub use wants::Wants;
