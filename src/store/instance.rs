//! Running instances of the program: each holds a lock on its own file, which the system releases however the instance
//! ends.

use std::fs::{File, TryLockError};
use std::hash::{BuildHasher as _, RandomState};
use std::path::{Path, PathBuf};
use std::{fs, io};

use super::file::private;

/// The most attempts to create a file that other instances remove before it is locked.
const MAX_TRIES: u32 = 10;

/// The running instance.
#[derive(Debug)]
pub(super) struct Instance {
    name: String,
    path: PathBuf,
    /// Closing the file frees the lock.
    _lock: File,
}

impl Instance {
    /// Begins an instance in this directory.
    ///
    /// # Errors
    /// When the file cannot be made or locked, as on some network file systems.
    pub(super) fn begin(data_dir: &Path) -> io::Result<Self> {
        // Process ids are reused; the random number is not.
        let name = format!("{}-{:016x}", std::process::id(), RandomState::new().hash_one(0));
        let path = path(data_dir, &name);
        let mut tries = 0;
        loop {
            let lock = private().open(&path)?;
            lock.lock()?;
            // Another instance may have removed the file before it was locked.
            if path.exists() {
                sweep(data_dir, &name);
                return Ok(Self { name, path, _lock: lock });
            }
            tries += 1;
            if tries == MAX_TRIES {
                return Err(io::Error::other("the lock of this instance keeps being removed"));
            }
        }
    }

    /// The owner's name in rows of the store.
    pub(super) fn name(&self) -> &str {
        &self.name
    }
}

impl Drop for Instance {
    fn drop(&mut self) {
        // A leftover is removed by the next instance that finds it unlocked.
        let _ = fs::remove_file(&self.path);
    }
}

/// Whether the instance of this name runs. Removes its file if not.
pub(super) fn is_running(data_dir: &Path, name: &str) -> bool {
    if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-') {
        return false;
    }
    let path = path(data_dir, name);
    let Ok(file) = File::open(&path) else { return false };
    match file.try_lock_shared() {
        Ok(()) => {
            let _ = fs::remove_file(&path);
            false
        }
        Err(TryLockError::WouldBlock) => true,
        Err(TryLockError::Error(_)) => false,
    }
}

/// Removes the files of instances that were killed before they owned any row: otherwise no instance would check them.
fn sweep(data_dir: &Path, me: &str) {
    for entry in fs::read_dir(data_dir).into_iter().flatten().flatten() {
        let file = entry.file_name();
        let name = file.to_str().and_then(|file| file.strip_prefix("hieroscope.")?.strip_suffix(".lock"));
        if let Some(name) = name.filter(|name| *name != me) {
            is_running(data_dir, name);
        }
    }
}

fn path(data_dir: &Path, name: &str) -> PathBuf {
    data_dir.join(format!("hieroscope.{name}.lock"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_instance_runs_until_it_ends_and_leaves_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let here = Instance::begin(dir.path()).unwrap();
        let there = Instance::begin(dir.path()).unwrap();
        let name = here.name().to_owned();
        assert!(is_running(dir.path(), &name) && is_running(dir.path(), there.name()));
        drop(here);
        assert!(!is_running(dir.path(), &name) && is_running(dir.path(), there.name()));
        assert!(!is_running(dir.path(), "../x") && !is_running(dir.path(), ""));
        drop(there);
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
    }

    #[test]
    fn what_a_killed_instance_left_is_taken_away() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(path(dir.path(), "7-ab"), "").unwrap();
        assert!(!is_running(dir.path(), "7-ab"));
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
    }

    #[test]
    fn what_was_left_by_one_that_nobody_knows_is_taken_away_by_the_next() {
        let dir = tempfile::tempdir().unwrap();
        let other = Instance::begin(dir.path()).unwrap();
        fs::write(path(dir.path(), "7-ab"), "").unwrap();
        let mending = dir.path().join("hieroscope.mending.lock");
        fs::write(&mending, "").unwrap();
        let here = Instance::begin(dir.path()).unwrap();
        assert!(is_running(dir.path(), other.name()) && is_running(dir.path(), here.name()));
        assert!(mending.exists() && !path(dir.path(), "7-ab").exists());
    }
}
