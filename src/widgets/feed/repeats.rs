//! Pages that repeat rows of those before them.

/// Counts consecutive pages that repeat earlier rows: a server with overlapping pages would cost a request for every
/// row or two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Repeats {
    run: usize,
}

impl Repeats {
    /// The most consecutive repeating pages that are followed automatically.
    pub(super) const MAX_RUN: usize = 8;
    /// A page repeats if at most one in this many of its rows is new.
    const SHARE: usize = 4;

    /// Counts a page that has this many rows, of which so many are new.
    pub fn count(&mut self, rows: usize, new: usize) {
        let repeats = rows > 0 && new.saturating_mul(Self::SHARE) <= rows;
        self.run = if repeats { self.run + 1 } else { 0 };
    }

    /// Whether too many pages repeated to request another one automatically.
    pub fn is_vain(self) -> bool {
        self.run >= Self::MAX_RUN
    }
}
