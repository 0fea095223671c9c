//! The fields of an account in groups: identity first, unknown fields last.

use ledger::account::TokenBalance;
use ledger::amount::grouped;
use ledger::query::{EntityFilter, Op, ResultsQuery, SchedulesQuery, TransactionsQuery};
use ledger::{Account, ContractRef, EntityId, Field, Key, SystemEntity, Timestamp, Unit};

use crate::message::Place;
use crate::panes::Context;
use crate::panes::kit::nouns::{keys, tokens, unknown_fields, values};
use crate::widgets::{Sheet, Value};

/// The sheet of an account; `contract` is set if the account belongs to a contract.
pub(super) fn sheet(account: &Account, contract: Option<ContractRef>, ctx: &Context<'_>) -> Sheet {
    let sheet = identity(account, contract, ctx);
    let sheet = tokens_held(balance(sheet, account, ctx), account, ctx);
    let sheet = related(sheet, account);
    let time = |at: &Field<Timestamp>| values::field(ctx, at, |at| values::time(ctx, at));
    let flag = |on: &Field<bool>| values::field(ctx, on, values::flag);
    let sheet = sheet
        .heading("Lifecycle")
        .fact("created", time(&account.created_timestamp))
        .fact("expires", time(&account.expiry_timestamp))
        .fact("auto-renew period", values::field(ctx, &account.auto_renew_period, values::seconds))
        .fact("deleted", flag(&account.deleted))
        .heading("Settings")
        .fact("nonce", values::field(ctx, &account.ethereum_nonce, values::ordinal))
        .fact(
            "automatic associations",
            values::field(ctx, &account.max_automatic_token_associations, values::associations),
        )
        .fact("signs to receive", flag(&account.receiver_sig_required))
        .heading("Staking")
        .fact("staked to account", values::field(ctx, &account.staked_account_id, values::account))
        .fact("staked to node", values::field(ctx, &account.staked_node_id, values::ordinal))
        .fact("period start", time(&account.stake_period_start))
        .fact("declines rewards", flag(&account.decline_reward))
        .fact(
            "pending reward",
            values::field(ctx, &account.pending_reward, |coins| values::amount(ctx, coins, Unit::Base)),
        );
    unknown_fields::add(sheet, &account.unknown)
}

fn identity(account: &Account, contract: Option<ContractRef>, ctx: &Context<'_>) -> Sheet {
    let own = account.account.value();
    let id = values::field(ctx, &account.account, |id| match SystemEntity::by_id(*id) {
        Some(system) => values::id(id).note(system.summary()),
        None => values::id(id),
    });
    let mut sheet = Sheet::default()
        .heading("Account")
        .fact("account id", id)
        .fact("EVM address", values::field(ctx, &account.evm_address, values::address))
        .fact("alias", values::field(ctx, &account.alias, Value::text));
    if let Some(contract) = contract {
        let words = Value::plain(contract.to_string()).note("the account of a contract");
        sheet = sheet.fact("contract", words.link(Place::contract(contract)));
    }
    let key = match &account.key {
        Field::Null => {
            Value::none("none: it cannot sign, such as a hollow account before its first transaction")
        }
        key => values::field(ctx, key, |key: &Key| values::key_of(ctx, key, own)),
    };
    let sheet = sheet.fact("memo", values::field(ctx, &account.memo, values::memo)).fact("key", key);
    keys::branches(sheet, &account.key, own, ctx)
}

fn balance(sheet: Sheet, account: &Account, ctx: &Context<'_>) -> Sheet {
    let value = values::field(ctx, &account.balance, |balance| {
        let value = values::field(ctx, &balance.balance, |coins| values::amount(ctx, coins, Unit::Base));
        match balance.timestamp.value() {
            Some(at) => value.note(format!("as of {}", values::brief_time(ctx, at))),
            None => value,
        }
    });
    sheet.heading("Balance").fact("balance", value)
}

/// The token balances in the account's record; the server may list only some of them.
pub(super) fn held(account: &Account) -> &[TokenBalance] {
    let balance = account.balance.known();
    balance.and_then(|balance| balance.tokens.known()).map(Vec::as_slice).unwrap_or_default()
}

/// Adds one line per token.
fn tokens_held(sheet: Sheet, account: &Account, ctx: &Context<'_>) -> Sheet {
    let held = held(account);
    if held.is_empty() {
        return sheet.fact("tokens", Value::none("none"));
    }
    let sheet = sheet.fact("tokens", Value::plain(grouped(&held.len())));
    held.iter().fold(sheet, |sheet, token| {
        let label = values::field(ctx, &token.token_id, values::id).line();
        let amount = values::field(ctx, &token.balance, |amount| match token.token_id.value() {
            Some(id) => {
                let (smallest, unit) = (i128::from(*amount), tokens::unit(ctx, id));
                let value = Value::plain(tokens::digits(ctx, id, smallest)).note(unit);
                value.copied(amount.to_string()).link(Place::Token(id))
            }
            None => values::integer(amount),
        });
        sheet.inner(1, label, amount)
    })
}

/// Links to the account's activity.
fn related(sheet: Sheet, account: &Account) -> Sheet {
    let Some(id) = account.account.value() else { return sheet };
    let lead = |words: &str, place: Place| Value::plain(words).copied(place.to_string()).link(place);
    sheet
        .heading("Related")
        .fact("calls", lead("the results of what it sent", sent(id)))
        .fact("transactions", lead("those that it paid for, or that moved what it holds", transactions(id)))
        .fact("schedules", lead("the schedules that it created", created(id)))
}

/// The transactions of an account.
pub(super) fn transactions(id: EntityId) -> Place {
    Place::Transactions(Box::new(TransactionsQuery::of_account(id)))
}

/// The results of the calls that an account sent.
pub(super) fn sent(id: EntityId) -> Place {
    Place::Results(ResultsQuery { from: Some(ContractRef::Id(id)), ..ResultsQuery::of_all_contracts() })
}

/// The schedules that an account created.
fn created(id: EntityId) -> Place {
    let account = Some(EntityFilter { op: Op::Eq, id });
    Place::Schedules(SchedulesQuery { account, ..SchedulesQuery::newest_first() })
}
