//! What the user is notified of. Messages on the screen disappear after a while or with the pane they are about, and
//! news does not replace a failure. Outside the screen there are bell, desktop notification and window title; their
//! text is the program's own and names contracts by checksummed address only.

use ledger::Timestamp;
use ledger::amount::grouped;
use ledger::timestamp::{NANOS, span};
use verification::{Followed, Job};

use crate::message::{Command, Notice, Notifications, Tone};
use crate::widgets::Theme;

/// The messages that are waiting or on screen.
#[derive(Clone, Debug, Default)]
pub(in crate::app) struct Toasts {
    queue: Vec<Toast>,
    /// How many events there have been.
    turn: u64,
}

#[derive(Clone, Debug)]
struct Toast {
    notice: Notice,
    until: Timestamp,
    /// The event that it came of, if it is about the screen on which that happened.
    here: Option<u64>,
}

/// How many wait at most.
const MAX_WAITING: usize = 4;
/// How long it takes to read a long one.
const MILLIS_PER_BYTE: u64 = 50;

impl Toasts {
    /// Begins another event.
    pub(in crate::app) fn turn(&mut self) {
        self.turn = self.turn.wrapping_add(1);
    }

    /// Shows a message on every screen.
    pub(in crate::app) fn push(&mut self, notice: Notice, now: Timestamp) {
        self.add(notice, None, now);
    }

    /// Shows a message about the screen of the moment.
    pub(in crate::app) fn push_here(&mut self, notice: Notice, now: Timestamp) {
        self.add(notice, Some(self.turn), now);
    }

    /// Removes the messages about the screen that is being left, except those of the same event.
    pub(in crate::app) fn leave(&mut self) {
        self.queue.retain(|toast| toast.here.is_none_or(|turn| turn == self.turn));
    }

    fn add(&mut self, notice: Notice, here: Option<u64>, now: Timestamp) {
        let millis = match notice.tone {
            Tone::Info | Tone::Success => 4_000,
            Tone::Warning | Tone::Failure => 8_000,
        };
        let millis =
            u64::try_from(notice.text.len()).map_or(millis, |bytes| millis.max(bytes * MILLIS_PER_BYTE));
        // Of plain news only the newest counts.
        self.queue.retain(|old| old.notice.tone != Tone::Info && old.notice != notice);
        self.queue.push(Toast { notice, until: now.plus_millis(millis), here });
        if self.queue.len() > MAX_WAITING {
            let least = self.queue.iter().enumerate().min_by_key(|(at, old)| (weight(&old.notice), *at));
            let least = least.map_or(0, |(at, _)| at);
            self.queue.remove(least);
        }
    }

    /// Adjusts to a clock change from `before` to `now`: what is on screen does not stay longer because the clock was
    /// set back.
    pub(in crate::app) fn clock(&mut self, before: Timestamp, now: Timestamp) {
        if now < before {
            for Toast { until, .. } in &mut self.queue {
                let left = u64::try_from(until.since(before) / 1_000_000).unwrap_or(u64::MAX);
                *until = now.plus_millis(left);
            }
        }
    }

    pub(in crate::app) fn expire(&mut self, now: Timestamp) {
        self.queue.retain(|toast| toast.until > now);
    }

    /// The message on screen: the newest of the most severe ones; and how many wait behind it.
    pub(in crate::app) fn current(&self) -> Option<(&Notice, usize)> {
        let best = self.queue.iter().enumerate().max_by_key(|(at, toast)| (weight(&toast.notice), *at));
        best.map(|(_, toast)| (&toast.notice, self.queue.len() - 1))
    }

    /// When the next message expires.
    pub(in crate::app) fn wake_at(&self) -> Option<Timestamp> {
        self.queue.iter().map(|toast| toast.until).min()
    }
}

/// The severity of a message.
fn weight(notice: &Notice) -> u8 {
    match notice.tone {
        Tone::Info => 0,
        Tone::Success => 1,
        Tone::Warning => 2,
        Tone::Failure => 3,
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    fn current(toasts: &Toasts) -> Option<(&str, usize)> {
        toasts.current().map(|(notice, more)| (notice.text.as_str(), more))
    }

    #[test]
    fn news_does_not_push_a_failure_aside() {
        let mut toasts = Toasts::default();
        toasts.push(Notice::failure("it broke"), Timestamp::from_secs(1));
        toasts.push(Notice::info("copied"), Timestamp::from_secs(2));
        assert_eq!(current(&toasts), Some(("it broke", 1)));
        toasts.expire(Timestamp::from_secs(20));
        assert!(toasts.current().is_none());
        assert_eq!(toasts.wake_at(), None);
    }

    #[test]
    fn a_failure_outlasts_any_number_of_successes_and_warnings() {
        let mut toasts = Toasts::default();
        toasts.push(Notice::failure("it broke"), Timestamp::from_secs(1));
        for at in 0..20 {
            toasts.push(Notice::success(format!("worked {at}")), Timestamp::from_secs(2));
            toasts.push(Notice::warning(format!("mind {at}")), Timestamp::from_secs(2));
        }
        assert_eq!(current(&toasts), Some(("it broke", 3)));
    }

    #[test]
    fn a_message_stays_no_longer_whatever_the_clock_does() {
        let (begin, year) = (Timestamp::from_secs(1_800_000_000), 365 * 86_400);
        for moved in [begin.minus_seconds(3_600), begin.minus_seconds(30 * year), begin.plus_millis(1_000)] {
            let mut toasts = Toasts::default();
            toasts.push(Notice::info("copied"), begin);
            toasts.clock(begin.plus_millis(1_000), moved);
            assert_eq!(toasts.wake_at(), Some(moved.plus_millis(3_000)), "three seconds are left");
        }
        let mut toasts = Toasts::default();
        toasts.push(Notice::info("copied"), begin);
        let ahead = begin.plus_millis(30 * year * 1_000);
        toasts.clock(begin, ahead);
        toasts.expire(ahead);
        assert_eq!(current(&toasts), None);
    }

    #[test]
    fn what_is_about_a_screen_ends_with_it() {
        let mut toasts = Toasts::default();
        toasts.push(Notice::success("a job is done"), Timestamp::from_secs(1));
        toasts.push_here(Notice::success("copied"), Timestamp::from_secs(1));
        toasts.turn();
        toasts.push_here(Notice::success("now on another network"), Timestamp::from_secs(1));
        toasts.leave();
        assert_eq!(current(&toasts), Some(("now on another network", 1)));
    }
}
