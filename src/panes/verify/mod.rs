//! The verification form: what to verify and how, the exact request before it is sent, and nothing sent twice.

mod at_verifier;
mod checks;
mod fields;
mod file_lines;
mod panel;
mod path;
mod plan;
mod source;
mod step;
mod subject;
mod view;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use self::fields::{ADDRESS, CHAIN, Contents, Fields, HASH};
use self::source::{Heard, Source};
use self::subject::Subject;
use super::{Context, Offer, Status, job_words};
use crate::ledger::Timestamp;
use crate::message::place::{JobPlace, VerifyPlace};
use crate::message::{Action, Effect, Input, Keep, MouseButton, Place, Response, Retrying};
use crate::verification::preflight::Asked;
use crate::verification::{ChainId, CreationHash, Job, JobKey, Mode, Submission, reading};
use crate::widgets::Role;
use crate::widgets::form::Typed;

/// The pane.
#[derive(Debug)]
pub struct VerifyPane {
    fields: Fields,
    subject: Subject,
    source: Source,
    /// The chain that was the network's when the pane was opened, which its place need not name.
    own_chain: Option<ChainId>,
    /// The place that was opened, and what it put into the form.
    opened: (VerifyPlace, Contents),
    /// The place that the form leads to now.
    place: VerifyPlace,
    /// The creation hash that was found and put into the form.
    found: Option<CreationHash>,
    /// Whether a search for the creation hash may fill in the field.
    may_find: bool,
    /// Whether anything was typed yet.
    touched: bool,
    /// Whether sending was tried, so that empty fields are at fault.
    tried: bool,
    /// Whether the request stands for a last look before it is sent.
    confirming: bool,
    /// Whether the file was not as it was when it was about to be sent.
    changed: bool,
    /// Whether the form was filled from what was kept, so that its contract is yet to be looked up.
    refilled: bool,
}

impl VerifyPane {
    /// Opens the form: with what the place names, else as it was left.
    pub fn open(place: &VerifyPlace, ctx: &Context<'_>) -> (Self, Vec<Effect>) {
        let contents = contents(place, ctx);
        let mut pane = Self {
            may_find: contents.hash.is_empty(),
            fields: Fields::new(&contents),
            subject: Subject::default(),
            source: Source::default(),
            own_chain: ctx.network.chain.clone(),
            opened: (place.clone(), contents),
            place: VerifyPlace::default(),
            found: None,
            touched: false,
            tried: false,
            confirming: false,
            changed: false,
            refilled: false,
        };
        pane.read(ctx);
        let mut effects = pane.look_up(ctx);
        effects.extend(pane.subject.at_verifier.ask_chains(ctx));
        (pane, effects)
    }

    /// See [`super::Pane::act`].
    pub fn act(&mut self, action: Action, ctx: &Context<'_>) -> Vec<Effect> {
        match action {
            Action::Open => self.apply(ctx),
            Action::NextMode => {
                self.fields.next_mode();
                self.edited(ctx)
            }
            Action::NextStep => self.step(ctx),
            Action::Reset => {
                let chain = ctx.network.chain.as_ref().map(ToString::to_string).unwrap_or_default();
                self.fields =
                    Fields::new(&Contents { chain, mode: self.fields.mode(), ..Contents::default() });
                self.tried = false;
                self.may_find = true;
                self.edited(ctx)
            }
            _ => Vec::new(),
        }
    }

    /// See [`super::Pane::type_in`].
    pub fn type_in(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        if let Input::Mouse(click) = input {
            if click.button == MouseButton::Press {
                let area = view::form_area(self, ctx.body);
                self.fields.form_mut().click(click.row, area);
                self.source.pick(&self.fields);
            }
            return Some(self.look_up(ctx));
        }
        if self.source.arrow(input, &self.fields) {
            return Some(Vec::new());
        }
        match self.fields.input(input) {
            Typed::Ignored => None,
            Typed::Apply if self.source.take(&mut self.fields) => Some(self.edited(ctx)),
            Typed::Apply => Some(self.apply(ctx)),
            Typed::Leave if self.confirming => {
                self.confirming = false;
                Some(Vec::new())
            }
            Typed::Leave => Some(vec![Effect::Back]),
            Typed::Moved => {
                self.confirming = false;
                self.source.pick(&self.fields);
                Some(if self.fields.form().focused() == ADDRESS { Vec::new() } else { self.look_up(ctx) })
            }
            Typed::Edited => {
                if self.fields.form().focused() == HASH {
                    self.may_find = false;
                }
                let mut effects = self.edited(ctx);
                if matches!(input, Input::Paste(_)) {
                    effects.extend(self.look_up(ctx));
                    effects.extend(self.source.read_again(&self.fields, ctx));
                }
                Some(effects)
            }
        }
    }

