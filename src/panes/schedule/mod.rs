//! Schedules: the list, those that are pending, and one of them.

pub mod detail;
pub mod list;
pub mod pending;
pub mod row_text;

use crate::panes::kit::nouns::lifecycle;
