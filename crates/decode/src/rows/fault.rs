//! Errors of local filters, with the accepted forms.

use ledger::text::visible;

/// An invalid filter, with the accepted forms.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    #[error("no field {}; fields: {fields}", visible(name))]
    UnknownField { name: String, fields: String },
    #[error("type a value after {}", visible(.0))]
    NoValue(String),
    #[error("{} is not a regular expression, or too large", visible(.0))]
    Pattern(String),
    #[error("no label @{}", visible(.0))]
    UnknownLabel(String),
    #[error("{} needs a number (1.5e6, 10h) or a time (-2h, +1h, 2026-11-20)", visible(.0))]
    NotComparable(String),
    #[error("{} needs a time (-2h, +1h, 2026-11-20)", visible(.0))]
    NoTime(String),
}
