//! Asks for the path of a new file.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::Outcome;
use crate::message::{Effect, Export, Input, MouseButton};
use crate::panes::Context;
use crate::panes::kit::popup_form::Filled;
use crate::panes::kit::{PopupForm, path};
use crate::widgets::form::FormField;

/// The form.
#[derive(Clone, Debug)]
pub(crate) struct Save {
    form: PopupForm,
    text: String,
}

const PATH: &str = "path";
/// What the path is relative to.
const WHERE: &str = "from where the program was started; ~/ is your home; nothing is overwritten";

impl Save {
    pub(super) fn new(export: Export) -> Self {
        let field = FormField::text(PATH, "file", "a path", &export.path);
        let form = PopupForm::new("Write to a file", vec![field]).note(WHERE).verb("write");
        Self { form, text: export.text }
    }

    /// Says why the file was not written; what was typed stays.
    pub(crate) fn failed(&mut self, words: String) {
        self.form.fail(words);
    }

    pub(super) fn handle_input(&mut self, input: &Input) -> Outcome {
        if let Input::Mouse(click) = input
            && click.button != MouseButton::Press
        {
            return Outcome::Stay;
        }
        let filled = self.form.handle_input(input, |form| match path::plain(form.value(PATH)).into_owned() {
            path if path.is_empty() => Err("write the path of a new file".to_owned()),
            path => Ok(path),
        });
        match filled {
            None => Outcome::Pass,
            Some(Filled::Left) => Outcome::Leave(Vec::new()),
            Some(Filled::Open) => Outcome::Stay,
            Some(Filled::Applied(path)) => {
                Outcome::Follow(vec![Effect::Write(Export { path, text: self.text.clone() })])
            }
        }
    }

    pub(super) fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        self.form.view(ctx, area, buf)
    }
}
