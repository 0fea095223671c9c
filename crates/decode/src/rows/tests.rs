//! Tests of filters and sorts, against a plain scan.

mod counts;

use std::sync::Arc;

use ledger::{Success, Timestamp};
use proptest::prelude::*;

use super::*;
use crate::stop::Stop;

const NOW: Timestamp = Timestamp::from_secs(1_795_219_200);
const COLUMNS: [&str; 6] = ["success", "consensus time", "method", "sender", "gas used", "outcome"];

fn row(
    success: Success,
    ago: i64,
    method: &str,
    sender: &str,
    gas: Option<i64>,
    outcome: &str,
) -> Vec<Value> {
    let outcome = Some(outcome).filter(|outcome| !outcome.is_empty());
    vec![
        Value::success(success),
        Value::time(Some(NOW.minus_seconds(ago.unsigned_abs()))),
        Value::text(Some(method)),
        Value::text(Some(sender)),
        Value::number(gas),
        Value::text(outcome),
    ]
}

fn some() -> Vec<Vec<Value>> {
    vec![
        row(Success::Yes, 60, "transfer", "0.0.1002", Some(30_000), ""),
        row(Success::No, 3_700, "swapExactTokens", "0.0.999", Some(1_500_000), "InsufficientBalance(5, 7)"),
        row(Success::Unknown, 9_000, "swap", "0.0.1002", None, ""),
        row(Success::No, 90_000, "Mint", "0.0.70", Some(2_000_000), "no reason given"),
    ]
}

fn loaded(pages: Vec<Vec<Vec<Value>>>) -> Loaded {
    let page = |rows: Vec<Vec<Value>>| {
        let places: Arc<[u32]> = (0..u32::try_from(rows.len()).unwrap()).collect();
        (Arc::new(RowValues::new(COLUMNS.len(), rows)), places)
    };
    Loaded(pages.into_iter().map(page).collect())
}

fn passed(text: &str) -> Vec<u32> {
    let filter = Filter::parse(text, &COLUMNS, NOW).unwrap();
    let arrange = Arrange { loaded: loaded(vec![some()]), filter, sort: None, details: None };
    arrange.run(&Stop::default()).unwrap().rows.to_vec()
}

#[test]
fn a_text_is_looked_for_in_long_bytes_only_in_their_field() {
    let columns = ["method", "call data"];
    let row = vec![Value::Text("mint".into()), Value::Text("0xdead".into())];
    let loaded = loaded(vec![vec![row]]);
    for (text, passes) in [("mint", true), ("dead", false), ("!dead", true), ("call_data~dead", true)] {
        let filter = Filter::parse(text, &columns, NOW).unwrap();
        let arrange = Arrange { loaded: loaded.clone(), filter, sort: None, details: Some(1) };
        let arranged = arrange.run(&Stop::default()).unwrap();
        assert_eq!((arranged.rows.len() == 1, arranged.with_details), (passes, 1), "{text}");
    }
}

#[test]
fn terms_leave_the_rows_that_they_say() {
    let cases: [(&str, &[u32]); 44] = [
        ("", &[0, 1, 2, 3]),
        ("swap", &[1, 2]),
        ("SWAP", &[]),
        ("mint", &[3]),
        ("!swap", &[0, 3]),
        ("swap 1002", &[2]),
        ("\"no reason\"", &[3]),
        ("^swap", &[1, 2]),
        ("^swap$", &[2]),
        ("tokens$", &[1]),
        ("!^swap", &[0, 3]),
        ("!tokens$", &[0, 2, 3]),
        ("^0.0.1", &[0, 2]),
        ("^\"no reason", &[3]),
        ("'swap", &[1, 2]),
        ("swpex", &[1]),
        ("sET", &[1]),
        ("set", &[1]),
        ("insbal", &[1]),
        ("'set", &[]),
        ("!set", &[0, 1, 2, 3]),
        ("wap", &[1, 2]),
        ("ext", &[1]),
        ("wpt", &[]),
        ("sk", &[]),
        ("re:^swap$", &[2]),
        ("!re:a", &[]),
        ("status=failed", &[1, 3]),
        ("status!=failed", &[0, 2]),
        ("success=ok", &[0]),
        ("method=swap*", &[1, 2]),
        ("method=SWAP", &[2]),
        ("from=0.0.1002", &[0, 2]),
        ("error~insufficient", &[1]),
        ("gas_used>1e6", &[1, 3]),
        ("gas_used>=1.5e6", &[1, 3]),
        ("gas>1.5M", &[3]),
        ("gas_used<30,001", &[0]),
        ("gas_used=1.5M", &[1]),
        ("time>-2h", &[0, 1]),
        ("time<-2h", &[2, 3]),
        ("time<2026-11-20", &[3]),
        ("2000000", &[3]),
        ("outcome=*", &[1, 3]),
    ];
    for (text, rows) in cases {
        assert_eq!(passed(text), rows, "{text}");
    }
}

