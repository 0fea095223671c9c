//! Who wants answers of the table.

use verification::{BatchId, JobKey};

/// Who wants answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subscriber {
    /// A pane, by the number in which it was opened.
    Pane(u64),
    WatchList,
    /// A batch whose lines are looked up.
    Batch(BatchId),
    /// What is known of contracts, accounts and tokens.
    Knowledge,
    /// What names selectors and topics by a signature server.
    Names,
    /// A verification job that is followed.
    Job(JobKey),
}

impl Default for Subscriber {
    /// The first pane.
    fn default() -> Self {
        Self::Pane(0)
    }
}

impl Subscriber {
    /// The pane that is opened after this one.
    #[must_use]
    pub fn next(self) -> Self {
        match self {
            Self::Pane(number) => Self::Pane(number + 1),
            other => other,
        }
    }

    /// Whether it looks at what is known for as long as it wants that. Others take each answer once.
    #[must_use]
    pub fn looks(self) -> bool {
        matches!(self, Self::Pane(_) | Self::WatchList)
    }
}
