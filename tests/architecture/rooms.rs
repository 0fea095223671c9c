//! The table of rooms: who may import whom.

use std::collections::BTreeSet;

/// A room, a module of the program or a crate: the rooms it may import beside itself, and whether it is pure: it touches nothing of the world.
pub(crate) struct Room {
    /// Its name, which is its module's.
    pub(crate) name: &'static str,
    /// What it may import.
    pub(crate) imports: &'static [&'static str],
    /// Whether no clock, socket, file, environment or terminal is touched in it.
    pub(crate) pure: bool,
    /// Whether its values may remember what was worked out from them: a memo of a pure function hides no state.
    pub(crate) memo: bool,
    /// The crates that are none of its business, beyond what no pure room touches.
    pub(crate) without: &'static [&'static str],
}

/// Every room, from below to above; what a crate may import is in its `Cargo.toml`. `runtime`, `cli`, `main` and the root may
/// import all.
pub(crate) const ROOMS: [Room; 16] = [
    Room { name: "ledger", imports: &[], pure: true, memo: false, without: &[] },
    Room { name: "decode", imports: &[], pure: true, memo: true, without: &[] },
    Room { name: "evm", imports: &[], pure: true, memo: false, without: &[] },
    Room { name: "replay", imports: &[], pure: true, memo: false, without: &[] },
    Room { name: "verification", imports: &[], pure: true, memo: false, without: &[] },
    Room { name: "api", imports: &[], pure: true, memo: false, without: &[] },
    Room {
        name: "client",
        imports: &[],
        pure: false,
        memo: false,
        without: &["ratatui", "crossterm", "keybinds"],
    },
    Room { name: "screen", imports: &[], pure: false, memo: false, without: &["tokio", "reqwest"] },
    Room { name: "demo", imports: &[], pure: false, memo: false, without: &[] },
    Room {
        name: "message",
        imports: &["ledger", "verification", "api", "decode", "evm", "replay"],
        pure: true,
        memo: false,
        without: &["ratatui"],
    },
    Room {
        name: "widgets",
        imports: &["ledger", "message", "screen"],
        pure: true,
        memo: false,
        without: &[],
    },
    Room {
        name: "panes",
        imports: &["ledger", "verification", "api", "message", "decode", "evm", "replay", "widgets"],
        pure: true,
        memo: false,
        without: &[],
    },
    Room {
        name: "app",
        imports: &["ledger", "verification", "api", "decode", "message", "widgets", "panes"],
        pure: true,
        memo: false,
        without: &[],
    },
    Room {
        name: "store",
        imports: &["ledger", "verification", "api", "message"],
        pure: false,
        memo: false,
        without: &["ratatui", "crossterm", "keybinds"],
    },
    Room {
        name: "files",
        imports: &["ledger", "verification", "api", "message"],
        pure: false,
        memo: false,
        without: &["ratatui", "crossterm", "keybinds", "reqwest", "tokio"],
    },
    Room {
        name: "config",
        imports: &["ledger", "verification", "api", "message"],
        pure: false,
        memo: false,
        without: &["ratatui", "tokio"],
    },
];

/// Rooms that stand above the table.
pub(crate) const ABOVE: [&str; 4] = ["runtime", "cli", "main", "lib"];

/// Where the crates are that the program is made of.
pub(crate) const CRATES: &str = "crates/";

/// The room that a file belongs to; `None` if it is in none.
pub(crate) fn of(file: &str) -> Option<&str> {
    let path = file.strip_prefix("src/").or_else(|| file.strip_prefix(CRATES))?;
    let name = path.split(['/', '.']).next()?;
    (ROOMS.iter().any(|room| room.name == name) || ABOVE.contains(&name)).then_some(name)
}

/// The folder in `src/panes` that is no pane: what panes are made of.
const KIT: &str = "kit";

/// The folders in `src/panes` whose folders are panes. A file beside these is shared by them.
const NEIGHBOURHOODS: [&str; 3] = ["contract", "schedule", "verification"];

/// The pane or the neighbourhood that a path below `panes` is in: `contract/results` of `contract`, `results`, `rows`.
/// `None` for what all panes share.
pub(crate) fn pane(below: &[String], folders: &BTreeSet<String>) -> Option<String> {
    let first = below.first().filter(|first| folders.contains(*first) && *first != KIT)?;
    let inner = below.get(1).map(|second| format!("{first}/{second}"));
    let inner = inner.filter(|it| NEIGHBOURHOODS.contains(&first.as_str()) && folders.contains(it));
    Some(inner.unwrap_or_else(|| first.clone()))
}

/// The folders below `src/panes`, to the second level.
pub(crate) fn folders<'a>(files: impl Iterator<Item = &'a str>) -> BTreeSet<String> {
    let paths = files.filter_map(|file| file.strip_prefix("src/panes/"));
    let cuts = paths.flat_map(|path| {
        let parts: Vec<&str> = path.split('/').collect();
        (1..parts.len().min(3)).map(|to| parts[..to].join("/")).collect::<Vec<_>>()
    });
    cuts.collect()
}
