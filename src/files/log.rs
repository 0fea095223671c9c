//! A log as a file: it grows to a bound, and then becomes the older one of a few.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf, absolute};

use super::new_file::{is_locked, private};

/// The longest log of one name, bytes.
const MAX_LOG_BYTES: u64 = 4 << 20;
/// How many older logs are kept: `run.log.1` and `run.log.2`.
const MAX_OLDER: usize = 2;
/// How a line begins: a time, of which each digit may be another one.
const TIME: &[u8] = b"0000-00-00T00:00:00.000Z ";

/// Why nothing is logged in a file.
#[derive(Debug, thiserror::Error)]
pub enum LogFault {
    /// A link, a directory, a pipe or a device.
    #[error("{} is no regular file, and nothing is logged there: name another file", .path.display())]
    Irregular { path: PathBuf },
    /// A file that is no log.
    #[error("{} has something else in it than a log: name another file", .path.display())]
    Foreign { path: PathBuf },
    /// Another instance writes to this log.
    #[error("{} is the log of another hieroscope that is running: name another file", .path.display())]
    Busy { path: PathBuf },
    /// It cannot be made or written.
    #[error("the log {} cannot be written ({words}): name another file", .path.display())]
    Unwritable {
        path: PathBuf,
        /// The system's message.
        words: String,
    },
}

/// A log that is being written. Nobody but its owner can read it.
#[derive(Debug)]
pub struct LogFile {
    path: PathBuf,
    file: File,
    len: u64,
    most: u64,
}

impl LogFile {
    /// Opens a log that is there, or makes a new one.
    ///
    /// # Errors
    /// When something else is there, or it cannot be written.
    pub fn open(path: &Path) -> Result<Self, LogFault> {
        Self::of_at_most(path, MAX_LOG_BYTES)
    }

    fn of_at_most(path: &Path, most: u64) -> Result<Self, LogFault> {
        let path = absolute(path).unwrap_or_else(|_| path.to_owned());
        let (file, len) = opened(&path)?;
        look_at_older(&path)?;
        Ok(Self { path, file, len, most })
    }

    /// Adds a line, which ends with a line break.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&mut self, line: &str) -> Result<(), LogFault> {
        let more = u64::try_from(line.len()).unwrap_or(u64::MAX);
        if self.len > 0 && self.len.saturating_add(more) > self.most {
            self.turn()?;
        }
        self.file.write_all(line.as_bytes()).map_err(|fault| unwritable(&self.path, &fault))?;
        self.len += more;
        Ok(())
    }

    /// Makes this the first of the older ones, and begins a new one.
    fn turn(&mut self) -> Result<(), LogFault> {
        // What came there meanwhile is not written over.
        look_at_older(&self.path)?;
        for age in (0..MAX_OLDER).rev() {
            let (from, to) = (older(&self.path, age), older(&self.path, age + 1));
            match fs::rename(&from, &to) {
                Err(fault) if fault.kind() != ErrorKind::NotFound => return Err(unwritable(&to, &fault)),
                _ => {}
            }
        }
        (self.file, self.len) = opened(&self.path)?;
        Ok(())
    }
}

/// The name of a log that is so many logs older.
fn older(path: &Path, age: usize) -> PathBuf {
    let mut name: OsString = path.as_os_str().to_owned();
    if age > 0 {
        name.push(format!(".{age}"));
    }
    name.into()
}

/// Checks that the files with the names of older logs are logs.
fn look_at_older(path: &Path) -> Result<(), LogFault> {
    let names = (1..=MAX_OLDER).map(|age| older(path, age));
    names.filter(|name| name.symlink_metadata().is_ok()).try_for_each(|name| look(&name).map(drop))
}

/// Opens a log for appending, and returns its length in bytes.
fn opened(path: &Path) -> Result<(File, u64), LogFault> {
    let fault = |fault: io::Error| unwritable(path, &fault);
    let file = match path.symlink_metadata() {
        Ok(_) => look(path)?,
        Err(_) => made(path).map_err(fault)?,
    };
    if is_locked(&file) {
        return Err(LogFault::Busy { path: path.to_owned() });
    }
    let mut file = file;
    let len = file.metadata().map_err(fault)?.len();
    if len > 0 {
        // The last line was cut by a kill if nothing ends it.
        let mut last = [0];
        file.seek(SeekFrom::End(-1)).and_then(|_| file.read_exact(&mut last)).map_err(fault)?;
        if last != *b"\n" {
            file.write_all(b"\n").map_err(fault)?;
        }
    }
    Ok((file, len))
}

fn made(path: &Path) -> io::Result<File> {
    private().read(true).append(true).create_new(true).open(path)
}

