//! A server on loopback as fast as it can be: it keeps its connections, answers as a test says, and counts.

use std::collections::HashSet;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

/// What is answered to a path with its query: a status and a body.
type Reply = dyn Fn(&str) -> (u16, String) + Send + Sync;

/// The server. It answers for as long as the test's process lives.
pub(crate) struct Server {
    origin: String,
    paths: Arc<Mutex<Vec<String>>>,
}

impl Server {
    /// Starts one that answers each GET as this says.
    pub(crate) fn start(reply: impl Fn(&str) -> (u16, String) + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let origin = format!("http://{}", listener.local_addr().unwrap());
        let (reply, paths): (Arc<Reply>, _) = (Arc::new(reply), Arc::default());
        let seen = Arc::clone(&paths);
        thread::spawn(move || {
            for stream in listener.incoming() {
                let (reply, seen) = (Arc::clone(&reply), Arc::clone(&seen));
                thread::spawn(move || serve(stream.unwrap(), &*reply, &seen));
            }
        });
        Self { origin, paths }
    }

    /// Its address.
    pub(crate) fn url(&self) -> &str {
        &self.origin
    }

    /// How often it was asked for a path that contains this.
    pub(crate) fn asked(&self, part: &str) -> usize {
        self.paths.lock().unwrap().iter().filter(|path| path.contains(part)).count()
    }

    /// How many different paths that contain this it was asked for: two who need the same may ask for it twice.
    pub(crate) fn distinct(&self, part: &str) -> usize {
        let paths = self.paths.lock().unwrap();
        paths.iter().filter(|path| path.contains(part)).collect::<HashSet<_>>().len()
    }
}

/// Answers one request after another until the connection ends.
fn serve(mut stream: TcpStream, reply: &Reply, seen: &Mutex<Vec<String>>) {
    stream.set_nodelay(true).unwrap();
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    loop {
        let mut first = String::new();
        if !reader.read_line(&mut first).is_ok_and(|count| count > 0) {
            return;
        }
        let mut line = String::new();
        while reader.read_line(&mut line).is_ok_and(|count| count > 2) {
            line.clear();
        }
        let path = first.split(' ').nth(1).unwrap_or_default().to_owned();
        let (status, body) = reply(&path);
        seen.lock().unwrap().push(path);
        let head = format!(
            "HTTP/1.1 {status} _\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
            body.len()
        );
        if stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body.as_bytes())).is_err() {
            return;
        }
    }
}
