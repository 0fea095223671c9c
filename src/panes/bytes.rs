//! Decodes pasted bytes, with the interface that the user names.

use std::sync::Arc;

use api::{Extent, Failure};
use decode::CallData;
use decode::abi::WORD;
use decode::known::Subject;
use decode::reading::bytes::{BytesQuestion, BytesReading, BytesRole, Meaning, SELECTOR_BYTES};
use ledger::HexBytes;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::message::place::{BytesPlace, ReadWith};
use crate::message::{Action, Copied, Effect, FileText, Input, Place};
use crate::panes::kit::ask::at_verifier::AtVerifier;
use crate::panes::kit::form::path;
use crate::panes::kit::form::popup_form::PopupForm;
use crate::panes::kit::nouns::decoded::subjects::Subjects;
use crate::panes::kit::nouns::decoded::{Head, words};
use crate::panes::kit::nouns::{decoded, labels};
use crate::panes::kit::page::on_sheet;
use crate::panes::kit::{Fetched, Progress, Wants};
use crate::panes::verbs::by_verbs;
use crate::panes::{Context, Pane, Verbs};
use crate::widgets::form::{Form, FormField};
use crate::widgets::{Link, Role, Sheet, Value};

/// The name of the form's only field.
const WITH: &str = "with";

#[derive(Debug)]
pub struct BytesPane {
    place: BytesPlace,
    /// `None` until the interface file is loaded.
    question: Option<Arc<BytesQuestion>>,
    form: Option<PopupForm>,
    sheet: Sheet,
}

impl BytesPane {
    pub fn open(place: BytesPlace) -> Self {
        let mut pane = Self { place, question: None, form: None, sheet: Sheet::default() };
        if pane.file().is_none() {
            let added = match &pane.place.with {
                Some(ReadWith::Signature(line)) => Some((line.clone(), Arc::from(line.as_str()))),
                _ => None,
            };
            pane.ask(added);
        }
        pane
    }

    /// The file that holds the interface.
    fn file(&self) -> Option<FileText> {
        match &self.place.with {
            Some(ReadWith::File(typed)) => Some(FileText(path::plain(typed).into_owned())),
            _ => None,
        }
    }

    /// Requests the decoding, with the source and text of an added interface.
    fn ask(&mut self, added: Option<(String, Arc<str>)>) {
        let (contract, parts) = (self.place.contract(), self.place.parts.clone());
        let question = BytesQuestion { contract, parts, added: added.into_iter().collect() };
        if self.question.as_deref() != Some(&question) {
            self.question = Some(Arc::new(question));
        }
    }

    /// The contract whose interface the verifier is asked for.
    fn at_verifier(&self, ctx: &Context<'_>) -> Option<AtVerifier> {
        Some(AtVerifier { chain: ctx.network.chain.clone()?, named: self.place.contract()? })
    }

    /// Why the interface is not loaded.
    fn fault(&self, ctx: &Context<'_>) -> Option<String> {
        if let Some(file) = self.file() {
            return ctx.get(&file).failure().map(Failure::sentence);
        }
        let at = self.at_verifier(ctx)?;
        let failure = at.outcome(Extent::Interface, ctx)?.err()?;
        let is_missing = at.found(Extent::Interface, ctx).is_some_and(Fetched::is_missing);
        Some(if is_missing { "not verified".to_owned() } else { failure.sentence() })
    }

