//! The ledger's nouns as values on screen: shown in the current theme, copied in full and plain.

use alloy_primitives::hex;
use decode::key::KeyTree;
use ledger::amount::grouped;
use ledger::query::TimestampFilter;
use ledger::timestamp::{NANOS, span};
use ledger::{
    Contract, ContractRef, EntityId, EvmAddress, Field, HexBytes, Key, Quantity, Success, Text, Timestamp,
    Unit, moment,
};
use verification::Match;

use crate::message::Place;
use crate::panes::Context;
use crate::panes::kit::nouns::job_text;
use crate::widgets::line::cut_middle;
use crate::widgets::table::{Cell, Column};
use crate::widgets::{Role, TimeStyle, Value};

/// The value of a field, or the text for a missing one.
pub fn field<T>(ctx: &Context<'_>, field: &Field<T>, show: impl FnOnce(&T) -> Value) -> Value {
    Value::field(field, &ctx.theme.glyphs, show)
}

/// An entity id without a link: that of the page itself, or of a file, which has no page.
pub fn id(id: &EntityId) -> Value {
    Value::plain(id.to_string())
}

/// An account's id, leading to the account.
pub fn account(id: &EntityId) -> Value {
    Value::plain(id.to_string()).link(Place::Account((*id).into()))
}

/// The sign of success or failure; a neutral one if unknown.
pub fn success(success: Success, ctx: &Context<'_>) -> Cell {
    let (glyph, role) = ctx.theme.glyphs.success_of(success);
    (glyph.to_owned(), role)
}

/// A contract's id, leading to the contract.
pub fn contract(id: &EntityId) -> Value {
    Value::plain(id.to_string()).link(Place::contract(ContractRef::Id(*id)))
}

/// A contract's address, leading to the contract.
pub fn contract_address(at: &EvmAddress) -> Value {
    address(at).link(Place::contract(ContractRef::Address(*at)))
}

/// A time in the style of the moment; copied as seconds and nanoseconds, ready for a filter.
pub fn time(ctx: &Context<'_>, at: &Timestamp) -> Value {
    Value::plain(ctx.theme.time(*at, ctx.now)).copied(at.to_string())
}

/// A time that a server writes as `2025-10-09T19:53:20Z`, in the style of the moment; anything else as it was sent.
pub fn written_time(ctx: &Context<'_>, text: &Text) -> Value {
    let whole = Value::text(text);
    let copied = whole.copied.whole();
    let written = Some(&*copied).filter(|text| text.starts_with(|c: char| c.is_ascii_digit()));
    let zoned = written.filter(|text| text.contains('T') && text.ends_with('Z'));
    match zoned.and_then(|text| moment::point(text, ctx.now).ok()) {
        Some(at) => time(ctx, &at).copied(copied.into_owned()),
        None => whole,
    }
}

/// A time in the style of the moment without its fraction of a second, which says nothing about a window.
pub fn brief_time(ctx: &Context<'_>, at: Timestamp) -> String {
    let whole = ctx.theme.time(at, ctx.now);
    match (ctx.theme.times, whole.split_once('.')) {
        (TimeStyle::Utc, Some((seconds, _))) => seconds.to_owned(),
        (TimeStyle::Local, Some((seconds, rest))) => {
            rest.split_once(' ').map_or(seconds.to_owned(), |(_, offset)| format!("{seconds} {offset}"))
        }
        _ => whole,
    }
}

/// A condition on a time, the time in the style of the moment.
pub fn condition(ctx: &Context<'_>, filter: &TimestampFilter) -> String {
    let at = ctx.theme.time(filter.at, ctx.now);
    format!("{}{at}", filter.op.prefix())
}

/// A column of times in the style of the moment.
pub fn time_column(ctx: &Context<'_>, name: &str) -> Column {
    match ctx.theme.times {
        TimeStyle::Utc => Column::text(format!("{name} (UTC)"), 29),
        TimeStyle::Local => Column::text(format!("{name} (local)"), 35),
        TimeStyle::Relative => Column::text(name.to_owned(), 14),
        TimeStyle::Seconds => Column::text(format!("{name} (s)"), 20),
    }
}

