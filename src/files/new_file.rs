//! A file that gets its name only once it is complete. Until then it is a part file, with a note of its progress.
//!
//! ```text
//! results.csv.part         what is written so far
//! results.csv.part.json    what it is, and how much of it counts
//! ```

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufWriter, ErrorKind, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf, absolute};

use serde::Serialize;

/// Options to open files that only their owner can read.
pub fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// The longest note that is read, bytes.
const MAX_NOTE_BYTES: u64 = 1 << 20;

/// Why a file was not written.
#[derive(Debug, thiserror::Error)]
pub enum ExportFault {
    /// The file cannot be made or written.
    #[error("{} could not be written ({words}): choose another path", path.display())]
    Unwritable {
        path: PathBuf,
        /// The system's message.
        words: String,
    },
    /// There is such a file.
    #[error("{} exists already and is not overwritten: choose another name", path.display())]
    Taken { path: PathBuf },
    /// Another export writes its part.
    #[error("{} is being written already: choose another name", path.display())]
    Busy { path: PathBuf },
    /// There is such a part, of something else.
    #[error("{} is there already, and of something else: remove it, or choose another name", path.display())]
    Left { path: PathBuf },
}

/// A file that is being written. It stays a part if this is dropped.
#[derive(Debug)]
pub struct NewFile {
    path: PathBuf,
    part: File,
    overwrites: bool,
    /// How long it is, bytes.
    len: u64,
}

/// How a file is begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beginning {
    /// There must be no part of it.
    Anew,
    /// A part of it is replaced.
    Over,
    /// So many bytes of a part are kept.
    Behind(u64),
}

impl NewFile {
    /// Begins a file. A file of its name must not be there, unless it `overwrites` it, as the user confirmed.
    ///
    /// # Errors
    /// When there is such a file or such a part, or it cannot be made.
    pub fn begin(path: &Path, overwrites: bool, beginning: Beginning) -> Result<Self, ExportFault> {
        let path = absolute(path).unwrap_or_else(|_| path.to_owned());
        if !overwrites && path.symlink_metadata().is_ok() {
            return Err(ExportFault::Taken { path });
        }
        if path.file_name().is_none() || path.is_dir() {
            return Err(unwritable(&path, &io::Error::from(ErrorKind::IsADirectory)));
        }
        let part = open(&path, beginning)?;
        let mut file = Self { path, part, overwrites, len: 0 };
        if let Beginning::Behind(len) = beginning {
            file.len = len;
        }
        let cut = file.part.set_len(file.len).and_then(|()| file.part.seek(SeekFrom::Start(file.len)));
        cut.map_err(|fault| unwritable(&file.path, &fault))?;
        Ok(file)
    }

    /// The note of a part file. `None` without a part file of at least the length that `len` takes from the note.
    pub fn note_of<T>(
        path: &Path,
        read: impl FnOnce(&str) -> Option<T>,
        len: impl FnOnce(&T) -> u64,
    ) -> Option<T> {
        let is_file = |path: &Path| path.symlink_metadata().ok().filter(fs::Metadata::is_file);
        let part = is_file(&beside(path, PART))?;
        let note = beside(path, NOTE);
        is_file(&note).filter(|note| note.len() <= MAX_NOTE_BYTES)?;
        let note = read(&fs::read_to_string(note).ok()?)?;
        (len(&note) <= part.len()).then_some(note)
    }

    /// How long it is by now, bytes.
    pub fn length(&self) -> u64 {
        self.len
    }

