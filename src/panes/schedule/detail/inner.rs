//! The inner transaction of a schedule, field by field with its decoded call data, and as bytes in hex.

use decode::reading::Raw;
use decode::schedule_body::{BodyField, BodyValue, Detail, ScheduledBody};
use ledger::{ContractRef, HexBytes, Schedule, Text, Unit};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::related::Related;
use crate::message::{Action, Click, Copied, Effect, MouseButton, Place};
use crate::panes::kit::nouns::decoded::Head;
use crate::panes::kit::nouns::{decoded, keys, values};
use crate::panes::schedule::row_text;
use crate::panes::{Context, Verbs};
use crate::widgets::{HexView, Role, Sheet, Value};

/// The contract that a schedule calls.
pub(super) fn called(schedule: &Schedule) -> Option<ContractRef> {
    row_text::call(schedule).map(|(contract, _)| contract)
}

#[derive(Clone, Copy)]
pub(super) struct CallData<'a> {
    /// The decoding; `None` until it arrives.
    pub(super) related: Related<'a>,
    /// The index of the candidate decoding on screen; the raw bytes come after the last one.
    pub(super) turn: usize,
}

/// Adds the inner transaction to a sheet.
pub(super) fn add(sheet: Sheet, schedule: &Schedule, says: CallData<'_>, ctx: &Context<'_>) -> Sheet {
    let sheet = sheet.heading("Inner transaction");
    let bytes = values::field(ctx, &schedule.transaction_body, |bytes| values::bytes(ctx, bytes));
    let Some(body) = schedule.transaction_body.known() else { return sheet.fact("body", bytes) };
    let body = ScheduledBody::decode(body.bytes());
    let name = match body.field {
        Some(number) => Value::plain(body.name.clone()).note(format!("field {number} of the body")),
        None => Value::none(body.name.clone()),
    };
    let mut sheet = sheet.fact("does", name);
    sheet = match &body.detail {
        Some(Detail::Call { contract, gas, amount, parameters }) => {
            let leads =
                |contract: &ContractRef| Value::plain(contract.to_string()).link(Place::contract(*contract));
            let own = *contract;
            let contract = contract.as_ref().map_or_else(|| Value::none("none named"), leads);
            let sheet = sheet
                .fact("contract", contract)
                .fact("gas limit", values::gas(gas))
                .fact("amount", values::amount(ctx, amount, Unit::Base));
            let sheet = call_data(sheet, parameters, own, says, ctx);
            let others = body.fields.iter().filter(|field| field.label.starts_with("field "));
            others.fold(sheet, |sheet, field| line(sheet, field, ctx))
        }
        Some(Detail::Transfers(transfers)) => transfers.iter().fold(sheet, |sheet, (account, amount)| {
            let account = account.map_or_else(|| "account".to_owned(), |account| account.to_string());
            sheet.inner(1, account, values::amount(ctx, amount, Unit::Base))
        }),
        None => body.fields.iter().fold(sheet, |sheet, field| line(sheet, field, ctx)),
    };
    if let Some(at) = body.broken_at {
        let words = format!("{} the bytes cannot be read from byte {at} on", ctx.theme.glyphs.attention);
        sheet = sheet.fact("stopped", Value::styled(Role::Attention, words));
    }
    let fee = body.fee.map_or_else(|| Value::none("none given"), |fee| values::amount(ctx, &fee, Unit::Base));
    let memo = body.memo.filter(|memo| !memo.is_empty());
    let memo = memo.as_ref().map_or_else(|| Value::none("empty"), |memo: &Text| Value::text(memo));
    let sheet = sheet.fact("fee limit", fee).fact("inner memo", memo);
    let sheet = body.besides.iter().fold(sheet, |sheet, field| line(sheet, field, ctx));
    sheet.fact("body", bytes)
}

/// The labels of fields that hold an account.
const ACCOUNTS: [&str; 8] =
    ["account", "payer", "owner", "spender", "sender", "receiver", "collector", "treasury"];

