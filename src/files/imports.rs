//! Resolves the imports of an input's sources, in order to send only what a contract needs.

use std::collections::BTreeMap;

use ledger::Text;

use super::names::Tokens;

/// The sources of an input: path and text.
pub(super) type Texts<'a> = BTreeMap<&'a str, &'a str>;

/// By source, the sources that it imports; `None` where an import leads to none of them. Nothing for languages whose
/// imports are not known.
pub(super) fn follow(
    language: &str,
    sources: &Texts<'_>,
    remappings: &[String],
) -> BTreeMap<Text, Option<Vec<Text>>> {
    let remappings: Vec<Remapping<'_>> =
        remappings.iter().filter_map(|text| Remapping::parse(text)).collect();
    let imports = |path: &str, text: &str| match language {
        "Solidity" => solidity(text)
            .map(|import| resolve(import?, path, sources, &remappings).map(Text::from))
            .collect(),
        "Vyper" => Some(vyper(text).flat_map(|module| ends_with(&module, sources)).map(Text::from).collect()),
        _ => Some(Vec::new()),
    };
    if !matches!(language, "Solidity" | "Vyper" | "Yul") {
        return BTreeMap::new();
    }
    sources.iter().map(|(path, text)| (Text::from(*path), imports(path, text))).collect()
}

/// What the imports of a Solidity source name; `None` for a name that is not written plainly.
fn solidity(text: &str) -> impl Iterator<Item = Option<&str>> {
    let (mut depth, mut within) = (0_usize, false);
    Tokens(text).filter_map(move |token| {
        match token {
            // The braces of an import hold names, not code.
            "{" if !within => depth += 1,
            "}" if !within => depth = depth.saturating_sub(1),
            "import" => within = depth == 0,
            ";" => within = false,
            _ => {}
        }
        let quoted = within && token.starts_with(['"', '\'']);
        quoted.then(|| token.get(1..token.len() - 1).filter(|name| !name.contains('\\')))
    })
}

/// `context:prefix=target`.
struct Remapping<'a> {
    context: &'a str,
    prefix: &'a str,
    target: &'a str,
}

impl<'a> Remapping<'a> {
    fn parse(text: &'a str) -> Option<Self> {
        let (from, target) = text.split_once('=')?;
        let (context, prefix) = from.split_once(':').unwrap_or(("", from));
        (!prefix.is_empty()).then_some(Self { context, prefix, target })
    }
}

/// The source that an import leads to, as the compiler finds it.
fn resolve<'a>(
    import: &str,
    from: &str,
    sources: &Texts<'a>,
    remappings: &[Remapping<'_>],
) -> Option<&'a str> {
    let direct = if import.starts_with("./") || import.starts_with("../") {
        relative(import, from)
    } else {
        import.to_owned()
    };
    // The longest context wins, then the longest prefix, then the last.
    let best = remappings
        .iter()
        .filter(|mapping| from.starts_with(mapping.context) && direct.starts_with(mapping.prefix))
        .max_by_key(|mapping| (mapping.context.len(), mapping.prefix.len()));
    let mapped = best.and_then(|mapping| {
        direct.strip_prefix(mapping.prefix).map(|rest| format!("{}{rest}", mapping.target))
    });
    let key = |path: &str| sources.get_key_value(path).map(|(path, _)| *path);
    mapped.as_deref().and_then(key).or_else(|| key(&direct))
}

/// A path from the directory of the importing source.
fn relative(import: &str, from: &str) -> String {
    let mut folder: Vec<&str> = from.split('/').collect();
    folder.pop();
    let mut rest = import;
    loop {
        if let Some(below) = rest.strip_prefix("./") {
            rest = below;
        } else if let Some(above) = rest.strip_prefix("../") {
            folder.pop();
            rest = above;
        } else {
            break;
        }
    }
    folder.push(rest);
    folder.join("/")
}

/// The modules that a Vyper source imports, as ends of paths.
fn vyper(text: &str) -> impl Iterator<Item = String> {
    text.lines().filter_map(|line| {
        let mut words = line.split([' ', '\t', ',', '#']).filter(|word| !word.is_empty());
        let (from, name) = match (words.next()?, words.next()?, words.next(), words.next()) {
            ("import", module, ..) => ("", module),
            ("from", module, Some("import"), Some(name)) => (module, name),
            _ => return None,
        };
        let path = format!("{from}.{name}").replace('.', "/");
        Some(path.trim_matches('/').to_owned())
    })
}

/// The sources whose path, without its extension, ends with this one.
fn ends_with<'a>(module: &str, sources: &Texts<'a>) -> Vec<&'a str> {
    let fits = |path: &&&str| {
        let stem = path.rsplit_once('.').map_or(**path, |(stem, _)| stem);
        stem.strip_suffix(module).is_some_and(|before| before.is_empty() || before.ends_with('/'))
    };
    sources.keys().filter(fits).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn followed(
        language: &str,
        sources: &[(&str, &str)],
        remappings: &[&str],
        of: &str,
    ) -> Option<Vec<String>> {
        let sources = sources.iter().copied().collect();
        let remappings: Vec<String> = remappings.iter().map(|text| (*text).to_owned()).collect();
        let found = follow(language, &sources, &remappings).remove(&Text::from(of)).unwrap();
        found.map(|list| list.iter().map(Text::escaped).collect())
    }

    #[test]
    fn every_form_of_import_is_found() {
        let text = r#"
            // import "x/Commented.sol";
            import "./B.sol"; import {C, D as E} from '../c/C.sol';
            import * as F from "lib/F.sol"; import "@g/G.sol" as G;
            contract A { string s = "import"; function f() public { g("./Nowhere.sol"); } }
        "#;
        let sources = [
            ("src/a/A.sol", text),
            ("src/a/B.sol", ""),
            ("src/c/C.sol", ""),
            ("lib/F.sol", ""),
            ("node_modules/@g/G.sol", ""),
            ("x/Commented.sol", ""),
        ];
        assert_eq!(
            followed("Solidity", &sources, &["@g/=wrong/", "src/:@g/=node_modules/@g/"], "src/a/A.sol"),
            Some(
                ["src/a/B.sol", "src/c/C.sol", "lib/F.sol", "node_modules/@g/G.sol"]
                    .map(str::to_owned)
                    .into()
            )
        );
        assert_eq!(followed("Solidity", &sources, &[], "src/a/A.sol"), None, "one leads nowhere");
        assert_eq!(followed("Solidity", &sources, &[], "lib/F.sol"), Some(Vec::new()));
    }

    #[test]
    fn what_is_not_whole_ends() {
        for text in ["import", "import \"", "import \"a", "import 'a\\'b';", "import {", "import \"\n\""] {
            let _ = followed("Solidity", &[("a.sol", text)], &["", "=", ":=", "a="], "a.sol");
        }
    }

    #[test]
    fn modules_of_vyper_are_found_by_their_ends() {
        let text =
            "from . import base\nimport lib.math as math\nfrom ethereum.ercs import IERC20\nx: uint256";
        let sources = [
            ("src/a.vy", text),
            ("src/base.vy", ""),
            ("x/lib/math.vyi", ""),
            ("src/other.vy", ""),
            ("db.vy", ""),
        ];
        assert_eq!(
            followed("Vyper", &sources, &[], "src/a.vy"),
            Some(["src/base.vy", "x/lib/math.vyi"].map(str::to_owned).into())
        );
    }
}