/// Opens a log that is there, if it is one: a pipe would be waited for, and a device may react.
fn look(path: &Path) -> Result<File, LogFault> {
    let irregular = || LogFault::Irregular { path: path.to_owned() };
    let fault = |fault: io::Error| unwritable(path, &fault);
    if !path.symlink_metadata().map_err(fault)?.is_file() {
        return Err(irregular());
    }
    let mut options = OpenOptions::new();
    // What takes its place meanwhile is not followed either.
    #[cfg(target_os = "linux")]
    if let Ok(flags) = i32::try_from((rustix::fs::OFlags::NOFOLLOW | rustix::fs::OFlags::NONBLOCK).bits()) {
        std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, flags);
    }
    let file = options.read(true).append(true).open(path).map_err(fault)?;
    if !file.metadata().map_err(fault)?.is_file() {
        return Err(irregular());
    }
    let mut start = Vec::new();
    let most = u64::try_from(TIME.len()).unwrap_or(u64::MAX);
    (&file).take(most).read_to_end(&mut start).map_err(fault)?;
    if !start.is_empty() && !is_time(&start) {
        return Err(LogFault::Foreign { path: path.to_owned() });
    }
    #[cfg(unix)]
    file.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o600)).map_err(fault)?;
    Ok(file)
}

fn is_time(start: &[u8]) -> bool {
    let is =
        |(byte, wanted): (&u8, &u8)| if *wanted == b'0' { byte.is_ascii_digit() } else { byte == wanted };
    start.len() == TIME.len() && start.iter().zip(TIME).all(is)
}

fn unwritable(path: &Path, fault: &io::Error) -> LogFault {
    LogFault::Unwritable { path: path.to_owned(), words: fault.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = "2026-11-23T18:24:33.123Z INFO  program: started\n";

    #[test]
    fn a_log_is_bounded_and_its_owners_alone() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("run.log");
        let most = u64::try_from(LINE.len() * 10).unwrap();
        let mut log = LogFile::of_at_most(&path, most).unwrap();
        for _ in 0..1_000 {
            log.write(LINE).unwrap();
        }
        let mut names: Vec<_> = fs::read_dir(directory.path()).unwrap().map(|file| file.unwrap()).collect();
        names.sort_by_key(fs::DirEntry::file_name);
        assert_eq!(names.len(), 3, "{names:?}");
        for file in names {
            assert_eq!(fs::read_to_string(file.path()).unwrap(), LINE.repeat(10));
            #[cfg(unix)]
            assert_eq!(
                std::os::unix::fs::PermissionsExt::mode(&file.metadata().unwrap().permissions()) & 0o777,
                0o600
            );
        }
    }

    #[test]
    fn a_log_goes_on_behind_what_is_in_it() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("run.log");
        fs::write(&path, format!("{LINE}2026-11-23T18:2")).unwrap();
        let mut log = LogFile::open(&path).unwrap();
        log.write(LINE).unwrap();
        assert!(matches!(LogFile::open(&path), Err(LogFault::Busy { .. })));
        drop(log);
        assert_eq!(fs::read_to_string(&path).unwrap(), format!("{LINE}2026-11-23T18:2\n{LINE}"));
    }

    #[cfg(unix)]
    #[test]
    fn nothing_but_a_log_is_written_to() {
        let directory = tempfile::tempdir().unwrap();
        let at = |name: &str| directory.path().join(name);
        fs::write(at("notes"), "mine").unwrap();
        fs::write(at("log.1"), "mine, too").unwrap();
        fs::write(at("real"), LINE).unwrap();
        std::os::unix::fs::symlink(at("real"), at("link")).unwrap();
        std::os::unix::fs::symlink(at("nowhere"), at("dangling")).unwrap();
        fs::create_dir(at("directory")).unwrap();
        let _listener = std::os::unix::net::UnixListener::bind(at("socket")).unwrap();
        for (name, wanted) in [
            ("notes", "something else"),
            ("log", "log.1 has something else"),
            ("link", "no regular file"),
            ("dangling", "no regular file"),
            ("directory", "no regular file"),
            ("socket", "no regular file"),
            ("/dev/null", "no regular file"),
            ("missing/log", "cannot be written"),
        ] {
            let words = LogFile::open(&at(name)).unwrap_err().to_string();
            assert!(words.contains(wanted) && words.ends_with("name another file"), "{name}: {words}");
        }
        assert_eq!(fs::read_to_string(at("notes")).unwrap(), "mine");
        assert_eq!(fs::read_to_string(at("real")).unwrap(), LINE);
        assert!(!at("nowhere").exists());
    }

    #[test]
    fn a_file_that_takes_the_place_of_an_older_log_is_kept() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("log");
        let mut log = LogFile::of_at_most(&path, 1).unwrap();
        log.write(LINE).unwrap();
        fs::write(directory.path().join("log.1"), "mine").unwrap();
        assert!(matches!(log.write(LINE), Err(LogFault::Foreign { .. })));
        assert_eq!(fs::read_to_string(directory.path().join("log.1")).unwrap(), "mine");
    }
}
