//! A schedule as a JSON document: its record, its state, and its inner transaction.

use decode::ScheduledBody;
use decode::reading::CallReading;
use decode::schedule_body::{BodyField, BodyValue, Detail};
use ledger::document::{Document, amount, document, joined};
use ledger::{ContractRef, Success, TransactionFamily, Unit};
use serde_json::Value as Json;

use super::SchedulePane;
use super::related::{Call, Related};
use crate::panes::Context;

impl SchedulePane {
    pub(super) fn record_document(&self, ctx: &Context<'_>) -> Option<Json> {
        let schedule = self.record(ctx)?;
        let related = Related::new(schedule, self.call.as_ref(), ctx);
        let ok = match ctx.seen.ran(schedule) {
            Success::Yes => Some(true),
            Success::No => Some(false),
            Success::Unknown => None,
        };
        let executed = related.executed().and_then(first);
        let inner = document! {
            "state": schedule.lifecycle(ctx.now).name(),
            "outcome": executed.map(|it| document! { "ok": it.succeeded(), "code": it.result })
                .or_else(|| ok.map(|ok| document! { "ok": ok, "code": Json::Null })),
            "created_by": related.created().and_then(first).map(|it| it.transaction_id.document()),
            "executed_by": executed.map(|it| it.transaction_id.document()),
            "inner": schedule.transaction_body.known().map(|bytes| {
                body(&ScheduledBody::decode(bytes.bytes()), self.call.as_ref().and_then(|call: &Call| call.reading(ctx)))
            }),
        };
        Some(joined(schedule.document(), inner))
    }
}

fn first(family: &TransactionFamily) -> Option<&ledger::Transaction> {
    family.members.first().map(AsRef::as_ref)
}

/// The inner transaction. A call includes its function if that was decoded.
fn body(body: &ScheduledBody, call: Option<&CallReading>) -> Json {
    let detail = match &body.detail {
        Some(Detail::Call { contract, gas, amount: sent, parameters }) => Some(document! {
            "contract": contract,
            "gas": gas,
            "amount": amount(sent, Unit::Base),
            "call_data": parameters,
            "function": call.map(|call| &call.input),
        }),
        _ => None,
    };
    let transfers = match &body.detail {
        Some(Detail::Transfers(all)) => Some(all.iter().map(transfer).collect::<Vec<_>>()),
        _ => None,
    };
    document! {
        "type": body.name,
        "max_fee": body.fee.map(|fee| amount(&fee, Unit::Base)),
        "memo": body.memo,
        "call": detail,
        "transfers": transfers,
        "fields": body.fields.iter().chain(&body.besides).map(field).collect::<Vec<_>>(),
        "broken_at": body.broken_at,
    }
}

fn transfer((account, sent): &(Option<ContractRef>, i64)) -> Json {
    document! { "account": account, "amount": sent, "unit": Unit::Base.label() }
}

fn field(field: &BodyField) -> Json {
    let value = match &field.value {
        BodyValue::Group => Json::Null,
        BodyValue::Entity(entity) => entity.document(),
        BodyValue::Coin(number) | BodyValue::Number(number) | BodyValue::Seconds(number) => number.document(),
        BodyValue::Flag(on) => on.document(),
        BodyValue::Text(text) => text.document(),
        BodyValue::Bytes(bytes) => bytes.document(),
        BodyValue::Key(key) => {
            let line = |line: &decode::key::KeyLine| match &line.bytes {
                Some(bytes) => format!("{} {}", line.words, bytes.to_hex()),
                None => line.words.clone(),
            };
            key.lines(None).iter().map(line).collect::<Vec<_>>().document()
        }
        BodyValue::Time(at) => at.document(),
        BodyValue::Wire(words) => words.document(),
    };
    document! { "name": field.label, "depth": field.depth, "value": value }
}
