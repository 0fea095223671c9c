//! The form in which a place is bookmarked with a note, or its bookmark forgotten.

use ledger::Text;
use ledger::text::visible;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::Outcome;
use crate::message::label::check_note;
use crate::message::{Bookmark, Effect, Input, MouseButton, Notice, Persist, Place};
use crate::panes::Context;
use crate::panes::kit::PopupForm;
use crate::panes::kit::form::popup_form::Filled;
use crate::panes::kit::nouns::labels;
use crate::widgets::form::{Form, FormField};

const NOTE: &str = "note";
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
