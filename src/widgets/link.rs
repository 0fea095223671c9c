//! Links on screen: their position and target.

use ratatui::layout::Rect;

use super::line::width;
use crate::message::Place;

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
