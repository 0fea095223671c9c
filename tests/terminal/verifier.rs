//! A verifier on loopback that takes its time: submissions wait until they are let through, and are counted.

#![expect(clippy::disallowed_methods, reason = "a test that waits must know when to give up")]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// How long something that must happen may take on a machine that is busy with other things.
const MAX_WAIT: Duration = Duration::from_mins(1);

/// The server. It knows nothing of a mirror node's.
pub(crate) struct Verifier {
    pub(crate) url: String,
    shared: Arc<(Mutex<State>, Condvar)>,
}

/// What it was asked, and how it answers.
#[derive(Default)]
pub(crate) struct State {
    /// The paths of submissions, in order.
    pub(crate) submissions: Vec<String>,
    /// How many submissions may be answered.
    let_through: usize,
    /// How often a job was asked for.
    pub(crate) looks: usize,
    /// How it refuses submissions, if it does: a status and a body.
    refusal: Option<(u16, String)>,
    /// What it answers to a look: a status and a body.
    record: (u16, String),
}

impl Verifier {
    /// Starts one that has every job running.
    pub(crate) fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let state = State { record: (200, r#"{"isJobCompleted":false}"#.to_owned()), ..State::default() };
        let shared = Arc::new((Mutex::new(state), Condvar::new()));
        let server = Arc::clone(&shared);
        thread::spawn(move || {
            for stream in listener.incoming() {
                let shared = Arc::clone(&server);
                thread::spawn(move || answer(stream.unwrap(), &shared));
            }
        });
        Self { url, shared }
    }

    /// Lets so many submissions through altogether.
    pub(crate) fn let_through(&self, count: usize) {
        self.change(|state| state.let_through = count);
    }

    /// From now on looks are answered like this.
    pub(crate) fn answer_polls(&self, status: u16, record: &str) {
        self.change(|state| state.record = (status, record.to_owned()));
    }

    /// From now on submissions are refused like this.
    pub(crate) fn refuse(&self, status: u16, body: &str) {
        self.change(|state| state.refusal = Some((status, body.to_owned())));
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.shared.0.lock().unwrap());
        self.shared.1.notify_all();
    }

    /// Waits until it was asked as wanted.
    pub(crate) fn wait<T>(&self, what: &str, wanted: impl Fn(&State) -> Option<T>) -> T {
        let deadline = Instant::now() + MAX_WAIT;
        let mut state = self.shared.0.lock().unwrap();
        loop {
            if let Some(value) = wanted(&state) {
                return value;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            assert!(!left.is_zero(), "waited for {what}: {:?}", state.submissions);
            state = self.shared.1.wait_timeout(state, left).unwrap().0;
        }
    }

    /// How many submissions have come so far.
    pub(crate) fn submissions(&self) -> usize {
        self.shared.0.lock().unwrap().submissions.len()
    }

    /// How many looks have come so far.
    pub(crate) fn looks(&self) -> usize {
        self.shared.0.lock().unwrap().looks
    }
}

fn answer(mut stream: TcpStream, shared: &(Mutex<State>, Condvar)) {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let mut first = String::new();
    let _ = reader.read_line(&mut first);
    let mut length = 0;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).unwrap_or(0) == 0 || line.trim().is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().unwrap();
        }
    }
    let _ = reader.read_exact(&mut vec![0; length]);
    let mut asked = first.split(' ');
    let (method, path) = (asked.next().unwrap_or_default(), asked.next().unwrap_or_default().to_owned());
    let (status, body) = match method {
        "POST" => submitted(path, shared),
        _ if path.starts_with("/v2/verify/") => {
            let mut state = shared.0.lock().unwrap();
            state.looks += 1;
            shared.1.notify_all();
            state.record.clone()
        }
        _ if path.starts_with("/v2/contract/") => {
            (404, r#"{"match":null,"creationMatch":null,"runtimeMatch":null}"#.to_owned())
        }
        _ => (404, "{}".to_owned()),
    };
    let head = format!(
        "HTTP/1.1 {status} _\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
        body.len()
    );
    // Whoever asked may be gone.
    let _ = stream.write_all(head.as_bytes());
    let _ = stream.write_all(body.as_bytes());
}

/// A job under an id that tells which submission it was.
fn submitted(path: String, shared: &(Mutex<State>, Condvar)) -> (u16, String) {
    let mut state = shared.0.lock().unwrap();
    state.submissions.push(path);
    let number = state.submissions.len();
    shared.1.notify_all();
    let state = shared.1.wait_while(state, |state| state.let_through < number).unwrap();
    if let Some(refusal) = &state.refusal {
        return refusal.clone();
    }
    drop(state);
    (202, format!(r#"{{"verificationId":"2f4aeb11-6b52-4e0e-9a44-{number:012x}"}}"#))
}
