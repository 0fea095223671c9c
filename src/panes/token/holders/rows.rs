//! The columns of the holders, and the row texts outside them.

use std::sync::Arc;

use ledger::query::TokenBalancesQuery;
use ledger::token_holder::TokenHolder;
use ledger::{EntityId, Token};

use crate::panes::Context;
use crate::panes::kit::list::{Column, ColumnOf, Columns, PagedList, RecordValuer, Rows, Value, Valuer};
use crate::panes::kit::nouns::values;
use crate::widgets::Role;
use crate::widgets::table::Cell;

/// The holders of a token.
#[derive(Debug)]
pub struct Holders {
    pub(super) token: EntityId,
}

impl Columns for Holders {
    type Row<'a> = &'a TokenHolder;

    const LIST: &'static str = "holders";

    const OPTIONAL: &'static [&'static str] = &["smallest units", "decimals"];

    const ALL: &'static [ColumnOf<Self>] = &[
        Column::text("account", 14).of(|row| Value::text(row.account.known())),
        Column::number("balance", 24)
            .of(|row| Value::text(Some(balance(row)).filter(|text| !text.is_empty()))),
        Column::number("smallest units", 20)
            .rank(1)
            .shows(|row, _| values::digits(&row.balance), |row| Value::number(row.balance.value())),
        Column::number("decimals", 8)
            .rank(2)
            .shows(|row, _| values::digits(&row.decimals), |row| Value::number(row.decimals.value())),
    ];
}

/// The balance in whole tokens, or in smallest units if the token's decimals are unknown.
fn balance(row: &TokenHolder) -> String {
    let Some(smallest) = row.balance.value() else { return String::new() };
    let token = Token { decimals: row.decimals.clone(), ..Token::default() };
    token.whole_tokens(i128::from(smallest)).unwrap_or_else(|| smallest.to_string())
}

impl Rows<TokenBalancesQuery> for Holders {
    fn known<'a>(&'a self, row: &'a TokenHolder, _ctx: &Context<'a>) -> &'a TokenHolder {
        row
    }

    fn valuer(&self, _ctx: &Context<'_>) -> Arc<dyn Valuer<TokenHolder>> {
        Arc::new(RecordValuer(|row| Self::values(&row)))
    }

    fn detail_lines(&self, row: &&TokenHolder, _ctx: &Context<'_>) -> Vec<Vec<Cell>> {
        let account = row.account.known().map(ToString::to_string).unwrap_or_default();
        let smallest = row.balance.value().map(|amount| format!("{amount} smallest units"));
        vec![vec![(format!("{account}  "), Role::Plain), (smallest.unwrap_or_default(), Role::Dim)]]
    }

    fn empty_state(&self, list: &PagedList<TokenBalancesQuery>, ctx: &Context<'_>) -> Vec<Cell> {
        if let Some(words) = list.none_so_far() {
            return words.into();
        }
        let head = if list.is_filtered() {
            "No matching holders.".to_owned()
        } else {
            format!("Nobody holds token {} on {}.", self.token, ctx.network.name)
        };
        let mut lines = vec![(head, Role::Heading)];
        lines.extend(list.filter_words());
        lines
    }
}
