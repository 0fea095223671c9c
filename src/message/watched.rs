//! The watch list: contracts and schedules that are polled, and their findings.

use std::fmt;

use ledger::amount::counted;
use ledger::{ContractRef, EntityId, Text, Timestamp};
use serde::{Deserialize, Serialize};

use super::Place;

/// The most watched contracts and schedules per network: each costs up to two requests a minute.
pub const MAX_WATCHED: usize = 20;
/// The most findings kept per entry.
pub const MAX_FINDINGS: usize = 20;

/// What can be watched.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum WatchedEntity {
    Contract(ContractRef),
    Schedule(EntityId),
}

impl WatchedEntity {
    /// What is watched from this place: the contract or the schedule that it is about.
    pub fn of(place: &Place) -> Option<Self> {
        match place {
            Place::Schedule(id) => Some(Self::Schedule(*id)),
            place => place.contract_named().map(Self::Contract),
        }
    }

    pub fn place(&self) -> Place {
        match self {
            Self::Contract(contract) => Place::contract(*contract),
            Self::Schedule(id) => Place::Schedule(*id),
        }
    }

    /// Reads the text of one.
    pub fn parse(text: &str) -> Option<Self> {
        // It is written in full, so no realm is needed to complete it.
        Self::of(&Place::parse(text, EntityId::from_num(0)).ok()?)
    }
}

impl fmt::Display for WatchedEntity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.place().fmt(f)
    }
}

/// An entry of the watch list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Watched {
    /// The network's profile name.
    pub network: String,
    pub of: WatchedEntity,
    /// When it was put on the list.
    pub at: Timestamp,
    pub seen: Sighting,
}

impl Watched {
    /// Whether both are of the same thing.
    pub fn is(&self, other: &Self) -> bool {
        (&self.network, &self.of) == (&other.network, &other.of)
    }
}

/// The latest known state of a watched entry.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Sighting {
    /// The time of the last successful check.
    pub checked_at: Option<Timestamp>,
    /// Its fields and their values; a long value is stored as its start and a fingerprint.
    pub fields: Vec<(String, Text)>,
    /// The consensus time up to which its results were examined.
    pub results_to: Timestamp,
    /// Unread findings, newest first.
    pub findings: Vec<Finding>,
}

impl Sighting {
    /// Adds a finding. All failed results form one finding.
    pub fn add(&mut self, mut finding: Finding) {
        let failed = |it: &Finding| matches!(it.what, Found::Failed(_));
        if let Found::Failed(new) = &mut finding.what
            && let Some(at) = self.findings.iter().position(failed)
            && let Found::Failed(known) = self.findings.remove(at).what
        {
            new.count = new.count.saturating_add(known.count);
            new.is_at_least |= known.is_at_least;
            new.since = new.since.min(known.since);
        }
        self.findings.insert(0, finding);
        self.findings.truncate(MAX_FINDINGS);
    }
}

/// Something that was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// When it was found.
    pub at: Timestamp,
    pub what: Found,
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Found {
    /// A field changed; an empty text is an empty field.
    Changed { field: String, before: Text, after: Text },
    /// There are new results that failed.
    Failed(Failures),
}

/// Results that failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failures {
    pub count: u64,
    /// Whether there may be more: a check examines only the newest results.
    pub is_at_least: bool,
    /// The consensus times of the oldest and the newest.
    pub since: Timestamp,
    pub until: Timestamp,
}

impl Failures {
    /// How many there are, in words.
    pub fn words(&self) -> String {
        let least = if self.is_at_least { "at least " } else { "" };
        let count = usize::try_from(self.count).unwrap_or(usize::MAX);
        format!("{least}{} failed", counted(count, "new result"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_watched_is_written_and_read_again() {
        for text in
            ["contract/0.0.5001", "contract/0xb0551e9ecceb06cf6ea2879174aaf4da84633e85", "schedule/0.0.7002"]
        {
            let watched = WatchedEntity::parse(text).unwrap();
            assert_eq!(watched.to_string(), text);
        }
        let results = Place::parse("contract/0.0.5001/results", EntityId::from_num(0)).unwrap();
        assert_eq!(WatchedEntity::of(&results).unwrap().to_string(), "contract/0.0.5001");
        assert_eq!(WatchedEntity::parse("home"), None);
    }

    #[test]
    fn failures_are_one_finding_and_findings_are_bounded() {
        let at = Timestamp::from_secs;
        let failed = |count, since, until| Finding {
            at: at(until),
            what: Found::Failed(Failures {
                count,
                is_at_least: count > 1,
                since: at(since),
                until: at(until),
            }),
        };
        let mut seen = Sighting::default();
        seen.add(failed(1, 5, 5));
        seen.add(failed(2, 7, 9));
        let all = Failures { count: 3, is_at_least: true, since: at(5), until: at(9) };
        assert_eq!(seen.findings, [Finding { at: at(9), what: Found::Failed(all) }]);
        for second in 0..50 {
            let (field, before, after) = ("memo".to_owned(), Text::default(), Text::default());
            seen.add(Finding { at: at(second), what: Found::Changed { field, before, after } });
        }
        assert_eq!((seen.findings.len(), seen.findings[0].at), (MAX_FINDINGS, at(49)));
    }
}
