//! A row of a list on the home page: its place, its words and its note.

use verification::Job;

use crate::message::Visit;
use crate::panes::Context;
use crate::panes::kit::nouns::{job_text, labels};
use crate::widgets::Role;
use crate::widgets::line::cut_middle;

pub(super) struct Row {
    pub(super) text: String,
    pub(super) role: Role,
    pub(super) note: String,
}

impl Row {
    pub(super) fn visit(visit: &Visit, ctx: &Context<'_>) -> Self {
        let when = ctx.theme.minute(visit.at, ctx.now);
        Self { text: labels::in_text(ctx, &visit.place.label()).into_owned(), role: Role::Plain, note: when }
    }

    pub(super) fn job(job: &Job, ctx: &Context<'_>) -> Self {
        let (state, role) = job_text::state(job, ctx.theme, ctx.now);
        let contract = cut_middle(&job_text::contract(job, ctx.theme), 16, ctx.theme.glyphs.cut).into_owned();
        let chain = job.chain.as_ref().map(|chain| format!("{chain} ")).unwrap_or_default();
        let note = format!("{chain}{}", job_text::elapsed(job, ctx.now));
        Self { text: format!("{state:<20} {contract}"), role, note }
    }
}
