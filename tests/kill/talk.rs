//! The verifier's side of a connection: requests are read and answered piece by piece, and each piece is a moment.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;

use super::double::Shared;
use super::moment::{Asked, Stage};
use super::truth::address;

/// Answers one request after another, until whoever asks has gone.
pub(crate) fn serve(stream: TcpStream, shared: &Shared) {
    let _ = stream.set_nodelay(true);
    let Ok(mut writer) = stream.try_clone() else { return };
    let mut reader = BufReader::new(stream);
    while exchange(&mut reader, &mut writer, shared).is_some() {}
}

/// One request and its answer. `None` if either was cut off.
fn exchange(reader: &mut BufReader<TcpStream>, writer: &mut TcpStream, shared: &Shared) -> Option<()> {
    let mut first = String::new();
    reader.read_line(&mut first).ok().filter(|count| *count > 0)?;
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok().filter(|count| *count > 0)?;
        if line.trim().is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().unwrap();
        }
    }
    let (method, rest) = first.split_once(' ')?;
    let path = rest.split([' ', '?']).next()?.to_owned();
    let asked = match method {
        "POST" => Asked::Submission,
        _ if path.starts_with("/v2/verify/") => Asked::Poll,
        _ if path.starts_with("/v2/contract/") => Asked::LookUp,
        _ => Asked::Other,
    };
    let number = (asked == Asked::Submission).then(|| shared.truth(|truth| truth.begin(&path)));
    shared.pass(asked, Stage::Begun).then_some(())?;
    let mut body = vec![0; length];
    let (half, other_half) = body.split_at_mut(length / 2);
    reader.read_exact(half).ok()?;
    shared.pass(asked, Stage::HalfRead).then_some(())?;
    reader.read_exact(other_half).ok()?;
    let mut verdict = None;
    let (status, answer) = match (number, asked) {
        (Some(number), _) => shared.truth(|truth| truth.receive(number, body)),
        (None, Asked::Poll) => {
            let id = path.rsplit('/').next()?;
            let (status, answer, over) = shared.truth(|truth| truth.poll(id));
            verdict = over;
            (status, answer)
        }
        (None, Asked::LookUp) => shared.truth(|truth| truth.look_up(&address(&path))),
        (None, _) => shared.ledger(&path),
    };
    shared.pass(asked, Stage::Read);
    let head = format!(
        "HTTP/1.1 {status} _\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
        answer.len()
    );
    let (half, other_half) = answer.as_bytes().split_at(answer.len() / 2);
    writer.write_all(head.as_bytes()).and_then(|()| writer.write_all(half)).ok()?;
    shared.pass(asked, Stage::HalfAnswered);
    writer.write_all(other_half).ok()?;
    shared.truth(|truth| {
        if let Some(number) = number {
            truth.answered(number);
        }
        if let Some(job) = verdict {
            truth.told(job);
        }
    });
    shared.pass(asked, Stage::Answered);
    Some(())
}
