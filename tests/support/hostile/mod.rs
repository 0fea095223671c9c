//! Strangers who try everything: what they write, servers that say it in every field, and the check that nothing of it
//! has reached a terminal.

pub(crate) mod corpus;
pub(crate) mod double;
pub(crate) mod harmless;
pub(crate) mod rewritten;

/// Whether every pass goes to every place, and not one of them to each: `HIEROSCOPE_HOSTILE=all` asks for that.
pub(crate) fn is_thorough() -> bool {
    #[expect(clippy::disallowed_methods, reason = "what is asked of the tests")]
    let asked = std::env::var("HIEROSCOPE_HOSTILE");
    asked.is_ok_and(|asked| asked == "all")
}
