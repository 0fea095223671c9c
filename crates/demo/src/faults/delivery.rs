//! Faulty delivery of answers: in drips, in part, or without end.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody, to_bytes};
use axum::http::{HeaderValue, header};
use axum::response::Response;
use hyper::body::Frame;
use tokio::time::{Sleep, sleep};

use super::changed::compressed;
use crate::entrance::Breaker;

/// The number of pieces of a slow answer.
const DRIPS: usize = 100;
/// The delay before the next piece.
const BETWEEN_DRIPS: Duration = Duration::from_secs(1);
/// The length of a large answer in bytes: above every client's limit.
const LARGE_BYTES: usize = 40 << 20;
/// The size of a piece, in bytes.
const CHUNK_BYTES: usize = 64 << 10;

/// The delivery of a correct answer.
#[derive(Clone, Copy, Debug)]
pub(super) enum Delivery {
    /// A hundredth of it in a second.
    Drip,
    /// Half of it, then the connection is reset.
    Half,
    /// The connection is reset without an answer.
    Reset,
    /// Behind forty megabytes of blanks.
    Large,
    /// The same, compressed to forty kilobytes.
    Bomb,
}

impl Delivery {
    pub(super) async fn deliver(self, answer: Response, breaker: Breaker) -> Response {
        let (mut parts, body) = answer.into_parts();
        // Bodies here are made in memory, so reading one cannot fail.
        let body = to_bytes(body, usize::MAX).await.unwrap_or_default();
        parts.headers.remove(header::ETAG);
        parts.headers.insert(header::CONTENT_LENGTH, body.len().into());
        let pieces = match self {
            Self::Drip => Pieces::new(cut(&body, DRIPS), End::Whole, BETWEEN_DRIPS),
            // The pause has the first half be on its way before the end.
            Self::Half => Pieces::new(cut(&body, 2).take(1), End::Broken(breaker), SHORT),
            Self::Reset => Pieces::new(std::iter::empty(), End::Broken(breaker), Duration::ZERO),
            Self::Large => {
                let blanks = Bytes::from(vec![b' '; CHUNK_BYTES]);
                let number = LARGE_BYTES / CHUNK_BYTES;
                parts.headers.insert(header::CONTENT_LENGTH, (number * CHUNK_BYTES + body.len()).into());
                let pieces = std::iter::repeat_n(blanks, number).chain([body]);
                Pieces::new(pieces, End::Whole, Duration::ZERO)
            }
            Self::Bomb => {
                let mut blanks = vec![b' '; LARGE_BYTES];
                blanks.extend_from_slice(&body);
                let bomb = compressed(&blanks);
                parts.headers.insert(header::CONTENT_LENGTH, bomb.len().into());
                parts.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
                Pieces::new([bomb].into_iter(), End::Whole, Duration::ZERO)
            }
        };
        Response::from_parts(parts, Body::new(pieces))
    }
}

const SHORT: Duration = Duration::from_millis(20);

/// The body in `number` pieces.
fn cut(body: &Bytes, number: usize) -> impl Iterator<Item = Bytes> + Send + use<> {
    let (body, size) = (body.clone(), body.len().div_ceil(number).max(1));
    (0..body.len()).step_by(size).map(move |at| body.slice(at..body.len().min(at + size)))
}

enum End {
    Whole,
    Broken(Breaker),
}

/// A body that is sent piece by piece.
struct Pieces {
    left: Box<dyn Iterator<Item = Bytes> + Send>,
    end: End,
    between: Duration,
    pause: Option<Pin<Box<Sleep>>>,
}

impl Pieces {
    fn new(left: impl Iterator<Item = Bytes> + Send + 'static, end: End, between: Duration) -> Self {
        Self { left: Box::new(left), end, between, pause: None }
    }
}

/// The connection is to break.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("broken off")]
struct Broken;

impl HttpBody for Pieces {
    type Data = Bytes;
    type Error = Broken;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        ctx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Broken>>> {
        if let Some(pause) = &mut self.pause {
            std::task::ready!(pause.as_mut().poll(ctx));
            self.pause = None;
        }
        let piece = self.left.next();
        if !self.between.is_zero() {
            self.pause = Some(Box::pin(sleep(self.between)));
        }
        Poll::Ready(match (piece, &self.end) {
            (Some(piece), _) => Some(Ok(Frame::data(piece))),
            (None, End::Whole) => None,
            (None, End::Broken(breaker)) => {
                breaker.reset();
                Some(Err(Broken))
            }
        })
    }
}
