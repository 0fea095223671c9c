//! Runs the user's command for JSON: without a shell, with few environment variables, and with a timeout.

use std::io::{self, Read, Write as _};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use ledger::Text;
use ledger::amount::grouped;
use tokio::sync::oneshot;

use super::environment;
use crate::message::{PipeQuery, Piped};

/// The most bytes of output kept; then the most bytes of errors, and the most lines of both.
const MAX_OUTPUT_BYTES: u64 = 4 << 20;
const MAX_ERROR_BYTES: u64 = 64 << 10;
const MAX_LINES: usize = 100_000;
/// The timeout of a command.
const MAX_TIME: Duration = Duration::from_secs(30);
/// The polling interval for the command's exit after it closed its output.
const BETWEEN_LOOKS: Duration = Duration::from_millis(10);

/// A running command, killed when its future is dropped.
#[derive(Clone, Default)]
struct Running(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    child: Option<Child>,
    /// Whether it was killed, possibly before its start.
    is_killed: bool,
}

impl Running {
    fn with<T>(&self, look: impl FnOnce(&mut State) -> T) -> T {
        look(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Starts the command, unless it was killed before, and returns its streams.
    fn start(&self, command: &mut Command) -> io::Result<Streams> {
        self.with(|state| {
            if state.is_killed {
                return Err(io::ErrorKind::Interrupted.into());
            }
            let child = state.child.insert(command.spawn()?);
            Ok((child.stdin.take(), child.stdout.take(), child.stderr.take()))
        })
    }

    /// Kills the command if it is running.
    fn kill(&self) {
        self.with(|state| {
            state.is_killed = true;
            if let Some(child) = &mut state.child {
                let _ = child.kill();
                let _ = child.wait();
            }
        });
    }
}

/// The standard streams of a command.
type Streams = (Option<ChildStdin>, Option<ChildStdout>, Option<ChildStderr>);

/// Kills the command when it is dropped.
struct Waiting(Running);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.kill();
    }
}

/// Runs a command. Dropping the future kills it.
pub(super) async fn run(query: PipeQuery) -> Piped {
    let running = Running::default();
    let waiting = Waiting(running.clone());
    let (sender, receiver) = oneshot::channel();
    let work = move || _ = sender.send(work(&query, &running));
    let started = thread::Builder::new().name("pipe".to_owned()).spawn(work);
    let piped = receiver.await.ok();
    drop(waiting);
    let why = if started.is_ok() { "a defect of hieroscope" } else { "there is no thread for it" };
    piped.unwrap_or_else(|| ended(format!("it could not be run to its end: {why}"), false))
}

fn ended(ending: String, is_success: bool) -> Piped {
    Piped { output: Vec::new(), errors: Vec::new(), ending, is_success }
}

/// The output read by a thread, up to the limit.
struct Kept {
    bytes: Vec<u8>,
    is_output: bool,
    is_cut: bool,
}

fn work(query: &PipeQuery, running: &Running) -> Piped {
    let Some((program, arguments)) = query.command.split_first() else {
        return ended("no command is configured".to_owned(), false);
    };
    tracing::debug!(name: "begun", target: "hieroscope::pipe", program);
    let mut command = environment::plain(program);
    command.args(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let (input, out, err) = match running.start(&mut command) {
        Ok(streams) => streams,
        Err(fault) => {
            let words =
                format!("it could not be started ({fault}): name another one as pipe in the configuration");
            return ended(words, false);
        }
    };
    let (sender, kept) = channel();
    let text = query.input.text();
    thread::spawn(move || {
        // The command may not read all of its input.
        let _ = input.map(|mut input| input.write_all(text.as_bytes()));
    });
    keep(out, MAX_OUTPUT_BYTES, true, sender.clone());
    keep(err, MAX_ERROR_BYTES, false, sender);
    wait(running, &kept)
}

/// Reads a command's output on a separate thread.
fn keep(from: Option<impl Read + Send + 'static>, most: u64, is_output: bool, to: Sender<Kept>) {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = from.map(|from| from.take(most + 1).read_to_end(&mut bytes));
        let is_cut = u64::try_from(bytes.len()).is_ok_and(|len| len > most);
        bytes.truncate(usize::try_from(most).unwrap_or(usize::MAX));
        let _ = to.send(Kept { bytes, is_output, is_cut });
    });
}

