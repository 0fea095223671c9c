//! What people write for a time, and what it is read as.

use super::*;

/// 2026-11-20 23:59:48.5 UTC.
const NOW: Timestamp = Timestamp { seconds: 1_795_219_188, nanos: 500_000_000 };

fn parse(text: &str) -> Vec<String> {
    let filters = filters(text, NOW).unwrap_or_else(|fault| panic!("{text}: {fault}"));
    // Times are compared as people read them, so that the table below can be checked by eye.
    let name = |op| Op::ALL.iter().find(|(_, known)| *known == op).map_or("", |(name, _)| *name);
    filters.iter().map(|f| format!("{} {}", name(f.op), f.at.utc().trim_end_matches('0'))).collect()
}

#[test]
fn everything_people_write() {
    for (text, wanted) in [
        ("", &[][..]),
        ("last 2h", &["gte 2026-11-20 21:59:48.5"]),
        ("Last 90 min", &["gte 2026-11-20 22:29:48.5"]),
        ("last hour", &["gte 2026-11-20 22:59:48.5"]),
        ("past 1d12h", &["gte 2026-11-19 11:59:48.5"]),
        ("in 1h", &["gte 2026-11-20 23:59:48.5", "lt 2026-11-21 00:59:48.5"]),
        ("next 2 days", &["gte 2026-11-20 23:59:48.5", "lt 2026-11-22 23:59:48.5"]),
        ("+1h .. +2h", &["gte 2026-11-21 00:59:48.5", "lt 2026-11-21 01:59:48.5"]),
        ("-1h .. in 1h", &["gte 2026-11-20 22:59:48.5", "lt 2026-11-21 00:59:48.5"]),
        ("before 2026-12-24", &["lt 2026-12-24 00:00:00."]),
        ("before in 1h", &["lt 2026-11-21 00:59:48.5"]),
        ("after tomorrow 14:00", &["gte 2026-11-21 14:00:00."]),
        ("2h ago", &["gte 2026-11-20 21:59:48.5"]),
        ("3h ago .. 2h ago", &["gte 2026-11-20 20:59:48.5", "lt 2026-11-20 21:59:48.5"]),
        ("today", &["gte 2026-11-20 00:00:00.", "lt 2026-11-21 00:00:00."]),
        ("yesterday 14:00..15:00", &["gte 2026-11-19 14:00:00.", "lt 2026-11-19 15:00:00."]),
        ("yesterday at 14:00", &["gte 2026-11-19 14:00:00.", "lt 2026-11-19 14:01:00."]),
        ("14:00 .. 24:00", &["gte 2026-11-20 14:00:00.", "lt 2026-11-21 00:00:00."]),
        ("2026-11-20", &["gte 2026-11-20 00:00:00.", "lt 2026-11-21 00:00:00."]),
        ("2026-11-18..2026-11-20", &["gte 2026-11-18 00:00:00.", "lt 2026-11-21 00:00:00."]),
        ("from 2026-11-18 to 2026-11-20 12:00", &["gte 2026-11-18 00:00:00.", "lt 2026-11-20 12:00:00."]),
        ("2026-11-20 23:10:07.123456789", &["eq 2026-11-20 23:10:07.123456789"]),
        ("2026-11-20 23:10:07.5", &["gte 2026-11-20 23:10:07.5", "lt 2026-11-20 23:10:07.6"]),
        ("2026-11-20T23:10Z", &["gte 2026-11-20 23:10:00.", "lt 2026-11-20 23:11:00."]),
        ("2026-11-20T23:10:07+01:00", &["gte 2026-11-20 22:10:07.", "lt 2026-11-20 22:10:08."]),
        ("since 2026-11-20", &["gte 2026-11-20 00:00:00."]),
        ("before yesterday", &["lt 2026-11-19 00:00:00."]),
        ("2026-11-20..", &["gte 2026-11-20 00:00:00."]),
        ("..now", &["lt 2026-11-20 23:59:48.5"]),
        ("1795216207.123456789", &["eq 2026-11-20 23:10:07.123456789"]),
        ("gte:1795212000", &["gte 2026-11-20 22:00:00."]),
        ("gte:1795212000 lt:1795215600", &["gte 2026-11-20 22:00:00.", "lt 2026-11-20 23:00:00."]),
        ("gt:2026-11-20 22:00, ne:1795215600", &["gt 2026-11-20 22:00:00.", "ne 2026-11-20 23:00:00."]),
    ] {
        assert_eq!(parse(text), wanted, "{text}");
    }
}

#[test]
fn faults_point_at_the_part() {
    for (text, part) in [
        ("yesterdy", "yesterdy"),
        ("last 2x", "2x"),
        ("last ", ""),
        ("in 2x", "2x"),
        ("in", ""),
        ("+99999999999999999h", "99999999999999999h"),
        ("in 300000d", "300000d"),
        ("2026-13-01", "2026-13-01"),
        ("today .. 25:00", "25:00"),
        ("2026-11-20 23:10:07.1234567890", "23:10:07.1234567890"),
        ("2026-11-20 23:10 CET", "CET"),
        ("1795212000000", "1795212000000"),
        ("gte:soon", "soon"),
        ("..", ".."),
        ("15:00..14:00", "15:00..14:00"),
        ("last 99999999999999999999h", "99999999999999999999"),
        ("2300-01-01", "2300-01-01"),
    ] {
        let fault = filters(text, NOW).expect_err(text);
        assert_eq!(text.get(fault.part.clone()), Some(part), "{text}: {fault}");
    }
}

#[test]
fn an_offset_beyond_any_is_refused() {
    for zone in ["+15", "+17952162071795216207", "-18446744073709551615"] {
        assert!(point(&format!("12:00 {zone}"), NOW).is_err(), "{zone}");
    }
}

#[test]
fn a_point_is_where_it_begins() {
    assert_eq!(point("yesterday", NOW).unwrap().utc(), "2026-11-19 00:00:00.000000000");
    assert_eq!(point(" 2h ago ", NOW), Ok(NOW.minus_seconds(7200)));
}

#[test]
fn a_time_without_a_zone_is_of_the_clock() {
    let zone = TimeZone::posix("EST5EDT,M3.2.0,M11.1.0").unwrap();
    let clock = Clock { zone, ..Clock::from(NOW) };
    let read = |text: &str| filters(text, clock.clone()).unwrap();
    for (text, utc) in [
        ("2026-11-20 18:10:07", "2026-11-20 23:10:07"),
        ("2026-11-20", "2026-11-20 05:00:00"),
        ("2026-07-01 12:00", "2026-07-01 16:00:00"),
        ("today 14:00", "2026-11-20 19:00:00"),
        ("2026-11-20 18:10:07Z", "2026-11-20 18:10:07"),
        ("2026-11-20 18:10:07 +01", "2026-11-20 17:10:07"),
        ("1795216207.5", "2026-11-20 23:10:07"),
    ] {
        assert!(read(text)[0].at.utc().starts_with(utc), "{text}: {}", read(text)[0].at.utc());
    }
    // The clocks go back on this day, which has 25 hours.
    let day = read("2026-11-01");
    assert_eq!(day[1].at.seconds - day[0].at.seconds, 25 * 3600);
}
