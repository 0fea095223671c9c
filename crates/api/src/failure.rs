//! Failures of a request; each knows its sentence and the next step.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;

use ledger::{Text, Timestamp};

/// Why a request has no usable answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// 400: the server refused the input.
    Invalid {
        /// The server's words, one text a message.
        words: Vec<Text>,
        /// The parameter or field that the words name, under its documented name.
        field: Option<String>,
        /// The verification API's `customCode`.
        code: Option<Text>,
    },
    /// 404: there is no such thing, by the server's word.
    NotFound {
        /// The server's words.
        words: Vec<Text>,
        /// The verification API's `customCode`. Without one, a 404 there means no API v2 at that address.
        code: Option<Text>,
    },
    /// The server has no such operation: one that not every server offers.
    NotOffered {
        /// The HTTP status: 404, 405, 501, or one of success with a web page behind it.
        status: u16,
    },
    /// 401, 403, 409 and other refusals.
    Refused {
        /// The HTTP status.
        status: u16,
        /// The server's words.
        words: Vec<Text>,
        /// The verification API's `customCode`.
        code: Option<Text>,
    },
    /// 429.
    RateLimited {
        /// When the server will answer again (`Retry-After`).
        until: Option<Timestamp>,
        /// The server's words.
        words: Vec<Text>,
        /// The verification API's `customCode`: a running duplicate is answered 429, too.
        code: Option<Text>,
    },
    /// 500 and above.
    ServerFault {
        /// The HTTP status.
        status: u16,
        /// The server's words, or the first line of a page that is not JSON.
        words: Vec<Text>,
        /// The verification API's `customCode`.
        code: Option<Text>,
    },
    /// No connection: refused, reset, no such host, no secure channel.
    Unreachable {
        /// The network's message.
        words: Text,
        /// Whether the request may have arrived before the connection was lost.
        sent: bool,
    },
    /// The recording that is played back lacks it; no server was asked.
    NotRecorded,
    /// Nothing was sent: others could have read the key in transit.
    KeyWithheld {
        /// Why, and what would do.
        words: String,
    },
    /// No answer in time.
    TimedOut {
        /// After how many seconds.
        after: u64,
    },
    /// An answer that could not be read.
    NotUnderstood {
        /// Where in the document, such as `results[1].gas_used`, safe to print.
        at: String,
        /// What was wrong.
        words: Text,
    },
    /// The answer has another type than the question: a bug in this program.
    UnexpectedAnswer,
    /// A panic ended what was to bring the answer.
    Defect,
    /// Work on this machine ended without a result.
    Here {
        /// Decides which input the user has to check.
        cause: Cause,
        /// What happened, in one sentence.
        sentence: Cow<'static, str>,
        /// What to do next, in one sentence.
        next_step: &'static str,
    },
}

/// What kept work on this machine from its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The work itself.
    Work,
    /// The file that it reads.
    File,
    /// A directory where it reads a file.
    Directory,
    /// A directory that was named to search for sources.
    SourceRoot,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence())
    }
}

impl Error for Failure {}

impl Failure {
    /// The failure in one sentence, without the server's message.
    pub fn sentence(&self) -> String {
        match self {
            Self::Invalid { field: Some(field), .. } => format!("The server refused the value of {field}."),
            Self::Invalid { field: None, .. } => "The server refused the request as invalid.".to_owned(),
            Self::NotFound { .. } => "Not found (404).".to_owned(),
            Self::NotOffered { .. } => "This server does not offer that.".to_owned(),
            Self::Refused { status: 401 | 403, .. } => "The server requires credentials for this.".to_owned(),
            Self::Refused { status, .. } => format!("The server refused the request (HTTP {status})."),
            Self::RateLimited { .. } => "Too many requests: the server asks to wait (HTTP 429).".to_owned(),
            Self::ServerFault { status, .. } => format!("The server failed (HTTP {status})."),
            Self::Unreachable { sent: true, .. } => {
                "The connection broke before the whole answer came.".to_owned()
            }
            Self::Unreachable { sent: false, .. } => "The server cannot be reached.".to_owned(),
            Self::NotRecorded => "This is not in the recording.".to_owned(),
            Self::KeyWithheld { words } => format!("The key was not sent: {words}."),
            Self::TimedOut { after } => format!("No answer within {after} s."),
            Self::NotUnderstood { at, .. } if at.is_empty() => "The answer could not be read.".to_owned(),
            Self::NotUnderstood { at, .. } => format!("The answer could not be read at {at}."),
            Self::UnexpectedAnswer => "The answer is not of the kind that was asked for.".to_owned(),
            Self::Defect => "A part of the program failed before the answer came.".to_owned(),
            Self::Here { sentence, .. } => sentence.clone().into_owned(),
        }
    }

