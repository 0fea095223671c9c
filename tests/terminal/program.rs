//! A running hieroscope and the terminal that it runs in.

#![expect(clippy::disallowed_methods, reason = "a test that waits must know when to give up")]

use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::path::Path;
use std::process::Command;
use std::rc::Rc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use tempfile::TempDir;
use vt100::{MouseProtocolMode, Parser, Screen};

/// How long something that must happen may take on a machine that is busy with other things.
const MAX_WAIT: Duration = Duration::from_mins(1);

/// The program, its terminal, and everything that it has written.
pub(crate) struct Program {
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    keyboard: Box<dyn Write + Send>,
    chunks: Receiver<Vec<u8>>,
    /// Nothing is read from the terminal while this is locked.
    pub(crate) reading: Arc<Mutex<()>>,
    parser: Parser,
    written: Vec<u8>,
    unshown: Vec<u8>,
    modes_before: String,
    home: Rc<TempDir>,
}

/// How to start.
pub(crate) struct Start {
    arguments: Vec<String>,
    variables: Vec<(String, String)>,
    size: (u16, u16),
    home: Option<Rc<TempDir>>,
    /// What of its home the program is told of: a flag, a variable or nothing, which is where it starts, and the name
    /// of a file there.
    at_home: Vec<(&'static str, &'static str)>,
}

impl Start {
    /// On the embedded network, on a terminal of 100 columns and 30 rows.
    pub(crate) fn demo() -> Self {
        Self::plain().with(["--network", "demo"])
    }

    /// Without any argument.
    pub(crate) fn plain() -> Self {
        Self {
            arguments: Vec::new(),
            variables: Vec::new(),
            size: (100, 30),
            home: None,
            at_home: Vec::new(),
        }
    }

    /// With further arguments.
    pub(crate) fn with<const N: usize>(mut self, arguments: [&str; N]) -> Self {
        self.arguments.extend(arguments.map(str::to_owned));
        self
    }

    /// With an environment variable.
    pub(crate) fn variable(mut self, name: &str, value: &str) -> Self {
        self.variables.push((name.to_owned(), value.to_owned()));
        self
    }

    /// On a terminal of so many columns and rows.
    pub(crate) fn size(mut self, columns: u16, rows: u16) -> Self {
        self.size = (columns, rows);
        self
    }

    /// At the home of another, with what that one has kept.
    pub(crate) fn at_home_of(self, other: &Program) -> Self {
        self.at(&other.home)
    }

    /// At this home.
    pub(crate) fn at(mut self, home: &Rc<TempDir>) -> Self {
        self.home = Some(Rc::clone(home));
        self
    }

    /// At a home that was prepared like this.
    pub(crate) fn prepared(self, prepare: impl FnOnce(&Path)) -> Self {
        let home = tempfile::tempdir().unwrap();
        prepare(home.path());
        self.at(&Rc::new(home))
    }

    /// With the configuration in its home.
    pub(crate) fn with_config(mut self) -> Self {
        self.at_home.push(("--config", "config.toml"));
        self
    }

    /// With a log of everything, `run.log` in its home.
    pub(crate) fn logging(mut self) -> Self {
        self.at_home.push(("--log", "run.log"));
        self.with(["--verbose"])
    }

    /// With a recording, `session.ndjson` in its home.
    pub(crate) fn recording(mut self) -> Self {
        self.at_home.push(("--record", "session.ndjson"));
        self
    }

    /// Started in its home.
    pub(crate) fn in_home(mut self) -> Self {
        self.at_home.push(("", ""));
        self
    }

    /// With its home as the place of programs, and those of the system behind it.
    pub(crate) fn program_path(mut self) -> Self {
        self.at_home.push(("PATH", ""));
        self
    }

