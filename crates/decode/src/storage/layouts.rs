//! The declared layouts of the contracts in a case.

use std::collections::HashSet;
use std::sync::Arc;

use ledger::{ContractRef, RawJson, Text};

use super::namespace::Namespace;
use super::{Case, Layout, Namespaces, Order};
use crate::Known;

/// The layouts as received, and each language's hash order, in the order of the case's contracts. Together with the
/// case, they determine the explanation.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Layouts(Vec<OfContract>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct OfContract {
    contract: ContractRef,
    order: Option<Order>,
    layouts: Vec<RawJson>,
    namespaces: Vec<Arc<Namespaces>>,
}

impl Layouts {
    /// Collects the known layouts of the contracts in a case.
    pub fn new(case: &Case, known: &Known) -> Self {
        let mut seen = HashSet::new();
        let contracts = case.slots.iter().filter_map(|slot| slot.contract);
        let layouts = contracts.filter(|contract| seen.insert(*contract)).map(|contract| {
            let codes = || known.codes(contract);
            let order = codes().find_map(|code| order(code.language.as_ref()?));
            let layouts = codes().filter_map(|code| code.layout.clone()).collect();
            OfContract { contract, order, layouts, namespaces: known.namespaces(contract).collect() }
        });
        Self(layouts.collect())
    }

    /// The first of each contract that can be parsed.
    pub(super) fn parse(&self) -> Vec<(ContractRef, Layout)> {
        let first = |all: &[RawJson]| all.iter().find_map(|layout| Layout::parse(layout.raw()));
        self.0.iter().filter_map(|of| Some((of.contract, first(&of.layouts)?))).collect()
    }

    /// The namespaces that standards have, with the members that the sources declare, then the others of the sources.
    pub(super) fn namespaces(&self, mut all: Vec<Namespace>) -> Vec<Namespace> {
        for declared in self.0.iter().flat_map(|of| &of.namespaces).flat_map(|of| of.all()) {
            match all.iter_mut().find(|known| known.slot == declared.slot) {
                Some(known) => known.layout = declared.layout.clone(),
                None => all.push(declared.clone()),
            }
        }
        all
    }

    /// The order of hashes of a contract whose language is known.
    pub(super) fn order(&self, contract: Option<ContractRef>) -> Option<Order> {
        self.0.iter().find(|of| Some(of.contract) == contract)?.order
    }
}

/// The order of hashes in a language.
fn order(language: &Text) -> Option<Order> {
    let orders = [("Solidity", Order::KeyFirst), ("Yul", Order::KeyFirst), ("Vyper", Order::SlotFirst)];
    orders.into_iter().find(|(name, _)| language.is(name)).map(|(_, order)| order)
}
