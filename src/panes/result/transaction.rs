//! The transaction behind a result: a result does not name it, but real servers find it by its time or its hash.

use std::sync::Arc;

use crate::ledger::query::{ExecutionQuery, TransactionQuery};
use crate::ledger::{ExecutionRef, HexBytes, Timestamp, TransactionFamily};
use crate::message::{Answer, Ask, Effect, Failure, Notice, Place, Response, Retrying};
use crate::panes::{Context, Remote};

/// What is known of the transaction, and whether the user waits to be taken there.
#[derive(Debug, Default)]
pub(super) struct ItsTransaction {
    found: Remote<Arc<TransactionFamily>>,
    /// When the user asked to be taken there.
    wanted: Option<Timestamp>,
}

/// For how long the user is still taken there, milliseconds: later it would come as a surprise.
const PATIENCE: u64 = 10_000;

impl ItsTransaction {
    /// Asks for the transaction with this hash.
    pub(super) fn by_hash(&mut self, hash: &HexBytes, ctx: &Context<'_>) -> Effect {
        self.found.ask(ctx.request(Ask::TransactionOf(hash.clone())), ctx.now)
    }

    /// The way there: at once if it is known, else as soon as the server has told it.
    pub(super) fn go(&mut self, at: Option<Timestamp>, ctx: &Context<'_>) -> Vec<Effect> {
        if let Some(place) = self.place() {
            return vec![Effect::Go(place)];
        }
        let Some(at) = at else { return Vec::new() };
        self.wanted = Some(ctx.now);
        self.found.again(ctx.request(Ask::TransactionAt(at)), ctx.now)
    }

    /// Takes an answer. `true` if it was for this.
    pub(super) fn hear(&mut self, response: &Response) -> bool {
        self.found.hear(response, |answer| match answer {
            Answer::Transaction(family) => Some(Arc::clone(family)),
            _ => None,
        })
    }

    /// Hears that a request will be repeated.
    pub(super) fn retrying(&mut self, retrying: &Retrying) -> bool {
        self.found.retrying(retrying)
    }

    /// Takes the user there, or says why not, once the answer is there.
    pub(super) fn due(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        let Some(since) = self.wanted.filter(|_| self.found.asked().is_none()) else { return Vec::new() };
        self.wanted = None;
        if ctx.now > since.plus_millis(PATIENCE) {
            return Vec::new();
        }
        let words = match (self.place(), self.found.failure()) {
            (Some(place), _) => return vec![Effect::Go(place)],
            (None, Some(Failure::NotOffered { .. })) => {
                "this server does not find transactions by their time".to_owned()
            }
            (None, Some(failure)) => failure.sentence(),
            (None, None) => "the server has no transaction of this time".to_owned(),
        };
        vec![Effect::Notify(Notice::warning(words))]
    }

    /// The name of the result that the transaction with the hash has: its id, and its nonce if it is a child.
    pub(super) fn execution(&self, hash: &HexBytes) -> Option<ExecutionQuery> {
        let family = self.found.value()?;
        let is_it = |hash_of: &HexBytes| hash_of == hash;
        let member = family.members.iter().find(|member| member.transaction_hash.known().is_some_and(is_it));
        let member = member.or(family.members.first())?;
        let nonce =
            member.nonce.value().and_then(|nonce| u32::try_from(nonce).ok()).filter(|nonce| *nonce > 0);
        let of = ExecutionRef::Id(member.transaction_id.value()?);
        Some(ExecutionQuery { nonce, ..ExecutionQuery::of(of) })
    }

    /// The request, with its state.
    pub(super) fn found(&self) -> &Remote<Arc<TransactionFamily>> {
        &self.found
    }

    /// Stops asking.
    pub(super) fn stop(&mut self) -> Option<Effect> {
        self.wanted = None;
        self.found.stop()
    }

    fn place(&self) -> Option<Place> {
        let member = self.found.value()?.members.first()?;
        Some(Place::Transaction(TransactionQuery::family(member.transaction_id.value()?)))
    }
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
        let request = crate::message::Request {
            network: "here".to_owned(),
            ask: Ask::TransactionOf(HexBytes::from(vec![2; 48])),
        };
        let mut transaction = ItsTransaction::default();
        let _ = transaction.found.ask(request.clone(), Timestamp::default());
        let family = TransactionFamily { members: vec![member(0, 1), member(3, 2)], ..Default::default() };
        let outcome = Ok(Answer::Transaction(Arc::new(family)));
        let response = Response { request, outcome, at: Timestamp::default(), url: String::new() };
        assert!(transaction.hear(&response));
        let named = |hash: u8| {
            let query = transaction.execution(&HexBytes::from(vec![hash; 48])).unwrap();
            (query.of.to_string(), query.nonce)
        };
        assert_eq!(named(2), ("0.0.2-1-000000005".to_owned(), Some(3)));
        assert_eq!(named(1), ("0.0.2-1-000000005".to_owned(), None));
        assert_eq!(named(9).1, None, "a server that cuts hashes still answers with the transaction");
    }
}