    fn read<'a>(&self, ctx: &Context<'a>) -> Option<&'a BytesReading> {
        ctx.get(self.question.as_ref()?).value()
    }

    /// The progress shown while the sheet is empty: of the decoding, or of the interface that it needs.
    fn awaited<'a>(&self, ctx: &Context<'a>) -> Option<(&'a Progress, String)> {
        let question = self.question.as_ref()?;
        let Some(read) = self.read(ctx) else {
            return ctx.get(question).progress().map(|progress| (progress, "the decoded bytes".to_owned()));
        };
        let contract = self.place.contract().filter(|_| read.meanings.is_empty() && read.revert.is_none())?;
        let progress = self.at_verifier(ctx)?.progress(Extent::Interface, ctx)?;
        progress.asked().map(|_| (progress, format!("the interface of {contract}")))
    }

    fn verbs<'c>(&self, ctx: &'c Context<'_>, verbs: &mut Verbs<'c, Self>) {
        if self.form.is_some() {
            return;
        }
        let decode = verbs.add(Action::Filter, "decode with another interface");
        decode.run(|pane| pane.form = Some(pane.interface_form()));
        on_sheet::verbs(
            verbs,
            (&self.sheet, ctx.body.height),
            |pane| &mut pane.sheet,
            || {
                let bytes = self.read(ctx).map(|read| Copied::new("bytes", &read.data));
                bytes.into_iter().chain([on_sheet::copied_place(&self.place())]).collect()
            },
        );
        let question = self.question.as_ref().and_then(|question| ctx.get(question).failure());
        let failed = question.is_some() || self.fault(ctx).is_some();
        if failed || self.file().is_some() || self.place.contract().is_some() {
            verbs.hidden(Action::Refresh, "refresh").shown_if(failed).give(|| Effect::Refresh);
        }
    }

    /// The form to choose another interface.
    fn interface_form(&self) -> PopupForm {
        let with = self.place.with.as_ref().map(ReadWith::text).unwrap_or_default();
        let hint = "0.0.5001, an ABI file's path, or error Denied(address)";
        let form = PopupForm::new("Decode with", vec![FormField::text(WITH, "interface", hint, &with)]);
        form.verb("decode").note("Return types follow the arguments: get(uint256)(bool).")
    }
}

/// The interface typed into the form.
fn typed(form: &Form, ctx: &Context<'_>) -> Result<Option<ReadWith>, String> {
    let text = labels::resolve(ctx, form.value(WITH))?;
    Ok(ReadWith::parse(&text, ctx.network.home))
}

impl Pane for BytesPane {
    fn place(&self) -> Place {
        Place::Bytes(self.place.clone())
    }

    fn title(&self, _ctx: &Context<'_>) -> String {
        self.place().label()
    }

    fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        match self.awaited(ctx) {
            Some((progress, subject)) => _ = progress.view_missing(ctx, &subject, area, buf),
            None => self.sheet.view(ctx.theme, area, buf),
        }
        self.form.as_ref().and_then(|form| form.view(ctx, area, buf))
    }

    by_verbs!();

    fn is_typing(&self) -> bool {
        self.form.as_ref().is_some_and(PopupForm::is_typing)
    }

    fn handle_input(&mut self, input: &Input, ctx: &Context<'_>) -> Option<Vec<Effect>> {
        if self.form.is_some() {
            let read = |form: &Form| {
                let with = typed(form, ctx)?;
                Ok(vec![Effect::Replace(Place::Bytes(BytesPlace { with, ..self.place.clone() }))])
            };
            return PopupForm::handle_or_close(&mut self.form, input, read);
        }
        let Input::Mouse(click) = input else { return None };
        let is_again = self.sheet.click(*click, ctx.body);
        Some(if is_again { self.act(Action::Open, ctx) } else { Vec::new() })
    }

    fn links(&self, ctx: &Context<'_>) -> Vec<Link> {
        let is_hidden = self.form.is_some() || self.awaited(ctx).is_some();
        if is_hidden { Vec::new() } else { self.sheet.links(ctx.body) }
    }

    fn rebuild_view(&mut self, ctx: &Context<'_>) {
        if let Some(file) = self.file()
            && let Some(read) = ctx.get(&file).outcome()
        {
            self.ask(read.ok().map(|text| (file.0, Arc::clone(text))));
        }
        let Some(read) = self.read(ctx) else { return };
        let sheet = sheet(read, &self.place, self.fault(ctx), ctx);
        self.sheet = labels::on_sheet(ctx, sheet).after(&self.sheet, ctx.body.height);
    }

    fn wants(&self, ctx: &Context<'_>, wants: &mut Wants) {
        if let Some(contract) = self.place.contract() {
            wants.resolve(Subject::Contract(contract));
        }
        if let Some(at) = self.at_verifier(ctx) {
            at.want(Extent::Interface, ctx, wants);
        }
        if let Some(file) = self.file() {
            wants.add_optional(&file);
        }
        if let Some(question) = &self.question {
            wants.add(question);
        }
        let mut subjects = Subjects::default();
        for meaning in self.read(ctx).map(|read| read.meanings.as_slice()).unwrap_or_default() {
            subjects.update(self.place.contract(), meaning.reading.best(), ctx);
        }
        subjects.all().into_iter().for_each(|subject| wants.resolve(subject));
    }

    fn sheets(&self) -> Vec<(&'static str, &Sheet)> {
        vec![("", &self.sheet)]
    }
}

