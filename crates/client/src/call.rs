//! The HTTP call of each operation: address and body.

use api::{AnyOperation, Api, Availability, Content, Failure, Spelling, Target};
use bytes::Bytes;
use ledger::{NextLink, RawJson, Text, Timestamp};
use reqwest::Url;
use secrecy::zeroize::Zeroizing;

use super::address::Base;
use super::wire::is_of_the_mirror;
use super::{Servers, failure};

/// One HTTP request, complete but unsent.
pub(super) struct Call {
    /// The address. It holds no secret: keys travel in the body.
    pub(super) url: Url,
    /// The JSON body of a POST; a GET has none. It is wiped when the last copy is dropped.
    pub(super) body: Option<Bytes>,
    /// `If-None-Match`.
    pub(super) etag: Option<String>,
    /// Whether a POST only asks: it may be repeated, and is made as urgent as any question.
    pub(super) is_query: bool,
    /// The status of a failure whose body is an answer.
    answers_with: Option<u16>,
    pub(super) availability: Availability,
}

impl Call {
    /// The request of this operation, with this name for the unit parameter.
    ///
    /// # Errors
    /// If the network has no verifier, or a link or a job's server is no address that may be asked.
    pub(super) fn new(operation: &AnyOperation, servers: &Servers, unit: &str) -> Result<Self, Failure> {
        let outgoing = operation.outgoing(&Spelling { unit, import: &servers.import_segment });
        let url = match &outgoing.target {
            Target::Link(link) => follow(link, servers)?,
            Target::Path { server, segments, pairs } => {
                let segments = segments.iter().map(String::as_str);
                match server {
                    Some(server) => elsewhere(server)?.url(segments, pairs),
                    None if operation.api() == Api::MirrorNode => {
                        servers.mirror.url(["api", "v1"].into_iter().chain(segments), pairs)
                    }
                    None => verifier(servers)?.url(segments, pairs),
                }
            }
        };
        let (body, is_query) = match outgoing.content {
            None => (None, false),
            Some(Content::Question(body)) => (Some(Bytes::from(body)), true),
            Some(Content::Submission(submission)) => {
                let key = submission.body.api_key();
                if let Some(words) = servers.withheld.as_ref().filter(|_| key.is_some()) {
                    return Err(Failure::KeyWithheld { words: words.clone() });
                }
                (Some(Bytes::from_owner(Body(submission.body()))), false)
            }
        };
        Ok(Self {
            url,
            body,
            etag: outgoing.etag.map(str::to_owned),
            is_query,
            answers_with: outgoing.answers_with,
            availability: operation.availability(),
        })
    }

    /// Whether a body that came with this status is for reading, and not the words of a failure.
    pub(super) fn reads(&self, status: u16) -> bool {
        matches!(status, 200..=299 | 304) || self.answers_with == Some(status)
    }

    /// What is submitted, which is never repeated.
    pub(super) fn submitted(&self) -> Option<&Bytes> {
        self.body.as_ref().filter(|_| !self.is_query)
    }

    /// The body of a query sent with POST. `None` for a submission, which may contain a key.
    pub(super) fn asked(&self) -> Option<String> {
        let asked = self.body.as_ref().filter(|_| self.is_query);
        asked.map(|body| String::from_utf8_lossy(body).into_owned())
    }

    /// What a status that is not for reading means, with the body that came along.
    pub(super) fn failure(&self, status: u16, body: &RawJson, until: Option<Timestamp>) -> Failure {
        let absent = match self.availability {
            Availability::Always => false,
            Availability::Perhaps => {
                matches!(status, 405 | 501) || (status == 404 && !is_of_the_mirror(body))
            }
            Availability::Listing => matches!(status, 404 | 405 | 501),
        };
        if absent { Failure::NotOffered { status } } else { failure::of_status(status, body, until) }
    }
}

/// The page behind a link. The link was checked when it came; it is checked again, because it may have come from another
/// server.
fn follow(NextLink(link): &NextLink, servers: &Servers) -> Result<Url, Failure> {
    let url = str::from_utf8(link.raw()).ok().and_then(|link| servers.mirror.resolve(link));
    url.ok_or_else(|| Failure::NotUnderstood {
        at: "links.next".to_owned(),
        words: Text::from("the link leads out of this API, so it is not followed"),
    })
}

/// The text of a body, which may hold a key.
struct Body(Zeroizing<String>);

impl AsRef<[u8]> for Body {
    fn as_ref(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

/// A server that the question itself names.
fn elsewhere(server: &str) -> Result<Base, Failure> {
    let unreachable = |words: String| Failure::Unreachable { words: Text::new(words), sent: false };
    Base::parse(server).map_err(|fault| unreachable(fault.to_string()))
}

fn verifier(servers: &Servers) -> Result<&Base, Failure> {
    servers.verifier.as_ref().ok_or_else(|| Failure::Unreachable {
        words: Text::from("this network has no verification server in its profile"),
        sent: false,
    })
}
