//! The emitted events: emitter, topics, and data word by word.

use decode::CallData;
use decode::reading::Reading;
use ledger::amount::counted;
use ledger::result::Log;
use ledger::{ContractRef, Field, HexBytes, Success};

use super::shown::{Shown, called, emitter};
use super::words;
use crate::message::{Emitter, EventSearchPlace};
use crate::panes::Context;
use crate::panes::kit::nouns::decoded::{Head, phrase};
use crate::panes::kit::nouns::{decoded, entities, values};
use crate::widgets::line::cut_middle;
use crate::widgets::pieces::firm;
use crate::widgets::table::Cell;
use crate::widgets::{Role, Sheet, Value};

/// The maximum width of a topic in a log's line.
const MAX_TOPIC_COLUMNS: u16 = 18;

/// The search for events like the log at this index among the contract's results. `None` for an anonymous one.
pub(super) fn event_search(
    logs: &[Log],
    at: usize,
    readings: &[Reading],
    contract: ContractRef,
) -> Option<EventSearchPlace> {
    let log = logs.get(at)?;
    let topic = log.topics.known()?.first()?.known()?;
    let read = readings.get(at).and_then(Reading::exact).map(|event| event.signature.escaped());
    let emitter = match emitter(log) {
        Some(other) if other != contract => Emitter::Other(other),
        _ => Emitter::Own,
    };
    Some(EventSearchPlace {
        event: read.unwrap_or_else(|| topic.to_hex()),
        emitter,
        ..EventSearchPlace::new(contract)
    })
}

pub(super) fn sheet(shown: &Shown<'_>) -> Sheet {
    let (result, ctx) = (shown.result, shown.ctx);
    let mut sheet = match &result.logs {
        Field::Known(logs) if logs.is_empty() => Sheet::default().note(Value::none(match result.success() {
            Success::No => "No logs: the logs of a failed execution are discarded.",
            _ => "No logs: nothing was emitted.",
        })),
        Field::Known(logs) => {
            logs.iter().enumerate().take(Sheet::MAX_ROWS).fold(Sheet::default(), |sheet, (at, one)| {
                log(sheet, shown, one, shown.readings.logs().get(at))
            })
        }
        other => Sheet::default().fact("logs", values::field(ctx, other, |_| Value::default())),
    };
    sheet = sheet.heading("Bloom filter of all logs");
    sheet.fact("bloom", values::field(ctx, &result.bloom, |filter| whole_bloom(shown, filter)))
}

/// A log on one line: `Transfer(from: …, to: …)`, preceded by the emitter if it is not the called contract.
pub(super) fn line(shown: &Shown<'_>, log: &Log, reading: Option<&Reading>, length: u16) -> Vec<Cell> {
    let (ctx, by) = (shown.ctx, emitter(log));
    let other = by
        .filter(|by| Some(*by) != called(shown.result))
        .map(|by| (firm(&format!("{}.", entities::name_or_ref(ctx, by))), Role::Link));
    let event = reading.and_then(Reading::best);
    let said = match event.filter(|event| event.is_exact() || !event.arguments.is_empty()) {
        Some(event) => phrase::named(ctx, by, event, length),
        None => unnamed(ctx, log),
    };
    other.into_iter().chain(said).collect()
}

/// A log without a known signature: its first topic, and its size.
fn unnamed(ctx: &Context<'_>, log: &Log) -> Vec<Cell> {
    let topics = log.topics.known().map(Vec::as_slice).unwrap_or_default();
    let name = match topics.first().and_then(Field::known) {
        Some(topic) => cut_middle(&topic.to_hex(), MAX_TOPIC_COLUMNS, ctx.theme.glyphs.cut).into_owned(),
        None => "anonymous event".to_owned(),
    };
    let data = log.data.known().map(HexBytes::len).unwrap_or_default();
    let size = format!("  {}, {}, not decoded", counted(topics.len(), "topic"), counted(data, "byte"));
    vec![(name, Role::Heading), (size, Role::Dim)]
}

fn log(sheet: Sheet, shown: &Shown<'_>, log: &Log, reading: Option<&Reading>) -> Sheet {
    let (ctx, turn) = (shown.ctx, shown.turn());
    let read = reading.and_then(|reading| Some((reading, decoded::chosen(reading, turn.at, turn.of)?)));
    let read = read.filter(|(_, (_, candidate))| candidate.is_exact() || !candidate.arguments.is_empty());
    let name = read.map(|(_, (_, candidate))| format!("  {}", candidate.short_name())).unwrap_or_default();
    let index = log.index.value().map_or_else(|| ctx.theme.glyphs.none.to_owned(), |index| index.to_string());
    let mut sheet = sheet
        .heading(format!("Log {index}{name}"))
        .fact("emitter", values::field(ctx, &log.contract_id, values::contract))
        .fact("address", values::field(ctx, &log.address, values::contract_address));
    if let Some((reading, chosen)) = read {
        let head = Head { label: "event", indent: 0, own: emitter(log) };
        sheet = decoded::rows(sheet, ctx, head, reading, chosen);
        return sheet.fact("bloom", values::field(ctx, &log.bloom, |filter| bloom(ctx, filter)));
    }
    match &log.topics {
        Field::Known(topics) if topics.is_empty() => {
            sheet = sheet.fact("topics", Value::none("none: the event is anonymous"));
        }
        Field::Known(topics) => {
            for (place, topic) in topics.iter().enumerate() {
                let value = values::field(ctx, topic, |topic| words::value(ctx, topic.bytes()));
                sheet = sheet.fact(format!("topic {place}"), value);
            }
        }
        other => sheet = sheet.fact("topics", values::field(ctx, other, |_| Value::default())),
    }
    sheet = sheet.fact("data", values::field(ctx, &log.data, |data| words::size(ctx, data)));
    if let Some(data) = log.data.known() {
        sheet = words::rows(sheet, ctx, CallData::of_words(data.bytes()));
    }
    sheet.fact("bloom", values::field(ctx, &log.bloom, |filter| bloom(ctx, filter)))
}

fn bloom(ctx: &Context<'_>, filter: &HexBytes) -> Value {
    if filter.is_empty() {
        return Value::none(format!("{} not known (0x)", ctx.theme.glyphs.none)).copied("0x");
    }
    let size = words::size(ctx, filter);
    match filter.bloom() {
        Some(bloom) => {
            let bits: u32 = bloom.iter().map(|byte| byte.count_ones()).sum();
            size.note(format!("{bits} bits set"))
        }
        None => size.note("not 256 bytes long"),
    }
}

/// The bloom filter of the result, compared with the union of its logs' filters.
fn whole_bloom(shown: &Shown<'_>, filter: &HexBytes) -> Value {
    let value = bloom(shown.ctx, filter);
    let Some(logs) = shown.result.logs.known().filter(|logs| !logs.is_empty() && !filter.is_empty()) else {
        return value;
    };
    let mut union = vec![0; filter.len()];
    for log in logs {
        let bytes = log.bloom.known().map(HexBytes::bytes).unwrap_or_default();
        union.iter_mut().zip(bytes).for_each(|(all, one)| *all |= one);
    }
    let glyphs = &shown.ctx.theme.glyphs;
    if union == filter.bytes() {
        value.note(format!("{} the union of its logs' filters", glyphs.success))
    } else {
        value.note(format!("{} not the union of its logs' filters", glyphs.attention))
    }
}
