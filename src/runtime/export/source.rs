//! Where the rows of an export come from.

use std::sync::Arc;

use api::{Failure, Priority};
use decode::rows::RowValues;
use ledger::{RawJson, Timestamp};

use super::behind;
use super::note::Note;
use crate::message::RowExport;
use crate::message::contents::{LoadedPart, LoadedRows, Walk};
use crate::message::export::RowSource;
use crate::runtime::crash::off;
use crate::runtime::{Asker, Clients, ListSpan, Walking};

/// Rows to be written.
#[derive(Debug)]
pub(super) struct Page {
    pub(super) values: RowValues,
    pub(super) received: Vec<RawJson>,
    /// The time by which each row is ordered, if it is.
    pub(super) at: Vec<Option<Timestamp>>,
}

type Parts = Box<dyn Iterator<Item = Result<LoadedPart, Failure>> + Send>;

/// The source of the rows.
pub(super) enum Source {
    /// Loaded rows, before reading; with their JSON if `true`.
    Unread(Arc<dyn LoadedRows>, bool),
    /// Loaded rows, during reading; `None` if a read was interrupted.
    Loaded(Option<Parts>),
    /// A list, and whether its newest row comes first.
    Walk(Box<Walking>, Option<bool>),
}

impl Source {
    /// The rows of an export; the remaining ones if resumed.
    pub(super) fn new(export: RowExport, done: Option<Note>, clients: Clients) -> Self {
        match export.rows {
            RowSource::Loaded(rows) => Self::Unread(rows, export.records.is_received),
            RowSource::Walk(walk) => {
                let is_newest_first = walk.is_newest_first();
                let rest = done.and_then(|note| rest(&*walk, &note));
                let asker: Asker = Asker {
                    clients,
                    network: export.network,
                    priority: Priority::Background,
                    progress: |_| {},
                };
                Self::Walk(Box::new(Walking::begin(rest.unwrap_or(walk), asker, true)), is_newest_first)
            }
        }
    }

    /// The next rows; `None` at their end.
    ///
    /// # Errors
    /// Why they cannot be read, in words.
    pub(super) async fn next(&mut self) -> Option<Result<Page, String>> {
        if let Self::Walk(walking, _) = self {
            let step = walking.next().await?;
            let page = step.map(|step| Page { values: step.values, received: step.rows, at: step.at });
            return Some(page.map_err(|fault| sentence(&fault.to_string())));
        }
        let source = std::mem::replace(self, Self::Loaded(None));
        let read = move || {
            let mut parts = match source {
                Self::Unread(rows, received) => rows.parts(received),
                Self::Loaded(parts) => parts?,
                Self::Walk(..) => return None,
            };
            Some((parts.next()?, parts))
        };
        let (part, parts) = off(read).await??;
        *self = Self::Loaded(Some(parts));
        let page = |part: LoadedPart| {
            let at = vec![None; part.values.len()];
            Page { values: part.values, received: part.rows, at }
        };
        Some(part.map(page).map_err(|failure| failure.sentence()))
    }

    /// The time of the list, where it is known.
    pub(super) fn span(&self) -> Option<ListSpan> {
        match self {
            Self::Walk(walking, _) => walking.span(),
            Self::Unread(..) | Self::Loaded(_) => None,
        }
    }

    /// The parts of the list's time span before and after this row, up to the last page, nanoseconds.
    pub(super) fn way(&self, last: Option<Timestamp>) -> Option<(u128, u128)> {
        let Self::Walk(_, Some(is_newest_first)) = self else { return None };
        Some(way(self.span()?, last?, *is_newest_first))
    }
}

fn way(span: ListSpan, last: Timestamp, is_newest_first: bool) -> (u128, u128) {
    let [from, to, last_page, last] = [span.from, span.to, span.last_page, last].map(|at| at.as_nanos());
    if is_newest_first {
        (to.saturating_sub(last), last.saturating_sub(last_page))
    } else {
        (last.saturating_sub(from), last_page.saturating_sub(last))
    }
}

/// The remainder of a list after the given progress, from the time of the last row on, as others may share it.
fn rest(walk: &dyn Walk, done: &Note) -> Option<Arc<dyn Walk>> {
    let (from, to) =
        if walk.is_newest_first()? { (done.from, behind(done.last)) } else { (done.last, done.to) };
    walk.within(from, to)
}

/// Words as a sentence.
fn sentence(words: &str) -> String {
    if words.ends_with('.') { words.to_owned() } else { format!("{words}.") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_ends_where_the_last_page_begins() {
        let at = Timestamp::from_nanos;
        let span = ListSpan { from: at(10), to: at(1_000), last_page: at(800) };
        for (last, is_newest_first, wanted) in
            [(900, true, (100, 100)), (700, true, (300, 0)), (300, false, (290, 500)), (900, false, (890, 0))]
        {
            assert_eq!(way(span, at(last), is_newest_first), wanted, "{last}");
        }
    }
}
