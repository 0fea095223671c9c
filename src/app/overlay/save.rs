//! Asks for the path of a new file.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::Outcome;
use crate::message::{Action, Effect, Export, Input, MouseButton};
use crate::panes::Context;
use crate::panes::kit::path;
use crate::widgets::form::{Form, FormField, Typed};
use crate::widgets::line::{cut, put};
use crate::widgets::{Role, popup};

/// The form.
#[derive(Clone, Debug)]
pub(crate) struct Save {
    form: Form,
    text: String,
    fault: Option<String>,
}

const PATH: &str = "path";
/// What the path is relative to.
const WHERE: &str = "from where the program was started; ~/ is your home; nothing is overwritten";

impl Save {
    pub(super) fn new(export: Export) -> Self {
        let field = FormField::text(PATH, "file", "a path", &export.path);
        Self { form: Form::new(vec![field]), text: export.text, fault: None }
    }

    /// Says why the file was not written; what was typed stays.
    pub(crate) fn failed(&mut self, words: String) {
        self.fault = Some(words);
    }

    pub(super) fn handle_input(&mut self, input: &Input) -> Outcome {
        if let Input::Mouse(click) = input
            && click.button != MouseButton::Press
        {
            return Outcome::Stay;
        }
        match self.form.input(input) {
            Typed::Ignored => Outcome::Pass,
            Typed::Leave => Outcome::Leave(Vec::new()),
            Typed::Moved => Outcome::Stay,
            Typed::Edited => {
                self.fault = None;
                Outcome::Stay
            }
            Typed::Apply => self.write(),
        }
    }

    fn write(&mut self) -> Outcome {
        let path = path::plain(self.form.value(PATH)).into_owned();
        if path.is_empty() {
            self.fault = Some("write the path of a new file".to_owned());
            return Outcome::Stay;
        }
        Outcome::Follow(vec![Effect::Write(Export { path, text: self.text.clone() })])
    }

    pub(super) fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        let inner = popup::open(ctx.theme, area, "Write to a file", 4, buf);
        let cursor = self.form.view(ctx.theme, inner, &[], buf);
        let words = cut(WHERE, inner.width.saturating_sub(2), ctx.theme.glyphs.cut);
        put(buf, inner, 1, 1, &words, ctx.theme.style(Role::Dim));
        let fault = self.fault.as_deref();
        let keys = ctx.keymap.hints_while_typing(&[(Action::Open, "write"), (Action::Close, "cancel")]);
        popup::foot_with(ctx.theme, inner, fault, &keys, buf);
        cursor
    }
}
