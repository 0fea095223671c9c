//! Identifies a contract within a compilation, and the compiler that built it.

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
}
