//! What the server does when it executes the result again, for whom that is asked.

use serde_json::{Value, json};

use crate::cli::next_step;
use crate::cli::world::World;
use crate::ledger::ExecutionRef;
use crate::message::{Answer, Ask, Failure};
use crate::replay::{Reexecution, Replayed, StepDifference};

/// How the server's execution compares with the one here, or why that is not known, in words.
pub(super) type Compared = Result<Reexecution, String>;

/// Has the server execute it.
pub(super) async fn compared(world: &World, replayed: &Replayed) -> Compared {
    let replay = replayed.outcome.as_ref().map_err(|_| "nothing was executed here".to_owned())?;
    let hash = replayed.gathered.result.hash.known().cloned();
    let of = hash.and_then(ExecutionRef::of_hash).ok_or("the result has no hash")?;
    match world.ask(Ask::Opcodes(of)).await.outcome {
        Ok(Answer::Opcodes(trace)) => Ok(Reexecution::compare(&trace, &replay.execution)),
        Ok(_) => Err(Failure::UnexpectedAnswer.sentence()),
        Err(Failure::NotOffered { .. }) => Err("this server does not offer it".to_owned()),
        Err(failure) => Err(next_step::reason(&failure)),
    }
}

pub(super) fn text(compared: &Compared) -> String {
    match compared {
        Ok(compared) => format!("server's re-execution: {compared}"),
        Err(words) => format!("server's re-execution: not known: {words}"),
    }
}

pub(super) fn json(compared: &Compared) -> Value {
    match compared {
        Ok(Reexecution::Same(steps)) => json!({ "agrees": true, "steps": steps }),
        Ok(Reexecution::Differs(StepDifference { step, server, here })) => {
            json!({ "agrees": false, "step": step, "server": server, "here": here })
        }
        Err(words) => json!({ "agrees": null, "unknown": words }),
    }
}
