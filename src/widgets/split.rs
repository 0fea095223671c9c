//! Splits areas by fixed lengths, which needs no solver of layouts. If space is short, later parts shrink or are empty.

use ratatui::layout::Rect;

/// All that is left.
pub const REST: u16 = u16::MAX;

/// Ways to split an area.
pub trait Split: Sized {
    /// Parts of this many rows, top to bottom.
    fn stack<const N: usize>(self, rows: [u16; N]) -> [Self; N];

    /// Parts of this many columns, left to right.
    fn beside<const N: usize>(self, columns: [u16; N]) -> [Self; N];

    /// The area above the last rows, and these rows.
    fn with_footer(self, rows: u16) -> [Self; 2];

    /// The area below the first rows.
    #[must_use]
    fn below(self, rows: u16) -> Self;

    /// The area above the last rows.
    #[must_use]
    fn above(self, rows: u16) -> Self;

    /// The area right of the first columns.
    #[must_use]
    fn right_of(self, columns: u16) -> Self;

    /// The area left of the last columns.
    #[must_use]
    fn left_of(self, columns: u16) -> Self;
}

impl Split for Rect {
    fn stack<const N: usize>(self, rows: [u16; N]) -> [Self; N] {
        let mut rest = self;
        rows.map(|rows| {
            let part = Self { height: rows.min(rest.height), ..rest };
            rest = rest.below(rows);
            part
        })
    }

    fn beside<const N: usize>(self, columns: [u16; N]) -> [Self; N] {
        let mut rest = self;
        columns.map(|columns| {
            let part = Self { width: columns.min(rest.width), ..rest };
            rest = rest.right_of(columns);
            part
        })
    }

    fn with_footer(self, rows: u16) -> [Self; 2] {
        self.stack([self.height.saturating_sub(rows), REST])
    }

    fn below(self, rows: u16) -> Self {
        let rows = rows.min(self.height);
        Self { y: self.y + rows, height: self.height - rows, ..self }
    }

    fn above(self, rows: u16) -> Self {
        Self { height: self.height.saturating_sub(rows), ..self }
    }

    fn right_of(self, columns: u16) -> Self {
        let columns = columns.min(self.width);
        Self { x: self.x + columns, width: self.width - columns, ..self }
    }

    fn left_of(self, columns: u16) -> Self {
        Self { width: self.width.saturating_sub(columns), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_parts_are_served_first() {
        for height in 0..12 {
            let area = Rect::new(3, 2, 80, height);
            let [head, gap, body, detail] = area.stack([2, 1, 4, REST]);
            let heights = [head, gap, body, detail].map(|part| part.height);
            let expected = [2.min(height), u16::from(height > 2), height.saturating_sub(3).min(4)];
            assert_eq!(heights[..3], expected);
            assert_eq!(heights.iter().sum::<u16>(), height);
            assert_eq!((gap.y, body.y, detail.y), (head.bottom(), gap.bottom(), body.bottom()));
            assert_eq!(area.below(2).union(head), area);
            assert_eq!((area.above(3).y, area.above(3).height), (2, height.saturating_sub(3)));
        }
        let [list, text] = Rect::new(3, 2, 80, 5).beside([32, REST]);
        assert_eq!((list, text), (Rect::new(3, 2, 32, 5), Rect::new(35, 2, 48, 5)));
        assert_eq!((text.right_of(8), text.left_of(8)), (Rect::new(43, 2, 40, 5), Rect::new(35, 2, 40, 5)));
    }
}