/// Waits for the command's output and exit, or kills it at the timeout.
fn wait(running: &Running, kept: &Receiver<Kept>) -> Piped {
    let end = Instant::now() + MAX_TIME;
    let left = || end.saturating_duration_since(Instant::now());
    let (mut output, mut errors) = (Vec::new(), Vec::new());
    let mut stopped = None;
    loop {
        match kept.recv_timeout(left()) {
            Ok(Kept { bytes, is_output, is_cut }) => {
                let lines = lines(&bytes);
                if is_cut || lines.len() > MAX_LINES {
                    let bytes = grouped(&if is_output { MAX_OUTPUT_BYTES } else { MAX_ERROR_BYTES });
                    let most = grouped(&MAX_LINES);
                    stopped = Some(format!("stopped: no more than {bytes} bytes and {most} lines are kept"));
                    running.kill();
                }
                let lines = lines.into_iter().take(MAX_LINES).collect();
                *(if is_output { &mut output } else { &mut errors }) = lines;
            }
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => {
                stopped = Some(format!("stopped: it took longer than {} s", MAX_TIME.as_secs()));
                running.kill();
                break;
            }
        }
    }
    // A command may outlive its output: only its exit is reported.
    let status = loop {
        match running.with(|state| state.child.as_mut().map(Child::try_wait)) {
            Some(Ok(None)) if !left().is_zero() => thread::park_timeout(BETWEEN_LOOKS),
            Some(Ok(Some(status))) => break Some(status),
            _ => break None,
        }
    };
    if status.is_none() {
        running.kill();
    }
    let is_success = stopped.is_none() && status.is_some_and(|status| status.success());
    let ending = stopped.unwrap_or_else(|| match status.map(|status| status.code()) {
        Some(Some(code)) => format!("exit code {code}"),
        Some(None) => "ended by a signal".to_owned(),
        None => "stopped: it did not end".to_owned(),
    });
    Piped { output, errors, ending, is_success }
}

fn lines(bytes: &[u8]) -> Vec<Text> {
    let bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    if bytes.is_empty() {
        return Vec::new();
    }
    let line = |line: &[u8]| Text::from_bytes(line.strip_suffix(b"\r").unwrap_or(line).to_owned());
    bytes.split(|byte| *byte == b'\n').take(MAX_LINES + 1).map(line).collect()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use ledger::raw::Lines;
    use ledger::{RawJson, Timestamp};

    fn query(command: &[&str]) -> PipeQuery {
        let input = Lines::new(&RawJson::new("{\"a\":1}"));
        PipeQuery {
            command: command.iter().map(|word| (*word).to_owned()).collect(),
            input,
            at: Timestamp::default(),
        }
    }

    async fn piped(command: &[&str]) -> (String, String, String) {
        let piped = run(query(command)).await;
        let joined = |lines: &[Text]| lines.iter().map(Text::escaped).collect::<Vec<_>>().join("\n");
        (joined(&piped.output), joined(&piped.errors), piped.ending)
    }

    #[tokio::test]
    async fn a_command_is_given_the_json_and_its_output_is_text() {
        assert_eq!(piped(&["cat"]).await, ("{\"a\":1}".into(), String::new(), "exit code 0".into()));
        let script = "printf 'a\\tb\\033[2J\\n\\377'; echo no >&2; exit 3";
        let (output, errors, ending) = piped(&["sh", "-c", script]).await;
        assert_eq!(
            (output.as_str(), errors.as_str(), ending.as_str()),
            ("a\\tb\\x1b[2J\n\\xff", "no", "exit code 3")
        );
        // What does not read its input is no fault.
        assert_eq!(piped(&["true"]).await.2, "exit code 0");
        // Nothing is read as a shell would read it.
        assert_eq!(piped(&["echo", "$HOME; ls"]).await.0, "$HOME; ls");
        let (_, _, words) = piped(&["no-such-command-anywhere"]).await;
        assert!(words.starts_with("it could not be started") && words.contains("configuration"), "{words}");
    }

    #[tokio::test]
    async fn a_command_learns_little_of_the_environment() {
        let (output, ..) = piped(&["env"]).await;
        let strange: Vec<&str> = output
            .lines()
            .filter(|line| !environment::PLAIN.iter().any(|name| line.starts_with(&format!("{name}="))))
            .collect();
        assert!(strange.is_empty() && output.contains("PATH="), "{strange:?}");
    }

    #[tokio::test]
    async fn output_without_end_is_cut() {
        let (output, _, ending) = piped(&["yes"]).await;
        assert_eq!(output.lines().count(), MAX_LINES);
        assert!(ending.starts_with("stopped: no more than 4,194,304 bytes"), "{ending}");
    }

    #[tokio::test]
    async fn a_command_that_nobody_waits_for_is_killed() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("pipe");
        let fifo = path.to_str().unwrap();
        // It writes its number, and would wait for ever.
        let task =
            tokio::spawn(run(query(&["sh", "-c", &format!("echo $$ > {fifo}; exec tail -f /dev/null")])));
        let number = loop {
            match std::fs::read_to_string(&path) {
                Ok(number) if number.ends_with('\n') => break number.trim().to_owned(),
                _ => tokio::task::yield_now().await,
            }
        };
        task.abort();
        let _ = task.await;
        assert!(
            !std::path::Path::new("/proc").exists()
                || !std::path::Path::new(&format!("/proc/{number}")).exists()
        );
    }
}