    /// Has its owner alone read it, where the system has such rights.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn make_private(&self) -> Result<(), ExportFault> {
        #[cfg(unix)]
        self.part
            .set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o600))
            .map_err(|fault| unwritable(&self.path, &fault))?;
        Ok(())
    }

    /// Adds a text.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&mut self, text: &str) -> Result<(), ExportFault> {
        self.part.write_all(text.as_bytes()).map_err(|fault| unwritable(&self.path, &fault))?;
        self.len += u64::try_from(text.len()).unwrap_or_default();
        Ok(())
    }

    /// Appends indented JSON, piece by piece, and ends the line.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write_json(&mut self, value: &impl Serialize) -> Result<(), ExportFault> {
        let mut out = BufWriter::new(&mut self.part);
        let written = serde_json::to_writer_pretty(&mut out, value).map_err(io::Error::from);
        let written = written.and_then(|()| out.write_all(b"\n")).and_then(|()| out.flush());
        drop(out);
        self.len = written
            .and_then(|()| self.part.stream_position())
            .map_err(|fault| unwritable(&self.path, &fault))?;
        Ok(())
    }

    /// Notes how far it is, once what was written so far is on the disk.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn note(&mut self, note: &str) -> Result<(), ExportFault> {
        let (fresh, noted) = (beside(&self.path, FRESH_NOTE), beside(&self.path, NOTE));
        let written = self.part.sync_data().and_then(|()| fs::write(&fresh, note));
        let written = written.and_then(|()| fs::rename(&fresh, &noted));
        written.map_err(|fault| unwritable(&self.path, &fault))
    }

    /// Gives the file its name, and returns its whole path. It stays a part if there is a file of that name by now.
    ///
    /// # Errors
    /// When there is such a file, or it cannot be written.
    pub fn finish(self) -> Result<PathBuf, ExportFault> {
        let part = beside(&self.path, PART);
        let synced = self.part.sync_all();
        let named = synced.and_then(|()| {
            if self.overwrites { fs::rename(&part, &self.path) } else { name_new(&part, &self.path) }
        });
        match named {
            Ok(()) => {
                let _ = fs::remove_file(beside(&self.path, NOTE));
                Ok(self.path.clone())
            }
            Err(fault) if fault.kind() == ErrorKind::AlreadyExists => {
                Err(ExportFault::Taken { path: self.path.clone() })
            }
            Err(fault) => Err(unwritable(&self.path, &fault)),
        }
    }

    /// Deletes the part file and its note.
    pub fn remove(self) {
        for ending in [PART, NOTE] {
            let _ = fs::remove_file(beside(&self.path, ending));
        }
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        // Closing it is not enough: a process that is just being started still has it open.
        let _ = self.part.unlock();
    }
}

/// Gives a part the name of a file that must not be there.
fn name_new(part: &Path, path: &Path) -> io::Result<()> {
    match fs::hard_link(part, path) {
        Ok(()) => fs::remove_file(part),
        // Some file systems have no second name of a file.
        Err(_) if path.symlink_metadata().is_err() => fs::rename(part, path),
        Err(_) => Err(ErrorKind::AlreadyExists.into()),
    }
}

const PART: &str = ".part";
const NOTE: &str = ".part.json";
const FRESH_NOTE: &str = ".part.json.new";

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name: OsString = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Opens the part of a file for exclusive writing.
fn open(path: &Path, beginning: Beginning) -> Result<File, ExportFault> {
    let part = beside(path, PART);
    let anew = beginning == Beginning::Anew;
    if !anew && part.symlink_metadata().is_ok_and(|part| !part.is_file()) {
        return Err(ExportFault::Left { path: part });
    }
    let mut options = OpenOptions::new();
    let options = options.write(true).create_new(anew).create(!anew).truncate(false);
    let file = match options.open(&part) {
        Ok(file) => file,
        Err(fault) if anew && fault.kind() == ErrorKind::AlreadyExists => {
            let is_busy = File::open(&part).is_ok_and(|part| is_locked(&part));
            if !is_busy && part.symlink_metadata().is_ok_and(|part| part.is_file() && part.len() == 0) {
                // Nothing is lost of an export that ended before it wrote anything.
                return open(path, Beginning::Over);
            }
            let path = if is_busy { path.to_owned() } else { part };
            return Err(if is_busy { ExportFault::Busy { path } } else { ExportFault::Left { path } });
        }
        Err(fault) => return Err(unwritable(path, &fault)),
    };
    if is_locked(&file) { Err(ExportFault::Busy { path: path.to_owned() }) } else { Ok(file) }
}

/// Locks a file, unless somebody else has. Not all file systems have locks.
pub(super) fn is_locked(file: &File) -> bool {
    matches!(file.try_lock(), Err(TryLockError::WouldBlock))
}

