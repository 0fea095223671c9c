//! Schedules: the list, the pending ones, and a single schedule.

pub mod detail;
pub mod list;
pub mod pending;
pub mod row_text;

use crate::panes::kit::nouns::lifecycle;
