//! Questions that wait until they are answered or failed by a test.

use api::Failure;
use hieroscope::message::{Event, Request, Response, Retrying};

use super::Session;
use super::host::question;

impl Session {
    /// From now on questions wait until they are let go.
    pub(crate) fn hold(&mut self) {
        self.host.held = true;
    }

    /// Answers one of the questions that wait, picked by this number. `false` if none waits.
    pub(crate) fn let_go(&mut self, at: usize) -> bool {
        let waiting = self.host.queue.len();
        if waiting > 0 {
            self.host.let_go(at % waiting);
            self.run();
        }
        waiting > 0
    }

    /// Fails all questions that wait.
    pub(crate) fn fail(&mut self, failure: &Failure) -> &mut Self {
        for request in self.all_waiting() {
            let url = "http://127.0.0.1:1/".repeat(20);
            self.host.queue.retain(|waiting| question(waiting) != Some(&request));
            let response = Response { url, ..Response::here(request, Err(failure.clone()), self.now()) };
            self.event(Event::Response(Box::new(response)));
        }
        self
    }

    /// Has all questions that wait fail for now.
    pub(crate) fn retry(&mut self, failure: &Failure) -> &mut Self {
        for request in self.all_waiting() {
            let at = self.now().plus_millis(12_000);
            let retrying = Retrying { request, failure: failure.clone(), attempt: 2, of: 5, at };
            self.event(Event::Retrying(Box::new(retrying)));
        }
        self
    }

    /// The questions that wait.
    pub(crate) fn all_waiting(&self) -> Vec<Request> {
        self.host.queue.iter().filter_map(question).cloned().collect()
    }

    /// The question that has waited longest, while they wait.
    pub(crate) fn waiting(&self) -> Option<Request> {
        self.host.queue.first().and_then(question).cloned()
    }
}