#[test]
fn marks_on_letters_count_only_if_they_are_typed() {
    for (text, passes) in [("cafe", true), ("CAFE", false), ("café", true), ("^cafe", true), ("cafè", false)]
    {
        let rows = vec![vec![Value::Text("Un Café".to_owned())], vec![Value::Text("Café Un".to_owned())]];
        let filter = Filter::parse(text, &["memo"], NOW).unwrap();
        let arrange = Arrange { loaded: loaded(vec![rows]), filter, sort: None, details: None };
        assert_eq!(!arrange.run(&Stop::default()).unwrap().rows.is_empty(), passes, "{text}");
    }
}

#[test]
fn what_is_not_understood_says_what_can_be_written() {
    let fault = |text: &str| Filter::parse(text, &COLUMNS, NOW).unwrap_err().to_string();
    assert_eq!(
        fault("colour=red"),
        "no field colour; fields: success, consensus_time, method, sender, gas_used, outcome"
    );
    assert!(fault("s=1").starts_with("no field s;"), "two fields begin so");
    assert_eq!(fault("method="), "type a value after method=");
    assert_eq!(fault("re:("), "( is not a regular expression, or too large");
    assert_eq!(
        fault("gas_used>much"),
        "gas_used> needs a number (1.5e6, 10h) or a time (-2h, +1h, 2026-11-20)"
    );
    assert_eq!(
        fault("gas_used>1.5x"),
        "gas_used> needs a number (1.5e6, 10h) or a time (-2h, +1h, 2026-11-20)"
    );
    assert_eq!(fault("!"), "type a value after !");
    assert_eq!(fault("^"), "type a value after ^");
    assert_eq!(fault("!'"), "type a value after !'");
}

#[test]
fn rows_are_sorted_by_what_they_are_worth_and_what_is_not_known_is_last() {
    let sorted = |column, descending| {
        let sort = Some(Sort { column, name: COLUMNS[column], descending });
        let arrange =
            Arrange { loaded: loaded(vec![some()]), filter: Filter::default(), sort, details: None };
        arrange.run(&Stop::default()).unwrap().rows.to_vec()
    };
    assert_eq!(sorted(4, false), [0, 1, 3, 2], "gas");
    assert_eq!(sorted(4, true), [3, 1, 0, 2]);
    assert_eq!(sorted(3, false), [3, 1, 0, 2], "entities by number, equal ones as they were");
    assert_eq!(sorted(2, false), [3, 2, 1, 0], "names whatever their case");
    assert_eq!(sorted(1, false), [3, 2, 1, 0], "time");
}

#[test]
fn values_are_counted() {
    let filter = Filter::parse("!mint", &COLUMNS, NOW).unwrap();
    let tally = Tally { filter, ..Tally::of_values(loaded(vec![some()]), 3) };
    let counted = tally.run(&Stop::default()).unwrap();
    let values: Vec<(String, usize)> =
        counted.buckets.iter().map(|bucket| (bucket.value.to_string(), bucket.rows)).collect();
    assert_eq!((values, counted.rows), (vec![("0.0.1002".to_owned(), 2), ("0.0.999".to_owned(), 1)], 3));
}

#[test]
fn fields_and_values_that_are_there_complete_what_is_typed() {
    let complete = |text: &str| {
        let typing = Typing::at_end(text, &COLUMNS).unwrap();
        let column = if let Typing::Value { column, .. } = typing { column } else { 0 };
        let tally = Tally::of_values(loaded(vec![some()]), column);
        typing.completions(&COLUMNS, tally.run(&Stop::default()).as_ref())
    };
    assert_eq!(complete("me"), ["method="]);
    assert_eq!(complete("mint !s"), ["mint !success=", "mint !sender="]);
    assert_eq!(complete("method=sw"), ["method=swap", "method=swapExactTokens"]);
    assert_eq!(complete("from="), ["from=0.0.1002", "from=0.0.70", "from=0.0.999"]);
    assert_eq!(complete("x error=no"), ["x error=\"no reason given\""]);
    assert_eq!(Typing::at_end("colour=", &COLUMNS), None);
}

