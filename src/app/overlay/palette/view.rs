//! Draws the palette: the input line, its message, and the rows.

use ledger::text::visible;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::Palette;
use crate::message::goto::{GoToFault, Reading};
use crate::panes::Context;
use crate::widgets::line::{put, wrap_words};
use crate::widgets::{KeysAt, MenuRow, Role, Split, popup};

/// The lines inside the box: the typed one, a blank, and rows.
const LINES: u16 = 14;
/// The lines above the rows.
const FIELD_LINES: u16 = 2;
/// The most lines of a message above rows.
const MAX_MESSAGE_LINES: usize = 6;
/// The most lines of a note below the rows that does not fit into its row.
const MAX_NOTE_LINES: usize = 3;
/// Placeholder of the empty input line.
const PLACEHOLDER: &str = "an id, address, hash, time or link; words of an action; ? for more";

/// A place that the text names.
pub(super) fn row(reading: &Reading, ctx: &Context<'_>) -> MenuRow {
    let on = reading.network.as_ref().map(|network| format!(" on {network}")).unwrap_or_default();
    let (note, note_role) = match &reading.doubt {
        Some(doubt) => (format!("{} {doubt}", ctx.theme.glyphs.attention), Role::Attention),
        None => (visible(&reading.place.to_string()), Role::Dim),
    };
    MenuRow {
        text: visible(&format!("{}{on}", reading.words)),
        note,
        note_role,
        kind: "place",
        ..MenuRow::default()
    }
}

/// Shown where the line is full.
const CUT: &str = "The line takes no more: longer bytes are for `hieroscope decode`.";

impl Palette {
    /// Where the rows are, on a body of this size.
    pub(super) fn rows(&self, body: Rect, ctx: &Context<'_>) -> Rect {
        self.areas(popup::inside(body, LINES), ctx).1
    }

    /// What is said of the text, in lines; where the rows are below that; and what of the selected row does not fit
    /// into it, in lines that are below the rows.
    fn areas(&self, inner: Rect, ctx: &Context<'_>) -> (Vec<String>, Rect, Vec<String>) {
        let (below, sign) = (inner.below(FIELD_LINES), ctx.theme.glyphs.cut);
        let half = usize::from(below.height / 2);
        let columns = inner.width.saturating_sub(2);
        let lines = |text: Option<String>, most| text.map(|text| wrap_words(&text, columns, most, sign));
        let alone = self.menu.rows().is_empty();
        let most = if alone { usize::from(below.height) } else { MAX_MESSAGE_LINES.min(half) };
        let message = lines(self.message(), most).unwrap_or_default();
        let note = self.menu.cut_note(inner.width, KeysAt::Right);
        let note = lines(note, MAX_NOTE_LINES.min(half)).unwrap_or_default();
        let count = |lines: &[String]| u16::try_from(lines.len()).unwrap_or(u16::MAX);
        let above = if message.is_empty() { 0 } else { count(&message) + 1 };
        let [rows, _] = below.below(above).with_footer(count(&note));
        (message, rows, note)
    }

    /// The message about the text: why it names no place, or its meaning, and why the palette is open.
    fn message(&self) -> Option<String> {
        let alone = self.menu.rows().is_empty();
        let note = self.note.as_deref();
        match &self.read {
            Err(fault @ GoToFault::Unknown(_)) if alone => {
                Some(note.map_or_else(|| fault.to_string(), |note| format!("{note} {fault}")))
            }
            _ if self.field.is_full() => Some(CUT.to_owned()),
            Ok(_) if note.is_none() => self.zone.clone(),
            Ok(_) | Err(GoToFault::Empty | GoToFault::Unknown(_)) => note.map(ToOwned::to_owned),
            Err(fault) => Some(fault.to_string()),
        }
    }

    pub(in crate::app::overlay) fn view(
        &self,
        ctx: &Context<'_>,
        area: Rect,
        buf: &mut Buffer,
    ) -> Option<Position> {
        let theme = ctx.theme;
        let inner = popup::open(theme, area, "Go to or run", LINES, buf);
        if inner.is_empty() {
            return None;
        }
        let cursor = self.field.view_in_box(theme, inner, (":", PLACEHOLDER), buf);
        let (lines, rows, rest) = self.areas(inner, ctx);
        let is_answer = matches!(&self.read, Err(GoToFault::Signature { names, .. }) if !names.is_empty());
        let role = if is_answer || self.zone.is_some() { Role::Plain } else { Role::Attention };
        for (row, line) in (FIELD_LINES..inner.height).zip(&lines) {
            put(buf, inner, (1, row), line, theme.style(role));
        }
        popup::scrolled(theme, (inner, rows), &self.menu.window(rows.height), self.menu.rows().len(), buf);
        self.menu.view(theme, rows, KeysAt::Right, buf);
        for (row, line) in (rows.bottom().saturating_sub(inner.y)..inner.height).zip(&rest) {
            put(buf, inner, (1, row), line, theme.style(Role::Attention));
        }
        Some(cursor)
    }
}