/// A column of times of day in the style of the moment: a break in the list says where the day changes.
pub fn time_of_day_column(ctx: &Context<'_>) -> Column {
    match ctx.theme.times {
        TimeStyle::Utc => Column::text("time (UTC)", 12),
        TimeStyle::Local => Column::text("time (local)", 12),
        TimeStyle::Relative => Column::text("time", 14),
        TimeStyle::Seconds => Column::text("time (s)", 20),
    }
}

/// The columns of both ends of a hash.
pub const HASH_COLUMNS: u16 = 18;

/// Bytes in hex, if there are any.
pub fn hex_of(field: &Field<HexBytes>) -> Option<String> {
    field.known().filter(|bytes| !bytes.is_empty()).map(HexBytes::to_hex)
}

/// Both ends of bytes in hex.
pub fn short_hex(field: &Field<HexBytes>, ctx: &Context<'_>) -> Cell {
    let text = hex_of(field).unwrap_or_default();
    (cut_middle(&text, HASH_COLUMNS, ctx.theme.glyphs.cut).into_owned(), Role::Dim)
}

/// An ungrouped number, such as an index.
pub fn digits(field: &Field<i64>) -> Cell {
    (field.value().map(|number| number.to_string()).unwrap_or_default(), Role::Plain)
}

/// Words as a full sentence.
pub fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    format!("{first}{}.", letters.as_str())
}

/// An EVM address in EIP-55 case, with the entity that its long-zero form names.
pub fn address(address: &EvmAddress) -> Value {
    let value = Value::plain(address.checksummed());
    match address.entity_num() {
        Some(num) => value.note(format!("= entity {}", EntityId::from_num(num))),
        None => value,
    }
}

/// The sender or receiver of a call: a long-zero address is shown as the entity it names, an alias with its account.
pub fn party(ctx: &Context<'_>, address: &EvmAddress) -> Value {
    match address.entity_num() {
        Some(num) => {
            let id = EntityId { num, ..ctx.network.home };
            Value::plain(id.to_string()).note(address.to_string()).copied(id.to_string())
        }
        None => aliased(ctx, *address, Value::plain(address.checksummed())),
    }
}

/// A sender as a filter of results takes it: by its id where the address holds one.
pub fn sender(from: EvmAddress, ctx: &Context<'_>) -> ContractRef {
    let from = ContractRef::Address(from);
    from.entity_id(ctx.network.home).map_or(from, ContractRef::Id)
}

/// The value of an address that is no long-zero one, with the id of its account once that is known.
pub fn aliased(ctx: &Context<'_>, address: EvmAddress, value: Value) -> Value {
    match ctx.known.account_at(address) {
        Some(id) => value.note(format!("= {id}")),
        None => value,
    }
}

/// Bytes in hex, with their number.
pub fn bytes(ctx: &Context<'_>, bytes: &HexBytes) -> Value {
    if bytes.is_empty() {
        return Value::none(format!("{} empty", ctx.theme.glyphs.none)).copied("0x");
    }
    let size = format!("{} bytes", grouped(&bytes.len()));
    if bytes.len() <= 48 {
        Value::plain(bytes.to_hex())
    } else if bytes.len() <= MAX_WHOLE_BYTES {
        Value::styled(Role::Dim, format!("{size}  ")).and(Role::Plain, bytes.to_hex()).copied(bytes)
    } else {
        let part = bytes.bytes().get(..MAX_PART_BYTES).unwrap_or_default();
        let first = format!("{size}, shown in part: the raw answer has them all  ");
        Value::styled(Role::Dim, first).and(Role::Plain, hex::encode_prefixed(part)).copied(bytes)
    }
}

/// Code in hex, whose size is said elsewhere.
pub fn code(ctx: &Context<'_>, code: &HexBytes) -> Value {
    if code.len() <= MAX_WHOLE_BYTES { Value::plain(code.to_hex()) } else { bytes(ctx, code) }
}

