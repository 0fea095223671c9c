//! A temporary file for spilled rows. It has no name, belongs to this run, and disappears with it.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use cap_std::ambient_authority;
use cap_std::fs::Dir;
use cap_tempfile::TempFile;
use ledger::packed::{Shelf, Shelved};

use super::{StoreFault, file};

/// The largest size of the file, bytes.
const MAX_BYTES: u64 = 4 << 30;

/// The file, created on first use.
#[derive(Debug)]
pub struct DiskShelf {
    data_dir: PathBuf,
    opened: Mutex<Option<Opened>>,
}

#[derive(Debug)]
struct Opened {
    /// Shared with all spilled data in it.
    file: Arc<Mutex<File>>,
    /// Its length, bytes.
    end: u64,
}

/// Bytes in the file.
#[derive(Debug)]
struct Stored {
    file: Arc<Mutex<File>>,
    at: u64,
    len: usize,
}

impl DiskShelf {
    /// A file in this directory, created on first use.
    pub fn new(data_dir: &Path) -> Self {
        Self { data_dir: data_dir.to_owned(), opened: Mutex::new(None) }
    }

    fn open(&self) -> Result<Opened, StoreFault> {
        let data_dir = file::prepare_directory(&self.data_dir)?;
        let made = Dir::open_ambient_dir(&data_dir, ambient_authority())
            .and_then(|directory| TempFile::new_anonymous(&directory));
        let file = made.map_err(|error| file::unwritable(&data_dir, &error))?;
        Ok(Opened { file: Arc::new(Mutex::new(file.into_std())), end: 0 })
    }

    fn store(&self, bytes: &[u8]) -> Option<Stored> {
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        let Opened { file, end } = match &mut *opened {
            Some(opened) => opened,
            none => none.insert(self.open().ok()?),
        };
        // No spilled data is left in it.
        if Arc::strong_count(file) == 1 {
            *end = 0;
            at(file, 0, |file| file.set_len(0))?;
        }
        let start = *end;
        let behind = start.checked_add(u64::try_from(bytes.len()).ok()?).filter(|end| *end <= MAX_BYTES)?;
        at(file, start, |file| file.write_all(bytes))?;
        *end = behind;
        Some(Stored { file: Arc::clone(file), at: start, len: bytes.len() })
    }
}

impl Shelf for DiskShelf {
    fn put(&self, bytes: &[u8]) -> Option<Arc<dyn Shelved>> {
        Some(Arc::new(self.store(bytes)?))
    }
}

impl Shelved for Stored {
    fn read(&self) -> Option<Box<[u8]>> {
        let mut bytes = vec![0; self.len];
        at(&self.file, self.at, |file| file.read_exact(&mut bytes))?;
        Some(bytes.into())
    }
}

/// Seeks to an offset under the lock, and runs `work` there.
fn at<T>(file: &Mutex<File>, at: u64, work: impl FnOnce(&mut File) -> io::Result<T>) -> Option<T> {
    let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
    file.seek(SeekFrom::Start(at)).and_then(|_| work(&mut file)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_there_is_read_again_and_leaves_no_file() {
        let directory = tempfile::tempdir().unwrap();
        let data_dir = directory.path().join("data");
        let shelf = DiskShelf::new(&data_dir);
        assert!(!data_dir.exists(), "nothing is made before it is needed");
        let [one, other] = [&b"one"[..], &[7; 9_000]].map(|bytes| shelf.put(bytes).unwrap());
        assert_eq!((&*one.read().unwrap(), &*other.read().unwrap()), (&b"one"[..], &[7; 9_000][..]));
        assert_eq!(std::fs::read_dir(&data_dir).unwrap().count(), 0, "it has no name");
    }

    #[test]
    fn room_that_nobody_needs_is_used_again() {
        let directory = tempfile::tempdir().unwrap();
        let shelf = DiskShelf::new(directory.path());
        for _ in 0..3 {
            assert_eq!(shelf.store(&[1; 1_000]).unwrap().at, 0);
        }
    }

    #[test]
    fn without_a_directory_there_is_no_room() {
        assert!(DiskShelf::new(Path::new("")).put(b"one").is_none());
        let file = tempfile::NamedTempFile::new().unwrap();
        assert!(DiskShelf::new(file.path()).put(b"one").is_none(), "a file is no directory");
    }
}
