//! Which of the requests that wait for one host is sent first.

/// The priority of a request; the least goes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Priority {
    /// The user asked for it again, or submits something: it does not wait until a host that asked to be left alone is
    /// free.
    Urgent,
    /// A key led to it.
    Key,
    /// A pane on screen wants it.
    #[default]
    Visible,
    /// A list on screen or the watch list looks for what is new.
    Tail,
    /// It follows a job or a batch.
    Poll,
    /// Nobody sees it: it is asked for ahead, for a pane that is covered, or for a file that is written.
    Background,
}

impl Priority {
    /// All of them, the most urgent first.
    pub const ALL: [Self; 6] =
        [Self::Urgent, Self::Key, Self::Visible, Self::Tail, Self::Poll, Self::Background];
}