    /// See [`super::Pane::hear`].
    pub fn hear(&mut self, response: &Response, ctx: &Context<'_>) -> Vec<Effect> {
        match self.source.hear(response, &mut self.fields) {
            Heard::Nothing => self.hear_network(response, ctx),
            // It may have been called off in the meantime.
            Heard::Unchanged if self.confirming => self.send(ctx),
            Heard::Changed => {
                self.changed = self.confirming && self.submission(ctx).is_ok();
                self.confirming = self.changed;
                Vec::new()
            }
            Heard::Unchanged | Heard::News => Vec::new(),
        }
    }

    fn hear_network(&mut self, response: &Response, ctx: &Context<'_>) -> Vec<Effect> {
        let Some(mut effects) = self.subject.hear(response, ctx) else { return Vec::new() };
        effects.extend(self.ask_verifier(ctx));
        let wanted = self.may_find && self.fields.text(HASH).is_empty();
        let found = self.place.contract.map(|contract| self.subject.creation(contract));
        if let (true, Some(Asked::Known(hash))) = (wanted, found) {
            let shown = self.submission(ctx).ok().filter(|_| self.confirming);
            self.fields.set(HASH, &hash.to_string());
            self.found = Some(hash);
            effects.extend(self.edited(ctx));
            // A request that stands for a last look stays if the hash is no part of it.
            self.confirming = shown.is_some() && self.submission(ctx).ok() == shown;
        }
        effects
    }

    /// See [`super::Pane::retrying`].
    pub fn retrying(&mut self, retrying: &Retrying) {
        self.subject.retrying(retrying);
    }

    /// See [`super::Pane::offers`].
    pub fn offers(&self, ctx: &Context<'_>) -> Vec<Offer> {
        let reason = self.submission(ctx).err().map(|(_, reason)| reason);
        let forbidden = reason.is_some();
        let other = match self.fields.mode_after() {
            Mode::Similarity => "similarity instead",
            Mode::Import => "import instead",
            Mode::StandardJson => "standard JSON instead",
            Mode::Metadata => "metadata instead",
        };
        let open = match self.source.picker(&self.fields) {
            Some(_) => Offer::new(Action::Open, "take"),
            None if self.confirming => Offer::new(Action::Open, "send").unless(reason),
            None => Offer::new(Action::Open, "review and send").unless(reason),
        };
        let mut offers = vec![
            open,
            Offer::new(Action::NextMode, other),
            Offer::new(Action::Reset, "clear the form"),
            Offer::quiet(Action::Close, "leave; what was typed is kept, but for the key"),
        ];
        if let Some(step) = self.next_step(ctx) {
            // What lets something be sent after all goes before everything else.
            let at = usize::from(!forbidden);
            offers.insert(at, Offer::new(Action::NextStep, step.words()));
        }
        offers
    }

    /// See [`super::Pane::place`].
    pub fn place(&self) -> Place {
        Place::Verify(self.place.clone())
    }

    /// See [`super::Pane::title`].
    pub fn title(&self, _: &Context<'_>) -> String {
        "verify".to_owned()
    }

    /// See [`super::Pane::status`].
    pub fn status(&self, ctx: &Context<'_>) -> Status {
        let lookup = self.subject.remote();
        if lookup.asked().is_some() {
            return lookup.status(ctx);
        }
        if self.source.remote().asked().is_some() {
            return self.source.remote().status(ctx);
        }
        let words = ctx.network.verifier.as_deref().map_or("no verifier", job_words::server).to_owned();
        Status { words, role: Role::Dim, banner: None }
    }

