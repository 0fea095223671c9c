//! The columns of the list of transactions.

use decode::money::Asset;
use ledger::{EntityId, Field, Success, Text, Transaction, Unit};

use super::super::amounts::{role, signed, tokens as tokens_of};
use super::super::kind;
use crate::message::Place;
use crate::panes::Context;
use crate::panes::kit::list::{Column, ColumnOf, Columns, Counted, Value};
use crate::panes::kit::nouns::{
    tokens as known_tokens,
    values::{self, HASH_COLUMNS, hex_of, short_hex, yes},
};
use crate::widgets::Role;
use crate::widgets::table::{Cell, Column as Head};

/// The transactions of the list.
#[derive(Debug)]
pub struct Transactions {
    /// The account of the list; `None` if it is not restricted to one.
    pub(super) account: Option<EntityId>,
}

/// A transaction, and the account of the list.
#[derive(Clone, Copy)]
pub struct Moved<'a> {
    pub(super) row: &'a Transaction,
    pub(super) account: Option<EntityId>,
}

/// The column of a row's time.
const TIME: &str = "consensus time";
/// The column of the list account's gain or loss.
const CHANGE: &str = "change";
const TOKENS: &str = "tokens";

/// A column of an entity's id.
macro_rules! id {
    ($name:literal, $least:literal, rank $rank:literal, $id:expr) => {
        Column::text($name, $least).rank($rank).shows(
            |it, _| {
                let id: fn(&Transaction) -> Option<EntityId> = $id;
                (id(it.row).map(|id| id.to_string()).unwrap_or_default(), Role::Plain)
            },
            |it| {
                let id: fn(&Transaction) -> Option<EntityId> = $id;
                Value::text(id(it.row))
            },
        )
    };
}

impl Columns for Transactions {
    type Row<'a> = Moved<'a>;

    const LIST: &'static str = "transactions";

    const AMOUNTS: &'static [&'static str] = &["charged fee", CHANGE, "max fee"];
    const UNITS: &'static [(&'static str, &'static str)] = &[(TOKENS, "in smallest units")];

    const OPTIONAL: &'static [&'static str] = &[
        "transaction id",
        "payer",
        "node",
        "nonce",
        "scheduled",
        "max fee",
        "valid start",
        "transaction hash",
    ];

    fn leads(column: &'static str, it: &Moved<'_>, _ctx: &Context<'_>) -> Option<Place> {
        let account = |id: Option<EntityId>| id.map(|id| Place::Account(id.into()));
        match column {
            "entity" => kind::entity_place(it.row, it.row.entity_id.value()?),
            "payer" => account(payer(it.row)),
            "node" => account(it.row.node.value()),
            _ => None,
        }
    }

    /// The gain or loss needs a list of one account.
    fn has_values(&self, column: &ColumnOf<Self>) -> bool {
        self.account.is_some() || ![CHANGE, TOKENS].contains(&column.name)
    }

    const ALL: &'static [ColumnOf<Self>] = &[
        Column::text("success", 1)
            .titled("")
            .shows(|it, ctx| values::success(success(it.row), ctx), |it| Value::success(success(it.row))),
        ColumnOf::new(
            TIME,
            |_, ctx| values::time_of_day_column(ctx),
            |it, ctx| {
                let at = it.row.consensus_timestamp.value();
                (at.map(|at| ctx.theme.time_of_day(at, ctx.now)).unwrap_or_default(), Role::Plain)
            },
            |it| Value::time(it.row.consensus_timestamp.value()),
        ),
        Column::text("type", 14).grows(3).up_to(30).shows(
            |it, _| {
                let words = kind::kind_name(it.row).map(ToOwned::to_owned);
                (words.or_else(|| sent(&it.row.name)).unwrap_or_default(), Role::Plain)
            },
            |it| Value::text(sent(&it.row.name)),
        ),
        Column::text("result", 8).grows(1).up_to(36).rank(1).shows(
            |it, _| {
                let role = if success(it.row) == Success::No { Role::Failure } else { Role::Plain };
                (sent(&it.row.result).unwrap_or_default(), role)
            },
            |it| Value::text(sent(&it.row.result)),
        ),
        ColumnOf::new(
            "charged fee",
            |_, ctx| Head::number(format!("fee {}", ctx.theme.unit_name()), 12).rank(4),
            |it, ctx| coins(&it.row.charged_tx_fee, ctx),
            |it| Value::number(it.row.charged_tx_fee.value()),
        ),
        ColumnOf::new(
            CHANGE,
            |_, ctx| Head::number(format!("change {}", ctx.theme.unit_name()), 16).rank(2),
            |it, ctx| match change(it) {
                Some(sum) => (signed(ctx, sum, Asset::Coin), role(sum)),
                None => Cell::default(),
            },
            |it| Value::number(change(it)),
        ),
        Column::text(TOKENS, 18).titled("tokens").grows(4).rank(3).shows(
            |it, ctx| tokens(it, ctx),
            |it| {
                let moved: Vec<String> =
                    token_changes(it).iter().map(|(token, sum)| format!("{sum} {token}")).collect();
                Value::text((!moved.is_empty()).then(|| moved.join(", ")))
            },
        ),
        id!("entity", 11, rank 6, |row| row.entity_id.value()),
        Column::text("memo", 8)
            .grows(3)
            .rank(5)
            .dim(|it| Value::text(sent(&it.row.memo).filter(|memo| !memo.is_empty()))),
        Column::text("transaction id", 30).rank(7).shows(
            |it, _| {
                let id = it.row.transaction_id.known().map(ToString::to_string);
                (id.unwrap_or_default(), Role::Plain)
            },
            |it| Value::text(it.row.transaction_id.known()),
        ),
        id!("payer", 11, rank 7, payer),
        id!("node", 8, rank 7, |row| row.node.value()),
        Column::number("nonce", 5)
            .rank(7)
            .shows(|it, _| values::digits(&it.row.nonce), |it| Value::number(it.row.nonce.value())),
        Column::text("scheduled", 9).rank(7).of(|it| Value::text(it.row.scheduled.value().map(yes))),
        ColumnOf::new(
            "max fee",
            |_, ctx| Head::number(format!("max fee {}", ctx.theme.unit_name()), 12).rank(7),
            |it, ctx| coins(&it.row.max_fee, ctx),
            |it| Value::number(it.row.max_fee.value()),
        ),
        Column::time("valid start").rank(7).shows(
            |it, ctx| {
                let at = it.row.valid_start_timestamp.value();
                (at.map(|at| ctx.theme.time(at, ctx.now)).unwrap_or_default(), Role::Plain)
            },
            |it| Value::time(it.row.valid_start_timestamp.value()),
        ),
        Column::text("transaction hash", HASH_COLUMNS).rank(7).shows(
            |it, ctx| short_hex(&it.row.transaction_hash, ctx),
            |it| Value::text(hex_of(&it.row.transaction_hash)),
        ),
    ];

    const COUNTED: &'static [Counted] = &[
        Counted::values("type"),
        Counted::values("result"),
        Counted::values("payer"),
        Counted::times(TIME),
        Counted::success("success"),
        Counted::percentiles("charged fee"),
    ];
}

