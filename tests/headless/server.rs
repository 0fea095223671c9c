//! A server on loopback that answers as a test says and remembers what it was sent.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// The job that it tells of.
pub(crate) const JOB: &str = "2f4aeb11-6b52-4e0e-9a44-1a2b3c4d5e6f";

/// An address with nobody behind it.
pub(crate) const NOWHERE: &str = "http://127.0.0.1:1";

/// Starts a server. It answers `METHOD /path` as `reply` says, with a status and a body. The bodies that it was
/// sent come out of the receiver.
pub(crate) fn serve(reply: impl Fn(&str) -> (u16, String) + Send + 'static) -> (String, Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let (tell, told) = channel();
    thread::spawn(move || {
        for stream in listener.incoming() {
            answer(stream.unwrap(), &reply, &tell);
        }
    });
    (address, told)
}

/// A server that answers every submission like this, and knows nothing else.
pub(crate) fn refusing(status: u16, body: String) -> (String, Receiver<String>) {
    serve(
        move |asked| if asked.starts_with("POST") { (status, body.clone()) } else { (404, "{}".to_owned()) },
    )
}

/// A verifier that refuses every submission as verified already, which its lookup confirms from then on.
pub(crate) fn verified_already() -> (String, Receiver<String>) {
    let told = AtomicBool::new(false);
    serve(move |asked| match asked.split_once(' ') {
        Some(("POST", _)) => {
            told.store(true, Ordering::Relaxed);
            (409, r#"{"customCode":"already_verified","message":"it is verified"}"#.to_owned())
        }
        Some((_, path)) if path.starts_with("/v2/contract/") && told.load(Ordering::Relaxed) => (
            200,
            r#"{"match":"exact_match","creationMatch":"exact_match","runtimeMatch":"exact_match"}"#
                .to_owned(),
        ),
        _ => (404, "{}".to_owned()),
    })
}

/// A server that accepts every submission under [`JOB`] and answers looks with this record.
pub(crate) fn accepting(record: &'static str) -> String {
    serve(move |asked| match asked.split_once(' ') {
        Some(("POST", _)) => (202, format!(r#"{{"verificationId":"{JOB}"}}"#)),
        Some((_, path)) if path.starts_with("/v2/verify/") => (200, record.to_owned()),
        _ => (404, "{}".to_owned()),
    })
    .0
}

fn answer(mut stream: TcpStream, reply: &impl Fn(&str) -> (u16, String), tell: &Sender<String>) {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let mut first = String::new();
    reader.read_line(&mut first).unwrap();
    let mut length = 0;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).unwrap() == 0 || line.trim().is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().unwrap();
        }
    }
    let mut sent = vec![0; length];
    reader.read_exact(&mut sent).unwrap();
    if length > 0 {
        let _ = tell.send(String::from_utf8(sent).unwrap());
    }
    let (status, body) = reply(first.trim_end_matches(" HTTP/1.1\r\n"));
    let length = body.len();
    let head = format!(
        "HTTP/1.1 {status} _\r\ncontent-type: application/json\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).unwrap();
    stream.write_all(body.as_bytes()).unwrap();
}
