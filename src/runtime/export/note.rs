//! The note beside an unfinished export: what is written, and from where it goes on.

use decode::rows::{LABELS, Records};
use ledger::Timestamp;
use serde::{Deserialize, Serialize};

use crate::message::RowExport;

/// The version of the progress file's format.
const VERSION: u32 = 1;

/// An export's progress.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Note {
    #[serde(rename = "hieroscope_export")]
    version: u32,
    what: What,
    /// The start of the list's time range; the end is exclusive.
    #[serde(with = "seconds")]
    pub(super) from: Timestamp,
    #[serde(with = "seconds")]
    pub(super) to: Timestamp,
    /// The time of the last row read, and the number of rows read at that time.
    #[serde(with = "seconds")]
    pub(super) last: Timestamp,
    pub(super) rows_at_last: u64,
    /// Rows written, pages read, and the resulting length of the file.
    pub(super) rows: u64,
    pub(super) pages: u64,
    pub(super) bytes: u64,
}

/// What is exported. Only the same export resumes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct What {
    network: String,
    place: String,
    format: String,
    columns: Vec<String>,
    as_received: bool,
    filter: String,
}

impl What {
    fn new(export: &RowExport) -> Self {
        let Records { format, fields, filter, is_received, labels } = &export.records;
        let labels = labels.iter().map(|_| LABELS.to_owned());
        Self {
            network: export.network.clone(),
            place: export.place.clone(),
            format: format.name().to_owned(),
            columns: fields.iter().map(|field| field.name.clone()).chain(labels).collect(),
            as_received: *is_received,
            filter: filter.meaning(),
        }
    }
}

impl Note {
    /// The progress of an export before its first page.
    pub(super) fn new(export: &RowExport) -> Self {
        let none = Timestamp::default();
        Self {
            version: VERSION,
            what: What::new(export),
            from: none,
            to: none,
            last: none,
            rows_at_last: 0,
            rows: 0,
            pages: 0,
            bytes: 0,
        }
    }

    /// Parses a progress file; `None` if it is of another export.
    pub(super) fn found(&self, text: &str) -> Option<Self> {
        let found: Self = serde_json::from_str(text).ok()?;
        let is_usable = found.from < found.to || found.pages == 0;
        (found.version == VERSION && found.what == self.what && is_usable).then_some(found)
    }

    pub(super) fn text(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default()
    }
}

/// Times as seconds and nanoseconds.
mod seconds {
    use serde::de::Error;
    use serde::{Deserialize as _, Deserializer, Serializer};

    use ledger::Timestamp;

    pub(super) fn serialize<S: Serializer>(at: &Timestamp, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&at.to_string())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Timestamp, D::Error> {
        let text = String::deserialize(from)?;
        Timestamp::parse(&text).ok_or_else(|| D::Error::custom("no time"))
    }
}
