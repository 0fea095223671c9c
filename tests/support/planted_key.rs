//! A key that is planted, servers that repeat it in every form, and the search for any of these.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::{fs, thread};

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};

/// The key. All that servers escape is in it.
pub(crate) const KEY: &str = "K3y/Th4t\"Nobody+May_See";

/// The key as servers may write it within a string of JSON.
pub(crate) fn forms() -> Vec<String> {
    let escaped = |c: char| format!("\\u{:04x}", u32::from(c));
    let percent = |byte: u8| format!("%{byte:02X}");
    vec![
        KEY.replace('"', "\\\""),
        KEY.replace('"', "\\u0022").replace('/', "\\/"),
        KEY.chars().map(escaped).collect(),
        KEY.bytes().map(percent).collect(),
        KEY.bytes().map(percent).collect::<String>().replace('%', "%25"),
        KEY.to_uppercase().replace('"', "%22"),
        KEY.to_lowercase().replace('"', "&#34;"),
        STANDARD.encode(KEY),
        STANDARD.encode(format!("user:{KEY}")),
        URL_SAFE_NO_PAD.encode(format!("x{KEY}")),
    ]
}

/// The form of the key that is in these bytes, if one is: whatever its case, and whether or not something was escaped or
/// broken into lines on the way.
pub(crate) fn leaked(bytes: &[u8]) -> Option<String> {
    let plain = |bytes: &[u8]| -> Vec<u8> {
        let kept = bytes.iter().filter(|byte| !matches!(byte, b'\\' | b'\r' | b'\n'));
        kept.map(u8::to_ascii_lowercase).collect()
    };
    let haystack = plain(bytes);
    // What stands around the key is part of its base64.
    let inner = |form: &String| form.get(6..form.len() - 6).unwrap_or(form).to_owned();
    let forms = forms();
    let encoded = forms.iter().skip(7).map(inner);
    let whole = forms.iter().take(7).cloned().chain([KEY.to_owned()]).chain(encoded);
    whole.into_iter().find(|form| {
        let needle = plain(form.as_bytes());
        haystack.windows(needle.len()).any(|window| window == needle)
    })
}

/// Searches all files below a directory; returns how many there are.
pub(crate) fn search(directory: &Path) -> usize {
    fs::read_dir(directory).unwrap().map(|entry| entry.unwrap()).fold(0, |count, entry| {
        let (path, kind) = (entry.path(), entry.file_type().unwrap());
        if kind.is_dir() {
            return count + search(&path);
        }
        if kind.is_file() {
            let found = leaked(&fs::read(&path).unwrap());
            assert_eq!(found, None, "{} has the key", path.display());
        }
        count + 1
    })
}

/// A server that is mirror node and verifier in one, and repeats the key wherever it can once it knows it.
pub(crate) struct Echo {
    pub(crate) url: String,
}

impl Echo {
    /// Starts one that answers a submission with this status. One that is accepted is asked for twice: the server has no
    /// time at first, and then has it failed.
    pub(crate) fn start(submitted: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let state = Arc::<(AtomicBool, AtomicUsize)>::default();
        thread::spawn(move || {
            for stream in listener.incoming() {
                let state = Arc::clone(&state);
                thread::spawn(move || answer(stream.unwrap(), submitted, &state));
            }
        });
        Self { url }
    }
}

fn answer(mut stream: TcpStream, submitted: u16, (knows, polls): &(AtomicBool, AtomicUsize)) {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let mut first = String::new();
    let _ = reader.read_line(&mut first);
    let mut length = 0;
    let mut line = String::new();
    while reader.read_line(&mut line).is_ok_and(|count| count > 2) {
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().unwrap();
        }
        line.clear();
    }
    let _ = reader.read_exact(&mut vec![0; length]);
    if first.starts_with("POST") {
        knows.store(true, Ordering::SeqCst);
    } else if !knows.load(Ordering::SeqCst) {
        let contract =
            r#"{"contract_id":"0.0.5001","evm_address":"0xb0551e9ecceb06cf6ea2879174aaf4da84633e85"}"#;
        let (status, body) = if is_contract(&first) { (200, contract) } else { (404, "{}") };
        let head =
            format!("HTTP/1.1 {status} _\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", body.len());
        let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body.as_bytes()));
        return;
    }
    let (status, body) = reply(&first, submitted, polls);
    // A half of the key ends in a header, and the other begins the body's words.
    let (half, _) = KEY.split_at(KEY.len() / 2);
    let header = KEY.replace('"', "%22");
    let head = format!(
        "HTTP/1.1 {status} {header}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\
         ETag: \"{header}\"\r\nLocation: https://elsewhere.example/{header}?apikey={}\r\nRetry-After: 1\r\n\
         X-Key: {header}\r\nServer: {half}\r\n\r\n",
        body.len(),
        STANDARD.encode(KEY),
    );
    let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body.as_bytes()));
}

fn is_contract(asked: &str) -> bool {
    asked.contains("/api/v1/contracts/0") && !asked.contains("/results")
}

fn reply(asked: &str, submitted: u16, polls: &AtomicUsize) -> (u16, String) {
    let all = forms().join(" ");
    let (_, half) = KEY.split_at(KEY.len() / 2);
    let words = format!(
        r#""customCode":"code-{all}","message":"{half} bad key {all}","errorId":"{all}","{all}":["{all}"],
        "_status":{{"messages":[{{"message":"{all}"}}]}}"#
    );
    let record =
        format!(r#"{{"isJobCompleted":true,"contract":{{"name":"{all}"}},"error":{{{words}}},{words}}}"#);
    match asked.split(' ').nth(1).unwrap_or_default() {
        _ if asked.starts_with("POST") && submitted == 202 => {
            (202, format!(r#"{{"verificationId":"2f4aeb11-6b52-4e0e-9a44-1a2b3c4d5e6f",{words}}}"#))
        }
        _ if asked.starts_with("POST") && submitted == 500 => {
            (500, format!("<html><title>{all}</title>{all}"))
        }
        _ if asked.starts_with("POST") => (submitted, format!("{{{words}}}")),
        path if path.starts_with("/v2/verify/") => match polls.fetch_add(1, Ordering::Relaxed) {
            0 => (429, format!("{{{words}}}")),
            _ => (200, record),
        },
        _ if is_contract(asked) => (
            200,
            format!(
                r#"{{"contract_id":"0.0.5001","evm_address":"0xb0551e9ecceb06cf6ea2879174aaf4da84633e85","memo":"{all}"}}"#
            ),
        ),
        _ => (404, format!("{{{words}}}")),
    }
}
