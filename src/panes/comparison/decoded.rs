//! A result with its decoded bytes, and equality of decoded values.

use decode::reading::{CallReading, Reading, Value};
use decode::storage::{Explanation, Slot};
use ledger::{ContractRef, ContractResult, EntityId, EvmAddress};

use crate::panes::Context;
use crate::panes::kit::nouns::{inner_calls::InnerCalls, result_money::Money};

/// A result with the decodings that have arrived.
#[derive(Clone, Copy)]
pub(super) struct Decoded<'a> {
    pub(super) result: &'a ContractResult,
    pub(super) money: Money<'a>,
    pub(super) call: Option<&'a CallReading>,
    pub(super) logs: &'a [Reading],
    pub(super) inner_calls: &'a InnerCalls,
    /// Its slots, in the order of the record.
    pub(super) slots: &'a [Slot],
    pub(super) explained: &'a [Explanation],
}

/// Whether two values are equal; an address equals the id of the same entity.
pub(super) fn is_same_value(ctx: &Context<'_>, one: &Value, other: &Value) -> bool {
    is_same(one, other, &|one, other| is_same_party(ctx, one, other))
}

/// Whether both addresses belong to the same account or contract, judged by the names that are loaded.
pub(super) fn is_same_party(ctx: &Context<'_>, one: EvmAddress, other: EvmAddress) -> bool {
    let entity = |address: EvmAddress| {
        let own = address.entity_num().map(|num| EntityId { num, ..ctx.network.home });
        own.or_else(|| ctx.known.account_at(address))
    };
    let contract = |address| ctx.known.address_of(ContractRef::Address(address));
    let is_same_entity = entity(one).is_some_and(|id| entity(other) == Some(id));
    one == other || is_same_entity || contract(one) == contract(other)
}

/// Compares two values; raw bytes count, their decodings do not.
fn is_same(one: &Value, other: &Value, is_party: &dyn Fn(EvmAddress, EvmAddress) -> bool) -> bool {
    match (one, other) {
        (Value::Bytes(one, _), Value::Bytes(other, _)) => one == other,
        (Value::Address(one), Value::Address(other)) => is_party(*one, *other),
        (Value::List(one), Value::List(other)) => {
            let both = || one.iter().zip(other);
            one.len() == other.len() && both().all(|(one, other)| is_same(one, other, is_party))
        }
        (Value::Tuple(one), Value::Tuple(other)) => {
            let both = || one.iter().zip(other);
            one.len() == other.len() && both().all(|(one, other)| is_same(&one.value, &other.value, is_party))
        }
        _ => one == other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use decode::reading::Inner;
    use ledger::HexBytes;

    #[test]
    fn bytes_are_the_same_whatever_is_known_of_them() {
        let is_same = |one: &Value, other: &Value| is_same(one, other, &|one, other| one == other);
        let bytes = HexBytes::from(vec![1, 2, 3, 4]);
        let inner = Inner::Call(Reading::default());
        let (plain, read) = (Value::Bytes(bytes.clone(), None), Value::Bytes(bytes, Some(Box::new(inner))));
        assert!(is_same(&plain, &read) && plain != read);
        assert!(is_same(&Value::List(vec![plain.clone()]), &Value::List(vec![read.clone()])));
        assert!(!is_same(&Value::List(vec![plain]), &Value::List(vec![read.clone(), read])));
    }
}
