//! Limits of the connection: compression, time, size, number, redirects, and connections that break off.

use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::time::Duration;

use api::{Answer, AnyOperation, Failure, Priority, Request, Response};
use hieroscope_client::{Client, Options};

use crate::asks;
use crate::server::{Reply, Server, network, quick};

const FOUND: &str = r#"{"schedule_id":"0.0.7002"}"#;

/// [`FOUND`] in 46 bytes of gzip.
const GZIP: [u8; 46] = [
    0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xab, 0x56, 0x2a, 0x4e, 0xce, 0x48, 0x4d,
    0x29, 0xcd, 0x49, 0x8d, 0xcf, 0x4c, 0x51, 0xb2, 0x52, 0x32, 0xd0, 0x33, 0xd0, 0x33, 0x37, 0x30, 0x30,
    0x52, 0xaa, 0x05, 0x00, 0xbf, 0x0d, 0x2f, 0xc3, 0x1a, 0x00, 0x00, 0x00,
];

async fn ask_with(options: Options, server: &Server, ask: AnyOperation) -> Response {
    let client = Client::new(&server.network(), options).unwrap();
    client.ask(&Request { network: "test".to_owned(), ask }, Priority::Key, drop).await
}

#[tokio::test]
async fn a_compressed_body_is_read_and_measured_as_it_unfolds() {
    let server = Server::start([Reply::new(200, GZIP).with("Content-Encoding", "gzip")]).await;
    let (Ok(Answer::Schedule(schedule)), _) = server.asked(asks::schedule()).await else { panic!() };
    assert_eq!(schedule.raw.raw(), FOUND);
    let with = |longest_body| ask_with(Options { longest_body, ..quick() }, &server, asks::schedule());
    assert!(with(FOUND.len()).await.outcome.is_ok());
    let Err(Failure::NotUnderstood { words, .. }) = with(FOUND.len() - 1).await.outcome else { panic!() };
    assert_eq!(words.escaped(), "the answer is longer than 25 bytes");
}

#[tokio::test]
async fn a_body_that_is_not_what_its_header_says_is_not_understood() {
    let server = Server::start([Reply::new(200, "plain").with("Content-Encoding", "gzip")]).await;
    let (outcome, _) = server.asked(asks::schedule()).await;
    assert!(matches!(outcome, Err(Failure::NotUnderstood { .. })), "{outcome:?}");
}

#[tokio::test]
async fn a_silent_server_is_left_after_the_limit() {
    let server = Server::start([Reply::silent()]).await;
    let options = Options { read: Duration::from_millis(50), ..quick() };
    let response = ask_with(options, &server, asks::schedule()).await;
    assert_eq!(response.outcome, Err(Failure::TimedOut { after: 1 }));
    assert_eq!(server.seen().len(), 1);
}

#[tokio::test]
async fn only_so_many_requests_are_under_way_at_once() {
    let server = Server::start([Reply::silent(), Reply::new(200, r#"{"contract_id":"0.0.5001"}"#)]).await;
    let options = Options { at_once: 1, read: Duration::from_millis(100), ..quick() };
    let client = Client::new(&server.network(), options).unwrap();
    let [one, other] =
        [asks::schedule(), asks::contract()].map(|ask| Request { network: "test".to_owned(), ask });
    let (first, second) =
        tokio::join!(client.ask(&one, Priority::Key, drop), client.ask(&other, Priority::Key, drop));
    assert_eq!(first.outcome, Err(Failure::TimedOut { after: 1 }));
    assert!(second.outcome.is_ok());
    assert!(second.at >= first.at, "the second did not wait for the first");
}

#[tokio::test]
async fn a_redirect_is_followed_on_the_same_origin_only() {
    let other = Server::start([Reply::new(200, FOUND)]).await;
    for location in ["/elsewhere", "elsewhere"] {
        let hop = Reply::new(302, "").with("Location", location);
        let server = Server::start([hop, Reply::new(200, FOUND)]).await;
        assert!(server.asked(asks::schedule()).await.0.is_ok());
        assert!(server.paths()[1].ends_with("elsewhere"));
    }
    let abroad = other.at("/x");
    for (location, said) in
        [(abroad.as_str(), "which is not followed"), ("/again", "without end"), ("", "without end")]
    {
        let server = Server::start([Reply::new(307, "").with("Location", location)]).await;
        let (Err(Failure::Refused { words, .. }), news) = server.asked(asks::schedule()).await else {
            panic!()
        };
        assert!(words[0].escaped().contains(said), "{words:?}");
        assert_eq!(news, []);
    }
    assert_eq!(other.paths(), [""; 0]);
}

/// A server that reads a request, sends this and hangs up, so many times.
fn broken(bytes: &'static [u8], times: usize) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for _ in 0..times {
            let (mut stream, _) = listener.accept().unwrap();
            let mut request = [0; 4096];
            let _ = stream.read(&mut request).unwrap();
            stream.write_all(bytes).unwrap();
        }
    });
    base
}

