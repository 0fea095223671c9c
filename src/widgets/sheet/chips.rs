//! A row of short values, each of which can be selected and followed.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{Kind, Row, Sheet};
use crate::message::Action;
use crate::widgets::line::{cut_words, put, width};
use crate::widgets::{Link, Role, Theme, Value};

/// The columns between two chips.
const GAP: u16 = 3;

impl Sheet {
    /// Adds a row of values, with a label for copies; without values, an empty row.
    #[must_use]
    pub fn chips(mut self, label: impl Into<String>, chips: Vec<Value>) -> Self {
        let kind = if chips.is_empty() { Kind::Words } else { Kind::Fact };
        let (label, value) = (label.into(), Value::default());
        self.rows.push(Row { indent: 0, label, value, kind, label_width: None, chips });
        self
    }

    /// Moves along the chips of the selected row. `None` if it has none, or if this is no move along them.
    pub(super) fn act_on_chips(&mut self, action: Action) -> Option<()> {
        let last = self.rows.get(self.scroll.selected)?.chips.len().checked_sub(1)?;
        self.chip = match action {
            Action::Left => self.chip.min(last).saturating_sub(1),
            Action::Right => (self.chip + 1).min(last),
            _ => return None,
        };
        Some(())
    }

    /// The value of a row, of chips the selected one.
    pub(super) fn value<'a>(&self, row: &'a Row) -> &'a Value {
        row.chips.get(self.chip).or(row.chips.last()).unwrap_or(&row.value)
    }

    /// Selects the chip at a column of its row. `true` if there is one.
    pub(super) fn press_chip(&mut self, at: usize, column: u16) -> bool {
        let Some(row) = self.rows.get(at) else { return false };
        let hit =
            placed(&row.chips).position(|(start, chip)| (start..start + columns(chip)).contains(&column));
        self.chip = hit.unwrap_or(self.chip);
        hit.is_some()
    }

    /// The chips of a row that lead somewhere.
    pub(super) fn chip_links(line: Rect, row: &Row) -> impl Iterator<Item = Link> + '_ {
        placed(&row.chips)
            .filter_map(move |(start, chip)| Link::to_place(line, start, &chip.line(), chip.place.clone()?))
    }

    pub(super) fn view_chips(
        &self,
        (row, selected): (&Row, bool),
        theme: &Theme,
        line: Rect,
        buf: &mut Buffer,
    ) {
        if selected {
            put(buf, line, (0, 0), theme.glyphs.marker, theme.style(Role::Marker));
        }
        for (at, (start, chip)) in placed(&row.chips).enumerate() {
            let is_chosen = selected && at == self.chip.min(row.chips.len() - 1);
            let mut column = start.min(line.width.saturating_sub(1));
            for (text, role) in &chip.pieces {
                let text = cut_words(text, line.width.saturating_sub(column), theme.glyphs.cut);
                column = put(buf, line, (column, 0), &text, theme.style(*role).patch(theme.over(is_chosen)));
            }
        }
    }
}

/// The chips with the column where each begins.
fn placed(chips: &[Value]) -> impl Iterator<Item = (u16, &Value)> {
    let mut column = 1_u16;
    chips.iter().map(move |chip| {
        let start = column;
        column = column.saturating_add(columns(chip)).saturating_add(GAP);
        (start, chip)
    })
}

fn columns(chip: &Value) -> u16 {
    chip.pieces.iter().map(|(text, _)| width(text)).sum()
}
