//! Strangers who try everything: what they write, servers that say it in every field, and the check that nothing of it
//! has reached a terminal.

pub(crate) mod corpus;
pub(crate) mod double;
pub(crate) mod harmless;
pub(crate) mod rewritten;
