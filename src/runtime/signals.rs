//! Signals: those that end the program, and those that lend the terminal to the shell and bring it back.

use std::io;

use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

/// The signals, as they come.
///
/// A task of its own waits for them, so that the loop can look whether one has come without waiting itself.
pub(super) fn listen() -> io::Result<UnboundedReceiver<Signal>> {
    let mut signals = Signals::new()?;
    let (sender, receiver) = unbounded_channel();
    tokio::spawn(async move { while sender.send(signals.wait().await).is_ok() {} });
    Ok(receiver)
}

/// What a signal asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(unix), expect(dead_code, reason = "other systems know only the end"))]
pub enum Signal {
    /// The program is to end in order, with this exit code: as shells count it, 128 and the signal's number.
    End(u8),
    /// The shell wants the terminal for a while.
    Stop,
    /// The terminal is the program's again; what it shows is unknown.
    Continue,
}

/// The signals that are listened to.
#[cfg(unix)]
struct Signals {
    terminate: tokio::signal::unix::Signal,
    hangup: tokio::signal::unix::Signal,
    interrupt: tokio::signal::unix::Signal,
    quit: tokio::signal::unix::Signal,
    abort: tokio::signal::unix::Signal,
    stop: tokio::signal::unix::Signal,
    resume: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    fn new() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self {
            terminate: signal(SignalKind::terminate())?,
            hangup: signal(SignalKind::hangup())?,
            interrupt: signal(SignalKind::interrupt())?,
            quit: signal(SignalKind::quit())?,
            abort: signal(SignalKind::from_raw(signal_hook::consts::SIGABRT))?,
            stop: signal(SignalKind::from_raw(signal_hook::consts::SIGTSTP))?,
            resume: signal(SignalKind::from_raw(signal_hook::consts::SIGCONT))?,
        })
    }

    /// Waits until one of them comes.
    async fn wait(&mut self) -> Signal {
        tokio::select! {
            _ = self.terminate.recv() => Signal::End(143),
            _ = self.hangup.recv() => Signal::End(129),
            _ = self.interrupt.recv() => Signal::End(130),
            _ = self.quit.recv() => Signal::End(131),
            _ = self.abort.recv() => Signal::End(134),
            _ = self.stop.recv() => Signal::Stop,
            _ = self.resume.recv() => Signal::Continue,
        }
    }
}

/// The one signal of other systems.
#[cfg(not(unix))]
struct Signals;

#[cfg(not(unix))]
impl Signals {
    fn new() -> io::Result<Self> {
        Ok(Self)
    }

    /// Waits for the system's interruption.
    async fn wait(&mut self) -> Signal {
        let _ = tokio::signal::ctrl_c().await;
        Signal::End(130)
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
