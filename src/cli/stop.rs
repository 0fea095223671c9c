//! Reasons to end a command early: a signal, or its time limit. The limit follows the monotonic clock: changes of the
//! system clock do not affect it.

use std::future::pending;
use std::time::Duration;

use tokio::time::{Instant, sleep_until};

use super::Outcome;
use crate::config::DEFAULT_TIMEOUT_SECONDS;

/// The signals that are listened to.
#[cfg(unix)]
pub(super) struct Stop {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Stop {
    /// Listens from now on.
    ///
    /// # Errors
    /// Why that is not possible, in words.
    pub(super) fn listen() -> Result<Self, String> {
        use tokio::signal::unix::{SignalKind, signal};
        let listen = |kind| signal(kind).map_err(|fault| format!("signals cannot be listened to: {fault}"));
        Ok(Self { interrupt: listen(SignalKind::interrupt())?, terminate: listen(SignalKind::terminate())? })
    }

    /// Waits until one of them comes.
    pub(super) async fn wait(&mut self) -> Outcome {
        tokio::select! {
            _ = self.interrupt.recv() => Outcome::Interrupted,
            _ = self.terminate.recv() => Outcome::Terminated,
        }
    }
}

/// The one signal of other systems.
#[cfg(not(unix))]
pub(super) struct Stop;

#[cfg(not(unix))]
impl Stop {
    /// Prepares nothing on this system.
    ///
    /// # Errors
    /// None.
    pub(super) fn listen() -> Result<Self, String> {
        Ok(Self)
    }

    /// Waits for the system's interruption.
    pub(super) async fn wait(&mut self) -> Outcome {
        let _ = tokio::signal::ctrl_c().await;
        Outcome::Interrupted
    }
}

/// Ends the program some time after a signal, even if a long computation has its thread.
#[expect(clippy::exit, reason = "the thread that would return may be busy for long")]
pub(super) async fn end_in_time() {
    const MAX_WAIT: Duration = Duration::from_secs(2);
    if let Ok(mut stop) = Stop::listen() {
        let outcome = stop.wait().await;
        tokio::time::sleep(MAX_WAIT).await;
        std::process::exit(outcome.exit_code().into());
    }
}

impl Stop {
    /// Whether a signal has come by now.
    ///
    /// # Errors
    /// The outcome by the signal.
    pub(super) async fn none_yet(&mut self) -> Result<(), Outcome> {
        self.unless_stopped(std::future::ready(())).await
    }

    /// Runs `work` unless a signal comes first.
    ///
    /// # Errors
    /// The outcome by the signal.
    pub(super) async fn unless_stopped<T>(&mut self, work: impl Future<Output = T>) -> Result<T, Outcome> {
        tokio::select! {
            biased;
            outcome = self.wait() => {
                tracing::warn!(name: "signal", target: "hieroscope::program", code = outcome.exit_code());
                Err(outcome)
            }
            done = work => Ok(done),
        }
    }
}

/// The time when the wait is over; `None` without a limit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limit(Option<Instant>);

impl Limit {
    /// So many seconds from now, the default if the command line names none; 0 is never.
    pub(super) fn after(seconds: Option<u64>) -> Self {
        let seconds = seconds.unwrap_or(DEFAULT_TIMEOUT_SECONDS);
        Self(Instant::now().checked_add(Duration::from_secs(seconds)).filter(|_| seconds > 0))
    }

    pub(super) fn is_up(self) -> bool {
        self.is_up_at(Instant::now())
    }

    pub(super) fn is_up_at(self, at: Instant) -> bool {
        self.0.is_some_and(|until| until <= at)
    }

    /// That moment, or the limit if it is earlier.
    pub(super) fn cut(self, at: Instant) -> Instant {
        self.0.map_or(at, |until| until.min(at))
    }

    /// Waits until the time is up; for ever if there is no limit.
    pub(super) async fn up(self) {
        match self.0 {
            Some(until) => sleep_until(until).await,
            None => pending().await,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn the_time_is_up_though_the_clock_on_the_wall_stands_still() {
        let limit = Limit::after(Some(60));
        tokio::time::advance(Duration::from_secs(59)).await;
        assert!(!limit.is_up());
        let next = Instant::now() + Duration::from_secs(5);
        assert!(limit.is_up_at(next) && limit.cut(next) < next);
        limit.up().await;
        assert!(limit.is_up());
    }

    #[tokio::test(start_paused = true)]
    async fn zero_and_what_no_clock_can_hold_are_never() {
        for seconds in [0, u64::MAX] {
            let limit = Limit::after(Some(seconds));
            tokio::time::advance(Duration::from_hours(24)).await;
            assert!(!limit.is_up(), "{seconds}");
        }
    }
}
