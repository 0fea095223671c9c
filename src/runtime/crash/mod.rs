//! Panic handling: restores the terminal, writes a report, and prints a sentence that names it.
//!
//! A panic in the loop ends the program, as does one in the thread that reads the terminal, without which the user
//! could not quit. Any other panic ends a task or thread: its failure is reported in place, in addition to the panic.

mod report;

use std::io::Write as _;
use std::panic::{PanicHookInfo, resume_unwind, set_hook};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::thread::ThreadId;

use report::Report;
use tokio::task::JoinError;

use super::terminal::THREAD as INPUT;
use crate::message::Word;

/// The most reports per run: repeated failures add no information.
const MAX_REPORTS: usize = 3;

/// Handles panics. Cheap to clone.
#[derive(Clone)]
pub struct CrashWatch(Arc<Watched>);

struct Watched {
    /// The directory of the store; empty if none is known.
    data_dir: PathBuf,
    reports: AtomicUsize,
    screen: Mutex<Option<Screen>>,
    last_words: Mutex<LastWords>,
}

/// What is printed after the terminal is restored.
#[derive(Default)]
struct LastWords {
    /// A sentence per panic, up to [`MAX_REPORTS`].
    sentences: Vec<String>,
    /// Whether one of them ends the program.
    is_end: bool,
}

/// The program on a terminal.
pub(super) struct Screen {
    /// The thread of the loop.
    pub(super) thread: ThreadId,
    pub(super) give_back: fn(),
    /// Receives the sentence while the terminal is in use.
    pub(super) tell: Box<dyn Fn(String) + Send>,
}

impl CrashWatch {
    /// Begins to watch. Reports go below this directory.
    pub fn begin(data_dir: PathBuf) -> Self {
        let watched = Watched {
            data_dir,
            reports: AtomicUsize::default(),
            screen: Mutex::default(),
            last_words: Mutex::default(),
        };
        let watch = Self(Arc::new(watched));
        let watched = Arc::clone(&watch.0);
        set_hook(Box::new(move |panic| watched.on_panic(panic)));
        watch
    }

    /// Registers the terminal to be restored.
    pub(super) fn on_screen(&self, screen: Screen) {
        *lock(&self.0.screen) = Some(screen);
    }

    /// Prints the sentences after the terminal is restored; returns whether a panic ended the program.
    pub(super) fn says_last_words(&self) -> bool {
        let LastWords { sentences, is_end } = std::mem::take(&mut *lock(&self.0.last_words));
        for words in &sentences {
            complain(words);
        }
        is_end
    }
}

impl Watched {
    fn on_panic(&self, panic: &PanicHookInfo<'_>) {
        let report = Report::new(panic, lock(&self.screen).is_some());
        let is_loop = |screen: &Screen| screen.thread == thread::current().id();
        let is_end = match &*lock(&self.screen) {
            Some(screen) => is_loop(screen) || report.thread == INPUT,
            None => report.thread == "main",
        };
        let number = self.reports.fetch_add(1, Ordering::Relaxed) + 1;
        let written = (number <= MAX_REPORTS).then(|| report.write(&self.data_dir, number));
        let words = report.sentence(is_end, written.as_ref());
        tracing::error!(
            name: "panicked",
            target: "hieroscope::program",
            place = report.place.as_str(),
            thread = report.thread.as_str(),
            ends = Word(if is_end { "the program" } else { "a part" }).field(),
        );
        match &*lock(&self.screen) {
            Some(screen) if is_loop(screen) => {
                (screen.give_back)();
                complain(&words);
            }
            Some(screen) => {
                let mut last_words = lock(&self.last_words);
                last_words.is_end |= is_end;
                if written.is_some() {
                    last_words.sentences.push(words);
                }
                (screen.tell)(report.notice(written.as_ref()));
            }
            None => complain(&words),
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn complain(words: &str) {
    let _ = std::io::stderr().lock().write_all(format!("error: {words}\n").as_bytes());
}

/// The output of an awaited task; `None` if it was cancelled. Resumes its panic, if any.
pub(super) fn joined<T>(joined: Result<T, JoinError>) -> Option<T> {
    match joined.map_err(JoinError::try_into_panic) {
        Ok(value) => Some(value),
        Err(Ok(panic)) => resume_unwind(panic),
        Err(Err(_)) => None,
    }
}

/// The output of blocking work, done on a separate thread; `None` while the program ends.
pub(super) async fn off<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    joined(tokio::task::spawn_blocking(work).await)
}

/// Calls a function if dropped by a panic.
pub(super) struct OnPanic<F: FnOnce()>(Option<F>);

impl<F: FnOnce()> OnPanic<F> {
    pub(super) fn new(work: F) -> Self {
        Self(Some(work))
    }
}

impl<F: FnOnce()> Drop for OnPanic<F> {
    fn drop(&mut self) {
        if thread::panicking()
            && let Some(work) = self.0.take()
        {
            work();
        }
    }
}
