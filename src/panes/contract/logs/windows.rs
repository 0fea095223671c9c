//! Walks a list of events in time windows: with topics, servers search at most seven days per request, and some
//! servers at most sixty days of anything.

use api::{Failure, PageOf};
use ledger::query::{LogsQuery, Op, Order, TimestampFilter};
use ledger::{ContractLog, Next, NextLink, Page, Text, Timestamp};

use crate::panes::kit::list::Pages;

/// The current window and the walk.
#[derive(Clone, Debug)]
pub struct Windows {
    query: LogsQuery,
    /// Whether the list is walked in windows or requested as a whole.
    walking: bool,
    /// The end of the current window, in the order of the list.
    edge: Timestamp,
    /// Bound of the walk.
    limit: Timestamp,
    /// Creation time of the contract, if known.
    born: Option<Timestamp>,
    /// Number of consecutive empty windows.
    empty: usize,
    /// Whether the user stopped the walk.
    stopped: bool,
}

/// Number of consecutive empty windows after which the user is asked: half a year.
const MAX_EMPTY_WINDOWS: usize = 26;
/// The span that servers search without a time condition: sixty days.
const MAX_WINDOW_SECONDS: u64 = 60 * 24 * 60 * 60;
/// Prefix of the link to another window; no server link has it.
const MARK: &str = "window ";

impl Windows {
    /// Starts a walk from now, or from the query's own bound.
    pub(super) fn new(query: &LogsQuery, now: Timestamp) -> Self {
        let walking = query.wants_windows();
        let mut windows = Self {
            walking,
            edge: now,
            limit: Timestamp::default(),
            born: None,
            empty: 0,
            stopped: false,
            query: query.clone(),
        };
        let bound = |ops: [Op; 2]| query.timestamp.iter().find(|filter| ops.contains(&filter.op));
        let (first, last) = (bound([Op::Gt, Op::Gte]), bound([Op::Lt, Op::Lte]));
        let (from, to) = (first.map(|filter| filter.at), last.map(|filter| filter.at));
        if windows.forward() {
            (windows.edge, windows.limit) = (from.unwrap_or_default(), to.unwrap_or(now));
        } else {
            (windows.edge, windows.limit) = (to.unwrap_or(now), from.unwrap_or_default());
        }
        windows
    }

    /// Sets the contract's creation time, which ends the walk.
    pub(super) fn born(&mut self, at: Timestamp) {
        self.born = Some(at);
        if self.forward() {
            self.edge = self.edge.max(at);
        } else {
            self.limit = self.limit.max(at);
        }
    }

    /// Whether the list is walked in windows.
    pub(super) fn walking(&self) -> bool {
        self.walking
    }

    fn forward(&self) -> bool {
        self.query.order == Some(Order::Asc)
    }

    fn span(&self) -> u64 {
        if self.query.has_topics() { LogsQuery::MAX_SPAN_SECONDS } else { MAX_WINDOW_SECONDS }
    }

    fn minus(&self) -> Timestamp {
        self.edge.minus_seconds(self.span()).max(self.limit)
    }

    fn plus(&self) -> Timestamp {
        self.edge.plus_millis(self.span().saturating_mul(1000)).min(self.limit)
    }

    fn has_more(&self, span: u64) -> bool {
        if self.forward() {
            self.edge.plus_millis(span.saturating_mul(1000)) < self.limit
        } else {
            self.edge.minus_seconds(span) > self.limit
        }
    }

    /// Start of the next window; `None` at the last.
    fn following(&self) -> Option<Timestamp> {
        let edge = if self.forward() { self.plus() } else { self.minus() };
        (edge != self.limit && edge != self.edge && edge != Timestamp::default()).then_some(edge)
    }

