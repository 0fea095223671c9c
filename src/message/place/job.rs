//! Names a job: by its id at the verifier, or by its key on this machine before it has one.

use std::fmt;

use verification::{JobId, JobKey};

use super::PlaceFault;

/// A job, by one of its two names.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum JobPlace {
    /// `job/2f4aeb11-…`.
    Id(JobId),
    /// `job/local:1795216207.000000000-42`.
    Key(JobKey),
}

impl JobPlace {
    pub(super) fn parse(text: &str) -> Result<Self, PlaceFault> {
        match text.strip_prefix("local:") {
            Some(key) => JobKey::parse(key).map(Self::Key),
            None => JobId::parse(text).map(Self::Id),
        }
        .ok_or(PlaceFault::Part("write a job's id: a UUID of 36 characters"))
    }

    pub(super) fn label(&self) -> String {
        match self {
            Self::Id(id) => format!("verification job {id}"),
            Self::Key(key) => format!("verification job {key} of this machine"),
        }
    }
}

impl fmt::Display for JobPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Id(id) => write!(f, "{id}"),
            Self::Key(key) => write!(f, "local:{key}"),
        }
    }
}
