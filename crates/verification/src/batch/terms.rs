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
    /// Whether a key goes with it.
    pub keyed: bool,
    /// How many may be unsettled at the same time.
    pub at_once: AtOnce,
    /// What an error does.
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

/// How a batch is named: as jobs are, by when it was made and by which process.
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

/// How many submissions of a batch may be unsettled at the same time: verifiers are shared by many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct AtOnce(u8);

impl AtOnce {
    /// The most that a verifier is asked to bear.
    pub const MAX_JOBS: u8 = 3;

    /// One, two or three; anything else is brought to the nearest of these.
    pub fn new(count: u8) -> Self {
        Self(count.clamp(1, Self::MAX_JOBS))
    }

    pub fn get(self) -> u8 {
        self.0
    }
}

impl Default for AtOnce {
    fn default() -> Self {
        Self(2)
    }
}

/// What an error does to the lines that wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum OnError {
    /// They keep waiting until the user has the batch go on.
    #[default]
    Stop,
    /// They are sent all the same.
    GoOn,
}

impl OnError {
    /// The name under which forms and the store keep it.
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

/// Whether lines are sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// They are, as places come free.
    Running,
    /// They wait; what is in progress is followed to its end.
    Paused(Pause),
    /// Another instance of the program takes care of it, and sends them or not.
    Elsewhere,
    /// None is left to send, and all that were sent are settled.
    Ended,
}

/// Why a batch is paused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pause {
    /// The user wanted it.
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
