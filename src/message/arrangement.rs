//! What chooses among the loaded rows of a list and orders them, as text: it goes along to another list of its kind,
//! and to the next session.

use super::Place;

/// A local filter and a sort. Empty if all rows are shown in their own order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arrangement {
    /// The local filter as it was typed.
    pub filter: String,
    /// The name of the column that rows are sorted by, and whether from its greatest value down.
    pub sort: Option<(String, bool)>,
}

/// A pane that is open, as the next session opens it again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenPane {
    /// The network's profile name.
    pub network: String,
    pub place: Place,
    pub arrangement: Arrangement,
}

/// A tab, as the next session opens it again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenTab {
    /// Its panes, the one on top last.
    pub panes: Vec<OpenPane>,
    /// Whether it is the one on screen.
    pub is_shown: bool,
}

impl Arrangement {
    /// Whether all rows are shown in their own order.
    pub fn is_empty(&self) -> bool {
        self.filter.is_empty() && self.sort.is_none()
    }
}
