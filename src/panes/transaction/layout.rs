//! The tree and the tabs of a transaction: which of them has the focus, and their areas.

use ratatui::layout::Rect;

use crate::widgets::split::REST;
use crate::widgets::{Role, Split, tabs};

/// The minimum width for tree and facts side by side.
const MIN_SIDE_BY_SIDE_COLUMNS: u16 = 120;
/// The width of the facts in that layout.
const FACTS_COLUMNS: u16 = 66;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Parts {
    /// The tree, its title on the first row; empty for a single transaction.
    pub(super) tree: Rect,
    /// The column or row between tree and tabs.
    pub(super) rule: Rect,
    /// The tab bar, with a blank row below it if there is room.
    pub(super) bar: Rect,
    /// The content of the selected tab.
    pub(super) sheet: Rect,
}

/// The minimum height for a blank row below the tabs.
const MIN_AIRY_ROWS: u16 = 20;

/// Divides the pane for a family of this many members with a widest line of this width.
pub(super) fn divide(body: Rect, members: usize, widest: u16) -> Parts {
    let [tree, rule, rest] = parts(body, members, widest);
    let [bar, sheet] = rest.stack([if rest.height < MIN_AIRY_ROWS { 1 } else { 2 }, REST]);
    Parts { tree, rule, bar, sheet }
}

/// The tree, the rule next to it, and the rest.
fn parts(body: Rect, members: usize, widest: u16) -> [Rect; 3] {
    if members < 2 {
        return [Rect::default(), Rect::default(), body];
    }
    if body.width >= MIN_SIDE_BY_SIDE_COLUMNS {
        let most = body.width.saturating_sub(FACTS_COLUMNS + 2);
        let [tree, rule, _, rest] = body.beside([widest.clamp(40, most.max(40)), 1, 1, REST]);
        return [tree, rule, rest];
    }
    let most = (body.height / 3).max(3);
    body.stack([u16::try_from(members).unwrap_or(u16::MAX).saturating_add(1).min(most), 1, REST])
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_share_the_body_whatever_its_size() {
        for (width, height) in [(0, 0), (1, 1), (60, 11), (80, 20), (119, 36), (120, 36), (200, 56)] {
            let body = Rect::new(0, 2, width, height);
            for members in [0, 1, 2, 13, 4000] {
                let Parts { tree, rule, bar, sheet } = divide(body, members, 300);
                for part in [tree, rule, bar, sheet] {
                    assert!(part.is_empty() || body.union(part) == body, "{body} {part}");
                }
                assert!(tree.intersection(bar).is_empty() && bar.intersection(sheet).is_empty());
                assert!(members > 1 || bar.height + sheet.height == body.height);
            }
        }
    }

    #[test]
    fn a_wide_screen_has_them_beside_each_other() {
        let Parts { tree, sheet, .. } = divide(Rect::new(0, 2, 120, 36), 3, 44);
        assert_eq!((tree.width, sheet.x, sheet.width), (44, 46, 74));
        let Parts { tree, bar, sheet, .. } = divide(Rect::new(0, 2, 80, 20), 13, 60);
        assert_eq!((tree.height, bar.height, sheet.height), (6, 1, 12));
    }
}
