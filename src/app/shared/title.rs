//! Announces outside the screen what the user waits for, such as the end of a job: bell, desktop notification and window title. The text is the
//! program's own and names contracts by checksummed address only.

use ledger::Timestamp;
use ledger::amount::grouped;
use ledger::timestamp::{NANOS, span};
use verification::{Followed, Job};

use crate::message::{Command, Notifications};
use crate::widgets::Theme;

/// The window's title while there is no job to count.
const IDLE_TITLE: &str = "hieroscope";

/// A sentence about a job's outcome.
pub(in crate::app) fn sentence(job: &Job, now: Timestamp) -> String {
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

/// The window's title, and the other notifications outside the screen.
#[derive(Debug)]
pub(in crate::app) struct Title {
    notify: Notifications,
    /// When the program was started.
    started: Timestamp,
    words: String,
    /// The number of awaited rows that arrived since the user's last input.
    pub(in crate::app) unseen_rows: usize,
}

impl Title {
    pub(in crate::app) fn new(notify: Notifications, started: Timestamp) -> Self {
        Self { notify, started, words: IDLE_TITLE.to_owned(), unseen_rows: 0 }
    }

    /// Announces something, in the ways that the user wants.
    pub(in crate::app) fn alert(&self, sentence: &str) -> Vec<Command> {
        let bell = self.notify.bell.then_some(Command::Bell);
        let desktop = self.notify.desktop.map(|desktop| Command::Notify(desktop, sentence.to_owned()));
        bell.into_iter().chain(desktop).collect()
    }

    /// The new title, if it changed.
    pub(in crate::app) fn change(&mut self, followed: &Followed, theme: &Theme) -> Option<Command> {
        let words = title(followed, self.started, self.unseen_rows, theme);
        if !self.notify.title || words == self.words {
            return None;
        }
        self.words.clone_from(&words);
        Some(Command::Title(words))
    }
}

/// The window's title: how many rows have come that the user waits for and has not seen; how many jobs were verified, ended otherwise and are in progress, of those that were
/// in progress at some time since the start.
fn title(followed: &Followed, started: Timestamp, unseen: usize, theme: &Theme) -> String {
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
