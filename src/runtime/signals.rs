//! Signals: those that end the program, and the one that stops it for the shell.

use std::io;

/// The signals that end the program in order.
pub(super) struct Ending {
    #[cfg(unix)]
    signals: [tokio::signal::unix::Signal; 3],
}

impl Ending {
    #[cfg(unix)]
    pub(super) fn new() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        let signals = [
            signal(SignalKind::terminate())?,
            signal(SignalKind::hangup())?,
            signal(SignalKind::interrupt())?,
        ];
        Ok(Self { signals })
    }

    #[cfg(not(unix))]
    pub(super) fn new() -> io::Result<Self> {
        Ok(Self {})
    }

    /// Waits until one of them comes.
    #[cfg(unix)]
    pub(super) async fn wait(&mut self) {
        let [terminate, hangup, interrupt] = &mut self.signals;
        tokio::select! {
            _ = terminate.recv() => {}
            _ = hangup.recv() => {}
            _ = interrupt.recv() => {}
        }
    }

    /// Waits for ever: other systems end the program themselves.
    #[cfg(not(unix))]
    pub(super) async fn wait(&mut self) {
        let _ = tokio::signal::ctrl_c().await;
    }
}

/// Stops the program until it is continued.
#[cfg(unix)]
pub(super) fn stop() -> io::Result<()> {
    signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)
}

/// There is no shell to go back to here.
#[cfg(not(unix))]
pub(super) fn stop() -> io::Result<()> {
    Ok(())
}
