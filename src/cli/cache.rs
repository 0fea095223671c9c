//! `hieroscope cache`: how much is kept of answers that cannot change, and an end of it.

use ledger::text::visible;
use serde_json::json;

use super::Outcome;
use super::bytes::Fault;
use super::console::result;
use crate::config::{CacheAction, CacheTask, Config};
use crate::runtime;

/// Carries out the command.
///
/// # Errors
/// When the cache cannot be read or changed.
pub(super) fn run(config: &Config, task: &CacheTask) -> Result<(), Fault> {
    let cache = runtime::cache(config);
    let is_cleared = task.action == Some(CacheAction::Clear);
    let size = if is_cleared { cache.clear() } else { cache.size().map(Some) };
    let (done, next) =
        if is_cleared { ("removed", "") } else { ("read", "; `hieroscope cache clear` removes it") };
    let size = size.map_err(|fault| {
        let words = format!("the cache cannot be {done}: {}{next}", fault.clause());
        (Outcome::NotSent, visible(&words))
    })?;
    let path = cache.path();
    let path = path.to_string_lossy();
    let said = if task.json {
        let (answers, bytes) = (size.map(|size| size.answers), size.map(|size| size.bytes));
        json!({ "path": path, "answers": answers, "bytes": bytes, "cleared": is_cleared }).to_string()
    } else {
        match size {
            Some(size) if is_cleared => format!("removed {size}"),
            Some(size) => format!("{size} in {}", visible(&path)),
            None => "removed the cache, which could not be read".to_owned(),
        }
    };
    result(&said)
}
