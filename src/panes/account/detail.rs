//! An account: its key, its balances, its activity, and all other fields of its record.

use std::sync::Arc;

use ledger::account::TokenBalance;
use ledger::amount::grouped;
use ledger::entity_id::checksum;
use ledger::query::{
    AccountQuery, ContractQuery, EntityFilter, Op, ResultsQuery, SchedulesQuery, TransactionsQuery,
};
use ledger::{
    Account, AccountRef, ContractRef, Document, EntityId, EvmAddress, Field, Key, RawJson, SystemEntity,
    Timestamp, Unit,
};
use serde_json::Value as Json;

use crate::message::{Action, Copied, Effect, Place};
use crate::panes::kit::nouns::{keys, tokens, unknown_fields, values};
use crate::panes::kit::{RecordPane, Recorded, Wants};
use crate::panes::{Context, Verbs};
use crate::widgets::{Sheet, Value};

pub type AccountPane = RecordPane<AccountQuery>;

/// The id once it is loaded: every name of an account opens the same place.
fn id(question: &AccountQuery, account: Option<&Arc<Account>>, ctx: &Context<'_>) -> Option<EntityId> {
    let named = || question.account.entity_id(ctx.network.home);
    account.and_then(|account| account.account.value()).or_else(named)
}

/// The contract that owns the account; `None` for plain accounts and before the record is loaded.
fn contract(account: Option<&Arc<Account>>, ctx: &Context<'_>) -> Option<ContractRef> {
    let contract = ContractRef::Id(account?.account.value()?);
    ctx.get(&ContractQuery::now(contract)).value().map(|_| contract)
}

impl Recorded for AccountQuery {
    const KIND: &'static str = "account";

    fn place(&self) -> Place {
        Place::Account(self.account.clone())
    }

    fn name(&self) -> String {
        self.account.to_string()
    }

    fn title(&self, account: Option<&Arc<Account>>, ctx: &Context<'_>) -> String {
        let name = id(self, account, ctx).map_or_else(|| self.name(), |id| id.to_string());
        let is_deleted = account.is_some_and(|account| account.deleted.value() == Some(true));
        format!("account {name}{}", if is_deleted { "  DELETED" } else { "" })
    }

    fn sheet(&self, account: &Arc<Account>, ctx: &Context<'_>) -> Sheet {
        sheet(account, contract(Some(account), ctx), ctx)
    }

    fn other_name(&self) -> Option<ContractRef> {
        match self.account {
            AccountRef::Entity(named) => Some(named),
            AccountRef::Alias(_) => None,
        }
    }

    fn raw(account: &Arc<Account>) -> RawJson {
        account.raw.clone()
    }

    fn document(account: &Arc<Account>) -> Json {
        account.document()
    }

    fn copies(&self, account: Option<&Arc<Account>>, ctx: &Context<'_>) -> Vec<Copied> {
        let id = id(self, account, ctx);
        let mut copies = Vec::new();
        if let Some(id) = id {
            let long_zero = EvmAddress::long_zero(id).to_string();
            let sum = ctx.network.ledger.map(|ledger| format!("{id}-{}", checksum(id, ledger)));
            copies.extend(sum.map(|text| Copied::new("account id with checksum", text)));
            copies.push(Copied::new("long-zero address", long_zero));
        }
        copies.extend(account.map(|it| keys::copies(&it.key, id)).unwrap_or_default());
        copies
    }

    fn verbs<'c>(
        &self,
        account: Option<&'c Arc<Account>>,
        unloaded: Option<&str>,
        ctx: &'c Context<'_>,
        verbs: &mut Verbs<'c, AccountPane>,
    ) {
        let (id, contract) = (id(self, account, ctx), contract(account, ctx));
        let other = contract.is_none().then_some("the account is no contract's");
        let results = verbs.add(Action::Results, "results of what it sent").unless(unloaded);
        results.run(move |_| Effect::go(id.map(sent)));
        let row = verbs.add(Action::Transaction, "its transactions").unless(unloaded);
        row.run(move |_| Effect::go(id.map(transactions)));
        let row = verbs.add(Action::Contract, "contract").unless(unloaded.or(other));
        row.run(move |_| Effect::go(contract.map(Place::contract)));
    }

    fn wants(&self, account: &Arc<Account>, _ctx: &Context<'_>, wants: &mut Wants) {
        if let Some(id) = account.account.value() {
            wants.add_optional(&ContractQuery::now(ContractRef::Id(id)));
        }
        let held = held(account).iter().filter_map(|token| token.token_id.value());
        for subject in tokens::subjects(held) {
            wants.resolve(subject);
        }
    }
}

/// The sheet of an account; `contract` is set if the account belongs to a contract.
fn sheet(account: &Account, contract: Option<ContractRef>, ctx: &Context<'_>) -> Sheet {
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
fn held(account: &Account) -> &[TokenBalance] {
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
fn transactions(id: EntityId) -> Place {
    Place::Transactions(Box::new(TransactionsQuery::of_account(id)))
}

/// The results of the calls that an account sent.
fn sent(id: EntityId) -> Place {
    Place::Results(ResultsQuery { from: Some(ContractRef::Id(id)), ..ResultsQuery::of_all_contracts() })
}

/// The schedules that an account created.
fn created(id: EntityId) -> Place {
    let account = Some(EntityFilter { op: Op::Eq, id });
    Place::Schedules(SchedulesQuery { account, ..SchedulesQuery::newest_first() })
}
