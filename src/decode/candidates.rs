//! Which of many compiled codes a deployed code comes from.

use super::Metadata;
use super::difference::{Comparison, Finding, Kind, Unlinked, Verdict};
use crate::ledger::{HexBytes, Text};

/// The most codes that are compared instruction by instruction: those whose lengths are the nearest.
const MAX_COMPARED: usize = 12;

/// How near a compiled code comes to the deployed one, the nearest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Nearness {
    /// The same, metadata included, but for what deployment fills in: an exact match.
    Exact,
    /// The same but for metadata, or there is none: a match.
    Match,
    /// Some of the code differs.
    Changed,
    /// The same functions, compiled with other settings.
    Settings,
    /// Another contract.
    Other,
}

/// A compiled code beside the deployed one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Its place among all that were given.
    pub at: usize,
    pub nearness: Nearness,
    pub comparison: Comparison,
}

impl Nearness {
    /// Whether such a contract verifies.
    pub fn verifies(self) -> bool {
        matches!(self, Self::Exact | Self::Match)
    }

    /// What it is called.
    pub fn label(self) -> &'static str {
        match self {
            Self::Exact => "exact match",
            Self::Match => "match",
            Self::Changed => "changed",
            Self::Settings => "other settings",
            Self::Other => "another contract",
        }
    }
}

/// The nearest of the compiled runtime codes, in hex as compilers write them, nearest first. Takes milliseconds: too
/// long for the loop's thread.
pub fn nearest<'a>(deployed: &[u8], compiled: impl IntoIterator<Item = &'a str>) -> Vec<Candidate> {
    let length = bare_length(deployed);
    let codes = compiled.into_iter().enumerate().filter_map(|(at, code)| {
        let code = Code::parse(code)?;
        Some((bare_length(code.bytes()).abs_diff(length), at, code))
    });
    let mut codes: Vec<(usize, usize, Code)> = codes.collect();
    codes.sort_by_key(|(distance, at, _)| (*distance, *at));
    codes.truncate(MAX_COMPARED);
    let mut all: Vec<Candidate> =
        codes.into_iter().map(|(_, at, code)| Candidate::new(at, deployed, &code)).collect();
    all.sort_by_key(|candidate| (candidate.nearness, candidate.differing(), candidate.at));
    all
}

/// How long a code is without its metadata, in bytes.
fn bare_length(code: &[u8]) -> usize {
    Metadata::at_end(code).map_or(code.len(), |metadata| metadata.range.start)
}

/// A compiled code.
enum Code {
    Whole(HexBytes),
    Unlinked(Unlinked),
}

impl Code {
    fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let digits = text.strip_prefix("0x").unwrap_or(text);
        match HexBytes::parse(digits) {
            Some(code) => Some(Self::Whole(code)),
            None => Unlinked::parse(&Text::from(digits)).map(Self::Unlinked),
        }
    }

    fn bytes(&self) -> &[u8] {
        match self {
            Self::Whole(code) => code.bytes(),
            Self::Unlinked(unlinked) => unlinked.code.bytes(),
        }
    }
}

impl Candidate {
    fn new(at: usize, deployed: &[u8], code: &Code) -> Self {
        let comparison = match code {
            Code::Whole(code) => {
                let deployed = without_appended(deployed, code.bytes());
                Comparison::new(Kind::Runtime, deployed, code.bytes())
            }
            Code::Unlinked(unlinked) => Comparison::of_unlinked(Kind::Runtime, deployed, unlinked),
        };
        Self { at, nearness: nearness(deployed, &comparison), comparison }
    }

    /// How many bytes differ beyond what is to be expected.
    fn differing(&self) -> usize {
        let bytes = |finding: &Finding| match finding {
            Finding::Code { bytes, .. } => *bytes,
            _ => 0,
        };
        self.comparison.findings.iter().map(bytes).sum()
    }
}

