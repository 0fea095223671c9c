//! The verification server's half: submissions, jobs and look-ups.

#[expect(dead_code, reason = "read by the submissions, which land next")]
pub(in crate::demo) mod cast;
#[expect(dead_code, reason = "asked by the submissions, which land next")]
pub(in crate::demo) mod deployed;
