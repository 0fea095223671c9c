//! What answers take of memory.

use std::sync::Arc;

use super::Answer;

/// How many times a body is kept at most, beside rows: as received, as the texts and bytes in it, and packed.
const COPIES_OF_BODY: usize = 3;

impl Answer {
    /// How many bytes it takes, about: its rows, of which each takes kilobytes however short its text is, and what was
    /// read out of a body so long.
    pub fn bytes(&self, body_bytes: usize) -> usize {
        let rows = match self {
            Self::Contracts(page) => row_bytes(&page.rows),
            Self::Results(page) => row_bytes(&page.rows),
            Self::Schedules(page) => row_bytes(&page.rows),
            Self::Actions(page) => row_bytes(&page.rows),
            Self::Logs(page) => row_bytes(&page.rows),
            Self::State(page) => row_bytes(&page.rows),
            Self::Transactions(page) => row_bytes(&page.rows),
            Self::TokenBalances(page) => row_bytes(&page.rows),
            Self::Transaction(family) => row_bytes(&family.members),
            _ => 0,
        };
        rows + body_bytes * COPIES_OF_BODY
    }
}

fn row_bytes<T>(rows: &[Arc<T>]) -> usize {
    size_of_val(rows) + rows.len() * size_of::<T>()
}
