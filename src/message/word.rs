//! Words of the program's own among what is logged.

use std::error::Error;
use std::fmt;

/// A word of the program's own, such as the name of an action: no value, and nothing that was typed or came from a
/// network. As the field of an event it is remembered for a report of a crash, which no other field is.
#[derive(Clone, Copy, Debug)]
pub struct Word(pub &'static str);

impl Word {
    /// As a field: of all kinds of fields, this one alone keeps its type.
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
