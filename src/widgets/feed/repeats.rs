//! Pages that repeat rows of those before them.

/// A count of the latest pages that repeat rows of those before them: servers whose pages overlap would cost a
/// question for every row or two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Repeats {
    run: usize,
}

impl Repeats {
    /// How many such pages in a row are followed on their own.
    pub(super) const MAX_RUN: usize = 8;
    /// A page repeats if no more than one row in so many is new.
    const SHARE: usize = 4;

    /// Counts a page that has this many rows, of which so many are new.
    pub fn count(&mut self, rows: usize, new: usize) {
        let repeats = rows > 0 && new.saturating_mul(Self::SHARE) <= rows;
        self.run = if repeats { self.run + 1 } else { 0 };
    }

    /// Whether there were so many that no further page is worth a question by itself.
    pub fn is_vain(self) -> bool {
        self.run >= Self::MAX_RUN
    }
}
