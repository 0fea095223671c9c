//! Finds the transaction of a result by time or hash, as the result does not name it.

use std::sync::Arc;

use crate::ledger::query::{ExecutionQuery, TransactionQuery};
use crate::ledger::{ExecutionRef, HexBytes, Timestamp, TransactionFamily};
use crate::message::question::TransactionAt;
use crate::message::{Effect, Failure, Notice, Place};
use crate::panes::Context;
use crate::panes::kit::{Fetched, Wants};

/// The transaction of the result, and whether the user waits to open it.
#[derive(Debug, Default)]
pub(super) struct ItsTransaction {
    /// Its consensus time, and when the user asked to open it.
    wanted: Option<(TransactionAt, Timestamp)>,
    place: Option<Place>,
}

/// How long an answer still opens the transaction, milliseconds: later it would come as a surprise.
const OPEN_TIMEOUT_MILLIS: u64 = 10_000;

impl ItsTransaction {
    /// Opens the transaction: at once if it is known, else when the answer arrives.
    pub(super) fn go(&mut self, at: Option<Timestamp>, ctx: &Context<'_>) -> Vec<Effect> {
        if let Some(place) = self.place.clone() {
            return vec![Effect::Go(place)];
        }
        self.wanted = at.map(|at| (TransactionAt(at), ctx.now));
        Vec::new()
    }

    /// Adds the transaction while the user waits for it.
    pub(super) fn wants(&self, wants: &mut Wants) {
        if let Some((question, _)) = &self.wanted {
            wants.add_optional(question);
        }
    }

    /// The transaction that the user waits for.
    pub(super) fn found<'a>(&self, ctx: &Context<'a>) -> Option<Fetched<'a, Arc<TransactionFamily>>> {
        self.wanted.as_ref().map(|(question, _)| ctx.get(question))
    }

    /// Takes the user there, or says why not, once the answer is there.
    pub(super) fn due_effects(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        let Some(outcome) = self.found(ctx).and_then(Fetched::outcome) else { return Vec::new() };
        let since = self.wanted.take().map(|(_, since)| since).unwrap_or_default();
        self.place = outcome.ok().and_then(|family| place(family));
        if ctx.now > since.plus_millis(OPEN_TIMEOUT_MILLIS) {
            return Vec::new();
        }
        let words = match (&self.place, outcome) {
            (Some(place), _) => return vec![Effect::Go(place.clone())],
            (None, Err(Failure::NotOffered { .. })) => {
                "this server does not find transactions by their time".to_owned()
            }
            (None, Err(failure)) => failure.sentence(),
            (None, Ok(_)) => "the server has no transaction of this time".to_owned(),
        };
        vec![Effect::Notify(Notice::warning(words))]
    }
}

fn place(family: &TransactionFamily) -> Option<Place> {
    let id = family.members.first()?.transaction_id.value()?;
    Some(Place::Transaction(TransactionQuery::family(id)))
}

/// The name of the result that the transaction with the hash has: its id, and its nonce if it is a child.
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
    use crate::ledger::{Field, Transaction, TransactionId};

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
