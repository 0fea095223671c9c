//! Whether the link to a following page may be followed.

use std::borrow::Cow;

use reqwest::Url;

use super::address::Base;
use crate::ledger::query::{Op, Order, TimestampFilter};
use crate::ledger::{EntityId, Field, Next, NextLink, Text};

/// How a list is paged: by which parameter, in which order.
#[derive(Clone, Copy)]
pub(super) struct Paging {
    key: Key,
    order: Order,
}

#[derive(Clone, Copy)]
enum Key {
    Timestamp,
    Schedule,
}

impl Paging {
    /// The list of results, newest first unless asked otherwise.
    pub(super) fn results(order: Option<Order>) -> Self {
        Self { key: Key::Timestamp, order: order.unwrap_or(Order::Desc) }
    }

    /// The list of schedules, smallest id first unless asked otherwise.
    pub(super) fn schedules(order: Option<Order>) -> Self {
        Self { key: Key::Schedule, order: order.unwrap_or(Order::Asc) }
    }

    /// Judges the link that came with the page at `asked`.
    pub(super) fn next(self, asked: &Url, link: Field<Text>, mirror: &Base) -> Next {
        let text = match link {
            Field::Absent | Field::Null => return Next::End,
            Field::Known(text) if text.is_empty() => return Next::End,
            Field::Known(text) => text,
            Field::Odd(_) => return Next::Refused("The link to the next page is not a text."),
        };
        let Some(url) = str::from_utf8(text.raw()).ok().and_then(|link| mirror.resolve(link)) else {
            return Next::Refused("The link to the next page leads out of this API.");
        };
        if parameters(&url) == parameters(asked) && url.path() == asked.path() {
            return Next::Refused("The server's next page is this page again.");
        }
        match (self.bound(asked), self.bound(&url)) {
            (Some(before), Some(after)) if !self.advances(before, after) => {
                Next::Refused("The server's next page goes back instead of on.")
            }
            (Some(_), None) => Next::Refused("The server's next page starts from the beginning."),
            _ => Next::More(NextLink(text)),
        }
    }

    /// The tightest bound on the paging key in the direction of the order.
    fn bound(self, url: &Url) -> Option<Bound> {
        let bounds = parameters(url).into_iter().filter_map(|(name, value)| self.key.read(&name, &value));
        let (open, closed) = match self.order {
            Order::Desc => (Op::Lt, Op::Lte),
            Order::Asc => (Op::Gt, Op::Gte),
        };
        let bounds = bounds.filter(|(op, _)| *op == open || *op == closed);
        let bounds = bounds.map(|(op, at)| Bound { at, open: op == open });
        bounds.reduce(|one, other| if self.advances(one, other) { other } else { one })
    }

    /// Whether the rows within `after` are fewer than those within `before`.
    fn advances(self, before: Bound, after: Bound) -> bool {
        let further = match self.order {
            Order::Desc => after.at < before.at,
            Order::Asc => after.at > before.at,
        };
        further || (after.at == before.at && after.open && !before.open)
    }
}

/// One end of a range: where it is, and whether the place itself is left out.
#[derive(Clone, Copy)]
struct Bound {
    at: (u128, u128, u128),
    open: bool,
}

impl Key {
    /// A condition on this key, its value as something that can be ordered.
    fn read(self, name: &str, value: &str) -> Option<(Op, (u128, u128, u128))> {
        match self {
            Self::Timestamp if name == "timestamp" => {
                TimestampFilter::parse(value).map(|filter| (filter.op, (0, 0, filter.at.as_nanos())))
            }
            Self::Schedule if name == "schedule.id" => {
                let (op, id) = Op::split(value)?;
                let id = EntityId::read(id)?;
                Some((op, (id.shard.into(), id.realm.into(), id.num.into())))
            }
            _ => None,
        }
    }
}

/// The parameters of an address in an order of their own, with `eq:` left out, which means the same.
fn parameters(url: &Url) -> Vec<(String, String)> {
    let plain = |value: Cow<'_, str>| value.strip_prefix("eq:").unwrap_or(&value).to_owned();
    let mut pairs: Vec<_> =
        url.query_pairs().map(|(name, value)| (name.to_ascii_lowercase(), plain(value))).collect();
    pairs.sort();
    pairs
}
