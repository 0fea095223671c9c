//! Writes the log on a separate thread. Logging never blocks: excess lines are dropped and counted.

use std::io::{self, Write as _};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use std::{fmt, thread};

use ledger::text::visible;

use crate::files::LogFile;
use crate::runtime::now;

/// The most pending lines.
const MAX_WAITING_LINES: usize = 8192;
/// The longest wait for the last lines on exit.
const MAX_END: Duration = Duration::from_secs(1);

/// Where lines go.
pub(super) enum Sink {
    File(LogFile),
    StandardError,
}

/// The writing thread. Dropping it flushes pending lines.
#[derive(Debug)]
pub(super) struct Writer {
    lines: Lines,
    /// Closed once the thread has ended.
    ended: Receiver<()>,
    fault: Arc<Mutex<Fault>>,
}

/// Takes lines. Cheap to clone.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    /// `None` after the end of the log.
    sender: Arc<Mutex<Option<SyncSender<String>>>>,
    left_out: Arc<AtomicUsize>,
}

/// Why the log failed, until reported.
#[derive(Default)]
enum Fault {
    #[default]
    None,
    Is(String),
    Heard(Box<dyn FnOnce(String) + Send>),
}

impl fmt::Debug for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Fault")
    }
}

impl Lines {
    /// Queues a line, which ends with a line break.
    pub(super) fn write(&self, line: String) {
        let sender = self.sender.lock().unwrap_or_else(PoisonError::into_inner);
        if sender.as_ref().is_some_and(|sender| sender.try_send(line).is_err()) {
            self.left_out.fetch_add(1, Ordering::Relaxed);
        }
    }

    fn left_out(&self) -> Option<String> {
        let count = self.left_out.swap(0, Ordering::Relaxed);
        (count > 0).then(|| format!("{} WARN  log: left-out events={count}\n", now().iso()))
    }
}

impl Writer {
    /// Starts the thread.
    ///
    /// # Errors
    /// When the system has none, in words.
    pub(super) fn start(sink: Sink) -> Result<Self, String> {
        let (sender, inbox) = sync_channel(MAX_WAITING_LINES);
        let lines = Lines { sender: Arc::new(Mutex::new(Some(sender))), left_out: Arc::default() };
        let (alive, ended) = channel();
        let fault = Arc::<Mutex<Fault>>::default();
        let work = {
            let (lines, fault) = (lines.clone(), Arc::clone(&fault));
            move || {
                if let Err(words) = write(sink, &inbox, &lines, &alive) {
                    told(&fault, |state| match state {
                        Fault::Heard(hear) => {
                            hear(words);
                            Fault::None
                        }
                        Fault::None | Fault::Is(_) => Fault::Is(words),
                    });
                }
            }
        };
        let thread = thread::Builder::new().name("log".to_owned()).spawn(work);
        thread
            .map_err(|fault| format!("nothing can be logged: the system has no thread for it ({fault})"))?;
        Ok(Self { lines, ended, fault })
    }

    pub(super) fn lines(&self) -> Lines {
        self.lines.clone()
    }

    /// Calls the function once if the log fails, or has failed.
    pub(super) fn on_fault(&self, hear: Box<dyn FnOnce(String) + Send>) {
        told(&self.fault, |state| match state {
            Fault::Is(words) => {
                hear(words);
                Fault::None
            }
            Fault::None | Fault::Heard(_) => Fault::Heard(hear),
        });
    }
}

fn told(fault: &Mutex<Fault>, change: impl FnOnce(Fault) -> Fault) {
    let mut state = fault.lock().unwrap_or_else(PoisonError::into_inner);
    *state = change(std::mem::take(&mut *state));
}

impl Drop for Writer {
    fn drop(&mut self) {
        drop(self.lines.sender.lock().unwrap_or_else(PoisonError::into_inner).take());
        // A stalled disk must not block the exit.
        let _ = self.ended.recv_timeout(MAX_END);
    }
}

/// Writes lines until the channel closes. `alive` is dropped on return.
fn write(mut sink: Sink, inbox: &Receiver<String>, lines: &Lines, _alive: &Sender<()>) -> Result<(), String> {
    loop {
        let line = inbox.recv().ok();
        let (is_last, left_out) = (line.is_none(), lines.left_out());
        let whole = [left_out, line].into_iter().flatten().collect::<String>();
        match &mut sink {
            Sink::File(file) => file
                .write(&whole)
                .map_err(|fault| format!("the log has ended: {}", visible(&fault.to_string())))?,
            // A closed standard error is no failure.
            Sink::StandardError => drop(io::stderr().lock().write_all(whole.as_bytes())),
        }
        if is_last {
            return Ok(());
        }
    }
}
