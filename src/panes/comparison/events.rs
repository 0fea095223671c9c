//! The events of two results, aligned by emitter and first topic.

use decode::reading::Reading;
use ledger::HexBytes;
use ledger::result::Log;

use super::rows::{Rows, aligned};
use super::side::{Decoded, is_same_value};
use crate::panes::Context;
use crate::panes::kit::nouns::{decoded, execution::emitter};
use crate::widgets::Value;

pub(super) fn rows(rows: &mut Rows<'_>, both: [Decoded<'_>; 2]) {
    let ctx = rows.ctx;
    rows.section("Events");
    let logs = both.map(|side| side.result.logs.known().map(Vec::as_slice).unwrap_or_default());
    let [one, other] = logs;
    let [decoded, other_decoded] = both.map(|side| side.logs);
    for [at, to] in aligned(one, other, is_alike) {
        let value = |logs: &[Log], decoded: &[Reading], at: Option<usize>| {
            let at = at?;
            Some(event(logs.get(at)?, decoded.get(at), ctx))
        };
        let values = [value(one, decoded, at), value(other, other_decoded, to)];
        let values = values.map(|value| value.unwrap_or_else(|| rows.lacking()));
        let pair = at.and_then(|at| one.get(at)).zip(to.and_then(|to| other.get(to)));
        let read = at.and_then(|at| decoded.get(at)).zip(to.and_then(|to| other_decoded.get(to)));
        let label = format!("event {}", at.or(to).unwrap_or_default());
        let is_equal = pair.is_some_and(|(one, other)| is_equal(one, other, read, ctx));
        rows.add(label, is_equal, values);
    }
}

/// Whether both have the same emitter and the same first topic.
fn is_alike(one: &Log, other: &Log) -> bool {
    emitter(one) == emitter(other) && topic(one) == topic(other)
}

/// Whether both have equal bytes or equal decodings; their indices within their blocks may differ.
fn is_equal(one: &Log, other: &Log, read: Option<(&Reading, &Reading)>, ctx: &Context<'_>) -> bool {
    let read = read.and_then(|(one, other)| one.exact().zip(other.exact()));
    let means_same = read.is_some_and(|(one, other)| {
        let mut arguments = one.arguments.iter().zip(&other.arguments);
        one.signature == other.signature
            && arguments.all(|(one, other)| is_same_value(ctx, &one.value, &other.value))
    });
    is_alike(one, other) && (means_same || one.topics == other.topics && one.data == other.data)
}

fn topic(log: &Log) -> Option<&HexBytes> {
    log.topics.known()?.first()?.known()
}

fn event(log: &Log, reading: Option<&Reading>, ctx: &Context<'_>) -> Value {
    let by = emitter(log).map(|by| format!("{by}.")).unwrap_or_default();
    match reading.and_then(Reading::best) {
        Some(best) => Value::plain(format!("{by}{}", decoded::line(ctx, emitter(log), best))),
        None => Value::plain(format!(
            "{by}{}",
            topic(log).map_or_else(|| "anonymous".to_owned(), HexBytes::to_hex)
        )),
    }
}
