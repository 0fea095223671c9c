//! A verifier and a mirror node in one, on loopback: it answers as real ones do, remembers everything, and can be stopped
//! at any moment of an exchange.

#![expect(clippy::disallowed_methods, reason = "a test that waits must know when to give up")]

use std::collections::BTreeMap;
use std::net::TcpListener;
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use super::moment::{Asked, Hold, Stage};
use super::talk::serve;
use super::truth::Truth;

/// How long something that must happen may take on a machine that is busy with other things.
pub(crate) const MAX_WAIT: Duration = Duration::from_mins(1);

/// What the mirror node answers to a path: a status and a body.
type Ledger = dyn Fn(&str) -> (u16, String) + Send + Sync;

/// The server. It answers for as long as the test's process lives.
pub(crate) struct Double {
    pub(crate) url: String,
    shared: Arc<Shared>,
}

/// What its connections share.
pub(crate) struct Shared {
    state: Mutex<State>,
    changed: Condvar,
    ledger: Box<Ledger>,
}

#[derive(Default)]
struct State {
    truth: Truth,
    /// How often each moment has passed.
    passed: BTreeMap<(Asked, Stage), usize>,
    trap: Option<Trap>,
}

/// A moment that is waited for.
struct Trap {
    asked: Asked,
    stage: Stage,
    /// How many of these are let by before.
    left: usize,
    hold: Hold,
    is_sprung: bool,
}

impl Shared {
    /// Asks what is true, or changes it.
    pub(crate) fn truth<T>(&self, work: impl FnOnce(&mut Truth) -> T) -> T {
        work(&mut self.state.lock().unwrap().truth)
    }

    /// What the mirror node has, and the verifier beside contracts.
    pub(crate) fn ledger(&self, path: &str) -> (u16, String) {
        (self.ledger)(path)
    }

    /// A moment of an exchange has come. Returns whether that goes on.
    pub(crate) fn pass(&self, asked: Asked, stage: Stage) -> bool {
        let mut now = self.state.lock().unwrap();
        *now.passed.entry((asked, stage)).or_default() += 1;
        let mut hold = Hold::No;
        if let Some(trap) = now.trap.as_mut().filter(|it| (it.asked, it.stage) == (asked, stage)) {
            trap.left = trap.left.saturating_sub(1);
            if trap.left == 0 && !trap.is_sprung {
                trap.is_sprung = true;
                hold = trap.hold;
            }
        }
        self.changed.notify_all();
        if hold != Hold::No {
            let stays = |now: &mut State| now.trap.as_ref().is_some_and(|trap| trap.is_sprung);
            drop(self.changed.wait_timeout_while(now, MAX_WAIT, stays).unwrap());
        }
        hold != Hold::AndCut
    }
}

impl Double {
    /// Starts one whose contracts fare as the truth says, on this ledger.
    pub(crate) fn start(
        truth: Truth,
        ledger: impl Fn(&str) -> (u16, String) + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let state = Mutex::new(State { truth, ..State::default() });
        let shared = Arc::new(Shared { state, changed: Condvar::new(), ledger: Box::new(ledger) });
        let server = Arc::clone(&shared);
        thread::spawn(move || {
            for stream in listener.incoming() {
                let shared = Arc::clone(&server);
                thread::spawn(move || serve(stream.unwrap(), &shared));
            }
        });
        Self { url, shared }
    }

    /// Asks what is true, or changes it.
    pub(crate) fn truth<T>(&self, work: impl FnOnce(&mut Truth) -> T) -> T {
        self.shared.truth(work)
    }

    /// How often a moment has passed.
    pub(crate) fn passed(&self, asked: Asked, stage: Stage) -> usize {
        self.shared.state.lock().unwrap().passed.get(&(asked, stage)).copied().unwrap_or_default()
    }

    /// Waits from now on for a moment to come so many times; the exchange stops there if it is to be held.
    pub(crate) fn arm(&self, asked: Asked, stage: Stage, count: usize, hold: Hold) {
        let trap = Trap { asked, stage, left: count, hold, is_sprung: false };
        self.shared.state.lock().unwrap().trap = Some(trap);
    }

    /// Whether the moment has come.
    pub(crate) fn is_sprung(&self) -> bool {
        self.shared.state.lock().unwrap().trap.as_ref().is_some_and(|trap| trap.is_sprung)
    }

    /// Waits for no moment any more, and lets what is held go on.
    pub(crate) fn disarm(&self) {
        self.shared.state.lock().unwrap().trap = None;
        self.shared.changed.notify_all();
    }

    /// Waits until `is_done`, which is asked whenever something has come, and every so often.
    pub(crate) fn wait_until(&self, what: &str, often: Duration, mut is_done: impl FnMut() -> bool) {
        let deadline = Instant::now() + MAX_WAIT;
        while !is_done() {
            assert!(Instant::now() < deadline, "waited for {what}");
            self.pause(often);
        }
    }

    /// Waits until something has come, at most so long.
    pub(crate) fn pause(&self, at_most: Duration) {
        let state = self.shared.state.lock().unwrap();
        drop(self.shared.changed.wait_timeout(state, at_most).unwrap());
    }
}
