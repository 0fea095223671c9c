//! Links to the next page that mislead.

use ledger::Timestamp;

use super::Seen;

/// Marks the address of a page that was put between two others.
const MARK: &str = "&between=1";

/// The change of a link to the next page.
#[derive(Clone, Copy, Debug)]
pub(super) enum Link {
    /// To another host.
    Elsewhere,
    /// Includes the host.
    Absolute,
    /// To the same page again; the first page leads to the second.
    Repeated,
    /// To the newest rows again, from the second page on.
    Backward,
    /// Another form: a number.
    Odd,
    /// Each next page is empty, and leads to the one that should have been there.
    Empty,
}

impl Link {
    /// The body with its link changed; `None` if it has none.
    pub(super) fn lead(self, seen: &Seen, body: &str) -> Option<String> {
        let (rows, link) = body.rsplit_once("\"links\":{\"next\":")?;
        if let (Self::Empty, Some(target)) = (self, seen.target.strip_suffix(MARK)) {
            let name = rows.split_once(":[")?.0;
            return Some(format!("{name}:[],\"links\":{{\"next\":\"{}\"}}}}", after(target)?));
        }
        let link = link.strip_prefix('"')?.strip_suffix("\"}}")?;
        let host = &seen.host;
        let to = |link: String| Some(format!("{rows}\"links\":{{\"next\":\"{link}\"}}}}"));
        match self {
            Self::Elsewhere => to(format!("http://elsewhere.invalid{link}")),
            Self::Absolute => to(format!("http://{host}{link}")),
            Self::Repeated => to(if is_later(&seen.target) { seen.target.clone() } else { link.to_owned() }),
            Self::Backward if is_later(&seen.target) => {
                to(moved(link, |at| Timestamp { seconds: at.seconds + 86_400, ..at })?)
            }
            Self::Backward => None,
            Self::Odd => Some(format!("{rows}\"links\":{{\"next\":7}}}}")),
            Self::Empty => to(format!("{}{MARK}", moved(link, |at| nudged(at, link))?)),
        }
    }
}

/// The address as the service knows it.
pub(super) fn without_mark(target: &str) -> &str {
    target.strip_suffix(MARK).unwrap_or(target)
}

/// Where the empty page leads: to the bound that was moved for it, moved back.
fn after(target: &str) -> Option<String> {
    moved(target, |at| if is_ascending(target) { next(at) } else { before(at) })
}

/// A bound slightly before the true one in the page's order, so the next page still starts at the true one.
fn nudged(at: Timestamp, link: &str) -> Timestamp {
    if is_ascending(link) { before(at) } else { next(at) }
}

fn next(at: Timestamp) -> Timestamp {
    Timestamp::from_nanos(u64::try_from(at.as_nanos() + 1).unwrap_or(u64::MAX))
}

fn before(at: Timestamp) -> Timestamp {
    Timestamp::from_nanos(u64::try_from(at.as_nanos().saturating_sub(1)).unwrap_or(0))
}

fn is_ascending(target: &str) -> bool {
    target.contains("timestamp=gt:")
}

/// Whether a page is not the first: links bound the times of those.
fn is_later(target: &str) -> bool {
    ["timestamp=lt:", "timestamp=gt:"].iter().any(|bound| target.contains(bound))
}

/// The address with its last exclusive bound of times moved.
fn moved(target: &str, by: impl FnOnce(Timestamp) -> Timestamp) -> Option<String> {
    let start = ["timestamp=lt:", "timestamp=gt:"]
        .iter()
        .filter_map(|bound| target.rfind(bound).map(|at| at + bound.len()))
        .max()?;
    let (before, rest) = target.split_at_checked(start)?;
    let (time, rest) = rest.split_at_checked(rest.find('&').unwrap_or(rest.len()))?;
    Some(format!("{before}{}{rest}", by(Timestamp::parse(time)?)))
}
