//! The transaction of a result, for its transfers and fees. The result does not name it, so it is found by time
//! first.

use std::sync::Arc;

use api::{Failure, TransactionAt};
use decode::Subject;
use decode::family::Family;
use decode::money::{Asset, Bill, Trail};
use ledger::query::{ExecutionQuery, TransactionQuery};
use ledger::{
    ContractResult, EntityId, ExecutionRef, HexBytes, Timestamp, Transaction, TransactionFamily,
    TransactionId,
};

use crate::message::{Effect, Notice, Place};
use crate::panes::Context;
use crate::panes::kit::nouns::{
    money_flows::{self, FlowRow},
    tokens,
};
use crate::panes::kit::{Fetched, Taken, Wants};

/// The transaction of a result, and a pending request of the user to open it.
#[derive(Debug, Default)]
pub(super) struct ItsTransaction {
    /// Its consensus time, until its id is loaded.
    at: Option<TransactionAt>,
    /// The query for all transactions of its id; `None` until the id is loaded.
    query: Option<TransactionQuery>,
    taken: Taken,
    /// `None` until the transaction is loaded.
    record: Option<Record>,
    /// Why the transaction could not be loaded. Kept here because the request is dropped on tabs that do not show
    /// it.
    failed: Option<String>,
    /// When the user asked to open it.
    opening: Option<Timestamp>,
}

/// The transfers and related entities of the transaction and its children.
#[derive(Debug)]
pub(super) struct Record {
    pub(super) own: Arc<Transaction>,
    /// All transfers except fees, in the order of the transactions.
    pub(super) moved: Vec<FlowRow>,
    /// The schedule that executed it, if the family contains the schedule's creation.
    pub(super) schedule: Option<EntityId>,
    tokens: Vec<Subject>,
}

/// How long a late answer still opens the transaction, milliseconds; after that it would be a surprise.
const OPEN_TIMEOUT_MILLIS: u64 = 10_000;

impl ItsTransaction {
    /// Takes over the transaction's name and the answers.
    pub(super) fn rebuild_view(
        &mut self,
        id: Option<TransactionId>,
        time: Option<Timestamp>,
        ctx: &Context<'_>,
    ) {
        self.at = time.map(TransactionAt);
        let found = self.at.as_ref().and_then(|at| ctx.get(at).value()?.members.first());
        let id = id.or_else(|| found?.transaction_id.value());
        self.query = id.map(TransactionQuery::family).or(self.query.take());
        self.failed = self.failure(ctx).filter(|_| time.is_some());
        let (Some(time), Some(query)) = (time, &self.query) else { return };
        if let Some(family) = self.taken.if_new(ctx.get(query)) {
            self.record = Record::new(family, time).or(self.record.take());
        }
    }

    pub(super) fn record(&self) -> Option<&Record> {
        self.record.as_ref()
    }

    /// The place of the transaction, which shows all transactions of its id.
    pub(super) fn place(&self) -> Option<Place> {
        self.query.clone().map(Place::Transaction)
    }

    /// Why the transaction could not be loaded; `None` while the request is in progress.
    pub(super) fn failure(&self, ctx: &Context<'_>) -> Option<String> {
        let reason = match (&self.query, &self.at) {
            (Some(query), _) => reason(ctx.get(query), "the answer has no transaction of this time"),
            (None, Some(at)) => reason(ctx.get(at), "the server has no transaction of this time"),
            (None, None) => Some("the result has no consensus time".to_owned()),
        };
        reason.or_else(|| self.failed.clone())
    }

    /// Opens the transaction now if it is loaded, otherwise when the answer arrives.
    pub(super) fn go(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        if let Some(place) = self.place() {
            return vec![Effect::Go(place)];
        }
        self.opening = Some(ctx.now);
        Vec::new()
    }

    /// Adds the transaction while it is on screen or the user waits for it.
    pub(super) fn wants(&self, is_shown: bool, wants: &mut Wants) {
        match (&self.query, &self.at) {
            (Some(query), _) if is_shown => wants.add_optional(query),
            (None, Some(at)) if is_shown || self.opening.is_some() => wants.add_optional(at),
            _ => {}
        }
        if let Some(record) = self.record.as_ref().filter(|_| is_shown) {
            record.tokens.iter().for_each(|token| wants.resolve(*token));
        }
    }