pub(super) fn unwritable(path: &Path, fault: &io::Error) -> ExportFault {
    ExportFault::Unwritable { path: path.to_owned(), words: fault.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(directory: &Path) -> Vec<String> {
        let entries = fs::read_dir(directory).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    fn write(path: &Path, overwrites: bool, text: &str) -> Result<PathBuf, ExportFault> {
        let mut file = NewFile::begin(path, overwrites, Beginning::Anew)?;
        file.write(text)?;
        file.finish()
    }

    #[test]
    fn nothing_is_written_over_unless_it_is_wanted() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("report.md");
        assert_eq!(write(&path, false, "one").unwrap(), path);
        let words = write(&path, false, "two").unwrap_err().to_string();
        assert!(words.contains("exists already"), "{words}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "one");
        write(&path, true, "three").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "three");
        assert_eq!(names(directory.path()), ["report.md"]);
    }

    #[test]
    fn a_file_that_came_meanwhile_is_left_alone_and_nothing_is_lost() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("rows.csv");
        let mut file = NewFile::begin(&path, false, Beginning::Anew).unwrap();
        file.write("mine").unwrap();
        fs::write(&path, "theirs").unwrap();
        assert!(matches!(file.finish(), Err(ExportFault::Taken { .. })));
        assert_eq!(fs::read_to_string(&path).unwrap(), "theirs");
        assert_eq!(fs::read_to_string(directory.path().join("rows.csv.part")).unwrap(), "mine");
    }

    #[cfg(unix)]
    #[test]
    fn what_is_private_is_its_owners_alone_whatever_it_replaces() {
        use std::os::unix::fs::PermissionsExt as _;
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("requests.ndjson");
        fs::write(&path, "").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
        let mut file = NewFile::begin(&path, true, Beginning::Anew).unwrap();
        file.make_private().unwrap();
        file.write("{}").unwrap();
        file.finish().unwrap();
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    }

    #[test]
    fn what_cannot_be_written_is_said_with_a_next_step() {
        let directory = tempfile::tempdir().unwrap();
        let gone = directory.path().join("gone").join("report.md");
        for path in [gone.as_path(), Path::new("/"), Path::new("..")] {
            let words = write(path, true, "").unwrap_err().to_string();
            assert!(
                words.contains("could not be written") && words.contains("choose another path"),
                "{words}"
            );
        }
    }

    #[test]
    fn a_part_has_not_the_name_and_is_taken_up_where_its_note_says() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("rows.csv");
        let noted = || NewFile::note_of(&path, |note| note.parse().ok(), |len: &u64| *len);
        let mut file = NewFile::begin(&path, false, Beginning::Anew).unwrap();
        file.write("one\n").unwrap();
        assert_eq!(noted(), None);
        file.note("4").unwrap();
        file.write("tw").unwrap();
        // While it is written, nobody else begins it.
        for beginning in [Beginning::Anew, Beginning::Over, Beginning::Behind(4)] {
            let fault = NewFile::begin(&path, false, beginning).unwrap_err();
            assert!(matches!(fault, ExportFault::Busy { .. }), "{fault}");
        }
        drop(file);
        assert_eq!(names(directory.path()), ["rows.csv.part", "rows.csv.part.json"]);
        assert!(matches!(NewFile::begin(&path, false, Beginning::Anew), Err(ExportFault::Left { .. })));
        let len = noted().unwrap();
        let mut file = NewFile::begin(&path, false, Beginning::Behind(len)).unwrap();
        file.write("two\n").unwrap();
        assert_eq!(file.length(), 8);
        file.finish().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "one\ntwo\n");
        assert_eq!(names(directory.path()), ["rows.csv"]);
        // A note that says more than there is means nothing.
        let other = directory.path().join("other.csv");
        let mut file = NewFile::begin(&other, false, Beginning::Anew).unwrap();
        file.note("7").unwrap();
        assert_eq!(NewFile::note_of(&other, |note| note.parse().ok(), |len: &u64| *len), None);
        file.remove();
        assert_eq!(names(directory.path()), ["rows.csv"]);
    }
}
