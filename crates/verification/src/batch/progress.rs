//! The progress of a batch, in numbers.

use super::{Batch, Standing};

/// Numbers of lines by state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Progress {
    /// Lines to send, sent or not: neither invalid nor skipped.
    pub all: usize,
    /// Lines that wait.
    pub waiting: usize,
    /// Lines in progress.
    pub under_way: usize,
    /// Lines with a verified contract.
    pub verified: usize,
    /// Lines that ended with an error.
    pub failed: usize,
    /// Lines with an unknown outcome.
    pub unknown: usize,
    /// Skipped lines.
    pub skipped: usize,
    /// Invalid lines.
    pub faulty: usize,
}

impl Progress {
    /// The number of settled lines among [`Progress::all`].
    pub fn done(&self) -> usize {
        self.verified + self.failed + self.unknown
    }
}

impl Batch {
    pub fn progress(&self) -> Progress {
        let mut progress = Progress::default();
        for line in &self.lines {
            let standing = line.standing();
            let count = match standing {
                Standing::Waiting => &mut progress.waiting,
                Standing::UnderWay => &mut progress.under_way,
                Standing::Verified => &mut progress.verified,
                Standing::Failed => &mut progress.failed,
                Standing::Unknown => &mut progress.unknown,
                Standing::Skipped => &mut progress.skipped,
                Standing::Faulty => &mut progress.faulty,
            };
            *count += 1;
            progress.all += usize::from(!matches!(standing, Standing::Skipped | Standing::Faulty));
        }
        progress
    }
}
