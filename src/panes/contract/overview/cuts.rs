//! The `DiamondCut` events of a contract. Servers search topics in seven days per request, so only the first and
//! last days of its life are searched. Most diamonds are assembled in the first.

use api::PageOf;
use decode::diamond;
use ledger::query::{Limit, LogsQuery, Op, Order, TimestampFilter, Topic};
use ledger::timestamp::DAY_SECONDS;
use ledger::{ContractRef, HexBytes, Timestamp};

/// All `DiamondCut` events.
pub(super) fn all(contract: ContractRef) -> LogsQuery {
    let topics =
        [vec![Topic::new(HexBytes::from(diamond::CUT.to_vec()))], Vec::new(), Vec::new(), Vec::new()];
    LogsQuery { topics, order: Some(Order::Asc), ..LogsQuery::all(contract) }
}

/// The searched time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Searched {
    /// The contract's whole life.
    Whole,
    /// Its first and its last days.
    Ends,
    /// Its last days: its creation time is unknown.
    Last,
}

impl Searched {
    /// The searched time as a suffix of the findings; empty for the whole life.
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Whole => "",
            Self::Ends => "of its first and last 7 days",
            Self::Last => "of the last 7 days",
        }
    }
}

/// The queries for a contract's cuts up to a time or now, in time order. Queries up to now stay the same for a
/// day, which spares requests.
pub(super) fn questions(
    contract: ContractRef,
    created: Option<Timestamp>,
    up_to: Option<Timestamp>,
    now: Timestamp,
) -> (Vec<PageOf<LogsQuery>>, Searched) {
    let end = match up_to {
        Some(at) => Timestamp::from_nanos(u64::try_from(at.as_nanos() + 1).unwrap_or(u64::MAX)),
        None => Timestamp::from_secs((now.seconds / DAY_SECONDS + 1) * DAY_SECONDS),
    };
    let between = |from: Timestamp, to: Timestamp| {
        let timestamp =
            vec![TimestampFilter { op: Op::Gte, at: from }, TimestampFilter { op: Op::Lt, at: to }];
        PageOf::first(LogsQuery { timestamp, limit: Some(Limit::MAX), ..all(contract) })
    };
    let start = end.minus_seconds(LogsQuery::MAX_SPAN_SECONDS);
    match created.filter(|created| *created < end) {
        None => (vec![between(start, end)], Searched::Last),
        Some(created) if created >= start => (vec![between(created, end)], Searched::Whole),
        Some(created) => {
            let first = created.plus_millis(LogsQuery::MAX_SPAN_SECONDS * 1000);
            let searched = if first >= start { Searched::Whole } else { Searched::Ends };
            (vec![between(created, first.min(start)), between(start, end)], searched)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ledger::EntityId;

    const CONTRACT: ContractRef = ContractRef::Id(EntityId::from_num(5217));
    /// Midnight.
    const NOW: Timestamp = Timestamp::from_secs(1_795_219_200);

    fn spans(
        created: Option<Timestamp>,
        up_to: Option<Timestamp>,
        now: Timestamp,
    ) -> (Vec<String>, Searched) {
        let (questions, searched) = questions(CONTRACT, created, up_to, now);
        for question in &questions {
            assert!(!question.query.wants_windows(), "a server refuses {question:?}");
        }
        let written = |page: &PageOf<LogsQuery>| {
            let bounds: Vec<String> = page.query.timestamp.iter().map(ToString::to_string).collect();
            bounds.join(" ")
        };
        (questions.iter().map(written).collect(), searched)
    }

    #[test]
    fn a_young_contract_is_searched_whole() {
        let hour = NOW.minus_seconds(3_600);
        let (asked, searched) = spans(Some(hour), None, NOW);
        assert_eq!((asked.len(), searched), (1, Searched::Whole));
        let (asked, searched) = spans(Some(NOW.minus_seconds(9 * DAY_SECONDS)), None, NOW);
        assert_eq!((asked.len(), searched), (2, Searched::Whole));
        let meets = asked[0].split(" lt:").nth(1).map(ToOwned::to_owned);
        assert_eq!(
            meets,
            asked[1].strip_prefix("gte:").and_then(|rest| rest.split(' ').next()).map(ToOwned::to_owned)
        );
    }

    #[test]
    fn of_an_old_contract_the_first_and_the_last_days_are_searched() {
        let created = NOW.minus_seconds(400 * DAY_SECONDS);
        let (asked, searched) = spans(Some(created), None, NOW);
        let tomorrow = NOW.seconds + DAY_SECONDS;
        assert_eq!(searched, Searched::Ends);
        assert_eq!(
            asked,
            [
                format!("gte:{created} lt:{}", created.plus_millis(7 * DAY_SECONDS * 1000)),
                format!(
                    "gte:{} lt:{}",
                    Timestamp::from_secs(tomorrow - 7 * DAY_SECONDS),
                    Timestamp::from_secs(tomorrow)
                ),
            ]
        );
        assert_eq!(spans(Some(created), None, NOW.plus_millis(5_000)).0, asked, "the same all day");
        assert_eq!(spans(None, None, NOW), (vec![asked[1].clone()], Searched::Last));
        let at = NOW.minus_seconds(30 * DAY_SECONDS);
        let (asked, searched) = spans(Some(created), Some(at), NOW);
        assert!(asked[1].ends_with(&format!("lt:{}.000000001", at.seconds)), "{asked:?}");
        assert_eq!(searched, Searched::Ends);
    }
}