    /// What to do next, in one sentence. Keys are named by the screen that shows it.
    pub fn next_step(&self) -> &'static str {
        match self {
            Self::Invalid { .. } => "Correct the value and try again.",
            Self::NotFound { .. } => "Check the id and the network, or look it up as something else.",
            Self::NotOffered { .. } => "Try another server of this network, if there is one.",
            Self::Refused { status: 401 | 403, .. } => "Check the network's address in the configuration.",
            Self::Refused { .. } => "Read the server's message below; trying again will not help.",
            Self::RateLimited { .. } => "Wait, then try again; another program may share your address.",
            Self::ServerFault { .. } => "Try again in a moment.",
            Self::Unreachable { .. } => "Check the network connection and the address, then try again.",
            Self::NotRecorded => {
                "Nothing is asked while a recording is replayed; start without --replay for that."
            }
            Self::KeyWithheld { .. } => "Change the address or the profile, then send it again.",
            Self::TimedOut { .. } => "Try again; the server may be busy.",
            Self::NotUnderstood { .. } => {
                "Check that the address is that of the right API; see the answer as received."
            }
            Self::UnexpectedAnswer => "Refresh to ask again; this is a fault of the program worth reporting.",
            Self::Defect => "Refresh to ask again; this is a defect of the program worth reporting.",
            Self::Here { next_step, .. } => next_step,
        }
    }

    /// The server's messages that say more than the failure does, or the transport's.
    pub fn messages(&self) -> Vec<&Text> {
        match self {
            Self::NotFound { words, .. } => {
                let says_more = |words: &&Text| !words.raw().eq_ignore_ascii_case(b"Not found");
                words.iter().filter(says_more).collect()
            }
            Self::Invalid { words, .. }
            | Self::Refused { words, .. }
            | Self::RateLimited { words, .. }
            | Self::ServerFault { words, .. } => words.iter().collect(),
            Self::Unreachable { words, .. } | Self::NotUnderstood { words, .. } => vec![words],
            Self::NotOffered { .. }
            | Self::NotRecorded
            | Self::KeyWithheld { .. }
            | Self::TimedOut { .. }
            | Self::UnexpectedAnswer
            | Self::Defect
            | Self::Here { .. } => Vec::new(),
        }
    }

    /// All messages as one text, joined by `; ` unless one ends a sentence.
    pub fn joined_messages(&self) -> Option<Text> {
        let join = |mut joined: Vec<u8>, word: &[u8]| {
            joined.extend_from_slice(if joined.ends_with(b".") { b" " } else { b"; " });
            joined.extend_from_slice(word);
            joined
        };
        let mut words = self.messages().into_iter().map(Text::raw);
        let first = words.next()?.to_vec();
        Some(Text::from_bytes(words.fold(first, join)))
    }

    /// The verification API's `customCode`, if one came.
    pub fn code(&self) -> Option<&Text> {
        match self {
            Self::Invalid { code, .. }
            | Self::NotFound { code, .. }
            | Self::Refused { code, .. }
            | Self::RateLimited { code, .. }
            | Self::ServerFault { code, .. } => code.as_ref(),
            _ => None,
        }
    }

    /// Whether an older answer may replace the missing one: the server is unreachable, times out, or rate-limits.
    pub fn is_of_the_connection(&self) -> bool {
        self.is_passing() || matches!(self, Self::TimedOut { .. })
    }

    /// Whether a retry might help. Clients retry GETs with such failures.
    pub fn is_passing(&self) -> bool {
        match self {
            Self::ServerFault { status, .. } => matches!(status, 502..=504),
            Self::RateLimited { .. } | Self::Unreachable { .. } => true,
            _ => false,
        }
    }
}
