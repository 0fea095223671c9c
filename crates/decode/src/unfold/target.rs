//! The targets of calls within a call: addresses next to their bytes.

use ledger::EvmAddress;

use crate::reading::{Argument, Value};

/// Whom the bytes among some arguments are for.
pub(crate) struct Targets {
    /// The first address among the arguments.
    one: Option<EvmAddress>,
    /// The first list of addresses, of which each is for the bytes at the same place of a list as long.
    each: Option<Vec<EvmAddress>>,
}

impl Targets {
    /// Collects the addresses among these arguments.
    pub(crate) fn among(arguments: &[Argument]) -> Self {
        let each = arguments.iter().find_map(|argument| match &argument.value {
            Value::List(values) => values.iter().map(Value::address).collect(),
            _ => None,
        });
        Self { one: arguments.iter().find_map(|argument| argument.value.address()), each }
    }

    /// The target shared by all calls, if there is an address.
    pub(crate) fn one(&self) -> Option<EvmAddress> {
        self.one
    }

    /// The targets of the items of a list of this length, if there is one for each.
    pub(crate) fn for_items(&self, length: usize) -> Option<&[EvmAddress]> {
        self.each.as_deref().filter(|each| each.len() == length)
    }
}