fn sheet(read: &BytesReading, place: &BytesPlace, fault: Option<String>, ctx: &Context<'_>) -> Sheet {
    let mut sheet = Sheet::default();
    if let Some(with) = &place.with {
        let refused = read.refused.first().map(|(_, refusal)| refusal.to_string());
        let fault = fault.or(refused);
        sheet = sheet.heading("Decoded with").fact("interface", Value::plain(with.text()));
        sheet = match fault {
            Some(fault) => sheet.fact("not loaded", Value::styled(Role::Failure, fault)),
            None => sheet,
        };
    }
    if let Some(revert) = &read.revert {
        let reason = Value::styled(Role::Failure, revert.summary());
        sheet = sheet.heading("Revert data").fact("reason", reason);
    }
    let is_event = |meaning: &&Meaning| matches!(meaning.role, BytesRole::Event | BytesRole::Topics);
    let events = read.meanings.iter().filter(is_event).count();
    for Meaning { role, reading } in &read.meanings {
        let Some(best) = reading.best() else { continue };
        let (heading, label) = match role {
            BytesRole::Event if events > 1 => ("Event, if the last word is its data", "event"),
            BytesRole::Topics if events > 1 => ("Event, if every word is a topic", "event"),
            role => words_of(*role, read.data.len()),
        };
        let head = Head { label, indent: 0, own: place.contract() };
        sheet = decoded::rows(sheet.heading(heading), ctx, head, reading, (0, best));
    }
    if read.meanings.is_empty() && read.revert.is_none() {
        let words = "No signature matches. Press f to name a contract, ABI file or signature.";
        sheet = sheet.heading("Not decoded").note(Value::styled(Role::Attention, words));
    }
    in_words(sheet, place, &read.data, ctx)
}

/// The heading of a meaning, and the label of its signature.
fn words_of(role: BytesRole, bytes: usize) -> (&'static str, &'static str) {
    match role {
        BytesRole::Call if bytes == SELECTOR_BYTES => ("Selector of a function", "function"),
        BytesRole::Call => ("Call data", "function"),
        BytesRole::Error if bytes == SELECTOR_BYTES => ("Selector of an error", "error"),
        BytesRole::Error => ("Revert data", "error"),
        BytesRole::Topics if bytes == WORD => ("Topic of an event", "event"),
        BytesRole::Event | BytesRole::Topics => ("Event", "event"),
        BytesRole::Returned => ("Return data", "returned by"),
        BytesRole::Arguments => ("Arguments", "function"),
    }
}

/// The raw bytes: the parts of an event unchanged, otherwise the selector and the words.
fn in_words(sheet: Sheet, place: &BytesPlace, data: &HexBytes, ctx: &Context<'_>) -> Sheet {
    let sheet = sheet.heading("Bytes").fact("data", words::size(ctx, data));
    if let [topics @ .., last] = place.parts.as_slice()
        && !topics.is_empty()
    {
        let topic = |sheet: Sheet, (at, topic): (usize, &HexBytes)| {
            sheet.inner(1, format!("topic {at}"), words::value(ctx, topic.bytes()))
        };
        let sheet = topics.iter().enumerate().fold(sheet, topic);
        return words::rows(sheet, ctx, CallData::of_words(last.bytes()));
    }
    let call = CallData::of_call(data.bytes());
    match call.selector().filter(|_| data.len() % WORD == SELECTOR_BYTES) {
        Some(selector) => {
            words::rows(sheet.fact("selector", Value::styled(Role::Heading, selector)), ctx, call)
        }
        None => words::rows(sheet, ctx, CallData::of_words(data.bytes())),
    }
}
