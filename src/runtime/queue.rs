//! Pending events of the loop: signals first, then alternating inputs and answers. Neither of these can starve the
//! other.

#[cfg(unix)]
use std::ffi::c_int;
use std::future::pending;
#[cfg(unix)]
use std::future::poll_fn;
use std::io;
#[cfg(unix)]
use std::task::Poll;
use std::time::Duration;

#[cfg(unix)]
use signal_hook::consts;
#[cfg(unix)]
use tokio::signal::unix::SignalKind;
use tokio::sync::mpsc::error::TryRecvError;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::time::{Instant, sleep_until};

use super::terminal;
use crate::message::Event;

/// The longest time that the loop handles pending events before it draws a frame: half of a display's frame interval.
pub(super) const MAX_TURN: Duration = Duration::from_millis(8);

/// What the loop takes.
#[derive(Debug)]
pub enum Taken {
    /// Something for the app.
    Event(Event),
    Signal(Signal),
    /// The terminal is gone: no further input follows.
    Gone,
}

/// The sources that the loop takes from.
#[derive(Debug)]
pub struct Waiting {
    signals: UnboundedReceiver<Signal>,
    inputs: UnboundedReceiver<Event>,
    events: UnboundedReceiver<Event>,
    /// Whether to prefer an answer next.
    answer_next: bool,
}

impl Waiting {
    /// `inputs` are the user's; `events` are results of the app's commands.
    pub fn new(
        signals: UnboundedReceiver<Signal>,
        inputs: UnboundedReceiver<Event>,
        events: UnboundedReceiver<Event>,
    ) -> Self {
        Self { signals, inputs, events, answer_next: false }
    }

    /// Waits for the next event, at most until the deadline.
    pub async fn wait(&mut self, deadline: Option<Instant>) -> Taken {
        if let Some(taken) = self.try_next() {
            return taken;
        }
        let wake = async {
            match deadline {
                Some(at) => sleep_until(at).await,
                None => pending().await,
            }
        };
        tokio::select! {
            biased;
            Some(signal) = self.signals.recv() => Taken::Signal(signal),
            input = self.inputs.recv() => input.map_or(Taken::Gone, Taken::Event),
            Some(event) = self.events.recv() => Taken::Event(event),
            () = wake => Taken::Event(Event::Woke),
        }
    }

    /// Waits for a signal that ends the program, ignoring everything else.
    pub(super) async fn end(&mut self) -> u8 {
        loop {
            match self.signals.recv().await {
                Some(Signal::End(code)) => return code,
                Some(Signal::Stop | Signal::Continue) => {}
                None => return pending().await,
            }
        }
    }

    /// Whether an input waits.
    pub fn has_input(&self) -> bool {
        !self.inputs.is_empty()
    }

    /// Returns what waits now, without waiting.
    pub fn try_next(&mut self) -> Option<Taken> {
        if let Ok(signal) = self.signals.try_recv() {
            return Some(Taken::Signal(signal));
        }
        if std::mem::take(&mut self.answer_next)
            && let Ok(event) = self.events.try_recv()
        {
            return Some(Taken::Event(event));
        }
        match self.inputs.try_recv() {
            Ok(event) => {
                self.answer_next = true;
                Some(Taken::Event(event))
            }
            Err(TryRecvError::Disconnected) => Some(Taken::Gone),
            Err(TryRecvError::Empty) => self.events.try_recv().ok().map(Taken::Event),
        }
    }
}

/// How long a terminating signal waits for the terminal: a write to a terminal without a reader blocks forever.
const MAX_WAIT: Duration = Duration::from_secs(2);

/// The signals as a channel.
///
/// A task waits for them, which lets the loop poll without blocking.
pub(super) fn listen_to_signals() -> io::Result<UnboundedReceiver<Signal>> {
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

#[cfg(test)]
mod tests {
    use tokio::sync::mpsc::unbounded_channel;

    use super::*;
    use crate::message::Notice;

    /// Which of them came, in order: an input is an `i`, an answer an `a`, a signal an `s`, the end a `.`.
    fn taken(waiting: &mut Waiting, count: usize) -> String {
        let letter = |taken| match taken {
            Taken::Signal(_) => 's',
            Taken::Event(Event::Resize(..)) => 'i',
            Taken::Event(_) => 'a',
            Taken::Gone => '.',
        };
        std::iter::from_fn(|| waiting.try_next()).take(count).map(letter).collect()
    }

    #[test]
    fn a_flood_of_answers_holds_up_neither_a_signal_nor_a_key() {
        let (signals, signalled) = unbounded_channel();
        let (inputs, typed) = unbounded_channel();
        let (answers, events) = unbounded_channel();
        let mut waiting = Waiting::new(signalled, typed, events);
        for _ in 0..10_000 {
            answers.send(Event::Notice(Notice::info("flood"))).unwrap();
        }
        assert_eq!(taken(&mut waiting, 3), "aaa");
        for _ in 0..3 {
            inputs.send(Event::Resize(80, 24)).unwrap();
        }
        assert_eq!(taken(&mut waiting, 8), "iaiaiaaa");
        inputs.send(Event::Resize(80, 24)).unwrap();
        signals.send(Signal::End(143)).unwrap();
        assert_eq!(taken(&mut waiting, 4), "siaa");
        drop(inputs);
        assert_eq!(taken(&mut waiting, 1), ".");
    }
}
