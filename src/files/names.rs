//! Finds the names of contracts in sources with a small scan that skips comments and strings. It splits a Solidity
//! source into words and signs, which also find its imports.

use std::path::Path;

use verification::{ContractIdentifier, Contracts};

/// Adds the contracts of one source.
pub(super) fn find(language: &str, path: &str, source: &str, contracts: &mut Contracts) {
    match language {
        "Solidity" => solidity(path, source, contracts),
        // A Vyper file is one contract, called like the file.
        "Vyper" if Path::new(path).extension().is_some_and(|end| end == "vy") => {
            let name = Path::new(path).file_stem().and_then(|name| name.to_str());
            contracts.deployable.extend(name.and_then(|name| ContractIdentifier::new(path, name)));
        }
        _ => {}
    }
}

fn solidity(path: &str, source: &str, contracts: &mut Contracts) {
    let (mut depth, mut before, mut keyword) = (0_usize, "", "");
    for token in Tokens(source) {
        match token {
            "{" => depth += 1,
            "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 && matches!(keyword, "contract" | "library" | "interface") && is_name(token) {
            let codeless = keyword == "interface" || before == "abstract";
            let list = if codeless { &mut contracts.codeless } else { &mut contracts.deployable };
            list.extend(ContractIdentifier::new(path, token));
        }
        (before, keyword) = (keyword, token);
    }
}

fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '_' | '$'))
}

/// They, without comments; a string is one of them, in its quotes.
pub(super) struct Tokens<'a>(pub(super) &'a str);

impl<'a> Iterator for Tokens<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        loop {
            let rest = self.0.trim_start();
            let first = rest.chars().next()?;
            let after = |end: Option<usize>| end.and_then(|end| rest.get(end..)).unwrap_or_default();
            if rest.starts_with("//") {
                self.0 = after(rest.find(['\n', '\r']));
            } else if rest.starts_with("/*") {
                self.0 = after(rest.get(2..).and_then(|inner| inner.find("*/")).map(|at| at + 4));
            } else {
                let word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$');
                let end = match first {
                    '"' | '\'' => string_end(rest, first).unwrap_or(rest.len()),
                    first if word(first) => rest.find(|c| !word(c)).unwrap_or(rest.len()),
                    first => first.len_utf8(),
                };
                let (token, left) = rest.split_at_checked(end)?;
                self.0 = left;
                return Some(token);
            }
        }
    }
}

/// Where a string that begins with this quote ends; a line's end ends it, too, as the compiler would complain.
fn string_end(text: &str, quote: char) -> Option<usize> {
    let mut escaped = false;
    text.char_indices().skip(1).find_map(|(at, c)| {
        let ends = !escaped && (c == quote || c == '\n');
        escaped = !escaped && c == '\\';
        ends.then_some(at + c.len_utf8())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(source: &str) -> (Vec<String>, Vec<String>) {
        let mut contracts = Contracts::default();
        find("Solidity", "a.sol", source, &mut contracts);
        let names = |list: &[ContractIdentifier]| list.iter().map(|one| one.name().to_owned()).collect();
        (names(&contracts.deployable), names(&contracts.codeless))
    }

    #[test]
    fn contracts_are_told_from_what_only_looks_like_them() {
        let source = r#"
            // contract Commented {}
            /* contract Blocked { */ import {contract_} from "contract Quoted {";
            abstract contract Base { string s = 'contract "Inner\' {'; }
            interface Face{ } library Lib{}
            contract $A_1 is Base { function contract_() public { assembly { let contract := 1 } } }
            contract
              /* between */ B // behind
            {}
        "#;
        assert_eq!(
            names(source),
            (vec!["Lib".into(), "$A_1".into(), "B".into()], vec!["Base".into(), "Face".into()])
        );
    }

    #[test]
    fn what_does_not_end_ends_with_the_source() {
        for source in
            ["contract", "contract \"", "/* contract A", "\"contract A {}", "//", "é contract", "\\"]
        {
            assert_eq!(names(source), (Vec::new(), Vec::new()), "{source}");
        }
    }

    #[test]
    fn a_vyper_file_is_a_contract() {
        let mut contracts = Contracts::default();
        find("Vyper", "src/vault.vy", "", &mut contracts);
        find("Vyper", "src/IVault.vyi", "", &mut contracts);
        assert_eq!(
            contracts.deployable.iter().map(ToString::to_string).collect::<Vec<_>>(),
            ["src/vault.vy:vault"]
        );
    }
}
