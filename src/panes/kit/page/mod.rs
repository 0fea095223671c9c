//! Pages of one thing: a sheet of its fields, or a document.

pub mod document;
pub mod elsewhere;
pub mod json_view;
pub mod no_verifier;
pub mod on_sheet;
pub mod record_pane;
pub mod siblings;
