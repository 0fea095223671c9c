//! How far a batch has come, in numbers.

use super::{Batch, Standing};

/// Numbers of lines by state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Progress {
    /// Those that are sent or to be sent: neither faulty nor skipped.
    pub all: usize,
    /// Those that wait.
    pub waiting: usize,
    /// Those that are in progress.
    pub under_way: usize,
    /// Those whose contract is verified.
    pub verified: usize,
    /// Those that came to an error.
    pub failed: usize,
    /// Those of which nobody knows what became of them.
    pub unknown: usize,
    /// Those that are not sent.
    pub skipped: usize,
    /// Those that cannot be read.
    pub faulty: usize,
}

impl Progress {
    /// How many of [`Progress::all`] are settled.
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
