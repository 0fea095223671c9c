//! Rows that come into a list from now on, written as they come.

use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use super::Ended;
use super::opened::Opened;
use super::printer::Printer;
use super::rows::Chosen;
use crate::cli::console::say;
use crate::config::GetTask;
use crate::message::contents::{NextStep, Walk};
use crate::runtime::WalkFault;

/// The wait after an answer before the next request, and after a failure.
const POLL_INTERVAL: Duration = Duration::from_secs(2);
const RETRY_INTERVAL: Duration = Duration::from_secs(15);

/// Writes new rows, oldest first, until the requested number is reached, or without one until the command is
/// interrupted. Temporary failures of a server are retried; the rows from that time are written then.
///
/// # Errors
/// If the list cannot be watched, or the output is closed.
pub(super) async fn write(
    walk: Arc<dyn Walk>,
    task: &GetTask,
    opened: &Opened,
    printer: &mut Printer<impl Write>,
) -> Result<(), Ended> {
    if opened.is_replay() {
        return Err(Ended::usage("nothing new comes while a recording is replayed: leave out --watch"));
    }
    let known = opened.known_of(task).await;
    let chosen =
        Chosen::new((walk.fields(), walk.shown(), walk.units()), task, usize::MAX, (&known, opened.now()))?;
    let asker = opened.asker();
    let mut steps = walk.begin(opened.now());
    // What is there already says where to begin.
    let first = steps.first();
    asker.step(&mut *steps, first).await.map_err(Ended::from)?;
    printer.begin(&chosen.fields)?;
    while printer.count() < chosen.limit {
        let Some(ask) = steps.newer(opened.now()) else {
            return Err(Ended::usage("nothing new can come into this list: --watch does not go with it"));
        };
        let mut next = NextStep::More(ask);
        let mut wait = POLL_INTERVAL;
        while let NextStep::More(ask) = next {
            next = match asker.step(&mut *steps, ask).await {
                Ok(step) => {
                    chosen.write(&step.values, &step.rows, printer)?;
                    step.next
                }
                Err(fault @ WalkFault::Failed(_)) => {
                    say(&format!("{fault} It is asked again in {} s.", RETRY_INTERVAL.as_secs()));
                    wait = RETRY_INTERVAL;
                    NextStep::End
                }
                Err(fault) => return Err(fault.into()),
            };
        }
        if printer.count() < chosen.limit {
            tokio::time::sleep(wait).await;
        }
    }
    printer.end()?;
    Ok(())
}
