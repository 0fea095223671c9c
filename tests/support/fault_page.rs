//! Pages of the docs that tell what comes of each fault of the embedded network, made by the tests that play them.

use std::fs;
use std::path::Path;

use demo::faults::Scenario;

use super::part::Part;
use super::places::in_order;

/// The faults that are played: all but those that need no rule, and those that differ only in how long they last.
pub(crate) fn played() -> impl Iterator<Item = &'static Scenario> {
    let lasts = |fault: &&Scenario| fault.name.ends_with("-10s") || fault.name.ends_with("-20s");
    Scenario::all().iter().filter(|fault| fault.rule().is_some()).filter(move |fault| !lasts(fault))
}

/// Plays the cases of this run's part, which so many threads share, and compares their rows with the page at this path
/// of the repository. A run of all sweeps compares the whole page, and says where the new one is if they differ.
pub(crate) fn check<T: Sync>(
    path: &str,
    head: &str,
    cases: &[T],
    threads: usize,
    play: impl Fn(&T) -> Vec<String> + Sync,
) {
    let row = |case: &&T| {
        let cells: Vec<String> = play(case).iter().map(|cell| cell.replace('|', "\\|")).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    let part = Part::chosen();
    let rows = in_order(&part.of(cases), threads, row);
    let told = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap_or_default();
    let known: Vec<&str> = told.strip_prefix(head).unwrap_or_default().split_inclusive('\n').collect();
    let differing: Vec<&str> = rows.iter().map(String::as_str).filter(|row| !known.contains(row)).collect();
    if differing.is_empty() && known.len() == cases.len() && (part != Part::All || rows == known) {
        return;
    }
    if part == Part::All {
        let made = Path::new(env!("CARGO_TARGET_TMPDIR")).join(Path::new(path).file_name().unwrap());
        fs::write(&made, head.to_owned() + &rows.concat()).unwrap();
        panic!("{path} is {} now:\n{}", made.display(), differing.concat());
    }
    panic!("{path} differs, HIEROSCOPE_SWEEPS=all writes the new one:\n{}", differing.concat());
}
