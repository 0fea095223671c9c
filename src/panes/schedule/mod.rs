//! Schedules: the list, those that are pending, and one of them.

pub mod detail;
pub mod lifecycle;
pub mod list;
pub mod pending;
pub mod row_text;
