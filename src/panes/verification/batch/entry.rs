//! The entry of a batch: the text of lines, the settings for all lines, and the review before sending.

use ledger::amount::{counted, grouped};
use ratatui::layout::Rect;
use verification::batch::{MAX_LINES, Reading, Scope};
use verification::{Batch, BatchId, JobKey, Mode};

use super::choices::{Choices, FILE, MODE, PROJECT};
use super::{BatchPane, open};
use crate::message::event::{Key, Mods};
use crate::message::{Action, BatchOrder, DeploymentFile, Effect, Input, MouseButton, Notice, Persist};
use crate::panes::kit::Once;
use crate::panes::kit::nouns::job_text;
use crate::panes::verification::KEY;
use crate::panes::{ActionHint, Context, Status, Verbs};
use crate::widgets::form::Typed;
use crate::widgets::{Role, Split as _, TextArea};

#[derive(Debug)]
pub(super) struct Entry {
    pub(super) area: TextArea,
    pub(super) choices: Choices,
    /// Whether the settings have the focus instead of the text.
    pub(super) choosing: bool,
    pub(super) reading: Reading,
    /// The file from which lines are loaded.
    pub(super) file: Once<DeploymentFile>,
    /// The network for which the lines were parsed.
    network: String,
    /// Whether the batch is under review.
    pub(super) confirming: bool,
    /// Whether the clear key was pressed once.
    clearing: bool,
}

impl Entry {
    /// The entry with the stored draft.
    pub(super) fn new(ctx: &Context<'_>) -> Self {
        let (choices, text) = Choices::from_draft(Choices::draft_in(ctx.drafts));
        let mut entry = Self {
            area: TextArea::holding(&text),
            choices,
            choosing: false,
            reading: Reading::default(),
            file: Once::default(),
            network: String::new(),
            confirming: false,
            clearing: false,
        };
        entry.parse(ctx);
        entry
    }

    /// Parses the text. Called after each change, not for each frame.
    fn parse(&mut self, ctx: &Context<'_>) {
        let scope = Scope { naming: ctx.network.naming(), chain: ctx.network.chain.as_ref() };
        let text = self.area.lines().iter().map(String::as_str);
        let same = self.network == ctx.network.name;
        self.reading = if same { self.reading.renewed(text, scope) } else { Reading::parse(text, scope) };
        self.network.clone_from(&ctx.network.name);
    }

    /// Why the batch cannot start; `None` if it can.
    pub(super) fn reason(&self, ctx: &Context<'_>) -> Option<String> {
        let ready = self.reading.ready().count();
        if ctx.network.verifier.is_none() {
            return Some(format!("the network {} has no verifier in its profile", ctx.network.name));
        }
        if self.reading.is_too_long() {
            let (all, most) = (grouped(&self.reading.lines.len()), grouped(&MAX_LINES));
            return Some(format!("{all} lines are too many: a batch takes {most}"));
        }
        if ready == 0 {
            let none =
                if self.reading.lines.is_empty() { "there are no lines yet" } else { "no line is ready" };
            return Some(none.to_owned());
        }
        if let Err(fault) = self.choices.key(ctx.network) {
            return Some(fault);
        }
        if let Some(fault) = self.project_fault(ctx) {
            return Some(fault);
        }
        open(ctx).map(|_| "another batch has not ended yet".to_owned())
    }

    /// Resets the confirmation of the clear key: it must be pressed twice again.
    pub(super) fn stop_clearing(&mut self) {
        self.clearing = false;
    }

