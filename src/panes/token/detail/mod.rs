//! A token: its name, its supply, its fees, its keys, and all other fields of its record.

mod fees;

use std::sync::Arc;

use api::TokenQuery;
use decode::Subject;
use ledger::query::TokenBalancesQuery;
use ledger::{ContractRef, Document, EntityId, EvmAddress, Field, Key, RawJson, Text, Timestamp, Token};
use serde_json::Value as Json;

use crate::message::{Copied, Place};
use crate::panes::Context;
use crate::panes::kit::nouns::{keys, unknown_fields, values};
use crate::panes::kit::{RecordPane, Recorded, Wants};
use crate::widgets::{Sheet, Value};

pub type TokenPane = RecordPane<TokenQuery>;

impl Recorded for TokenQuery {
    const KIND: &'static str = "token";

    fn place(&self) -> Place {
        Place::Token(self.0)
    }

    fn name(&self) -> String {
        self.0.to_string()
    }

    fn title(&self, token: Option<&Arc<Token>>, _ctx: &Context<'_>) -> String {
        let symbol = token.and_then(|token| token.symbol.known()).map(Text::escaped).unwrap_or_default();
        let symbol = if symbol.is_empty() { symbol } else { format!(" {symbol}") };
        let is_deleted = token.is_some_and(|token| token.deleted.value() == Some(true));
        format!("token {}{symbol}{}", self.0, if is_deleted { "  DELETED" } else { "" })
    }

    fn sheet(&self, token: &Arc<Token>, ctx: &Context<'_>) -> Sheet {
        sheet(self.0, token, ctx)
    }

    fn other_name(&self) -> Option<ContractRef> {
        Some(ContractRef::Id(self.0))
    }

    fn raw(token: &Arc<Token>) -> RawJson {
        token.raw.clone()
    }

    fn document(token: &Arc<Token>) -> Json {
        token.document()
    }

    fn copies(&self, _token: Option<&Arc<Token>>, _ctx: &Context<'_>) -> Vec<Copied> {
        let text = EvmAddress::long_zero(self.0).to_string();
        vec![Copied::new("EVM address", text)]
    }

    fn wants(&self, token: &Arc<Token>, _ctx: &Context<'_>, wants: &mut Wants) {
        for id in fees::tokens(token) {
            wants.resolve(Subject::Token(id));
        }
    }
}

fn sheet(id: EntityId, token: &Token, ctx: &Context<'_>) -> Sheet {
    let text = |text: &Field<Text>| values::field(ctx, text, Value::text);
    let time = |at: &Field<Timestamp>| values::field(ctx, at, |at| values::time(ctx, at));
    let flag = |on: &Field<bool>| values::field(ctx, on, values::flag);
    let account = |id: &Field<EntityId>| values::field(ctx, id, values::account);
    let sheet = Sheet::default()
        .heading("Token")
        .fact("token id", values::field(ctx, &token.token_id, values::id))
        .fact("name", text(&token.name))
        .fact("symbol", text(&token.symbol))
        .fact("type", values::field(ctx, &token.r#type, kind))
        .fact("memo", values::field(ctx, &token.memo, values::memo))
        .fact("metadata", values::field(ctx, &token.metadata, |bytes| values::bytes(ctx, bytes)));
    let sheet = supply(sheet, id, token, ctx).fact("treasury", account(&token.treasury_account_id));
    let sheet = keys_of(fees::add(sheet, token, ctx), token, ctx);
    let sheet = sheet
        .heading("Lifecycle")
        .fact("created", time(&token.created_timestamp))
        .fact("modified", time(&token.modified_timestamp))
        .fact("expires", values::field(ctx, &token.expiry_timestamp, |nanos| expiry(*nanos, ctx)))
        .fact("auto-renew period", values::field(ctx, &token.auto_renew_period, values::seconds))
        .fact("auto-renew account", account(&token.auto_renew_account))
        .fact("deleted", flag(&token.deleted))
        .fact("pause status", text(&token.pause_status))
        .fact("frozen by default", flag(&token.freeze_default));
    unknown_fields::add(sheet, &token.unknown)
}

/// The token's type.
fn kind(kind: &Text) -> Value {
    let value = Value::text(kind);
    match kind {
        kind if kind.is("FUNGIBLE_COMMON") => value.note("its units are all alike"),
        kind if kind.is("NON_FUNGIBLE_UNIQUE") => value.note("each has a serial number"),
        _ => value,
    }
}

fn supply(sheet: Sheet, id: EntityId, token: &Token, ctx: &Context<'_>) -> Sheet {
    let units = |units: &Field<i128>| values::field(ctx, units, |units| amount(token, *units));
    let most = match token.max_supply.value() {
        Some(0) => Value::none("0: no limit").copied("0"),
        _ => units(&token.max_supply),
    };
    let holders = Place::TokenBalances(TokenBalancesQuery::of(id));
    sheet
        .heading("Supply")
        .fact("total supply", units(&token.total_supply))
        .fact("initial supply", units(&token.initial_supply))
        .fact("max supply", most)
        .fact("supply type", values::field(ctx, &token.supply_type, Value::text))
        .fact("decimals", values::field(ctx, &token.decimals, values::ordinal))
        .fact("holders", Value::plain("who holds it, and how much").copied(holders.to_string()).link(holders))
}

/// An amount of smallest units, shown in whole tokens and copied in smallest units.
fn amount(token: &Token, smallest: i128) -> Value {
    let digits = smallest.to_string();
    match token.whole_tokens(smallest) {
        Some(whole) if token.decimals.value() != Some(0) => {
            Value::plain(whole).note(format!("{digits} smallest units")).copied(digits)
        }
        Some(whole) => Value::plain(whole).copied(digits),
        None => Value::plain(digits).note("smallest units"),
    }
}

fn keys_of(sheet: Sheet, token: &Token, ctx: &Context<'_>) -> Sheet {
    let all: [(&str, &str, &Field<Key>); 8] = [
        ("admin key", "nobody can change the token", &token.admin_key),
        ("supply key", "nobody can mint or burn", &token.supply_key),
        ("freeze key", "nobody can freeze an account", &token.freeze_key),
        ("KYC key", "no account needs KYC", &token.kyc_key),
        ("wipe key", "nobody can wipe what an account holds", &token.wipe_key),
        ("pause key", "nobody can pause the token", &token.pause_key),
        ("fee schedule key", "nobody can change the custom fees", &token.fee_schedule_key),
        ("metadata key", "nobody can change the metadata", &token.metadata_key),
    ];
    all.into_iter().fold(sheet.heading("Keys"), |sheet, (label, without, key)| {
        let value = match key {
            Field::Null => Value::none(format!("none: {without}")),
            key => values::field(ctx, key, |key: &Key| values::key(ctx, key)),
        };
        keys::branches(sheet.fact(label, value), key, None, ctx)
    })
}

/// The expiry of a token, which the server sends in nanoseconds since 1970.
fn expiry(nanos: i128, ctx: &Context<'_>) -> Value {
    match u64::try_from(nanos) {
        Ok(nanos) => values::time(ctx, &Timestamp::from_nanos(nanos)),
        Err(_) => Value::plain(nanos.to_string()),
    }
}
