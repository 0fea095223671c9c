//! Subscribers of the request table.

use verification::{BatchId, JobKey};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subscriber {
    /// A pane, by the order in which panes were opened.
    Pane(u64),
    WatchList,
    /// A batch that looks up its lines.
    Batch(BatchId),
    /// The lookups of contracts, accounts and tokens.
    Knowledge,
    /// The lookup of selectors and topics at a signature server.
    Names,
    /// A tracked verification job.
    Job(JobKey),
}

impl Default for Subscriber {
    /// The first pane.
    fn default() -> Self {
        Self::Pane(0)
    }
}

impl Subscriber {
    /// The next pane to open.
    #[must_use]
    pub fn next(self) -> Self {
        match self {
            Self::Pane(number) => Self::Pane(number + 1),
            other => other,
        }
    }

    /// Whether it reads answers repeatedly while it wants them. Others take each answer once.
    #[must_use]
    pub fn looks(self) -> bool {
        matches!(self, Self::Pane(_) | Self::WatchList)
    }
}
