//! A recording as a file: read whole, or written line by line on a separate thread.

use std::fs::File;
use std::io::{ErrorKind, Write as _};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, absolute};
use std::sync::mpsc;
use std::thread::{self, JoinHandle};

use api::recording::{MAX_BYTES, Recording};

use super::ExportFault;
use super::new_file::private;
use super::reader::Reader;
use crate::message::FileFault;

/// Reads a recording.
///
/// # Errors
/// Says what is wrong with the file.
pub fn read_recording(path: &Path) -> Result<Recording, FileFault> {
    Reader::of_at_most(MAX_BYTES).text(path).map(|text| Recording::parse(&text))
}

/// A recording that is being written. Dropping it waits until all lines are in the file.
#[derive(Debug)]
pub struct RecordingFile {
    lines: mpsc::Sender<Option<String>>,
    thread: Option<JoinHandle<()>>,
}

/// Hands lines to it. Those that come after it was dropped are ignored.
#[derive(Clone, Debug)]
pub struct RecordingLines(mpsc::Sender<Option<String>>);

impl RecordingLines {
    pub fn write(&self, lines: String) {
        let _ = self.0.send(Some(lines));
    }
}

impl RecordingFile {
    /// Creates a new file that only its owner can read. Each line is flushed to the system before the next is taken: a
    /// kill loses the last one at most. `on_fault` is called once, on the thread, when writing fails.
    ///
    /// # Errors
    /// If the file exists or cannot be created.
    pub fn create(path: &Path, on_fault: impl FnOnce(String) + Send + 'static) -> Result<Self, ExportFault> {
        let path = absolute(path).unwrap_or_else(|_| path.to_owned());
        let unwritable = |words: String| ExportFault::Unwritable { path: path.clone(), words };
        let file = match private().write(true).create_new(true).open(&path) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                return Err(ExportFault::Taken { path });
            }
            Err(error) => return Err(unwritable(error.to_string())),
        };
        let (lines, inbox) = mpsc::channel();
        let written = path.clone();
        let work = move || {
            let ended = catch_unwind(AssertUnwindSafe(|| write(file, &written, &inbox)));
            if let Err(words) = ended.unwrap_or_else(|_| Err("a part of hieroscope has failed".to_owned())) {
                on_fault(format!("the recording has ended: {words}"));
            }
        };
        let thread = thread::Builder::new().name("recording".to_owned()).spawn(work);
        let thread = thread.map_err(|error| unwritable(error.to_string()))?;
        Ok(Self { lines, thread: Some(thread) })
    }

    pub fn lines(&self) -> RecordingLines {
        RecordingLines(self.lines.clone())
    }
}

impl Drop for RecordingFile {
    fn drop(&mut self) {
        let _ = self.lines.send(None);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn write(mut file: File, path: &Path, inbox: &mpsc::Receiver<Option<String>>) -> Result<(), String> {
    while let Ok(Some(lines)) = inbox.recv() {
        tracing::trace!(name: "written", target: "hieroscope::recording", bytes = lines.len());
        file.write_all(lines.as_bytes()).map_err(|error| {
            ExportFault::Unwritable { path: path.to_owned(), words: error.to_string() }.to_string()
        })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_recording_is_its_owners_alone_and_replaces_nothing() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("session.ndjson");
        let file = RecordingFile::create(&path, drop).unwrap();
        file.lines().write("{}\n".to_owned());
        let late = file.lines();
        drop(file);
        late.write("late\n".to_owned());
        assert_eq!(fs::read_to_string(&path).unwrap(), "{}\n");
        #[cfg(unix)]
        assert_eq!(
            std::os::unix::fs::PermissionsExt::mode(&fs::metadata(&path).unwrap().permissions()) & 0o777,
            0o600
        );
        assert!(matches!(RecordingFile::create(&path, drop), Err(ExportFault::Taken { .. })));
        assert_eq!(read_recording(&path).unwrap().unread, 1);
    }
}
