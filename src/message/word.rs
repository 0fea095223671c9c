//! Constant words in log events.

use std::error::Error;
use std::fmt;

/// A constant word such as an action's name, never a value, user input or network data. It is the only event field that
/// crash reports include.
#[derive(Clone, Copy, Debug)]
pub struct Word(pub &'static str);

impl Word {
    /// The word as an event field; errors are the only kind of field that keeps its type.
    pub fn field(&self) -> &(dyn Error + 'static) {
        self
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl Error for Word {}