fn success(row: &Transaction) -> Success {
    match row.succeeded() {
        Some(true) => Success::Yes,
        Some(false) => Success::No,
        None => Success::Unknown,
    }
}

fn payer(row: &Transaction) -> Option<EntityId> {
    row.transaction_id.value().map(|id| id.payer)
}

fn sent(text: &Field<Text>) -> Option<String> {
    text.known().map(Text::escaped)
}

fn coins(amount: &Field<i64>, ctx: &Context<'_>) -> Cell {
    (amount.value().map(|coins| ctx.theme.amount(&coins, Unit::Base)).unwrap_or_default(), Role::Plain)
}

/// The coins that the list's account gained or lost; `None` if none of its coins moved.
fn change(it: &Moved<'_>) -> Option<i128> {
    let account = it.account?;
    let moves = it.row.transfers.known().into_iter().flatten();
    let own = moves.filter(|one| one.account.value() == Some(account)).filter_map(|one| one.amount.value());
    own.map(i128::from).reduce(i128::saturating_add)
}

/// The amount of each token that the account gained or lost, in smallest units; for unique tokens their number.
fn token_changes(it: &Moved<'_>) -> Vec<(EntityId, i128)> {
    let Some(account) = it.account else { return Vec::new() };
    let moves = it.row.token_transfers.known().into_iter().flatten();
    let moves = moves.filter(|one| one.account.value() == Some(account));
    let moves = moves.filter_map(|one| Some((one.token_id.value()?, i128::from(one.amount.value()?))));
    let unique = it.row.nft_transfers.known().into_iter().flatten().filter_map(|one| {
        let gained = i128::from(one.receiver_account_id.value() == Some(account));
        let lost = i128::from(one.sender_account_id.value() == Some(account));
        Some((one.token_id.value()?, gained - lost)).filter(|(_, sum)| *sum != 0)
    });
    let mut changes: Vec<(EntityId, i128)> = Vec::new();
    for (token, amount) in moves.chain(unique) {
        match changes.iter_mut().find(|(known, _)| *known == token) {
            Some((_, sum)) => *sum = sum.saturating_add(amount),
            None => changes.push((token, amount)),
        }
    }
    changes
}

/// The tokens that the account gained and lost; without an account, the number of tokens that moved.
pub(super) fn tokens(it: &Moved<'_>, ctx: &Context<'_>) -> Cell {
    let changes = token_changes(it);
    if changes.is_empty() {
        let mut moved = tokens_of(it.row);
        moved.sort_unstable();
        moved.dedup();
        let names: Vec<String> = moved.into_iter().map(|id| known_tokens::name(ctx, id)).collect();
        return (names.join(", "), Role::Dim);
    }
    let one = |(token, sum): &(EntityId, i128)| {
        let sign = if *sum > 0 { "+" } else { "" };
        let short = known_tokens::short(ctx, *token, *sum);
        format!("{sign}{}", short.unwrap_or_else(|| format!("{sum} {}", known_tokens::unit(ctx, *token))))
    };
    let gains = changes.iter().any(|(_, sum)| *sum > 0);
    let role = if gains { Role::Success } else { Role::Plain };
    (changes.iter().map(one).collect::<Vec<_>>().join(", "), role)
}
