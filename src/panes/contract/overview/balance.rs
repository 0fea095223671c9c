//! The contract's balance of coins and tokens from the account operation, which servers need not offer.

use api::Failure;
use ledger::account::Balance;
use ledger::amount::counted;
use ledger::query::AccountQuery;
use ledger::{ContractRef, EntityId, Unit};

use super::facts;
use crate::message::Place;
use crate::panes::Context;
use crate::panes::kit::nouns::{tokens, values};
use crate::panes::kit::{Fetched, Wants};
use crate::widgets::{Sheet, Value};

/// Maximum number of tokens that are named; each costs a request.
const MAX_TOKENS: usize = 4;

/// Adds the account and its first tokens.
pub(super) fn wants(contract: ContractRef, ctx: &Context<'_>, wants: &mut Wants) {
    let account = AccountQuery::now(contract);
    wants.add_optional(&account);
    let balance = ctx.get(&account).value().and_then(|account| account.balance.known());
    let held = balance.map(|balance| held(balance).map(|(id, _)| id).take(MAX_TOKENS)).into_iter().flatten();
    for subject in tokens::subjects(held) {
        wants.resolve(subject);
    }
}

/// The balance section, with a link to the account. `None` without the operation.
pub(super) fn sheet(contract: ContractRef, ctx: &Context<'_>) -> Option<Sheet> {
    let fetched = ctx.get(&AccountQuery::now(contract));
    let sheet = || Sheet::with_labels(facts::LABEL_COLUMNS).heading("Balance");
    let Some(account) = fetched.value() else {
        let words = missing(fetched, ctx)?;
        return Some(sheet().fact("balance", Value::none(words)).fact("tokens", Value::none(words)));
    };
    let balance = values::field(ctx, &account.balance, |balance| {
        let value = values::field(ctx, &balance.balance, |coins| values::amount(ctx, coins, Unit::Base));
        match balance.timestamp.value() {
            Some(at) => value.note(format!("as of {}", facts::short_time(at, ctx))),
            None => value,
        }
    })
    .link(Place::Account(contract.into()));
    let tokens = values::field(ctx, &account.balance, |balance| list(balance, ctx));
    Some(sheet().fact("balance", balance).fact("tokens", tokens))
}

/// The text for a missing account; `None` if the server has no such operation or account.
fn missing<T>(fetched: Fetched<'_, T>, ctx: &Context<'_>) -> Option<&'static str> {
    match fetched.failure() {
        None => Some(ctx.theme.glyphs.cut),
        Some(Failure::NotOffered { .. } | Failure::NotFound { .. } | Failure::Invalid { .. }) => None,
        Some(_) => Some("not known"),
    }
}

/// The tokens with their amounts in smallest units.
fn held(balance: &Balance) -> impl Iterator<Item = (EntityId, i64)> {
    let tokens = balance.tokens.known().map(Vec::as_slice).unwrap_or_default();
    tokens.iter().filter_map(|token| Some((token.token_id.value()?, token.balance.value()?)))
}

fn list(balance: &Balance, ctx: &Context<'_>) -> Value {
    let count = held(balance).count();
    if count == 0 {
        return Value::none("none");
    }
    let shown = held(balance).take(MAX_TOKENS).map(|(id, amount)| {
        let amount = i128::from(amount);
        tokens::short(ctx, id, amount)
            .unwrap_or_else(|| format!("{} {}", tokens::digits(ctx, id, amount), tokens::unit(ctx, id)))
    });
    let shown: Vec<String> = shown.collect();
    let more = count.saturating_sub(MAX_TOKENS);
    let value = Value::plain(shown.join(", "));
    if more > 0 { value.note(format!("and {}", counted(more, "other token"))) } else { value }
}
