//! Writes exports off the loop's thread, page by page, to a partial file that is renamed when complete. A killed export
//! resumes at the last complete row.

mod note;
mod part;
mod source;
mod verified;

#[cfg(test)]
mod tests;

use std::future::pending;
use std::path::PathBuf;
use std::time::Duration;

use api::Priority;
use tokio::sync::mpsc::UnboundedSender;
use tokio::sync::oneshot::Receiver;
use tokio::time::Instant;

use self::note::Note;
use self::part::Writing;
use self::source::Source;

pub use self::verified::{FilesFault, write_files};
use super::crash::off;
use super::environment::home;
use super::{Asker, Clients};
use crate::files::{self, Beginning, ExportFault, NewFile};
use crate::message::{
    Event, Export, ExportNews, ExportProgress, ExportState, Exported, Retrying, RowExport, RowProgress,
    Unfinished,
};
use ledger::Timestamp;
use ledger::amount::counted;
use ledger::text::visible;

/// How often it is said how far an export is.
const BETWEEN_NEWS: Duration = Duration::from_millis(250);
/// How often it is noted for the case that the program is killed.
const BETWEEN_NOTES: Duration = Duration::from_secs(1);

/// Writes an export, and says what becomes of it.
pub(super) async fn export(
    export: Export,
    clients: Clients,
    events: UnboundedSender<Event>,
    mut cancelled: Receiver<()>,
) {
    let path = export.path.clone();
    let say = move |state: ExportState| {
        let _ = events.send(Event::Export(ExportNews { path: path.clone(), state }));
    };
    let place = files::place(&export.path, home().as_deref());
    let ended = match export.what {
        Exported::Text(text) => write_text(place, export.overwrites, text, false).await,
        Exported::Private(text) => write_text(place, export.overwrites, text, true).await,
        Exported::Files(of) => {
            let asking = |attempt| say(ExportState::Running(ExportProgress::Asking(attempt)));
            asking(1);
            let again = |retrying: &Retrying| asking(retrying.attempt);
            let asker = Asker {
                clients,
                network: of.network.clone(),
                priority: Priority::Background,
                progress: again,
            };
            let (say, mut said) = (say.clone(), None::<Instant>);
            let progress = move |done, of| {
                if said.is_none_or(|said| said.elapsed() >= BETWEEN_NEWS) {
                    said = Some(Instant::now());
                    say(ExportState::Running(ExportProgress::Files(done, of)));
                }
            };
            let place = (place, export.overwrites);
            match write_files(&asker, &of, place, progress, until(&mut cancelled)).await {
                Ok(written) => ExportState::Files(written),
                Err(FilesFault::Refused(fault)) => refused(&fault),
                Err(FilesFault::Cancelled) => ExportState::Cancelled,
                Err(fault) => ExportState::Refused(visible(&fault.to_string())),
            }
        }
        Exported::Rows(rows) => {
            let begun = begin(place, export.overwrites, rows.clone()).await;
            match begun {
                Ok((writing, walked_on)) => {
                    say(ExportState::Running(ExportProgress::Rows(RowProgress::default())));
                    let source = Source::new(*rows, walked_on, clients);
                    Task { source, cancelled }.run(writing, &say).await
                }
                Err(state) => state,
            }
        }
    };
    say(ended);
}

async fn write_text(path: PathBuf, overwrites: bool, text: String, is_private: bool) -> ExportState {
    let write = move || {
        let mut file = NewFile::begin(&path, overwrites, Beginning::Anew)?;
        let hidden = if is_private { file.make_private() } else { Ok(()) };
        match hidden.and_then(|()| file.write(&text)) {
            Ok(()) => file.finish(),
            Err(fault) => {
                file.remove();
                Err(fault)
            }
        }
    };
    match off(write).await {
        Some(Ok(path)) => ExportState::Written(visible(&path.to_string_lossy()), None),
        Some(Err(fault)) => refused(&fault),
        None => ExportState::Cancelled,
    }
}

/// Begins to write rows, or goes on where an earlier run has ended: with the rest of the list then.
async fn begin(
    path: PathBuf,
    overwrites: bool,
    export: Box<RowExport>,
) -> Result<(Writing, Option<Note>), ExportState> {
    let begin = move || {
        let note = Note::new(&export);
        let found = NewFile::note_of(&path, |text| note.found(text), |found| found.bytes);
        let found = found.filter(|_| overwrites || path.symlink_metadata().is_err());
        let beginning = match (&found, export.unfinished) {
            (Some(found), _) if found.pages == 0 => Beginning::Over,
            (Some(found), Unfinished::Ask) => return Err(ExportState::Unfinished(found.rows)),
            (Some(found), Unfinished::Resume) => Beginning::Behind(found.bytes),
            (Some(_), Unfinished::StartOver) => Beginning::Over,
            (None, _) => Beginning::Anew,
        };
        let resumed = found.filter(|_| matches!(beginning, Beginning::Behind(_)));
        let file = NewFile::begin(&path, overwrites, beginning).map_err(|fault| refused(&fault))?;
        let writing = match &resumed {
            Some(found) => Writing::resumed(file, export.records, found.clone()),
            None => Writing::begun(file, export.records, note).map_err(|fault| refused(&fault))?,
        };
        Ok((writing, resumed))
    };
    off(begin).await.unwrap_or(Err(ExportState::Cancelled))
}

