//! The columns of a contract's storage, and the selected slot whole.

use super::places::Places;
use crate::decode::Word;
use crate::decode::abi::WORD;
use crate::decode::calldata::Meaning;
use crate::ledger::amount::grouped;
use crate::ledger::{Field, HexBytes, StateSlot};
use crate::message::Copied;
use crate::panes::Context;
use crate::widgets::table::{Cell, Column};
use crate::widgets::{Role, TimeStyle};

/// The table's columns; the higher the rank, the earlier a narrow screen gives it up.
pub(super) fn columns(ctx: &Context<'_>) -> Vec<Column> {
    let time = match ctx.look.times {
        TimeStyle::Utc => Column::text("written at (UTC)", 29),
        TimeStyle::Local => Column::text("written at (local)", 35),
        TimeStyle::Relative => Column::text("written", 14),
        TimeStyle::Seconds => Column::text("written at (s)", 20),
    };
    vec![Column::text("slot", 18).grows(2).up_to(66), Column::text("value", 24).grows(3), time.rank(1)]
}

/// The cells of a slot.
pub(super) fn cells(row: &StateSlot, places: &Places, ctx: &Context<'_>) -> Vec<Cell> {
    let time = row.timestamp.value().map_or_else(|| "no time".to_owned(), |at| ctx.look.time(at, ctx.now));
    let place = places.name(row, ctx).unwrap_or_else(|| slot(row));
    let value = places.values(row, ctx).map_or_else(|| value(row), |words| (words, Role::Plain));
    vec![(place, Role::Plain), value, (time, Role::Dim)]
}

/// A small slot is a number that the source numbers it by; another one is a hash.
fn slot(row: &StateSlot) -> String {
    let Some(slot) = row.slot.known() else { return "not sent".to_owned() };
    let significant = slot.bytes().iter().position(|byte| *byte != 0).map_or(0, |at| slot.len() - at);
    let number = slot.bytes().get(slot.len() - significant.min(2)..).unwrap_or_default();
    match significant {
        0..=2 => number.iter().fold(0_u32, |number, byte| number * 256 + u32::from(*byte)).to_string(),
        _ => slot.to_hex(),
    }
}

/// What the value most likely is.
fn value(row: &StateSlot) -> Cell {
    let Some(value) = row.value.known() else { return ("not sent".to_owned(), Role::Dim) };
    let bytes = padded(value);
    let words = match (Word { offset: 0, bytes: &bytes }).meaning() {
        Meaning::Number(number) if number.is_zero() => return ("0".to_owned(), Role::Dim),
        Meaning::Number(number) => grouped(&number),
        Meaning::Negative(distance) => format!("-{}", grouped(&distance)),
        Meaning::Address(address) => address.checksummed(),
        Meaning::Text(text) => format!("\"{}\"", text.shown()),
        Meaning::Bytes => value.to_hex(),
    };
    (words, Role::Plain)
}

/// The same bytes with the zeros before them that servers may leave out.
fn padded(bytes: &HexBytes) -> Vec<u8> {
    [&vec![0; WORD.saturating_sub(bytes.len())], bytes.bytes()].concat()
}

/// The slot whole, with the way to it, and its value.
pub(super) fn whole(row: &StateSlot, places: &Places) -> Vec<Vec<Cell>> {
    let hex = |field: &Field<HexBytes>| field.known().map(HexBytes::to_hex).unwrap_or_default();
    let way = places.of(row).and_then(|(_, found)| found.path.as_ref()).filter(|path| !path.steps.is_empty());
    let way = way.map(|path| format!("  lies at {path}")).unwrap_or_default();
    let lines = [format!("slot  {}{way}", hex(&row.slot)), format!("value {}", hex(&row.value))];
    lines.into_iter().map(|line| vec![(line, Role::Dim)]).collect()
}

/// The values of a slot, for the copy menu.
pub(super) fn copies(row: &StateSlot, places: &Places) -> Vec<Copied> {
    let copied = |what: &str, text: String| Copied { what: what.to_owned(), text };
    let value = row.value.known().map(|value| copied("value", value.to_hex()));
    let slot = row.slot.known().map(|slot| copied("slot", slot.to_hex()));
    let time = row.timestamp.value().map(|at| copied("time of the last write", at.to_string()));
    let way = places.of(row).and_then(|(_, found)| found.path.as_ref());
    let way = way.map(|path| copied("where it lies", path.to_string()));
    let whole = copied("row as JSON", row.raw.raw().to_owned());
    value.into_iter().chain(slot).chain(way).chain(time).chain([whole]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(slot: &str, value: &str) -> (String, String) {
        let hex = |text| HexBytes::parse(text).unwrap().into();
        let row = StateSlot { slot: hex(slot), value: hex(value), ..StateSlot::default() };
        (super::slot(&row), super::value(&row).0)
    }

    #[test]
    fn slots_and_values_are_read() {
        let zeros = "0".repeat(64);
        assert_eq!(row(&zeros, &zeros), ("0".to_owned(), "0".to_owned()));
        assert_eq!(row("0x0102", "0x05"), ("258".to_owned(), "5".to_owned()));
        let hash = format!("0x{}", "ab".repeat(32));
        assert_eq!(row(&hash, &hash), (hash.clone(), hash));
        assert_eq!(row("0x", "0x"), ("0".to_owned(), "0".to_owned()));
        assert_eq!(row("0x10000", "0x01").0, "0x010000");
    }
}
