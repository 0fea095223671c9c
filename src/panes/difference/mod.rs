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
mod head;
mod listing;
mod sides;
mod view;

use std::sync::Arc;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use self::listing::{Form, Listing};
use self::view::Bands;
use super::mismatch::{self, Compared};
use super::{Context, Offer, Remote, Status, job_words, offer};
use crate::decode::Comparison;
use crate::ledger::query::ContractQuery;
use crate::ledger::{Contract, ContractRef, Timestamp};
use crate::message::place::JobPlace;
use crate::message::{Action, Answer, Ask, Click, Effect, Input, MouseButton, Place, Response, Retrying};
use crate::verification::Job;

/// The pane.
#[derive(Debug)]
pub struct DifferencePane {
    which: JobPlace,
    contract: Remote<Arc<Contract>>,
    asked: bool,
    compared: Compared,
    /// One for each comparison.
    listings: Vec<Listing>,
    shown: usize,
    hex: bool,
}

impl DifferencePane {
    /// Opens the pane; code of the chain that the job does not bring is asked for by [`Self::due`].
    pub fn open(which: JobPlace, ctx: &Context<'_>) -> (Self, Vec<Effect>) {
        let mut pane = Self {
            which,
            contract: Remote::default(),
            asked: false,
            compared: Compared::default(),
            listings: Vec::new(),
            shown: 0,
            hex: false,
        };
        pane.refit(ctx);
        (pane, Vec::new())
    }

    /// Asks the mirror node for code of the chain, once, if the job does not bring it.
    pub fn due(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        let wanted = !self.asked && self.job(ctx).is_some_and(|job| mismatch::wants_contract(job, ctx));
        if wanted { self.ask(ctx) } else { Vec::new() }
    }

    fn ask(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        let Some(address) = self.job(ctx).and_then(|job| job.address) else { return Vec::new() };
        self.asked = true;
        let query = ContractQuery::now(ContractRef::Address(address));
        self.contract.again(ctx.request(Ask::Contract(query)), ctx.now)
    }

    /// See [`super::Pane::act`].
    pub fn act(&mut self, action: Action, ctx: &Context<'_>) -> Vec<Effect> {
        match action {
            Action::Close => return self.contract.stop().into_iter().collect(),
            Action::Refresh => return self.ask(ctx),
            Action::NextPart | Action::PreviousPart => {
                self.shown = (self.shown + 1).checked_rem(self.listings.len()).unwrap_or(0);
            }
            Action::Bytecode => {
                self.hex = !self.hex;
                self.refit(ctx);
            }
            Action::Copy => {
                let copied =
                    self.current().and_then(|(comparison, listing)| copies::selected(comparison, listing));
                return copied.map(Effect::Copy).into_iter().collect();
            }
            Action::CopyMenu => {
                let shown = self.current().map(|(comparison, _)| comparison);
                let selected =
                    self.current().and_then(|(comparison, listing)| copies::selected(comparison, listing));
                let all = copies::all(self.compared.all(), shown, &self.place());
                return vec![Effect::CopyMenu(selected.into_iter().chain(all).collect())];
            }
            _ => {
                let height = self.rows(ctx);
                if let (Some(comparison), Some(listing)) =
                    (self.compared.all().get(self.shown), self.listings.get_mut(self.shown))
                {
                    match action {
                        Action::Open => listing.fold(comparison, height),
                        _ => _ = listing.act(action, comparison, height),
                    }
                }
            }
        }
        Vec::new()
    }

    /// See [`super::Pane::type_in`].
    pub fn type_in(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        let Input::Mouse(click) = input else { return None };
        self.click(*click, ctx);
        Some(Vec::new())
    }

    fn click(&mut self, click: Click, ctx: &Context<'_>) {
        let turn = match click.button {
            MouseButton::WheelUp => Action::Up,
            MouseButton::WheelDown => Action::Down,
            MouseButton::Press => return self.press(click, ctx),
        };
        for _ in 0..3 {
            self.act(turn, ctx);
        }
    }

    /// Selects the line that was pressed; what was selected before is folded or unfolded.
    fn press(&mut self, click: Click, ctx: &Context<'_>) {
        let Some(list) = self.current().map(|(comparison, _)| Bands::of(comparison, ctx, ctx.body).list)
        else {
            return;
        };
        let height = self.rows(ctx);
        let Some(listing) = self.listings.get_mut(self.shown) else { return };
        let Some(row) = click.row.checked_sub(list.y.saturating_add(1)).filter(|row| *row < height) else {
            return;
        };
        let at = listing.scroll.window(listing.lines.len(), height).start + usize::from(row);
        if at == listing.scroll.selected {
            self.act(Action::Open, ctx);
        } else if at < listing.lines.len() {
            listing.scroll.select(at, listing.lines.len(), height);
        }
    }

    /// See [`super::Pane::hear`].
    pub fn hear(&mut self, response: &Response, ctx: &Context<'_>) -> Vec<Effect> {
        self.contract.hear(response, |answer| match answer {
            Answer::Contract(contract) => Some(Arc::clone(contract)),
            _ => None,
        });
        self.refit(ctx);
        Vec::new()
    }

