//! The file of an unfinished export, and its progress file, from which a later run resumes.

use std::path::PathBuf;

use decode::rows::Records;
use ledger::Timestamp;

use super::note::Note;
use super::source::Page;
use crate::files::{ExportFault, NewFile};

/// Rows on their way into a file.
#[derive(Debug)]
pub(super) struct Writing {
    file: NewFile,
    records: Records,
    note: Note,
    /// Whether the export is resumable: the list's time range is known.
    is_timed: bool,
    /// Rows of the last time that an earlier run wrote, and that will be received again.
    again: u64,
}

impl Writing {
    /// Starts the file: writes the progress file and the header.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(super) fn begun(file: NewFile, records: Records, note: Note) -> Result<Self, ExportFault> {
        let mut writing = Self { file, records, note, is_timed: false, again: 0 };
        writing.file.note(&writing.note.text())?;
        writing.file.write(&writing.records.head())?;
        Ok(writing)
    }

    /// Resumes after the rows of an earlier run.
    pub(super) fn resumed(file: NewFile, records: Records, note: Note) -> Self {
        Self { file, records, is_timed: true, again: note.rows_at_last, note }
    }

    /// How many rows are written.
    pub(super) fn rows(&self) -> u64 {
        self.note.rows
    }

    /// Of how many pages.
    pub(super) fn pages(&self) -> u64 {
        self.note.pages
    }

    /// The time of the last row that was read.
    pub(super) fn last(&self) -> Option<Timestamp> {
        (self.note.rows_at_last > 0).then_some(self.note.last)
    }

    /// Sets the list's time range, once known. A resumed export keeps its range.
    pub(super) fn set_span(&mut self, span: Option<(Timestamp, Timestamp)>) {
        if let Some((from, to)) = span.filter(|_| !self.is_timed) {
            (self.note.from, self.note.to) = (from, to);
            self.is_timed = true;
        }
    }

    /// Writes the rows of a page that pass the filter, and the progress file if due.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(super) fn take(&mut self, page: &Page, is_due: bool) -> Result<(), ExportFault> {
        let done = self.skip(page);
        let passed = self.records.filter.passed(&page.values).into_iter().filter(|at| *at >= done);
        let passed: Vec<usize> = passed.collect();
        let (count, is_first) = (passed.len(), self.note.rows == 0);
        let text = self.records.rows(&page.values, &page.received, passed, is_first);
        self.file.write(&text)?;
        for at in page.at.iter().skip(done) {
            self.see(*at);
        }
        self.note.rows += u64::try_from(count).unwrap_or_default();
        self.note.pages += 1;
        self.note.bytes = self.file.length();
        if is_due && self.is_resumable() { self.file.note(&self.note.text()) } else { Ok(()) }
    }

    /// How many rows at the beginning of a page were written by an earlier run.
    fn skip(&mut self, page: &Page) -> usize {
        let is_last = |at: &&Option<Timestamp>| **at == Some(self.note.last);
        let again = page.at.iter().take_while(is_last).count();
        let again = again.min(usize::try_from(self.again).unwrap_or(usize::MAX));
        self.again -= u64::try_from(again).unwrap_or_default();
        if again < page.at.len() {
            self.again = 0;
        }
        again
    }

    fn see(&mut self, at: Option<Timestamp>) {
        match at {
            Some(at) if at == self.note.last => self.note.rows_at_last += 1,
            Some(at) => (self.note.last, self.note.rows_at_last) = (at, 1),
            // An export cannot resume after a row without a time.
            None => self.note.rows_at_last = 0,
        }
    }

    fn is_resumable(&self) -> bool {
        self.is_timed && self.note.rows_at_last > 0
    }

    /// Keeps the partial file for a later run. `false` if it is not resumable.
    pub(super) fn keep(&mut self) -> bool {
        self.is_resumable() && self.file.note(&self.note.text()).is_ok()
    }

    /// Writes the footer, and returns the path of the file.
    ///
    /// # Errors
    /// When it cannot be written, or there is a file of that name by now.
    pub(super) fn finish(mut self) -> Result<PathBuf, ExportFault> {
        self.file.write(self.records.tail(self.note.rows == 0))?;
        self.file.finish()
    }

    /// Removes what was written.
    pub(super) fn remove(self) {
        self.file.remove();
    }
}
