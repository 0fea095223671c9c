//! `hieroscope cache`: how much is kept of answers that cannot change, and an end of it.

use serde_json::json;

use super::Outcome;
use super::bytes::Fault;
use super::console::result;
use crate::config::{CacheAction, CacheTask, Config};
use crate::ledger::text::visible;
use crate::runtime;

/// Carries out the command.
///
/// # Errors
/// When the cache cannot be read or changed.
pub(super) fn run(config: &Config, task: &CacheTask) -> Result<(), Fault> {
    let cache = runtime::cache(config);
    let is_cleared = task.action == Some(CacheAction::Clear);
    let size = if is_cleared { cache.clear() } else { cache.size() };
    let size = size.map_err(|fault| (Outcome::NotSent, fault.to_string()))?;
    let path = cache.path();
    let said = if task.json {
        let path = path.to_string_lossy();
        json!({ "path": path, "answers": size.answers, "bytes": size.bytes, "cleared": is_cleared })
            .to_string()
    } else {
        let path = path.to_string_lossy();
        if is_cleared { format!("removed {size}") } else { format!("{size} in {}", visible(&path)) }
    };
    result(&said)
}
