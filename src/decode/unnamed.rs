//! What a finding leaves without a name: the selectors and topics that a signature server may know.

use std::collections::BTreeSet;

use super::Finding;
use super::reading::{CallReading, Raw, Reading, Value};

/// A hash that nobody named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Unnamed {
    /// The first four bytes of a call, of an error, or of a function in code.
    Selector([u8; 4]),
    /// The first topic of a log.
    Topic([u8; 32]),
}

/// The most values that are searched for calls within calls: a finding may hold very many.
const MOST_VALUES: usize = 20_000;

impl Finding {
    /// The hashes in it that nobody named.
    pub fn unnamed(&self) -> BTreeSet<Unnamed> {
        let mut search = Search { found: BTreeSet::new(), left: MOST_VALUES };
        match self {
            Self::Calls(calls) => calls.iter().for_each(|call| search.call(call)),
            Self::Logs(logs) => logs.iter().for_each(|log| search.reading(log)),
            Self::Code(code) => {
                let selectors = code.dispatch.functions.iter().map(|function| function.selector);
                let unnamed = selectors.filter(|selector| code.names.selector(*selector).is_none());
                search.found.extend(unnamed.map(Unnamed::Selector));
            }
            _ => {}
        }
        search.found
    }
}

struct Search {
    found: BTreeSet<Unnamed>,
    left: usize,
}

impl Search {
    fn call(&mut self, call: &CallReading) {
        let custom = call.error.as_ref().and_then(|error| error.custom.as_ref());
        [Some(&call.input), call.output.as_ref(), custom]
            .into_iter()
            .flatten()
            .for_each(|one| self.reading(one));
    }

    fn reading(&mut self, reading: &Reading) {
        match reading.raw {
            Some(Raw::UnknownSelector(selector)) => _ = self.found.insert(Unnamed::Selector(selector)),
            Some(Raw::UnknownTopic(topic)) => _ = self.found.insert(Unnamed::Topic(topic)),
            _ => {}
        }
        let arguments = reading.best().into_iter().flat_map(|best| &best.arguments);
        arguments.for_each(|argument| self.value(&argument.value));
    }

    fn value(&mut self, value: &Value) {
        let Some(left) = self.left.checked_sub(1) else { return };
        self.left = left;
        match value {
            Value::List(values) => values.iter().for_each(|value| self.value(value)),
            Value::Tuple(members) => members.iter().for_each(|member| self.value(&member.value)),
            Value::Bytes(_, Some(within)) => self.reading(within),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::known::Known;
    use crate::decode::reading::{CallQuestion, LogQuestion, Reader};

    const NOBODYS: [u8; 4] = [0xfe, 0xdc, 0xba, 0x98];

    /// `multicall(bytes[])` of one call.
    fn multicall(within: &[u8]) -> Vec<u8> {
        let word = |number: u8| [&[0; 31][..], &[number]].concat();
        let head = [32, 1, 32].map(word).concat();
        let length = word(u8::try_from(within.len()).unwrap());
        let padding = vec![0; within.len().next_multiple_of(32) - within.len()];
        [&[0xac, 0x96, 0x50, 0xd8], &head[..], &length, within, &padding].concat()
    }

    #[test]
    fn what_nobody_named_is_found_in_calls_in_calls_within_and_in_logs() {
        let known = Known::default();
        let reader = Reader::new(&known);
        let read = |input: Vec<u8>| {
            reader.read_call(&CallQuestion { input: input.into(), ..CallQuestion::default() })
        };
        let error = Some(format!("0x01020304{}", "00".repeat(32)).into());
        let failed = CallQuestion { input: NOBODYS.to_vec().into(), error, ..CallQuestion::default() };
        let within = multicall(&[9, 9, 9, 9]);
        let calls = Finding::Calls(vec![read(within), reader.read_call(&failed)]);
        let selectors = [[1, 2, 3, 4], [9; 4], NOBODYS].map(Unnamed::Selector);
        assert_eq!(calls.unnamed(), BTreeSet::from(selectors));
        let log = LogQuestion { topics: vec![vec![7; 32].into()], ..LogQuestion::default() };
        let logs = Finding::Logs(vec![reader.read_log(&log)]);
        assert_eq!(logs.unnamed(), BTreeSet::from([Unnamed::Topic([7; 32])]));
    }

    #[test]
    fn what_has_a_name_or_no_selector_is_not_asked_for() {
        let known = Known::default();
        let read = |input: &[u8]| {
            let question = CallQuestion { input: input.to_vec().into(), ..CallQuestion::default() };
            Reader::new(&known).read_call(&question)
        };
        // `totalSupply()`, nothing, and less than a selector.
        let calls = Finding::Calls(vec![read(&[0x18, 0x16, 0x0d, 0xdd]), read(&[]), read(&[1, 2, 3])]);
        assert_eq!(calls.unnamed(), BTreeSet::new());
    }
}
