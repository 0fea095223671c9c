//! Makes of `assets` what lies in the library: signatures as sorted tables of their hashes, so that looking one up
//! is a search in bytes; the few grammars that are needed.

#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "cargo tells a build script by the environment, and hears it on its output"
)]

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

use sha3::{Digest, Keccak256};
use syntect::parsing::syntax_definition::SyntaxDefinition;
use syntect::parsing::{Scope, SyntaxSet, SyntaxSetBuilder};

#[path = "src/signatures/canonical.rs"]
mod canonical;

/// A table: the records of one kind, each the bytes of a hash, where its line begins and how long it is.
#[derive(Default)]
struct Table(Vec<(Vec<u8>, u32, u16)>);

fn main() -> io::Result<()> {
    let out = PathBuf::from(std::env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?);
    write_signatures(&out)?;
    fs::write(out.join("grammars"), syntect::dumps::dump_binary(&grammars()))
}

/// The files that lie in a folder, which is watched.
fn files(folder: &str) -> io::Result<Vec<PathBuf>> {
    println!("cargo::rerun-if-changed={folder}");
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?;
    files.sort();
    Ok(files)
}

/// The grammars that sources are coloured by. Grammars know one another by their number in the whole set, so that
/// those that are not needed leave an empty one behind.
fn grammars() -> SyntaxSet {
    let mut set = SyntaxSetBuilder::new();
    for grammar in two_face::syntax::extra_newlines().into_builder().syntaxes() {
        let needed = ["JSON", "Solidity", "Vyper"].contains(&grammar.name.as_str());
        set.add(if needed { grammar.clone() } else { empty(grammar.scope) });
    }
    set.build()
}

fn empty(scope: Scope) -> SyntaxDefinition {
    SyntaxDefinition {
        name: String::new(),
        file_extensions: Vec::new(),
        scope,
        first_line_match: None,
        hidden: true,
        variables: HashMap::new(),
        contexts: HashMap::new(),
    }
}

fn write_signatures(out: &Path) -> io::Result<()> {
    println!("cargo::rerun-if-changed=src/signatures/canonical.rs");
    let mut files = files("assets/signatures")?;
    // What the network itself has comes first in the text: that is how it is told from the rest.
    files.sort_by_key(|path| !path.ends_with("system.txt"));
    let mut text = String::new();
    let mut system_end = 0;
    let (mut functions, mut errors, mut events) = (Table::default(), Table::default(), Table::default());
    for path in files {
        for line in fs::read_to_string(&path)?.lines().filter(|line| canonical::is_signature(line)) {
            let (word, signature) = canonical::canonicalize(line).ok_or_else(|| refused(&path, line))?;
            let hash = Keccak256::digest(signature.as_bytes());
            let (table, bytes) = match word {
                "function" => (&mut functions, 4),
                "error" => (&mut errors, 4),
                "event" => (&mut events, 32),
                _ => return Err(refused(&path, line)),
            };
            let length = u16::try_from(line.len()).map_err(|_| refused(&path, line))?;
            let offset = u32::try_from(text.len()).map_err(|_| refused(&path, line))?;
            table.0.push((hash.iter().take(bytes).copied().collect(), offset, length));
            text.push_str(line);
        }
        if path.ends_with("system.txt") {
            system_end = text.len();
        }
    }
    fs::write(out.join("signatures.txt"), text)?;
    fs::write(out.join("system_end.rs"), format!("{system_end}"))?;
    for (name, table) in [("functions", functions), ("errors", errors), ("events", events)] {
        fs::write(out.join(name), table.bytes())?;
    }
    Ok(())
}

fn refused(path: &Path, line: &str) -> io::Error {
    io::Error::other(format!("{}: no signature: {line}", path.display()))
}

impl Table {
    /// The records, sorted by hash.
    fn bytes(mut self) -> Vec<u8> {
        self.0.sort();
        let record = |(hash, offset, length): &(Vec<u8>, u32, u16)| {
            [hash.as_slice(), &offset.to_be_bytes(), &length.to_be_bytes()].concat()
        };
        self.0.iter().flat_map(record).collect()
    }
}
