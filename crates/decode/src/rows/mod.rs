//! The values of list rows by column, and the filtering and sorting of rows. Runs off the event loop's thread: lists
//! grow to a hundred thousand rows.

mod arrange;
mod bucket;
mod complete;
mod fault;
mod filter;
mod format;
mod labelled;
mod named;
mod records;
mod sought;
mod source;
mod summary;
mod tally;
mod term;
mod time_steps;
mod value;
mod values;

pub use arrange::{Arrange, Arranged, Loaded, LoadedPage, Sort};
pub use bucket::Bucket;
pub use complete::Typing;
pub use fault::Fault;
pub use filter::{Filter, entities};
pub use format::{Format, csv_line, json_object, markdown_head, markdown_row, quoted};
pub use labelled::{LABELS, label_of, labels_of};
pub use records::{Field, Records};
pub use source::{Source, Valuation};
pub use summary::{Summarize, Summary, Timeline};
pub use tally::{By, Tallied, Tally};
pub use value::{Value, ValueRef};
pub use values::RowValues;

/// A column by its field name, as filters name it: `gas_used`.
pub fn field_name(column: &str) -> String {
    column.replace([' ', '-'], "_").to_lowercase()
}

#[cfg(test)]
mod tests;
