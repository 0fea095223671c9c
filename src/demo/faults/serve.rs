//! How each fault is carried out, in front of both services.

use std::convert::Infallible;
use std::io;
use std::time::Duration;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;
use futures_util::stream;
use tokio::sync::watch;

use super::{Fault, Faults, RetryAfter};
use crate::demo::Clock;

/// Bytes that a dripping answer gives at a time.
const DROP: usize = 16;
/// How long a breaking connection waits, so that what was sent before arrives.
const BEFORE_BREAK: Duration = Duration::from_millis(20);
/// What a proxy says.
const PAGE: &str = "<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n";

/// What faults need besides the request.
#[derive(Clone, Debug)]
pub(in crate::demo) struct Carrier {
    /// The rules in force.
    pub(in crate::demo) faults: Faults,
    /// For dates in headers.
    pub(in crate::demo) clock: Clock,
    /// Closed when the network ends, which ends what stalls.
    pub(in crate::demo) ended: watch::Receiver<()>,
}

/// Answers a request, unless a rule strikes it.
pub(in crate::demo) async fn carry_out(
    State(mut carrier): State<Carrier>,
    request: Request,
    next: Next,
) -> Response {
    let Some(fault) = carrier.faults.strike(request.uri().path()) else { return next.run(request).await };
    match fault {
        Fault::Status { status, body, retry_after } => {
            let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
            let mut response = plain(status, "application/json; charset=utf-8", body);
            let again =
                retry_after.and_then(|again| HeaderValue::from_str(&when(again, &carrier.clock)).ok());
            if let Some(again) = again {
                response.headers_mut().insert(header::RETRY_AFTER, again);
            }
            response
        }
        Fault::Html => plain(StatusCode::BAD_GATEWAY, "text/html", PAGE.to_owned()),
        Fault::Truncate => {
            let (parts, bytes) = whole(next.run(request).await).await;
            Response::from_parts(parts, Body::from(bytes.slice(..bytes.len() / 2)))
        }
        Fault::Break => {
            let (mut parts, bytes) = whole(next.run(request).await).await;
            parts.headers.insert(header::CONTENT_LENGTH, HeaderValue::from(bytes.len()));
            Response::from_parts(parts, broken(bytes.slice(..bytes.len() / 2)))
        }
        Fault::Drop => Response::new(nothing()),
        Fault::Lose => {
            let _ = next.run(request).await;
            stall(&mut carrier.ended).await
        }
        Fault::Stall => stall(&mut carrier.ended).await,
        Fault::Drip(pause) => {
            let (parts, bytes) = whole(next.run(request).await).await;
            Response::from_parts(parts, dripping(bytes, pause))
        }
    }
}

fn plain(status: StatusCode, kind: &'static str, body: String) -> Response {
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = status;
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}

/// The value of `Retry-After`.
fn when(again: RetryAfter, clock: &Clock) -> String {
    match again {
        RetryAfter::Seconds(seconds) => seconds.to_string(),
        RetryAfter::Date(seconds) => {
            let at = clock.now().seconds + u64::from(seconds);
            let at = i64::try_from(at).ok().and_then(|at| jiff::Timestamp::from_second(at).ok());
            at.unwrap_or_default().strftime("%a, %d %b %Y %H:%M:%S GMT").to_string()
        }
    }
}

/// An answer with its body in one piece. Bodies here are made in memory, so reading one cannot fail.
async fn whole(response: Response) -> (axum::http::response::Parts, Bytes) {
    let (parts, body) = response.into_parts();
    (parts, to_bytes(body, usize::MAX).await.unwrap_or_default())
}

async fn stall(ended: &mut watch::Receiver<()>) -> Response {
    // The sender says nothing and is dropped at the end, which is an error here.
    let _ = ended.changed().await;
    Response::new(Body::empty())
}

/// A body that fails at once, before even the status has left: the server closes the connection.
fn nothing() -> Body {
    Body::from_stream(stream::once(async { Err::<Bytes, _>(reset()) }))
}

/// A body that gives a piece and then fails. The pause between lets the piece leave.
fn broken(piece: Bytes) -> Body {
    Body::from_stream(stream::unfold(Some(Some(piece)), |state| async move {
        if let Some(piece) = state? {
            return Some((Ok(piece), Some(None)));
        }
        tokio::time::sleep(BEFORE_BREAK).await;
        Some((Err(reset()), None))
    }))
}

fn reset() -> io::Error {
    io::Error::from(io::ErrorKind::ConnectionReset)
}

fn dripping(bytes: Bytes, pause: Duration) -> Body {
    Body::from_stream(stream::unfold(bytes, move |mut rest| async move {
        if rest.is_empty() {
            return None;
        }
        tokio::time::sleep(pause).await;
        let piece = rest.split_to(rest.len().min(DROP));
        Some((Ok::<_, Infallible>(piece), rest))
    }))
}