#[test]
fn numbers_of_any_size_are_kept() {
    let big = i128::from(i64::MAX) + 1;
    let rows = vec![vec![Value::Number(big)], vec![Value::Nothing], vec![Value::Text("a".to_owned())]];
    let kept = RowValues::new(1, rows.clone());
    for (at, row) in rows.iter().enumerate() {
        assert_eq!([kept.get(at, 0).to_value()], row[..]);
    }
}

proptest! {
    /// The rows that pass are those of a plain scan, in the order of a plain sort, however pages part them.
    #[test]
    fn filter_and_sort_agree_with_a_plain_scan(
        gas in prop::collection::vec(prop::option::of(0_i64..50), 0..60),
        parts in prop::collection::vec(1_usize..9, 1..9),
        limit in 0_i64..50,
        descending: bool,
    ) {
        let rows: Vec<Vec<Value>> = gas.iter().map(|gas| row(Success::Yes, 1, "m", "s", *gas, "")).collect();
        let mut pages = Vec::new();
        let mut rest = rows.as_slice();
        for part in parts.iter().cycle() {
            let (page, after) = rest.split_at((*part).min(rest.len()));
            pages.push(page.to_vec());
            rest = after;
            if rest.is_empty() {
                break;
            }
        }
        let filter = Filter::parse(&format!("gas_used>={limit}"), &COLUMNS, NOW).unwrap();
        let sort = Some(Sort { column: 4, name: COLUMNS[4], descending });
        let arranged = Arrange { loaded: loaded(pages), filter, sort, details: Some(0) }.run(&Stop::default()).unwrap();
        let mut plain: Vec<u32> = (0..u32::try_from(gas.len()).unwrap())
            .filter(|at| gas[usize::try_from(*at).unwrap()].is_some_and(|gas| gas >= limit))
            .collect();
        let key = |at: &u32| gas[usize::try_from(*at).unwrap()];
        if descending {
            plain.sort_by_key(|at| std::cmp::Reverse(key(at)));
        } else {
            plain.sort_by_key(key);
        }
        prop_assert_eq!(arranged.rows.to_vec(), plain);
        prop_assert_eq!(arranged.examined, gas.len());
    }

    /// A text finds the cells that a plain look at each finds.
    #[test]
    fn texts_are_found_as_by_a_plain_look(
        cells in prop::collection::vec("[abAB_1 ]{1,9}", 1..20),
        text in "[ab1]{1,4}|[abAB]{1,4}",
        signs in prop::sample::select(vec![("", ""), ("^", ""), ("", "$"), ("^", "$"), ("'", "")]),
        negated: bool,
    ) {
        let (before, after) = signs;
        let written = format!("{}{before}{text}{after}", if negated { "!" } else { "" });
        let filter = Filter::parse(&written, &["method"], NOW).unwrap();
        let rows = cells.iter().map(|cell| vec![Value::Text(cell.clone())]).collect();
        let places: Arc<[u32]> = (0..u32::try_from(cells.len()).unwrap()).collect();
        let loaded = Loaded([(Arc::new(RowValues::new(1, rows)), places)].into());
        let arranged = Arrange { loaded, filter, sort: None, details: None }.run(&Stop::default()).unwrap();
        let has_capitals = text.chars().any(char::is_uppercase);
        let plain = cells.iter().enumerate().filter(|(_, cell)| {
            let cell = if has_capitals { (*cell).clone() } else { cell.to_lowercase() };
            let found = match signs {
                ("^", "$") => cell == text,
                ("^", _) => cell.starts_with(&text),
                (_, "$") => cell.ends_with(&text),
                _ => cell.contains(&text),
            };
            found != negated
        });
        let plain: Vec<u32> = plain.map(|(at, _)| u32::try_from(at).unwrap()).collect();
        // Abbreviations are found besides.
        let abbreviates = !negated && signs == ("", "");
        let besides = |at: &u32| {
            abbreviates && is_abbreviated(&cells[usize::try_from(*at).unwrap()], &text, has_capitals)
        };
        let all = 0..u32::try_from(cells.len()).unwrap();
        let wanted: Vec<u32> = all.filter(|at| plain.contains(at) || besides(at)).collect();
        prop_assert_eq!(arranged.rows.to_vec(), wanted, "{} in {:?}", written, cells);
    }
}