/// The deployed code without the words that the constructor put behind what was compiled, where Vyper keeps immutables.
/// Code that ends with metadata keeps them within, and little code could begin anything.
fn without_appended<'a>(deployed: &'a [u8], compiled: &[u8]) -> &'a [u8] {
    let words = |rest: &&[u8]| rest.len().is_multiple_of(32) && rest.len() <= compiled.len();
    let appended = deployed.strip_prefix(compiled).filter(words);
    match appended.filter(|_| Metadata::at_end(compiled).is_none()) {
        Some(appended) => deployed.get(..deployed.len() - appended.len()).unwrap_or(deployed),
        None => deployed,
    }
}

fn nearness(deployed: &[u8], comparison: &Comparison) -> Nearness {
    let other_metadata = || comparison.findings.iter().any(|it| matches!(it, Finding::Metadata { .. }));
    match comparison.verdict() {
        Verdict::Same | Verdict::Explained if Metadata::at_end(deployed).is_none() => Nearness::Match,
        Verdict::Explained if other_metadata() => Nearness::Match,
        Verdict::Same | Verdict::Explained => Nearness::Exact,
        Verdict::SoFar | Verdict::Changed => Nearness::Changed,
        Verdict::Settings => Nearness::Settings,
        Verdict::Other => Nearness::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runtime(artifact: &str) -> String {
        let artifact: serde_json::Value = serde_json::from_str(artifact).unwrap();
        artifact["runtime"].as_str().unwrap().to_owned()
    }

    macro_rules! compiled {
        ($name:literal) => {
            runtime(include_str!(concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/assets/demo/artifacts/",
                $name,
                ".json"
            )))
        };
    }

    fn ranked(deployed: &str, compiled: &[String]) -> Vec<(usize, Nearness)> {
        let deployed = HexBytes::parse(deployed).unwrap();
        nearest(deployed.bytes(), compiled.iter().map(String::as_str))
            .iter()
            .map(|it| (it.at, it.nearness))
            .collect()
    }

    #[test]
    fn the_same_code_comes_first_and_other_metadata_next() {
        let (vault, reworded, counter) =
            (compiled!("Vault"), compiled!("VaultReworded"), compiled!("Counter"));
        let all = [counter.clone(), reworded.clone(), vault.clone()];
        let found = ranked(&vault, &all);
        assert_eq!(found[..2], [(2, Nearness::Exact), (1, Nearness::Match)]);
        assert_eq!(found[2], (0, Nearness::Other));
        assert!(ranked(&compiled!("Token"), &all).iter().all(|(_, nearness)| !nearness.verifies()));
    }

    #[test]
    fn filled_immutables_and_links_make_no_difference_and_a_changed_byte_does() {
        let vault = compiled!("Vault");
        let code = HexBytes::parse(&vault).unwrap();
        let gap = format!("7f{}", "00".repeat(32));
        assert!(vault.contains(&gap), "it has immutables");
        let filled = vault.replace(&gap, &format!("7f{}2a", "00".repeat(31)));
        assert_eq!(ranked(&filled, std::slice::from_ref(&vault)), [(0, Nearness::Exact)]);
        let mut changed = code.bytes().to_vec();
        let at = changed.windows(2).position(|pair| pair == [0x60, 0x04]).unwrap();
        changed[at + 1] = 0x05;
        let changed = alloy_primitives::hex::encode(changed);
        assert_eq!(ranked(&changed, &[vault]), [(0, Nearness::Changed)]);
    }

    #[test]
    fn of_many_only_the_nearest_in_length_are_compared_and_what_is_no_code_is_left_out() {
        let counter = compiled!("Counter");
        let mut all = vec!["no code".to_owned(); 40];
        all.extend((0..40).map(|more| format!("0x{}", "5b".repeat(2_000 + more))));
        all.push(counter.clone());
        let found = ranked(&counter, &all);
        assert_eq!((found.len(), found[0]), (MAX_COMPARED, (80, Nearness::Exact)));
    }
}
