//! The result as a JSON document.

use decode::Revert;
use decode::money::document::{token_transfers_document, transfers_document};
use decode::reading::{CallReading, ErrorReading, Reading};
use ledger::document::{Document, amount, document};
use ledger::result::Log;
use ledger::{ContractResult, Field, Success, Unit};
use replay::{SourcePlace, Verdict};
use serde_json::Value as Json;

use super::shown::Shown;
use super::{outcome, trace};

/// The result with everything that was loaded for it. `calls` is the tree of inner calls, null if the server has
/// none; `failure` is the first one that failed.
pub(super) fn document(shown: &Shown<'_>, calls: &Json, failure: Option<&Json>, is_partial: bool) -> Json {
    let (result, call) = (shown.result, shown.readings.call());
    let record = shown.transaction.record();
    let own = record.map(|record| &*record.own);
    let bill = record.and_then(|record| record.bill(shown.money.base));
    let payers = bill.map(|bill| bill.payers);
    document! {
        "contract_id": result.contract_id,
        "address": result.address,
        "consensus_timestamp": result.timestamp,
        "hash": result.hash,
        "is_partial": is_partial,
        "outcome": ending(shown, call, failure),
        "from": result.from,
        "to": result.to,
        "amount": coins(shown, |result| &result.amount),
        "call_data": result.call_data().as_deref(),
        "function": call.map(|call| &call.input),
        "creation": call.and_then(|call| Some(&call.creation.as_ref()?.constructor)),
        "is_creation": result.is_creation(),
        "created_contract_ids": result.created_contract_ids,
        "failed_initcode": result.failed_initcode,
        "call_result": result.call_result,
        "returned": call.and_then(|call| call.output.as_ref()).and_then(Reading::best).map(|it| &it.arguments),
        "logs": logs(shown),
        "state": shown.state.document(shown.ctx),
        "calls": calls,
        "gas": document! {
            "limit": result.gas_limit,
            "consumed": result.gas_consumed,
            "charged": result.gas_used,
            "price": coins(shown, |result| &result.gas_price),
        },
        "fee": document! {
            "charged": own.map(|own| amount(&own.charged_tx_fee, Unit::Base)),
            "gas_cost": cost(shown),
            "payers": payers,
        },
        "transfers": own.map(transfers_document),
        "token_transfers": own.map(token_transfers_document),
        "nft_transfers": own.map(|own| &own.nft_transfers),
        "transaction": own.map(|own| {
            document! {
                "transaction_id": own.transaction_id,
                "nonce": own.nonce,
                "type": own.name,
                "schedule_id": record.and_then(|record| record.schedule),
            }
        }),
        "block": document! {
            "number": result.block_number,
            "hash": result.block_hash,
            "transaction_index": result.transaction_index,
            "gas_used": result.block_gas_used,
        },
        "envelope": envelope(shown),
        "bloom": result.bloom,
    }
}

/// The outcome and its reason.
fn ending(shown: &Shown<'_>, call: Option<&CallReading>, failure: Option<&Json>) -> Json {
    let result = shown.result;
    let success = result.success();
    let ok = match success {
        Success::Yes => Some(true),
        Success::No => Some(false),
        Success::Unknown => None,
    };
    let answered = call.and_then(|call| call.response);
    document! {
        "ok": ok,
        "code": result.result,
        "reason": reason(shown),
        "error": shown.error().filter(|_| success == Success::No),
        "error_message": result.error_message,
        "line": line(shown),
        "inner_failure": shown.inner_calls.failure().filter(|_| success == Success::Yes).map(|words| {
            failure.cloned().unwrap_or_else(|| trace::failure(None, None, Some(words)))
        }),
        "response_code": answered.map(|response| document! {
            "number": response.number,
            "name": response.known.map(|code| code.name),
        }),
    }
}

/// The reason of the failure, with every value in full.
fn reason(shown: &Shown<'_>) -> Option<String> {
    let words = outcome::reason(shown)?;
    let whole =
        shown.error().filter(|error| error.custom.is_some() || matches!(error.revert, Revert::Reason(_)));
    Some(whole.map(ErrorReading::whole).filter(|whole| !whole.is_empty()).unwrap_or(words))
}

/// The source line at fault; `None` unless a replay matches the record.
fn line(shown: &Shown<'_>) -> Option<Json> {
    let replayed = shown.replayed.filter(|_| shown.result.success() == Success::No)?;
    let verdict = &replayed.outcome.as_ref().ok()?.verdict;
    let agrees = matches!(verdict, Verdict::Agrees | Verdict::Assumed(_));
    let place: &SourcePlace = replayed.line_at_fault().filter(|_| agrees)?.place.as_ref()?;
    Some(document! { "source": place.to_string(), "text": place.excerpt })
}

/// An amount or a price in tinybar, and in weibar if that answer was requested.
fn coins<T: Document>(shown: &Shown<'_>, field: impl Fn(&ContractResult) -> &Field<T>) -> Json {
    let exact = Some(shown.money.record).filter(|_| shown.money.unit == Unit::Weibar);
    document! {
        "amount": field(shown.money.base),
        "unit": Unit::Base.label(),
        "weibar": exact.map(field),
    }
}

/// The cost of the charged gas.
fn cost(shown: &Shown<'_>) -> Option<Json> {
    let (cost, unit) = shown.money.cost_of(shown.result.gas_used.value()?)?;
    Some(amount(&cost, unit))
}

fn logs(shown: &Shown<'_>) -> Json {
    let reading = |at: usize| shown.readings.logs().get(at);
    let log = |(at, log): (usize, &Log)| {
        document! {
            "index": log.index,
            "contract_id": log.contract_id,
            "address": log.address,
            "topics": log.topics,
            "data": log.data,
            "event": reading(at),
        }
    };
    shown.result.logs.map(|logs| logs.iter().enumerate().map(log).collect::<Vec<_>>()).document()
}

/// The wrapped Ethereum transaction; null for a native one.
fn envelope(shown: &Shown<'_>) -> Option<Json> {
    let result = Some(shown.result).filter(|result| result.is_wrapped())?;
    Some(document! {
        "type": result.r#type,
        "chain_id": result.chain_id,
        "nonce": result.nonce,
        "max_fee_per_gas": coins(shown, |result| &result.max_fee_per_gas),
        "max_priority_fee_per_gas": coins(shown, |result| &result.max_priority_fee_per_gas),
        "access_list": result.access_list,
        "authorization_list": result.authorization_list,
        "r": result.r,
        "s": result.s,
        "v": result.v,
    })
}
