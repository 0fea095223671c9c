//! The facts of a transaction: its fields, its part in the failure of its family, its transfers, and the net change
//! per account.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use decode::blame::{Part, RULE};
use decode::family::Family;
use decode::member::{Kin, Member, verdict};
use decode::money::Trail;
use decode::parties::system_name;
use decode::response_code::ResponseCode;
use ledger::amount::grouped;
use ledger::query::TransactionQuery;
use ledger::timestamp::{NANOS, span};
use ledger::{EntityId, Text, Timestamp, Transaction, TransactionId, Unit};

use super::kind::EntityKind;
use super::tree::CAUSE;
use super::{balances, flows, kind, tree};
use crate::message::Place;
use crate::panes::Context;
use crate::panes::kit::nouns::{money_flows, tokens, values};
use crate::widgets::{Role, Sheet, Value};

/// The most transfers to list first.
const MAX_MOVED: usize = 3;

/// The label of the link to the parent.
pub(super) const PARENT: &str = "parent";

/// The sheet of a family's member. `asked` is the id by which the family was requested.
pub(super) fn sheet(
    family: &Family,
    at: usize,
    member: &Member,
    asked: TransactionId,
    ctx: &Context<'_>,
) -> Sheet {
    let t = &*member.transaction;
    let trail = Trail::new([(at, t)]);
    let sheet = heads(family, at, member, &trail, ctx);
    let sheet = times(sheet, t, ctx);
    let sheet = fees(sheet, t, ctx);
    let sheet = identity(sheet, family, member, asked, ctx);
    let is_net = !trail.net.combines && !trail.net.is_mixed();
    let sheet = flows::tables(sheet, t, is_net, ctx);
    let sheet = if is_net { sheet } else { balances::table(sheet, "Net per account", &trail, &[t], ctx) };
    flows::empty(sheet, t, ctx)
}

fn heads(family: &Family, at: usize, member: &Member, trail: &Trail, ctx: &Context<'_>) -> Sheet {
    let t = &*member.transaction;
    let mut sheet = Sheet::default()
        .heading("Transaction")
        .fact("type", values::field(ctx, &t.name, |name| type_of(t, name)))
        .fact("result", values::field(ctx, &t.result, |name| result(t, name, ctx)));
    if let Some(words) = meaning(t) {
        sheet = sheet.fact("meaning", Value::plain(words));
    }
    sheet = moves(add_part(sheet, family, at, ctx), trail, ctx);
    if let Some(place) = kind::result_place(t) {
        let words = format!("of {} at the same time", values::field(ctx, &t.entity_id, values::id).line());
        sheet = sheet.fact("contract result", Value::plain(words).copied(place.to_string()).link(place));
    }
    sheet
        .fact("entity id", values::field(ctx, &t.entity_id, |id| entity(t, *id, ctx)))
        .fact("memo", values::field(ctx, &t.memo, memo))
}

/// The first transfers; the tables below list all.
fn moves(sheet: Sheet, trail: &Trail, ctx: &Context<'_>) -> Sheet {
    let moved = money_flows::moved(trail);
    let first = moved.iter().take(MAX_MOVED);
    let sheet = first.fold(sheet, |sheet, row| sheet.fact("moved", money_flows::line(row, ctx)));
    match moved.len().saturating_sub(MAX_MOVED) {
        0 => sheet,
        more => sheet.fact("moved", Value::none(format!("and {more} more, below"))),
    }
}

fn times(sheet: Sheet, t: &Transaction, ctx: &Context<'_>) -> Sheet {
    let time = |field| values::field(ctx, field, |at| values::time(ctx, at));
    let mut sheet = sheet
        .heading("Time")
        .fact("consensus", time(&t.consensus_timestamp))
        .fact("valid start", time(&t.valid_start_timestamp));
    if let (Some(start), Some(at)) = (t.valid_start_timestamp.value(), t.consensus_timestamp.value()) {
        sheet = sheet.fact("latency", latency(start, at));
    }
    let valid = values::field(ctx, &t.valid_duration_seconds, |seconds| duration(t, *seconds, ctx));
    sheet.fact("valid duration", valid)
}

fn fees(sheet: Sheet, t: &Transaction, ctx: &Context<'_>) -> Sheet {
    let coin = |amount: &i64| values::amount(ctx, amount, Unit::Base);
    sheet
        .heading("Fee")
        .fact("charged fee", values::field(ctx, &t.charged_tx_fee, coin))
        .fact("max fee", values::field(ctx, &t.max_fee, |most| gauge(coin(most), t, *most, ctx)))
        .fact("high volume", values::field(ctx, &t.high_volume, values::flag))
        .fact(
            "pricing multiplier",
            values::field(ctx, &t.high_volume_pricing_multiplier, |thousandths| {
                multiplier(*thousandths, ctx)
            }),
        )
}

