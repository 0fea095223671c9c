//! Something that lives on a server: in exactly one state, with the old data kept while new data is asked for.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::kit::Progress;
use super::{Context, Status};
use crate::ledger::Timestamp;
use crate::message::{Action, Answer, Effect, Failure, Request, Response, Retrying};

/// A remote thing of type `T`.
#[derive(Clone, Debug)]
pub struct Remote<T> {
    value: Option<T>,
    progress: Progress,
}

impl<T> Default for Remote<T> {
    fn default() -> Self {
        Self { value: None, progress: Progress::default() }
    }
}

impl<T> Remote<T> {
    /// Asks; what is known already stays until the answer comes.
    pub fn ask(&mut self, request: Request, now: Timestamp) -> Effect {
        self.progress.start(request.clone(), now);
        Effect::Send(request)
    }

    /// Takes an answer to what was asked last, and nothing else. `take` picks the value from an answer of the
    /// right kind. `true` if it was for this.
    pub fn hear(&mut self, response: &Response, take: impl FnOnce(&Answer) -> Option<T>) -> bool {
        if !self.progress.finish(response) {
            return false;
        }
        if let Ok(answer) = &response.outcome
            && let Some(value) = take(answer)
        {
            self.value = Some(value);
        }
        true
    }

    /// Hears that the request failed in passing and will be repeated.
    pub fn retrying(&mut self, retrying: &Retrying) -> bool {
        self.progress.retry(retrying)
    }

    /// Stops asking.
    pub fn stop(&mut self) -> Option<Effect> {
        self.progress.stop().map(Effect::Cancel)
    }

    /// The request that is under way.
    pub fn asked(&self) -> Option<&Request> {
        self.progress.asked()
    }

    /// What is known.
    pub fn value(&self) -> Option<&T> {
        self.value.as_ref()
    }

    /// Drops what is known: it is no answer to what is asked now.
    pub fn forget(&mut self) {
        self.value = None;
        self.progress.forget();
    }

    /// Why the last request failed, unless a newer one is under way.
    pub fn failure(&self) -> Option<&Failure> {
        self.progress.failure()
    }

    /// Whether an answer is under way. A request that waits for its next try has none.
    pub fn is_under_way(&self) -> bool {
        self.progress.is_under_way()
    }

    /// Why the request will be repeated and when, in words, while that is waited for.
    pub fn waits(&self, now: Timestamp) -> Option<String> {
        self.progress.waits(now)
    }

    /// The address that answered last.
    pub fn url(&self) -> &str {
        self.progress.url()
    }

    /// When something about this moves by itself: a spinner or a countdown.
    pub fn wake_at(&self, now: Timestamp) -> Option<Timestamp> {
        self.progress.wake_at(now)
    }

    /// What the header says.
    pub fn status(&self, ctx: &Context<'_>) -> Status {
        self.progress.status(self.value.is_some(), ctx)
    }

    /// Draws what stands in place of data that has not come. See [`Progress::view_missing`].
    pub fn view_missing(&self, ctx: &Context<'_>, subject: &str, area: Rect, buf: &mut Buffer) -> u16 {
        self.progress.view_missing(ctx, subject, area, buf)
    }

    /// Asks again, for [`Action::Refresh`]. The same question that is under way is not begun anew, however often
    /// the key is pressed; one that waits for its next try is asked at once.
    pub fn again(&mut self, request: Request, now: Timestamp) -> Vec<Effect> {
        if self.is_under_way() && self.asked() == Some(&request) {
            return Vec::new();
        }
        let stopped = self.stop();
        stopped.into_iter().chain([self.ask(request, now)]).collect()
    }

    /// Whether [`Action::Close`] has something to stop here before it leaves the pane.
    pub fn stops_on(&self, action: Action) -> bool {
        action == Action::Close && self.asked().is_some() && self.value.is_none()
    }
}
