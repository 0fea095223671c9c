//! The progress of a request, and how it is shown: a spinner, a countdown, a failure, the age of the answer.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{healing, values};
use crate::ledger::Timestamp;
use crate::ledger::timestamp::span;
use crate::message::{AnswerSource, Failure, Gathering, Request, Response, Retrying};
use crate::panes::{Context, Status};
use crate::widgets::line::{cut, put, wrap_words};
use crate::widgets::{Role, TimeStyle};

/// The state of a request. The owner knows whether there is an earlier answer.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    /// When the last answer came.
    answered_at: Option<Timestamp>,
    /// When the last request came to an end, be it an answer or a failure.
    ended_at: Option<Timestamp>,
    url: String,
    /// Whether the last answer was kept on disk.
    is_cached: bool,
    /// How often in a row it failed.
    failures: u32,
    phase: Phase,
}

#[derive(Clone, Debug, Default)]
enum Phase {
    #[default]
    Rest,
    Asking {
        request: Request,
        since: Timestamp,
        /// Why it failed before, if it is asked again by itself.
        after: Option<Box<Failure>>,
        /// How many records are there, and how many are needed, if it needs many.
        records: Option<(usize, usize)>,
    },
    Waiting(Box<Retrying>),
    Failed {
        failure: Failure,
        /// When it is asked again by itself.
        heals_at: Option<Timestamp>,
    },
    Stopped,
}

/// Delay before a wait is shown: most answers are faster, and a flash disturbs.
const SPINNER_DELAY_MILLIS: u64 = 300;
const SPINNER_FRAME_MILLIS: u64 = 250;

impl Progress {
    /// The state of a request that the user stopped.
    pub fn stopped() -> Self {
        Self { phase: Phase::Stopped, ..Self::default() }
    }

    /// The same if the last request was answered.
    #[must_use]
    pub fn as_answered(&self) -> Self {
        Self { answered_at: self.ended_at, phase: Phase::Rest, ..self.clone() }
    }

    /// Notes that this is asked now.
    pub fn start(&mut self, request: Request, now: Timestamp) {
        self.failures = 0;
        self.phase = Phase::Asking { request, since: now, after: None, records: None };
    }

    /// Notes that this is asked now, again by itself.
    pub fn start_again(&mut self, request: Request, now: Timestamp) {
        let after = self.failure().cloned().map(Box::new);
        self.phase = Phase::Asking { request, since: now, after, records: None };
    }

    /// Notes the answer to what was asked last, and nothing else. `true` if it was for this.
    pub fn finish(&mut self, response: &Response) -> bool {
        if self.asked() != Some(&response.request) {
            return false;
        }
        self.url.clone_from(&response.url);
        self.ended_at = Some(response.at);
        if response.outcome.is_ok() {
            self.answered_at = Some(response.at);
            self.is_cached = response.source != AnswerSource::Server;
        }
        self.phase = match healing::failed(response) {
            None => {
                self.failures = 0;
                Phase::Rest
            }
            Some((failure, at)) => {
                self.ended_at = Some(at);
                self.failures = self.failures.saturating_add(1);
                let heals_at = healing::heals_at(response, self.failures);
                Phase::Failed { failure: failure.clone(), heals_at }
            }
        };
        true
    }

    /// What failed is not asked again by itself.
    pub fn give_up(&mut self) {
        if let Phase::Failed { heals_at, .. } = &mut self.phase {
            *heals_at = None;
        }
    }

    /// Notes that an answer came that cannot be used.
    pub fn fail(&mut self, failure: Failure) {
        self.phase = Phase::Failed { failure, heals_at: None };
    }

    /// Notes that the request failed in passing and will be repeated. `true` if it was this one.
    pub fn retry(&mut self, retrying: &Retrying) -> bool {
        let mine = self.asked() == Some(&retrying.request);
        if mine {
            self.phase = Phase::Waiting(Box::new(retrying.clone()));
        }
        mine
    }

    /// Notes how many records are there, if it is this request that needs them.
    pub fn gather(&mut self, gathering: &Gathering) {
        if let Phase::Asking { request, records, .. } = &mut self.phase
            && *request == gathering.request
        {
            *records = Some((gathering.done, gathering.of));
        }
    }

    /// Notes that nobody waits any more. The request that was in progress.
    pub fn stop(&mut self) -> Option<Request> {
        let request = self.asked()?.clone();
        self.phase = Phase::Stopped;
        Some(request)
    }

    /// When the last answer came, if it is kept.
    pub fn answered_at(&self) -> Option<Timestamp> {
        self.answered_at
    }

    /// When the last request came to an end, be it an answer or a failure.
    pub fn ended_at(&self) -> Option<Timestamp> {
        self.ended_at
    }

    /// The request that is in progress.
    pub fn asked(&self) -> Option<&Request> {
        match &self.phase {
            Phase::Asking { request, .. } => Some(request),
            Phase::Waiting(retrying) => Some(&retrying.request),
            _ => None,
        }
    }

    /// Why the last request failed, unless a newer one is in progress.
    pub fn failure(&self) -> Option<&Failure> {
        match &self.phase {
            Phase::Failed { failure, .. } => Some(failure),
            _ => None,
        }
    }