/// A field of the inner transaction, indented once.
fn line(sheet: Sheet, field: &BodyField, ctx: &Context<'_>) -> Sheet {
    let depth = u16::try_from(field.depth).unwrap_or(u16::MAX).min(8) + 1;
    let value = match &field.value {
        BodyValue::Group => Value::none("message"),
        BodyValue::Entity(entity) => {
            let value = Value::plain(entity.to_string());
            if field.label.contains("contract") {
                value.link(Place::contract(*entity))
            } else if field.label.contains("token") {
                match entity.entity_id(ctx.network.home) {
                    Some(id) => value.link(Place::Token(id)),
                    None => value,
                }
            } else if ACCOUNTS.iter().any(|word| field.label.contains(word)) {
                value.link(Place::Account((*entity).into()))
            } else {
                value
            }
        }
        BodyValue::Coin(amount) => values::amount(ctx, amount, Unit::Base),
        BodyValue::Number(number) => values::integer(number),
        BodyValue::Flag(on) => values::flag(on),
        BodyValue::Text(text) if text.is_empty() => Value::none("empty"),
        BodyValue::Text(text) => Value::text(text),
        BodyValue::Bytes(bytes) => bytes_of(bytes, ctx),
        BodyValue::Key(key) => return keys::tree(sheet, depth, &field.label, key, ctx),
        BodyValue::Seconds(seconds) => values::integer(seconds).note("s"),
        BodyValue::Time(at) => values::time(ctx, at),
        BodyValue::Wire(words) => Value::plain(&**words),
    };
    sheet.inner(depth, field.label.clone(), value)
}

/// Bytes, with a note of their text if that is printable UTF-8.
fn bytes_of(bytes: &HexBytes, ctx: &Context<'_>) -> Value {
    let value = values::bytes(ctx, bytes);
    let text = std::str::from_utf8(bytes.bytes()).ok();
    let is_text = |text: &&str| !text.is_empty() && !text.chars().any(char::is_control);
    match text.filter(is_text) {
        Some(text) => value.note(format!("= \"{}\"", Text::from(text).escaped())),
        None => value,
    }
}

/// The call data: the function and its arguments by the decoding on screen.
fn call_data(
    sheet: Sheet,
    bytes: &HexBytes,
    own: Option<ContractRef>,
    says: CallData<'_>,
    ctx: &Context<'_>,
) -> Sheet {
    let sheet = sheet.fact("call data", values::bytes(ctx, bytes));
    let Some(call) = says.related.call() else {
        return sheet.inner(1, "function", Value::none("being read"));
    };
    if let Some(chosen) = decoded::chosen(&call.input, says.turn, call.input.candidates.len()) {
        let head = Head { label: "function", indent: 1, own };
        decoded::rows(sheet, ctx, head, &call.input, chosen)
    } else {
        let words = call.input.raw.map_or_else(|| "the bytes alone".to_owned(), Raw::reason);
        sheet.inner(1, "function", Value::none(words))
    }
}

/// The scroll position in the bytes.
#[derive(Clone, Debug, Default)]
pub(super) struct Body {
    hex: HexView,
}

/// The bytes of `transaction_body`; empty if they are missing or malformed.
pub(super) fn bytes(schedule: &Schedule) -> &[u8] {
    schedule.transaction_body.known().map_or(&[], HexBytes::bytes)
}

impl Body {
    /// Adds the verbs of the bytes.
    pub(super) fn verbs<'c>(&self, bytes: &'c [u8], ctx: &'c Context<'_>, verbs: &mut Verbs<'c, Self>) {
        let copied = |what: &str, bytes: &[u8]| Copied::new(what, HexBytes::from(bytes.to_vec()).to_hex());
        let whole = || copied("transaction body", bytes);
        verbs.add(Action::Copy, "copy all").give(|| Effect::Copy(whole()));
        verbs.hidden(Action::CopyMenu, "copy …").give(|| {
            let row = copied(&format!("bytes at {:#x}", self.hex.offset()), self.hex.row(bytes));
            Effect::CopyMenu(vec![whole(), row])
        });
        verbs.moves(|body, action| _ = body.hex.act(action, bytes.len(), ctx.body.height));
    }

    pub(super) fn click(&mut self, click: Click, bytes: &[u8], ctx: &Context<'_>) {
        let Some(turn) = click.button.turn() else { return };
        (0..MouseButton::TURN).for_each(|_| _ = self.hex.act(turn, bytes.len(), ctx.body.height));
    }

    pub(super) fn view(&self, bytes: &[u8], ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
        self.hex.view(bytes, ctx.theme, area, buf);
    }
}
