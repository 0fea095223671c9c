//! The lookups that can complete an analysis: contracts whose interfaces are needed, and selectors and topics without
//! a known name, in outer and inner calls.

use std::collections::HashSet;

use ledger::ContractRef;

use super::analysis::{Analysis, AnalysisInput, AnalysisOutput};
use super::reading::{Argument, Inner, Raw, Reading, Value};
use super::unfold;
use super::unfold::Targets;

/// A selector or topic without a known name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Unnamed {
    /// The first four bytes of a call, of an error, or of a function in code.
    Selector([u8; 4]),
    /// The first topic of a log.
    Topic([u8; 32]),
}

impl Analysis {
    /// The contracts of all calls, errors and events in the analysis, each once, outer calls before inner calls.
    /// Uncertain calls are left out.
    pub fn contracts(&self, output: &AnalysisOutput) -> Vec<ContractRef> {
        let (mut contracts, mut seen) = (Vec::new(), HashSet::new());
        walk(&self.input, output, |part| {
            let says = !matches!(part.reading.raw, Some(Raw::Empty | Raw::NoSelector | Raw::Creation));
            contracts.extend(part.contract.filter(|one| part.certain && says && seen.insert(*one)));
        });
        contracts
    }

    /// The hashes without a known name, with their contract if it is known.
    pub fn unnamed(&self, output: &AnalysisOutput) -> HashSet<(Unnamed, Option<ContractRef>)> {
        let mut found = HashSet::new();
        walk(&self.input, output, |part| {
            found.extend(hash(part.reading).map(|hash| (hash, part.contract)));
        });
        if let AnalysisOutput::Code(code) = output {
            let selectors = code.dispatch.functions.iter().map(|function| function.selector);
            let unnamed = selectors.filter(|selector| code.names.selector(*selector).is_none());
            found.extend(unnamed.map(|selector| (Unnamed::Selector(selector), None)));
        }
        found
    }
}

fn hash(reading: &Reading) -> Option<Unnamed> {
    match reading.raw? {
        Raw::UnknownSelector(selector) => Some(Unnamed::Selector(selector)),
        Raw::UnknownTopic(topic) => Some(Unnamed::Topic(topic)),
        _ => None,
    }
}

/// A decoded part of an output.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part<'a> {
    /// The called or emitting contract, if known.
    pub(super) contract: Option<ContractRef>,
    /// Whether the part is certain: it was part of the input, or the bytes of a function that only forwards calls.
    pub(super) certain: bool,
    pub(super) reading: &'a Reading,
}

/// Maximum number of visited values: an output may contain very many.
const MAX_VALUES: usize = 20_000;

/// Calls `take` for each decoded part, outer calls before inner calls.
pub(super) fn walk<'a>(input: &AnalysisInput, output: &'a AnalysisOutput, take: impl FnMut(Part<'a>)) {
    let mut walk = Walk { take, left: MAX_VALUES };
    match (input, output) {
        (AnalysisInput::Calls(asked), AnalysisOutput::Calls(found)) => {
            for (asked, found) in asked.iter().zip(found) {
                let custom = found.error.as_ref().and_then(|error| error.custom.as_ref());
                let made = found.creation.as_ref().map(|creation| &creation.constructor);
                for reading in [Some(&found.input), found.output.as_ref(), custom, made].into_iter().flatten()
                {
                    walk.reading(Part { contract: asked.contract, certain: true, reading });
                }
            }
        }
        (AnalysisInput::Logs(asked), AnalysisOutput::Logs(found)) => {
            for (asked, reading) in asked.iter().zip(found) {
                walk.reading(Part { contract: asked.contract, certain: true, reading });
            }
        }
        (AnalysisInput::Bytes(asked), AnalysisOutput::Bytes(found)) => {
            for reading in found.meanings.iter().map(|it| &it.reading).chain(&found.nameless) {
                walk.reading(Part { contract: asked.contract, certain: true, reading });
            }
        }
        _ => {}
    }
}

struct Walk<T> {
    take: T,
    left: usize,
}

/// The context of values.
#[derive(Clone, Copy)]
struct Around {
    /// The called contract, or the one whose address is next to the values.
    contract: Option<ContractRef>,
    /// Whether bytes in the values are certainly calls.
    certain: bool,
}

impl<'a, T: FnMut(Part<'a>)> Walk<T> {
    fn reading(&mut self, part: Part<'a>) {
        (self.take)(part);
        if let Some(best) = part.reading.best() {
            let certain = unfold::is_caller(best) || (part.certain && unfold::is_packed(best));
            self.arguments(&best.arguments, Around { contract: part.contract, certain });
        }
    }

    fn arguments(&mut self, arguments: &'a [Argument], around: Around) {
        let targets = Targets::among(arguments);
        let own = Around { contract: targets.one().map(ContractRef::Address).or(around.contract), ..around };
        for argument in arguments {
            match &argument.value {
                Value::List(values) if targets.for_items(values.len()).is_some() => {
                    for (value, target) in
                        values.iter().zip(targets.for_items(values.len()).unwrap_or_default())
                    {
                        let contract = Some(ContractRef::Address(*target));
                        self.value(value, Around { contract, ..around }, around);
                    }
                }
                value => self.value(value, own, around),
            }
        }
    }

