//! Instances tell each other of changes: each has a socket in the directory, on which the others ring. A watch on the
//! directory would hold up the end of the process for milliseconds.

#[cfg(unix)]
pub(super) use self::sockets::Bell;

/// The bell of this instance. This system has none: the store is polled.
#[cfg(not(unix))]
#[derive(Debug)]
pub(super) struct Bell;

#[cfg(not(unix))]
impl Bell {
    pub(super) fn hang(_: &std::path::Path, _: impl Fn() -> bool + Send + 'static) -> Option<Self> {
        None
    }

    pub(super) fn ring_others(_: &std::path::Path, _: Option<&Self>) {}
}

#[cfg(unix)]
mod sockets {
    use std::hash::{BuildHasher as _, RandomState};
    use std::io::ErrorKind;
    use std::os::unix::net::UnixDatagram;
    use std::path::{Path, PathBuf};
    use std::{fs, thread};

    /// The bell of this instance. Dropping it takes it down.
    #[derive(Debug)]
    pub(in crate::store) struct Bell {
        path: PathBuf,
    }

    impl Bell {
        /// Calls `rung` whenever another instance has rung, as long as it returns `true`. `None` if the file system has
        /// no sockets, or the path is too long for one.
        pub(in crate::store) fn hang(
            data_dir: &Path,
            rung: impl Fn() -> bool + Send + 'static,
        ) -> Option<Self> {
            // Takes down what killed instances have left.
            Self::ring_others(data_dir, None);
            // Process ids are reused; the random number is not.
            let name =
                format!("hieroscope.{}-{:016x}.bell", std::process::id(), RandomState::new().hash_one(0));
            let path = data_dir.join(name);
            let socket = UnixDatagram::bind(&path).ok()?;
            let bell = Self { path };
            let listen = move || while socket.recv(&mut [0]).is_ok() && rung() {};
            thread::Builder::new().name("store-bell".to_owned()).spawn(listen).ok()?;
            Some(bell)
        }

        /// Rings the bells of all other instances. One that nobody listens to was left by a killed instance, and is
        /// removed.
        pub(in crate::store) fn ring_others(data_dir: &Path, own: Option<&Self>) {
            let Ok(socket) = UnixDatagram::unbound() else { return };
            // An instance that does not get round to it was rung often enough.
            let _ = socket.set_nonblocking(true);
            for entry in fs::read_dir(data_dir).into_iter().flatten().flatten() {
                let path = entry.path();
                let is_bell = path.extension().is_some_and(|extension| extension == "bell");
                if !is_bell || own.is_some_and(|own| own.path == path) {
                    continue;
                }
                if socket
                    .send_to(&[0], &path)
                    .is_err_and(|error| error.kind() == ErrorKind::ConnectionRefused)
                {
                    let _ = fs::remove_file(&path);
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
            assert_eq!(rings.recv(), Ok("here"), "another has begun");
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
            drop(UnixDatagram::bind(&path).unwrap());
            assert!(path.exists());
            Bell::ring_others(dir.path(), None);
            assert!(!path.exists());
        }
    }
}