    /// See [`super::Pane::retrying`].
    pub fn retrying(&mut self, retrying: &Retrying) {
        self.contract.retrying(retrying);
    }

    /// See [`super::Pane::offers`].
    pub fn offers(&self, ctx: &Context<'_>) -> Vec<Offer> {
        let mut offers = Vec::new();
        if let Some((comparison, listing)) = self.current() {
            let fold = listing.is_folded(comparison);
            let long = fold.is_none().then_some("there is nothing to fold here");
            let one = (self.listings.len() < 2).then_some("there is no other code to compare");
            let nothing = copies::selected(comparison, listing).is_none();
            let nothing = nothing.then_some("there is no instruction to copy here");
            offers.extend([
                Offer::new(Action::NextHit, "next difference"),
                Offer::quiet(Action::PreviousHit, "previous difference"),
                Offer::new(Action::Open, if fold == Some(false) { "fold" } else { "unfold" }).unless(long),
                Offer::new(Action::NextPart, "runtime / creation").unless(one),
                Offer::quiet(Action::PreviousPart, "runtime / creation").unless(one),
                Offer::new(Action::Bytecode, if self.hex { "instructions" } else { "hex" }),
                Offer::new(Action::CopyMenu, "copy …"),
                Offer::quiet(Action::Copy, "copy this instruction").unless(nothing),
            ]);
            offers.extend(offer::moves());
        }
        if self.asked && self.job(ctx).is_some() {
            offers.push(Offer::new(Action::Refresh, "ask for the code again"));
        }
        if self.contract.stops_on(Action::Close) {
            offers.push(Offer::new(Action::Close, "stop"));
        }
        offers
    }

    /// See [`super::Pane::place`].
    pub fn place(&self) -> Place {
        Place::Difference(self.which.clone())
    }

    /// See [`super::Pane::title`].
    pub fn title(&self, ctx: &Context<'_>) -> String {
        let crumb = ctx.look.glyphs.crumb;
        match (self.job(ctx), &self.which) {
            (Some(job), _) => {
                format!("job {crumb} {} {crumb} difference", job_words::contract(job, ctx.look))
            }
            (None, JobPlace::Id(id)) => format!("job {id} {crumb} difference"),
            (None, JobPlace::Key(_)) => format!("job {crumb} difference"),
        }
    }

    /// See [`super::Pane::status`].
    pub fn status(&self, ctx: &Context<'_>) -> Status {
        self.contract.status(ctx)
    }

    /// See [`super::Pane::view`].
    pub fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        match self.current() {
            Some((comparison, listing)) => view::both(self, comparison, listing, ctx, area, buf),
            None => view::nothing(self, ctx, area, buf),
        }
        None
    }

    /// See [`super::Pane::wake_at`].
    pub fn wake_at(&self, ctx: &Context<'_>) -> Option<Timestamp> {
        self.contract.wake_at(ctx.now)
    }

    /// See [`super::Pane::refit`].
    pub fn refit(&mut self, ctx: &Context<'_>) {
        let Some(job) = self.job(ctx) else { return };
        if let Some(id) = &job.id {
            self.which = JobPlace::Id(id.clone());
        }
        let form = if self.hex { sides::hex_form(ctx.body.width) } else { Form::Instructions };
        let compared = mismatch::error(job).and(job.record.as_ref());
        if self.compared.renew(compared, self.contract.value()) {
            let kind = self.current().map(|(comparison, _)| comparison.kind);
            self.listings.clear();
            self.shown = self.compared.all().iter().position(|it| Some(it.kind) == kind).unwrap_or(0);
            let all = self.compared.all().iter();
            self.listings =
                all.map(|it| Listing::of(it, form, Bands::of(it, ctx, ctx.body).rows())).collect();
        }
        for (listing, comparison) in self.listings.iter_mut().zip(self.compared.all()) {
            let height = Bands::of(comparison, ctx, ctx.body).rows();
            if listing.form == form {
                listing.scroll.settle(listing.lines.len(), height);
            } else {
                listing.write_as(form, comparison, height);
            }
        }
    }

    /// See [`super::Pane::close`].
    pub fn close(&mut self) -> Vec<Effect> {
        self.contract.stop().into_iter().collect()
    }

    fn job<'a>(&self, ctx: &Context<'a>) -> Option<&'a Job> {
        match &self.which {
            JobPlace::Id(id) => ctx.jobs.by_id(id),
            JobPlace::Key(key) => ctx.jobs.get(*key),
        }
    }

    /// How many lines of the codes can be seen.
    fn rows(&self, ctx: &Context<'_>) -> u16 {
        self.current().map_or(0, |(comparison, _)| Bands::of(comparison, ctx, ctx.body).rows())
    }

    fn current(&self) -> Option<(&Comparison, &Listing)> {
        self.compared.all().get(self.shown).zip(self.listings.get(self.shown))
    }
}
