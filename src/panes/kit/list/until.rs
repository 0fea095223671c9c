//! The end of loading: a number of rows, or a time.

use ledger::Timestamp;
use ledger::amount::grouped;
use ledger::moment::{self, Clock};
use ledger::query::Order;

/// Maximum digits of a number of rows; longer numbers are times.
const MAX_ROWS_DIGITS: usize = 7;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// This number of loaded rows.
    Rows(usize),
    /// A last loaded row of this time or beyond.
    Time(Timestamp),
}

impl Until {
    /// Parses an end. Only `timed` lists, with rows in time order, end at a time.
    ///
    /// # Errors
    /// The valid formats.
    pub fn parse(text: &str, timed: bool, clock: impl Into<Clock>) -> Result<Self, String> {
        let plain: String = text.chars().filter(|c| !matches!(c, ' ' | ',')).collect();
        if plain.len() <= MAX_ROWS_DIGITS
            && let Ok(rows) = plain.parse::<usize>()
        {
            return Ok(Self::Rows(rows));
        }
        if !timed {
            return Err("write a number of rows: this list is not in the order of time".to_owned());
        }
        let time = moment::point(text.trim(), clock);
        time.map(Self::Time)
            .map_err(|_| "write a number of rows, or a time such as 2026-11-20 14:00".to_owned())
    }

    /// Whether a list of this many rows has reached the end; `last` is the time of its last row.
    pub fn is_reached(self, rows: usize, last: Option<Timestamp>, order: Order) -> bool {
        match (self, order) {
            (Self::Rows(wanted), _) => rows >= wanted,
            (Self::Time(wanted), Order::Desc) => last.is_some_and(|last| last <= wanted),
            (Self::Time(wanted), Order::Asc) => last.is_some_and(|last| last >= wanted),
        }
    }

    /// The end in words.
    pub fn label(self) -> String {
        match self {
            Self::Rows(rows) => format!("{} rows", grouped(&rows)),
            Self::Time(at) => at.utc().get(..19).unwrap_or_default().to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::from_secs(1_795_219_200);

    #[test]
    fn numbers_are_rows_and_the_rest_are_times() {
        assert_eq!(Until::parse(" 5 000 ", true, NOW), Ok(Until::Rows(5_000)));
        assert_eq!(Until::parse("5,000", false, NOW), Ok(Until::Rows(5_000)));
        let hours = NOW.minus_seconds(2 * 3_600);
        assert_eq!(Until::parse("2h ago", true, NOW), Ok(Until::Time(hours)));
        assert!(Until::parse("2h ago", false, NOW).is_err());
        assert!(Until::parse("soon", true, NOW).is_err() && Until::parse("", true, NOW).is_err());
    }

    #[test]
    fn a_time_is_reached_in_the_order_of_the_list() {
        let until = Until::Time(NOW);
        assert!(until.is_reached(1, Some(NOW.minus_seconds(1)), Order::Desc));
        assert!(!until.is_reached(1, Some(NOW.minus_seconds(1)), Order::Asc));
        assert!(!until.is_reached(1, None, Order::Desc));
        assert!(
            Until::Rows(3).is_reached(3, None, Order::Asc) && !Until::Rows(3).is_reached(2, None, Order::Asc)
        );
    }
}