    /// Starts the program, with a home of its own unless it was given one.
    pub(crate) fn run(self) -> Program {
        let home = self.home.unwrap_or_else(|| Rc::new(tempfile::tempdir().unwrap()));
        let pair = native_pty_system().openpty(pty_size(self.size)).unwrap();
        let modes_before = modes(&*pair.master);
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_hieroscope"));
        command.env_clear();
        command.env("HOME", home.path());
        command.env("TERM", "xterm-256color");
        for (name, value) in self.variables {
            command.env(name, value);
        }
        command.args(self.arguments);
        for (name, file) in self.at_home {
            let path = home.path().join(file);
            if name.is_empty() {
                command.cwd(path);
            } else if name.starts_with("--") {
                command.arg(name);
                command.arg(path);
            } else {
                command.env(name, format!("{}:/usr/bin:/bin", home.path().display()));
            }
        }
        command.arg("--data-dir");
        command.arg(home.path().join("data"));
        let child = pair.slave.spawn_command(command).unwrap();
        let mut reader = pair.master.try_clone_reader().unwrap();
        let keyboard = pair.master.take_writer().unwrap();
        let (sender, chunks) = channel();
        let reading = Arc::new(Mutex::new(()));
        let turn = Arc::clone(&reading);
        thread::spawn(move || {
            let mut buffer = vec![0; 65536];
            // The read fails when the last holder of the terminal's other end is gone.
            while let Ok(count @ 1..) = reader.read(&mut buffer) {
                drop(turn.lock());
                if sender.send(buffer[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        let parser = blank(self.size);
        Program {
            child,
            master: pair.master,
            keyboard,
            chunks,
            reading,
            parser,
            written: Vec::new(),
            unshown: Vec::new(),
            modes_before,
            home,
        }
    }
}

impl Program {
    /// Types bytes.
    pub(crate) fn send(&mut self, bytes: &str) {
        self.keyboard.write_all(bytes.as_bytes()).unwrap();
        self.keyboard.flush().unwrap();
    }

    /// Waits until a text is on the screen.
    pub(crate) fn see(&mut self, text: &str) -> &mut Self {
        self.wait(&format!("{text:?} on the screen"), |screen| screen.contents().contains(text));
        self
    }

    /// Waits until a text is no longer on the screen.
    pub(crate) fn see_no(&mut self, text: &str) -> &mut Self {
        self.wait(&format!("no {text:?} on the screen"), |screen| !screen.contents().contains(text));
        self
    }

    /// Waits until the screen is as wanted.
    pub(crate) fn wait(&mut self, what: &str, mut good: impl FnMut(&Screen) -> bool) {
        let deadline = Instant::now() + MAX_WAIT;
        while !good(self.parser.screen()) {
            match self.chunks.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(chunk) => self.take(&chunk),
                Err(fault) => panic!("waited for {what}: {fault}; the screen is\n{}", self.text()),
            }
        }
    }

    /// Waits until something holds that is not on the screen.
    pub(crate) fn until(&mut self, what: &str, mut good: impl FnMut(&mut Self) -> bool) {
        let deadline = Instant::now() + MAX_WAIT;
        while !good(self) {
            assert!(Instant::now() < deadline, "waited for {what}; the screen is\n{}", self.text());
            if let Ok(chunk) = self.chunks.recv_timeout(Duration::from_millis(10)) {
                self.take(&chunk);
            }
        }
    }

    /// Waits until everything has come that a page asked for.
    pub(crate) fn settle(&mut self) -> &mut Self {
        self.wait_for_silence(Duration::from_millis(500));
        self
    }

    /// Waits until nothing has been written for as long as this.
    pub(crate) fn wait_for_silence(&mut self, long: Duration) {
        let deadline = Instant::now() + MAX_WAIT;
        loop {
            match self.chunks.recv_timeout(long) {
                Ok(chunk) => self.take(&chunk),
                Err(RecvTimeoutError::Timeout) => return,
                Err(fault) => panic!("the program ended: {fault}"),
            }
            assert!(Instant::now() < deadline, "still written to: {:?}", self.screen().contents());
        }
    }

    /// Waits for the end; the exit code.
    pub(crate) fn end(&mut self) -> u32 {
        let deadline = Instant::now() + MAX_WAIT;
        loop {
            match self.chunks.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(chunk) => self.take(&chunk),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("the program did not end:\n{}", self.text()),
            }
        }
        self.child.wait().unwrap().exit_code()
    }

    /// Whether it has not ended yet.
    pub(crate) fn is_running(&mut self) -> bool {
        self.child.try_wait().unwrap().is_none()
    }

    /// Sends a signal by its name, such as `TERM`.
    pub(crate) fn signal(&self, name: &str) {
        let id = self.id();
        let sent = Command::new("sh").arg("-c").arg(format!("kill -{name} {id}")).status().unwrap();
        assert!(sent.success());
    }

    /// Its process id.
    pub(crate) fn id(&self) -> u32 {
        self.child.process_id().unwrap()
    }

    /// Its home.
    pub(crate) fn home(&self) -> &Path {
        self.home.path()
    }

    /// Changes the terminal's size.
    pub(crate) fn resize(&mut self, columns: u16, rows: u16) {
        self.master.resize(pty_size((columns, rows))).unwrap();
        self.parser.set_size(NonZeroU16::new(rows).unwrap(), NonZeroU16::new(columns).unwrap());
    }

    /// Has the terminal say that it is of this size, which it is not.
    pub(crate) fn claim(&self, columns: u16, rows: u16) {
        self.master.resize(pty_size((columns, rows))).unwrap();
    }

    /// Wipes what is on the screen behind the program's back.
    pub(crate) fn wipe(&mut self) {
        self.parser.process(b"\x1b[2J");
    }

    /// The screen as it is known now.
    pub(crate) fn screen(&self) -> &Screen {
        self.parser.screen()
    }

    /// The text on the screen as it is known now, row by row, without the blanks at their ends.
    pub(crate) fn text(&self) -> String {
        let contents = self.screen().contents();
        contents.lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
    }

    /// Everything that was written so far.
    pub(crate) fn written(&self) -> &[u8] {
        &self.written
    }

    /// The same without an update that has not come whole.
    pub(crate) fn whole(&self) -> &[u8] {
        &self.written[..self.written.len() - self.unshown.len()]
    }

    /// Whether the terminal is as it was before the program started, but for what is on it.
    pub(crate) fn is_given_back(&self) -> bool {
        let screen = self.screen();
        !screen.alternate_screen()
            && !screen.hide_cursor()
            && !screen.bracketed_paste()
            && screen.mouse_protocol_mode() == MouseProtocolMode::None
            && modes(&*self.master) == self.modes_before
    }

    /// Whether the terminal is the program's.
    pub(crate) fn is_taken(&self) -> bool {
        let screen = self.screen();
        screen.alternate_screen()
            && screen.bracketed_paste()
            && screen.mouse_protocol_mode() != MouseProtocolMode::None
            && modes(&*self.master) != self.modes_before
    }

    /// Takes what was written. As a terminal does, it shows a synchronised update only when it is whole.
    fn take(&mut self, chunk: &[u8]) {
        self.written.extend_from_slice(chunk);
        self.unshown.extend_from_slice(chunk);
        let begin = last(&self.unshown, b"\x1b[?2026h");
        let end = last(&self.unshown, b"\x1b[?2026l");
        let escape = self.unshown.iter().rposition(|byte| *byte == 0x1b);
        let shown = match (begin, escape) {
            (Some(begin), _) if end.is_none_or(|end| end < begin) => begin,
            // A sequence that has not come whole may be the one that begins an update.
            (_, Some(escape)) if b"\x1b[?2026h".starts_with(&self.unshown[escape..]) => escape,
            _ => self.unshown.len(),
        };
        self.parser.process(&self.unshown[..shown]);
        self.unshown.drain(..shown);
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}

/// Where a sequence begins for the last time.
fn last(bytes: &[u8], sequence: &[u8]) -> Option<usize> {
    bytes.windows(sequence.len()).rposition(|window| window == sequence)
}

/// The settings of the terminal's line discipline, such as whether it echoes.
fn modes(master: &dyn MasterPty) -> String {
    format!("{:?}", master.get_termios().unwrap())
}

fn blank((columns, rows): (u16, u16)) -> Parser {
    Parser::new(NonZeroU16::new(rows).unwrap(), NonZeroU16::new(columns).unwrap(), 0)
}

fn pty_size((cols, rows): (u16, u16)) -> PtySize {
    PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }
}
