//! The namespaces of ERC-7201 that a verified source declares: `@custom:storage-location erc7201:app.main` above a struct.

use std::sync::{Arc, OnceLock};

use alloy_primitives::U256;

use super::erc7201;
use super::layout::{Declarations, Layout};
use crate::ledger::Text;
use crate::ledger::text::visible;

/// The NatSpec tag above the struct of a namespace.
const TAG: &str = "@custom:storage-location";
/// The formula of the first slot.
const FORMULA: &str = "erc7201:";
/// The most namespaces of a contract.
const MAX_NAMESPACES: usize = 64;

/// The namespaces in the sources of a contract, parsed on first use.
#[derive(Clone, Debug, Default)]
pub struct Namespaces {
    sources: Arc<[Text]>,
    read: OnceLock<Vec<Namespace>>,
}

/// A namespace.
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

fn namespaces(sources: &[Text]) -> Vec<Namespace> {
    let mut declarations = Declarations::default();
    sources.iter().filter_map(plain).for_each(|source| declarations.add(source));
    let behind_tags = sources.iter().filter_map(plain).flat_map(|source| source.split(TAG).skip(1));
    let namespace = |behind: &str| {
        let named = behind.trim_start().strip_prefix(FORMULA)?.split_whitespace().next()?;
        let name = named.trim_end_matches("*/");
        let (_, declared) = behind.split_once("struct")?;
        let is_end = |c: char| c.is_whitespace() || c == '{';
        let layout = declarations.layout(declared.split(is_end).find(|word| !word.is_empty())?)?;
        Some(Namespace { name: visible(name).into(), slot: erc7201(name), layout })
    };
    behind_tags.filter_map(namespace).take(MAX_NAMESPACES).collect()
}
