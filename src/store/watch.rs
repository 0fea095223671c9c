//! Watches the directory for changes, which lets an idle program sleep.

use std::path::Path;

/// Calls `changed` whenever a file in the directory was written, created, removed or closed by a writer, or
/// [`notify`] was called, as long as it returns `true`. Returns whether watching is possible here.
#[cfg(target_os = "linux")]
pub(super) fn watch(data_dir: &Path, changed: impl Fn() -> bool + Send + 'static) -> bool {
    use rustix::fs::inotify::{self, CreateFlags, WatchFlags};
    use std::io::Read as _;

    let what = WatchFlags::MODIFY
        | WatchFlags::CREATE
        | WatchFlags::DELETE
        | WatchFlags::CLOSE_WRITE
        | WatchFlags::ATTRIB;
    let Ok(events) = inotify::init(CreateFlags::CLOEXEC) else { return false };
    if inotify::add_watch(&events, data_dir, what).is_err() {
        return false;
    }
    let mut events = std::fs::File::from(events);
    let listen = move || {
        // The content of events is irrelevant: several at once count as one.
        let mut buffer = [0; 4096];
        while events.read(&mut buffer).is_ok_and(|read| read > 0) && changed() {}
    };
    std::thread::Builder::new().name("store-watch".to_owned()).spawn(listen).is_ok()
}

/// Notifies watchers of the directory that the store has changed. Writes to the log alone wake them too
/// early: a change counts only once it is flushed, which makes no event.
#[cfg(target_os = "linux")]
pub(super) fn notify(data_dir: &Path) {
    use rustix::fs::{AtFlags, CWD, Timespec, Timestamps, UTIME_NOW, UTIME_OMIT, utimensat};

    let to = |tv_nsec| Timespec { tv_sec: 0, tv_nsec };
    let times = Timestamps { last_access: to(UTIME_OMIT), last_modification: to(UTIME_NOW) };
    // On failure, the change is noticed with the next one.
    let _ = utimensat(CWD, data_dir, &times, AtFlags::empty());
}

/// Not supported on this system.
#[cfg(not(target_os = "linux"))]
pub(super) fn notify(_: &Path) {}

/// Not supported on this system: the store is polled.
#[cfg(not(target_os = "linux"))]
pub(super) fn watch(_: &Path, _: impl Fn() -> bool + Send + 'static) -> bool {
    false
}
