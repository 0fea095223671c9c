//! The files to write for a verified contract, and the conflicts between their names.
//!
//! ```text
//! abi.json  metadata.json  standard-json-input.json  storage-layout.json
//! sources/…                what the verifier calls them
//! ```

use std::collections::{HashMap, HashSet};

use ledger::{Field, Text};
use verification::Verified;

use super::name::{NameFault, parts_of};
use crate::message::LeftOut;

/// The directory of the sources.
const SOURCES: &str = "sources";

/// A file to be written.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Planned<'a> {
    /// The verifier's name of the file.
    pub(super) name: Text,
    /// The parts of its path.
    pub(super) parts: Vec<&'a str>,
    pub(super) bytes: &'a [u8],
}

/// The files to write, and the skipped ones.
#[derive(Debug, Default)]
pub(super) struct Plan<'a> {
    pub(super) files: Vec<Planned<'a>>,
    pub(super) left_out: Vec<LeftOut>,
    /// The sources that are planned, and their directories, as a system sees them that ignores case.
    taken: HashMap<String, &'a Text>,
    directories: HashSet<String>,
}

impl<'a> Plan<'a> {
    /// The files of a contract. Of conflicting names, the first one wins.
    pub(super) fn new(verified: &'a Verified) -> Self {
        let mut plan = Self::default();
        for (name, json) in [
            ("abi.json", &verified.abi),
            ("metadata.json", &verified.metadata),
            ("standard-json-input.json", &verified.standard_input),
            ("storage-layout.json", &verified.layout),
        ] {
            plan.files.extend(json.as_ref().map(|json| Planned {
                name: Text::from(name),
                parts: vec![name],
                bytes: json.raw().as_bytes(),
            }));
        }
        for (name, text) in &verified.sources {
            match plan.source(name, text) {
                Ok(planned) => plan.files.push(planned),
                Err(why) => plan.left_out.push(LeftOut { name: name.clone(), why }),
            }
        }
        plan
    }

    fn source(&mut self, name: &'a Text, text: &'a Field<Text>) -> Result<Planned<'a>, String> {
        let parts = parts_of(name).map_err(|fault: NameFault| fault.to_string())?;
        let text = text.known().ok_or("the verifier did not send its text")?;
        let path = folded(&parts);
        if let Some(other) = self.taken.get(&path) {
            return Err(format!("on some systems its name is that of {}", other.escaped()));
        }
        if self.directories.contains(&path) {
            return Err("its name is the directory of another one".to_owned());
        }
        let ends = path.match_indices('/').map(|(end, _)| path.get(..end).unwrap_or_default());
        if let Some(other) = ends.clone().find_map(|end| self.taken.get(end)) {
            return Err(format!("its directory has the name of {}", other.escaped()));
        }
        self.directories.extend(ends.map(ToOwned::to_owned));
        self.taken.insert(path, name);
        let parts = [SOURCES].into_iter().chain(parts).collect();
        Ok(Planned { name: name.clone(), parts, bytes: text.raw() })
    }
}

/// A path as a system sees it that ignores case.
fn folded(parts: &[&str]) -> String {
    parts.join("/").to_uppercase().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ledger::RawJson;

    fn verified(names: &[&str]) -> Verified {
        let sources = names.iter().map(|name| (Text::from(*name), Field::Known(Text::from(*name))));
        Verified { sources: sources.collect(), ..Verified::default() }
    }

    fn planned(names: &[&str]) -> (Vec<String>, Vec<String>) {
        let verified = verified(names);
        let plan = Plan::new(&verified);
        let files = plan.files.iter().map(|file| file.parts.join("/"));
        (files.collect(), plan.left_out.iter().map(LeftOut::sentence).collect())
    }

    #[test]
    fn documents_are_there_only_if_the_verifier_has_them() {
        let found = Verified {
            abi: Some(RawJson::new("[]")),
            standard_input: Some(RawJson::new("{}")),
            sources: vec![(Text::from("a.sol"), Field::Null)],
            ..Verified::default()
        };
        let plan = Plan::new(&found);
        let names: Vec<_> = plan.files.iter().map(|file| (file.parts.join("/"), file.bytes)).collect();
        let expected: [(String, &[u8]); 2] =
            [("abi.json".to_owned(), b"[]"), ("standard-json-input.json".to_owned(), b"{}")];
        assert_eq!(names, expected);
        assert_eq!(plan.left_out[0].sentence(), "a.sol: the verifier did not send its text");
    }

    #[test]
    fn of_names_that_cannot_be_had_together_the_first_counts() {
        for (names, why) in [
            (["a/B.sol", "A/b.SOL"], "on some systems its name is that of a/B.sol"),
            (["stra\u{df}e.sol", "STRASSE.sol"], "on some systems its name is that of straße.sol"),
            (["./a.sol", "a.sol"], "on some systems its name is that of ./a.sol"),
            (["a.sol", "a.sol"], "on some systems its name is that of a.sol"),
            (["a.sol", "A.sol/b.sol"], "its directory has the name of a.sol"),
            (["a.sol/x/b.sol", "A.SOL"], "its name is the directory of another one"),
        ] {
            let (files, left_out) = planned(&names);
            assert_eq!((files.len(), left_out), (1, vec![format!("{}: {why}", names[1])]), "{names:?}");
        }
        let (files, left_out) = planned(&["a/b.sol", "A/c.sol", "a.sol", "d/a.sol"]);
        assert_eq!((files.len(), left_out.len()), (4, 0));
    }
}