/// Rows that are being written, until they are cancelled.
struct Task {
    source: Source,
    cancelled: Receiver<()>,
}

/// When an export was begun, and when it was spoken of.
struct Times {
    begun: Instant,
    said: Instant,
    noted: Instant,
}

impl Task {
    async fn run(mut self, mut writing: Writing, say: &(impl Fn(ExportState) + Sync)) -> ExportState {
        let now = Instant::now();
        let mut times = Times { begun: now, said: now, noted: now };
        let rows_before = writing.rows();
        loop {
            let page = tokio::select! {
                biased;
                () = until(&mut self.cancelled) => {
                    let _ = off(move || writing.remove()).await;
                    return ExportState::Cancelled;
                }
                page = self.source.next() => page,
            };
            let page = match page {
                None => break,
                Some(Ok(page)) => page,
                Some(Err(words)) => {
                    return off(move || failed(writing, &words)).await.unwrap_or(ExportState::Cancelled);
                }
            };
            writing.set_span(self.source.span().map(|span| (span.from, span.to)));
            let is_due = writing.pages() == 0 || times.noted.elapsed() >= BETWEEN_NOTES;
            let written = off(move || {
                let written = writing.take(&page, is_due);
                (writing, written)
            });
            match written.await {
                Some((back, Ok(()))) => writing = back,
                Some((_, Err(fault))) => return ExportState::Failed(visible(&fault.to_string())),
                None => return ExportState::Cancelled,
            }
            if is_due {
                times.noted = Instant::now();
            }
            if times.said.elapsed() >= BETWEEN_NEWS {
                times.said = Instant::now();
                let progress =
                    progress(&writing, rows_before, times.begun.elapsed(), self.source.way(writing.last()));
                say(ExportState::Running(ExportProgress::Rows(progress)));
            }
        }
        let rows = writing.rows();
        match off(move || writing.finish()).await {
            Some(Ok(path)) => ExportState::Written(visible(&path.to_string_lossy()), Some(rows)),
            Some(Err(fault)) => ExportState::Failed(visible(&fault.to_string())),
            None => ExportState::Cancelled,
        }
    }
}

/// Waits until it is cancelled. Nobody does any more once the program ends.
async fn until(cancelled: &mut Receiver<()>) {
    if cancelled.await.is_err() {
        pending::<()>().await;
    }
}

/// How far it is: `way` is how much of the list's time is done and left, nanoseconds.
fn progress(
    writing: &Writing,
    rows_before: u64,
    elapsed: Duration,
    way: Option<(u128, u128)>,
) -> RowProgress {
    let millis = elapsed.as_millis().max(1);
    let rows = u128::from(writing.rows().saturating_sub(rows_before));
    let whole = |number: u128| u64::try_from(number).unwrap_or(u64::MAX);
    let seconds_left = way.filter(|(done, _)| *done > 0);
    RowProgress {
        rows: writing.rows(),
        pages: writing.pages(),
        rows_per_second: whole(rows * 1_000 / millis),
        seconds_left: seconds_left.map(|(done, left)| whole(left.saturating_mul(millis) / done / 1_000)),
    }
}

/// Ends what cannot be read further. What is written stays for another try, if that can go on from there.
fn failed(mut writing: Writing, words: &str) -> ExportState {
    let rows = writing.rows();
    if writing.keep() {
        let kept = counted(usize::try_from(rows).unwrap_or(usize::MAX), "row");
        let are = if rows == 1 { "is" } else { "are" };
        return ExportState::Failed(format!("{words} {kept} {are} kept: export to the same file to resume."));
    }
    writing.remove();
    ExportState::Failed(words.to_owned())
}

fn refused(fault: &ExportFault) -> ExportState {
    match fault {
        ExportFault::Taken { .. } => ExportState::Taken,
        fault => ExportState::Refused(visible(&fault.to_string())),
    }
}

/// The time just behind another one.
fn behind(at: Timestamp) -> Timestamp {
    Timestamp::from_nanos(u64::try_from(at.as_nanos() + 1).unwrap_or(u64::MAX))
}
