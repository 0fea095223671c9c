//! Instances tell each other of changes: each has a named pipe in the directory, on which the others ring. A watch on the
//! directory would hold up the end of the process for milliseconds.

#[cfg(target_os = "linux")]
pub(super) use self::pipes::Bell;

/// The bell of this instance. This system has none: the store is polled.
#[cfg(not(target_os = "linux"))]
#[derive(Debug)]
pub(super) struct Bell;

#[cfg(not(target_os = "linux"))]
impl Bell {
    pub(super) fn hang(_: &std::path::Path, _: impl Fn() -> bool + Send + 'static) -> Option<Self> {
        None
    }

    pub(super) fn ring_others(_: &std::path::Path, _: Option<&Self>) {}
}

#[cfg(target_os = "linux")]
mod pipes {
    use std::fs::{self, File};
    use std::hash::{BuildHasher as _, RandomState};
    use std::io::{Read as _, Write as _};
    use std::path::{Path, PathBuf};
    use std::thread;

    use rustix::fs::{CWD, FileType, Mode, OFlags, mknodat, open};
    use rustix::io::Errno;

    /// The bell of this instance. Dropping it takes it down.
    #[derive(Debug)]
    pub(in crate::store) struct Bell {
        path: PathBuf,
    }

    impl Bell {
        /// Calls `rung` whenever another instance has rung, as long as it returns `true`. `None` if the file system has
        /// no named pipes.
        pub(in crate::store) fn hang(
            data_dir: &Path,
            rung: impl Fn() -> bool + Send + 'static,
        ) -> Option<Self> {
            let name =
                format!("hieroscope.{}-{:016x}.bell", std::process::id(), RandomState::new().hash_one(0));
            let bell = Self { path: data_dir.join(name) };
            mknodat(CWD, &bell.path, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).ok()?;
            // Open for writing, too: it has no end then.
            let pipe = open(&bell.path, OFlags::RDWR | OFlags::CLOEXEC, Mode::empty()).ok()?;
            let listen = move || {
                // Several rings at once count as one.
                let (mut pipe, mut buffer) = (File::from(pipe), [0; 64]);
                while pipe.read(&mut buffer).is_ok_and(|read| read > 0) && rung() {}
            };
            thread::Builder::new().name("store-bell".to_owned()).spawn(listen).ok()?;
            Some(bell)
        }

        /// Rings the bells of all other instances. One that nobody listens to was left by a killed instance, and is
        /// removed.
        pub(in crate::store) fn ring_others(data_dir: &Path, own: Option<&Self>) {
            for entry in fs::read_dir(data_dir).into_iter().flatten().flatten() {
                let path = entry.path();
                let is_bell = path.extension().is_some_and(|extension| extension == "bell");
                if !is_bell || own.is_some_and(|own| own.path == path) {
                    continue;
                }
                match open(&path, OFlags::WRONLY | OFlags::NONBLOCK | OFlags::CLOEXEC, Mode::empty()) {
                    // A full pipe has been rung often enough.
                    Ok(pipe) => _ = File::from(pipe).write(&[0]),
                    Err(Errno::NXIO) => _ = fs::remove_file(&path),
                    Err(_) => {}
                }
            }
        }
    }

    impl Drop for Bell {
        fn drop(&mut self) {
            let _ = fs::remove_file(&self.path);
        }
    }

    #[cfg(test)]
    mod tests {
        use std::sync::mpsc;

        use super::*;

        #[test]
        fn an_instance_hears_the_others_and_not_itself() {
            let dir = tempfile::tempdir().unwrap();
            let (told, rings) = mpsc::channel();
            let here = Bell::hang(dir.path(), move || told.send("here").is_ok()).unwrap();
            let (told, others) = mpsc::channel();
            let there = Bell::hang(dir.path(), move || told.send("there").is_ok()).unwrap();
            Bell::ring_others(dir.path(), Some(&here));
            assert_eq!(others.recv(), Ok("there"));
            Bell::ring_others(dir.path(), None);
            assert_eq!((rings.recv(), others.recv()), (Ok("here"), Ok("there")));
            assert!(rings.try_recv().is_err());
            drop((here, there));
            assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 0);
        }

        #[test]
        fn what_a_killed_instance_left_is_taken_down() {
            let dir = tempfile::tempdir().unwrap();
            let path = dir.path().join("hieroscope.7-ab.bell");
            mknodat(CWD, &path, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
            Bell::ring_others(dir.path(), None);
            assert!(!path.exists());
        }
    }
}
