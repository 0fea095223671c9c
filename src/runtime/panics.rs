//! Handles panics: one that ends the program is reported on the restored terminal, one that ends only a task
//! or thread is reported on the screen.

use std::panic::{PanicHookInfo, set_hook, take_hook};
use std::thread;

use crate::ledger::text::visible;

/// Installs the panic hook. On this thread, `give_back` runs before the message is written; on any other,
/// `report` gets a sentence instead of the terminal.
pub(super) fn watch(
    give_back: impl Fn() + Send + Sync + 'static,
    report: impl Fn(String) + Send + Sync + 'static,
) {
    let (here, write) = (thread::current().id(), take_hook());
    set_hook(Box::new(move |panic| {
        if thread::current().id() == here {
            give_back();
            write(panic);
        } else {
            report(sentence(panic));
        }
    }));
}

fn sentence(panic: &PanicHookInfo<'_>) -> String {
    let words = panic.payload_as_str().unwrap_or("no words");
    let place = panic.location().map(|at| format!(" at {}:{}", at.file(), at.line())).unwrap_or_default();
    format!("a part of the program failed{place}, please report it: {}", visible(words))
}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn a_panic_is_told_where_it_can_be_read() {
        let (events, heard) = channel();
        let (given, written, reports) = (events.clone(), events.clone(), events);
        let ordinary = take_hook();
        set_hook(Box::new(move |_| _ = written.send("written".to_owned())));
        watch(move || _ = given.send("given back".to_owned()), move |words| _ = reports.send(words));

        assert!(catch_unwind(|| panic!("here")).is_err());
        let elsewhere = thread::spawn(|| panic!("else\x1bwhere"));
        assert!(elsewhere.join().is_err());

        let _ = take_hook();
        set_hook(ordinary);
        // A test on another thread may have failed meanwhile.
        let (reports, heard): (Vec<_>, Vec<_>) = heard.try_iter().partition(|words| words.contains("report"));
        assert_eq!(heard, ["given back", "written"]);
        let ours = |words: &String| words.contains("panics.rs:") && words.ends_with("else\\x1bwhere");
        assert!(reports.iter().any(ours), "{reports:?}");
    }
}
