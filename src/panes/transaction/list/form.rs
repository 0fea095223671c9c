//! The list of transactions: its filter form, with every parameter of the operation, and its links.

use std::sync::Arc;

use ledger::query::{Order, TimestampFilter, TransactionsQuery};
use ledger::{Text, Timestamp, Transaction};

use crate::message::Place;
use crate::panes::Context;
use crate::panes::kit::{
    list::filters::Completions,
    list::{Filterable, Listed, Words, fields},
};
use crate::widgets::form::FormField;

/// The choices of parameters; the first one sends no parameter.
const RESULTS: &[(&str, &str)] = &[("any", ANY), ("succeeded", "success"), ("failed", "fail")];
const MOVES: &[(&str, &str)] = &[("any", ANY), ("credits", "credit"), ("debits", "debit")];
/// The value of a choice that does not filter.
const ANY: &str = "any";

impl Filterable for TransactionsQuery {
    fn subject(&self) -> String {
        match self.one_account() {
            Some(account) => format!("transactions of {account}"),
            None => "transactions".to_owned(),
        }
    }

    fn place(&self) -> Place {
        Place::Transactions(Box::new(self.clone()))
    }

    fn fields(&self) -> Vec<FormField> {
        let set = |name| self.value(name).unwrap_or_else(|| ANY.to_owned());
        let own = [
            fields::text(self, "account.id", "account", "account id, such as 0.0.1002"),
            fields::text(self, "timestamp", "consensus time", fields::TIMES),
            fields::text(self, "transactiontype", "type", "CRYPTOTRANSFER, or several"),
            FormField::choice("result", "result", RESULTS, &set("result")),
            FormField::choice("type", "moves", MOVES, &set("type")),
        ];
        own.into_iter().chain(fields::paging(self)).collect()
    }

    fn values(&self, name: &str, text: &str, ctx: &Context<'_>) -> Result<Vec<String>, String> {
        match name {
            "timestamp" => fields::times(text, ctx.clock()),
            "transactiontype" => Ok(fields::several(text)),
            _ if text == ANY => Ok(Vec::new()),
            _ => Ok(vec![text.to_owned()]),
        }
    }
}

impl Listed for TransactionsQuery {
    const WORDS: Words = Words { open: "open", copy: "copy the place of the row", more: "load another page" };
    const ORDERS: &'static [(&'static str, &'static str)] = fields::IN_TIME;
    const USUAL: Order = Order::Desc;
    const BY_DAY: bool = true;
    const ENDS: bool = true;

    fn title(&self, ctx: &Context<'_>) -> String {
        match self.one_account() {
            Some(account) => format!("account {account} {} transactions", ctx.theme.glyphs.crumb),
            None => "transactions".to_owned(),
        }
    }

    fn opened(&self, row: &Transaction) -> Option<Place> {
        row.consensus_timestamp.value().map(Place::TransactionAt)
    }

    fn newer_than(&self, row: Option<&Transaction>, seconds: u64, now: Timestamp) -> Option<Self> {
        let at = row.and_then(|row| row.consensus_timestamp.value()).unwrap_or(now).minus_seconds(seconds);
        let timestamp = TimestampFilter::beyond(&self.timestamp, at)?;
        Some(Self { timestamp, order: Some(Order::Asc), ..self.clone() })
    }

    fn completions(rows: &[Arc<Transaction>], _ctx: &Context<'_>) -> Vec<Completions> {
        let kinds = rows.iter().filter_map(|row| row.name.known().map(Text::escaped));
        let payers = rows.iter().filter_map(|row| row.transaction_id.value().map(|id| id.payer));
        vec![
            ("transactiontype", fields::by_frequency(kinds)),
            ("account.id", fields::by_frequency(payers.map(|payer| payer.to_string()))),
        ]
    }

    fn transaction(row: &Transaction) -> Option<Timestamp> {
        row.consensus_timestamp.value()
    }
}
