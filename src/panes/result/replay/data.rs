//! The input and output of the current step's call, decoded, as a sheet.

use decode::reading::{CallReading, Reading};
use evm::End;
use ledger::HexBytes;
use ledger::amount::grouped;

use super::shown::Shown;
use crate::message::{Place, Role};
use crate::panes::kit::nouns::{
    decoded::{self, Head},
    values,
};
use crate::widgets::{Sheet, Value};

pub(super) fn sheet(shown: &Shown<'_>) -> Sheet {
    let ctx = shown.ctx;
    let Some((at, call)) = shown.call() else { return Sheet::default() };
    let party = |address| {
        let contract = shown.contract(address);
        Value::plain(shown.name(address)).copied(contract.to_string()).link(Place::contract(contract))
    };
    let reading = shown.reading(at);
    let end = match &call.end {
        Some(End::Returned(_)) => Value::styled(Role::Success, "returned"),
        Some(End::Reverted(_)) => Value::styled(Role::Failure, "reverted"),
        Some(End::Halted(halt)) => Value::styled(Role::Failure, halt.to_string()),
        None => Value::none("not known"),
    };
    let thrown = shown.reading(shown.replayed.thrower(at)).filter(|of| of.error.is_some());
    let end = match thrown.or(reading).and_then(CallReading::failure) {
        Some(words) => end.note(words),
        None => end,
    };
    let mut sheet = Sheet::default()
        .heading(format!("Call {at}"))
        .fact("call", Value::plain(call.operation.name().to_lowercase()))
        .fact("code of", party(call.code_of))
        .fact("storage of", party(call.target))
        .fact("value", Value::plain(call.value.to_string()).note("base units"))
        .fact("gas given", Value::plain(grouped(&call.gas)))
        .fact("gas used", Value::plain(grouped(&call.gas_used)))
        .fact("outcome", end);
    let own = Some(shown.contract(call.code_of));
    let input = reading.map(|reading| &reading.input).and_then(|input| Some((input, input.best()?)));
    if let Some((input, best)) = input {
        sheet = decoded::rows(sheet, ctx, Head { label: "function", indent: 0, own }, input, (0, best));
    }
    sheet = sheet.fact("input", values::bytes(ctx, &HexBytes::from(call.input.to_vec())));
    if let Some(best) = reading.and_then(|reading| reading.output.as_ref()).and_then(Reading::best) {
        let returned = Value::styled(decoded::chip(best.provenance), best.provenance.to_string());
        sheet = decoded::arguments(sheet.fact("returned", returned), ctx, 1, own, best);
    }
    let output = call.end.as_ref().map(End::data).unwrap_or_default();
    sheet = sheet.fact("output", values::bytes(ctx, &HexBytes::from(output.to_vec())));
    match shown.state {
        Some(state) => {
            sheet.heading("At this step").fact("gas left", Value::plain(grouped(&state.gas))).fact(
                "return data",
                values::bytes(ctx, &HexBytes::from(state.return_data.to_vec()))
                    .note("of the last call that it made"),
            )
        }
        None => sheet,
    }
}
