//! Announces outside the screen what the user waits for, such as the end of a job: bell, desktop notification and window title. The text is the
//! program's own and names contracts by checksummed address only.

use crate::ledger::Timestamp;
use crate::ledger::amount::grouped;
use crate::ledger::timestamp::{NANOS, span};
use crate::message::{Command, Notifications};
use crate::verification::{Followed, Job};
use crate::widgets::Theme;

/// The window's title while there is no job to count.
pub(super) const IDLE_TITLE: &str = "hieroscope";

/// What has become of a job, in a sentence.
pub(super) fn sentence(job: &Job, now: Timestamp) -> String {
    let name = job.address.map_or_else(|| "job".to_owned(), |address| address.checksummed());
    let state = job.state.label();
    match job.retry_at {
        Some(at) => {
            let wait = at.since(now).max(u128::from(NANOS));
            format!("{name}: {state}, sent again in {}", span(wait))
        }
        None => format!("{name}: {state}"),
    }
}

/// Tells something, in the ways that the user wants.
pub(super) fn alert(how: Notifications, sentence: &str) -> Vec<Command> {
    let bell = how.bell.then_some(Command::Bell);
    let desktop = how.desktop.map(|desktop| Command::Notify(desktop, sentence.to_owned()));
    bell.into_iter().chain(desktop).collect()
}

/// The window's title: how many rows have come that the user waits for and has not seen; how many jobs were verified, ended otherwise and are in progress, of those that were
/// in progress at some time since the start.
pub(super) fn title(followed: &Followed, started: Timestamp, unseen: usize, theme: &Theme) -> String {
    let (mut good, mut bad, mut running) = (0, 0, 0);
    for job in followed.jobs() {
        match job.ended() {
            _ if !job.is_over() => running += 1,
            Some(at) if at >= started && job.state.is_success() => good += 1,
            Some(at) if at >= started => bad += 1,
            _ => {}
        }
    }
    let glyphs = &theme.glyphs;
    let counts = [(glyphs.success, good), (glyphs.failure, bad), (glyphs.cut, running)];
    let counts = counts.iter().filter(|(_, count)| *count > 0);
    let new = (unseen > 0).then(|| format!("{} {} new", glyphs.news, grouped(&unseen)));
    let mut parts: Vec<String> = new.into_iter().collect();
    parts.extend(counts.map(|(sign, count)| format!("{sign} {count}")));
    parts.push(IDLE_TITLE.to_owned());
    parts.join(" ")
}