/// A multiplier of prices, which the server sends in thousandths.
fn multiplier(thousandths: i64, ctx: &Context<'_>) -> Value {
    let parts = thousandths.unsigned_abs();
    let fraction = format!("{:03}", parts % 1_000);
    let fraction = fraction.trim_end_matches('0');
    let point = if fraction.is_empty() { "" } else { "." };
    let sign = if thousandths < 0 { "-" } else { "" };
    let factor = format!("{sign}{}{point}{fraction}{}", grouped(&(parts / 1_000)), ctx.theme.glyphs.times);
    Value::plain(factor).copied(thousandths.to_string()).note(format!("{thousandths} thousandths"))
}

fn identity(
    sheet: Sheet,
    family: &Family,
    member: &Member,
    asked: TransactionId,
    ctx: &Context<'_>,
) -> Sheet {
    let t = &*member.transaction;
    let parent = |at: &Timestamp| match family.index_at(*at).and_then(|at| family.members.get(at)) {
        Some(parent) => {
            let shown = ctx.theme.time(*at, ctx.now);
            Value::styled(Role::Link, shown).copied(at.to_string()).note(tree::name(parent))
        }
        None => values::time(ctx, at),
    };
    sheet
        .heading("Identity")
        .fact("transaction id", values::field(ctx, &t.transaction_id, |id| own_id(*id, asked)))
        .fact("node", values::field(ctx, &t.node, account))
        .fact(
            "nonce",
            values::field(ctx, &t.nonce, |nonce| values::ordinal(nonce).note(standing(member.kin))),
        )
        .fact("scheduled", values::field(ctx, &t.scheduled, values::flag))
        .fact(PARENT, values::field(ctx, &t.parent_consensus_timestamp, parent))
        .fact("hash", values::field(ctx, &t.transaction_hash, |hash| values::bytes(ctx, hash)))
        .fact(
            "hash, base64",
            values::field(ctx, &t.transaction_hash, |hash| Value::plain(base64(hash.bytes()))),
        )
        .fact("batch key", values::field(ctx, &t.batch_key, |key| values::key(ctx, key)))
        .fact("bytes", values::field(ctx, &t.bytes, |bytes| values::bytes(ctx, bytes)))
}

/// Bytes in the server's encoding.
pub(super) fn base64(bytes: &[u8]) -> String {
    BASE64_STANDARD.encode(bytes)
}

fn type_of(t: &Transaction, name: &Text) -> Value {
    match kind::kind_name(t) {
        Some(words) => Value::styled(Role::Heading, words).note(name.escaped()).copied(name.escaped()),
        None => Value::text(name).note("no description of this type"),
    }
}

fn result(t: &Transaction, name: &Text, ctx: &Context<'_>) -> Value {
    let (sign, role) = tree::sign(verdict(t), &ctx.theme.glyphs);
    Value::styled(role, format!("{sign} {}", name.escaped())).copied(name.escaped())
}

/// The meaning of a response code; `None` for success and for unknown codes.
fn meaning(t: &Transaction) -> Option<&'static str> {
    let name = t.result.known().filter(|name| !name.is("SUCCESS"))?;
    ResponseCode::by_name(name).map(|code| code.cause)
}

fn entity(t: &Transaction, id: EntityId, ctx: &Context<'_>) -> Value {
    let value = match kind::entity(t) {
        EntityKind::Token => tokens::id(ctx, id),
        _ => Value::plain(id.to_string()),
    };
    let value = value.note(kind::entity(t).label());
    match kind::entity_place(t, id) {
        Some(place) => value.link(place),
        None => value,
    }
}

fn memo(memo: &Text) -> Value {
    let value = values::memo(memo);
    match std::str::from_utf8(memo.raw()) {
        Ok(_) => value,
        Err(_) => value.and(Role::Attention, "has bytes that are not text"),
    }
}

/// The exact time from valid start to consensus.
fn latency(start: Timestamp, at: Timestamp) -> Value {
    if at < start {
        return Value::plain("before its valid start");
    }
    let nanos = at.since(start);
    let (seconds, fraction) = (nanos / u128::from(NANOS), nanos % u128::from(NANOS));
    let exact = format!("{seconds}.{fraction:09}");
    let rounded = nanos.saturating_add(500_000) / 1_000_000;
    let shown = format!("{}.{:03}", rounded / 1_000, rounded % 1_000);
    let value = Value::plain(format!("{} s", shown.trim_end_matches('0').trim_end_matches('.')));
    let value = value.copied(exact).note("after its valid start");
    if seconds < 120 { value } else { value.note(format!("= {}", span(nanos))) }
}

