//! The declared layouts of the contracts in a case.

use std::collections::HashSet;

use super::{Case, Layout};
use crate::decode::Known;
use crate::ledger::{ContractRef, RawJson};

/// The layouts as received, in the order in which the case names the contracts. With the case itself, they are all that
/// an explanation follows from.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Layouts(Vec<(ContractRef, Vec<RawJson>)>);

impl Layouts {
    /// Those that are known.
    pub fn new(case: &Case, known: &Known) -> Self {
        let mut seen = HashSet::new();
        let contracts = case.slots.iter().filter_map(|slot| slot.contract);
        let layouts = contracts.filter(|contract| seen.insert(*contract)).map(|contract| {
            (contract, known.codes(contract).filter_map(|code| code.layout.clone()).collect())
        });
        Self(layouts.collect())
    }

    /// The first of each contract that can be parsed.
    pub(super) fn parse(&self) -> Vec<(ContractRef, Layout)> {
        let first = |all: &[RawJson]| all.iter().find_map(|layout| Layout::parse(layout.raw()));
        self.0.iter().filter_map(|(contract, all)| Some((*contract, first(all)?))).collect()
    }
}
