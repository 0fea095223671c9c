//! A rule: the service and the requests that it affects, their number, and the fault.

use std::borrow::Cow;
use std::str::FromStr;
use std::time::Duration;

use axum::http::Method;

use super::canned::{Canned, Saying};
use super::changed::Change;
use super::delivery::Delivery;
use super::service::Service;

/// A fault, and the requests that it affects. As text: `/api/v1/contracts status=429 retry-after=3 times=2`.
#[derive(Clone, Debug)]
pub struct Rule {
    asked: Asked,
    /// The number of matching requests before the rule starts.
    skip: u32,
    /// The number of requests affected; `None` for all that follow.
    times: Option<u32>,
    pub(super) fault: Fault,
}

/// The requests that a rule matches.
#[derive(Clone, Debug)]
pub(super) enum Asked {
    /// Requests with this path prefix.
    Path(Cow<'static, str>),
    Mirror,
    /// The details of a result.
    Detail,
    /// The steps of a result.
    Opcodes,
    Verifier,
    Submission,
    Job,
}

#[derive(Clone, Debug)]
pub(super) enum Fault {
    /// This answer, without calling the service.
    Answer(Canned),
    /// The right answer, changed.
    Change(Change),
    /// The correct answer with a faulty delivery.
    Deliver(Delivery),
    /// No answer for this long, then the correct one; with `None`, no answer until the network ends.
    Stall(Option<Duration>),
    /// Executed at once, but answered this much later.
    Late(Duration),
    /// Carried out, then the connection is reset.
    Drop,
    /// Answers normally, then closes the port for this long.
    Restart(Duration),
    /// Closes the port from the start, for this long or forever.
    Refuse(Option<Duration>),
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "\"{0}\" is no rule: PATH, then status=CODE, truncate or stall, and times=N, skip=N or retry-after=SECONDS"
)]
pub struct NoRule(String);

impl FromStr for Rule {
    type Err = NoRule;

    fn from_str(text: &str) -> Result<Self, NoRule> {
        Self::parse(text).ok_or_else(|| NoRule(text.to_owned()))
    }
}

impl Rule {
    /// A rule for all such requests.
    pub(super) const fn on(asked: Asked, fault: Fault) -> Self {
        Self { asked, skip: 0, times: None, fault }
    }

    /// Starts the rule after this many such requests.
    #[must_use]
    pub const fn after(mut self, skip: u32) -> Self {
        self.skip = skip;
        self
    }

    /// Limits the rule to this many requests.
    #[must_use]
    pub const fn times(mut self, times: u32) -> Self {
        self.times = Some(times);
        self
    }

    /// Limits the rule to this many requests; for a closed port, to this many seconds.
    #[must_use]
    pub fn until(mut self, number: u32) -> Self {
        if let Fault::Refuse(time) = &mut self.fault {
            *time = Some(Duration::from_secs(number.into()));
        }
        self.times(number)
    }

    /// The service of the affected requests.
    pub(super) fn service(&self) -> Service {
        match &self.asked {
            Asked::Path(start) => Service::of(start),
            Asked::Mirror | Asked::Detail | Asked::Opcodes => Service::Mirror,
            Asked::Verifier | Asked::Submission | Asked::Job => Service::Verifier,
        }
    }

    /// Whether it is about such a request, `METHOD /path`.
    pub fn is_about(&self, asked: &str) -> bool {
        let (method, path) = asked.split_once(' ').unwrap_or(("GET", asked));
        Method::from_bytes(method.as_bytes()).is_ok_and(|method| self.asked.covers(&method, path))
    }

    /// The same, for requests whose path starts so.
    #[must_use]
    pub fn at(self, path: &str) -> Self {
        Self { asked: Asked::Path(Cow::Owned(path.to_owned())), ..self }
    }

    fn parse(text: &str) -> Option<Self> {
        let mut words = text.split_whitespace();
        let asked = Asked::Path(Cow::Owned(words.next()?.to_owned()));
        let (mut skip, mut times, mut retry_after, mut fault) = (0, None, None, None);
        for word in words {
            let (name, value) = word.split_once('=').unwrap_or((word, ""));
            match name {
                "status" => fault = Some(Fault::Answer(Canned::new(value.parse().ok()?, Saying::Reason))),
                "truncate" => fault = Some(Fault::Change(Change::Cut)),
                "stall" => fault = Some(Fault::Stall(None)),
                "times" => times = Some(value.parse().ok()?),
                "skip" => skip = value.parse().ok()?,
                "retry-after" => retry_after = Some(value.parse().ok()?),
                _ => return None,
            }
        }
        let fault = match (fault?, retry_after) {
            (Fault::Answer(canned), Some(seconds)) => Fault::Answer(canned.retry_after(seconds)),
            (fault, _) => fault,
        };
        Some(Self { asked, skip, times, fault })
    }

    /// Whether it strikes this request, which counts as one.
    pub(super) fn strikes(&mut self, method: &Method, path: &str) -> Struck {
        if self.times == Some(0) || !self.asked.covers(method, path) {
            return Struck::No;
        }
        if self.skip > 0 {
            self.skip -= 1;
            return Struck::Spared;
        }
        self.times = self.times.map(|times| times - 1);
        Struck::Yes
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Struck {
    Yes,
    /// The rule matches, but has not started.
    Spared,
    No,
}

impl Asked {
    fn covers(&self, method: &Method, path: &str) -> bool {
        let of_mirror = Service::of(path) == Service::Mirror;
        match self {
            Self::Path(start) => path.starts_with(&**start),
            Self::Mirror => of_mirror,
            Self::Detail => of_mirror && is_detail(path),
            Self::Opcodes => of_mirror && path.ends_with("/opcodes"),
            Self::Verifier => !of_mirror,
            Self::Submission => method == Method::POST && path.starts_with("/v2/verify/"),
            Self::Job => method == Method::GET && path.starts_with("/v2/verify/"),
        }
    }
}

/// Whether the path names one result: by its hash or transaction, or by its contract and time.
fn is_detail(path: &str) -> bool {
    let is_name = |name: &str| name.starts_with(|first: char| first.is_ascii_digit());
    match path.split('/').skip(3).collect::<Vec<_>>().as_slice() {
        ["contracts", "results", name] => is_name(name),
        ["contracts", contract, "results", moment] => is_name(contract) && is_name(moment),
        _ => false,
    }
}
