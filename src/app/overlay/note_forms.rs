//! The forms that label an entity or bookmark a place, each with a note.
//!
//! ```text
//!   of      0.0.1002               what is selected; → completes it to what else can be labelled here
//!   label   deployer
//!   note    the key of the release script
//! ```

use ledger::text::visible;
use ledger::{ContractRef, Labelled, Text};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::Outcome;
use crate::message::label::{check_name, check_note};
use crate::message::{Bookmark, Effect, Input, Label, MouseButton, Notice, Persist, Place};
use crate::panes::Context;
use crate::panes::kit::PopupForm;
use crate::panes::kit::form::popup_form::Filled;
use crate::panes::kit::nouns::labels;
use crate::widgets::form::{Form, FormField};

const OF: &str = "of";
const NAME: &str = "label";
const NOTE: &str = "note";

#[derive(Clone, Debug)]
pub(crate) struct LabelForm {
    pub(super) form: PopupForm,
    /// The subject whose label was looked up last and fills the fields.
    of: Option<Labelled>,
}

impl LabelForm {
    /// The form for the first of these, any other of them near at hand.
    pub(super) fn new(offered: &[Labelled], ctx: &Context<'_>) -> Self {
        let first = offered.first().map(ToString::to_string).unwrap_or_default();
        let mut of = FormField::text(OF, "of", "an address, an id, a transaction or a hash", &first);
        of.completions = offered.iter().map(ToString::to_string).collect();
        let name = FormField::text(NAME, "label", "such as deployer; empty takes it away", "");
        let note = FormField::text(NOTE, "note", "what else is to be known of it", "");
        let words = format!("shown wherever it appears on {}", ctx.network.name);
        let form = PopupForm::new("Label", vec![of, name, note]).note(words).verb("keep");
        let mut label = Self { form, of: None };
        label.recall(ctx);
        if !offered.is_empty() {
            label.form.form_mut().focus(NAME);
        }
        label
    }

    /// Fills in the existing label of the subject, if the subject has changed.
    fn recall(&mut self, ctx: &Context<'_>) {
        let form = self.form.form_mut();
        let Some(of) = read_subject(form, ctx).ok().filter(|of| self.of.as_ref() != Some(of)) else {
            return;
        };
        let known = ctx.known.own_label(&of);
        let text = |text: Option<&Text>| {
            text.map(|text| String::from_utf8_lossy(text.raw()).into_owned()).unwrap_or_default()
        };
        form.set(NAME, &text(known.map(|label| &label.name)));
        form.set(NOTE, &text(known.map(|label| &label.note)));
        self.of = Some(of);
    }

    pub(super) fn handle_input(&mut self, input: &Input, ctx: &Context<'_>) -> Outcome {
        if matches!(input, Input::Mouse(click) if click.button != MouseButton::Press) {
            return Outcome::Stay;
        }
        match self.form.handle_input(input, |form| read(form, ctx)) {
            None => Outcome::Pass,
            Some(Filled::Left) => Outcome::Leave(Vec::new()),
            Some(Filled::Open) => {
                self.recall(ctx);
                Outcome::Stay
            }
            Some(Filled::Applied(label)) => {
                let words = match label.name.escaped().as_str() {
                    "" => format!("{} has no label any more", label.of),
                    name => format!("{} is {name}", label.of),
                };
                let keep = Effect::Persist(Persist::Labels(vec![label]));
                Outcome::Leave(vec![keep, Effect::Notify(Notice::success(words))])
            }
        }
    }

    pub(super) fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        self.form.view(ctx, area, buf)
    }
}

fn read_subject(form: &Form, ctx: &Context<'_>) -> Result<Labelled, String> {
    let (text, home) = (form.value(OF).trim(), ctx.network.home);
    let short = || ContractRef::parse(text, home).map(|named| Labelled::new(named, home));
    Labelled::parse(text, home)
        .or_else(short)
        .ok_or_else(|| format!("{:?} is no id, address, transaction id or hash", visible(text)))
}

fn read(form: &Form, ctx: &Context<'_>) -> Result<Label, String> {
    let of = read_subject(form, ctx)?;
    let (name, note) = (form.value(NAME).trim(), form.value(NOTE).trim());
    check_name(name, ctx.network.home)?;
    check_note(note)?;
    if name.is_empty() && ctx.known.own_label(&of).is_none() {
        return Err("type a label".to_owned());
    }
    Ok(Label { network: ctx.network.name.clone(), of, name: name.into(), note: note.into(), at: ctx.now })
}

const KEEP: &str = "bookmark";
const CHOICES: &[(&str, &str)] = &[("keep", "keep"), ("forget", "forget")];

#[derive(Clone, Debug)]
pub(crate) struct BookmarkForm {
    pub(super) form: PopupForm,
    place: Place,
}

impl BookmarkForm {
    pub(super) fn new(place: Place, ctx: &Context<'_>) -> Self {
        let network = &ctx.network.name;
        let known = ctx.bookmarks.iter().find(|known| known.network == *network && known.place == place);
        let note = known.map(|known| String::from_utf8_lossy(known.note.raw()).into_owned());
        let hint = "why it is kept; may be empty";
        let mut fields = vec![FormField::text(NOTE, "note", hint, &note.unwrap_or_default())];
        fields.extend(known.map(|_| FormField::choice(KEEP, "bookmark", CHOICES, "keep")));
        let words = visible(&labels::in_text(ctx, &place.label()));
        let form = PopupForm::new(format!("Bookmark {words}"), fields).note("home lists it").verb("keep");
        Self { form, place }
    }

    pub(super) fn handle_input(&mut self, input: &Input, ctx: &Context<'_>) -> Outcome {
        if matches!(input, Input::Mouse(click) if click.button != MouseButton::Press) {
            return Outcome::Stay;
        }
        let read = |form: &Form| {
            let note = form.value(NOTE).trim();
            check_note(note).map(|()| (Text::from(note), form.value(KEEP) != "forget"))
        };
        match self.form.handle_input(input, read) {
            None => Outcome::Pass,
            Some(Filled::Left) => Outcome::Leave(Vec::new()),
            Some(Filled::Open) => Outcome::Stay,
            Some(Filled::Applied((note, keep))) => {
                let (network, place) = (ctx.network.name.clone(), self.place.clone());
                let bookmark = Bookmark { network, place, note, at: ctx.now };
                let (keep, words) = if keep {
                    (Persist::Bookmarks(vec![bookmark]), "bookmarked")
                } else {
                    (Persist::ForgetBookmark(bookmark), "forgotten")
                };
                Outcome::Leave(vec![Effect::Persist(keep), Effect::Notify(Notice::success(words))])
            }
        }
    }

    pub(super) fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        self.form.view(ctx, area, buf)
    }
}