fn duration(t: &Transaction, seconds: i64, ctx: &Context<'_>) -> Value {
    let value = Value::plain(format!("{} s", grouped(&seconds))).copied(seconds.to_string());
    let millis = u64::try_from(seconds).ok().and_then(|seconds| seconds.checked_mul(1000));
    match (t.valid_start_timestamp.value(), millis) {
        (Some(start), Some(millis)) => {
            value.note(format!("until {}", ctx.theme.time(start.plus_millis(millis), ctx.now)))
        }
        _ => value,
    }
}

/// The maximum fee, with a gauge of the share that was charged.
fn gauge(value: Value, t: &Transaction, most: i64, ctx: &Context<'_>) -> Value {
    const GAUGE_CELLS: i128 = 10;
    let Some(charged) = t.charged_tx_fee.value().filter(|charged| most > 0 && *charged >= 0) else {
        return value;
    };
    let (charged, most) = (i128::from(charged), i128::from(most));
    let filled = usize::try_from((charged * GAUGE_CELLS).div_euclid(most).min(GAUGE_CELLS)).unwrap_or(0);
    let bar = ctx.theme.glyphs.gauge(filled, 10);
    let role = if charged > most { Role::Attention } else { Role::Plain };
    value.and(role, bar).note(format!("{} % charged", charged * 100 / most))
}

fn own_id(id: TransactionId, asked: TransactionId) -> Value {
    let value = Value::plain(id.to_string());
    if id == asked { value } else { value.link(Place::Transaction(TransactionQuery::family(id))) }
}

fn account(id: &EntityId) -> Value {
    match system_name(*id) {
        Some(name) => values::account(id).note(name),
        None => values::account(id),
    }
}

/// The role of a member in its family.
fn standing(kin: Kin) -> &'static str {
    match kin {
        Kin::Submitted => "submitted, not caused by another",
        Kin::Duplicate => "submitted again",
        Kin::Child => "caused by its parent",
        Kin::Execution => "executed by a schedule",
        Kin::Inner => "part of a batch",
    }
}

/// The member that a part refers to.
pub(super) fn cause(part: Part) -> Option<usize> {
    match part {
        Part::Because(at) | Part::Later(at) | Part::Collateral(Some(at)) => Some(at),
        Part::Clear | Part::Blamed | Part::Survived | Part::Collateral(None) | Part::Refused => None,
    }
}

/// Adds the part of the member at this index, and the failure that caused it.
fn add_part(sheet: Sheet, family: &Family, at: usize, ctx: &Context<'_>) -> Sheet {
    let part = family.blame.part(at);
    let glyphs = &ctx.theme.glyphs;
    let words = match part {
        Part::Clear => return survived(sheet, family, at, ctx),
        Part::Blamed if family.members.len() == 1 => return sheet,
        Part::Blamed => {
            Value::styled(Role::Failure, format!("{} the first failure", glyphs.failure)).note(RULE)
        }
        Part::Because(_) => Value::plain("failed: a child failed"),
        Part::Later(_) => Value::plain("failed as well, after the first failure"),
        Part::Survived => {
            let words = format!("{} failed; its parent continued and succeeded", glyphs.attention);
            Value::styled(Role::Attention, words)
        }
        Part::Collateral(_) => {
            let words = format!("{} reverted with its parent", glyphs.attention);
            Value::styled(Role::Attention, words)
        }
        Part::Refused => Value::plain("refused as a duplicate: the same transaction was accepted before"),
    };
    let sheet = sheet.fact("part", words);
    match cause(part).and_then(|at| family.members.get(at)) {
        Some(member) => sheet.fact(CAUSE, failure(member, ctx)),
        None => sheet,
    }
}

/// A failure: the member, its response code, and the usual cause.
fn failure(member: &Member, ctx: &Context<'_>) -> Value {
    let name = member.transaction.result.known();
    let value = Value::styled(Role::Link, format!("{} {}", ctx.theme.glyphs.failure, tree::name(member)));
    let value = value.and(Role::Failure, name.map(Text::escaped).unwrap_or_default());
    match name.and_then(ResponseCode::by_name) {
        Some(code) => value.note(code.cause),
        None => value,
    }
}

/// Notes on the first member that it succeeded, but not all of its children did.
fn survived(sheet: Sheet, family: &Family, at: usize, ctx: &Context<'_>) -> Sheet {
    let count = family.blame.count(|part| part == Part::Survived);
    if at > 0 || count == 0 {
        return sheet;
    }
    let words = format!("{} failed children did not fail it: {count}", ctx.theme.glyphs.attention);
    sheet.fact("part", Value::styled(Role::Attention, words))
}
