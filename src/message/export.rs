//! Exports: what a pane offers to write to a new file, what is written, and the outcome.

use std::borrow::Cow;
use std::sync::Arc;

use api::{Extent, VerifiedQuery};
use decode::rows::{Field, Filter, Records};
use ledger::amount::{counted, grouped};
use ledger::text::visible;
use ledger::{EvmAddress, Text};
use verification::ChainId;

use super::Place;
use super::contents::{LoadedRows, Walk};

/// What a pane offers to write to a new file.
#[derive(Clone, Debug, PartialEq)]
pub enum ExportOffer {
    Text(TextOffer),
    /// A text about the user's own activity: only the owner of the file may read it.
    Private(TextOffer),
    Screen(ScreenOffer),
    Files(FilesOffer),
    Rows(Box<RowOffer>),
}

/// A text, and the path that is proposed for it: letters, digits and `-`, with an ending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextOffer {
    /// The form's title; [`Self::TITLE`] if the path is descriptive enough.
    pub title: Cow<'static, str>,
    pub path: String,
    pub text: String,
}

impl TextOffer {
    pub const TITLE: Cow<'static, str> = Cow::Borrowed("Write to a file");
}

/// A contract's verified files, to be written into a directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilesOffer {
    /// What is on screen.
    pub place: Place,
    pub of: VerifiedFiles,
    /// The file that is on screen, to be written alone.
    pub file: Option<TextOffer>,
}

/// A contract that is verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifiedFiles {
    /// The profile of the network whose verifier is asked.
    pub network: String,
    pub chain: ChainId,
    pub address: EvmAddress,
}

impl VerifiedFiles {
    /// What the verifier is asked.
    pub fn question(&self) -> VerifiedQuery {
        VerifiedQuery { chain: self.chain.clone(), address: self.address, extent: Extent::Files }
    }
}

/// The screen, in formats selected by the path's extension.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScreenOffer {
    /// What is on screen.
    pub place: Place,
    /// Endings and texts, the proposed one first.
    pub forms: Vec<(&'static str, String)>,
}

/// The rows of a list.
#[derive(Clone, Debug, PartialEq)]
pub struct RowOffer {
    /// The list.
    pub place: Place,
    /// All columns, and the places among them of those that are shown, in the order of the screen.
    pub fields: Vec<Field>,
    pub shown: Vec<usize>,
    /// Whether the rows' JSON is available.
    pub has_received: bool,
    /// The choices of rows, the default first.
    pub choices: Vec<RowChoice>,
}

/// Some rows of a list.
#[derive(Clone, Debug, PartialEq)]
pub struct RowChoice {
    pub which: Which,
    /// Their number, if known.
    pub count: Option<usize>,
    pub rows: RowSource,
    /// Which of them are written.
    pub filter: Filter,
}

/// Which rows of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    Marked,
    Shown,
    /// All to the end of the list, loaded or not.
    All,
}

/// Where rows come from. Two are the same if they are the same in memory.
#[derive(Clone, Debug)]
pub enum RowSource {
    /// They are loaded.
    Loaded(Arc<dyn LoadedRows>),
    /// A list is read to its end.
    Walk(Arc<dyn Walk>),
}

impl PartialEq for RowSource {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Loaded(one), Self::Loaded(other)) => Arc::ptr_eq(one, other),
            (Self::Walk(one), Self::Walk(other)) => Arc::ptr_eq(one, other),
            _ => false,
        }
    }
}

/// An export to write.
#[derive(Clone, Debug, PartialEq)]
pub struct Export {
    /// The path as the user wrote it.
    pub path: String,
    /// Whether a file of that name is replaced, as the user confirmed.
    pub overwrites: bool,
    pub what: Exported,
}

/// What is written.
#[derive(Clone, Debug, PartialEq)]
pub enum Exported {
    Text(String),
    /// A text in a file that only its owner may read.
    Private(String),
    /// The path is a directory.
    Files(VerifiedFiles),
    Rows(Box<RowExport>),
}

