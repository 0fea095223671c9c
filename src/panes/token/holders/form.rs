//! The list of holders: its filter form, with every parameter of the operation, and its links.

use ledger::Timestamp;
use ledger::query::{Order, TokenBalancesQuery};
use ledger::token_holder::TokenHolder;

use crate::message::Place;
use crate::panes::Context;
use crate::panes::kit::list::{Filterable, Listed, Words, fields};
use crate::panes::kit::nouns::tokens;
use crate::widgets::form::FormField;

impl Filterable for TokenBalancesQuery {
    fn subject(&self) -> String {
        format!("holders of {}", self.token)
    }

    fn place(&self) -> Place {
        Place::TokenBalances(self.clone())
    }

    fn fields(&self) -> Vec<FormField> {
        let range = "0.0.1002, or a range: gte:0.0.1000, lt:0.0.2000";
        let own = [fields::text(self, "account.id", "account", range)];
        own.into_iter().chain(fields::paging(self)).collect()
    }

    fn values(&self, name: &str, text: &str, _ctx: &Context<'_>) -> Result<Vec<String>, String> {
        Ok(if name == "account.id" { fields::several(text) } else { vec![text.to_owned()] })
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
