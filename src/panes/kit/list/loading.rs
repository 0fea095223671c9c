//! Loading that the user asked for: by the page, or to the end of the list.

use super::Until;
use crate::ledger::Timestamp;
use crate::ledger::amount::grouped;

/// How many pages one wish loads at most; each of them is kept whole.
const MAX_PAGES_AT_ONCE: usize = 1_000;
/// Nothing is said about a rate before this many milliseconds have passed.
const MIN_RATE_MILLIS: u128 = 1_000;

/// How far the list is to be loaded, and since when it is being loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loading {
    /// How many pages the list is to have.
    goal: usize,
    whole: bool,
    until: Option<Until>,
    follows: bool,
    since: Timestamp,
    /// How many pages there were when it began.
    before: usize,
}

impl Loading {
    /// One page beyond those that are there, or beyond those that are wanted already.
    pub fn another(current: Option<Self>, pages: usize, now: Timestamp) -> Self {
        match current {
            Some(loading) => Self { goal: loading.goal.max(pages).saturating_add(1), ..loading },
            None => Self { goal: pages + 1, whole: false, ..Self::whole(pages, false, now) },
        }
    }

    /// Everything that there is. With `follows` the last loaded row stays selected meanwhile.
    pub fn whole(pages: usize, follows: bool, now: Timestamp) -> Self {
        let goal = pages + MAX_PAGES_AT_ONCE;
        Self { goal, whole: true, until: None, follows, since: now, before: pages }
    }

    /// Everything up to an end.
    pub fn until(pages: usize, until: Until, now: Timestamp) -> Self {
        Self { until: Some(until), ..Self::whole(pages, false, now) }
    }

    /// Where it is to stop before the end of the list.
    pub fn end(self) -> Option<Until> {
        self.until
    }

    /// Whether the list has as many pages as are wanted.
    pub fn is_done(self, pages: usize) -> bool {
        pages >= self.goal
    }

    /// Whether everything is wanted.
    pub fn is_whole(self) -> bool {
        self.whole
    }

    /// Whether the last loaded row stays selected.
    pub fn follows(self) -> bool {
        self.follows
    }

    /// The same, with the selection left where it is.
    #[must_use]
    pub fn in_place(self) -> Self {
        Self { follows: false, ..self }
    }

    /// What is being loaded and how fast, in words.
    pub fn label(self, pages: usize, now: Timestamp) -> String {
        let left = self.goal.saturating_sub(pages);
        let what = match (self.until, self.whole, left) {
            (Some(until), ..) => format!("loading until {}", until.label()),
            (None, true, _) => "loading all".to_owned(),
            (None, false, 0 | 1) => "loading a page".to_owned(),
            (None, false, left) => format!("loading {} pages", grouped(&left)),
        };
        let millis = now.since(self.since) / 1_000_000;
        let loaded = u128::try_from(pages.saturating_sub(self.before)).unwrap_or(0);
        let tenths = (loaded * 10_000).checked_div(millis).filter(|_| millis >= MIN_RATE_MILLIS);
        match tenths {
            Some(tenths) if loaded > 0 => format!("{what}, {}.{} pages/s", tenths / 10, tenths % 10),
            _ => what,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_wish_for_a_page_counts() {
        let now = Timestamp::from_secs(100);
        let one = Loading::another(None, 3, now);
        assert!(!one.is_done(3) && one.is_done(4));
        let two = Loading::another(Some(one), 3, now);
        assert!(!two.is_done(4) && two.is_done(5));
        assert_eq!(two.label(3, now), "loading 2 pages");
        let all = Loading::another(Some(Loading::whole(3, true, now)), 3, now);
        assert!(all.is_whole() && all.follows());
    }

    #[test]
    fn the_rate_is_that_of_this_loading() {
        let all = Loading::whole(10, false, Timestamp::from_secs(100));
        assert_eq!(all.label(12, Timestamp::from_secs(100)), "loading all");
        assert_eq!(all.label(10, Timestamp::from_secs(110)), "loading all");
        assert_eq!(all.label(35, Timestamp::from_secs(110)), "loading all, 2.5 pages/s");
    }
}
