//! Whether the link to a following page may be followed.

use std::borrow::Cow;

use alloy_primitives::U256;
use api::PagingKey;
use ledger::query::{IndexFilter, Op, Order, SlotFilter, TimestampFilter};
use ledger::{EntityId, Field, Next, NextLink, Text};
use reqwest::Url;

use super::address::Base;

/// Maximum length of a link that is followed: servers refuse longer addresses.
const MAX_LINK_BYTES: usize = 8 << 10;

/// Judges the links of a list that is paged like this.
pub(super) struct Links {
    pub(super) key: PagingKey,
    pub(super) order: Order,
}

impl Links {
    /// Judges the link that came with the page at `asked`.
    pub(super) fn next(&self, asked: &Url, link: Field<Text>, mirror: &Base) -> Next {
        let text = match link {
            Field::Absent | Field::Null => return Next::End,
            Field::Known(text) if text.is_empty() => return Next::End,
            Field::Known(text) => text,
            Field::Odd(_) => return Next::Refused("The link to the next page is not a text."),
        };
        if text.raw().len() > MAX_LINK_BYTES {
            return Next::Refused("The link to the next page is longer than 8 KiB.");
        }
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
    fn bound(&self, url: &Url) -> Option<Bound> {
        match self.key {
            PagingKey::Log => self.log_bound(url),
            key => self.tightest(url, key),
        }
    }

    /// Where a page of events starts: a time, or a position within the transaction of that time.
    fn log_bound(&self, url: &Url) -> Option<Bound> {
        let parameters = parameters(url);
        let exact = || {
            parameters.iter().find_map(|(name, value)| {
                match parse_condition(PagingKey::Timestamp, name, value)? {
                    (Op::Eq, at) => Some(Bound { at, open: false }),
                    _ => None,
                }
            })
        };
        let time = self.tightest(url, PagingKey::Timestamp).or_else(exact)?;
        let index = self.tightest(url, PagingKey::Action);
        // Without a position, an open bound leaves out the whole transaction of its time, and a closed one nothing.
        let (first, last) = match self.order {
            Order::Desc => (u128::MAX, 0),
            Order::Asc => (0, u128::MAX),
        };
        let unsaid = Bound { at: (0, 0, if time.open { last } else { first }), open: time.open };
        let index = index.unwrap_or(unsaid);
        Some(Bound { at: (0, time.at.2, index.at.2), open: index.open })
    }

    fn tightest(&self, url: &Url, key: PagingKey) -> Option<Bound> {
        let bounds =
            parameters(url).into_iter().filter_map(|(name, value)| parse_condition(key, &name, &value));
        let (open, closed) = match self.order {
            Order::Desc => (Op::Lt, Op::Lte),
            Order::Asc => (Op::Gt, Op::Gte),
        };
        let bounds = bounds.filter(|(op, _)| *op == open || *op == closed);
        let bounds = bounds.map(|(op, at)| Bound { at, open: op == open });
        bounds.reduce(|one, other| if self.advances(one, other) { other } else { one })
    }

    /// Whether the rows within `after` are fewer than those within `before`.
    fn advances(&self, before: Bound, after: Bound) -> bool {
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

/// A condition on this key, its value as something that can be ordered.
fn parse_condition(key: PagingKey, name: &str, value: &str) -> Option<(Op, (u128, u128, u128))> {
    match key {
        PagingKey::Timestamp if name == "timestamp" => {
            TimestampFilter::parse(value).map(|filter| (filter.op, (0, 0, filter.at.as_nanos())))
        }
        PagingKey::Schedule if name == "schedule.id" => entity(value),
        PagingKey::Account if name == "account.id" => entity(value),
        PagingKey::Contract if name == "contract.id" => entity(value),
        PagingKey::Slot if name == "slot" => {
            let SlotFilter { op, slot } = SlotFilter::parse(value)?;
            let slot = U256::try_from_be_slice(slot.bytes())?;
            let low = slot & U256::from(u128::MAX);
            Some((op, (0, u128::try_from(slot >> 128).ok()?, u128::try_from(low).ok()?)))
        }
        PagingKey::Action if name == "index" => {
            let IndexFilter { op, index } = IndexFilter::parse(value)?;
            Some((op, (0, 0, index.into())))
        }
        _ => None,
    }
}

/// A condition on the id of an entity.
fn entity(value: &str) -> Option<(Op, (u128, u128, u128))> {
    let (op, id) = Op::split(value)?;
    let id = EntityId::parse_lenient(id)?;
    Some((op, (id.shard.into(), id.realm.into(), id.num.into())))
}

/// The parameters of an address, sorted, without the redundant prefix `eq:`.
fn parameters(url: &Url) -> Vec<(String, String)> {
    let plain = |value: Cow<'_, str>| value.strip_prefix("eq:").unwrap_or(&value).to_owned();
    let mut pairs: Vec<_> =
        url.query_pairs().map(|(name, value)| (name.to_ascii_lowercase(), plain(value))).collect();
    pairs.sort();
    pairs
}
