//! The only module that connects the pure modules to the outside world: the loop, the terminal, the clock, and the
//! executor of commands.

#![expect(clippy::disallowed_methods, reason = "time and environment enter the program here")]

mod analyses;
mod clients;
mod clipboard;
mod clock;
mod crash;
pub mod cycle;
mod environment;
mod executor;
mod export;
mod log;
mod notification;
mod pipe;
mod pool;
mod queue;
mod recorder;
pub mod recording;
mod replays;
mod signals;
mod terminal;
mod walk;
mod work;

use std::io;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use ledger::text::visible;
use ratatui::layout::Size;
use tokio::runtime::{Builder, Handle, Runtime};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

use self::crash::Screen;
use self::cycle::Process;
use self::recorder::Recorder;
use self::signals::Caught;
use self::terminal::Session;
use crate::app::{App, Start};
use crate::config::Config;
use crate::message::{Event, Notice, Place, Word};
use crate::store::worker::Report;
use crate::store::{Readers, StoreWorker};

pub use self::analyses::Analyses;
pub use self::clients::Clients;
pub(crate) use self::clients::cache;
pub(crate) use self::clock::instant;
pub use self::clock::now;
pub use self::crash::CrashWatch;
pub(crate) use self::environment::home;
pub use self::executor::Executor;
pub use self::export::{FilesFault, write_files};
pub(crate) use self::log::log_network;
pub use self::log::{Log, start as start_log};
pub use self::queue::{Taken, Waiting};
pub use self::signals::Signal;
pub use self::walk::{Asker, ListSpan, WalkFault, Walking};

/// Parsers of stored answers.
pub(crate) const READERS: Readers = Readers { job: client::read_job_record, verified: client::read_verified };

/// Runs the program from its configuration until the user quits.
///
/// Nothing that the first frame does not show runs before it: no thread, no file, no request.
///
/// `doubt` is a warning about the place, if any; it is shown at once.
///
/// # Errors
/// When the terminal cannot be set up or fails.
pub fn run(
    config: Config,
    place: Place,
    doubt: Option<String>,
    (log, crashes): (&Log, &CrashWatch),
) -> io::Result<ExitCode> {
    let size = screen::measured()?;
    log_screen(size);
    log_network(&config);
    let (event_sender, event_receiver) = unbounded_channel();
    if let Some(doubt) = doubt {
        let _ = event_sender.send(Event::Notice(Notice::warning(doubt)));
    }
    let notices = |notice: fn(String) -> Notice| {
        let events = event_sender.clone();
        move |words: String| _ = events.send(Event::Notice(notice(words)))
    };
    log.on_fault(notices(Notice::failure));
    // Failures caused by the panic are reported before it.
    let (thread, tell) = (std::thread::current().id(), Box::new(notices(Notice::warning)));
    crashes.on_screen(Screen { thread, give_back: terminal::give_back, tell });
    let clients = Clients::of(&config).with_cache(&config);
    let file = recording::record(&config, clients.listeners(), notices(Notice::failure))
        .map_err(io::Error::other)?;
    // Nothing from a playback is stored.
    let stored_in = config.recording.is_none().then(|| config.data_dir.clone());
    let (mouse, titled) = (config.settings.mouse, config.settings.notify.title);
    let start = Start {
        networks: networks(&config),
        replay: recording::replayed(&config),
        network: config.network,
        keymap: config.keymap,
        settings: config.settings,
        place,
        size: size.into(),
        faults: config.faults.iter().map(ToString::to_string).collect(),
        process: std::process::id(),
        heals: true,
    };
    let (mut app, commands) = App::start(start, clients.now());
    let signals = Caught::begin()?;
    let mut session = Session::open(mouse, titled)?;
    session.draw(&app, clients.now())?;
    let runtime = Tasks::start()?;
    let store = stored_in.map(|data_dir| start_store(data_dir, event_sender.clone()));
    let mut recorder = Recorder::new(Executor::new(runtime.handle(), clients, event_sender), store);
    for command in commands {
        recorder.carry(command);
    }
    recorder.restore();
    let waiting = Waiting::new(signals.heard()?, terminal::listen()?, event_receiver);
    // The loop keeps its own deadlines: those of the tasks would wake one of their threads for each.
    let ended = Builder::new_current_thread().enable_time().build()?.block_on(async {
        let mut process = Process { session, waiting, recorder: &mut recorder, ended_by: None };
        let ended = cycle::go_on(&mut app, &mut process).await;
        // The terminal is restored before anything blocks.
        let Process { session, mut waiting, ended_by, .. } = process;
        drop(session);
        let (unsaved, ended_late) = recorder.close(waiting.end()).await;
        if let Some(fault) = unsaved {
            let _ = writeln!(io::stderr(), "{}", visible(&fault.to_string()));
        }
        ended.map(|end| (end, ended_by.or(ended_late).unwrap_or_default()))
    });
    drop(runtime);
    drop(file);
    let (end, code) = match ended {
        Ok((end, code)) => (end.into(), code),
        Err(fault) => {
            tracing::error!(name: "ended", target: "hieroscope::program", why = %fault);
            return Err(fault);
        }
    };
    let code = if crashes.says_last_words() { CRASHED } else { code };
    log_end(end, code);
    Ok(ExitCode::from(code))
}

fn log_screen(size: Size) {
    tracing::info!(
        name: "taken",
        target: "hieroscope::screen",
        columns = size.width,
        rows = size.height,
        terminal = std::env::var("TERM").unwrap_or_default(),
    );
}

/// Starts the store; its faults are sent as events.
fn start_store(data_dir: PathBuf, complaints: UnboundedSender<Event>) -> StoreWorker {
    StoreWorker::start(data_dir, READERS, move |report| {
        let _ = complaints.send(match report {
            Report::Fault(fault) => Event::StoreFault(visible(&fault.to_string())),
            Report::Remark(remark) => Event::Notice(Notice::warning(visible(&remark.to_string()))),
        });
    })
}

/// The exit code after a panic, same as Rust's default.
const CRASHED: u8 = 101;

/// Logs the program's exit and its reason.
pub(crate) fn log_end(why: &'static str, code: u8) {
    tracing::info!(name: "ended", target: "hieroscope::program", why = Word(why).field(), code);
}

/// All profiles, with the flags applied to the chosen one.
pub(crate) fn networks(config: &Config) -> Vec<api::Network> {
    let mut networks = config.networks.clone();
    match networks.iter_mut().find(|network| network.name == config.network.name) {
        Some(network) => *network = config.network.clone(),
        None => networks.push(config.network.clone()),
    }
    networks
}

/// The threads of all tasks. Dropping this, also in a panic, does not wait for them: a browser may run forever.
#[derive(Debug)]
pub(crate) struct Tasks(Option<Runtime>, Handle);

impl Tasks {
    /// Starts them.
    ///
    /// # Errors
    /// When the system has not enough for it.
    pub(crate) fn start() -> io::Result<Self> {
        let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        let handle = runtime.handle().clone();
        Ok(Self(Some(runtime), handle))
    }

    /// What starts tasks, and waits for one.
    pub(crate) fn handle(&self) -> Handle {
        self.1.clone()
    }
}

impl Drop for Tasks {
    fn drop(&mut self) {
        if let Some(runtime) = self.0.take() {
            runtime.shutdown_background();
        }
    }
}
