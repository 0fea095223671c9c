//! The texts of a frame: kind, callee and outcome.

use crate::message::Place;
use crate::panes::Context;
pub(super) use crate::panes::kit::nouns::inner_calls::{called, failure, halt};
use crate::panes::kit::nouns::{decoded, values};
use crate::widgets::{Role, Sheet, Value};
use decode::ResponseCode;
use decode::reading::CallReading;
use ledger::execution::CallEnd;
use ledger::{CallAction, EntityId, HexBytes, SystemEntity, Text, Unit};

/// The operation in lower case, such as `delegatecall` or `create2`, otherwise the record's type of the call.
pub(super) fn kind(frame: &CallAction) -> String {
    let operation = frame.call_operation_type.known().filter(|kind| !kind.is("UNKNOWN"));
    let kind = operation.or(frame.call_type.known()).map(Text::escaped).unwrap_or_default();
    kind.to_ascii_lowercase()
}

/// The callee: its verified or system name, otherwise its id or address.
pub(super) fn recipient(frame: &CallAction, ctx: &Context<'_>) -> String {
    let to = frame.to.value();
    let system =
        frame.recipient.value().and_then(SystemEntity::by_id).or(to.and_then(SystemEntity::by_address));
    let id = frame.recipient.value().map(|id| id.to_string());
    let id = id.or_else(|| to.map(|to| values::party(ctx, &to).line())).unwrap_or_default();
    let verified = called(frame).and_then(|contract| ctx.known.codes(contract).next());
    let verified = verified.and_then(|code| code.name.as_ref()).map(Text::escaped);
    match system.map(|system| system.name.to_owned()).or(verified) {
        Some(name) => format!("{id} {name}"),
        None => id,
    }
}

/// The called function with its arguments, or the selector.
pub(super) fn function(frame: &CallAction, reading: Option<&CallReading>, ctx: &Context<'_>) -> String {
    let creates = frame.call_type.known().is_some_and(|kind| kind.is("CREATE"));
    let empty = frame.input.known().is_none_or(HexBytes::is_empty);
    match reading {
        _ if creates => "new contract".to_owned(),
        _ if empty => "no data".to_owned(),
        // Precompiles are identified by address; their input has no selector.
        _ if is_built_in(frame) => "raw input".to_owned(),
        Some(reading) => match reading.input.best() {
            Some(best) => decoded::line(ctx, called(frame), best),
            None => reading.input.summary(),
        },
        None => String::new(),
    }
}

/// Whether the callee is a precompile, one of the lowest addresses.
pub(super) fn is_built_in(frame: &CallAction) -> bool {
    frame.to.value().and_then(|to| to.entity_num()).is_some_and(|num| (1..0x100).contains(&num))
}

/// The facts of the selected frame.
pub(super) fn sheet(frame: &CallAction, reading: Option<&CallReading>, ctx: &Context<'_>) -> Sheet {
    let end = match (frame.end(), failure(frame, reading)) {
        (CallEnd::Returned, None) => Value::styled(Role::Success, "returned"),
        (CallEnd::Returned, Some(words)) => Value::styled(Role::Attention, "returned").note(words),
        (CallEnd::Unknown, _) => values::field(ctx, &frame.result_data_type, Value::text),
        (CallEnd::Reverted, words) => {
            Value::styled(Role::Failure, "reverted").note(words.unwrap_or_default())
        }
        (CallEnd::Halted, _) => Value::styled(Role::Failure, halt(frame)),
    };
    let end = match frame.result_data.known().filter(|_| frame.end() == CallEnd::Halted) {
        Some(data) => match ResponseCode::by_name(&Text::from_bytes(data.bytes().to_vec())) {
            Some(code) => end.note(code.cause),
            None => end,
        },
        None => end,
    };
    let to = Value::plain(recipient(frame, ctx));
    let to = match called(frame) {
        Some(contract) => to.link(Place::contract(contract)).copied(contract.to_string()),
        None => to,
    };
    let sheet = Sheet::default()
        .fact("call", Value::plain(kind(frame)).note(index(frame)))
        .fact("from", values::field(ctx, &frame.caller, |id| caller(frame, id)))
        .fact("to", to)
        .fact("outcome", end)
        .fact("value", values::field(ctx, &frame.value, |value| values::amount(ctx, value, Unit::Base)))
        .fact("gas given", values::field(ctx, &frame.gas, values::gas))
        .fact("gas used", values::field(ctx, &frame.gas_used, values::gas));
    let own = called(frame);
    let input = reading.map(|reading| &reading.input).filter(|_| !is_built_in(frame));
    let input = (input, values::field(ctx, &frame.input, |bytes| values::bytes(ctx, bytes)));
    let sheet = decoded::call(sheet, ctx, own, input, reading.and_then(|reading| reading.output.as_ref()));
    sheet.fact("result data", values::field(ctx, &frame.result_data, |bytes| values::bytes(ctx, bytes)))
}

fn index(frame: &CallAction) -> String {
    frame.index.value().map(|index| format!("frame {index}")).unwrap_or_default()
}

/// The caller, by its type in the record.
fn caller(frame: &CallAction, id: &EntityId) -> Value {
    let is_contract = frame.caller_type.known().is_some_and(|kind| kind.is("CONTRACT"));
    if is_contract { values::contract(id) } else { values::account(id) }
}
