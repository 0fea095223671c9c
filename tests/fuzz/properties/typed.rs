//! What is typed to filter lists and to call functions: filters with patterns, signatures, and arguments for them.

use decode::input::{Names, parse_argument};
use decode::rows::Filter;
use decode::{Interface, Known};
use ledger::{EntityId, Timestamp};

use super::assert_harmless;

/// The first line is a signature or a filter, the others are arguments.
pub(super) fn check(bytes: &[u8]) {
    let text = super::text(bytes);
    let mut lines = text.lines();
    let first = lines.next().unwrap_or_default();
    if let Err(fault) = Filter::parse(first, &["time", "method", "reason"], Timestamp::from_secs(0)) {
        assert_harmless(&fault.to_string());
    }
    let Ok(entry) = Interface::parse_line(first) else { return };
    let known = Known::default();
    let names = Names { known: &known, network: "testnet", home: EntityId::from_num(0) };
    for (parameter, argument) in entry.inputs.iter().zip(lines) {
        if let Err(fault) = parse_argument(argument, parameter, &names) {
            assert!(fault.at <= argument.len());
            assert_harmless(&fault.words);
        }
    }
}
