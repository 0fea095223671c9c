//! A sheet of facts: headings, labelled values and tables, of which the ones with a value can be selected.

mod aside;
mod chips;
mod sections;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::line::{cut, put, rule, width, wrap};
use super::{Link, Role, Scroll, Split as _, Theme, Value, scroll_bar};
use crate::message::{Action, Click, Copied, MouseButton, Place};

/// The facts on a sheet, top to bottom. Built when data or look change, drawn by the visible row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sheet {
    rows: Vec<Row>,
    scroll: Scroll,
    label_width: u16,
    /// The index of the selected chip in its row.
    chip: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Row {
    indent: u16,
    label: String,
    value: Value,
    kind: Kind,
    /// The columns of its label, where they are not those of the whole sheet.
    label_width: Option<u16>,
    /// Values in one row, instead of a single value.
    chips: Vec<Value>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Blank,
    Heading,
    Words,
    Fact,
    /// Another line of the value above it.
    More,
}

const LEFT_OUT: &str = "more rows are left out: the raw JSON has them all";

/// How many lines below the sheet show the selected value whole, at most.
const MAX_DETAIL_LINES: u16 = 3;
/// How many rows around the selected one are in the copy menu.
const MAX_COPIED_ROWS: usize = 200;
/// The least rows of a sheet that shows it.
const MIN_ROWS: u16 = 3;

impl Sheet {
    /// Maximum number of rows: what comes after them is left out, which the last row says.
    pub const MAX_ROWS: usize = 5_000;

    /// A heading, with a blank line before it unless it is the first thing.
    #[must_use]
    pub fn heading(mut self, text: impl Into<String>) -> Self {
        if !self.rows.is_empty() {
            self = self.push(0, String::new(), Value::default(), Kind::Blank);
        }
        self.push(0, text.into(), Value::default(), Kind::Heading)
    }

    /// An empty sheet whose labels take at least these columns.
    pub fn with_labels(columns: u16) -> Self {
        Self { label_width: columns, ..Self::default() }
    }

    /// A labelled value in several lines, of which the first can be selected.
    #[must_use]
    pub fn lines(self, label: impl Into<String>, lines: Vec<Value>) -> Self {
        let mut lines = lines.into_iter();
        let sheet = self.fact(label, lines.next().unwrap_or_default());
        lines.fold(sheet, |sheet, line| sheet.push(0, String::new(), line, Kind::More))
    }

    /// The rows of another sheet below these, after a blank line. Each of both keeps the columns of its labels.
    #[must_use]
    pub fn below(mut self, lower: Self) -> Self {
        let columns = self.label_width;
        for row in &mut self.rows {
            row.label_width.get_or_insert(columns);
        }
        self = self.push(0, String::new(), Value::default(), Kind::Blank);
        self.rows.extend(lower.rows);
        self.label_width = lower.label_width;
        self
    }

