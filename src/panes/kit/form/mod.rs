//! Forms and their fields, over a pane or in it.

pub mod argument_fields;
pub mod folder;
pub mod path;
pub mod popup_form;
pub mod prompt;
