//! Looks up a transaction by its consensus time or hash, and replaces itself with the transaction's page. Shows
//! progress, or why the transaction was not found.

use std::sync::Arc;

use api::{TransactionAt, TransactionOf};
use ledger::query::TransactionQuery;
use ledger::{HexBytes, Timestamp, Transaction, TransactionFamily};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::message::{Action, Copied, Effect, Place};
use crate::panes::kit::page::on_sheet;
use crate::panes::kit::{Fetched, Wants};
use crate::panes::verbs::by_verbs;
use crate::panes::{Context, Pane, Verbs};
use crate::widgets::Role;
use crate::widgets::line::put_words;

#[derive(Debug)]
pub struct TransactionLookupPane {
    name: Name,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Name {
    At(Timestamp),
    /// The 48-byte hash.
    Hash(HexBytes),
}

/// Reasons why a server may not find a transaction by its time.
const REASONS_AT: [&str; 2] = [
    "A transaction is found only by its exact consensus time, to the nanosecond; its valid start is another time.",
    "A transaction of the last seconds may not be there yet: refresh in a moment.",
];

impl TransactionLookupPane {
    pub fn open(name: Name) -> Self {
        Self { name }
    }

    fn found<'a>(&self, ctx: &Context<'a>) -> Fetched<'a, Arc<TransactionFamily>> {
        match &self.name {
            Name::At(at) => ctx.get(&TransactionAt(*at)),
            Name::Hash(hash) => ctx.get(&TransactionOf(hash.clone())),
        }
    }

    /// The page of the transaction, with the named member selected; `None` until found.
    fn page(&self, ctx: &Context<'_>) -> Option<Place> {
        let family = self.found(ctx).value()?;
        let is_it = |member: &&Arc<Transaction>| match &self.name {
            Name::At(at) => member.consensus_timestamp.value() == Some(*at),
            Name::Hash(hash) => member.transaction_hash.known() == Some(hash),
        };
        let member = family.members.iter().find(is_it).or(family.members.first())?;
        let id = member.transaction_id.value()?;
        let is_first =
            member.nonce.value().unwrap_or_default() == 0 && member.scheduled.value() != Some(true);
        let at = member.consensus_timestamp.value().filter(|_| !is_first);
        Some(Place::Transaction(TransactionQuery { at, ..TransactionQuery::family(id) }))
    }

    fn subject(&self) -> String {
        match &self.name {
            Name::At(at) => format!("transaction with the consensus time {} ({at})", at.utc()),
            Name::Hash(hash) => format!("transaction with the hash {}", hash.to_hex()),
        }
    }

    fn copied(&self) -> Copied {
        match &self.name {
            Name::At(at) => Copied::new("consensus time", at.to_string()),
            Name::Hash(hash) => Copied::new("transaction hash", hash),
        }
    }

    fn verbs(&self, ctx: &Context<'_>, verbs: &mut Verbs<'_, Self>) {
        verbs.add(Action::Refresh, "refresh").give(|| Effect::Refresh);
        verbs.add(Action::Copy, "copy what was looked for").give(|| Effect::Copy(self.copied()));
        verbs.hidden(Action::CopyMenu, "copy …").give(|| {
            let named = [self.copied(), on_sheet::copied_place(&self.place())].into_iter();
            Effect::CopyMenu(named.chain(on_sheet::copied_request(self.found(ctx).url())).collect())
        });
    }
}

impl Pane for TransactionLookupPane {
    /// Opens the page, but only while this pane is on screen.
    fn due_effects(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        self.page(ctx).map(Effect::Replace).into_iter().collect()
    }

    by_verbs!();

    fn wants(&self, _ctx: &Context<'_>, wants: &mut Wants) {
        match &self.name {
            Name::At(at) => wants.add(&TransactionAt(*at)),
            Name::Hash(hash) => wants.add(&TransactionOf(hash.clone())),
        }
    }

    fn place(&self) -> Place {
        match &self.name {
            Name::At(at) => Place::TransactionAt(*at),
            Name::Hash(hash) => Place::TransactionOf(hash.clone()),
        }
    }

    fn title(&self, _ctx: &Context<'_>) -> String {
        match &self.name {
            Name::At(at) => format!("transaction {at}"),
            Name::Hash(hash) => format!("transaction {}", hash.to_hex()),
        }
    }

    fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        let Some(_) = self.found(ctx).value() else {
            self.found(ctx).view_missing(ctx, &self.subject(), area, buf);
            return None;
        };
        let missing = format!("No {} on {}.", self.subject(), ctx.network.name);
        let reasons = match self.name {
            Name::At(_) => &REASONS_AT[..],
            Name::Hash(_) => &REASONS_AT[1..],
        };
        let lines = reasons.iter().map(|reason| (*reason, Role::Plain));
        let row = put_words(buf, area, (0, 3), [(missing, Role::Heading)], ctx.theme);
        put_words(buf, area, (row + 1, 3), lines, ctx.theme);
        None
    }
}
