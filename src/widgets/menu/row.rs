//! A row of a menu: what it is, and a note or why it is not available.

use std::borrow::Cow;

use ratatui::buffer::Buffer;
use unicode_segmentation::UnicodeSegmentation;

use super::GAP;
use crate::widgets::fuzzy::Matched;
use crate::widgets::line::{cut, cut_middle, width};
use crate::widgets::{Band, Role};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MenuRow {
    /// The keys that do the same.
    pub keys: String,
    pub text: String,
    /// A note behind the text.
    pub note: String,
    pub note_role: Role,
    /// Why it is not available: shown instead of the note, and not searched.
    pub off: Option<String>,
    /// A time, before the kind.
    pub time: String,
    /// What kind of thing it is, in a word.
    pub kind: &'static str,
    /// The letters to mark in [`Self::sought`], as indices of its graphemes, ascending.
    pub letters: Vec<u32>,
    /// Whether it only names the rows below it.
    pub heading: bool,
}

/// The column at which notes are aligned where there is room.
const NOTE_COLUMN: u16 = 32;
/// The least columns of text and note for notes to be aligned.
const MIN_ALIGNED_COLUMNS: u16 = 60;

impl MenuRow {
    /// A row that names those below it.
    pub fn heading(text: &str) -> Self {
        Self { text: text.to_owned(), heading: true, ..Self::default() }
    }

    /// The text in which rows are searched.
    pub fn sought(&self) -> String {
        format!("{}  {}", self.text, self.note)
    }

    pub(super) fn shown_note(&self) -> Cow<'_, str> {
        match &self.off {
            Some(reason) => Cow::Owned(format!("({reason})")),
            None => Cow::Borrowed(&self.note),
        }
    }

    /// The columns of text and note.
    pub(super) fn columns(&self) -> u16 {
        let note = width(&self.shown_note());
        width(&self.text).saturating_add(if note > 0 { note.saturating_add(GAP) } else { 0 })
    }

    /// Draws text and note from this column to the end of the band. An address is cut in its middle.
    pub(super) fn view(&self, band: Band<'_>, column: u16, buf: &mut Buffer) {
        let (letters, glyphs) = (&self.letters, &band.theme.glyphs);
        let room = band.area.width.saturating_sub(column);
        let shown = self.shown_note();
        let note = width(&shown);
        let text_room = if self.columns() <= room || note == 0 {
            room
        } else {
            (room * 3 / 5).max(room.saturating_sub(note.saturating_add(GAP)))
        };
        let role = if self.off.is_some() { Role::Dim } else { Role::Plain };
        let text = cut(&self.text, text_room, glyphs.cut);
        let end = Matched { text: &text, letters, first: 0 }.view(band, column, role, buf);
        let aligned = column.saturating_sub(GAP).saturating_add(NOTE_COLUMN);
        let fits = aligned.saturating_add(note) <= band.area.width && band.area.width >= MIN_ALIGNED_COLUMNS;
        let at = if fits { aligned.max(end + GAP) } else { end + GAP };
        let room = band.area.width.saturating_sub(at);
        let role = if self.off.is_some() { Role::Dim } else { self.note_role };
        if note <= room && self.off.is_none() {
            let first = self.text.graphemes(true).count() + usize::from(GAP);
            Matched { text: &shown, letters, first }.view(band, at, role, buf);
        } else {
            let shorten = if shown.contains(' ') { cut } else { cut_middle };
            band.put(at, &shorten(&shown, room, glyphs.cut), role, buf);
        }
    }
}
