//! The report of a panic: its location, and the last events. It contains no values: no address, id, key or typed text.

use std::fmt::Write as _;
use std::fs::{self, DirBuilder};
use std::io::{self, Write as _};
use std::panic::PanicHookInfo;
use std::path::{Path, PathBuf};
use std::{env, process, thread};

use ledger::Timestamp;
use ledger::text::visible;
use ratatui::layout::Size;

use crate::files::private;
use crate::runtime::log::recent;
use crate::runtime::now;

/// The directory of reports, in that of the store.
const DIRECTORY: &str = "crashes";
/// How many reports are kept.
const MAX_KEPT: usize = 5;
/// What the names of reports begin and end with.
const NAME: (&str, &str) = ("crash-", ".txt");

/// Prefixes of Rust's own panic messages, which may be followed by a value.
const MESSAGES: [&str; 8] = [
    "index out of bounds",
    "range start index",
    "range end index",
    "slice index starts at",
    "byte index",
    "called `Result::unwrap()` on an `Err` value",
    "assertion",
    "already mutably borrowed",
];

/// The facts about a panic.
pub(super) struct Report {
    /// File, line and column.
    pub(super) place: String,
    pub(super) thread: String,
    message: &'static str,
    at: Timestamp,
    /// Columns and rows of the screen, if there is one.
    size: Option<Size>,
}

impl Report {
    pub(super) fn new(panic: &PanicHookInfo<'_>, is_on_screen: bool) -> Self {
        let place = panic.location().map_or_else(
            || "an unknown place".to_owned(),
            |at| format!("{}:{}:{}", source(at.file()), at.line(), at.column()),
        );
        let thread = thread::current().name().unwrap_or("unnamed").to_owned();
        let size = is_on_screen.then(screen::measured).and_then(Result::ok);
        Self { place, thread, message: message(panic), at: now(), size }
    }

    /// A sentence about it, for the shell.
    pub(super) fn sentence(&self, is_end: bool, written: Option<&io::Result<PathBuf>>) -> String {
        let what = if is_end { "hieroscope has ended" } else { "A part of hieroscope has failed" };
        let report = match written {
            Some(Ok(path)) => format!(
                "What happened last is in {}, without values: attach it to a report of the defect.",
                visible(&path.to_string_lossy())
            ),
            Some(Err(fault)) => format!("No report of it could be written ({fault})."),
            None => "Please report it.".to_owned(),
        };
        format!("{what} by a defect of its own, at {}. {report}", self.place)
    }

    /// A short form, while the program continues.
    pub(super) fn notice(&self, written: Option<&io::Result<PathBuf>>) -> String {
        let at = match written {
            Some(Ok(path)) => format!("report {}", visible(&path.to_string_lossy())),
            _ => format!("at {}", self.place),
        };
        format!("A part of hieroscope has failed by a defect: {at}")
    }

    /// Writes the report, and returns its path. Removes all but the newest reports.
    pub(super) fn write(&self, data_dir: &Path, number: usize) -> io::Result<PathBuf> {
        if data_dir.as_os_str().is_empty() {
            return Err(io::Error::other("no home directory is known"));
        }
        let directory = std::path::absolute(data_dir)?.join(DIRECTORY);
        let mut builder = DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.recursive(true).create(&directory)?;
        if !directory.symlink_metadata()?.is_dir() {
            return Err(io::Error::other(format!("{} is no directory", directory.display())));
        }
        let when = self.at.iso().replace([':', '-'], "");
        let name =
            format!("{}{}-{}-{number}{}", NAME.0, when.get(..15).unwrap_or(&when), process::id(), NAME.1);
        let path = directory.join(name);
        private().write(true).create_new(true).open(&path)?.write_all(self.text().as_bytes())?;
        let _ = remove_older(&directory);
        Ok(path)
    }

    fn text(&self) -> String {
        let variable = |name| env::var_os(name).map(|value| visible(&value.to_string_lossy()));
        let terminal = ["TERM", "TERM_PROGRAM", "COLORTERM"].into_iter().filter_map(variable);
        let tmux = env::var_os("TMUX").map(|_| "in tmux".to_owned());
        let size = self.size.map(|size| format!("{}x{}", size.width, size.height));
        let terminal = terminal.chain(tmux).chain(size).collect::<Vec<_>>().join(", ");
        let mut text = format!(
            "A defect of hieroscope. There are no addresses, ids, keys and typed texts in this report.\n\n\
             version   {}\nsystem    {} {}\nterminal  {terminal}\ntime      {}\nplace     {}\nthread    {}\n\
             message   {}\n\nThe last events, with the seconds before it:\n",
            env!("CARGO_PKG_VERSION"),
            env::consts::OS,
            env::consts::ARCH,
            self.at.iso(),
            self.place,
            self.thread,
            self.message,
        );
        for event in recent() {
            let millis = self.at.since(event.at) / 1_000_000;
            let word = event.word.map(|word| format!(" ({word})")).unwrap_or_default();
            let _ = writeln!(
                text,
                "{:>6}.{:03} {:<5} {}: {}{word}",
                millis / 1_000,
                millis % 1_000,
                event.level.as_str(),
                event.target,
                event.name
            );
        }
        text
    }
}

