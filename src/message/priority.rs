//! Which of the requests that wait for one host is sent first.

/// The priority of a request; the least goes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Priority {
    /// The user refreshed or submits something: ignores a host's `Retry-After`.
    Urgent,
    /// A key press caused it.
    Key,
    /// A pane on screen wants it.
    #[default]
    Visible,
    /// Polling by a live list or by the watch list.
    Tail,
    /// Polling of a job or a batch.
    Poll,
    /// Not visible: a prefetch, a covered pane, or an export.
    Background,
}

impl Priority {
    /// All of them, the most urgent first.
    pub const ALL: [Self; 6] =
        [Self::Urgent, Self::Key, Self::Visible, Self::Tail, Self::Poll, Self::Background];
}
