//! Where the tree and the facts are: one function for moving, for the mouse and for drawing.

use ratatui::layout::Rect;

/// From how many columns on the tree stands beside the facts.
const BESIDE: u16 = 120;
/// The columns that the facts need beside a tree.
const FACTS: u16 = 66;

/// The two parts of the pane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Parts {
    /// The tree, its title on the first row; empty if there is none.
    pub(super) tree: Rect,
    /// What parts them: a column or a row.
    pub(super) rule: Rect,
    /// The facts.
    pub(super) facts: Rect,
}

/// Divides the pane for a family of so many members whose widest line takes so many columns.
pub(super) fn parts(body: Rect, members: usize, widest: u16) -> Parts {
    if members < 2 {
        let none = Rect { width: 0, height: 0, ..body };
        return Parts { tree: none, rule: none, facts: body };
    }
    if body.width >= BESIDE {
        let most = body.width.saturating_sub(FACTS + 2);
        let width = widest.clamp(40, most.max(40));
        let right = body.x.saturating_add(width);
        return Parts {
            tree: Rect { width, ..body },
            rule: Rect { x: right, width: 1, ..body },
            facts: Rect { x: right.saturating_add(2), width: body.width.saturating_sub(width + 2), ..body },
        };
    }
    let most = (body.height / 3).max(3);
    let height = u16::try_from(members).unwrap_or(u16::MAX).saturating_add(1).min(most).min(body.height);
    let below = body.y.saturating_add(height);
    Parts {
        tree: Rect { height, ..body },
        rule: Rect { y: below, height: 1.min(body.height.saturating_sub(height)), ..body },
        facts: Rect { y: below.saturating_add(1), height: body.height.saturating_sub(height + 1), ..body },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_share_the_body_whatever_its_size() {
        for (width, height) in [(0, 0), (1, 1), (60, 11), (80, 20), (119, 36), (120, 36), (200, 56)] {
            let body = Rect::new(0, 2, width, height);
            for members in [0, 1, 2, 13, 4000] {
                let Parts { tree, rule, facts } = parts(body, members, 300);
                for part in [tree, rule, facts] {
                    assert!(part.is_empty() || body.union(part) == body, "{body} {part}");
                }
                assert!(tree.intersection(facts).is_empty());
                assert!(members > 1 || facts == body);
            }
        }
    }

    #[test]
    fn a_wide_screen_has_them_beside_each_other() {
        let Parts { tree, facts, .. } = parts(Rect::new(0, 2, 120, 36), 3, 44);
        assert_eq!((tree.width, facts.x, facts.width), (44, 46, 74));
        let Parts { tree, facts, .. } = parts(Rect::new(0, 2, 80, 20), 13, 60);
        assert_eq!((tree.height, facts.height), (6, 13));
    }
}
