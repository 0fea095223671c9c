//! Which rows of a list are written, what of each of them, and how.

use super::{Filter, Format, RowValues};
use crate::ledger::RawJson;

/// What is written of the rows of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Records {
    pub format: Format,
    /// The columns that are written, in their order.
    pub fields: Vec<Field>,
    /// Which rows are written.
    pub filter: Filter,
    /// Whether rows are written as received, whatever the fields are. For JSON only.
    pub is_received: bool,
}

/// A column of a list that is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// As filters name it.
    pub name: String,
    /// The column's place among all of the list.
    pub column: usize,
    /// Whether it is aligned to the right where it is drawn.
    pub is_right: bool,
}

impl Records {
    /// What stands above the rows.
    pub fn head(&self) -> String {
        self.format.head(self.fields.iter().map(|field| (&*field.name, field.is_right)))
    }

    /// Rows by their places in a page, the first of which may be the first of all.
    pub fn rows(
        &self,
        values: &RowValues,
        received: &[RawJson],
        places: impl IntoIterator<Item = usize>,
        mut is_first: bool,
    ) -> String {
        let names: Vec<&str> = self.fields.iter().map(|field| &*field.name).collect();
        let mut text = String::new();
        for at in places {
            if self.is_received {
                let Some(row) = received.get(at) else { continue };
                text += &self.format.object(row.raw(), is_first);
            } else {
                let row: Vec<_> = self.fields.iter().map(|field| values.get(at, field.column)).collect();
                text += &self.format.record(&names, &row, is_first);
            }
            is_first = false;
        }
        text
    }

    /// What stands below the rows.
    pub fn tail(&self, is_empty: bool) -> &'static str {
        self.format.tail(is_empty)
    }
}
