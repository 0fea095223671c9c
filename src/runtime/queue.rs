//! Pending events of the loop: signals first, then alternating inputs and answers. Neither of these can starve the
//! other.

use std::future::pending;
use std::time::Duration;

use tokio::sync::mpsc::UnboundedReceiver;
use tokio::sync::mpsc::error::TryRecvError;
use tokio::time::{Instant, sleep_until};

use super::signals::Signal;
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
