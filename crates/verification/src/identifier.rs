//! Identifies a contract within a compilation, and its compiler, whose version and build are checked against the
//! known releases.

use std::fmt;

/// A contract within a compilation: the path of its source, a colon, and its name, such as `src/Vault.sol:Vault`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ContractIdentifier {
    path: String,
    name: String,
}

impl ContractIdentifier {
    /// Builds an identifier. `None` if the name is empty or ambiguous with the path, or if the path is empty.
    pub fn new(path: &str, name: &str) -> Option<Self> {
        let fit = |c: char| !c.is_control() && !c.is_whitespace() && !matches!(c, ':' | '/');
        let good = !path.is_empty() && !path.chars().any(char::is_control);
        let good = good && !name.is_empty() && name.chars().all(fit);
        good.then(|| Self { path: path.to_owned(), name: name.to_owned() })
    }

    /// Parses `path:Name`; the path may contain colons.
    pub fn parse(text: &str) -> Option<Self> {
        let (path, name) = text.rsplit_once(':')?;
        Self::new(path, name)
    }

    /// The path of the source, as passed to the compiler.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The contract's name in the source file at [`Self::path`].
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl fmt::Display for ContractIdentifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.path, self.name)
    }
}

/// A compiler's version as verifiers want it: `0.8.26+commit.8a97fa7a`, with or without a `v` in front.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CompilerVersion(String);

impl CompilerVersion {
    /// Parses three numbers separated by dots, and any printable suffix.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.strip_prefix('v').unwrap_or(text).splitn(3, '.');
        let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        let good = parts.next().is_some_and(digits)
            && parts.next().is_some_and(digits)
            && parts.next().is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        (good && text.chars().all(|c| c.is_ascii_graphic())).then(|| Self(text.to_owned()))
    }

    /// Whether it names the very build. Servers take a version that does not, and then cannot find it.
    pub fn is_whole(&self) -> bool {
        self.0.contains("+commit.")
    }

    /// Its three numbers, such as `0.8.26`, if it is that of a release: a nightly build has none.
    pub fn number(&self) -> Option<&str> {
        let bare = self.0.strip_prefix('v').unwrap_or(&self.0);
        let number = bare.split_once('+').map_or(bare, |(number, _)| number);
        number.chars().all(|c| c.is_ascii_digit() || c == '.').then_some(number)
    }

    /// The digits of the commit that it names.
    pub fn commit(&self) -> Option<&str> {
        let (_, behind) = self.0.split_once("+commit.")?;
        let end = behind.find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(behind.len());
        behind.get(..end).filter(|commit| !commit.is_empty())
    }

    /// Whether this names the other one more exactly: `0.8.26+commit.8a97fa7a` refines `0.8.26`, and any version
    /// itself.
    pub fn refines(&self, other: &Self) -> bool {
        let bare = |version: &Self| version.0.strip_prefix('v').unwrap_or(&version.0).to_owned();
        let (own, other) = (bare(self), bare(other));
        own.strip_prefix(&*other).is_some_and(|rest| rest.is_empty() || rest.starts_with(['+', '.']))
    }
}

impl fmt::Display for CompilerVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A version, and the commits of its builds, on each line that is no comment.
const SOLC: &str = include_str!("../assets/compilers/solc.txt");
const VYPER: &str = include_str!("../assets/compilers/vyper.txt");

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

    #[test]
    fn identifiers_are_told_apart_at_the_last_colon() {
        let read = ContractIdentifier::parse("npm:a@1/src/A.sol:A").unwrap();
        assert_eq!((read.path(), read.name()), ("npm:a@1/src/A.sol", "A"));
        assert_eq!(read.to_string(), "npm:a@1/src/A.sol:A");
        for text in ["", "A", ":A", "a.sol:", "a.sol:A B", "a\n.sol:A", "https://a.sol"] {
            assert_eq!(ContractIdentifier::parse(text), None, "{text:?}");
        }
    }

    #[test]
    fn versions_are_those_that_servers_take() {
        for text in ["0.8.26+commit.8a97fa7a", "v0.8.26", "0.4.0-nightly.2015.1.2+commit.x", "0.3.10"] {
            assert_eq!(
                CompilerVersion::parse(text).map(|version| version.to_string()).as_deref(),
                Some(text)
            );
        }
        for text in ["", "0.8", "vv0.8.1", "latest", "0.8.x", "0.8.26 ", "0..1"] {
            assert_eq!(CompilerVersion::parse(text), None, "{text:?}");
        }
        assert!(CompilerVersion::parse("0.8.26+commit.8a97fa7a").unwrap().is_whole());
        assert!(!CompilerVersion::parse("0.8.26").unwrap().is_whole());
    }

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
