//! A process without a terminal, as a script starts it.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use super::double::Double;

/// How often a process is asked whether it has ended.
const OFTEN: Duration = Duration::from_millis(3);

/// A process that runs. It is killed when this is dropped.
pub(crate) struct Process {
    child: Option<Child>,
    line: String,
}

/// What it left.
#[derive(Debug)]
pub(crate) struct Ended {
    /// Its exit code; none if it was killed.
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Process {
    /// Starts the program with a command line, split at blanks, on the data of a home.
    pub(crate) fn start(line: &str, home: &Path) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hieroscope"));
        command.args(line.split_whitespace()).arg("--data-dir").arg(home.join("data"));
        command.env("TERM", "dumb").env("LC_ALL", "C.UTF-8").env("XDG_CONFIG_HOME", home);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        Self { child: Some(command.spawn().unwrap()), line: line.to_owned() }
    }

    /// Whether it has ended.
    pub(crate) fn has_ended(&mut self) -> bool {
        self.child.as_mut().is_none_or(|child| child.try_wait().unwrap().is_some())
    }

    /// Kills it, unless it has ended.
    pub(crate) fn kill(&mut self) {
        self.child.as_mut().unwrap().kill().unwrap();
    }

    /// Waits for its end.
    pub(crate) fn end(mut self, double: &Double) -> Ended {
        let what = format!("the end of `{}`", self.line);
        double.wait_until(&what, OFTEN, || self.has_ended());
        let output = self.child.take().unwrap().wait_with_output().unwrap();
        Ended {
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}
