//! The checks, each over one file: what is wrong, with file and line.

use crate::house::House;
use crate::rooms::{self, ABOVE, CRATES, ROOMS};
use crate::source::{Named, module, paths};

/// The most lines of a file.
const MAX_LINES: usize = 400;

/// What no pure room names: a path's beginning, or two parts that stand together anywhere in it.
const WORLD: [&str; 17] = [
    "tokio",
    "reqwest",
    "crossterm",
    "axum",
    "rusqlite",
    "tracing",
    "std::net",
    "std::fs",
    "std::env",
    "std::process",
    "std::thread",
    "Instant::now",
    "SystemTime::now",
    "Timestamp::now",
    "Zoned::now",
    "io::std*",
    "cell::Cell",
];

/// Words that hide shared or changing state.
const HIDDEN: [&str; 12] = [
    "RefCell",
    "UnsafeCell",
    "Mutex",
    "RwLock",
    "OnceCell",
    "OnceLock",
    "LazyCell",
    "Condvar",
    "Barrier",
    "mpsc",
    "Atomic*",
    "thread_local",
];

/// The one that remembers what was worked out, and changes once only.
const MEMO: &str = "OnceLock";

/// The part of the kit that asks servers. Nothing is drawn there.
const ASK: &str = "src/panes/kit/ask/";

/// What that part does not name.
const DRAWN: [&str; 6] = ["ratatui", "crate::widgets", "kit::form", "kit::list", "kit::nouns", "kit::page"];

/// A file that is too long, or does not say what it is for.
pub(crate) fn of_form(file: &str, text: &str) -> Vec<String> {
    let lines = text.lines().count();
    let long = (lines > MAX_LINES).then(|| format!("{file}: {lines} lines, more than {MAX_LINES}"));
    let silent =
        (!text.starts_with("//! ")).then(|| format!("{file}: does not begin with `//! ` and its purpose"));
    long.into_iter().chain(silent).collect()
}

/// Imports against the table of rooms, of one pane by another, and of the kit's own users by the kit.
pub(crate) fn of_imports(file: &str, text: &str, house: &House) -> Vec<String> {
    let Some(own) = rooms::of(file) else { return vec![format!("{file}: stands in no room of the table")] };
    if ABOVE.contains(&own) || file.starts_with(CRATES) {
        return Vec::new();
    }
    let allowed = ROOMS.iter().find(|room| room.name == own).map_or(&[][..], |room| room.imports);
    let here = (own == "panes").then(|| module(file).split_off(1));
    let mut faults = Vec::new();
    for path in paths(file, text) {
        if path.alias && path.parts == ["crate"] {
            faults.push(fault(file, &path, "the crate has no other name"));
        }
        let meant = house.meant(&path.parts);
        let [first, second, ..] = meant.as_slice() else { continue };
        let room = if first == "crate" { second } else { first };
        if !ROOMS.iter().any(|it| it.name == room) && !ABOVE.contains(&room.as_str()) {
            continue;
        }
        if room != own && !allowed.contains(&room.as_str()) {
            faults.push(fault(file, &path, &format!("room `{own}` may not import room `{room}`")));
        }
        let Some(here) = here.as_ref().filter(|here| room == "panes" && !here.is_empty()) else { continue };
        let Some(other) = rooms::pane(&meant[2..], &house.folders) else { continue };
        let pane = rooms::pane(here, &house.folders).unwrap_or_else(|| here[0].clone());
        // A neighbourhood's own `mod.rs` names its panes; a pane names what its neighbourhood shares.
        let inside = pane == other || pane.starts_with(&format!("{other}/"));
        if !inside && here.join("/") != other.split('/').next().unwrap_or_default() {
            faults.push(fault(file, &path, &format!("pane `{pane}` may not import pane `{other}`")));
        }
    }
    faults
}

/// A module that is read from a file of another name, where this test does not follow it.
pub(crate) fn of_modules(file: &str, text: &str) -> Vec<String> {
    let lines = text.lines().enumerate().filter(|(_, line)| line.trim_start().starts_with("#[path"));
    lines.map(|(at, _)| format!("{file}:{}: a module has the name of its file", at + 1)).collect()
}

/// What a room names that is none of its business: the world, hidden state, another layer's crates.
pub(crate) fn of_touch(file: &str, text: &str) -> Vec<String> {
    let Some(room) = rooms::of(file).and_then(|own| ROOMS.iter().find(|room| room.name == own)) else {
        return Vec::new();
    };
    let mut faults = Vec::new();
    let paths = paths(file, text);
    for path in &paths {
        let world = WORLD.iter().filter(|_| room.pure).chain(room.without).find(|what| names(path, what));
        let hidden = HIDDEN.iter().find(|word| room.pure && path.parts.iter().any(|part| is(part, word)));
        let hidden = hidden.filter(|word| !(room.memo && **word == MEMO));
        for what in world.into_iter().chain(hidden) {
            faults.push(fault(file, path, &format!("room `{}` may not touch `{what}`", room.name)));
        }
        for what in DRAWN.iter().filter(|what| file.starts_with(ASK) && names(path, what)) {
            faults.push(fault(file, path, &format!("what asks may not name `{what}`")));
        }
    }
    for pair in paths.windows(2).filter(|_| room.pure) {
        if let [first, second] = pair
            && first.parts == ["static"]
            && second.parts == ["mut"]
        {
            faults.push(fault(file, first, &format!("room `{}` may not touch `static mut`", room.name)));
        }
    }
    faults
}

/// Whether a word is this one, or begins with what is before its star.
fn is(word: &str, what: &str) -> bool {
    what.strip_suffix('*').map_or(word == what, |start| word.starts_with(start))
}

/// Whether a path names this: a crate at its start, a module of `std`, or two parts anywhere.
fn names(path: &Named, what: &str) -> bool {
    let Some((before, last)) = what.split_once("::") else {
        return (path.parts.len() > 1 || path.declared)
            && path.parts.first().is_some_and(|part| part == what);
    };
    path.parts.windows(2).any(|pair| pair[0] == before && is(&pair[1], last))
}

fn fault(file: &str, path: &Named, rule: &str) -> String {
    format!("{file}:{}: {} (names {})", path.line, rule, path.parts.join("::"))
}