#[tokio::test]
async fn a_connection_that_breaks_after_sending_says_so() {
    for bytes in [b"".as_slice(), b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"veri"] {
        let base = broken(bytes, 1);
        let client = Client::new(&network(&base, &base), quick()).unwrap();
        let request = Request { network: "test".to_owned(), ask: asks::similarity(None) };
        let response = client.ask(&request, Priority::Key, |_| panic!("no retry")).await;
        let Err(Failure::Unreachable { sent: true, .. }) = response.outcome else { panic!("{response:?}") };
    }
}

#[tokio::test]
async fn a_read_that_breaks_off_is_made_again() {
    let base = broken(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"sche", 4);
    let client = Client::new(&network(&base, &base), quick()).unwrap();
    let request = Request { network: "test".to_owned(), ask: asks::schedule() };
    let mut retries = 0;
    let response = client.ask(&request, Priority::Key, |_| retries += 1).await;
    let Err(Failure::Unreachable { sent: true, .. }) = response.outcome else { panic!("{response:?}") };
    assert_eq!(retries, 3);
}

#[tokio::test]
async fn what_is_not_http_is_not_called_a_broken_connection() {
    for bytes in [
        b"SSH-2.0-OpenSSH_9.6\r\n".as_slice(),
        b"HTTP/1.1 abc\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nBad Header: \0\r\n\r\n{}",
        b"HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n{}",
        b"HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999999999\r\n\r\n{}",
        b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
        b"220 smtp.example ESMTP\r\n",
    ] {
        for ask in [asks::similarity(None), asks::schedule()] {
            let base = broken(bytes, 1);
            let client = Client::new(&network(&base, &base), quick()).unwrap();
            let request = Request { network: "test".to_owned(), ask };
            let response = client.ask(&request, Priority::Key, |_| panic!("no retry")).await;
            let shown = String::from_utf8_lossy(bytes);
            let Err(Failure::NotUnderstood { words, .. }) = response.outcome else {
                panic!("{shown}: {response:?}")
            };
            assert!(words.escaped().starts_with("this is not valid HTTP: "), "{shown}: {words:?}");
        }
    }
}

#[tokio::test]
async fn a_server_that_speaks_first_speaks_another_protocol() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            stream.write_all(b"SSH-2.0-OpenSSH_9.6\r\n").unwrap();
            let _ = stream.read(&mut [0; 4096]);
        }
    });
    let client = Client::new(&network(&base, &base), quick()).unwrap();
    let request = Request { network: "test".to_owned(), ask: asks::similarity(None) };
    let response = client.ask(&request, Priority::Key, |_| panic!("no retry")).await;
    let Err(Failure::NotUnderstood { words, .. }) = response.outcome else { panic!("{response:?}") };
    assert!(words.escaped().contains("not valid HTTP"), "{words:?}");
}
