//! The columns of the storage list, the selected slot in full, and the texts of an empty list.

use std::sync::Arc;

use decode::Word;
use decode::calldata::Meaning;
use decode::reading::Reader;
use ledger::amount::grouped;
use ledger::query::StateQuery;
use ledger::{Field, HexBytes, StateSlot};

use super::places::Places;
use crate::message::Copied;
use crate::panes::Context;
use crate::panes::kit::list::{
    Column, ColumnOf, Columns, Counted, PagedList, Rows, Value, Valuer, existence,
};
use crate::panes::kit::nouns::decoded::words::padded;
use crate::widgets::line::cut_middle;
use crate::widgets::table::{Cell, Column as Head};
use crate::widgets::{Role, TimeStyle};

/// Terminal width below which slot names take the room of other columns.
const MIN_WIDE_COLUMNS: u16 = 110;
/// Columns of a slot without a name; the footer has all digits.
const SHORT_HASH: u16 = 22;
/// Maximum columns of a name: fits a two-level mapping between accounts.
const LONG_NAME: u16 = 44;

/// A slot, its name and its values.
#[derive(Clone, Copy)]
pub struct Known<'a> {
    pub(super) row: &'a StateSlot,
    pub(super) places: &'a Places,
}

impl Columns for Places {
    type Row<'a> = Known<'a>;

    const LIST: &'static str = "storage";

    const OPTIONAL: &'static [&'static str] = &[NAME, "contract id", "contract address"];

    const ALL: &'static [ColumnOf<Self>] = &[
        ColumnOf::new(
            "slot",
            |places, ctx| {
                let slot = Head::text("slot", SHORT_HASH);
                slot.up_to(places.widest().clamp(SHORT_HASH, LONG_NAME)).grows(if is_narrow(ctx) {
                    3
                } else {
                    2
                })
            },
            |it, ctx| match it.places.name(it.row) {
                Some(name) => (name.to_owned(), Role::Plain),
                None => (cut_middle(&slot(it.row), SHORT_HASH, ctx.theme.glyphs.cut).into_owned(), Role::Dim),
            },
            |it| Value::text(it.row.slot.known().map(HexBytes::to_hex)),
        ),
        Column::text(NAME, SHORT_HASH).titled("name").grows(1).shows(
            |it, _| (it.places.name(it.row).unwrap_or_default().to_owned(), Role::Plain),
            |it| Value::text(it.places.whole_name(it.row)),
        ),
        ColumnOf::new(
            VALUE,
            |_, ctx| {
                let (least, grows) = if is_narrow(ctx) { (12, 1) } else { (24, 3) };
                Head::text("value", least).grows(grows)
            },
            |it, ctx| {
                it.places.values(it.row, ctx).map_or_else(|| value(it.row), |words| (words, Role::Plain))
            },
            |it| Value::text(it.row.value.known().map(HexBytes::to_hex)),
        ),
        ColumnOf::new(
            "time of the last write",
            |_, ctx| {
                let (title, wide, short) = match ctx.theme.times {
                    TimeStyle::Utc => ("written at (UTC)", 29, 19),
                    TimeStyle::Local => ("written at (local)", 35, 19),
                    TimeStyle::Relative => ("written", 14, 14),
                    TimeStyle::Seconds => ("written at (s)", 20, 14),
                };
                Head::text(title, if is_narrow(ctx) { short } else { wide }).rank(1)
            },
            |it, ctx| (time(it.row, ctx), Role::Dim),
            |it| Value::time(it.row.timestamp.value()),
        ),
        Column::text("contract id", 11)
            .titled("contract")
            .rank(2)
            .of(|it| Value::text(it.row.contract_id.known())),
        Column::text("contract address", 42).rank(2).shows(
            |it, _| {
                (
                    it.row.address.known().map(ledger::address::EvmAddress::checksummed).unwrap_or_default(),
                    Role::Plain,
                )
            },
            |it| Value::text(it.row.address.known().map(ledger::address::EvmAddress::checksummed)),
        ),
    ];

    const COUNTED: &'static [Counted] = &[Counted::times("time of the last write"), Counted::values(VALUE)];
}

/// Name of the column with the slot's name, which the slot column shows.
const NAME: &str = "name";
/// Name of the value column, which the copy key copies.
pub(super) const VALUE: &str = "value";

fn is_narrow(ctx: &Context<'_>) -> bool {
    ctx.body.width < MIN_WIDE_COLUMNS
}