    fn value(&mut self, value: &'a Value, own: Around, around: Around) {
        let Some(left) = self.left.checked_sub(1) else { return };
        self.left = left;
        match value {
            Value::List(values) => values.iter().for_each(|value| self.value(value, own, around)),
            Value::Tuple(members) => self.arguments(members, around),
            Value::Bytes(_, Some(inner)) => {
                let (contract, certain) = match &**inner {
                    Inner::Call(_) => (own.contract, own.certain),
                    Inner::Returned { of, .. } | Inner::Failed { of, .. } => (*of, of.is_some()),
                };
                if let Some(reading) = inner.reading() {
                    self.reading(Part { contract, certain, reading });
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use ledger::{EntityId, EvmAddress};

    use super::*;
    use crate::analysis::{AnalysisInput, run};
    use crate::known::{Known, Snapshot};
    use crate::reading::{CallQuestion, LogQuestion, Reader};
    use crate::stop::Stop;

    const NOBODYS: [u8; 4] = [0xfe, 0xdc, 0xba, 0x98];
    const OWN: ContractRef = ContractRef::Id(EntityId::from_num(5001));
    const TARGET: EvmAddress = EvmAddress::new([3; 20]);

    fn analysis(input: AnalysisInput) -> (Analysis, AnalysisOutput) {
        let analysis = Analysis { known: Snapshot::default(), input };
        let output = run(&analysis, &Stop::default()).unwrap();
        (analysis, output)
    }

    fn calls(inputs: impl IntoIterator<Item = Vec<u8>>) -> (Analysis, AnalysisOutput) {
        let call = |input: Vec<u8>| CallQuestion {
            contract: Some(OWN),
            input: input.into(),
            ..CallQuestion::default()
        };
        analysis(AnalysisInput::Calls(inputs.into_iter().map(call).collect()))
    }

    fn word(number: u8) -> Vec<u8> {
        [&[0; 31][..], &[number]].concat()
    }

    /// Bytes with their length in front, up to a whole number of words.
    fn bytes(within: &[u8]) -> Vec<u8> {
        let padding = vec![0; within.len().next_multiple_of(32) - within.len()];
        [&word(u8::try_from(within.len()).unwrap()), within, &padding].concat()
    }

    /// `multicall(bytes[])` of one call.
    fn multicall(within: &[u8]) -> Vec<u8> {
        [&[0xac, 0x96, 0x50, 0xd8], &[32, 1, 32].map(word).concat()[..], &bytes(within)].concat()
    }

    /// `execute(address,uint256,bytes)` with a call of another contract.
    fn execute(selector: [u8; 4], within: &[u8]) -> Vec<u8> {
        let target = [&[0; 12], &TARGET.bytes()[..]].concat();
        [&selector[..], &target, &word(0), &word(96), &bytes(within)].concat()
    }

    const EXECUTE: [u8; 4] = [0xb6, 0x1d, 0x27, 0xf6];

    #[test]
    fn what_nobody_named_is_found_in_calls_in_calls_within_and_in_logs() {
        let failed = CallQuestion {
            input: NOBODYS.to_vec().into(),
            error: Some(format!("0x01020304{}", "00".repeat(32)).into()),
            ..CallQuestion::default()
        };
        let within = CallQuestion {
            contract: Some(OWN),
            input: multicall(&execute(EXECUTE, &[9; 4])).into(),
            ..CallQuestion::default()
        };
        let (asked, found) = analysis(AnalysisInput::Calls(vec![within, failed].into()));
        let target = Some(ContractRef::Address(TARGET));
        let selectors = [([1, 2, 3, 4], None), (NOBODYS, None), ([9; 4], target)];
        let selectors = selectors.map(|(selector, contract)| (Unnamed::Selector(selector), contract));
        assert_eq!(asked.unnamed(&found), HashSet::from(selectors));
        let log =
            LogQuestion { contract: Some(OWN), topics: vec![vec![7; 32].into()], ..LogQuestion::default() };
        let (asked, found) = analysis(AnalysisInput::Logs(vec![log].into()));
        assert_eq!(asked.unnamed(&found), HashSet::from([(Unnamed::Topic([7; 32]), Some(OWN))]));
    }

    #[test]
    fn what_has_a_name_or_no_selector_is_not_asked_for() {
        // `totalSupply()`, nothing, and less than a selector.
        let (asked, found) = calls([vec![0x18, 0x16, 0x0d, 0xdd], vec![], vec![1, 2, 3]]);
        assert_eq!(asked.unnamed(&found), HashSet::new());
    }

    #[test]
    fn the_contracts_of_calls_and_of_those_within_are_found() {
        let total_supply = [0x18, 0x16, 0x0d, 0xdd];
        let target = ContractRef::Address(TARGET);
        let within = multicall(&execute(EXECUTE, &total_supply));
        for (input, expected) in [
            (within, vec![OWN, target]),
            (execute(EXECUTE, &NOBODYS), vec![OWN, target]),
            (NOBODYS.to_vec(), vec![OWN]),
            (vec![], vec![]),
        ] {
            let (asked, found) = calls([input]);
            assert_eq!(asked.contracts(&found), expected);
        }
    }

    #[test]
    fn the_address_beside_what_is_but_a_guess_is_nobody_who_is_called() {
        // `transferAndCall(address,uint256,bytes)` may hand over anything.
        let input = execute([0x40, 0x00, 0xae, 0xa0], &[0x18, 0x16, 0x0d, 0xdd]);
        let known = Known::default();
        let reading = Reader::new(&known).call(Some(OWN), &input);
        assert!(reading.exact().is_some(), "{reading:?}");
        let (asked, found) = calls([input]);
        assert_eq!(asked.contracts(&found), [OWN]);
    }
}
