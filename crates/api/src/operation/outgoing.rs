//! A request as data: which server, which path, which parameters, which body.

use ledger::NextLink;
use verification::Submission;

use crate::Network;

/// Spellings that differ between servers.
#[derive(Clone, Copy, Debug)]
pub struct Spelling<'a> {
    /// The parameter that chooses weibar.
    pub unit: &'a str,
    /// The path segment of a submission by import.
    pub import: &'a str,
}

impl Default for Spelling<'_> {
    /// As documented.
    fn default() -> Self {
        Self { unit: Network::UNIT_PARAMETER, import: Network::IMPORT_SEGMENT }
    }
}

/// A request without the server's base address.
#[derive(Debug)]
pub struct Outgoing<'a> {
    /// The server, path and query parameters.
    pub target: Target<'a>,
    /// The body of a POST; a GET has none.
    pub content: Option<Content<'a>>,
    /// `If-None-Match`.
    pub etag: Option<&'a str>,
    /// The status of a failure whose body is an answer: 404 for "none", 400 for "this failed".
    pub answers_with: Option<u16>,
}

/// Where a request goes.
#[derive(Debug)]
pub enum Target<'a> {
    /// A path of a server.
    Path {
        /// The base address; `None` for the network's own server.
        server: Option<&'a str>,
        /// The path below the API's root, not yet percent-encoded.
        segments: Vec<String>,
        /// The query parameters, not yet percent-encoded.
        pairs: Vec<(&'a str, String)>,
    },
    /// A link that the mirror node returned.
    Link(&'a NextLink),
}

/// The body of a POST.
#[derive(Debug)]
pub enum Content<'a> {
    /// A question, which may be repeated.
    Question(String),
    /// A submission, which is never repeated and may hold a key.
    Submission(&'a Submission),
}

impl<'a> Outgoing<'a> {
    /// A GET of a path below the API's root, such as `["contracts", "0.0.5001"]`. Segments and values are not yet
    /// percent-encoded.
    pub fn get(segments: &[&str], pairs: Vec<(&'a str, String)>) -> Self {
        let segments = segments.iter().map(|segment| (*segment).to_owned()).collect();
        Self::to(Target::Path { server: None, segments, pairs })
    }

    /// A GET of `links.next` of a page.
    pub fn follow(link: &'a NextLink) -> Self {
        Self::to(Target::Link(link))
    }

    fn to(target: Target<'a>) -> Self {
        Self { target, content: None, etag: None, answers_with: None }
    }

    /// The same to the server at this base address.
    #[must_use]
    pub fn at(mut self, address: &'a str) -> Self {
        if let Target::Path { server, .. } = &mut self.target {
            *server = Some(address);
        }
        self
    }

    /// The same as a POST.
    #[must_use]
    pub fn post(self, content: Content<'a>) -> Self {
        Self { content: Some(content), ..self }
    }

    /// The same where the body of this status is an answer.
    #[must_use]
    pub(crate) fn or_status(self, status: u16) -> Self {
        Self { answers_with: Some(status), ..self }
    }
}