/// Rows that are written.
#[derive(Clone, Debug, PartialEq)]
pub struct RowExport {
    pub rows: RowSource,
    pub records: Records,
    /// The profile of the network that the list is of, and the list.
    pub network: String,
    pub place: String,
    pub unfinished: Unfinished,
}

/// How to handle the partial file of an earlier run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfinished {
    Ask,
    Resume,
    StartOver,
}

/// Progress or outcome of an export, by the path that the user wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportNews {
    pub path: String,
    pub state: ExportState,
}

/// See [`ExportNews`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExportState {
    /// Nothing is written, for this reason, in a sentence.
    Refused(String),
    /// Nothing is written: there is a file of that name.
    Taken,
    /// Nothing is written: an earlier run left a partial file with this many rows.
    Unfinished(u64),
    /// In progress. Until the verifier has answered, it is unknown whether files would be overwritten.
    Running(ExportProgress),
    /// Written to this file; the number of rows, for rows.
    Written(String, Option<u64>),
    /// These files are written.
    Files(WrittenFiles),
    /// It failed, for this reason, in a sentence.
    Failed(String),
    /// Cancelled; the partial file was removed.
    Cancelled,
}

/// The number of skipped files that a notice names.
const MAX_NAMED: usize = 3;

/// What was written into a directory.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct WrittenFiles {
    pub directory: String,
    pub files: Vec<WrittenFile>,
    pub left_out: Vec<LeftOut>,
    /// Written sources that differ from the compiled ones: their hash differs from the metadata.
    pub altered: Vec<Text>,
}

/// A file that was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenFile {
    /// Its path below the directory, with `/`.
    pub path: String,
    pub bytes: u64,
}

/// What could not be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// The file's name at the verifier.
    pub name: Text,
    /// Why, as the rest of a sentence.
    pub why: String,
}

impl LeftOut {
    /// What, and why.
    pub fn sentence(&self) -> String {
        format!("{}: {}", self.name.escaped(), self.why)
    }
}

impl WrittenFiles {
    /// How long the files are together, bytes.
    pub fn bytes(&self) -> u64 {
        self.files.iter().map(|file| file.bytes).sum()
    }

    /// The number of skipped files and the first names, for a notice.
    pub fn notice(&self) -> String {
        let names: Vec<String> = self.left_out.iter().take(MAX_NAMED).map(|one| one.name.escaped()).collect();
        let more = match self.left_out.len() - names.len() {
            0 => String::new(),
            more => format!(" and {} more", grouped(&more)),
        };
        match self.left_out.as_slice() {
            [] => self.summary(),
            [one] => format!("1 file left out ({}); {}", one.sentence(), self.written()),
            _ => {
                let count = counted(self.left_out.len(), "file");
                format!("{count} left out ({}{more}); {}", names.join(", "), self.written())
            }
        }
    }

    /// Written and skipped files, and the directory.
    pub fn summary(&self) -> String {
        match self.left_out.len() {
            0 => self.written(),
            count => format!("{}; {} left out", self.written(), grouped(&count)),
        }
    }

    /// Written and altered files, and the directory.
    fn written(&self) -> String {
        let (files, bytes) = (counted(self.files.len(), "file"), grouped(&self.bytes()));
        let altered = self.altered.first().map(|first| {
            let more = if self.altered.len() > 1 { " and others" } else { "" };
            format!("; not as compiled: {}{more}", first.escaped())
        });
        let altered = altered.unwrap_or_default();
        format!("{files} ({bytes} bytes) written to {}{altered}", visible(&self.directory))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportProgress {
    /// The verifier is asked what it has: this is the n-th time, from 1 on.
    Asking(usize),
    /// Files written, of how many. Files get their final names once all are written.
    Files(usize, usize),
    Rows(RowProgress),
}

/// The progress of an export of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct RowProgress {
    /// Rows written, and pages of the list read for them.
    pub rows: u64,
    pub pages: u64,
    pub rows_per_second: u64,
    /// The estimated remaining time, seconds; `None` if the list's time span is unknown.
    pub seconds_left: Option<u64>,
}
