//! The lookups that can complete an analysis: contracts whose interfaces are needed, and selectors and topics without a
//! known name.

use std::collections::HashSet;

use ledger::ContractRef;

use super::analysis::{Analysis, AnalysisOutput};
use super::nested;
use super::reading::{Raw, Reading};

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
        nested::walk(&self.input, output, |part| {
            let says = !matches!(part.reading.raw, Some(Raw::Empty | Raw::NoSelector | Raw::Creation));
            contracts.extend(part.contract.filter(|one| part.certain && says && seen.insert(*one)));
        });
        contracts
    }

    /// The hashes without a known name, with their contract if it is known.
    pub fn unnamed(&self, output: &AnalysisOutput) -> HashSet<(Unnamed, Option<ContractRef>)> {
        let mut found = HashSet::new();
        nested::walk(&self.input, output, |part| {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{AnalysisInput, run};
    use crate::known::{Known, Snapshot};
    use crate::reading::{CallQuestion, LogQuestion, Reader};
    use crate::stop::Stop;
    use ledger::{EntityId, EvmAddress};

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