    /// The rows that it takes.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether it has no rows.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    fn label_width(&self, row: &Row) -> u16 {
        row.label_width.unwrap_or(self.label_width)
    }

    /// A labelled value that can be selected, copied and followed.
    #[must_use]
    pub fn fact(self, label: impl Into<String>, value: Value) -> Self {
        self.push(0, label.into(), value, Kind::Fact)
    }

    /// A labelled value one step in, such as a member of the value above it.
    #[must_use]
    pub fn inner(self, indent: u16, label: impl Into<String>, value: Value) -> Self {
        self.push(indent, label.into(), value, Kind::Fact)
    }

    /// A line of text that cannot be selected.
    #[must_use]
    pub fn note(self, value: Value) -> Self {
        self.push(0, String::new(), value, Kind::Words)
    }

    fn push(mut self, indent: u16, label: String, value: Value, kind: Kind) -> Self {
        let (indent, label, value, kind) = match self.rows.len() {
            0..Self::MAX_ROWS => (indent, label, value, kind),
            Self::MAX_ROWS => (0, String::new(), Value::none(LEFT_OUT), Kind::Words),
            _ => return self,
        };
        if kind == Kind::Fact {
            self.label_width = self.label_width.max(indent * 2 + width(&label)).min(30);
        }
        self.rows.push(Row { indent, label, value, kind, label_width: None, chips: Vec::new() });
        self
    }

    /// The same sheet with each of its values as this makes it.
    #[must_use]
    pub fn map_values(mut self, change: impl Fn(Value) -> Value) -> Self {
        for row in &mut self.rows {
            for value in row.chips.iter_mut().chain([&mut row.value]) {
                *value = change(std::mem::take(value));
            }
        }
        self
    }

    /// Takes the place of an older sheet: the same row stays selected, by its label if it has moved.
    #[must_use]
    pub fn after(mut self, old: &Self, height: u16) -> Self {
        let same = |row: &Row, at: usize| {
            let before = old.rows.get(at);
            before.is_some_and(|before| before.label == row.label && before.kind == row.kind)
        };
        let at = old.scroll.selected;
        (self.scroll, self.chip) = (old.scroll, old.chip);
        // Rows may share a label: then the value distinguishes them.
        let equal = |new: &Row| {
            old.rows.get(at).is_some_and(|row| same(new, at) && new.value.copied == row.value.copied)
        };
        let equals = self.rows.iter().position(equal);
        if let Some(moved) = equals {
            let stays = self.rows.get(at).is_some_and(equal);
            self.scroll.selected = if stays { at } else { moved };
        } else if let Some(row) = old.rows.get(at)
            && !self.rows.get(at).is_some_and(|new| same(new, at))
            && let Some(moved) =
                self.rows.iter().position(|new| new.label == row.label && new.kind == row.kind)
        {
            self.scroll.selected = moved;
        }
        self.land(Action::Down, height);
        self
    }

    /// Moves the selection by a verb. `None` if the verb moves nothing.
    pub fn act(&mut self, action: Action, height: u16) -> Option<()> {
        if self.act_on_chips(action).is_some() {
            return Some(());
        }
        self.scroll.act(action, self.rows.len(), height)?;
        self.land(action, height);
        Some(())
    }

    /// Selects the clicked row, or scrolls by the wheel. `true` if the clicked row was already selected.
    pub fn click(&mut self, click: Click, area: Rect) -> bool {
        if let Some(turn) = click.button.turn() {
            (0..MouseButton::TURN).for_each(|_| _ = self.act(turn, area.height));
            return false;
        }
        let (facts, _) = self.areas(area);
        // The rows have less room while a long value is shown whole below them, so what is dragged may be below them.
        let row = if matches!(click.button, MouseButton::Drag(_)) {
            click.row.min(facts.bottom().saturating_sub(1))
        } else {
            click.row
        };
        if self.scroll.drag(Click { row, ..click }, facts, self.rows.len()) {
            self.land(Action::Down, facts.height);
            return false;
        }
        if click.button != MouseButton::Press {
            return false;
        }
        let clicked = self.in_view(facts).find(|(line, ..)| line.y == click.row);
        let Some((_, at, row)) = clicked.filter(|(.., row)| row.kind == Kind::Fact) else { return false };
        let is_one = row.chips.is_empty();
        let again = if is_one {
            self.scroll.selected == at
        } else {
            self.press_chip(at, click.column.saturating_sub(area.x))
        };
        self.scroll.select(at, self.rows.len(), area.height);
        again
    }

    /// Moves on from a row that cannot be selected, in the direction of the move, else to the nearest.
    fn land(&mut self, action: Action, height: u16) {
        let fact = |row: &Row| row.kind == Kind::Fact;
        let at = self.scroll.selected;
        let below = || self.rows.iter().enumerate().skip(at).find(|(_, row)| fact(row)).map(|(at, _)| at);
        let above =
            || self.rows.iter().enumerate().take(at + 1).rev().find(|(_, row)| fact(row)).map(|(at, _)| at);
        let upwards = matches!(action, Action::Up | Action::PageUp | Action::HalfUp | Action::Last);
        let landed = if upwards { above().or_else(below) } else { below().or_else(above) };
        self.scroll.select(landed.unwrap_or(at), self.rows.len(), height);
    }

    /// The index of the selected row.
    pub fn cursor(&self) -> usize {
        self.scroll.selected
    }

    /// The label and value that are selected.
    pub fn selected(&self) -> Option<(&str, &Value)> {
        let row = self.rows.get(self.scroll.selected)?;
        (row.kind == Kind::Fact).then_some((row.label.as_str(), self.value(row)))
    }

    /// The index of the heading above the selected row. `None` without a heading.
    pub fn section(&self) -> Option<usize> {
        let above = self.rows.iter().take(self.scroll.selected.saturating_add(1));
        above.filter(|row| row.kind == Kind::Heading).count().checked_sub(1)
    }

    /// How many rows above the selected one have the same label.
    pub fn ordinal(&self) -> usize {
        let label = self.selected().map(|(label, _)| label);
        let above = self.rows.iter().take(self.scroll.selected);
        above.filter(|row| row.kind == Kind::Fact && Some(row.label.as_str()) == label).count()
    }

    /// Selects what is below the heading with this index.
    pub fn select_section(&mut self, index: usize, height: u16) {
        let mut headings = self.rows.iter().enumerate().filter(|(_, row)| row.kind == Kind::Heading);
        if let Some((at, _)) = headings.nth(index) {
            self.scroll.select(at, self.rows.len(), height);
            self.land(Action::Down, height);
        }
    }

    /// Where the selected value leads.
    pub fn place(&self) -> Option<Place> {
        self.selected().and_then(|(_, value)| value.place.clone())
    }

    /// The selected value, whole, for copying. `None` if there is nothing to copy.
    pub fn copied(&self) -> Option<Copied> {
        let (label, value) = self.selected()?;
        (!value.copied.is_empty()).then(|| Copied::new(label.trim().to_owned(), value.copied.clone()))
    }

    /// Whether there is anything to copy of the selected value.
    pub fn has_copy(&self) -> bool {
        self.selected().is_some_and(|(_, value)| !value.copied.is_empty())
    }

    /// The values that can be copied around the selected row, in order: a menu of more cannot be read.
    pub fn copied_nearby(&self) -> Vec<Copied> {
        let last_start = self.rows.len().saturating_sub(MAX_COPIED_ROWS);
        let start = self.scroll.selected.saturating_sub(MAX_COPIED_ROWS / 2).min(last_start);
        let rows = self.rows.iter().skip(start).take(MAX_COPIED_ROWS);
        let facts = rows.filter(|row| row.kind == Kind::Fact);
        let values =
            facts.flat_map(|row| row.chips.iter().chain([&row.value]).map(move |value| (row, value)));
        values
            .filter(|(_, value)| !value.copied.is_empty())
            .map(|(row, value)| Copied::new(row.label.trim().to_owned(), value.copied.clone()))
            .collect()
    }

    fn rows(&self, theme: &Theme, area: Rect, active: bool, buf: &mut Buffer) {
        for (line, at, row) in self.in_view(area) {
            self.row((row, active && at == self.scroll.selected), theme, line, buf);
        }
        self.scroll.view_bar(theme, area, self.rows.len(), buf);
    }

    /// The rows in view, each with its line of the screen and its index.
    fn in_view(&self, area: Rect) -> impl Iterator<Item = (Rect, usize, &Row)> {
        let window = self.scroll.window(self.rows.len(), area.height);
        scroll_bar::beside(area, self.rows.len())
            .rows()
            .zip(window)
            .filter_map(|(line, at)| Some((line, at, self.rows.get(at)?)))
    }

    /// The column where the value of a row begins.
    fn value_column(&self, row: &Row) -> u16 {
        if row.kind == Kind::Words { 1 } else { self.label_width(row) + 3 }
    }

    /// The values in view that lead somewhere, as [`Self::view`] draws them.
    pub fn links(&self, area: Rect) -> Vec<Link> {
        let (facts, _) = self.areas(area);
        self.links_unfocused(facts)
    }

    /// Draws the rows in view, and below them, under a rule, the selected value whole if it was cut.
    pub fn view(&self, theme: &Theme, area: Rect, buf: &mut Buffer) {
        let (rows, whole) = self.areas(area);
        self.rows(theme, rows, true, buf);
        let Some(below) = whole else { return };
        rule(buf, below, 0, theme.glyphs.rule, theme.style(Role::Rule));
        let columns = scroll_bar::beside(area, self.rows.len()).width;
        for (line, text) in (1..below.height).zip(self.whole_value(columns, theme.glyphs.cut)) {
            put(buf, below, (1, line), &text, theme.style(Role::Plain));
        }
    }

    /// The selected value in full, if it does not fit its row.
    fn whole_value(&self, columns: u16, sign: &str) -> Vec<String> {
        let selected = self.rows.get(self.scroll.selected).filter(|row| row.kind == Kind::Fact);
        let Some(row) = selected else { return Vec::new() };
        let value = &row.value;
        if columns.checked_sub(self.label_width(row) + 3).is_some_and(|room| value.fits(room)) {
            return Vec::new();
        }
        let line = value.beginning(usize::from(columns) * usize::from(MAX_DETAIL_LINES) * 4);
        wrap(&line, columns.saturating_sub(2), usize::from(MAX_DETAIL_LINES), sign)
    }

    /// The areas of the rows and of the selected value in full with the rule above it, if it needs that. No
    /// line is left empty for it otherwise.
    fn areas(&self, area: Rect) -> (Rect, Option<Rect>) {
        let columns = scroll_bar::beside(area, self.rows.len()).width;
        let lines = u16::try_from(self.whole_value(columns, ".").len()).unwrap_or(MAX_DETAIL_LINES);
        let Some(rows) = area.height.checked_sub(lines + 1).filter(|rows| lines > 0 && *rows >= MIN_ROWS)
        else {
            return (area, None);
        };
        // Right below the rows, if they do not fill the area.
        let rows = rows.min(u16::try_from(self.rows.len()).unwrap_or(u16::MAX).max(MIN_ROWS));
        let [rows, below] = area.stack([rows, lines + 1]);
        (rows, Some(below))
    }

    fn row(&self, (row, selected): (&Row, bool), theme: &Theme, line: Rect, buf: &mut Buffer) {
        if !row.chips.is_empty() {
            return self.view_chips((row, selected), theme, line, buf);
        }
        let over = theme.mark_row(line, selected && row.kind == Kind::Fact, buf);
        let (column, role) = match row.kind {
            Kind::Blank => return,
            Kind::Heading => (1, Role::Heading),
            Kind::Words | Kind::Fact | Kind::More => (1 + row.indent * 2, Role::Dim),
        };
        let label_width = self.label_width(row);
        let label = cut(&row.label, label_width.max(8).saturating_sub(row.indent * 2), theme.glyphs.cut);
        let label = if row.kind == Kind::Heading { row.label.as_str().into() } else { label };
        put(buf, line, (column, 0), &label, theme.style(role).patch(over));
        let mut column = self.value_column(row);
        for (text, role) in &row.value.pieces {
            let room = line.width.saturating_sub(column);
            let shown = cut(text, room, theme.glyphs.cut);
            column = put(buf, line, (column, 0), &shown, theme.style(*role).patch(over));
        }
    }
}

#[cfg(test)]
mod tests;
