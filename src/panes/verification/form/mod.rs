//! The verification form: contract, mode, and a review of the exact request. Nothing is sent twice.

mod candidates;
mod checks;
mod contents;
mod deployed;
mod fields;
mod file_lines;
mod input;
mod kept;
mod picks;
mod request;
mod review;
mod source;
mod subject;
mod view;

use ledger::ContractRef;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use verification::{ChainId, Job, JobKey, Mode, Submission, submission_text};

use self::contents::{CHAIN, Contents, contents};
use self::fields::Fields;
use self::input::HashOf;
use self::picks::Picks;
use self::source::{Check, Source};
use self::subject::Subject;
use crate::message;
use crate::message::place::{JobPlace, VerifyPlace};
use crate::message::{Action, Effect, Input, Place};
use crate::panes::kit::Wants;
use crate::panes::kit::nouns::job_text;
use crate::panes::verbs::by_verbs;
use crate::panes::verification::KEY;
use crate::panes::{ActionHint, Context, Pane, Status, Verbs};
use crate::widgets::Role;

#[derive(Debug)]
pub struct VerifyPane {
    fields: Fields,
    subject: Subject,
    source: Source,
    picks: Picks,
    /// The network's chain when the pane was opened, which the place can omit.
    own_chain: Option<ChainId>,
    /// The place that was opened, and the contents it set.
    opened: (VerifyPlace, Contents),
    /// The place for the current contents.
    place: VerifyPlace,
    hash: HashOf,
    /// Whether the user has typed anything.
    touched: bool,
    /// Whether the user tried to send; empty required fields are reported then.
    tried: bool,
    /// Whether the request is under review.
    confirming: bool,
    /// The first visible file in the review.
    first_file: usize,
    /// Whether the file had changed when it was about to be sent.
    changed: bool,
}

impl VerifyPane {
    /// Opens the form with the contents of the place, otherwise with the stored draft.
    pub fn open(place: &VerifyPlace, ctx: &Context<'_>) -> Self {
        let contents = contents(place, ctx);
        let mut pane = Self {
            fields: Fields::new(&contents),
            subject: Subject::default(),
            source: Source::default(),
            picks: Picks::default(),
            own_chain: ctx.network.chain.clone(),
            opened: (place.clone(), contents),
            place: VerifyPlace::default(),
            hash: HashOf::default(),
            touched: false,
            tried: false,
            confirming: false,
            first_file: 0,
            changed: false,
        };
        pane.begin(ctx);
        pane
    }

    /// Starts the lookups for the initial contents.
    fn begin(&mut self, ctx: &Context<'_>) {
        self.update_place(ctx);
        self.hash = HashOf::opened(self.place.contract, self.place.creation_hash);
        if self.fields.mode() == Mode::Import && self.last_job(ctx).is_some_and(Job::claims_the_key) {
            // A user who opens the form from that job has to type a key.
            self.fields.form_mut().focus(KEY);
        }
        self.lookup(ctx);
    }

