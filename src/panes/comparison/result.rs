//! The fields of two results: outcome, call, gas, and the rest of their records.

use alloy_primitives::U256;
use decode::reading::{Argument, Candidate, ErrorReading};
use ledger::amount::WEIBAR_PER_BASE;
use ledger::result::AccessList;
use ledger::{ContractResult, EntityId, EvmAddress, Field, HexBytes, Quantity, Success, Unit};

use super::rows::Rows;
use super::side::{Decoded, is_same_party, is_same_value};
use super::{events, storage};
use crate::panes::Context;
use crate::panes::kit::nouns::{
    decoded::{self, shown},
    result_money::Money,
    values,
};
use crate::widgets::Value;

pub(super) fn rows(rows: &mut Rows<'_>, both: [Decoded<'_>; 2]) {
    let results = both.map(|side| side.result);
    outcome(rows, both);
    call(rows, both);
    gas(rows, both);
    events::rows(rows, both);
    storage::rows(rows, both);
    record(rows, results);
}

fn outcome(rows: &mut Rows<'_>, both: [Decoded<'_>; 2]) {
    let ctx = rows.ctx;
    let [one, other] = both.map(|side| side.result);
    rows.section("Outcome");
    let is_same = one.success() == other.success()
        && (one.success() != Success::Yes || both[0].inner_calls == both[1].inner_calls);
    rows.add("outcome", is_same, both.map(|side| ending(side, ctx)));
    rows.field("result", [&one.result, &other.result], Value::text);
    rows.field("status", [&one.status, &other.status], Value::text);
    let errors = both.map(|side| {
        let words = side.call.and_then(|call| call.error.as_ref()).map(ErrorReading::summary);
        let sent = values::field(ctx, &side.result.error_message, Value::text);
        match words.filter(|_| side.result.error_message.known().is_some()) {
            Some(words) => Value::plain(words).copied(sent.copied),
            None => sent,
        }
    });
    rows.add("error message", one.error_message == other.error_message, errors);
    let returned = both.map(|side| {
        let best = side.call.and_then(|call| call.output.as_ref()?.best()).filter(|best| best.is_exact());
        let sent = values::field(ctx, &side.result.call_result, |bytes| values::bytes(ctx, bytes));
        match best.filter(|best| !best.arguments.is_empty()) {
            Some(best) => {
                let each = best.arguments.iter().map(|it| shown::text_of(&it.value));
                Value::plain(each.collect::<Vec<_>>().join(", ")).copied(sent.copied)
            }
            None => sent,
        }
    });
    rows.add("returned", one.call_result == other.call_result, returned);
    rows.field("created", [&one.created_contract_ids, &other.created_contract_ids], |ids| created(ctx, ids));
    // Servers repeat the call data in this field; it is compared as call data.
    let own_code = |result: &ContractResult| match &result.failed_initcode {
        code if code.known().is_some() && *code == result.function_parameters => Field::Null,
        code => code.clone(),
    };
    let codes = [own_code(one), own_code(other)];
    rows.field("failed init code", codes.each_ref(), |code| values::bytes(ctx, code));
}

fn ending(side: Decoded<'_>, ctx: &Context<'_>) -> Value {
    let success = side.result.success();
    let (sign, role) = values::success(success, ctx);
    let words = match success {
        Success::Yes => "succeeded",
        Success::No => "failed",
        Success::Unknown => "unknown",
    };
    let mut value = Value::styled(role, format!("{sign} {words}"));
    if success == Success::Yes {
        value.pieces.extend(side.inner_calls.pieces());
    }
    let words = value.line().trim_start_matches(sign.as_str()).trim_start().to_owned();
    value.copied(words)
}

fn created(ctx: &Context<'_>, ids: &[Field<EntityId>]) -> Value {
    match ids {
        [] => Value::none("none"),
        [one] => values::field(ctx, one, values::contract),
        many => {
            let each = many.iter().map(|id| values::field(ctx, id, values::id).line());
            Value::plain(each.collect::<Vec<_>>().join(", "))
        }
    }
}

fn call(rows: &mut Rows<'_>, both: [Decoded<'_>; 2]) {
    let ctx = rows.ctx;
    let [one, other] = both.map(|side| side.result);
    let party = |address: &EvmAddress| shown::party(ctx, *address);
    rows.section("Call");
    rows.field("contract", [&one.contract_id, &other.contract_id], values::contract);
    for (label, [first, second], show) in [
        (
            "EVM address",
            [&one.address, &other.address],
            &values::contract_address as &dyn Fn(&EvmAddress) -> Value,
        ),
        ("from", [&one.from, &other.from], &party),
        ("to", [&one.to, &other.to], &party),
    ] {
        let is_same = first == second
            || first.value().zip(second.value()).is_some_and(|(one, other)| is_same_party(ctx, one, other));
        rows.add(label, is_same, [first, second].map(|address| values::field(ctx, address, show)));
    }
    let sent = both.map(|side| (&side.money.record.amount, side.money.unit));
    let amounts = both.map(|side| side.money.amount(ctx, &side.money.record.amount));
    rows.add("amount sent", is_as_much(sent, |amount| U256::try_from(*amount).ok()), amounts);
    let functions = both.map(|side| side.call.and_then(|call| call.input.best()));
    let selectors = both.map(|side| {
        side.result.call_data().map(|data| data.bytes().iter().take(4).copied().collect::<Vec<u8>>())
    });
    let named = |at: usize| {
        let function = functions.get(at).copied().flatten();
        let sent = || selectors.get(at).cloned().flatten().map(HexBytes::from).map(|it| it.to_hex());
        match function {
            Some(function) => decoded::signature(function, (0, 1)),
            None => sent().map_or_else(|| rows.lacking(), Value::plain),
        }
    };
    let functions_called = [named(0), named(1)];
    let [selector, other_selector] = &selectors;
    rows.add("function", selector == other_selector, functions_called);
    if let [Some(first), Some(second)] = functions {
        arguments(rows, [first, second]);
    }
    let data = [&one.function_parameters, &other.function_parameters];
    rows.field("call data", data, |bytes| values::bytes(ctx, bytes));
}

