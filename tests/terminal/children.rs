//! What a program has started, by the word of the system.

use std::fs;

/// The processes that this one has started and that are still there, as the system tells of them: also those that have
/// ended and that it has not looked at.
pub(crate) fn children(id: u32) -> Vec<String> {
    let processes = fs::read_dir("/proc").unwrap().filter_map(Result::ok);
    let stats = processes.filter_map(|process| fs::read_to_string(process.path().join("stat")).ok());
    // Behind the name, which is in brackets, are the state and the number of the parent.
    let is_child = |stat: &String| {
        let (_, rest) = stat.rsplit_once(')').unwrap();
        rest.split_whitespace().nth(1) == Some(&id.to_string())
    };
    stats.filter(is_child).collect()
}
