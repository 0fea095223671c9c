//! Hearing of changes to the directory without looking at it: an idle program sleeps.

use std::path::Path;

/// Calls this whenever something in the directory was written, made, taken away or closed by a writer, for as long
/// as it returns `true`. Returns whether that is possible here.
#[cfg(target_os = "linux")]
pub(super) fn watch(data_dir: &Path, changed: impl Fn() -> bool + Send + 'static) -> bool {
    use rustix::fs::inotify::{self, CreateFlags, WatchFlags};
    use std::io::Read as _;

    let what = WatchFlags::MODIFY | WatchFlags::CREATE | WatchFlags::DELETE | WatchFlags::CLOSE_WRITE;
    let Ok(events) = inotify::init(CreateFlags::CLOEXEC) else { return false };
    if inotify::add_watch(&events, data_dir, what).is_err() {
        return false;
    }
    let mut events = std::fs::File::from(events);
    let listen = move || {
        // What the events say does not matter: several at once are one.
        let mut buffer = [0; 4096];
        while events.read(&mut buffer).is_ok_and(|read| read > 0) && changed() {}
    };
    std::thread::Builder::new().name("store-watch".to_owned()).spawn(listen).is_ok()
}

/// Other systems are not listened to: the store is asked now and then.
#[cfg(not(target_os = "linux"))]
pub(super) fn watch(_: &Path, _: impl Fn() -> bool + Send + 'static) -> bool {
    false
}
