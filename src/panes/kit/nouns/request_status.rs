//! The progress of a request on screen: a spinner, a countdown, a failure, the age of the answer.

use api::Failure;
use ledger::Timestamp;
use ledger::timestamp::span;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::panes::kit::ask::progress::{Phase, SPINNER_DELAY_MILLIS, SPINNER_FRAME_MILLIS, waiting_words};
use crate::panes::kit::nouns::values;
use crate::panes::kit::{Fetched, Progress};
use crate::panes::{Context, Status};
use crate::widgets::line::{put, put_words};
use crate::widgets::{Role, TimeStyle};

impl<T> Fetched<'_, T> {
    /// The header's status.
    pub fn status(self, ctx: &Context<'_>) -> Status {
        self.progress().map(|progress| progress.status(self.value().is_some(), ctx)).unwrap_or_default()
    }

    /// Draws a placeholder for the answer. See [`Progress::view_missing`].
    pub fn view_missing(self, ctx: &Context<'_>, subject: &str, area: Rect, buf: &mut Buffer) -> u16 {
        self.progress().map_or(0, |progress| progress.view_missing(ctx, subject, area, buf))
    }
}

impl Progress {
    /// The header's status; `old` if an earlier answer is shown.
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

    /// The banner above an answer that could not be refreshed.
    fn failed_banner(&self, failure: &Failure, ctx: &Context<'_>) -> (String, Role) {
        let again = self.next_try(ctx.now).map(|words| format!(" {words}")).unwrap_or_default();
        let kept = match self.cached_words(ctx.now) {
            Some(words) => format!("Showing what was {words}."),
            None => "Showing the last answer.".to_owned(),
        };
        (format!("{} {}{again} {kept}", ctx.theme.glyphs.failure, failure.sentence()), Role::Failure)
    }

    /// The age of an answer from the disk cache.
    fn cached_words(&self, now: Timestamp) -> Option<String> {
        let at = self.answered_at.filter(|_| self.is_cached)?;
        Some(if at > now { "cached".to_owned() } else { format!("cached {} ago", span(now.since(at))) })
    }

    /// The time of the automatic retry, in words.
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

    /// Draws a placeholder for missing data: a skeleton, a wait, or a failure. `subject` names the requested
    /// thing, as it was understood. Returns the first free row below.
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
                        (1, line),
                        &bar.repeat(usize::from((width / 2).min(14u16))),
                        theme.style(Role::Dim),
                    );
                    put(buf, area, (20, line), &bar.repeat(usize::from(*width)), theme.style(Role::Dim));
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
        put_words(buf, area, (0, 4), lines, ctx.theme)
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
        // Local answers and unsent requests have no URL.
        if !self.url().is_empty() {
            lines.push((format!("GET {}", ledger::text::visible(self.url())), Role::Dim));
        }
        lines
    }
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
