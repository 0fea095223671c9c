//! Signals: caught before the terminal is changed, and heard by a thread of their own once the first frame is drawn.

use std::io;
use std::thread;
use std::time::Duration;

use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::terminal;

/// How long a terminating signal waits for the terminal: a write to a terminal without a reader blocks forever.
const MAX_WAIT: Duration = Duration::from_secs(2);

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

/// Those that came since they are caught.
#[cfg(unix)]
pub(super) struct Caught(signal_hook::iterator::Signals);

#[cfg(unix)]
impl Caught {
    /// Catches them from now on.
    ///
    /// # Errors
    /// When the system has not enough for it.
    pub(super) fn begin() -> io::Result<Self> {
        use signal_hook::consts;

        let handled = [
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
        signal_hook::iterator::Signals::new(handled).map(Self)
    }

    /// Hands them on until nobody listens.
    fn listen(mut self, signals: &UnboundedSender<Signal>) {
        use signal_hook::consts;

        for number in self.0.forever() {
            let signal = match number {
                consts::SIGTSTP => Signal::Stop,
                consts::SIGCONT => Signal::Continue,
                number => Signal::End(u8::try_from(128 + number).unwrap_or(u8::MAX)),
            };
            if !hand_on(signal, signals) {
                return;
            }
        }
    }
}

/// The one signal of other systems.
#[cfg(not(unix))]
pub(super) struct Caught;

#[cfg(not(unix))]
impl Caught {
    pub(super) fn begin() -> io::Result<Self> {
        Ok(Self)
    }

    /// Waits for the system's interruption, again and again.
    fn listen(self, signals: &UnboundedSender<Signal>) {
        let Ok(waits) = tokio::runtime::Builder::new_current_thread().enable_all().build() else { return };
        while waits.block_on(tokio::signal::ctrl_c()).is_ok() && hand_on(Signal::End(130), signals) {}
    }
}

impl Caught {
    /// The signals as a channel, which lets the loop look without blocking.
    ///
    /// # Errors
    /// When there is no thread for it.
    pub(super) fn heard(self) -> io::Result<UnboundedReceiver<Signal>> {
        let (sender, receiver) = unbounded_channel();
        thread::Builder::new().name("signals".to_owned()).spawn(move || self.listen(&sender))?;
        Ok(receiver)
    }
}

/// Passes a signal to the loop; `false` if nobody listens.
fn hand_on(signal: Signal, signals: &UnboundedSender<Signal>) -> bool {
    if let Signal::End(code) = signal {
        let _ = thread::Builder::new().spawn(move || end_without_terminal(code));
    }
    signals.send(signal).is_ok()
}

/// Ends the program if it cannot give the terminal back in time.
#[expect(clippy::exit, reason = "the thread that would return hangs in a write to the terminal")]
fn end_without_terminal(code: u8) {
    thread::sleep(MAX_WAIT);
    if terminal::abandon() {
        std::process::exit(code.into());
    }
}
