//! The part of a long sweep that one run takes. It follows from the commit, so each commit is swept in other places.

use std::process::Command;

/// A run takes one of this many parts.
pub(crate) const PARTS: u64 = 8;

/// What a run takes of a sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    All,
    /// The part with this seed.
    Of(u64),
}

impl Part {
    /// The part that `HIEROSCOPE_SWEEPS` names, else the commit's. A test that fails prints it.
    #[expect(clippy::disallowed_methods, clippy::print_stderr, reason = "what is asked of the tests")]
    pub(crate) fn chosen() -> Self {
        let seed = match std::env::var("HIEROSCOPE_SWEEPS").as_deref() {
            Ok("all") => return Self::All,
            Ok(seed) => {
                seed.parse().unwrap_or_else(|_| panic!("HIEROSCOPE_SWEEPS is `all` or a number, not {seed}"))
            }
            Err(_) => seed_of_commit(),
        };
        eprintln!(
            "One of {PARTS} parts of this sweep: HIEROSCOPE_SWEEPS={seed} repeats it, HIEROSCOPE_SWEEPS=all takes everything."
        );
        Self::Of(seed)
    }

    /// The items of this part.
    pub(crate) fn of<T>(self, all: impl IntoIterator<Item = T>) -> Vec<T> {
        let is_taken = |at: u64| match self {
            Self::All => true,
            Self::Of(seed) => at % PARTS == seed % PARTS,
        };
        (0..).zip(all).filter(|(at, _)| is_taken(*at)).map(|(_, item)| item).collect()
    }

    /// Whether the choice with this number, of so many, is the one that a run of one part makes for the item with this
    /// number. A run of all sweeps makes all choices.
    pub(crate) fn chooses(self, item: usize, choice: usize, choices: usize) -> bool {
        match self {
            Self::All => true,
            Self::Of(seed) => (item + usize::try_from(seed).unwrap()) % choices == choice,
        }
    }

    /// A seed for what is drawn by chance.
    pub(crate) fn seed(self) -> u64 {
        match self {
            Self::All => 0,
            Self::Of(seed) => seed,
        }
    }

    /// The number of cases of this part.
    pub(crate) fn count(self, of_all: u64) -> u64 {
        match self {
            Self::All => of_all,
            Self::Of(_) => of_all / PARTS,
        }
    }
}

/// The beginning of the commit's hash; 0 outside a repository.
fn seed_of_commit() -> u64 {
    let hash = Command::new("git")
        .args(["rev-parse", "--short=8", "HEAD"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .ok()
        .filter(|output| output.status.success())
        .and_then(|output| String::from_utf8(output.stdout).ok());
    hash.and_then(|hash| u64::from_str_radix(hash.trim().get(..8)?, 16).ok()).unwrap_or_default()
}
