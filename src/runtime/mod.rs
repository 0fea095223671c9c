//! The one room where thinking and talking meet: the loop, the terminal, the clock, and the executor of
//! commands.

#![expect(clippy::disallowed_methods, reason = "time and environment enter the program here")]

mod analyses;
mod browser;
mod clients;
mod clipboard;
mod clock;
pub mod cycle;
mod environment;
mod executor;
mod exporting;
mod host;
mod input;
mod notification;
mod panics;
mod piping;
mod recorder;
pub mod recording;
mod screen;
mod signals;
mod steady;
mod terminal;
mod waiting;
mod walking;

use std::io::{self, Write as _};
use std::process::ExitCode;

use tokio::sync::mpsc::unbounded_channel;

pub use self::analyses::Analyses;
pub use self::clients::Clients;
pub(crate) use self::clients::home;
pub(crate) use self::clock::instant;
pub use self::clock::now;
pub use self::executor::Executor;
pub use self::exporting::{FilesFault, write_files};
use self::host::Process;
use self::recorder::Recorder;
pub use self::signals::Signal;
use self::terminal::Session;
pub use self::waiting::{Taken, Waiting};
pub use self::walking::{Asker, ListSpan, WalkFault, Walking};
use crate::app::{App, Start};
use crate::config::Config;
use crate::ledger::text::visible;
use crate::message::{Event, Notice, Place};
use crate::store::worker::Report;
use crate::store::{Readers, StoreWorker};

/// How what was kept of servers' answers is read.
pub(crate) const READERS: Readers =
    Readers { job: crate::client::read_job_record, verified: crate::client::read_verified };

/// Runs the program from its configuration until the user quits.
///
/// The first question is in progress before the terminal is set up.
///
/// `doubt` is what speaks against the place, if anything does: it is said at once.
///
/// # Errors
/// When the terminal cannot be set up or fails.
pub fn run(config: Config, place: Place, doubt: Option<String>) -> io::Result<ExitCode> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let size = screen::measured()?;
    let (event_sender, event_receiver) = unbounded_channel();
    if let Some(doubt) = doubt {
        let _ = event_sender.send(Event::Notice(Notice::warning(doubt)));
    }
    let troubles = event_sender.clone();
    panics::watch(terminal::give_back, move |words| {
        let _ = troubles.send(Event::Notice(Notice::failure(words)));
    });
    let complaints = event_sender.clone();
    // What is replayed is no news, and nothing of it is to outlive the process.
    let store = config.recording.is_none().then(|| {
        StoreWorker::start(config.data_dir.clone(), READERS, move |report| {
            let _ = complaints.send(match report {
                Report::Fault(fault) => Event::StoreFault(visible(&fault.to_string())),
                Report::Remark(remark) => Event::Notice(Notice::warning(visible(&remark.to_string()))),
            });
        })
    });
    let networks = networks(&config);
    let clients = Clients::of(&config);
    let faults = event_sender.clone();
    let on_fault = move |words| _ = faults.send(Event::Notice(Notice::failure(words)));
    let file = recording::record(&config, &clients, on_fault).map_err(io::Error::other)?;
    let executor = Executor::new(runtime.handle().clone(), clients, event_sender);
    let mut recorder = Recorder::new(executor, store);
    let replay = recording::replayed(&config);
    let (mouse, titled) = (config.settings.mouse, config.settings.notify.title);
    let start = Start {
        networks,
        network: config.network,
        keymap: config.keymap,
        settings: config.settings,
        place,
        size: size.into(),
        faults: config.faults.iter().map(ToString::to_string).collect(),
        process: std::process::id(),
        replay,
    };
    let (mut app, commands) = App::start(start, recorder.executor.clients.now());
    for command in commands {
        recorder.carry(command);
    }
    recorder.restore();
    let ended = runtime.block_on(async {
        let session = Session::open(mouse, titled)?;
        let waiting = Waiting::new(signals::listen()?, input::listen()?, event_receiver);
        let mut process = Process { session, waiting, recorder: &mut recorder, ended_by: None };
        let ended = cycle::run(&mut app, &mut process).await;
        // The terminal is the shell's again before anything is waited for.
        let Process { session, mut waiting, ended_by, .. } = process;
        drop(session);
        let (unsaved, ended_late) = recorder.close(waiting.end()).await;
        if let Some(fault) = unsaved {
            let _ = writeln!(io::stderr(), "{}", visible(&fault.to_string()));
        }
        ended.map(|()| ended_by.or(ended_late).unwrap_or_default())
    });
    runtime.shutdown_background();
    drop(file);
    ended.map(ExitCode::from)
}

/// All profiles, with the chosen one as flags have changed it.
pub(crate) fn networks(config: &Config) -> Vec<crate::message::Network> {
    let mut networks = config.networks.clone();
    match networks.iter_mut().find(|network| network.name == config.network.name) {
        Some(network) => *network = config.network.clone(),
        None => networks.push(config.network.clone()),
    }
    networks
}
