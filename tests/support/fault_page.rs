//! Pages of the docs that tell what comes of each fault of the embedded network, made by the tests that play them.

use std::fs;
use std::path::Path;

use demo::faults::Scenario;

use super::places::in_order;

/// The faults that are played: all but those that need no rule, and those that differ only in how long they last.
pub(crate) fn played() -> impl Iterator<Item = &'static Scenario> {
    let lasts = |fault: &&Scenario| fault.name.ends_with("-10s") || fault.name.ends_with("-20s");
    Scenario::all().iter().filter(|fault| fault.rule().is_some()).filter(move |fault| !lasts(fault))
}

/// A page: its head, and a row of these cells for each case, which so many threads play.
pub(crate) fn page<T: Sync>(
    head: &str,
    cases: &[T],
    threads: usize,
    play: impl Fn(&T) -> Vec<String> + Sync,
) -> String {
    let line = |case: &T| {
        let cells: Vec<String> = play(case).iter().map(|cell| cell.replace('|', "\\|")).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    head.to_owned() + &in_order(cases, threads, line).concat()
}

/// Fails if the page at this path of the repository is not this one, and says where the new one is.
pub(crate) fn check(path: &str, page: &str) {
    let told = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap_or_default();
    if page == told {
        return;
    }
    let name = Path::new(path).file_name().unwrap();
    let made = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&made, page).unwrap();
    let differs = page.lines().filter(|line| !told.lines().any(|known| known == *line));
    panic!("{path} is {} now:\n{}", made.display(), differs.collect::<Vec<_>>().join("\n"));
}
