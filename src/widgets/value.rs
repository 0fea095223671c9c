//! Values and links on screen: what is shown, what is copied, and where it leads.

use ledger::{Field, Text};
use ratatui::layout::Rect;

use super::line::{fits, width};
use super::{Glyphs, Role};
use crate::message::{CopyText, Place};

/// One value, made of pieces with a meaning each.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Value {
    /// The pieces, in order.
    pub pieces: Vec<(String, Role)>,
    /// The whole value, as it is copied. Text from the network is copied as it was received.
    pub copied: CopyText,
    /// Where it leads.
    pub place: Option<Place>,
}

impl Value {
    /// Plain text that this program made.
    pub fn plain(text: impl Into<String>) -> Self {
        Self::styled(Role::Plain, text)
    }

    /// Text in a role.
    pub fn styled(role: Role, text: impl Into<String>) -> Self {
        let text = text.into();
        Self { pieces: vec![(text.clone(), role)], copied: text.into(), place: None }
    }

    /// Text from the network: shown escaped, copied as received where it is UTF-8.
    pub fn text(text: &Text) -> Self {
        Self {
            pieces: vec![(text.escaped(), Role::Plain)],
            copied: String::from_utf8_lossy(text.raw()).into_owned().into(),
            place: None,
        }
    }

    /// A missing value, with a text that says so.
    pub fn none(words: impl Into<String>) -> Self {
        Self { pieces: vec![(words.into(), Role::Dim)], copied: CopyText::default(), place: None }
    }

    /// Whether it says in words that there is nothing: nothing but `0x` can be copied.
    pub fn is_nothing(&self) -> bool {
        let is_said = self.pieces.iter().all(|(_, role)| *role == Role::Dim);
        is_said && matches!(&*self.copied.beginning(3), "" | "0x")
    }

    /// The same value, leading to a place.
    #[must_use]
    pub fn link(mut self, place: Place) -> Self {
        if let Some((_, role)) = self.pieces.first_mut() {
            *role = Role::Link;
        }
        self.place = Some(place);
        self
    }

    /// The same value, copied as another text.
    #[must_use]
    pub fn copied(mut self, text: impl Into<CopyText>) -> Self {
        self.copied = text.into();
        self
    }

    /// The same value with something dim behind it.
    #[must_use]
    pub fn note(self, text: impl Into<String>) -> Self {
        self.and(Role::Dim, text)
    }

    /// The same value with another piece behind it, after a gap.
    #[must_use]
    pub fn and(mut self, role: Role, text: impl Into<String>) -> Self {
        self.pieces.push((format!("  {}", text.into()), role));
        self
    }

    /// The same value behind its label, which stands out of it.
    #[must_use]
    pub fn labelled(mut self, label: impl Into<String>) -> Self {
        let mut role = Role::Plain;
        if let Some((text, first)) = self.pieces.first_mut() {
            text.insert_str(0, "  ");
            role = std::mem::replace(first, Role::Dim);
        }
        self.pieces.insert(0, (label.into(), role));
        self
    }

    /// A field: its value by `show`, or that it is null, absent or unreadable.
    pub fn field<T>(field: &Field<T>, glyphs: &Glyphs, show: impl FnOnce(&T) -> Self) -> Self {
        match field {
            Field::Known(value) => show(value),
            Field::Null => Self::none(glyphs.none),
            Field::Absent => Self::none("not sent"),
            Field::Odd(text) => {
                let mut value = Self::text(text);
                value.pieces.insert(0, (format!("{} ", glyphs.attention), Role::Attention));
                value.note("not of the expected form")
            }
        }
    }

    /// Whether all of the pieces fit into this many columns.
    pub fn fits(&self, columns: u16) -> bool {
        let mut left = Some(columns);
        for (text, _) in &self.pieces {
            left = left.filter(|left| fits(text, *left)).and_then(|left| left.checked_sub(width(text)));
        }
        left.is_some()
    }

    /// The pieces in one line, each cut to its first characters.
    pub fn beginning(&self, characters: usize) -> String {
        self.pieces.iter().flat_map(|(text, _)| text.chars().take(characters)).collect()
    }

    /// All of the pieces in one line.
    pub fn line(&self) -> String {
        self.pieces.iter().map(|(text, _)| text.as_str()).collect()
    }
}

/// A link on screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The cells of its text, in one row of the screen.
    pub area: Rect,
    pub to: Target,
}

/// Where a link leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    Place(Place),
    /// An address for a web browser.
    Web(String),
    /// The effect of this many clicks on it, such as removing a filter.
    Clicks(u8),
}

impl Target {
    /// The link of a row: the first click selects it, the next opens it.
    pub fn row(is_selected: bool) -> Self {
        Self::Clicks(if is_selected { 1 } else { 2 })
    }
}

impl Link {
    /// A text at a column of a line of the screen. `None` if it is not in view.
    pub fn new(line: Rect, column: u16, text: &str, to: Target) -> Option<Self> {
        let x = line.x.saturating_add(column);
        let area = Rect { x, y: line.y, width: width(text).max(1), height: 1 }.intersection(line);
        (!area.is_empty()).then_some(Self { area, to })
    }

    /// The same, leading to a place.
    pub fn to_place(line: Rect, column: u16, text: &str, place: Place) -> Option<Self> {
        Self::new(line, column, text, Target::Place(place))
    }
}
