//! The settings of a batch, and whether it runs.

use std::fmt;

use crate::{JobKey, Mode};

/// The settings shared by all lines of a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// How every line is submitted.
    pub mode: Mode,
    /// The directory of the project that they are verified from.
    pub project: Option<String>,
    /// Whether a key is sent with it.
    pub keyed: bool,
    /// The most unsettled submissions at a time.
    pub at_once: AtOnce,
    /// Whether the batch continues after a contract that fails.
    pub on_error: OnError,
}

impl Terms {
    /// How the lines are submitted, in words.
    pub fn way(&self) -> &'static str {
        way(self.mode)
    }
}

/// How lines are submitted, in words.
pub(super) fn way(mode: Mode) -> &'static str {
    match mode {
        Mode::Import => "by import",
        Mode::Similarity => "by similarity",
        Mode::StandardJson | Mode::Metadata => "from a project",
    }
}

/// The name of a batch: its creation time and process, as for jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BatchId(pub JobKey);

impl BatchId {
    /// Reads what [`fmt::Display`] writes.
    pub fn parse(text: &str) -> Option<Self> {
        JobKey::parse(text).map(Self)
    }
}

impl fmt::Display for BatchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The most unsettled submissions of a batch at a time: verifiers are shared by many users.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct AtOnce(u8);

impl AtOnce {
    /// The most that a verifier is asked to bear.
    pub(crate) const MAX_JOBS: u8 = 3;

    /// One, two or three; anything else is brought to the nearest of these.
    pub fn new(count: u8) -> Self {
        Self(count.clamp(1, Self::MAX_JOBS))
    }

    /// Number of submissions, at least 1.
    pub fn get(self) -> u8 {
        self.0
    }
}

impl Default for AtOnce {
    fn default() -> Self {
        Self(2)
    }
}

/// The effect of an error on the lines that wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum OnError {
    /// They wait until the user resumes the batch.
    #[default]
    Stop,
    /// They are sent all the same.
    GoOn,
}

impl OnError {
    /// The name in forms and in the store.
    pub fn name(self) -> &'static str {
        match self {
            Self::Stop => "stop",
            Self::GoOn => "go-on",
        }
    }

    /// Reads what [`OnError::name`] writes.
    pub fn parse(text: &str) -> Option<Self> {
        [Self::Stop, Self::GoOn].into_iter().find(|choice| choice.name() == text)
    }
}

/// Whether the batch sends lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Lines are sent as places become free.
    Running,
    /// They wait; jobs in progress are followed to their end.
    Paused(Pause),
    /// Another instance of the program takes care of it, and sends them or not.
    Elsewhere,
    /// None is left to send, and all that were sent are settled.
    Ended,
}

/// The reason of a pause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pause {
    /// At the user's request.
    Asked,
    /// The line of this number came to an error.
    Error(usize),
    /// The verifier refused the line of this number because of too many requests, which counts for all.
    TooMany(usize),
    /// The job of the line of this number cannot be recorded, so the line was not sent.
    Unrecorded(usize),
    /// The program was ended meanwhile.
    Restart,
}
