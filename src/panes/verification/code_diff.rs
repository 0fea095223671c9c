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

use std::sync::Arc;

use decode::Comparison;
use decode::difference::Finding;
use ledger::query::ContractQuery;
use ledger::{Contract, ContractRef, HexBytes};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use verification::Job;

use crate::message::place::JobPlace;
use crate::message::{Action, Copied, Effect, Input, Place};
use crate::panes::kit::nouns::code_diff::mismatch::Compared;
use crate::panes::kit::nouns::code_diff::verdict::Message;
use crate::panes::kit::nouns::code_diff::{CodeDiffView, Diffs, mismatch, verdict};
use crate::panes::kit::nouns::job_text;
use crate::panes::kit::page::on_sheet;
use crate::panes::kit::{Fetched, Wants};
use crate::panes::verbs::by_verbs;
use crate::panes::verification::on_job;
use crate::panes::{Context, Pane, Verbs};
use crate::widgets::Role;
use crate::widgets::line::put_words;

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
        on_job::followed(&self.which, ctx)
    }

    fn verbs<'c>(&self, ctx: &'c Context<'_>, verbs: &mut Verbs<'c, Self>) {
        let shown = diffs(&self.compared);
        let go = |pane: &mut Self, action| _ = pane.diff.act(action, diffs(&pane.compared), ctx);
        self.diff.verbs(shown, verbs, go, || {
            let mut copies = copies_of(shown.all, self.diff.comparison(shown), &self.place());
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
            nothing(self, ctx, area, buf);
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

fn copies_of(comparisons: &[Comparison], shown: Option<&Comparison>, place: &Place) -> Vec<Copied> {
    let named = |what: String, text: String| Copied::new(what, text);
    let lines: Vec<String> = comparisons.iter().flat_map(verdict::lines_of).collect();
    let mut copies = Vec::new();
    copies.extend((!lines.is_empty()).then(|| named("findings".to_owned(), lines.join("\n"))));
    for comparison in shown.into_iter().chain(comparisons.iter().filter(|it| Some(*it) != shown)) {
        let kind = verdict::kind(comparison.kind);
        for finding in &comparison.findings {
            if let Finding::Arguments { bytes, .. } = finding {
                copies.push(named("constructor arguments".to_owned(), bytes.to_hex()));
            }
        }
        for (side, code) in [("deployed", &comparison.deployed), ("recompiled", &comparison.recompiled)] {
            copies.push(named(format!("{side} {kind}"), HexBytes::from(code.bytes().to_vec()).to_hex()));
        }
    }
    copies.push(on_sheet::copied_place(place));
    copies
}

/// Draws why there is nothing to compare, or the progress of the request for code.
fn nothing(pane: &CodeDiffPane, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) {
    let Some(job) = pane.job(ctx) else {
        let words = ["This job is not followed here.", "Open the job itself to follow it by its id."];
        return draw_lines(ctx, words, area, buf);
    };
    if let Some(contract) = pane.found(ctx).filter(|contract| contract.value().is_none()) {
        let subject = job.address.map(|address| format!("code of {address}")).unwrap_or_default();
        contract.view_missing(ctx, &subject, area, buf);
        return;
    }
    let reason = match mismatch::error(job) {
        None => "it did not fail on a comparison of codes",
        Some(_) => {
            mismatch::obstacle(job, ctx).unwrap_or("the mirror node has no code of the contract either")
        }
    };
    draw_lines(ctx, ["There is nothing to compare:", reason], area, buf);
}

fn draw_lines(ctx: &Context<'_>, [heading, text]: [&str; 2], area: Rect, buf: &mut Buffer) {
    put_words(buf, area, (0, 2), [(heading, Role::Heading), (text, Role::Plain)], ctx.theme);
}
