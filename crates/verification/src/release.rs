//! The releases of compilers: a version that names no build is completed, and a build that never was is found out.

use super::CompilerVersion;

/// A version, and the commits of its builds, on each line that is no comment.
const SOLC: &str = include_str!("../../../assets/compilers/solc.txt");
const VYPER: &str = include_str!("../../../assets/compilers/vyper.txt");

/// The result of finding a version in the list of a language's releases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Release {
    /// A release: its full version, without the suffix that compilers add after the commit.
    Known(CompilerVersion),
    /// Not in the list, or not a release.
    Unlisted,
    /// A build that does not exist for its release; holds the release's true build.
    OtherBuild(CompilerVersion),
}

impl Release {
    /// Finds the release of a version.
    pub fn find(language: &str, version: &CompilerVersion) -> Self {
        let builds = releases(language).find(|(number, _)| Some(*number) == version.number());
        let Some((number, commits)) = builds else { return Self::Unlisted };
        let mut commits = commits.split_whitespace();
        let whole = |commit: &str| CompilerVersion::parse(&format!("{number}+commit.{commit}"));
        let Some(given) = version.commit() else {
            return commits.next().and_then(whole).map_or(Self::Unlisted, Self::Known);
        };
        // Releases are written with seven or eight digits.
        let same = |commit: &&str| commit.starts_with(given) || given.starts_with(*commit);
        let first = commits.clone().next();
        match (commits.find(same).and_then(whole), first.and_then(whole)) {
            (Some(known), _) => Self::Known(known),
            (None, Some(other)) => Self::OtherBuild(other),
            (None, None) => Self::Unlisted,
        }
    }

    /// The newest version of a language's compiler, to show how one is written.
    pub fn newest(language: &str) -> Option<CompilerVersion> {
        let (number, _) = releases(language).last()?;
        match Self::find(language, &CompilerVersion::parse(number)?) {
            Self::Known(version) => Some(version),
            Self::Unlisted | Self::OtherBuild(_) => None,
        }
    }
}

/// Each release of a language's compiler with the commits of its builds. Yul is compiled by Solidity's.
fn releases(language: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let list = match language {
        "Solidity" | "Yul" | "SolidityAST" => SOLC,
        "Vyper" => VYPER,
        _ => "",
    };
    list.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(' '))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(language: &str, text: &str) -> Release {
        Release::find(language, &CompilerVersion::parse(text).unwrap())
    }

    fn known(text: &str) -> Release {
        Release::Known(CompilerVersion::parse(text).unwrap())
    }

    #[test]
    fn a_version_is_completed_by_its_language() {
        for (language, text, whole) in [
            ("Solidity", "0.8.26", "0.8.26+commit.8a97fa7a"),
            ("Solidity", "v0.8.26", "0.8.26+commit.8a97fa7a"),
            ("Solidity", "0.8.26+commit.8a97fa7a.Linux.g++", "0.8.26+commit.8a97fa7a"),
            ("Solidity", "0.5.9+commit.c68bc34e", "0.5.9+commit.c68bc34e"),
            ("Yul", "0.8.30", "0.8.30+commit.73712a01"),
            ("Vyper", "0.4.3", "0.4.3+commit.bff19ea2"),
            ("Vyper", "0.3.10+commit.9136169", "0.3.10+commit.91361694"),
        ] {
            assert_eq!(find(language, text), known(whole), "{text}");
        }
    }

    #[test]
    fn a_build_that_never_was_is_told_from_what_is_not_known() {
        let Release::OtherBuild(right) = find("Solidity", "0.8.26+commit.deadbeef") else { panic!() };
        assert_eq!(right.to_string(), "0.8.26+commit.8a97fa7a");
        for (language, text) in [
            ("Solidity", "0.99.0"),
            ("Solidity", "0.8.26-nightly.2024.5.1+commit.deadbeef"),
            ("Vyper", "0.8.26"),
            ("Vyper", "0.4.0rc6"),
            ("Brainfuck", "0.8.26"),
        ] {
            assert_eq!(find(language, text), Release::Unlisted, "{language} {text}");
        }
    }

    #[test]
    fn every_line_of_the_lists_is_a_release() {
        for language in ["Solidity", "Vyper"] {
            let mut last = None;
            for (number, commits) in releases(language) {
                let parsed: Vec<u32> = number.split('.').map(|part| part.parse().unwrap()).collect();
                assert!(last < Some(parsed.clone()), "{number} is in order");
                last = Some(parsed);
                for commit in commits.split(' ') {
                    assert!(matches!(commit.len(), 7 | 8) && commit.bytes().all(|b| b.is_ascii_hexdigit()));
                    assert_eq!(
                        find(language, &format!("{number}+commit.{commit}")),
                        known(&format!("{number}+commit.{commit}"))
                    );
                }
            }
        }
        assert_eq!(Release::newest("Vyper"), CompilerVersion::parse("0.4.3+commit.bff19ea2"));
    }
}
