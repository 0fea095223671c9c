//! The codes of a failed verification side by side: what differs, instruction by instruction, and what to try.
//!
//! ```text
//!  ✗ 4 of 150 instructions differ (8 bytes), first at byte 0x0074: PUSH1 0x02 deployed, PUSH1 0x01 recompiled
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

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::beside::{Beside, Told};
use super::difference_words::{self, Said};
use super::mismatch::{self, Compared};
use super::{Context, Offer, Pane, Remote, Status, job_words};
use crate::decode::Comparison;
use crate::ledger::query::ContractQuery;
use crate::ledger::{Contract, ContractRef, Timestamp};
use crate::message::place::JobPlace;
use crate::message::{Action, Answer, Ask, Effect, Input, Place, Response, Retrying};
use crate::verification::Job;

/// The pane.
#[derive(Debug)]
pub struct DifferencePane {
    which: JobPlace,
    contract: Remote<Arc<Contract>>,
    asked: bool,
    compared: Compared,
    beside: Beside,
}

impl DifferencePane {
    /// Opens the pane; code of the chain that the job does not bring is asked for by [`Self::due`].
    pub fn open(which: JobPlace, ctx: &Context<'_>) -> (Self, Vec<Effect>) {
        let mut pane = Self {
            which,
            contract: Remote::default(),
            asked: false,
            compared: Compared::default(),
            beside: Beside::default(),
        };
        pane.refit(ctx);
        (pane, Vec::new())
    }

    fn ask(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        let Some(address) = self.job(ctx).and_then(|job| job.address) else { return Vec::new() };
        self.asked = true;
        let query = ContractQuery::now(ContractRef::Address(address));
        self.contract.again(ctx.request(Ask::Contract(query)), ctx.now)
    }

    fn job<'a>(&self, ctx: &Context<'a>) -> Option<&'a Job> {
        match &self.which {
            JobPlace::Id(id) => ctx.jobs.by_id(id),
            JobPlace::Key(key) => ctx.jobs.get(*key),
        }
    }
}

impl Pane for DifferencePane {
    /// Asks the mirror node for code of the chain, once, if the job does not bring it.
    fn due(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        let wanted = !self.asked && self.job(ctx).is_some_and(|job| mismatch::wants_contract(job, ctx));
        if wanted { self.ask(ctx) } else { Vec::new() }
    }

    fn act(&mut self, action: Action, ctx: &Context<'_>) -> Vec<Effect> {
        match action {
            Action::Close => self.contract.stop().into_iter().collect(),
            Action::Refresh => self.ask(ctx),
            Action::Copy => self.beside.copied(told(&self.compared)).map(Effect::Copy).into_iter().collect(),
            Action::CopyMenu => {
                let told = told(&self.compared);
                let selected = self.beside.copied(told).into_iter();
                let all = copies::all(told.all, self.beside.shown(told), &self.place());
                vec![Effect::CopyMenu(selected.chain(all).collect())]
            }
            _ => {
                let _ = self.beside.act(action, told(&self.compared), ctx);
                Vec::new()
            }
        }
    }

    fn type_in(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        let Input::Mouse(click) = input else { return None };
        self.beside.click(*click, told(&self.compared), ctx);
        Some(Vec::new())
    }

    fn hear(&mut self, response: &Response, ctx: &Context<'_>) -> Vec<Effect> {
        self.contract.hear(response, |answer| match answer {
            Answer::Contract(contract) => Some(Arc::clone(contract)),
            _ => None,
        });
        self.refit(ctx);
        Vec::new()
    }

    fn retrying(&mut self, retrying: &Retrying) {
        self.contract.retrying(retrying);
    }

    fn offers(&self, ctx: &Context<'_>) -> Vec<Offer> {
        let mut offers = self.beside.offers(told(&self.compared));
        if self.asked && self.job(ctx).is_some() {
            offers.push(Offer::new(Action::Refresh, "ask for the code again"));
        }
        if self.contract.stops_on(Action::Close) {
            offers.push(Offer::new(Action::Close, "stop"));
        }
        offers
    }

    fn place(&self) -> Place {
        Place::Difference(self.which.clone())
    }

    fn title(&self, ctx: &Context<'_>) -> String {
        let crumb = ctx.look.glyphs.crumb;
        match (self.job(ctx), &self.which) {
            (Some(job), _) => {
                format!("job {crumb} {} {crumb} difference", job_words::contract(job, ctx.look))
            }
            (None, JobPlace::Id(id)) => format!("job {id} {crumb} difference"),
            (None, JobPlace::Key(_)) => format!("job {crumb} difference"),
        }
    }

    fn status(&self, ctx: &Context<'_>) -> Status {
        self.contract.status(ctx)
    }

    fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        if !self.beside.view(told(&self.compared), ctx, area, buf) {
            view::nothing(self, ctx, area, buf);
        }
        None
    }

    fn wake_at(&self, ctx: &Context<'_>) -> Option<Timestamp> {
        self.contract.wake_at(ctx.now)
    }

    fn refit(&mut self, ctx: &Context<'_>) {
        let Some(job) = self.job(ctx) else { return };
        if let Some(id) = &job.id {
            self.which = JobPlace::Id(id.clone());
        }
        let compared = mismatch::error(job).and(job.record.as_ref());
        let before = self.beside.shown(told(&self.compared)).map(|comparison| comparison.kind);
        if self.compared.renew(compared, self.contract.value()) {
            self.beside.renew(before, told(&self.compared), ctx);
        }
        self.beside.refit(told(&self.compared), ctx);
    }

    fn close(&mut self) -> Vec<Effect> {
        self.contract.stop().into_iter().collect()
    }
}

fn told(compared: &Compared) -> Told<'_> {
    let say: fn(&Comparison, [&str; 2]) -> Vec<Said> = |comparison, _| difference_words::findings(comparison);
    Told { all: compared.all(), titles: ["on the chain", "recompiled"], say }
}
