//! A fault in the configuration, and how to mend it.

use std::fmt;
use std::path::PathBuf;

use ledger::text::visible;

/// One fault of the configuration file. The program starts nevertheless, on the default of that value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigFault {
    pub file: PathBuf,
    /// The line, counted from 1; `None` if the file could not be read.
    pub line: Option<usize>,
    /// The key, such as `networks.mine.mirror`; empty if the fault is of no single key.
    pub key: String,
    /// A sentence that names the fault and the valid values.
    pub words: String,
}

impl fmt::Display for ConfigFault {
    /// `FILE:LINE: KEY: words`, safe to print.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&visible(&self.file.display().to_string()))?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        if !self.key.is_empty() {
            write!(f, ": {}", visible(&self.key))?;
        }
        write!(f, ": {}", visible(&self.words))
    }
}
