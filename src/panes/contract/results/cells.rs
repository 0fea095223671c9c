//! The cells, values and links of the results list's columns.

use alloy_primitives::{U256, hex};
use decode::reading::bytes::SELECTOR_BYTES;
use ledger::amount::{counted, grouped, percent};
use ledger::query::{BlockNumber, BlockQuery, ResultsQuery};
use ledger::result::AccessList;
use ledger::{ContractRef, ContractResult, EntityId, Field, Quantity, Success, Text, Unit};

use crate::message::Place;
use crate::panes::Context;
use crate::panes::contract::calls::Known;
use crate::panes::kit::list::Value;
use crate::panes::kit::nouns::values;
use crate::panes::kit::nouns::values::hex_of;
use crate::widgets::Role;
use crate::widgets::table::Cell;

pub(super) fn plain(text: String) -> Cell {
    (text, Role::Plain)
}

pub(super) fn no_time() -> String {
    "no time".to_owned()
}

pub(super) fn number(field: &Field<i64>) -> Cell {
    plain(field.value().map(|number| grouped(&number)).unwrap_or_default())
}

pub(super) fn created(row: &ContractResult) -> impl Iterator<Item = EntityId> {
    row.created_contract_ids.known().into_iter().flatten().filter_map(Field::value)
}

/// The first created contract, and the number of others.
pub(super) fn first_created(row: &ContractResult) -> Cell {
    let mut ids = created(row);
    plain(match (ids.next(), ids.count()) {
        (None, _) => String::new(),
        (Some(first), 0) => first.to_string(),
        (Some(first), more) => format!("{first} +{more}"),
    })
}

/// The sent amount; empty if zero.
pub(super) fn amount(row: &ContractResult, ctx: &Context<'_>) -> Cell {
    plain(match row.amount.value() {
        Some(0) => match ctx.seen.dust(row) {
            Some(weibar) => ctx.theme.amount(&weibar, Unit::Weibar),
            None => return (ctx.theme.glyphs.dot.to_owned(), Role::Dim),
        },
        Some(amount) => ctx.theme.amount(&amount, Unit::Base),
        None => String::new(),
    })
}

/// The called contract; a dot for the list's own.
pub(super) fn called(known: &Known<'_>, ctx: &Context<'_>) -> Cell {
    match known.row.contract_id.value() {
        Some(id) if Some(id) == known.contract => (ctx.theme.glyphs.dot.to_owned(), Role::Dim),
        id => plain(id.map(|id| id.to_string()).unwrap_or_default()),
    }
}

/// The decoded arguments, or their bytes.
pub(super) fn arguments(known: &Known<'_>) -> Cell {
    if let Some(read) = known.reading.filter(|read| !read.is_unnamed()) {
        return (read.arguments.clone(), read.role);
    }
    let data = known.row.call_data().filter(|_| !known.row.is_creation());
    let data = data.as_deref().and_then(|data| data.bytes().get(SELECTOR_BYTES..));
    let data = data.filter(|data| !data.is_empty()).map(hex::encode_prefixed);
    (data.unwrap_or_default(), Role::Dim)
}

/// The decoded return value, or its bytes. For a failure, the reason is shown instead.
pub(super) fn returned(known: &Known<'_>) -> Cell {
    match known.reading {
        Some(read) if !read.returned.is_empty() => (read.returned.clone(), Role::Plain),
        _ if known.success == Success::No => Cell::default(),
        _ => (hex_of(&known.row.call_result).unwrap_or_default(), Role::Dim),
    }
}

/// Gas that was charged but not used.
pub(super) fn overcharge(known: &Known<'_>) -> Option<i64> {
    let consumed = known.get(|row| &row.gas_consumed).value()?;
    Some(known.row.gas_used.value()?.saturating_sub(consumed).max(0))
}

pub(super) fn overcharged(known: &Known<'_>, ctx: &Context<'_>) -> Cell {
    match overcharge(known) {
        Some(0) => (ctx.theme.glyphs.dot.to_owned(), Role::Dim),
        over => plain(over.map(|over| grouped(&over)).unwrap_or_default()),
    }
}

