//! The header `Retry-After`: seconds, or a date.

use std::time::Duration;

use jiff::fmt::rfc2822;
use reqwest::header::{DATE, HeaderMap, HeaderName, RETRY_AFTER};

use crate::ledger::Timestamp;

/// How long the server asks to wait, if it does.
///
/// A date is counted from the server's own `Date`, so that a wrong clock here does not matter; from `now` if
/// there is none.
pub(super) fn read(headers: &HeaderMap, now: Timestamp) -> Option<Duration> {
    let text = |name: HeaderName| headers.get(name)?.to_str().ok().map(str::trim);
    let asked = text(RETRY_AFTER)?;
    if asked.bytes().all(|b| b.is_ascii_digit()) {
        return asked.parse().ok().map(Duration::from_secs);
    }
    let now = text(DATE).and_then(date).unwrap_or(now.seconds);
    date(asked).map(|until| Duration::from_secs(until.saturating_sub(now)))
}

/// The seconds since 1970 of an HTTP date.
fn date(text: &str) -> Option<u64> {
    let time = rfc2822::DateTimeParser::new().parse_timestamp(text).ok()?;
    u64::try_from(time.as_second()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wait(asked: &str, server: Option<&str>) -> Option<u64> {
        let mut headers = HeaderMap::new();
        headers.insert(RETRY_AFTER, asked.parse().unwrap());
        headers.extend(server.map(|date| (DATE, date.parse().unwrap())));
        read(&headers, Timestamp::of(1_795_225_552)).map(|wait| wait.as_secs())
    }

    #[test]
    fn seconds_and_dates() {
        assert_eq!(wait("0", None), Some(0));
        assert_eq!(wait(" 7 ", None), Some(7));
        assert_eq!(wait("Sat, 21 Nov 2026 01:46:02 GMT", None), Some(10));
        assert_eq!(wait("Sat, 21 Nov 2026 01:46:02 GMT", Some("Sat, 21 Nov 2026 01:46:00 GMT")), Some(2));
        assert_eq!(wait("Sat, 21 Nov 2020 01:46:02 GMT", None), Some(0));
    }

    #[test]
    fn anything_else_asks_for_nothing() {
        for text in ["", "soon", "-1", "1.5", "99999999999999999999", "Sat, 99 Nov 2026 01:46:02 GMT"] {
            assert_eq!(wait(text, None), None, "{text}");
        }
        assert_eq!(read(&HeaderMap::new(), Timestamp::of(0)), None);
    }
}