    /// The query with the bounds of the current window.
    fn sent(&self) -> LogsQuery {
        if !self.walking {
            return self.query.clone();
        }
        let (from, to) = if self.forward() { (self.edge, self.plus()) } else { (self.minus(), self.edge) };
        // The edge belongs to the window that ends there; the query's own bounds stay as written.
        let own = |ops: [Op; 2], at| {
            let filter = self.query.timestamp.iter().find(|filter| ops.contains(&filter.op));
            filter.filter(|filter| filter.at == at).map(|filter| filter.op)
        };
        let lower = own([Op::Gt, Op::Gte], from).unwrap_or(Op::Gte);
        let upper = own([Op::Lt, Op::Lte], to).unwrap_or(if self.reaches_now(to) { Op::Lte } else { Op::Lt });
        let timestamp = vec![TimestampFilter { op: lower, at: from }, TimestampFilter { op: upper, at: to }];
        LogsQuery { timestamp, ..self.query.clone() }
    }

    fn reaches_now(&self, to: Timestamp) -> bool {
        self.forward() && to == self.limit
    }
}

impl Pages<LogsQuery> for Windows {
    fn first(&mut self, query: &LogsQuery, now: Timestamp) -> PageOf<LogsQuery> {
        let born = self.born;
        *self = Self::new(query, now);
        if let Some(born) = born {
            self.born(born);
        }
        PageOf::first(self.sent())
    }

    /// The next page of this window, or the first of the next window.
    fn behind(&mut self, _query: &LogsQuery, link: NextLink) -> PageOf<LogsQuery> {
        match edge(&link) {
            Some(edge) => {
                self.edge = edge;
                PageOf::first(self.sent())
            }
            None => PageOf::behind(self.sent(), link),
        }
    }

    /// Links the last page of a window to the next window.
    fn taken(&mut self, mut page: Page<ContractLog>) -> Page<ContractLog> {
        if self.walking {
            self.empty = if page.rows.is_empty() { self.empty + 1 } else { 0 };
            if let Some(edge) = self.following().filter(|_| page.next == Next::End) {
                page.next = Next::More(NextLink(Text::new(format!("{MARK}{edge}"))));
            }
        }
        page
    }

    /// A server with the sixty-day limit fails if these days are empty.
    fn meant_by(&mut self, failure: &Failure) -> Option<Page<ContractLog>> {
        let is_empty =
            matches!(failure, Failure::ServerFault { status: 500, .. }) && self.has_more(MAX_WINDOW_SECONDS);
        self.walking |= is_empty;
        is_empty.then(|| Page::empty(Next::End))
    }

    fn progress(&self) -> Option<String> {
        let far = if self.forward() { self.plus() } else { self.minus() };
        let far = far.utc();
        let day = far.get(..10)?;
        self.walking.then(|| format!("searched {} {day}", if self.forward() { "up to" } else { "back to" }))
    }

    fn goes_on(&self) -> bool {
        self.walking && !self.stopped && (1..MAX_EMPTY_WINDOWS).contains(&self.empty)
    }

    fn stop(&mut self) {
        self.stopped = self.walking;
    }

    fn go_on(&mut self) {
        self.empty = 0;
        self.stopped = false;
    }

    fn is_stopped(&self) -> bool {
        self.stopped
    }
}

