//! Re-execution of the result by the server, on request.

use std::sync::Arc;

use api::{Failure, Unanswered};
use replay::{Reexecution, Replayed, StepDifference};
use serde_json::{Value, json};

use crate::cli::next_step;
use crate::cli::world::World;
use crate::message::{ReexecutionQuery, SameReplay};

/// How the server's execution compares with the one here, or why that is not known, in words.
pub(super) type Compared = Result<Arc<Reexecution>, String>;

/// Makes the server execute the same call.
pub(super) async fn compared(world: &World, replayed: &Arc<Replayed>) -> Compared {
    if replayed.outcome.is_err() {
        return Err("nothing was executed here".to_owned());
    }
    if replayed.gathered.result.hash.known().is_none() {
        return Err("the result has no hash".to_owned());
    }
    let query = ReexecutionQuery(SameReplay(Arc::clone(replayed)));
    match world.ask(&query).await {
        Ok(compared) => Ok(compared),
        Err(Unanswered { failure: Failure::NotOffered { .. }, .. }) => {
            Err("this server does not offer it".to_owned())
        }
        Err(Unanswered { failure, .. }) => Err(next_step::reason(&failure)),
    }
}

pub(super) fn text(compared: &Compared) -> String {
    match compared {
        Ok(compared) => format!("server's re-execution: {compared}"),
        Err(words) => format!("server's re-execution: not known: {words}"),
    }
}

pub(super) fn json(compared: &Compared) -> Value {
    match compared.as_deref() {
        Ok(Reexecution::Same(steps)) => json!({ "agrees": true, "steps": steps }),
        Ok(Reexecution::Differs(StepDifference { step, server, here })) => {
            json!({ "agrees": false, "step": step, "server": server, "here": here })
        }
        Err(words) => json!({ "agrees": null, "unknown": words }),
    }
}
