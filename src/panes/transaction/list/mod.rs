//! The transactions of an account, or all: an endless list with every filter of the operation.
//!
//! ```text
//!   account.id 0.0.1002 ✕                                              chips, if any filter is active
//!     time (UTC)    type       result    fee ℏ   change ℏ   tokens   memo     the rows in view
//!   ▌✓ 23:59:46…    transfer   SUCCESS   0.01    -50.01     +2 USDC  rent
//!  ─ row 2 of 100 loaded in 1 page, more below ─────                  the page indicator
//!    0.0.1002-1795219186-000000001  payer 0.0.1002  entity …          the selected row, whole
//! ```

mod columns;

use std::sync::Arc;

use decode::reading::Reader;
use ledger::query::{Order, Parameters as _, TimestampFilter, TransactionsQuery};
use ledger::{EntityId, Field, Text, Timestamp, Transaction};

use self::columns::{Moved, Transactions};
use super::amounts;
use crate::message::Place;
use crate::panes::Context;
use crate::panes::kit::Wants;
use crate::panes::kit::list::filters::Completions;
use crate::panes::kit::list::{
    Columns as _, Filterable, ListPane, Listed, PagedList, PaneRows, Rows, Value, Valuer, Words, filter_form,
    labelled,
};
use crate::panes::kit::nouns::tokens;
use crate::widgets::Role;
use crate::widgets::feed::Identity;
use crate::widgets::form::FormField;
use crate::widgets::pieces::firm;
use crate::widgets::table::Cell;

pub type TransactionsPane = ListPane<TransactionsQuery, Transactions>;

impl Identity for Transaction {
    type Id = Timestamp;

    /// The consensus time, which is unique.
    fn identity(&self) -> Option<Self::Id> {
        self.consensus_timestamp.value()
    }
}

impl PaneRows<TransactionsQuery> for Transactions {
    fn for_query(query: &TransactionsQuery) -> Self {
        Self { account: query.one_account() }
    }

    fn wants(&self, list: &PagedList<TransactionsQuery>, ctx: &Context<'_>, wants: &mut Wants) {
        let moved = list.in_view(ctx).iter().flat_map(|row| amounts::tokens(row));
        for subject in tokens::subjects(moved) {
            wants.resolve(subject);
        }
    }
}

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
            filter_form::text(self, "account.id", "account", "account id, such as 0.0.1002"),
            filter_form::text(self, "timestamp", "consensus time", filter_form::TIMES),
            filter_form::text(self, "transactiontype", "type", "CRYPTOTRANSFER, or several"),
            FormField::choice("result", "result", RESULTS, &set("result")),
            FormField::choice("type", "moves", MOVES, &set("type")),
        ];
        own.into_iter().chain(filter_form::paging(self)).collect()
    }

    fn values(&self, name: &str, text: &str, ctx: &Context<'_>) -> Result<Vec<String>, String> {
        match name {
            "timestamp" => filter_form::times(text, ctx.clock()),
            "transactiontype" => Ok(filter_form::several(text)),
            _ if text == ANY => Ok(Vec::new()),
            _ => Ok(vec![text.to_owned()]),
        }
    }
}

impl Listed for TransactionsQuery {
    const WORDS: Words = Words { open: "open", copy: "copy the place of the row", more: "load another page" };
    const ORDERS: &'static [(&'static str, &'static str)] = filter_form::IN_TIME;
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
            ("transactiontype", filter_form::by_frequency(kinds)),
            ("account.id", filter_form::by_frequency(payers.map(|payer| payer.to_string()))),
        ]
    }

    fn transaction(row: &Transaction) -> Option<Timestamp> {
        row.consensus_timestamp.value()
    }
}

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
