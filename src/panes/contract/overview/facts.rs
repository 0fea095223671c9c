//! The eighteen fields of a contract: grouped in a sheet, or as JSON with balance, verification and proxy
//! targets.

use ::verification::Grade;
use decode::dispatch::MAX_DEPLOYED_BYTES;
use ledger::amount::grouped;
use ledger::document::{Document, document, joined};
use ledger::entity_id::checksum;
use ledger::query::AccountQuery;
use ledger::timestamp::DAY_SECONDS;
use ledger::{Contract, EntityId, EvmAddress, Field, HexBytes, SystemEntity, Timestamp};
use serde_json::Value as Json;

use super::targets::{Target, Targets};
use super::verification::Standing;
use super::{ContractPane, as_of, verification};
use crate::message::Copied;
use crate::panes::Context;
use crate::panes::contract::label_and_meaning;
use crate::panes::kit::Wants;
use crate::panes::kit::nouns::{keys, values};
use crate::widgets::{Role, Sheet, Value};

/// Columns of the labels.
pub(super) const LABEL_COLUMNS: u16 = 22;

/// The names of the contract.
pub(super) fn identity(contract: &Contract, ctx: &Context<'_>) -> Sheet {
    Sheet::with_labels(LABEL_COLUMNS)
        .heading("Identity")
        .fact("contract id", values::field(ctx, &contract.contract_id, |id| named(id, ctx)))
        .fact("EVM address", values::field(ctx, &contract.evm_address, values::address))
        .fact("memo", values::field(ctx, &contract.memo, values::memo))
}

/// The facts of a system contract, which has no record.
pub(super) fn system(system: SystemEntity) -> Sheet {
    Sheet::with_labels(LABEL_COLUMNS)
        .heading(system.summary())
        .note(Value::plain("It is part of the ledger itself: it has no record and no bytecode."))
        .note(Value::plain(
            "Contracts call it: its results are child transactions, which its list of results includes.",
        ))
}

/// The other fields of the record, as of a time. `verified` is the verification row, if any.
pub(super) fn sheet(
    contract: &Contract,
    verified: Option<Value>,
    as_of: Timestamp,
    ctx: &Context<'_>,
) -> Sheet {
    let account = |field| values::field(ctx, field, values::account);
    let sheet = Sheet::with_labels(LABEL_COLUMNS)
        .heading("Lifecycle")
        .fact("created", time(&contract.created_timestamp, ctx))
        .fact("expires", expires(contract, as_of, ctx))
        .fact("auto-renew period", values::field(ctx, &contract.auto_renew_period, values::seconds))
        .fact("auto-renew account", account(&contract.auto_renew_account))
        .fact("deleted", values::field(ctx, &contract.deleted, deleted))
        .fact("permanent removal", values::field(ctx, &contract.permanent_removal, values::flag))
        .fact("obtainer", account(&contract.obtainer_id))
        .heading("Control")
        .fact("admin key", values::admin_key(ctx, contract));
    let sheet = keys::branches(sheet, &contract.admin_key, contract.contract_id.value(), ctx)
        .fact("proxy account", account(&contract.proxy_account_id))
        .fact("nonce", values::field(ctx, &contract.nonce, values::ordinal))
        .fact(
            "automatic associations",
            values::field(ctx, &contract.max_automatic_token_associations, values::associations),
        )
        .heading("Code")
        .fact("runtime bytecode", values::field(ctx, &contract.runtime_bytecode, |code| runtime(code, ctx)))
        .fact("creation bytecode", values::field(ctx, &contract.bytecode, values::code_size))
        .fact("file", values::field(ctx, &contract.file_id, values::id));
    let sheet = match verified {
        Some(verified) => sheet.fact("verified", verified),
        None => sheet,
    };
    sheet
        .heading("This version")
        .fact("valid from", values::field(ctx, &contract.timestamp, |valid| time(&valid.from, ctx)))
        .fact(
            "valid until",
            values::field(ctx, &contract.timestamp, |valid| match &valid.to {
                Field::Null => Value::none("now: this is the current version"),
                to => time(to, ctx),
            }),
        )
}

/// The state chip after the name.
pub(super) fn chips(contract: &Contract, as_of: Timestamp) -> &'static str {
    if contract.deleted.value() == Some(true) {
        "  DELETED"
    } else if is_expired(contract, as_of) {
        "  EXPIRED"
    } else {
        ""
    }
}

