//! The signals that end a command early.

use std::time::Duration;

use super::Outcome;

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