/// The cost of the gas by the record: gas used times gas price, base units.
pub(super) fn fee(known: &Known<'_>) -> Option<U256> {
    let price = known.get(|row| &row.gas_price).value()?.0?;
    U256::try_from(known.row.gas_used.value()?).ok()?.checked_mul(price)
}

/// A price per gas.
pub(super) fn price(field: &Field<Quantity>, ctx: &Context<'_>) -> Cell {
    let price = field.value().and_then(|price| price.0);
    plain(price.map(|price| ctx.theme.price(&price, Unit::Base)).unwrap_or_default())
}

pub(super) fn quantity(field: &Field<Quantity>) -> Value {
    Value::number(field.value().and_then(|quantity| quantity.0))
}

/// Number of set bits in the logs' bloom filter.
pub(super) fn bloom_bits(row: &ContractResult) -> Option<u32> {
    Some(row.bloom.known()?.bytes().iter().map(|byte| byte.count_ones()).sum())
}

/// The access list in a few words.
pub(super) fn access_list(field: &Field<AccessList>) -> Option<String> {
    match field.known()? {
        AccessList::Hex(bytes) => Some(bytes.to_hex()).filter(|_| !bytes.is_empty()),
        AccessList::Entries(entries) if entries.is_empty() => None,
        AccessList::Entries(entries) => {
            let keys: usize =
                entries.iter().map(|entry| entry.storage_keys.known().map_or(0, Vec::len)).sum();
            let addresses = match entries.len() {
                1 => "1 address".to_owned(),
                more => format!("{more} addresses"),
            };
            Some(format!("{addresses}, {}", counted(keys, "key")))
        }
    }
}

/// A text as sent, also if it has an unexpected shape.
pub(super) fn sent_text(field: &Field<Text>) -> Option<String> {
    match field {
        Field::Known(text) | Field::Odd(text) => Some(text.escaped()).filter(|text| !text.is_empty()),
        Field::Null | Field::Absent => None,
    }
}

/// Expected use of the gas limit, percent. Below, the network bills much unused gas; above, the call came close to
/// running out.
const EXPECTED_PERCENT: std::ops::RangeInclusive<u128> = 50..=94;

/// The used share of the gas limit; empty if it is as expected.
pub(super) fn gauge(known: &Known<'_>, ctx: &Context<'_>) -> Cell {
    let used = known.get(|row| &row.gas_consumed).value().zip(known.row.gas_limit.value());
    let percent = used.and_then(|(used, limit)| percent(used, limit));
    let Some(percent) = percent.filter(|percent| !EXPECTED_PERCENT.contains(percent)) else {
        return (String::new(), Role::Dim);
    };
    let cells = usize::try_from(percent.clamp(1, 100).div_ceil(20)).unwrap_or(0);
    let role = if percent > *EXPECTED_PERCENT.end() { Role::Attention } else { Role::Dim };
    (ctx.theme.glyphs.gauge(cells, 5), role)
}

/// The link of a cell: a sender leads to its results of the same contract, other cells to the named entity.
pub(super) fn leads(column: &str, it: &Known<'_>, ctx: &Context<'_>) -> Option<Place> {
    let row = it.row;
    let id = row.contract_id.value().map(ContractRef::Id);
    let contract = id.or_else(|| row.address.value().map(ContractRef::Address));
    match column {
        "sender" => {
            let from = Some(values::sender(row.from.value()?, ctx));
            Some(Place::Results(ResultsQuery { from, ..ResultsQuery::all(contract?) }))
        }
        "block" => {
            let number = u64::try_from(it.get(|row| &row.block_number).value()?).ok()?;
            Some(Place::Block(BlockQuery::Number(BlockNumber(number))))
        }
        "to" => row.to.value().map(|to| Place::contract(values::sender(to, ctx))),
        "contract id" | "contract address" => contract.map(Place::contract),
        "created" => created(row).next().map(|id| Place::contract(ContractRef::Id(id))),
        "transaction hash" => row.timestamp.value().map(Place::TransactionAt),
        _ => None,
    }
}
