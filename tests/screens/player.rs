//! A server that plays answers back, one for each address, for shapes that the embedded network does not make.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::{fs, thread};

use serde_json::Value;

/// An HTTP status and a body.
pub(crate) type Reply = (u16, String);

/// Starts a server and returns its address. It answers each path with its query as `reply` says.
pub(crate) fn serve(reply: impl Fn(&str) -> Reply + Send + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    thread::spawn(move || {
        for stream in listener.incoming() {
            answer(stream.unwrap(), &reply);
        }
    });
    address
}

fn answer(mut stream: TcpStream, reply: &impl Fn(&str) -> Reply) {
    let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
    let first = lines.next().unwrap().unwrap();
    while lines.next().is_some_and(|line| line.is_ok_and(|line| !line.is_empty())) {}
    let path = first.split(' ').nth(1).unwrap();
    let (status, body) = reply(path);
    // As mirror nodes say it: one result stays as it is, everything else may change.
    let holds = if path.contains("/results/") { 600 } else { 1 };
    let head = format!(
        "HTTP/1.1 {status} _\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\
         cache-control: public, max-age={holds}\r\nconnection: close\r\n\r\n",
        body.len()
    );
    // Nobody waits any more for what was cancelled.
    let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body.as_bytes()));
}

/// What a real server answered, by the name of its recording.
pub(crate) fn recorded(name: &str) -> Reply {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/fixtures/mirror/{name}.json"));
    let exchanges: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    let exchange = exchanges.get(0).unwrap();
    let status = u16::try_from(exchange.get("status").unwrap().as_u64().unwrap()).unwrap();
    (status, exchange.get("body").unwrap().as_str().unwrap().to_owned())
}
