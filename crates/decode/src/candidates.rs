//! Finds the compiled code that a deployed code comes from.

use ledger::{HexBytes, Text};

use super::Metadata;
use super::difference::{Comparison, Finding, Kind, Mark, Unlinked, Verdict};

/// Maximum number of codes that are compared instruction by instruction: those whose lengths are the nearest.
const MAX_COMPARED: usize = 12;

/// The similarity of a compiled code to the deployed one, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Nearness {
    /// Equal including metadata, except for values that deployment fills in: an exact match.
    Exact,
    /// Equal except for metadata, or without metadata: a match.
    Match,
    /// Some of the code differs.
    Changed,
    /// The same functions, compiled with other settings, such as those of metadata.
    Settings,
    /// Another contract.
    Other,
}

/// A compiled code and its comparison with the deployed one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The index among all compiled codes.
    pub at: usize,
    /// How near the compiled code is to the deployed one.
    pub nearness: Nearness,
    /// The differences, with the compiled code as the recompiled one.
    pub comparison: Comparison,
}

impl Nearness {
    /// Whether a contract with this code can be verified.
    pub fn verifies(self) -> bool {
        matches!(self, Self::Exact | Self::Match)
    }

    /// The nearness in one or two words, for a table.
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

/// The nearest of the compiled runtime codes, each with its place, in hex as compilers write them, nearest first. Takes
/// milliseconds: too long for the loop's thread.
pub fn nearest<'a>(deployed: &[u8], compiled: impl IntoIterator<Item = (usize, &'a str)>) -> Vec<Candidate> {
    let (bare, trailer) = parts(deployed);
    let codes = compiled.into_iter().filter_map(|(at, code)| {
        let code = Code::parse(code)?;
        let (own, own_trailer) = parts(code.bytes());
        // Of many equal codes that of the same metadata comes first.
        Some(((own.len().abs_diff(bare.len()), own_trailer != trailer, at), code))
    });
    let mut codes: Vec<((usize, bool, usize), Code)> = codes.collect();
    codes.sort_by_key(|(distance, _)| *distance);
    codes.truncate(MAX_COMPARED);
    let mut all: Vec<Candidate> =
        codes.into_iter().map(|((.., at), code)| Candidate::new(at, deployed, &code)).collect();
    all.sort_by_key(|candidate| (candidate.nearness, candidate.differing(), candidate.at));
    all
}

/// A code without its metadata, and that.
fn parts(code: &[u8]) -> (&[u8], &[u8]) {
    let end = Metadata::at_end(code).map_or(code.len(), |metadata| metadata.range.start);
    code.split_at_checked(end).unwrap_or((code, &[]))
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
            Code::Whole(code) => Comparison::new(Kind::Runtime, deployed, code.bytes()),
            Code::Unlinked(unlinked) => Comparison::of_unlinked(Kind::Runtime, deployed, unlinked),
        };
        Self { at, nearness: nearness(&comparison), comparison }
    }

    /// Number of bytes that differ unexpectedly.
    fn differing(&self) -> usize {
        let bytes = |finding: &Finding| match finding {
            Finding::Code { bytes, .. } => *bytes,
            _ => 0,
        };
        self.comparison.findings.iter().map(bytes).sum()
    }
}

fn nearness(comparison: &Comparison) -> Nearness {
    match comparison.verdict() {
        Verdict::Same | Verdict::Explained if !keeps_lengths(comparison) => Nearness::Settings,
        Verdict::Same | Verdict::Explained if proves_sources(comparison) => Nearness::Exact,
        Verdict::Same | Verdict::Explained => Nearness::Match,
        Verdict::SoFar | Verdict::Changed => Nearness::Changed,
        Verdict::Settings => Nearness::Settings,
        Verdict::Other => Nearness::Other,
    }
}

/// Whether the lengths permit verification: verifiers require equal lengths. Only deployed code without a metadata
/// hash may lack the end of the compiled code.
fn keeps_lengths(comparison: &Comparison) -> bool {
    let (deployed, compiled) = (&comparison.deployed, &comparison.recompiled);
    let hashed = deployed.metadata().is_some_and(Metadata::names_sources);
    let may_lack = !hashed && compiled.metadata().is_some() && compiled.end() > deployed.end();
    let moved = comparison.rows.iter().any(|row| row.mark == Mark::Moved);
    !moved && (deployed.end() == compiled.end() || may_lack)
}

/// Whether the metadata is the same, and every trailer has a hash of it. That of Vyper has none in runtime code.
fn proves_sources(comparison: &Comparison) -> bool {
    let trailers = comparison.recompiled.trailers();
    let differs = comparison.findings.iter().any(|it| matches!(it, Finding::Metadata { .. }));
    !differs && !trailers.is_empty() && trailers.iter().all(Metadata::names_sources)
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
                "/../demo/assets/artifacts/",
                $name,
                ".json"
            )))
        };
    }

    fn ranked(deployed: &str, compiled: &[String]) -> Vec<(usize, Nearness)> {
        let deployed = HexBytes::parse(deployed).unwrap();
        nearest(deployed.bytes(), compiled.iter().map(String::as_str).enumerate())
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