    /// The transaction that the user waits for.
    pub(super) fn found<'a>(&self, ctx: &Context<'a>) -> Option<Fetched<'a, Arc<TransactionFamily>>> {
        self.at.as_ref().filter(|_| self.opening.is_some()).map(|at| ctx.get(at))
    }

    /// Opens the awaited transaction, or says why that is not possible, once the answer is there.
    pub(super) fn due_effects(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        let Some(since) = self.opening else { return Vec::new() };
        let failure = match self.place() {
            None => match self.failure(ctx) {
                Some(failure) => Some(failure),
                None => return Vec::new(),
            },
            Some(_) => None,
        };
        self.opening = None;
        if ctx.now > since.plus_millis(OPEN_TIMEOUT_MILLIS) {
            return Vec::new();
        }
        match (self.place(), failure) {
            (Some(place), _) => vec![Effect::Go(place)],
            (None, failure) => vec![Effect::Notify(Notice::warning(failure.unwrap_or_default()))],
        }
    }
}

/// Why the transaction was not found; `None` while the request is in progress.
fn reason(found: Fetched<'_, Arc<TransactionFamily>>, none: &str) -> Option<String> {
    Some(match found.outcome()? {
        Ok(_) => none.to_owned(),
        Err(Failure::NotOffered { .. }) => "this server does not find transactions by their time".to_owned(),
        Err(failure) => failure.sentence(),
    })
}

impl Record {
    /// The member with this consensus time and its children. `None` if the family has no such member.
    fn new(family: &TransactionFamily, time: Timestamp) -> Option<Self> {
        let family = Family::arrange(family);
        let at = family.index_at(time)?;
        let own = family.members.get(at)?;
        let caused = family.members.iter().skip(at + 1).take_while(|member| member.depth > own.depth);
        let members = || [own].into_iter().chain(caused.clone()).map(|member| &*member.transaction);
        let trail = Trail::new(members().enumerate().collect::<Vec<_>>());
        let assets = trail.flows.iter().filter_map(|flow| match flow.asset {
            Asset::Coin => None,
            Asset::Token(token) | Asset::Unique(token) => Some(token),
        });
        let creates = |it: &&Transaction| it.name.known().is_some_and(|name| name.is("SCHEDULECREATE"));
        let is_scheduled = own.transaction.scheduled.value() == Some(true);
        let maker = family.transactions().map(|(_, it)| it).filter(|_| is_scheduled).find(creates);
        Some(Self {
            moved: money_flows::moved(&trail),
            tokens: tokens::subjects(assets),
            schedule: maker.and_then(|maker| maker.entity_id.value()),
            own: Arc::clone(&own.transaction),
        })
    }

    /// The fee, and its share for the result's gas.
    pub(super) fn bill(&self, result: &ContractResult) -> Option<Bill> {
        Bill::new(&self.own, result)
    }
}

/// The name of the result of the transaction with this hash: its id, and for a child its nonce.
pub(super) fn execution(family: &TransactionFamily, hash: &HexBytes) -> Option<ExecutionQuery> {
    let is_it = |hash_of: &HexBytes| hash_of == hash;
    let member = family.members.iter().find(|member| member.transaction_hash.known().is_some_and(is_it));
    let member = member.or(family.members.first())?;
    let nonce = member.nonce.value().and_then(|nonce| u32::try_from(nonce).ok()).filter(|nonce| *nonce > 0);
    let of = ExecutionRef::Id(member.transaction_id.value()?);
    Some(ExecutionQuery { nonce, ..ExecutionQuery::new(of) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ledger::{Field, Transaction, TransactionId};

    fn member(nonce: i64, hash: u8) -> Arc<Transaction> {
        Arc::new(Transaction {
            nonce: nonce.into(),
            transaction_hash: HexBytes::from(vec![hash; 48]).into(),
            transaction_id: TransactionId::parse("0.0.2-1-5").map_or(Field::Null, Field::Known),
            ..Transaction::default()
        })
    }

    #[test]
    fn a_childs_hash_names_the_childs_result() {
        let family = TransactionFamily { members: vec![member(0, 1), member(3, 2)], ..Default::default() };
        let named = |hash: u8| {
            let query = execution(&family, &HexBytes::from(vec![hash; 48])).unwrap();
            (query.of.to_string(), query.nonce)
        };
        assert_eq!(named(2), ("0.0.2-1-000000005".to_owned(), Some(3)));
        assert_eq!(named(1), ("0.0.2-1-000000005".to_owned(), None));
        assert_eq!(named(9).1, None, "a server that cuts hashes still answers with the transaction");
    }
}
