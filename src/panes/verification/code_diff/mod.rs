//! The codes of a failed verification side by side: the differences by instruction, and what to try.
//!
//! ```text
//!  ✗ 4 of 150 instructions differ (4 bytes), first at byte 0x0074: PUSH1 0x02 deployed, PUSH1 0x01 recompiled
//!    Most of it is the same: try the sources as they were on the day of deployment.
//!
//!  runtime code 383 | 383   creation code 411 | 411                                            instructions
//!  on the chain                             recompiled
//!  … 52 equal instructions
//!  000072 SLOAD                             000072 SLOAD
//! ▌000074 PUSH1 0x02                     != 000074 PUSH1 0x01
//! ```

mod copies;
mod view;

use std::sync::Arc;

use decode::Comparison;
use ledger::query::ContractQuery;
use ledger::{Contract, ContractRef};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use verification::Job;

use crate::message::place::JobPlace;
use crate::message::{Action, Effect, Input, Place};
use crate::panes::kit::nouns::{
    code_diff::mismatch::{self, Compared},
    code_diff::verdict::{self, Message},
    code_diff::{CodeDiffView, Diffs},
    job_text,
};
use crate::panes::kit::{Fetched, Wants};
use crate::panes::verbs::by_verbs;
use crate::panes::{Context, Pane, Verbs};

#[derive(Debug)]
pub struct CodeDiffPane {
    which: JobPlace,
    compared: Compared,
    diff: CodeDiffView,
}

impl CodeDiffPane {
    pub fn open(which: JobPlace, ctx: &Context<'_>) -> Self {
        let mut pane = Self { which, compared: Compared::default(), diff: CodeDiffView::default() };
        pane.rebuild_view(ctx);
        pane
    }

    /// The query for the contract, whose code is used if the job does not include the deployed code.
    fn contract(&self, ctx: &Context<'_>) -> Option<ContractQuery> {
        let job = self.job(ctx).filter(|job| mismatch::wants_contract(job, ctx))?;
        job.address.map(|address| ContractQuery::now(ContractRef::Address(address)))
    }

    fn found<'a>(&self, ctx: &Context<'a>) -> Option<Fetched<'a, Arc<Contract>>> {
        Some(ctx.get(&self.contract(ctx)?))
    }

    fn job<'a>(&self, ctx: &Context<'a>) -> Option<&'a Job> {
        match &self.which {
            JobPlace::Id(id) => ctx.jobs.by_id(id),
            JobPlace::Key(key) => ctx.jobs.get(*key),
        }
    }

    fn verbs<'c>(&self, ctx: &'c Context<'_>, verbs: &mut Verbs<'c, Self>) {
        let shown = diffs(&self.compared);
        let go = |pane: &mut Self, action| _ = pane.diff.act(action, diffs(&pane.compared), ctx);
        self.diff.verbs(shown, verbs, go, || {
            let mut copies = copies::all(shown.all, self.diff.comparison(shown), &self.place());
            copies.splice(0..0, self.diff.copied(shown));
            copies
        });
        if self.contract(ctx).is_some() {
            verbs.add(Action::Refresh, "ask for the code again").give(|| Effect::Refresh);
        }
    }
}

impl Pane for CodeDiffPane {
    by_verbs!();

    fn handle_input(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        let Input::Mouse(click) = input else { return None };
        self.diff.click(*click, diffs(&self.compared), ctx);
        Some(Vec::new())
    }

    fn wants(&self, ctx: &Context<'_>, wants: &mut Wants) {
        if let Some(contract) = self.contract(ctx) {
            wants.add(&contract);
        }
    }

    fn place(&self) -> Place {
        Place::Difference(self.which.clone())
    }

    fn title(&self, ctx: &Context<'_>) -> String {
        let crumb = ctx.theme.glyphs.crumb;
        match (self.job(ctx), &self.which) {
            (Some(job), _) => {
                format!("job {crumb} {} {crumb} difference", job_text::contract(job, ctx.theme))
            }
            (None, JobPlace::Id(id)) => format!("job {id} {crumb} difference"),
            (None, JobPlace::Key(_)) => format!("job {crumb} difference"),
        }
    }

    fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        if !self.diff.view(diffs(&self.compared), ctx, area, buf) {
            view::nothing(self, ctx, area, buf);
        }
        None
    }

    fn rebuild_view(&mut self, ctx: &Context<'_>) {
        let Some(job) = self.job(ctx) else { return };
        if let Some(id) = &job.id {
            self.which = JobPlace::Id(id.clone());
        }
        let compared = mismatch::error(job).and(job.record.as_ref());
        if self.compared.renew(compared, self.found(ctx).and_then(Fetched::value)) {
            self.diff.renew(diffs(&self.compared), ctx);
        }
        self.diff.rebuild_view(diffs(&self.compared), ctx);
    }
}

fn diffs(compared: &Compared) -> Diffs<'_> {
    let say: fn(&Comparison, [&str; 2]) -> Vec<Message> = |comparison, _| verdict::findings(comparison);
    Diffs { all: compared.all(), titles: ["on the chain", "recompiled"], say }
}