    /// When what failed is asked again by itself: at once if the clock was put back behind the failure.
    pub fn heals_at(&self, now: Timestamp) -> Option<Timestamp> {
        match &self.phase {
            Phase::Failed { heals_at, .. } => {
                let is_put_back = self.ended_at.is_some_and(|ended| now < ended);
                heals_at.map(|at| if is_put_back { now } else { at })
            }
            _ => None,
        }
    }

    /// Whether an answer is in progress. A request that waits for its next try has none.
    pub fn is_under_way(&self) -> bool {
        matches!(self.phase, Phase::Asking { .. })
    }

    /// Why the request will be repeated and when, in words, while that is waited for.
    pub fn waits(&self, now: Timestamp) -> Option<String> {
        match &self.phase {
            Phase::Waiting(retrying) => Some(waiting_words(retrying, now)),
            _ => None,
        }
    }

    /// Why there is no answer yet, while it is asked for again; without a countdown, for what is drawn once.
    pub fn trouble(&self) -> Option<String> {
        let failure = match &self.phase {
            Phase::Waiting(retrying) => &retrying.failure,
            Phase::Asking { after: Some(failure), .. } => failure,
            Phase::Failed { failure, heals_at: Some(_) } => failure,
            _ => return None,
        };
        Some(format!("{} Trying again.", failure.sentence()))
    }

    /// The address that answered last.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// When something about this moves by itself: a spinner or a countdown.
    pub fn wake_at(&self, now: Timestamp) -> Option<Timestamp> {
        match &self.phase {
            Phase::Asking { since, .. } if now < since.plus_millis(SPINNER_DELAY_MILLIS) => {
                Some(since.plus_millis(SPINNER_DELAY_MILLIS))
            }
            Phase::Waiting(retrying) if now < retrying.at => Some(now.plus_millis(1000)),
            Phase::Asking { .. } | Phase::Waiting(_) => Some(now.plus_millis(SPINNER_FRAME_MILLIS)),
            Phase::Failed { heals_at: Some(at), .. } if now < *at => Some(now.plus_millis(1000).min(*at)),
            Phase::Failed { .. } => self.asked_wait(now).map(|_| now.plus_millis(1000)),
            Phase::Rest | Phase::Stopped => None,
        }
    }

    /// For how long the server still asks to be left alone, nanoseconds.
    pub fn asked_wait(&self, now: Timestamp) -> Option<u128> {
        match &self.phase {
            Phase::Failed { failure: Failure::RateLimited { until: Some(until), .. }, .. }
                if *until > now =>
            {
                Some(until.since(now))
            }
            _ => None,
        }
    }

    /// What the header says; `old` if an earlier answer is shown.
    pub fn status(&self, old: bool, ctx: &Context<'_>) -> Status {
        let with = |words: String, role| Status { words, role, banner: None };
        match &self.phase {
            Phase::Rest | Phase::Stopped if old => {
                let words = self.cached_words(ctx.now).unwrap_or_else(|| {
                    let at = self.answered_at.map(|at| ctx.theme.at_clock(at, ctx.now)).unwrap_or_default();
                    format!("updated {at}")
                });
                with(words, Role::Dim)
            }
            Phase::Rest => with(String::new(), Role::Dim),
            Phase::Stopped => with("stopped".to_owned(), Role::Attention),
            Phase::Asking { since, after, .. } => {
                let spent = ctx.now.since(*since);
                if let Some(failure) = after.as_ref().filter(|_| old) {
                    return Status {
                        words: "trying again".to_owned(),
                        role: Role::Attention,
                        banner: Some(self.failed_banner(failure, ctx)),
                    };
                }
                if spent < u128::from(SPINNER_DELAY_MILLIS) * 1_000_000 {
                    return with(if old { "refreshing" } else { "loading" }.to_owned(), Role::Dim);
                }
                let verb = if old { "refreshing" } else { "loading" };
                with(format!("{} {verb} {}", spinner(ctx, spent), seconds(spent)), Role::Attention)
            }
            Phase::Waiting(retrying) => {
                let words = waiting_words(retrying, ctx.now);
                let banner = old.then_some((words, Role::Attention));
                Status { words: "waiting".to_owned(), role: Role::Attention, banner }
            }
            Phase::Failed { failure, .. } => {
                let banner = old.then(|| self.failed_banner(failure, ctx));
                Status { words: "failed".to_owned(), role: Role::Failure, banner }
            }
        }
    }

    /// What is said above an answer that could not be refreshed.
    fn failed_banner(&self, failure: &Failure, ctx: &Context<'_>) -> (String, Role) {
        let again = self.next_try(ctx.now).map(|words| format!(" {words}")).unwrap_or_default();
        let kept = match self.cached_words(ctx.now) {
            Some(words) => format!("Showing what was {words}."),
            None => "Showing the last answer.".to_owned(),
        };
        (format!("{} {}{again} {kept}", ctx.theme.glyphs.failure, failure.sentence()), Role::Failure)
    }

