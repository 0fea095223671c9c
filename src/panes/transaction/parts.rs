//! The parts that can have the focus, and the tabs next to the tree.

use crate::widgets::{Role, tabs};

/// The part that has the focus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Focus {
    Tree,
    /// The content of the selected tab.
    Sheet,
}

/// The tabs, drawn next to the tree or below it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Tab {
    /// The fields of the selected member.
    #[default]
    Facts,
    /// The transfers, and the net gains and losses.
    Money,
}

impl Tab {
    pub(super) const ALL: [Self; 2] = [Self::Facts, Self::Money];

    /// Its index, from the left.
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