/// Whether the contract was past its expiration but not deleted.
fn is_expired(contract: &Contract, as_of: Timestamp) -> bool {
    let deleted = contract.deleted.value() == Some(true);
    !deleted && contract.expiration_timestamp.value().is_some_and(|at| at < as_of)
}

/// The other forms of a contract's id.
pub(super) fn copied_forms(id: EntityId, ctx: &Context<'_>) -> Vec<Copied> {
    let long_zero = Copied::new("long-zero address", EvmAddress::long_zero(id).to_string());
    let with_sum = ctx
        .network
        .ledger
        .map(|ledger| Copied::new("contract id with checksum", format!("{id}-{}", checksum(id, ledger))));
    with_sum.into_iter().chain([long_zero]).collect()
}

/// A time of the last 24 hours without its date, an older one with it.
pub(super) fn short_time(at: Timestamp, ctx: &Context<'_>) -> String {
    if is_old(at, ctx) { values::brief_time(ctx, at) } else { ctx.theme.clock(at, ctx.now) }
}

/// Whether a time needs its date. Small clock differences to the server do not matter.
pub(super) fn is_old(at: Timestamp, ctx: &Context<'_>) -> bool {
    let apart = ctx.now.since(at).max(at.since(ctx.now));
    apart >= Timestamp::from_secs(DAY_SECONDS).as_nanos()
}

fn time(field: &Field<Timestamp>, ctx: &Context<'_>) -> Value {
    values::field(ctx, field, |at| values::time(ctx, at))
}

fn named(id: &EntityId, ctx: &Context<'_>) -> Value {
    let value = Value::styled(Role::Heading, id.to_string());
    match ctx.network.ledger {
        Some(ledger) => value.note(format!("checksum {}", checksum(*id, ledger))),
        None => value,
    }
}

fn expires(contract: &Contract, as_of: Timestamp, ctx: &Context<'_>) -> Value {
    let value = values::field(ctx, &contract.expiration_timestamp, |at| values::time(ctx, at));
    if is_expired(contract, as_of) { value.note("passed, but not deleted") } else { value }
}

fn deleted(deleted: &bool) -> Value {
    if *deleted { Value::styled(Role::Failure, "yes") } else { Value::plain("no") }
}

fn runtime(code: &HexBytes, ctx: &Context<'_>) -> Value {
    let value = values::code_size(code);
    if code.is_empty() {
        return value;
    }
    let cells = (code.len() * 10).div_ceil(MAX_DEPLOYED_BYTES).min(10);
    let gauge = ctx.theme.glyphs.gauge(cells, 10);
    value.note(format!("{gauge} of the limit of {}", grouped(&MAX_DEPLOYED_BYTES)))
}

impl ContractPane {
    pub(super) fn record_document(&self, ctx: &Context<'_>) -> Option<Json> {
        let record = self.record(ctx)?;
        let own = self.best_ref(ctx);
        let as_of = (!self.query.timestamp.is_empty()).then(|| as_of::time(&self.query, ctx.now));
        let balance = ctx.get(&AccountQuery::now(own)).value().filter(|_| as_of.is_none());
        let more = document! {
            "as_of": as_of,
            "name": ctx.known.codes(own).next().and_then(|code| code.name.as_ref()),
            "balance": balance.map(|account| &account.balance),
            "verification": self.verification(ctx),
            "proxy": proxy(&self.targets(ctx, &mut Wants::default())),
        };
        Some(joined(record.document(), more))
    }

    /// The verification; null if the verifier was not asked.
    fn verification(&self, ctx: &Context<'_>) -> Option<Json> {
        let Standing::Known(found) = verification::standing(self.record(ctx)?, &self.query, ctx) else {
            return None;
        };
        let is_verified = found.grade() != Grade::Not;
        Some(document! { "is_verified": is_verified, "match": found.label() })
    }
}

/// The proxy targets; null if it is not a known proxy.
fn proxy(targets: &Targets<'_>) -> Option<Json> {
    let kind = targets.proxy().map(|proxy| label_and_meaning(proxy.kind).0);
    let target = |target: &Target| document! { "address": target.address, "by": target.by.words() };
    (kind.is_some() || !targets.found.is_empty()).then(|| {
        document! {
            "kind": kind,
            "targets": targets.found.iter().map(target).collect::<Vec<_>>(),
            "beacon": targets.beacon,
            "admin": targets.admin,
        }
    })
}
