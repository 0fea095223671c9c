//! The parts that can have the focus, and the tabs beside or below the tree.

use crate::widgets::{Role, tabs};

/// Which part takes the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Focus {
    Tree,
    /// What the chosen tab shows.
    Sheet,
}

/// What is shown beside or below the tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Tab {
    /// The fields of the selected member.
    #[default]
    Facts,
    /// What moved, and who gained and lost by it.
    Money,
}

impl Tab {
    pub(super) const ALL: [Self; 2] = [Self::Facts, Self::Money];

    /// Its place from the left.
    pub(super) fn place(self) -> usize {
        Self::ALL.iter().position(|tab| *tab == self).unwrap_or_default()
    }
}

pub(super) fn tabs() -> [tabs::Tab<Tab>; 2] {
    [(Tab::Facts, "Facts"), (Tab::Money, "Money trail")].map(|(id, name)| tabs::Tab {
        id,
        name: name.to_owned(),
        short: name.to_owned(),
        role: Role::Dim,
    })
}
