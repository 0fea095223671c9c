//! The accounts that hold a token, with their balances.
//!
//! ```text
//!   account.id gte:0.0.1002 ✕                                    chips, if any filter is active
//!    account       balance                                       the rows in view
//!   ▌0.0.1030     8,042.88
//!  ─ row 1 of 100 loaded in 1 page, more below ─────             the page indicator
//!    0.0.1030  804288689665 smallest units                       the selected row, whole
//! ```

use std::sync::Arc;

use decode::Subject;
use ledger::query::{Order, TokenBalancesQuery};
use ledger::token::TokenHolder;
use ledger::{EntityId, Timestamp, Token};

use crate::message::Place;
use crate::panes::Context;
use crate::panes::kit::Wants;
use crate::panes::kit::list::{
    Column, ColumnOf, Columns, Filterable, ListPane, Listed, PagedList, PaneRows, RecordValuer, Rows, Value,
    Valuer, Words, filter_form,
};
use crate::panes::kit::nouns::{tokens, values};
use crate::widgets::Role;
use crate::widgets::feed::Identity;
use crate::widgets::form::FormField;
use crate::widgets::table::Cell;

pub type HoldersPane = ListPane<TokenBalancesQuery, Holders>;

impl Identity for TokenHolder {
    type Id = EntityId;

    fn identity(&self) -> Option<Self::Id> {
        self.account.value()
    }
}

impl PaneRows<TokenBalancesQuery> for Holders {
    fn for_query(query: &TokenBalancesQuery) -> Self {
        Self { token: query.token }
    }

    fn wants(&self, _list: &PagedList<TokenBalancesQuery>, _ctx: &Context<'_>, wants: &mut Wants) {
        wants.resolve(Subject::Token(self.token));
    }
}

impl Filterable for TokenBalancesQuery {
    fn subject(&self) -> String {
        format!("holders of {}", self.token)
    }

    fn place(&self) -> Place {
        Place::TokenBalances(self.clone())
    }

    fn fields(&self) -> Vec<FormField> {
        let range = "0.0.1002, or a range: gte:0.0.1000, lt:0.0.2000";
        let own = [filter_form::text(self, "account.id", "account", range)];
        own.into_iter().chain(filter_form::paging(self)).collect()
    }

    fn values(&self, name: &str, text: &str, _ctx: &Context<'_>) -> Result<Vec<String>, String> {
        Ok(if name == "account.id" { filter_form::several(text) } else { vec![text.to_owned()] })
    }
}

impl Listed for TokenBalancesQuery {
    const WORDS: Words = Words { open: "open", copy: "copy the place of the row", more: "load another page" };
    const ORDERS: &'static [(&'static str, &'static str)] =
        &[("largest id first", "desc"), ("smallest id first", "asc")];
    const USUAL: Order = Order::Desc;
    const TIMED: bool = false;

    fn title(&self, ctx: &Context<'_>) -> String {
        format!("token {} {} holders", tokens::name(ctx, self.token), ctx.theme.glyphs.crumb)
    }

    fn opened(&self, row: &TokenHolder) -> Option<Place> {
        row.account.value().map(|id| Place::Account(id.into()))
    }

    fn transaction(_row: &TokenHolder) -> Option<Timestamp> {
        None
    }
}

/// The holders of a token.
#[derive(Debug)]
pub struct Holders {
    token: EntityId,
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
