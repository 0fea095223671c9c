//! Recordings: files of server answers, written by `--record` and played back in place of servers.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use api::recording::Lines;
use client::Listeners;
use ledger::Timestamp;
use ledger::amount::counted;
use ledger::text::visible;

use super::environment::home;
use super::{networks, now};
use crate::config::Config;
use crate::files::{self, RecordingFile};

/// Plays back a recording instead of contacting servers: its networks, if it has any, replace all others. Returns a
/// warning, if any.
///
/// # Errors
/// Why it cannot be played back, in words.
pub fn replay(config: &mut Config, path: &Path) -> Result<Option<String>, String> {
    let shown = visible(&path.to_string_lossy());
    let place = files::place(&path.to_string_lossy(), home().as_deref());
    let recording =
        files::read_recording(&place).map_err(|fault| format!("{shown}: {}", fault.sentence()))?;
    if recording.is_empty() {
        return Err(format!("{shown} is no recording: no exchange with a server in it can be read"));
    }
    if let Some(first) = recording.networks.first() {
        let wanted = recording.networks.iter().find(|network| network.name == config.network.name);
        config.network = wanted.unwrap_or(first).clone();
        config.networks.clone_from(&recording.networks);
    }
    let unread = recording.unread;
    config.recording = Some(Arc::new(recording));
    Ok((unread > 0).then(|| format!("{} of the recording cannot be read", counted(unread, "line"))))
}

/// Records answers, if configured, until the returned value is dropped. `on_fault` is called at most once, when writing
/// fails.
///
/// # Errors
/// Why it cannot record, in words.
pub fn record(
    config: &Config,
    listeners: &Listeners,
    on_fault: impl FnOnce(String) + Send + 'static,
) -> Result<Option<RecordingFile>, String> {
    let Some(path) = &config.record else { return Ok(None) };
    let place = files::place(&path.to_string_lossy(), home().as_deref());
    let file = RecordingFile::create(&place, move |words| on_fault(visible(&words)));
    let file = file.map_err(|fault| visible(&fault.to_string()))?;
    let (lines, first) = Lines::begin(&config.network, networks(config), now());
    let written = file.lines();
    written.write(first);
    let lines = Mutex::new(lines);
    listeners.add(move |told| {
        let lines = lines.lock().unwrap_or_else(PoisonError::into_inner).of(&told.exchange);
        if let Some(lines) = lines {
            written.write(lines);
        }
    });
    Ok(Some(file))
}

/// The current time; during playback, the recording's.
pub fn now_in(config: &Config) -> Timestamp {
    now().minus_seconds(seconds_back(config))
}

/// The age of the recording that is played back, seconds.
pub(super) fn seconds_back(config: &Config) -> u64 {
    let at = config.recording.as_ref().and_then(|recording| recording.at);
    at.map_or(0, |at| now().seconds.saturating_sub(at.seconds))
}

/// A note that a recording is played back, with its time; `None` otherwise.
pub fn replayed(config: &Config) -> Option<String> {
    let at = config.recording.as_ref()?.at.map(|at| at.utc());
    let at = at.and_then(|at| at.get(..16).map(|at| format!(" of {at} UTC"))).unwrap_or_default();
    Some(format!("replay{at}"))
}
