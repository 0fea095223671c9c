//! The export of list rows: selection, fields and format.

use ledger::RawJson;

use super::{Filter, Format, LABELS, RowValues, ValueRef, labels_of};
use crate::Snapshot;

/// The export of a list's rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Records {
    pub format: Format,
    /// The columns that are written, in their order.
    pub fields: Vec<Field>,
    /// Which rows are written.
    pub filter: Filter,
    /// Whether rows are written as received, ignoring `fields`. For JSON only.
    pub is_received: bool,
    /// The knowledge with labels to append to each row; `None` to omit labels.
    pub labels: Option<Snapshot>,
}

/// A column of a list that is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The name in filters.
    pub name: String,
    /// The column's place among all of the list.
    pub column: usize,
    /// Whether it is aligned to the right where it is drawn.
    pub is_right: bool,
}

impl Records {
    /// The text before the rows.
    pub fn head(&self) -> String {
        let labels = self.labels.iter().map(|_| (LABELS, false));
        self.format.head(self.fields.iter().map(|field| (&*field.name, field.is_right)).chain(labels))
    }

    /// Rows by their places in a page, the first of which may be the first of all.
    pub fn rows(
        &self,
        values: &RowValues,
        received: &[RawJson],
        places: impl IntoIterator<Item = usize>,
        mut is_first: bool,
    ) -> String {
        let labels = self.labels.iter().map(|_| LABELS);
        let names: Vec<&str> = self.fields.iter().map(|field| &*field.name).chain(labels).collect();
        let mut text = String::new();
        for at in places {
            if self.is_received {
                let Some(row) = received.get(at) else { continue };
                text += &self.format.object(row.raw(), is_first);
            } else {
                let columns = self.fields.iter().map(|field| (&*field.name, field.column));
                let labels = self.labels.as_ref().map(|known| labels_of(values, at, columns, known));
                let labels = labels.iter().map(|labels| ValueRef::Text(labels));
                let row = self.fields.iter().map(|field| values.get(at, field.column));
                let row: Vec<_> = row.chain(labels).collect();
                text += &self.format.record(&names, &row, is_first);
            }
            is_first = false;
        }
        text
    }

    /// The text after the rows.
    pub fn tail(&self, is_empty: bool) -> &'static str {
        self.format.tail(is_empty)
    }
}