/// Time of the last write; without the fraction on a narrow screen.
fn time(row: &StateSlot, ctx: &Context<'_>) -> String {
    let Some(at) = row.timestamp.value() else { return "no time".to_owned() };
    let time = ctx.theme.time(at, ctx.now);
    match time.split_once('.') {
        Some((seconds, _)) if ctx.body.width < MIN_WIDE_COLUMNS && ctx.theme.times != TimeStyle::Relative => {
            seconds.to_owned()
        }
        _ => time,
    }
}

/// Small slots are shown as the source's slot numbers, others as hashes.
fn slot(row: &StateSlot) -> String {
    let Some(slot) = row.slot.known() else { return "not sent".to_owned() };
    let significant = slot.bytes().iter().position(|byte| *byte != 0).map_or(0, |at| slot.len() - at);
    let number = slot.bytes().get(slot.len() - significant.min(2)..).unwrap_or_default();
    match significant {
        0..=2 => number.iter().fold(0_u32, |number, byte| number * 256 + u32::from(*byte)).to_string(),
        _ => slot.to_hex(),
    }
}

/// The most likely meaning of the value.
fn value(row: &StateSlot) -> Cell {
    let Some(value) = row.value.known() else { return ("not sent".to_owned(), Role::Dim) };
    let bytes = padded(value);
    let words = match (Word { offset: 0, bytes: &bytes }).meaning() {
        Meaning::Number(number) if number.is_zero() => return ("0".to_owned(), Role::Dim),
        Meaning::Number(number) => grouped(&number),
        Meaning::Negative(distance) => format!("-{}", grouped(&distance)),
        Meaning::Address(address) => address.checksummed(),
        Meaning::Text(text) => format!("\"{}\"", text.escaped()),
        Meaning::Bytes => value.to_hex(),
    };
    (words, Role::Plain)
}

/// The slot's path and digits; the values of a packed word, and the word.
pub(super) fn detail_lines(row: &StateSlot, places: &Places, ctx: &Context<'_>) -> Vec<Vec<Cell>> {
    let hex = |field: &Field<HexBytes>| field.known().map(HexBytes::to_hex).unwrap_or_default();
    let way =
        places.get(row).and_then(|(_, found)| found.path.as_ref()).filter(|path| !path.steps.is_empty());
    let way = way.map(|path| (format!("location {path}  "), Role::Plain));
    let values = places.several(row, ctx).map(|words| (format!("{words}  "), Role::Plain));
    let line = |first: Option<Cell>, label: &str, field| {
        first.into_iter().chain([(format!("{label} {}", hex(field)), Role::Dim)]).collect()
    };
    vec![line(way, "slot ", &row.slot), line(values, "value", &row.value)]
}

/// Computes a slot's column values, with its name, off the main loop.
#[derive(Debug)]
struct SlotValuer(Places);

impl Valuer<StateSlot> for SlotValuer {
    fn values(&self, row: &StateSlot, _reader: &Reader<'_>) -> Vec<Value> {
        <Places as Columns>::values(&Known { row, places: &self.0 })
    }
}

impl Rows<StateQuery> for Places {
    const FIRST_COPY: Option<&'static str> = Some(VALUE);

    fn known<'a>(&'a self, row: &'a StateSlot, _ctx: &Context<'_>) -> Known<'a> {
        Known { row, places: self }
    }

    fn valuer(&self, _ctx: &Context<'_>) -> Arc<dyn Valuer<StateSlot>> {
        Arc::new(SlotValuer(self.named()))
    }

    fn changes(&self) -> usize {
        self.changes()
    }

    fn detail_lines(&self, row: &Known<'_>, ctx: &Context<'_>) -> Vec<Vec<Cell>> {
        detail_lines(row.row, self, ctx)
    }

    fn empty_state(&self, list: &PagedList<StateQuery>, ctx: &Context<'_>) -> Vec<Cell> {
        let denial = existence::denial(list.query().contract, ctx);
        if let Some(words) = denial.or_else(|| list.none_so_far()) {
            return words.into();
        }
        let head = match (list.is_filtered(), existence::is_certain(list.query().contract, ctx)) {
            (true, _) => "No matching slots.",
            (false, true) => "This contract exists, but has written no slot.",
            (false, false) => "No slots.",
        };
        [vec![(head.to_owned(), Role::Heading)], list.filter_words()].concat()
    }

    fn copies(&self, row: &Known<'_>) -> Vec<Copied> {
        let path = self.get(row.row).and_then(|(_, found)| found.path.as_ref());
        path.map(|path| Copied::new("path of the slot", path.to_string())).into_iter().collect()
    }
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
