//! Messages that leave by themselves. A failure is not pushed aside by news.

use crate::ledger::Timestamp;
use crate::message::{Notice, Tone};

/// The messages that are waiting or on screen.
#[derive(Clone, Debug, Default)]
pub(super) struct Toasts {
    queue: Vec<(Notice, Timestamp)>,
}

/// How many wait at most.
const MOST: usize = 4;

impl Toasts {
    /// Shows a message from now on.
    pub(super) fn push(&mut self, notice: Notice, now: Timestamp) {
        let millis = match notice.tone {
            Tone::Info | Tone::Success => 4_000,
            Tone::Warning | Tone::Failure => 8_000,
        };
        // Of plain news only the newest counts.
        self.queue.retain(|(old, _)| old.tone != Tone::Info && *old != notice);
        self.queue.push((notice, now.plus_millis(millis)));
        if self.queue.len() > MOST {
            self.queue.remove(0);
        }
    }

    /// Hears that the clock stands at `now`, after it stood at `before`: what is on screen does not stay longer
    /// because it was put back.
    pub(super) fn clock(&mut self, before: Timestamp, now: Timestamp) {
        if now < before {
            for (_, until) in &mut self.queue {
                let left = u64::try_from(until.since(before) / 1_000_000).unwrap_or(u64::MAX);
                *until = now.plus_millis(left);
            }
        }
    }

    /// Takes away what has been shown long enough.
    pub(super) fn expire(&mut self, now: Timestamp) {
        self.queue.retain(|(_, until)| *until > now);
    }

    /// The message on screen: the gravest, and of those the newest; and how many stand behind it.
    pub(super) fn shown(&self) -> Option<(&Notice, usize)> {
        let grave = |notice: &Notice| matches!(notice.tone, Tone::Warning | Tone::Failure);
        let best = self.queue.iter().enumerate().max_by_key(|(at, (notice, _))| (grave(notice), *at));
        best.map(|(_, (notice, _))| (notice, self.queue.len() - 1))
    }

    /// When the next message leaves.
    pub(super) fn wake_at(&self) -> Option<Timestamp> {
        self.queue.iter().map(|(_, until)| *until).min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn news_does_not_push_a_failure_aside() {
        let mut toasts = Toasts::default();
        toasts.push(Notice::failure("it broke"), Timestamp::of(1));
        toasts.push(Notice::info("copied"), Timestamp::of(2));
        assert_eq!(toasts.shown().map(|(notice, more)| (notice.text.as_str(), more)), Some(("it broke", 1)));
        toasts.expire(Timestamp::of(20));
        assert!(toasts.shown().is_none());
        assert_eq!(toasts.wake_at(), None);
    }
}
