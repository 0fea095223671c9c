//! One attempt: waits for its turn at the host, is sent, and tells how it went.

use std::time::Duration;

use bytes::Bytes;
use tokio::time::Instant;

use super::budget::{Held, Rank};
use super::question::Asking;
use super::send::{self, Received, Stopped};
use super::{Client, retry};
use crate::message::{Failure, Retrying};

/// The longest wait for a host that is not worth a word.
const TOLD_WAIT: Duration = Duration::from_millis(300);

impl Client {
    /// Makes one attempt, when its turn has come; only one that is repeated waits for a host that asks to be left alone.
    pub(super) async fn attempt(
        &self,
        asking: &Asking<'_>,
        (number, retries): (usize, bool),
        progress: &(impl Fn(Retrying) + Sync),
    ) -> Result<Received, Stopped> {
        let Asking { request, call, guard, .. } = asking;
        let (options, listeners) = (&self.shared.options, &self.shared.options.listeners);
        if let Some(replay) = &options.replay {
            let ongoing = listeners.begin(asking, number, None);
            let outcome = replay.answer(asking);
            ongoing.end(&outcome);
            return outcome;
        }
        // A submission does not wait for a host that asks to be left alone: its job's plan heeds that.
        let urgent = request.ask.priority().map(Rank::from);
        let rank = urgent.as_ref().unwrap_or(asking.rank);
        let turn = self.shared.budgets.host(&call.url, self.servers.budget).enter(rank);
        let mut went = turn.try_go();
        let mut ongoing = listeners.begin(asking, number, Some((turn.host(), went.is_ok())));
        while let Err(held) = went {
            if let Held::Paused(at, until) = held {
                let failure = Failure::RateLimited { until: Some(until), words: Vec::new(), code: None };
                let wait = at.saturating_duration_since(Instant::now());
                if wait > options.longest_asked_wait || !retries {
                    let outcome = Err(failure.into());
                    ongoing.end(&outcome);
                    return outcome;
                }
                if wait > TOLD_WAIT {
                    progress(retry::next_try(request, &failure, number, options, until));
                }
            }
            turn.wait(held).await;
            went = turn.try_go();
        }
        ongoing.sent();
        let limit = options.limit(call.submitted().map(Bytes::len), self.servers.answer_wait);
        let outcome = send::once(call, guard, &self.shared.connections, options, limit).await;
        match &outcome {
            Ok(_) => turn.host().answered(),
            Err(Stopped { failure: Failure::RateLimited { .. }, wait, .. }) => {
                turn.host().pause(wait.unwrap_or(options.first_wait * 2));
            }
            Err(_) => {}
        }
        ongoing.end(&outcome);
        outcome
    }
}