    /// The latest job for the contract, if its address is typed.
    fn last_job<'a>(&self, ctx: &Context<'a>) -> Option<&'a Job> {
        let Some(ContractRef::Address(address)) = self.place.contract else { return None };
        ctx.jobs.latest_for(&submission_text::chain(self.fields.text(CHAIN)).ok()?, address)
    }

    /// Looks up the contract once its field loses the focus or is filled in as a whole.
    fn lookup(&mut self, ctx: &Context<'_>) {
        if let (Ok(chain), Some(contract)) =
            (submission_text::chain(self.fields.text(CHAIN)), self.place.contract)
        {
            let here = subject::is_here(&chain, ctx);
            self.subject.lookup(chain, contract, here, ctx);
        }
    }

    fn verbs<'c>(&self, ctx: &'c Context<'_>, verbs: &mut Verbs<'c, Self>) {
        let reason = self.submission(ctx).err().map(|(_, reason)| reason);
        // A step that makes sending possible takes precedence.
        let leads = reason.is_some();
        if leads {
            self.verb_of_step(ctx, verbs);
        }
        if self.picks.is_open(&self.fields, &self.source, ctx) {
            verbs.add(Action::Open, "take").run(|pane| pane.apply(ctx));
        } else {
            let send = verbs.add(Action::Open, if self.confirming { "send" } else { "review and send" });
            send.unless(reason).run(|pane| pane.apply(ctx));
        }
        if !leads {
            self.verb_of_step(ctx, verbs);
        }
        if self.picks.candidates(&self.fields, &self.source).is_some() {
            let other = verbs.hidden(Action::Down, "another contract of the project");
            other.run(|pane| _ = pane.picks.go(Action::Down, &pane.fields, &pane.source));
        }
        let other = match self.fields.mode_after() {
            Mode::Similarity => "similarity instead",
            Mode::Import => "import instead",
            Mode::StandardJson => "standard JSON instead",
            Mode::Metadata => "metadata instead",
        };
        verbs.add(Action::NextMode, other).run(|pane| {
            pane.fields.next_mode();
            pane.edited(ctx)
        });
        verbs.typed([
            ActionHint::hidden(Action::NextPart, "next field"),
            ActionHint::hidden(Action::PreviousPart, "field before"),
        ]);
        verbs.add(Action::Reset, "clear the form").run(|pane| {
            let chain = ctx.network.chain.as_ref().map(ToString::to_string).unwrap_or_default();
            let mode = pane.fields.mode();
            pane.fields = Fields::new(&Contents { mode, chain, ..Contents::default() });
            pane.tried = false;
            pane.hash = HashOf::default();
            (pane.source, pane.picks) = (Source::default(), Picks::default());
            pane.edited(ctx)
        });
        verbs.typed([ActionHint::hidden(Action::Close, "leave; what you typed is kept, except the key")]);
    }

    fn verb_of_step<'c>(&self, ctx: &'c Context<'_>, verbs: &mut Verbs<'c, Self>) {
        if let Some(step) = self.next_step(ctx) {
            verbs.add(Action::NextStep, step.label()).run(|pane| pane.step(ctx));
        }
    }

    /// Handles enter: starts the review, then sends.
    pub(super) fn apply(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        self.tried = true;
        self.lookup(ctx);
        self.source.read_again(&self.fields, ctx);
        self.changed = false;
        match self.submission(ctx) {
            // The file is read again to send its current content.
            Ok(_) if self.confirming && self.fields.wants_file() => self.source.check(),
            Ok(_) if self.confirming => return self.send(ctx),
            Ok(_) => {
                self.confirming = true;
                self.first_file = 0;
                return vec![Effect::ProbeStore];
            }
            Err((field, _)) => {
                self.confirming = false;
                if let Some(field) = field {
                    self.fields.form_mut().focus(field);
                }
            }
        }
        Vec::new()
    }

    /// The submission, or why it is not possible, and at which field if one is at fault.
    pub(super) fn submission(&self, ctx: &Context<'_>) -> Result<Submission, (Option<&'static str>, String)> {
        request::submission(&self.fields, &self.subject, &self.source, ctx)
    }

    /// Sends the submission if it is still possible.
    pub(super) fn send(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        self.confirming = false;
        let Ok(submission) = self.submission(ctx) else { return Vec::new() };
        let Some(server) = &ctx.network.verifier else { return Vec::new() };
        let key = JobKey { made: ctx.now, process: ctx.process };
        let job = Job::new(key, &ctx.network.name, server, &submission, ctx.now)
            .from_file(self.source.sent_path(&self.fields));
        self.fields.forget_key();
        self.source.leave();
        vec![Effect::Submit(Box::new(job), submission), Effect::Go(Place::Job(JobPlace::Key(key)))]
    }
}

impl Pane for VerifyPane {
    /// Keys go to the form, even if a choice has the focus.
    fn is_typing(&self) -> bool {
        true
    }

    fn handle_input(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        self.typed(input, ctx)
    }

    by_verbs!();

    fn wants(&self, ctx: &Context<'_>, wants: &mut Wants) {
        self.subject.want(ctx, wants);
        self.source.want(&self.fields, wants);
        Picks::want(&self.fields, wants);
    }

    /// Takes over files that were read, and sends a file that was checked.
    fn due_effects(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        match self.source.receive(&mut self.fields, ctx) {
            // The user may have ended the review in the meantime.
            Some(Check::Unchanged) if self.confirming => return self.send(ctx),
            Some(Check::Changed) => {
                self.changed = self.confirming && self.submission(ctx).is_ok();
                self.confirming = self.changed;
            }
            Some(Check::Unchanged) | None => {}
        }
        let mut effects = Vec::new();
        let code = deployed::code(&self.fields, &self.subject, ctx).ok();
        self.source.follow(&self.fields, code, ctx);
        if self.source.receive_deployed(&mut self.fields, ctx) {
            effects = self.edited(ctx);
        }
        self.source.call_for(&mut self.fields);
        effects.extend(self.fill_hash(ctx));
        effects
    }

    fn place(&self) -> Place {
        Place::Verify(self.place.clone())
    }

    fn contents(&mut self, ctx: &Context<'_>) -> message::Contents {
        message::Contents::Facts(view::sections(self, ctx))
    }

    fn title(&self, _: &Context<'_>) -> String {
        "verify".to_owned()
    }

    fn status(&self, ctx: &Context<'_>) -> Status {
        if let Some(found) = self.subject.found(ctx).filter(|found| found.is_loading()) {
            return found.status(ctx);
        }
        if let Some(status) = self.source.status(ctx) {
            return status;
        }
        let words = ctx.network.verifier.as_deref().map_or("no verifier", job_text::server).to_owned();
        Status { words, role: Role::Dim, banner: None }
    }

    fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        view::view(self, ctx, area, buf)
    }

    fn rebuild_view(&mut self, ctx: &Context<'_>) {
        // Stored drafts may arrive after the form was opened.
        let contents = contents(&self.opened.0, ctx);
        if !self.touched && contents != self.opened.1 {
            self.fields = Fields::new(&contents);
            self.opened.1 = contents;
            self.begin(ctx);
        }
        self.picks.pick(&self.fields, &self.source, ctx);
    }

    fn rest(&mut self) {
        self.source.rest();
    }
}
