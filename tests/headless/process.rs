//! The program as a script starts it, and what it leaves: exit code, both streams, and its data directory.

use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;

use serde_json::Value;
use tempfile::TempDir;

/// The fields that the result of a verification always has.
const FIELDS: [&str; 23] = [
    "outcome",
    "exit_code",
    "state",
    "verified",
    "chain",
    "address",
    "mode",
    "contract",
    "compiler",
    "file",
    "network",
    "verifier",
    "job_id",
    "key",
    "creation_tx",
    "matches",
    "code",
    "message",
    "advice",
    "submitted_at",
    "took_ms",
    "locked_by",
    "request",
];

/// A data directory that several runs may share.
pub(crate) type Home = Arc<TempDir>;

/// A new data directory.
pub(crate) fn home() -> Home {
    Arc::new(tempfile::tempdir().unwrap())
}

/// A program that runs.
pub(crate) struct Running {
    pub(crate) child: Child,
    home: Home,
}

/// What it left.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) home: Home,
}

/// A command line on the embedded network, split at blanks.
pub(crate) fn demo(line: &str) -> Running {
    start(&format!("{line} --network demo --chain 298"), &home(), &[])
}

/// Starts the program with a text on standard input.
pub(crate) fn start_with(line: &str, home: &Home, input: &str) -> Running {
    use std::io::Write as _;
    let mut command = command(line, home, &[]);
    let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    Running { child, home: Arc::clone(home) }
}

/// Starts the program with a command line, split at blanks, and variables of the environment.
pub(crate) fn start(line: &str, home: &Home, variables: &[(&str, &str)]) -> Running {
    Running { child: command(line, home, variables).spawn().unwrap(), home: Arc::clone(home) }
}

fn command(line: &str, home: &Home, variables: &[(&str, &str)]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hieroscope"));
    command.args(line.split_whitespace()).arg("--data-dir").arg(home.path());
    command
        .env("TERM", "dumb")
        .env("LC_ALL", "C.UTF-8")
        .env("XDG_CONFIG_HOME", home.path())
        .envs(variables.iter().copied());
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

impl Running {
    /// Waits for the end.
    pub(crate) fn end(self) -> Ended {
        let output = self.child.wait_with_output().unwrap();
        Ended {
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
            home: self.home,
        }
    }

    /// Reads standard error until these words have come.
    pub(crate) fn see(&mut self, words: &str) -> String {
        let mut seen = Vec::new();
        let stderr = self.child.stderr.as_mut().unwrap();
        let mut byte = [0];
        while !String::from_utf8_lossy(&seen).contains(words) {
            assert_eq!(stderr.read(&mut byte).unwrap(), 1, "{}", String::from_utf8_lossy(&seen));
            seen.extend(byte);
        }
        String::from_utf8(seen).unwrap()
    }
}

impl Ended {
    /// The result, after a look at what must hold of any: one line, every field, the exit code.
    pub(crate) fn result(&self, code: i32, state: &str) -> Value {
        let Self { stdout, stderr, .. } = self;
        assert_eq!(self.code, Some(code), "{stdout}\n{stderr}");
        assert_eq!(stdout.lines().count(), 1, "{stdout}");
        let result: Value = serde_json::from_str(stdout).unwrap();
        for field in FIELDS {
            assert!(result.get(field).is_some(), "{field} in {stdout}");
        }
        assert_eq!(result.as_object().unwrap().len(), FIELDS.len(), "{stdout}");
        assert_eq!(result["exit_code"], code, "{stdout}");
        assert_eq!(result["state"], state, "{stdout}\n{stderr}");
        assert_eq!(result["verified"], result["outcome"] == "verified", "{stdout}");
        assert!(!stderr.contains('\u{1b}') && !stderr.contains("panicked"), "{stderr}");
        result
    }

    /// Whether these bytes stand in any file of the data directory.
    pub(crate) fn keeps(&self, bytes: &[u8]) -> bool {
        let files = std::fs::read_dir(self.home.path()).unwrap();
        let mut contents = files.map(|file| std::fs::read(file.unwrap().path()).unwrap());
        contents.any(|content| content.windows(bytes.len()).any(|window| window == bytes))
    }
}
