//! Inputs: what is kept, changed; words of the dictionary one behind another; and any bytes.

use std::path::{Path, PathBuf};

use api::recording::Recording;
use proptest::prelude::*;

/// Where the examples of artifacts are, and the recorded answers.
const ARTIFACTS: [&str; 2] = ["assets/demo/uploads", "tests/fixtures/projects"];
const ANSWERS: [&str; 2] = ["tests/fixtures/mirror", "tests/fixtures/verifier"];

/// How long a file may be to be changed here, in bytes: longer ones take long.
const MAX_SEED_BYTES: usize = 8 << 10;

/// How much is put in or repeated at once, in bytes.
const MAX_CHANGE_BYTES: usize = 256;

fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// All files below a directory, in the order of their names.
fn files_below(directory: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(directory) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.iter().flat_map(|path| if path.is_dir() { files_below(path) } else { vec![path.clone()] }).collect()
}

/// The same, of a directory of the repository.
fn files_of(directory: &str) -> Vec<PathBuf> {
    files_below(&repository(directory))
}

/// What is kept for a property.
pub(crate) fn kept(name: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let paths = files_of(&format!("fuzz/seeds/{name}"));
    assert!(!paths.is_empty(), "nothing is kept for {name}");
    paths.into_iter().map(|path| (path.clone(), std::fs::read(path).unwrap())).collect()
}

fn seeds(name: &str) -> Vec<Vec<u8>> {
    let more: Vec<Vec<u8>> = match name {
        "artifacts" => {
            ARTIFACTS.into_iter().flat_map(files_of).map(|path| std::fs::read(path).unwrap()).collect()
        }
        "wire" => ANSWERS.into_iter().flat_map(files_of).flat_map(|path| answers(&path)).collect(),
        _ => Vec::new(),
    };
    let kept = kept(name).into_iter().map(|(_, seed)| seed);
    kept.chain(more).filter(|seed| seed.len() <= MAX_SEED_BYTES).collect()
}

/// The bodies of recorded exchanges, behind the byte for success.
fn answers(path: &Path) -> Vec<Vec<u8>> {
    let recorded = Recording::parse(&std::fs::read_to_string(path).unwrap());
    recorded.exchanges.iter().map(|exchange| [&[0], exchange.body.as_bytes()].concat()).collect()
}

/// The words of a property, as libFuzzer reads them: one in quotes on a line.
fn dictionary(name: &str) -> Vec<Vec<u8>> {
    let text = std::fs::read_to_string(repository(&format!("fuzz/dictionaries/{name}.dict"))).unwrap();
    let words = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    words.map(|line| unquoted(line).unwrap_or_else(|| panic!("{name}.dict: {line}"))).collect()
}

fn unquoted(line: &str) -> Option<Vec<u8>> {
    let mut rest = line.strip_prefix('"')?.strip_suffix('"')?.as_bytes();
    let mut word = Vec::new();
    while let [first, behind @ ..] = rest {
        (word, rest) = match (first, behind) {
            (b'\\', [b'x', high, low, behind @ ..]) => {
                let digits = [*high, *low];
                let byte = u8::from_str_radix(str::from_utf8(&digits).ok()?, 16).ok()?;
                ([word, vec![byte]].concat(), behind)
            }
            (b'\\', [c @ (b'\\' | b'"'), behind @ ..]) | (c, behind) => ([word, vec![*c]].concat(), behind),
        };
    }
    Some(word)
}

/// One change, at a place between the first byte and the last.
#[derive(Clone, Debug)]
enum Change {
    Put(Vec<u8>),
    Remove(usize),
    Repeat(usize),
    End,
}

/// Inputs for a property.
pub(crate) fn inputs(name: &str) -> impl Strategy<Value = Vec<u8>> + use<> {
    let words = dictionary(name);
    let word = prop::sample::select(words);
    let change = prop_oneof![
        4 => word.clone().prop_map(Change::Put),
        2 => prop::collection::vec(any::<u8>(), 1..4).prop_map(Change::Put),
        2 => (1..MAX_CHANGE_BYTES).prop_map(Change::Remove),
        2 => (1..MAX_CHANGE_BYTES).prop_map(Change::Repeat),
        1 => Just(Change::End),
    ];
    let changes = prop::collection::vec((any::<prop::sample::Index>(), change), 1..8);
    let seed = (prop::sample::select(seeds(name)), changes);
    prop_oneof![
        4 => seed.prop_map(|(seed, changes)| changes.into_iter().fold(seed, |seed, (at, change)| change.of(seed, at))),
        3 => prop::collection::vec(word, 0..16).prop_map(|words| words.concat()),
        1 => prop::collection::vec(any::<u8>(), 0..300),
    ]
}

impl Change {
    fn of(self, mut input: Vec<u8>, at: prop::sample::Index) -> Vec<u8> {
        let at = at.index(input.len() + 1);
        match self {
            Self::Put(bytes) => drop(input.splice(at..at, bytes)),
            Self::Remove(count) => drop(input.drain(at..input.len().min(at + count))),
            Self::Repeat(count) => {
                let again = input[at..input.len().min(at + count)].repeat(3);
                drop(input.splice(at..at, again));
            }
            Self::End => input.truncate(at),
        }
        input
    }
}
