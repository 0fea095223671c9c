//! Lists a directory, to complete a path.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use super::reader::fault;
use crate::message::{Entry, FileFault, Listing};

/// The most entries that are listed.
const MAX_ENTRIES: usize = 2000;

/// The directories and JSON files of a directory. A name that is no text is left out: it could not be typed.
///
/// # Errors
/// If there is no such directory, or it cannot be read.
pub(super) fn list(path: &Path) -> Result<Arc<Listing>, FileFault> {
    let found = fs::read_dir(path).map_err(|error| fault(&error))?;
    let entries = found.filter_map(Result::ok).filter_map(|entry| {
        let name = entry.file_name().into_string().ok()?;
        // Through links, as opening would go; a link that leads nowhere is no entry.
        let directory = fs::metadata(entry.path()).ok()?.is_dir();
        let fits =
            directory || Path::new(&name).extension().is_some_and(|end| end.eq_ignore_ascii_case("json"));
        fits.then_some(Entry { name, directory })
    });
    let mut entries: Vec<Entry> = entries.take(MAX_ENTRIES + 1).collect();
    let more = entries.len() > MAX_ENTRIES;
    entries.truncate(MAX_ENTRIES);
    entries.sort_by(|one, other| (!one.directory, &one.name).cmp(&(!other.directory, &other.name)));
    Ok(Arc::new(Listing { entries, more }))
}
