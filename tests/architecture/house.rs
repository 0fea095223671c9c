//! What is needed of all sources to judge one: the folders of panes, and what other modules call by a name of theirs.

use std::collections::{BTreeMap, BTreeSet};

use crate::rooms;
use crate::source::paths;

/// The most re-exports on the way to one thing.
const MAX_REEXPORTS: usize = 8;

/// All sources together.
#[derive(Default)]
pub(crate) struct House {
    /// The folders below `src/panes`, to the second level.
    pub(crate) folders: BTreeSet<String>,
    /// What is re-exported, by the path that it has there: `crate::panes::Context` is `crate::panes::context::Context`.
    reexports: BTreeMap<Vec<String>, Vec<String>>,
}

impl House {
    /// Reads the sources: each its path and its text.
    pub(crate) fn of<'a>(files: impl Iterator<Item = (&'a str, &'a str)> + Clone) -> Self {
        let folders = rooms::folders(files.clone().map(|(file, _)| file));
        let reexports = files.flat_map(|(file, text)| paths(file, text)).filter_map(|path| {
            let shown_as = path.shown_as?;
            (path.parts.first()? == "crate" && shown_as != path.parts).then_some((shown_as, path.parts))
        });
        Self { folders, reexports: reexports.collect() }
    }

    /// A path with what is re-exported put in its own place.
    pub(crate) fn meant(&self, parts: &[String]) -> Vec<String> {
        let mut parts = parts.to_vec();
        for _ in 0..MAX_REEXPORTS {
            let longest =
                (2..=parts.len()).rev().find_map(|to| Some((to, self.reexports.get(&parts[..to])?)));
            let Some((to, meant)) = longest else { break };
            parts = meant.iter().chain(&parts[to..]).cloned().collect();
        }
        parts
    }
}
