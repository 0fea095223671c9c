//! The files that a contract needs, and those left out of its submission.

use std::collections::{BTreeMap, BTreeSet};

use alloy_primitives::B256;
use ledger::Text;

use super::{Compilation, ContractIdentifier, HashCheck, Lack, Lacking, SourceFile};

/// The needs of a file's contracts, from the file.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Needs {
    /// By contract, each source that its metadata names, with the hash that the compiler saw, if it is given.
    pub named: BTreeMap<ContractIdentifier, Vec<(Text, Option<B256>)>>,
    /// By source, where its imports lead. `None` if one cannot be followed; nothing is left out then.
    pub imports: BTreeMap<Text, Option<Vec<Text>>>,
    /// Whether all sources are wanted, needed or not.
    pub everything: bool,
}

/// The sources that are sent for a contract, and the others.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Selection {
    /// The files to send.
    pub files: Vec<SourceFile>,
    /// Needed files that cannot be sent. Nothing is sent while there are any.
    pub lacking: Vec<Lacking>,
    /// The files that it does not need.
    pub left_out: Vec<SourceFile>,
    /// The source with an import that could not be followed, for which all are sent.
    pub unfollowed: Option<Text>,
}

impl Selection {
    /// Whether the source with this path is sent.
    pub fn has(&self, path: &Text) -> bool {
        self.files.binary_search_by(|file| file.path.cmp(path)).is_ok()
    }
}

impl Compilation {
    /// The sources to send for a contract; all of them while the contract is undetermined.
    pub fn selection(&self, contract: Option<&ContractIdentifier>) -> Selection {
        let whole = || Selection {
            files: self.files.to_vec(),
            lacking: self.lacking.clone(),
            ..Selection::default()
        };
        let Some(contract) = contract.filter(|_| !self.needs.everything) else { return whole() };
        if let Some(named) = self.needs.named.get(contract) {
            return self.named(named);
        }
        match self.reached(contract) {
            Some(Ok(reached)) => self.narrowed(|path| reached.contains(path)),
            Some(Err(unfollowed)) => Selection { unfollowed: Some(unfollowed), ..whole() },
            None => whole(),
        }
    }

    /// The sources that metadata names, held against its hashes.
    fn named(&self, named: &[(Text, Option<B256>)]) -> Selection {
        let hash = |path: &Text| named.iter().find(|(name, _)| name == path).map(|(_, hash)| *hash);
        let mut selection = self.narrowed(|path| hash(path).is_some());
        selection.files.retain_mut(|file| match hash(&file.path).flatten() {
            Some(hash) if hash != file.keccak256 => {
                selection.lacking.push(Lacking { path: file.path.clone(), why: Lack::Altered });
                false
            }
            hash => {
                file.hash = if hash.is_some() { HashCheck::Matches } else { file.hash };
                true
            }
        });
        let missing = named.iter().filter(|(path, _)| !self.sources.contains(path));
        let missing = missing.map(|(path, _)| Lacking { path: path.clone(), why: Lack::Missing });
        selection.lacking.extend(missing);
        selection
    }

    /// The sources that a contract's own leads to by imports: all of them, or the one whose imports lead nowhere.
    /// `None` if imports are unknown.
    fn reached(&self, contract: &ContractIdentifier) -> Option<Result<BTreeSet<&Text>, Text>> {
        let mut reached = BTreeSet::new();
        let own = self.sources.iter().find(|path| path.is(contract.path()))?;
        let mut next = vec![own];
        while let Some(path) = next.pop() {
            if !reached.insert(path) {
                continue;
            }
            match self.needs.imports.get(path) {
                // A file that cannot be sent has no imports to follow, and is listed as lacking.
                None if self.lacking.iter().any(|lacking| lacking.path == *path) => {}
                None => return None,
                Some(None) => return Some(Err(path.clone())),
                Some(Some(imports)) => next.extend(imports),
            }
        }
        Some(Ok(reached))
    }

    fn narrowed(&self, is_needed: impl Fn(&Text) -> bool) -> Selection {
        let (files, left_out) = self.files.iter().cloned().partition(|file| is_needed(&file.path));
        let lacking = self.lacking.iter().filter(|lacking| is_needed(&lacking.path)).cloned().collect();
        Selection { files, lacking, left_out, unfollowed: None }
    }
}
