//! Asks for the path of a new file.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::Outcome;
use crate::message::{Effect, Export, Exports, Input, MouseButton};
use crate::panes::Context;
use crate::panes::kit::popup_form::Filled;
use crate::panes::kit::{PopupForm, path};
use crate::widgets::form::FormField;

/// The form.
#[derive(Clone, Debug)]
pub(crate) struct Save {
    form: PopupForm,
    formats: Vec<Export>,
}

const PATH: &str = "path";
/// What the path is relative to.
const WHERE: &str = "from where the program was started; ~/ is your home; nothing is overwritten";

/// The same in short, behind the endings of paths.
const WITHIN: &str = "~/ is your home; nothing is overwritten";

impl Save {
    pub(super) fn new(Exports { title, formats }: Exports) -> Self {
        let proposed = formats.first().map(|first| first.path.as_str()).unwrap_or_default();
        let field = FormField::text(PATH, "file", "a path", proposed);
        let note = match endings(&formats) {
            None => WHERE.to_owned(),
            Some(endings) => format!("{endings}; {WITHIN}"),
        };
        Self { form: PopupForm::new(title, vec![field]).note(note).verb("write"), formats }
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
        let formats = &self.formats;
        let filled = self.form.handle_input(input, |form| match path::plain(form.value(PATH)).into_owned() {
            path if path.is_empty() => Err("write the path of a new file".to_owned()),
            path => match (endings(formats), chosen(formats, &path)) {
                (Some(endings), None) => Err(format!("end the path with {endings}")),
                (_, chosen) => {
                    let text = chosen.or(formats.first()).map(|format| format.text.clone());
                    Ok(Export { path, text: text.unwrap_or_default() })
                }
            },
        });
        match filled {
            None => Outcome::Pass,
            Some(Filled::Left) => Outcome::Leave(Vec::new()),
            Some(Filled::Open) => Outcome::Stay,
            Some(Filled::Applied(export)) => Outcome::Follow(vec![Effect::Write(export)]),
        }
    }

    pub(super) fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        self.form.view(ctx, area, buf)
    }
}

/// The endings among which one chooses, in words; `None` if there is nothing to choose.
fn endings(formats: &[Export]) -> Option<String> {
    let all: Vec<String> =
        formats.iter().filter_map(|format| Some(format!(".{}", ending(&format.path)?))).collect();
    let (last, others) = all.split_last().filter(|(_, others)| !others.is_empty())?;
    Some(format!("{} or {last}", others.join(", ")))
}

/// The format whose path ends as this one does.
fn chosen<'a>(formats: &'a [Export], path: &str) -> Option<&'a Export> {
    formats.iter().find(|format| ending(&format.path).is_some_and(|it| ending(path) == Some(it)))
}

fn ending(path: &str) -> Option<&str> {
    path.rsplit('/').next()?.rsplit_once('.').map(|(_, ending)| ending)
}
