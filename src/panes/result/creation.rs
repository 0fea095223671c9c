//! A contract creation: the code, its compiler, and the constructor's arguments.

use decode::CallData;
use ledger::HexBytes;
use ledger::amount::grouped;

use super::shown::Shown;
use super::words;
use crate::panes::kit::nouns::{
    decoded::{self, Head},
    values,
};
use crate::widgets::{Role, Sheet, Value};

/// The rows for creation data.
pub(super) fn rows(sheet: Sheet, shown: &Shown<'_>, data: &HexBytes) -> Sheet {
    let (ctx, turn) = (shown.ctx, shown.turn());
    let size = words::size(ctx, data);
    let read = shown.readings.call().and_then(|call| call.creation.as_ref());
    let Some((read, end)) = read.and_then(|read| Some((read, read.end?))) else {
        let size = size.note("creation code with constructor arguments");
        return sheet.fact("size", size).fact("code", values::code(ctx, data));
    };
    let (code, behind) = data.bytes().split_at_checked(end).unwrap_or((data.bytes(), &[]));
    let mut sheet = match code.len() {
        0 => sheet.fact("size", size.note("constructor arguments; the code came another way")),
        length => {
            let code = HexBytes::from(code.to_vec());
            let parts = format!("code of {}, then {} of arguments", grouped(&length), grouped(&behind.len()));
            sheet.fact("size", size.note(parts)).fact("code", values::code(ctx, &code))
        }
    };
    if let Some(compiler) = &read.compiler {
        sheet =
            sheet.fact("compiler", Value::plain(compiler.to_string()).note("from the metadata in the code"));
    }
    let reading = &read.constructor;
    if let Some(chosen) = decoded::chosen(reading, turn.at, turn.of) {
        return decoded::rows(
            sheet,
            ctx,
            Head { label: "constructor", indent: 0, own: None },
            reading,
            chosen,
        );
    }
    if behind.is_empty() {
        let none = format!("{} none: nothing follows the code", ctx.theme.glyphs.none);
        return sheet.fact("arguments", Value::none(none));
    }
    let size = words::size(ctx, &HexBytes::from(behind.to_vec()));
    let size = match reading.raw {
        Some(raw) => size.and(Role::Dim, format!("{}: add its ABI, or verify it", raw.reason())),
        None => size,
    };
    words::rows(sheet.fact("arguments", size), ctx, CallData::of_words(behind))
}