fn edge(link: &NextLink) -> Option<Timestamp> {
    let text = str::from_utf8(link.0.raw()).ok()?;
    Timestamp::parse(text.strip_prefix(MARK)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    use ledger::query::Parameters as _;
    use ledger::{ContractRef, EntityId, RawJson};

    const NOW: Timestamp = Timestamp::from_secs(1_795_219_200);
    const WEEK: u64 = LogsQuery::MAX_SPAN_SECONDS;

    const CONTRACT: ContractRef = ContractRef::Id(EntityId::from_num(5001));

    fn windows(pairs: &[(&str, &str)]) -> Windows {
        let query = LogsQuery::all(CONTRACT).with_pairs(pairs.iter().copied(), EntityId::from_num(0));
        Windows::new(&query.unwrap(), NOW)
    }

    impl Windows {
        fn begin(&self) -> PageOf<LogsQuery> {
            PageOf::first(self.sent())
        }
    }

    type Outcome = Result<Page<ContractLog>, Failure>;

    fn page(rows: usize) -> Page<ContractLog> {
        let rows = (0..rows).map(|_| Arc::new(ContractLog::default())).collect();
        Page::new(rows, Next::End, &RawJson::default())
    }

    fn bounds(page: &PageOf<LogsQuery>) -> Vec<String> {
        page.query.timestamp.iter().map(ToString::to_string).collect()
    }

    /// The page after what came of the last one, if there is one.
    fn next(windows: &mut Windows, outcome: Outcome) -> Option<PageOf<LogsQuery>> {
        let page = outcome.unwrap_or_else(|failure| windows.meant_by(&failure).unwrap());
        match windows.taken(page).next {
            Next::More(link) => Some(windows.behind(&LogsQuery::all(CONTRACT), link)),
            _ => None,
        }
    }

    #[test]
    fn topics_are_walked_back_in_weeks_until_the_contract_was_made() {
        let mut windows = windows(&[("topic0", "0x1")]);
        windows.born(NOW.minus_seconds(WEEK * 2 + 5));
        let mut ask = windows.begin();
        let mut seen = Vec::new();
        loop {
            seen.push(bounds(&ask));
            match next(&mut windows, Ok(page(0))) {
                Some(further) => ask = further,
                None => break,
            }
        }
        let at = |seconds| NOW.minus_seconds(seconds);
        let born = at(WEEK * 2 + 5);
        assert_eq!(
            seen,
            [
                vec![format!("gte:{}", at(WEEK)), format!("lt:{NOW}")],
                vec![format!("gte:{}", at(WEEK * 2)), format!("lt:{}", at(WEEK))],
                vec![format!("gte:{born}"), format!("lt:{}", at(WEEK * 2))],
            ]
        );
    }

    #[test]
    fn the_querys_own_bounds_end_the_walk_in_both_orders() {
        let from = NOW.minus_seconds(WEEK + 10);
        let pairs = |order: &'static str| {
            let mut windows = windows(&[
                ("topic0", "0x1"),
                ("timestamp", &format!("gt:{from}")),
                ("timestamp", &format!("lte:{NOW}")),
                ("order", order),
            ]);
            let first = windows.begin();
            let second = next(&mut windows, Ok(page(3))).unwrap();
            assert_eq!(next(&mut windows, Ok(page(0))), None);
            [bounds(&first), bounds(&second)]
        };
        let week = NOW.minus_seconds(WEEK);
        assert_eq!(
            pairs("desc"),
            [[format!("gte:{week}"), format!("lte:{NOW}")], [format!("gt:{from}"), format!("lt:{week}")]]
        );
        let edge = from.plus_millis(WEEK * 1000);
        assert_eq!(
            pairs("asc"),
            [[format!("gt:{from}"), format!("lt:{edge}")], [format!("gte:{edge}"), format!("lte:{NOW}")]]
        );
    }

    #[test]
    fn a_bound_servers_failure_is_an_empty_window_and_other_failures_are_not() {
        let fault = |status| Failure::ServerFault { status, words: Vec::new(), code: None };
        let mut windows = windows(&[]);
        let first = windows.begin();
        assert!(!windows.walking() && bounds(&first).is_empty());
        let second = next(&mut windows, Err(fault(500))).unwrap();
        assert!(windows.walking() && windows.goes_on());
        let days = NOW.minus_seconds(MAX_WINDOW_SECONDS);
        assert_eq!(bounds(&second)[1], format!("lt:{days}"));
        assert_eq!(windows.meant_by(&fault(503)), None);
    }

    #[test]
    fn a_quiet_half_year_is_enough_without_being_asked() {
        let mut windows = windows(&[("topic0", "0x1")]);
        windows.begin();
        let mut looked = 1;
        loop {
            next(&mut windows, Ok(page(0))).unwrap();
            if !windows.goes_on() {
                break;
            }
            looked += 1;
        }
        assert_eq!(looked, MAX_EMPTY_WINDOWS);
        windows.go_on();
        assert!(next(&mut windows, Ok(page(0))).is_some() && windows.goes_on());
        windows.stop();
        assert!(!windows.goes_on());
    }
}