    pub(super) fn verbs<'c>(&self, ctx: &'c Context<'_>, verbs: &mut Verbs<'c, BatchPane>) {
        if self.choosing {
            let (words, reason) = match (self.loads(), self.confirming) {
                (true, _) => ("load the file", None),
                (false, true) => ("begin", self.reason(ctx)),
                (false, false) => ("review and begin", self.reason(ctx)),
            };
            verbs.add(Action::Open, words).unless(reason).run(|pane| {
                let (begun, effects) = pane.source_mut().entry.apply(ctx);
                pane.source_mut().shown = begun;
                effects
            });
        }
        let next = if self.choosing { "next" } else { "choose and begin" };
        verbs.typed([ActionHint::new(Action::NextPart, next)]);
        let other = match self.choices.following() {
            Mode::Import => "import instead",
            Mode::Similarity => "similarity instead",
            _ => "from a project instead",
        };
        verbs.add(Action::NextMode, other).run(|pane| {
            let entry = &mut pane.source_mut().entry;
            entry.choices.next_mode();
            entry.edited(ctx)
        });
        let last = open(ctx).or(ctx.batches.first());
        let none = last.is_none().then_some("there was no batch yet");
        let show = verbs.add(Action::Batch, "last batch").unless(none);
        show.run(move |pane| pane.show_batch(last));
        let empty = self.area.is_empty().then_some("there is nothing to clear");
        let clear = verbs.add(Action::Reset, "clear").unless(empty);
        if self.clearing {
            clear.run(|pane| {
                let entry = &mut pane.source_mut().entry;
                entry.area = TextArea::default();
                entry.choosing = false;
                entry.edited(ctx)
            });
        } else {
            clear.run(|pane| {
                let entry = &mut pane.source_mut().entry;
                entry.clearing = true;
                let again = ctx.keymap.key_while_typing(Action::Reset);
                let lines = counted(entry.area.lines().len(), "line");
                Effect::Notify(Notice::warning(format!("press {again} again to clear {lines}")))
            });
        }
        verbs.typed([ActionHint::hidden(Action::Close, "leave; what you typed is kept, except the key")]);
    }

    /// Handles an input. `None` if neither the text nor the form uses it.
    pub(super) fn handle_input(
        &mut self,
        input: &Input,
        ctx: &Context<'_>,
    ) -> Option<(Option<BatchId>, Vec<Effect>)> {
        let stay = |effects| Some((None, effects));
        let areas = Areas::new(ctx.body, &self.choices);
        match input {
            Input::Mouse(click) => {
                if click.button == MouseButton::Press {
                    self.choosing = click.row >= areas.choices.y;
                    if self.choosing {
                        self.choices.form.click(click.row, areas.choices);
                    } else {
                        self.area.click(*click, areas.text);
                    }
                } else if matches!(click.button, MouseButton::Drag(_)) {
                    self.area.click(*click, areas.text);
                }
                return stay(Vec::new());
            }
            Input::Paste(text) if !self.choosing || self.is_for_the_text(text) => {
                if self.area.is_full_with(text.len()) {
                    let words =
                        format!("not pasted: more than {} bytes of text", grouped(&TextArea::MAX_BYTES));
                    return stay(vec![Effect::Notify(Notice::warning(words))]);
                }
                self.choosing = false;
            }
            Input::Key(key) if key.key() == Key::Esc => {
                let leave = !std::mem::take(&mut self.confirming);
                return stay(if leave { vec![Effect::Back] } else { Vec::new() });
            }
            Input::Key(key) if key.key() == Key::Tab && self.switch(key.mods().contains(Mods::SHIFT)) => {
                self.confirming = false;
                return stay(Vec::new());
            }
            _ => {}
        }
        let typed =
            if self.choosing { self.choices.input(input) } else { self.area.input(input, areas.text.height) };
        match typed {
            Typed::Ignored => None,
            Typed::Apply => Some(self.apply(ctx)),
            Typed::Edited => stay(self.edited(ctx)),
            Typed::Moved | Typed::Leave => {
                self.confirming = false;
                stay(Vec::new())
            }
        }
    }

    /// Moves the focus between text and settings. `false` if it stays within the settings.
    fn switch(&mut self, backwards: bool) -> bool {
        let fields = self.choices.form.fields();
        let last = fields.last().map_or(MODE, |field| field.name);
        let (first, last) = if backwards { (last, MODE) } else { (MODE, last) };
        if self.choosing && self.choices.form.focused() != last {
            return false;
        }
        self.choosing = !self.choosing;
        self.choices.form.focus(first);
        true
    }

    /// Parses and stores the changed lines, and ends the review.
    fn edited(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        self.confirming = false;
        self.clearing = false;
        self.parse(ctx);
        vec![Effect::Persist(Persist::Draft(self.choices.draft(self.area.text())))]
    }

    /// Appends lines of an earlier batch.
    pub(super) fn take_in(&mut self, rest: &[String], ctx: &Context<'_>) -> Vec<Effect> {
        if rest.is_empty() {
            return Vec::new();
        }
        let written = self.area.text();
        let above =
            if written.trim().is_empty() { String::new() } else { format!("{}\n", written.trim_end()) };
        self.area = TextArea::holding(&format!("{above}{}", rest.join("\n")));
        self.choosing = false;
        let effects = self.edited(ctx);
        self.rebuild_view(ctx);
        effects
    }

    /// Whether a paste into the settings belongs into the text: fields hold only one line.
    fn is_for_the_text(&self, pasted: &str) -> bool {
        match self.choices.form.focused() {
            KEY => false,
            FILE | PROJECT => pasted.trim_end().contains(['\n', '\r']),
            _ => true,
        }
    }

    /// Whether enter loads a file.
    fn loads(&self) -> bool {
        let form = &self.choices.form;
        self.choosing && form.focused() == FILE && !form.value(FILE).is_empty()
    }

    /// Handles enter: starts the review, then the batch. In the file field it loads the file.
    fn apply(&mut self, ctx: &Context<'_>) -> (Option<BatchId>, Vec<Effect>) {
        if self.loads() {
            self.file.ask(DeploymentFile(self.choices.form.value(FILE).to_owned()));
            return (None, Vec::new());
        }
        if let Some(reason) = self.reason(ctx) {
            self.confirming = false;
            return (None, vec![Effect::Notify(Notice::warning(reason))]);
        }
        if !std::mem::replace(&mut self.confirming, true) {
            return (None, vec![Effect::ProbeStore]);
        }
        if self.choices.project().is_some() && self.compiled(ctx).is_none() {
            return (None, vec![Effect::Notify(Notice::warning("the project is being read"))]);
        }
        let (Some(server), Ok(key)) = (&ctx.network.verifier, self.choices.key(ctx.network)) else {
            return (None, Vec::new());
        };
        let id = BatchId(JobKey { made: ctx.now, process: ctx.process });
        let terms = self.choices.terms();
        let batch = Batch::new(id, &ctx.network.name, server, &terms, &self.reading.lines);
        self.area = TextArea::default();
        self.choosing = false;
        let (choices, _) = Choices::from_draft(Some(&self.choices.draft(String::new())));
        self.choices = choices;
        let mut effects = self.edited(ctx);
        effects.push(Effect::Batch(BatchOrder::Begin(Box::new(batch), key)));
        (Some(id), effects)
    }

    pub(super) fn status(&self, ctx: &Context<'_>) -> Status {
        if let Some(file) = self.file.progress(ctx) {
            return file.status(ctx);
        }
        let words = ctx.network.verifier.as_deref().map_or("no verifier", job_text::server).to_owned();
        Status { words, role: Role::Dim, banner: None }
    }

    pub(super) fn rebuild_view(&mut self, ctx: &Context<'_>) {
        if self.network != ctx.network.name {
            self.confirming = false;
            self.parse(ctx);
        }
        self.area.settle(Areas::new(ctx.body, &self.choices).text.height);
    }
}

/// The rows for the summary on a high screen, and on a low one.
const WORDS_ROWS: (u16, u16) = (6, 4);
/// The minimum height of a high screen.
const MIN_HIGH_ROWS: u16 = 18;

#[derive(Clone, Copy, Debug)]
pub(super) struct Areas {
    pub(super) text: Rect,
    pub(super) rule: Rect,
    pub(super) choices: Rect,
    /// The summary of the requests to send.
    pub(super) words: Rect,
}

impl Areas {
    pub(super) fn new(body: Rect, choices: &Choices) -> Self {
        let words = if body.height >= MIN_HIGH_ROWS { WORDS_ROWS.0 } else { WORDS_ROWS.1 };
        let below = choices.height() + words + 2;
        let text = body.height.saturating_sub(below).max(body.height.min(2));
        let [text, rule, choices, _, words] = body.stack([text, 1, choices.height(), 1, words]);
        Self { text, rule, choices, words }
    }
}