/// Whether any choice of letters from a name in the cell spells the text, such that the first letter of each part that
/// gives any is among them.
fn is_abbreviated(cell: &str, text: &str, has_capitals: bool) -> bool {
    let parts = regex::Regex::new("[A-Z]+[a-z]+|[A-Z]+|[a-z]+|[0-9]+").unwrap();
    let spells = |name: &str| {
        let mut letters: Vec<(usize, char)> = Vec::new();
        for (part, found) in parts.find_iter(name).enumerate() {
            // The last of several capitals belongs to the small letters after it.
            let capitals = found.as_str().chars().take_while(|letter| letter.is_uppercase()).count();
            let is_split = capitals > 1 && capitals < found.len();
            letters.extend(
                found
                    .as_str()
                    .chars()
                    .enumerate()
                    .map(|(at, letter)| (part * 2 + usize::from(is_split && at + 1 >= capitals), letter)),
            );
        }
        (0_u32..1 << letters.len()).any(|chosen| {
            let is_chosen = |at: usize| chosen >> at & 1 == 1;
            let spelled: String =
                (0..letters.len()).filter(|at| is_chosen(*at)).map(|at| letters[at].1).collect();
            let spelled = if has_capitals { spelled } else { spelled.to_lowercase() };
            spelled == text
                && (0..letters.len())
                    .filter(|at| is_chosen(*at))
                    .all(|at| is_chosen(letters.iter().position(|(part, _)| *part == letters[at].0).unwrap()))
        })
    };
    let starts_with_digit = |text: &str| text.starts_with(|letter: char| letter.is_ascii_digit());
    text.len() >= 3
        && !starts_with_digit(text)
        && !starts_with_digit(cell)
        && cell.split(' ').filter(|name| !starts_with_digit(name)).any(spells)
}

#[test]
fn labels_stand_for_what_has_them() {
    use crate::Known;
    use crate::known::labels::LabelText;
    use ledger::{EntityId, Labelled};

    let mut known = Known::default();
    for (num, name) in [(1002, "Deployer"), (99, "bot one"), (70, "bot two")] {
        let label = LabelText { name: name.into(), note: "".into() };
        known.set_label(Labelled::Id(EntityId::from_num(num)), label);
    }
    let passed = |text: &str| {
        let filter = Filter::parse_labelled(text, &COLUMNS, NOW, &known).unwrap();
        let arrange = Arrange { loaded: loaded(vec![some()]), filter, sort: None, details: None };
        arrange.run(&Stop::default()).unwrap().rows.to_vec()
    };
    assert_eq!(passed("from=@deployer"), [0, 2]);
    assert_eq!(passed("from!=@deployer"), [1, 3]);
    assert_eq!(passed("@deployer"), [0, 2]);
    assert_eq!(passed("!@deployer"), [1, 3]);
    assert_eq!(passed("deplo"), [0, 2], "a text finds the label");
    assert_eq!(passed("from=@bot-one"), [0; 0], "0.0.99 is no part of 0.0.999");
    assert_eq!(passed("bot"), [3]);
    assert_eq!(passed("from=@bot-two"), [3]);
    assert_eq!(passed("from=deployer"), [0, 2], "a field is found by a whole label, too");
    for spelled in ["0.0.1002", "0x00000000000000000000000000000000000003EA"] {
        assert_eq!(passed(&format!("from={spelled}")), [0, 2], "{spelled}");
        assert_eq!(passed(&format!("from~{spelled}")), [0, 2], "{spelled}");
        assert_eq!(passed(spelled), [0, 2], "{spelled}");
    }
    let fault = Filter::parse("time>5h", &COLUMNS, NOW).unwrap_err();
    assert_eq!(fault.to_string(), "time> needs a time (-2h, +1h, 2026-11-20)");
    let fault = Filter::parse_labelled("from=@nobody", &COLUMNS, NOW, &known).unwrap_err();
    assert_eq!(fault.to_string(), "no label @nobody");
}