/// Maximum bytes shown in full.
const MAX_WHOLE_BYTES: usize = 1 << 20;
/// Number of bytes shown of a longer value.
const MAX_PART_BYTES: usize = 4_096;

/// A whole number, grouped; copied without gaps.
pub fn integer(number: &i64) -> Value {
    Value::plain(grouped(number)).copied(number.to_string())
}

/// An ungrouped number, such as a block number.
pub fn ordinal(number: &i64) -> Value {
    Value::plain(number.to_string())
}

/// A memo; an empty one is said to be so.
pub fn memo(memo: &Text) -> Value {
    if memo.is_empty() { Value::none("empty") } else { Value::text(memo) }
}

/// A length of time in seconds.
pub fn seconds(seconds: &i64) -> Value {
    let words = u128::try_from(*seconds).map(|seconds| span(seconds.saturating_mul(u128::from(NANOS))));
    let value = Value::plain(format!("{} s", grouped(seconds))).copied(seconds.to_string());
    match words {
        Ok(words) => value.note(format!("= {words}")),
        Err(_) => value,
    }
}

/// Maximum automatic token associations; -1 is unlimited.
pub fn associations(most: &i64) -> Value {
    if *most == -1 { Value::plain("unlimited").note("-1").copied("-1") } else { integer(most) }
}

/// The size of code; copied in full.
pub fn code_size(code: &HexBytes) -> Value {
    if code.is_empty() {
        return Value::none("none").copied("0x");
    }
    Value::plain(format!("{} bytes", grouped(&code.len()))).copied(code)
}

/// The admin key of a contract.
pub fn admin_key(ctx: &Context<'_>, contract: &Contract) -> Value {
    match &contract.admin_key {
        Field::Null => Value::none("none: the contract is immutable, nobody can change it"),
        key => field(ctx, key, |key: &Key| key_of(ctx, key, contract.contract_id.value())),
    }
}

pub fn yes(it: bool) -> &'static str {
    if it { "yes" } else { "no" }
}

/// Yes or no.
pub fn flag(on: &bool) -> Value {
    Value::plain(yes(*on))
}

/// How well one side of a verified contract's code matches.
pub fn matched(ctx: &Context<'_>, side: &Field<Match>) -> Value {
    match side {
        Field::Null => Value::none("not matched"),
        side => field(ctx, side, |how| Value::styled(Role::Success, job_text::match_words(*how))),
    }
}

/// A number of gas units.
pub fn gas(amount: &i64) -> Value {
    integer(amount).note("gas")
}

/// An amount given in `from`, shown in the unit of the moment; copied in the unit given.
pub fn amount(ctx: &Context<'_>, digits: &(impl ToString + ?Sized), from: Unit) -> Value {
    Value::plain(ctx.theme.amount(digits, from)).note(ctx.theme.unit_name()).copied(digits.to_string())
}

/// A price of gas given in `from`, shown in the unit of prices; `0x` is said to be none.
pub fn price(ctx: &Context<'_>, price: &Quantity, from: Unit) -> Value {
    match price.0 {
        Some(price) => Value::plain(ctx.theme.price(&price, from))
            .note(ctx.theme.price_unit_name())
            .copied(price.to_string()),
        None => Value::none(format!("{} none (0x)", ctx.theme.glyphs.none)).copied("0x"),
    }
}

/// A key, named by its kind, followed by `_type` and bytes.
pub fn key(ctx: &Context<'_>, key: &Key) -> Value {
    key_of(ctx, key, None)
}

/// The key of the contract `own`, which may be that contract itself.
pub fn key_of(ctx: &Context<'_>, key: &Key, own: Option<EntityId>) -> Value {
    let kind = field(ctx, &key.r#type, Value::text).line();
    let hex = field(ctx, &key.key, |bytes| Value::plain(bytes.to_hex().trim_start_matches("0x")));
    let words = KeyTree::from_key(key).summary(own);
    let named = Value::plain(words.clone());
    let named = if words == kind { named } else { named.note(kind) };
    named.and(Role::Dim, hex.line()).copied(hex.copied)
}
