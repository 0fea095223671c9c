//! The path for a source's name. Names come from the verifier and were chosen by the submitter: none may leave the
//! directory, look like another one, or be a file that a program reads automatically.

use ledger::Text;
use ledger::text::visible;

/// The longest part of a path, bytes: a temporary name that is longer must fit, too.
const MAX_PART_BYTES: usize = 240;
/// The longest path, bytes.
const MAX_PATH_BYTES: usize = 1_000;
/// The most parts of a path.
const MAX_PARTS: usize = 32;

/// The allowed extensions of sources. With others, a shell, an editor or a tool could act on the file automatically.
const ENDINGS: [&str; 4] = [".sol", ".vy", ".vyi", ".yul"];
/// How interfaces end, which Vyper reads. Tools keep their settings in such files, below a hidden directory.
const JSON: &str = ".json";

/// Names of devices on some systems, with any extension.
const DEVICES: [&str; 6] = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"];

/// Why a name becomes no path.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum NameFault {
    #[error("its name is not text")]
    NotText,
    #[error("its name has characters that cannot be seen")]
    Unseen,
    #[error("its name is empty, or has an empty part")]
    Empty,
    #[error("its name begins at the root of a disk")]
    Absolute,
    #[error("its name leads out of the directory")]
    Outside,
    #[error("its name has `{0}`, which not every system allows")]
    Forbidden(char),
    #[error("a part of its name ends in a dot or a blank, which not every system keeps")]
    Trailing,
    #[error("a part of its name is a device on some systems")]
    Device,
    #[error("its name is too long")]
    TooLong,
    #[error("its name does not end as that of a source does")]
    Ending,
}

/// The parts of the path that a name becomes. `https://host/a.sol` becomes `https/host/a.sol`.
///
/// # Errors
/// Why it becomes none.
pub(super) fn parts_of(name: &Text) -> Result<Vec<&str>, NameFault> {
    let name = str::from_utf8(name.raw()).map_err(|_| NameFault::NotText)?;
    if name.len() > MAX_PATH_BYTES {
        return Err(NameFault::TooLong);
    }
    if visible(name) != name {
        return Err(NameFault::Unseen);
    }
    let (scheme, rest) = match scheme_of(name) {
        Some((scheme, rest)) => (Some(scheme), rest),
        None => (None, name),
    };
    if rest.starts_with(['/', '\\']) || is_drive(rest) {
        return Err(NameFault::Absolute);
    }
    let parts: Vec<&str> = scheme.into_iter().chain(rest.split('/').filter(|part| *part != ".")).collect();
    for part in &parts {
        check(part)?;
    }
    if parts.len() > MAX_PARTS {
        return Err(NameFault::TooLong);
    }
    let last = parts.last().map(|part| part.to_lowercase()).ok_or(NameFault::Empty)?;
    let is_hidden = parts.iter().any(|part| part.starts_with('.'));
    let ends = ENDINGS.iter().any(|ending| last.ends_with(ending)) || (last.ends_with(JSON) && !is_hidden);
    if ends { Ok(parts) } else { Err(NameFault::Ending) }
}

/// What is before and behind the `://` of an address. A single letter is a drive.
fn scheme_of(name: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = name.split_once("://")?;
    let is_scheme = scheme.len() > 1 && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_scheme.then_some((scheme, rest))
}

fn is_drive(name: &str) -> bool {
    let mut characters = name.chars();
    characters.next().is_some_and(|first| first.is_ascii_alphabetic()) && characters.next() == Some(':')
}

fn check(part: &str) -> Result<(), NameFault> {
    if part.is_empty() {
        return Err(NameFault::Empty);
    }
    if part == ".." {
        return Err(NameFault::Outside);
    }
    if let Some(c) = part.chars().find(|c| r#"\:<>"|?*"#.contains(*c)) {
        return Err(NameFault::Forbidden(c));
    }
    if part.ends_with(['.', ' ']) || part.starts_with(' ') {
        return Err(NameFault::Trailing);
    }
    if part.len() > MAX_PART_BYTES {
        return Err(NameFault::TooLong);
    }
    if is_device(part) { Err(NameFault::Device) } else { Ok(()) }
}

