//! The log: one event per line, in a file that the user names or on standard error. It is written on a separate thread.
//! The last events are remembered without their values, for crash reports.
//!
//! An event's name and target are constants of the program; values from elsewhere are in its fields. Bodies, headers
//! and secrets of requests are left out.

mod subscriber;
mod writer;

use std::io::IsTerminal as _;

use api::{Answered, Exchange, Stage};
use client::Listeners;
use ledger::text::visible;
use tracing::Level;

use self::subscriber::Subscriber;
use self::writer::{Sink, Writer};
use super::environment::home;
use crate::config::{Config, Flags};
use crate::files;
use crate::files::LogFile;
use crate::message::Word;

pub(super) use self::subscriber::recent;

/// Why a screen has no log on standard error.
const NOT_ON_SCREEN: &str =
    "--verbose writes to standard error, which is the screen here: name a file with --log FILE";

/// The log. Dropping it flushes it.
#[derive(Debug)]
pub struct Log(Option<Writer>);

/// Starts logging as configured by the flags.
///
/// # Errors
/// Why that cannot be, in words.
pub fn start(flags: &Flags) -> Result<Log, String> {
    let level = if flags.verbose { Level::DEBUG } else { Level::INFO };
    let sink = match &flags.log {
        Some(path) => {
            let place = files::place(&path.to_string_lossy(), home().as_deref());
            let file = LogFile::open(&place).map_err(|fault| visible(&fault.to_string()))?;
            Some(Sink::File(file))
        }
        None if !flags.verbose => None,
        None if flags.task.is_none() && std::io::stderr().is_terminal() => {
            return Err(NOT_ON_SCREEN.to_owned());
        }
        None => Some(Sink::StandardError),
    };
    let writer = sink.map(Writer::start).transpose()?;
    let lines = writer.as_ref().map(|writer| (writer.lines(), level));
    // Fails if a subscriber is set, as in tests.
    let _ = tracing::subscriber::set_global_default(Subscriber::new(lines));
    tracing::info!(
        name: "started",
        target: "hieroscope::program",
        version = env!("CARGO_PKG_VERSION"),
        system = std::env::consts::OS,
        process = std::process::id(),
    );
    Ok(Log(writer))
}

impl Log {
    /// Calls the function once if the log fails, or has failed.
    pub fn on_fault(&self, hear: impl FnOnce(String) + Send + 'static) {
        if let Some(writer) = &self.0 {
            writer.on_fault(Box::new(hear));
        }
    }
}

/// Logs which network is asked.
pub(crate) fn log_network(config: &Config) {
    let network = &config.network;
    tracing::info!(
        name: "chosen",
        target: "hieroscope::network",
        network = network.name.as_str(),
        mirror = network.mirror.as_str(),
        verifier = network.verifier.as_deref().unwrap_or_default(),
        replay = config.recording.is_some(),
    );
}

/// Logs every exchange from now on.
pub(in crate::runtime) fn log_exchanges(listeners: &Listeners) {
    listeners.add(|told| log_exchange(&told.exchange));
}

fn log_exchange(exchange: &Exchange) {
    let Exchange { number, attempt, millis, .. } = exchange;
    let (method, address) = (exchange.method(), exchange.url.as_str());
    let api = Word(exchange.api.label());
    match &exchange.stage {
        Stage::Waiting => stage("waits", exchange),
        Stage::UnderWay => stage("sent", exchange),
        Stage::Cancelled => stage("cancelled", exchange),
        Stage::Kept => stage("from memory", exchange),
        Stage::Answered(Answered { status, bytes, is_recorded, .. }) => tracing::info!(
            name: "answered",
            target: "hieroscope::request",
            api = api.field(),
            number, method, address, attempt, status, millis, bytes,
            recorded = is_recorded,
        ),
        Stage::Failed(failure) => tracing::warn!(
            name: "failed",
            target: "hieroscope::request",
            api = api.field(),
            number, method, address, attempt, millis,
            why = failure.sentence(),
            words = failure.joined_messages().map(|words| words.escaped()),
        ),
    }
}

/// Logs a stage between.
fn stage(stage: &'static str, exchange: &Exchange) {
    tracing::debug!(
        name: "stage",
        target: "hieroscope::request",
        now = Word(stage).field(),
        number = exchange.number,
        method = exchange.method(),
        address = exchange.url,
        attempt = exchange.attempt,
    );
}