    /// See [`super::Pane::view`].
    pub fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        view::view(self, ctx, area, buf)
    }

    /// See [`super::Pane::wake_at`].
    pub fn wake_at(&self, ctx: &Context<'_>) -> Option<Timestamp> {
        let wakes = [self.subject.remote().wake_at(ctx.now), self.source.remote().wake_at(ctx.now)];
        wakes.into_iter().flatten().min()
    }

    /// See [`super::Pane::due`].
    pub fn due(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        let mut effects = self.source.due(&self.fields, ctx);
        effects.extend(self.due_look(ctx));
        if std::mem::take(&mut self.refilled) {
            effects.extend(self.look_up(ctx));
        }
        effects
    }

    /// See [`super::Pane::refit`].
    pub fn refit(&mut self, ctx: &Context<'_>) {
        // What was kept from earlier runs may come only after the form has opened.
        let contents = contents(&self.opened.0, ctx);
        if !self.touched && contents != self.opened.1 {
            self.fields = Fields::new(&contents);
            self.opened.1 = contents;
            self.refilled = true;
            self.read(ctx);
        }
    }

    /// See [`super::Pane::rest`].
    pub fn rest(&mut self) {
        self.source.rest();
    }

    /// See [`super::Pane::close`].
    pub fn close(&mut self) -> Vec<Effect> {
        let mut effects = self.subject.stop();
        effects.extend(self.source.leave());
        effects
    }

    /// After a change: the form is kept, and nothing stands for sending any more.
    fn edited(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        self.confirming = false;
        self.changed = false;
        self.touched = true;
        self.source.pick(&self.fields);
        let contract = self.place.contract;
        self.read(ctx);
        if self.place.contract != contract && self.found.take().is_some_and(|found| self.holds(found)) {
            // The hash was found for another contract.
            self.fields.set(HASH, "");
            self.may_find = true;
            self.read(ctx);
        }
        vec![Effect::Keep(Keep::Draft(self.fields.draft()))]
    }

    fn holds(&self, hash: CreationHash) -> bool {
        reading::creation_hash(self.fields.text(HASH)) == Ok(Some(hash))
    }

    /// Reads the fields into a place, as far as they can be read.
    fn read(&mut self, ctx: &Context<'_>) {
        let chain = reading::chain(self.fields.text(CHAIN)).ok();
        self.place = VerifyPlace {
            chain: chain.filter(|chain| Some(chain) != self.own_chain.as_ref()),
            contract: reading::contract(self.fields.text(ADDRESS), ctx.network.naming()).ok(),
            mode: Some(self.fields.mode()),
            creation_hash: reading::creation_hash(self.fields.text(HASH)).ok().flatten(),
        };
    }

    /// Looks the contract up, once its field has been left or filled at once.
    fn look_up(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        let chain = reading::chain(self.fields.text(CHAIN));
        let here = chain.is_ok_and(|chain| plan::is_here(&chain, ctx));
        let contract = self.place.contract.filter(|_| here);
        let mut effects = contract.map_or_else(Vec::new, |contract| self.subject.look_up(contract, ctx));
        effects.extend(self.ask_verifier(ctx));
        effects
    }

    /// Enter: shows the request for a last look, and then sends it.
    fn apply(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        self.tried = true;
        let mut effects = self.look_up(ctx);
        effects.extend(self.source.read_again(&self.fields, ctx));
        self.changed = false;
        match self.submission(ctx) {
            // What is sent is what stands in the file now, so it is looked at once more.
            Ok(_) if self.confirming && self.fields.wants_file() => effects.extend(self.source.check(ctx)),
            Ok(_) if self.confirming => effects.extend(self.send(ctx)),
            Ok(_) => self.confirming = true,
            Err((field, _)) => {
                self.confirming = false;
                if let Some(field) = field {
                    self.fields.form_mut().focus(field);
                }
            }
        }
        effects
    }

    fn submission(&self, ctx: &Context<'_>) -> Result<Submission, (Option<&'static str>, String)> {
        plan::submission(&self.fields, &self.subject, &self.source, ctx)
    }

    fn send(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        self.confirming = false;
        let Ok(submission) = self.submission(ctx) else { return Vec::new() };
        let Some(server) = &ctx.network.verifier else { return Vec::new() };
        let key = JobKey { made: ctx.now, process: ctx.process };
        let job = Job::new(key, &ctx.network.name, server, &submission, ctx.now);
        let mut effects = self.source.leave();
        effects.push(Effect::Submit(Box::new(job), submission));
        effects.push(Effect::Go(Place::Job(JobPlace::Key(key))));
        effects
    }
}

/// What the fields hold at first. What the place leaves open comes from the draft, unless that was about
/// another contract.
fn contents(place: &VerifyPlace, ctx: &Context<'_>) -> Contents {
    let kept = ctx.drafts.iter().find(|draft| draft.form == Fields::DRAFT).map(Contents::of);
    let kept = kept.unwrap_or_default();
    let wanted = place.contract.map(|contract| contract.to_string());
    let same = wanted.as_ref().is_none_or(|wanted| *wanted == kept.address);
    // One file holds many contracts: which file it was stays, whatever it was verified for. Whoever comes back
    // to a mode that sends a file, such as from a job that failed in it, means the same contract in it, too.
    let (file, compiler) = (kept.file.clone(), kept.compiler.clone());
    let again = place.mode.is_some_and(|mode| mode == kept.mode);
    let name = if same || again { kept.name.clone() } else { String::new() };
    let draft = if same { kept } else { Contents::default() };
    let own = || ctx.network.chain.as_ref().map(ToString::to_string).unwrap_or_default();
    let chosen = |text: String, other: String| if text.is_empty() { other } else { text };
    Contents {
        mode: place.mode.unwrap_or(draft.mode),
        chain: place.chain.as_ref().map_or_else(|| chosen(draft.chain, own()), ToString::to_string),
        address: wanted.unwrap_or(draft.address),
        hash: place.creation_hash.map_or(draft.hash, |hash| hash.to_string()),
        file,
        name,
        compiler,
    }
}
