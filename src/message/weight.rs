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
            _ => self.made_here(),
        };
        rows + body_bytes * COPIES_OF_BODY
    }

    /// What it takes if it was worked out or read on this machine, about, bytes.
    fn made_here(&self) -> usize {
        match self {
            Self::Replay(replayed) => replayed.bytes(),
            Self::ReplaySources(replayed) => replayed.source_bytes(),
            Self::Step(state) => state.memory.len() + size_of_val(&*state.stack),
            Self::GasUse(gas) => size_of_val(&*gas.calls) + size_of_val(&*gas.lines),
            Self::Steps(steps) => size_of_val(&**steps),
            Self::Analysis(output) => output.bytes(),
            Self::Text(text) => text.len(),
            Self::Piped(piped) => piped.output.iter().chain(&piped.errors).map(|line| line.raw().len()).sum(),
            Self::Project(found) => found.project.compiled.iter().map(|one| one.code.len()).sum(),
            _ => 0,
        }
    }
}

fn row_bytes<T>(rows: &[Arc<T>]) -> usize {
    size_of_val(rows) + rows.len() * size_of::<T>()
}
