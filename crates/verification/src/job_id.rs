//! Names of a job: the server's `verificationId`, and a local key before the server has answered.

use std::fmt;

use ledger::Timestamp;

/// The `verificationId`: a UUID of 36 characters in lower case.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct JobId(String);

impl JobId {
    /// Reads a UUID in full. Upper case is lowered, because servers know only the lower.
    pub fn parse(text: &str) -> Option<Self> {
        let groups: Vec<&str> = text.split('-').collect();
        let lengths = groups.iter().map(|group| group.len());
        let shaped =
            lengths.eq([8, 4, 4, 4, 12]) && groups.iter().all(|g| g.bytes().all(|b| b.is_ascii_hexdigit()));
        shaped.then(|| Self(text.to_ascii_lowercase()))
    }
}

impl fmt::Display for JobId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The local key of a job before it is sent: its creation time and its process.
///
/// Two instances cannot make the same key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct JobKey {
    /// When the job was made.
    pub made: Timestamp,
    /// The process that made it.
    pub process: u32,
}

impl JobKey {
    /// Reads what [`fmt::Display`] writes.
    pub fn parse(text: &str) -> Option<Self> {
        let (made, process) = text.split_once('-')?;
        Some(Self { made: Timestamp::parse(made)?, process: process.parse().ok()? })
    }
}

impl fmt::Display for JobKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.made, self.process)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_uuids_and_nothing_else() {
        let id = "2f4aeb11-6b52-4e0e-9a44-1a2b3c4d5e6f";
        assert_eq!(JobId::parse(&id.to_uppercase()).map(|id| id.to_string()).as_deref(), Some(id));
        for text in [
            "",
            "{2f4aeb11-6b52-4e0e-9a44-1a2b3c4d5e6f}",
            "2f4aeb116b524e0e9a441a2b3c4d5e6f",
            "g".repeat(36).as_str(),
        ] {
            assert_eq!(JobId::parse(text), None, "{text}");
        }
    }

    #[test]
    fn keys_round_trip() {
        let key = JobKey { made: Timestamp { seconds: 5, nanos: 7 }, process: 42 };
        assert_eq!(JobKey::parse(&key.to_string()), Some(key));
    }
}
