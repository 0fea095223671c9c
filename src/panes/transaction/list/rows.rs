//! The row texts outside the columns: the details of the selected row, and the reason of an empty list.

use std::sync::Arc;

use decode::reading::Reader;
use ledger::query::{Parameters as _, TransactionsQuery};
use ledger::{EntityId, Field, Text, Transaction};

use super::columns::{self, Moved, Transactions};
use crate::panes::Context;
use crate::panes::kit::list::{Columns as _, PagedList, Rows, Value, Valuer, labelled};
use crate::widgets::Role;
use crate::widgets::pieces::firm;
use crate::widgets::table::Cell;

/// Computes the column values of a transaction off the event loop, for the account of the list.
#[derive(Debug)]
struct TransactionValuer(Option<EntityId>);

impl Valuer<Transaction> for TransactionValuer {
    fn values(&self, row: &Transaction, _reader: &Reader<'_>) -> Vec<Value> {
        Transactions::values(&Moved { row, account: self.0 })
    }
}

impl Rows<TransactionsQuery> for Transactions {
    fn known<'a>(&'a self, row: &'a Transaction, _ctx: &Context<'a>) -> Moved<'a> {
        Moved { row, account: self.account }
    }

    fn valuer(&self, _ctx: &Context<'_>) -> Arc<dyn Valuer<Transaction>> {
        Arc::new(TransactionValuer(self.account))
    }

    /// The values that the columns cut or omit.
    fn detail_lines(&self, it: &Moved<'_>, ctx: &Context<'_>) -> Vec<Vec<Cell>> {
        let row = it.row;
        let known = |field: &Field<EntityId>| field.known().map(ToString::to_string).unwrap_or_default();
        let id = row.transaction_id.known().map(ToString::to_string).unwrap_or_default();
        let said = [
            ("", firm(&id)),
            ("node ", known(&row.node)),
            ("entity ", known(&row.entity_id)),
            ("tokens ", columns::tokens(it, ctx).0),
            ("memo ", row.memo.known().map(Text::escaped).unwrap_or_default()),
        ];
        vec![labelled(said).collect()]
    }

    fn empty_state(&self, list: &PagedList<TransactionsQuery>, ctx: &Context<'_>) -> Vec<Cell> {
        if let Some(words) = list.none_so_far() {
            return words.into();
        }
        let only =
            self.account.filter(|_| list.query().pairs().iter().all(|(name, _)| *name == "account.id"));
        let head = match only {
            Some(account) => format!("No transactions of {account} on {}.", ctx.network.name),
            None => "No matching transactions.".to_owned(),
        };
        let mut lines = vec![(head, Role::Heading)];
        lines.extend(list.filter_words());
        lines.push((OLDER.to_owned(), Role::Dim));
        lines
    }
}

/// Large servers search sixty days per answer.
const OLDER: &str = "Some servers look only at the last sixty days unless a time is given.";