fn is_device(part: &str) -> bool {
    let stem = part.split('.').next().unwrap_or_default().trim_end().to_uppercase();
    let numbered = |name: &str| {
        let mut rest = stem.strip_prefix(name).unwrap_or_default().chars();
        matches!((rest.next(), rest.next()), (Some('0'..='9' | '¹' | '²' | '³'), None))
    };
    DEVICES.contains(&stem.as_str()) || numbered("COM") || numbered("LPT")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(name: &str) -> Result<String, NameFault> {
        parts_of(&Text::from(name)).map(|parts| parts.join("/"))
    }

    #[test]
    fn names_of_real_projects_become_their_paths() {
        for (name, expected) in [
            ("Token.sol", "Token.sol"),
            ("src/tokens/Token.sol", "src/tokens/Token.sol"),
            (
                "@openzeppelin/contracts/token/ERC20/ERC20.sol",
                "@openzeppelin/contracts/token/ERC20/ERC20.sol",
            ),
            ("lib/forge-std/src/Test.sol", "lib/forge-std/src/Test.sol"),
            ("./contracts/A.sol", "contracts/A.sol"),
            ("contracts/./A.SOL", "contracts/A.SOL"),
            (".deps/npm/@openzeppelin/contracts/A.sol", ".deps/npm/@openzeppelin/contracts/A.sol"),
            ("node_modules/.pnpm/a+b@1.0.0/A (copy).sol", "node_modules/.pnpm/a+b@1.0.0/A (copy).sol"),
            ("https://github.com/a/b/blob/v1/A.sol", "https/github.com/a/b/blob/v1/A.sol"),
            ("interfaces/IVault.json", "interfaces/IVault.json"),
            ("vault.vy", "vault.vy"),
            ("Vertrag/Übung.sol", "Vertrag/Übung.sol"),
            ("console.sol", "console.sol"),
            ("COM10.sol", "COM10.sol"),
        ] {
            assert_eq!(path(name).as_deref(), Ok(expected), "{name}");
        }
    }

    #[test]
    fn no_name_leads_out_deceives_or_is_acted_on() {
        use NameFault::{
            Absolute, Device, Empty, Ending, Forbidden, NotText, Outside, TooLong, Trailing, Unseen,
        };
        let long = |count: usize| format!("{}.sol", "a".repeat(count));
        for (name, fault) in [
            ("../a.sol", Outside),
            ("a/../../b.sol", Outside),
            ("a/..", Outside),
            ("..\\a.sol", Forbidden('\\')),
            ("https://../../a.sol", Outside),
            ("https:///etc/a.sol", Absolute),
            ("/etc/a.sol", Absolute),
            ("//host/share/a.sol", Absolute),
            ("\\\\host\\a.sol", Absolute),
            ("C:\\a.sol", Absolute),
            ("c:/a.sol", Absolute),
            ("C:a.sol", Absolute),
            ("c://a.sol", Absolute),
            ("a.sol:stream.sol", Forbidden(':')),
            ("<stdin>.sol", Forbidden('<')),
            ("", Empty),
            (".", Empty),
            ("a//b.sol", Empty),
            ("a/", Empty),
            ("a\0.sol", Unseen),
            ("a\n.sol", Unseen),
            ("a\u{1b}[2J.sol", Unseen),
            ("a\u{202e}los.sol", Unseen),
            ("a\u{200b}.sol", Unseen),
            ("a./b.sol", Trailing),
            (".. /b.sol", Trailing),
            ("b.sol ", Trailing),
            ("con.sol", Device),
            ("a/NUL/b.sol", Device),
            ("Aux .x.sol", Device),
            ("com1.sol", Device),
            ("lpt².sol", Device),
            (".git/config", Ending),
            ("HEAD", Ending),
            (".envrc", Ending),
            ("Makefile", Ending),
            ("a.sol/x", Ending),
            ("run.sh", Ending),
            (".vscode/settings.json", Ending),
        ] {
            assert_eq!(path(name), Err(fault), "{name:?}");
        }
        assert_eq!(path(&long(300)), Err(TooLong));
        assert_eq!(path(&format!("{}a.sol", "a/".repeat(40))), Err(TooLong));
        assert_eq!(path(&format!("{}a.sol", "a/".repeat(4000))), Err(TooLong));
        assert_eq!(parts_of(&Text::from_bytes(*b"a\xff.sol")), Err(NotText));
    }
}