/// Compares the arguments of the same function one by one.
fn arguments(rows: &mut Rows<'_>, [one, other]: [&Candidate; 2]) {
    if one.signature != other.signature || one.arguments.len() != other.arguments.len() {
        return;
    }
    let ctx = rows.ctx;
    for (at, (first, second)) in one.arguments.iter().zip(&other.arguments).enumerate() {
        let label = if first.name.is_empty() { format!("#{at}") } else { first.name.escaped() };
        let value = |argument: &Argument| shown::value(ctx, &argument.value);
        rows.add(label, is_same_value(ctx, &first.value, &second.value), [value(first), value(second)]);
    }
}

/// Whether two amounts are equal to the weibar, each in its own unit.
fn is_as_much<T: PartialEq>(
    [(one, unit), (other, other_unit)]: [(&Field<T>, Unit); 2],
    number: impl Fn(&T) -> Option<U256>,
) -> bool {
    let weibar = |field: &Field<T>, unit| {
        let factor = if unit == Unit::Weibar { 1 } else { WEIBAR_PER_BASE };
        number(field.known()?)?.checked_mul(U256::from(factor))
    };
    let exact = weibar(one, unit);
    unit == other_unit && one == other || exact.is_some() && exact == weibar(other, other_unit)
}

type Price = fn(&ContractResult) -> &Field<Quantity>;

fn gas(rows: &mut Rows<'_>, both: [Decoded<'_>; 2]) {
    let ctx = rows.ctx;
    let [one, other] = both.map(|side| side.result);
    let money = both.map(|side| side.money);
    let number = |price: &Quantity| price.0;
    rows.section("Gas");
    rows.field("gas limit", [&one.gas_limit, &other.gas_limit], values::integer);
    rows.field("gas consumed", [&one.gas_consumed, &other.gas_consumed], values::integer);
    rows.field("gas used", [&one.gas_used, &other.gas_used], values::integer);
    let prices = money.each_ref().map(Money::gas_price_field);
    rows.add("gas price", is_as_much(prices, number), money.map(|it| it.gas_price(ctx)));
    let offered: [(&str, Price); 2] =
        [("maximum fee", |it| &it.max_fee_per_gas), ("priority fee", |it| &it.max_priority_fee_per_gas)];
    for (label, price) in offered {
        let is_same = is_as_much(money.map(|it| (price(it.record), it.unit)), number);
        rows.add(label, is_same, money.map(|it| it.price(ctx, price(it.record))));
    }
}

fn record(rows: &mut Rows<'_>, [one, other]: [&ContractResult; 2]) {
    let ctx = rows.ctx;
    let bytes = |bytes: &HexBytes| values::bytes(ctx, bytes);
    let chain = |chain: &Quantity| match chain.0 {
        Some(id) => Value::plain(id.to_string()),
        None => Value::none("none (0x)"),
    };
    rows.section("Record");
    rows.field("consensus time", [&one.timestamp, &other.timestamp], |at| values::time(ctx, at));
    rows.field("transaction hash", [&one.hash, &other.hash], bytes);
    rows.field("block", [&one.block_number, &other.block_number], values::ordinal);
    rows.field("block hash", [&one.block_hash, &other.block_hash], bytes);
    rows.field("block gas used", [&one.block_gas_used, &other.block_gas_used], values::integer);
    rows.field("index", [&one.transaction_index, &other.transaction_index], values::ordinal);
    rows.field("type", [&one.r#type, &other.r#type], values::ordinal);
    rows.field("chain id", [&one.chain_id, &other.chain_id], chain);
    rows.field("nonce", [&one.nonce, &other.nonce], values::ordinal);
    rows.field("access list", [&one.access_list, &other.access_list], |list| match list {
        AccessList::Hex(list) => bytes(list),
        AccessList::Entries(entries) if entries.is_empty() => bytes(&HexBytes::default()),
        AccessList::Entries(entries) if entries.len() == 1 => Value::plain("1 entry"),
        AccessList::Entries(entries) => Value::plain(format!("{} entries", entries.len())),
    });
    rows.field("bloom", [&one.bloom, &other.bloom], bytes);
    rows.field("v", [&one.v, &other.v], values::ordinal);
    rows.field("r", [&one.r, &other.r], bytes);
    rows.field("s", [&one.s, &other.s], bytes);
}
