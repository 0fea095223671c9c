//! Signals: those that end the program, and those that suspend and resume it.

use std::io;
use std::time::Duration;
#[cfg(unix)]
use std::{ffi::c_int, future::poll_fn, task::Poll};

#[cfg(unix)]
use signal_hook::consts;
#[cfg(unix)]
use tokio::signal::unix::SignalKind;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use super::terminal;

/// How long a terminating signal waits for the terminal: a write to a terminal without a reader blocks forever.
const MAX_WAIT: Duration = Duration::from_secs(2);

/// The signals as a channel.
///
/// A task waits for them, which lets the loop poll without blocking.
pub(super) fn listen() -> io::Result<UnboundedReceiver<Signal>> {
    let mut signals = Signals::new()?;
    let (sender, receiver) = unbounded_channel();
    tokio::spawn(async move {
        loop {
            let signal = signals.wait().await;
            if let Signal::End(code) = signal {
                tokio::spawn(end_without_terminal(code));
            }
            if sender.send(signal).is_err() {
                break;
            }
        }
    });
    Ok(receiver)
}

/// Ends the program if it cannot give the terminal back in time.
#[expect(clippy::exit, reason = "the thread that would return hangs in a write to the terminal")]
async fn end_without_terminal(code: u8) {
    tokio::time::sleep(MAX_WAIT).await;
    if terminal::abandon() {
        std::process::exit(code.into());
    }
}

/// What a signal asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(unix), expect(dead_code, reason = "other systems know only the end"))]
pub enum Signal {
    /// Exit cleanly with this code: 128 plus the signal's number, as in shells.
    End(u8),
    /// Suspend: the shell takes the terminal.
    Stop,
    /// The terminal is the program's again; what it shows is unknown.
    Continue,
}

/// The signals that are handled.
#[cfg(unix)]
struct Signals(Vec<(c_int, tokio::signal::unix::Signal)>);

#[cfg(unix)]
const HANDLED: [c_int; 10] = [
    consts::SIGTERM,
    consts::SIGHUP,
    consts::SIGINT,
    consts::SIGQUIT,
    consts::SIGABRT,
    consts::SIGUSR1,
    consts::SIGUSR2,
    consts::SIGALRM,
    consts::SIGTSTP,
    consts::SIGCONT,
];

#[cfg(unix)]
impl Signals {
    fn new() -> io::Result<Self> {
        let listened = |number| Ok((number, tokio::signal::unix::signal(SignalKind::from_raw(number))?));
        HANDLED.into_iter().map(listened).collect::<io::Result<_>>().map(Self)
    }

    /// Waits until one of them comes.
    async fn wait(&mut self) -> Signal {
        let number = poll_fn(|cx| {
            let mut came = self
                .0
                .iter_mut()
                .filter_map(|(number, signal)| signal.poll_recv(cx).is_ready().then_some(*number));
            came.next().map_or(Poll::Pending, Poll::Ready)
        });
        match number.await {
            consts::SIGTSTP => Signal::Stop,
            consts::SIGCONT => Signal::Continue,
            number => Signal::End(u8::try_from(128 + number).unwrap_or(u8::MAX)),
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
