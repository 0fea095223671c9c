//! The calls within a call: whether there are any, and which of them failed though the call itself did not.

use ledger::HexBytes;

use super::{Argument, Candidate, Inner, Reading, Value};
use crate::abi::WORD;
use crate::response_code::Response;

impl Candidate {
    /// Whether a call is among the arguments, at any depth.
    pub fn has_calls(&self) -> bool {
        any(&self.arguments, &mut |_, inner| matches!(inner, Some(Inner::Call(_))).then_some(())).is_some()
    }

    /// Whether bytes among the arguments, at any depth, may be an error that has no name yet.
    pub fn has_unread_error(&self) -> bool {
        any(&self.arguments, &mut |bytes, inner| match inner {
            None => (bytes.len() % WORD == 4).then_some(()),
            Some(inner) => inner.reading()?.exact()?.has_unread_error().then_some(()),
        })
        .is_some()
    }

    /// The first failure among the answers: of a forwarded call, or from a system contract.
    pub fn hidden_failure(&self) -> Option<String> {
        any(&self.arguments, &mut |_, inner| match inner? {
            Inner::Failed { error, .. } => Some(error.summary()),
            Inner::Returned { reading, .. } => {
                let best = reading.best()?;
                let refused = best.response().filter(|response| !response.is_success());
                refused.map(Response::explanation).or_else(|| best.hidden_failure())
            }
            Inner::Call(_) => None,
        })
    }
}

/// The first thing that is found in bytes among arguments, or in what they mean.
fn any<T>(
    arguments: &[Argument],
    find: &mut impl FnMut(&HexBytes, Option<&Inner>) -> Option<T>,
) -> Option<T> {
    arguments.iter().find_map(|argument| within(&argument.value, find))
}

fn within<T>(value: &Value, find: &mut impl FnMut(&HexBytes, Option<&Inner>) -> Option<T>) -> Option<T> {
    match value {
        Value::Bytes(bytes, inner) => find(bytes, inner.as_deref()),
        Value::List(values) => values.iter().find_map(|value| within(value, find)),
        Value::Tuple(members) => members.iter().find_map(|member| within(&member.value, find)),
        _ => None,
    }
}

impl Reading {
    /// See [`Candidate::hidden_failure`]: only of answers that were read for certain.
    pub fn hidden_failure(&self) -> Option<String> {
        self.exact().and_then(Candidate::hidden_failure)
    }
}