    /// How old an answer is that was kept on disk.
    fn cached_words(&self, now: Timestamp) -> Option<String> {
        let at = self.answered_at.filter(|_| self.is_cached)?;
        Some(if at > now { "cached".to_owned() } else { format!("cached {} ago", span(now.since(at))) })
    }

    /// When what failed is asked again by itself, in words.
    fn next_try(&self, now: Timestamp) -> Option<String> {
        match &self.phase {
            Phase::Failed { heals_at: Some(at), .. } if *at > now => {
                Some(format!("Next try in {}.", span(at.since(now))))
            }
            Phase::Failed { heals_at: Some(_), .. } | Phase::Asking { after: Some(_), .. } => {
                Some("Trying again.".to_owned())
            }
            _ => None,
        }
    }

    /// Draws the replacement for data that has not come: a skeleton, a wait, or why there is none. `subject`
    /// names what was asked for, as it was understood. Returns the first row that is free below.
    pub fn view_missing(&self, ctx: &Context<'_>, subject: &str, area: Rect, buf: &mut Buffer) -> u16 {
        let theme = ctx.theme;
        let lines: Vec<(String, Role)> = match &self.phase {
            Phase::Asking { after: Some(failure), .. } => self.failure_lines(failure, subject, ctx),
            Phase::Failed { failure, .. } => self.failure_lines(failure, subject, ctx),
            Phase::Asking { records, .. } => {
                let bar = ctx.theme.glyphs.skeleton;
                for (line, width) in
                    (1..area.height.saturating_sub(1)).zip([14, 30, 22, 40, 18, 0, 26, 34, 12].iter().cycle())
                {
                    put(
                        buf,
                        area,
                        1,
                        line,
                        &bar.repeat(usize::from((width / 2).min(14u16))),
                        theme.style(Role::Dim),
                    );
                    put(buf, area, 20, line, &bar.repeat(usize::from(*width)), theme.style(Role::Dim));
                }
                let records = records.map(|(done, of)| format!(": {done} of {of} records"));
                vec![(format!("Loading {subject}{}", records.unwrap_or_default()), Role::Dim)]
            }
            Phase::Waiting(retrying) => {
                vec![
                    (format!("Loading {subject}"), Role::Dim),
                    (waiting_words(retrying, ctx.now), Role::Attention),
                ]
            }
            Phase::Stopped => vec![(format!("Stopped loading {subject}."), Role::Attention)],
            Phase::Rest => Vec::new(),
        };
        let mut row = 0;
        for (text, role) in lines {
            for line in wrap_words(&text, area.width.saturating_sub(2), 4, ctx.theme.glyphs.cut) {
                put(buf, area, 1, row, &cut(&line, area.width, ctx.theme.glyphs.cut), theme.style(role));
                row += 1;
            }
        }
        row
    }

    fn failure_lines(&self, failure: &Failure, subject: &str, ctx: &Context<'_>) -> Vec<(String, Role)> {
        let mut lines = Vec::new();
        match failure {
            Failure::NotFound { .. } => lines.push((format!("No {subject}."), Role::Heading)),
            _ => lines.push((format!("Could not load {subject}."), Role::Heading)),
        }
        lines.push((failure.sentence(), Role::Failure));
        if let Failure::RateLimited { until: Some(until), .. } = failure {
            let wait = match ctx.theme.times {
                TimeStyle::Relative => format!("; that ends {}", ctx.theme.time(*until, ctx.now)),
                TimeStyle::Utc => format!(" until {} UTC", values::brief_time(ctx, *until)),
                _ => format!(" until {}", ctx.theme.time(*until, ctx.now)),
            };
            lines.push((format!("It asks to wait{wait}."), Role::Attention));
        }
        for words in failure.messages() {
            lines.push((format!("\u{201c}{}\u{201d}", words.escaped()), Role::Plain));
        }
        lines.push((failure.next_step().to_owned(), Role::Plain));
        lines.extend(self.next_try(ctx.now).map(|words| (words, Role::Attention)));
        // What was made here, or could not be asked, has no address.
        if !self.url.is_empty() {
            lines.push((format!("GET {}", crate::ledger::text::visible(&self.url)), Role::Dim));
        }
        lines
    }
}

fn waiting_words(retrying: &Retrying, now: Timestamp) -> String {
    let wait = retrying.at.since(now);
    let (attempt, of) = (retrying.attempt, retrying.of);
    format!("{} Next try in {} (attempt {attempt} of {of}).", retrying.failure.sentence(), span(wait))
}

fn spinner(ctx: &Context<'_>, spent: u128) -> &'static str {
    let frames = ctx.theme.glyphs.spinner;
    let beat = if ctx.theme.motion { spent / (u128::from(SPINNER_FRAME_MILLIS) * 1_000_000) } else { 0 };
    let count = u128::try_from(frames.len()).unwrap_or(1).max(1);
    usize::try_from(beat % count).ok().and_then(|at| frames.get(at)).copied().unwrap_or_default()
}

fn seconds(nanos: u128) -> String {
    format!("{}.{} s", nanos / 1_000_000_000, nanos / 100_000_000 % 10)
}