/// The constant part of the panic message. Formatted values are left out: they may hold anything.
fn message(panic: &PanicHookInfo<'_>) -> &'static str {
    if let Some(text) = panic.payload().downcast_ref::<&'static str>() {
        return text;
    }
    let text = panic.payload_as_str().unwrap_or_default();
    MESSAGES.into_iter().find(|start| text.starts_with(start)).unwrap_or("not told: it may hold a value")
}

/// A source file's path, without its directory on the build machine.
fn source(file: &str) -> String {
    let file = file.replace('\\', "/");
    match file.split_once("/registry/src/").and_then(|(_, rest)| rest.split_once('/')) {
        Some((_, below)) => below.to_owned(),
        None => file,
    }
}

/// Removes all reports but the newest: their names begin with their times.
fn remove_older(directory: &Path) -> io::Result<()> {
    let is_report = |entry: &fs::DirEntry| {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        name.starts_with(NAME.0)
            && name.ends_with(NAME.1)
            && entry.file_type().is_ok_and(|found| found.is_file())
    };
    let mut reports: Vec<PathBuf> =
        fs::read_dir(directory)?.filter_map(Result::ok).filter(is_report).map(|entry| entry.path()).collect();
    reports.sort();
    let older = reports.len().saturating_sub(MAX_KEPT);
    reports.into_iter().take(older).try_for_each(fs::remove_file)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(place: &str) -> Report {
        Report {
            place: place.to_owned(),
            thread: "store".to_owned(),
            message: "no element",
            at: Timestamp { seconds: 1_795_219_188, nanos: 0 },
            size: None,
        }
    }

    #[test]
    fn a_few_reports_are_kept_and_nothing_else_is_removed() {
        let directory = tempfile::tempdir().unwrap();
        let crashes = directory.path().join("data").join(DIRECTORY);
        fs::create_dir_all(&crashes).unwrap();
        fs::write(crashes.join("crash-notes.md"), "mine").unwrap();
        let paths: Vec<PathBuf> = (1..=9)
            .map(|number| report("here").write(&directory.path().join("data"), number).unwrap())
            .collect();
        assert!(paths[..4].iter().all(|path| !path.exists()) && paths[4..].iter().all(|path| path.exists()));
        assert!(crashes.join("crash-notes.md").exists());
        #[cfg(unix)]
        assert_eq!(
            std::os::unix::fs::PermissionsExt::mode(&fs::metadata(&paths[8]).unwrap().permissions()) & 0o777,
            0o600
        );
        let text = fs::read_to_string(&paths[8]).unwrap();
        assert!(text.contains("place     here\nthread    store\nmessage   no element\n"), "{text}");
    }

    #[cfg(unix)]
    #[test]
    fn no_link_leads_a_report_elsewhere() {
        let directory = tempfile::tempdir().unwrap();
        let (data, elsewhere) = (directory.path().join("data"), directory.path().join("elsewhere"));
        fs::create_dir(&data).unwrap();
        fs::create_dir(&elsewhere).unwrap();
        std::os::unix::fs::symlink(&elsewhere, data.join(DIRECTORY)).unwrap();
        let fault = report("here").write(&data, 1);
        let words = report("here").sentence(true, Some(&fault));
        assert!(
            words.contains("No report of it could be written") && words.contains("no directory"),
            "{words}"
        );
        assert_eq!(fs::read_dir(&elsewhere).unwrap().count(), 0);
        let words = report("here").sentence(true, Some(&report("here").write(Path::new(""), 1)));
        assert!(words.contains("no home directory is known"), "{words}");
    }

    #[test]
    fn a_place_does_not_tell_of_the_machine_that_built_it() {
        for (file, wanted) in [
            ("src/app/mod.rs", "src/app/mod.rs"),
            ("/home/me/.cargo/registry/src/index-1949/ratatui-0.30.2/src/x.rs", "ratatui-0.30.2/src/x.rs"),
            ("C:\\Users\\me\\.cargo\\registry\\src\\index-1949\\a-1.0.0\\src\\x.rs", "a-1.0.0/src/x.rs"),
        ] {
            assert_eq!(source(file), wanted);
        }
    }

    #[test]
    fn a_message_is_told_without_what_was_put_into_it() {
        use std::sync::{Arc, Mutex};
        let messages = Arc::new(Mutex::new(Vec::new()));
        let heard = Arc::clone(&messages);
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| heard.lock().unwrap().push(message(panic))));
        let (secret, empty) = ("s3cret".to_owned(), Vec::<u8>::new());
        let _ = std::panic::catch_unwind(|| panic!("a plain message of this test"));
        let _ = std::panic::catch_unwind(|| panic!("bad key {secret}"));
        let _ = std::panic::catch_unwind(|| empty[secret.len()]);
        std::panic::set_hook(before);
        // A test on another thread may have failed meanwhile.
        let messages = messages.lock().unwrap();
        for wanted in ["a plain message of this test", "not told: it may hold a value", "index out of bounds"]
        {
            assert!(messages.contains(&wanted), "{messages:?}");
        }
        assert!(!messages.iter().any(|message| message.contains("s3cret")));
    }
}
