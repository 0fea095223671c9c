//! The declarations of storage in verified sources: layouts of the contracts in a case, and namespaces of ERC-7201.

use std::collections::HashSet;
use std::sync::{Arc, OnceLock};

use alloy_primitives::U256;
use ledger::text::visible;
use ledger::{ContractRef, RawJson, Text};

use super::layout::Declarations;
use super::{Case, Layout, Order, erc7201};
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

/// The tag above the struct of a namespace.
const TAG: &str = "@custom:storage-location";
/// The formula of the first slot.
const FORMULA: &str = "erc7201:";
/// Maximum number of namespaces of a contract.
const MAX_NAMESPACES: usize = 32;
/// The longest name of a namespace, bytes.
const MAX_NAME_BYTES: usize = 100;

/// The namespaces in the sources of a contract, parsed on first use.
#[derive(Clone, Debug, Default)]
pub struct Namespaces {
    sources: Arc<[Text]>,
    read: OnceLock<Vec<Namespace>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Namespace {
    /// Its name in the source, safe to print: `app.main`.
    pub(super) name: Arc<str>,
    /// Its first slot.
    pub(super) slot: U256,
    /// Its members, counted from there.
    pub(super) layout: Layout,
}

impl Namespaces {
    /// Stores the sources of a contract if one of them declares a namespace.
    pub fn new(sources: impl IntoIterator<Item = Text>) -> Self {
        let sources: Arc<[Text]> = sources.into_iter().collect();
        let declares = |source: &Text| plain(source).is_some_and(|source| source.contains(TAG));
        let sources = if sources.iter().any(declares) { sources } else { Arc::default() };
        Self { sources, read: OnceLock::new() }
    }

    /// Approximate memory, bytes.
    pub fn bytes(&self) -> usize {
        self.sources.iter().map(|source| source.raw().len()).sum()
    }

    pub(super) fn all(&self) -> &[Namespace] {
        self.read.get_or_init(|| namespaces(&self.sources))
    }
}

impl PartialEq for Namespaces {
    fn eq(&self, other: &Self) -> bool {
        self.sources == other.sources
    }
}

impl Eq for Namespaces {}

fn plain(source: &Text) -> Option<&str> {
    std::str::from_utf8(source.raw()).ok()
}

/// The source behind the comment in which a tag stands: of a block up to its end, else of a line.
fn behind_comment(behind: &str) -> Option<&str> {
    let in_block = behind.find("*/").filter(|end| behind.find("/*").is_none_or(|begin| *end < begin));
    match in_block {
        Some(end) => behind.get(end + 2..),
        None => behind.split_once('\n').map(|(_, rest)| rest),
    }
}

fn namespaces(sources: &[Text]) -> Vec<Namespace> {
    let mut declarations = Declarations::default();
    sources.iter().filter_map(plain).for_each(|source| declarations.add(source));
    let behind_tags = sources.iter().filter_map(plain).flat_map(|source| source.split(TAG).skip(1));
    let namespace = |behind: &str| {
        let named = behind.trim_start().strip_prefix(FORMULA)?.split_whitespace().next()?;
        let name = Some(named.trim_end_matches("*/")).filter(|name| name.len() <= MAX_NAME_BYTES)?;
        let layout = declarations.first_layout(behind_comment(behind)?)?;
        Some(Namespace { name: visible(name).into(), slot: erc7201(name), layout })
    };
    behind_tags.filter_map(namespace).take(MAX_NAMESPACES).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(source: &str) -> Vec<(String, String)> {
        let found = namespaces(&[Text::from(source)]);
        let labels =
            |it: &Namespace| it.layout.variables.iter().map(|it| it.label.clone()).collect::<Vec<_>>();
        found.iter().map(|it| (it.name.to_string(), labels(it).join(" "))).collect()
    }

    #[test]
    fn a_namespace_is_the_struct_behind_the_comment_with_the_tag() {
        let source = "struct Other { bool wrong; }
            /// @custom:storage-location erc7201:app.main
            /// @dev Replaces the struct Other of version 1.
            struct Layout { uint256 alpha; }
            library Two { struct Layout { bool beta; Unknown gamma; } }
            /** @custom:storage-location erc7201:app.two
              * The struct of the second part. */
            struct Layout { bool beta; }
            // /// @custom:storage-location erc7201:app.gone
            // struct Gone { bool gone; }
            /// @custom:storage-location erc7201:app.bare
            struct Bare { Unknown first; }";
        let named = |name: &str, labels: &str| (name.to_owned(), labels.to_owned());
        assert_eq!(
            names(source),
            [named("app.main", "alpha"), named("app.two", "beta"), named("app.bare", "")]
        );
    }

    #[test]
    fn hostile_sources_are_read_within_bounds() {
        let long = "A".repeat(100_000);
        let tags = format!("/// @custom:storage-location erc7201:{long}\nstruct S {{ bool a; }}");
        assert_eq!(names(&tags), []);
        let aliased = format!(
            "enum {long} {{ X }} type B is {long};\n/// @custom:storage-location erc7201:a\nstruct S {{ B b; }}"
        );
        assert_eq!(names(&aliased), [("a".to_owned(), String::new())]);
        for repeated in ["struct a {", "type a is b ", "mapping(", "/*", "constant N = "] {
            let _ = names(&format!("{TAG} erc7201:a\n{}", repeated.repeat(100_000)));
        }
    }
}
