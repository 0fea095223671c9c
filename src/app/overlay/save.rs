//! Asks what to write to a file, and where.

mod rows;

use std::borrow::Cow;

use decode::Snapshot;
use decode::rows::Format;
use ledger::amount::counted;
use ledger::text::visible;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use self::rows::{proposed, read_rows, row_fields};
use super::Outcome;
use crate::message::export::Which;
use crate::message::{
    Action, Effect, Export, ExportOffer, ExportState, Exported, FilesOffer, Input, MouseButton, Place,
};
use crate::panes::kit::PopupForm;
use crate::panes::kit::form::{path, popup_form::Filled};
use crate::panes::{ActionHint, Context, action_hint};
use crate::widgets::form::{Form, FormField};

#[derive(Clone, Debug)]
pub(crate) struct Save {
    pub(super) form: PopupForm,
    offer: ExportOffer,
    network: String,
    /// What is known, if there are labels.
    known: Option<Snapshot>,
    /// The export that is in progress.
    running: Option<String>,
    /// The path that was applied last.
    applied: Option<String>,
}

const WHAT: &str = "what";
const ROWS: &str = "rows";
const FORMAT: &str = "format";
const COLUMNS: &str = "columns";
const PATH: &str = "path";
const EXISTING: &str = "existing";
const UNFINISHED: &str = "unfinished";
const RUNNING: &str = "running";

const MARKED: &str = "marked";
const SHOWN: &str = "shown";
const ALL: &str = "all";
const RECEIVED: &str = "received";
const SHOWN_LABELLED: &str = "shown with labels";
const ALL_LABELLED: &str = "all with labels";

const FILE: &str = "file";

const OVERWRITE: &str = "overwrite";
const OVER: &str = "over";
const CANCEL: &str = "cancel";

/// What the path is relative to.
const WHERE: &str = "from where the program was started; ~/ is your home; no file is overwritten unasked";

/// What can be written of a contract's sources.
const WHATS: &[(&str, &str)] = &[("this file", FILE), ("all that the verifier has", ALL)];

/// The choices for an existing file.
const EXISTINGS: &[(&str, &str)] = &[("leave it", "leave"), ("overwrite it", OVERWRITE)];

const EXISTING_FILES: &[(&str, &str)] = &[("leave them", "leave"), ("overwrite them", OVERWRITE)];

impl Save {
    pub(super) fn new(offer: ExportOffer, ctx: &Context<'_>, running: Option<&str>) -> Self {
        let known = ctx.known.has_labels().then(|| ctx.known.clone());
        let (title, mut fields, path) = match &offer {
            ExportOffer::Screen(screen) => {
                let ending = screen.forms.first().map(|(ending, _)| *ending).unwrap_or_default();
                let path = format!("{}.{ending}", file_name(&screen.place));
                (Cow::from("Write the screen to a file: .svg, .txt or .ans"), Vec::new(), path)
            }
            ExportOffer::Text(text) | ExportOffer::Private(text) => {
                (text.title.clone(), Vec::new(), text.path.clone())
            }
            ExportOffer::Files(FilesOffer { file: Some(file), .. }) => {
                let what = FormField::choice(WHAT, "what", WHATS, FILE);
                (file.title.clone(), vec![what], file.path.clone())
            }
            ExportOffer::Files(files) => (
                Cow::from("Write what the verifier has into a directory"),
                Vec::new(),
                file_name(&files.place),
            ),
            ExportOffer::Rows(rows) => (
                Cow::from("Export rows to a file"),
                row_fields(rows, known.is_some()),
                proposed(rows, Format::Csv, None),
            ),
        };
        let label = if matches!(offer, ExportOffer::Files(_)) { "path" } else { "file" };
        fields.push(FormField::text(PATH, label, "a path", &path));
        if let (Some(running), ExportOffer::Rows(_)) = (running, &offer) {
            let continues = Cow::from(format!("{} continues", visible(running)));
            let options = vec![(continues, ""), (Cow::from("cancel it"), CANCEL)];
            fields.push(FormField::choice_among(RUNNING, "in progress", options, ""));
        }
        Self {
            form: PopupForm::new(title, fields).note(WHERE).verb("write"),
            offer,
            network: ctx.network.name.clone(),
            known,
            running: running.map(ToOwned::to_owned),
            applied: None,
        }
    }

    /// The actions that are available here.
    pub(super) fn hints(&self) -> Vec<ActionHint> {
        if self.form.waits() {
            vec![ActionHint::new(Action::Close, "cancel the export")]
        } else if self.form.form().fields().len() > 1 {
            action_hint::form("write")
        } else {
            action_hint::line("write")
        }
    }

    /// Whether this path was applied.
    pub(crate) fn is_for(&self, path: &str) -> bool {
        self.applied.as_deref() == Some(path)
    }

    /// Shows why nothing was written, and asks how to continue; the typed text stays.
    pub(crate) fn refused(&mut self, state: ExportState) {
        let path = visible(self.applied.as_deref().unwrap_or_default());
        let (field, words) = match state {
            ExportState::Taken if self.is_directory() => (
                Some(FormField::choice(EXISTING, "existing files", EXISTING_FILES, "leave")),
                format!(
                    "{path} has files of these names already: overwrite them, or choose another directory"
                ),
            ),
            ExportState::Taken => (
                Some(FormField::choice(EXISTING, "existing file", EXISTINGS, "leave")),
                format!("{path} exists already: overwrite it, or choose another name"),
            ),
            ExportState::Unfinished(rows) => {
                let rows = counted(usize::try_from(rows).unwrap_or(usize::MAX), "row");
                let resume = Cow::from(format!("resume behind {rows}"));
                let options = vec![(resume, ""), (Cow::from("start over"), OVER)];
                (
                    Some(FormField::choice_among(UNFINISHED, "unfinished", options, "")),
                    format!("{path} was begun by an earlier export that did not end"),
                )
            }
            ExportState::Refused(words) => (None, words),
            _ => return,
        };
        if let Some(field) = field {
            self.form.form_mut().add(field);
        }
        self.form.fail(words);
    }

    /// Whether the path is a directory.
    fn is_directory(&self) -> bool {
        matches!(self.offer, ExportOffer::Files(_)) && self.form.form().value(WHAT) != FILE
    }

    /// Closes the form. What it asks for is cancelled while nothing was said of it.
    pub(super) fn leave(&self) -> Outcome {
        let pending = self.applied.clone().filter(|_| self.form.waits());
        Outcome::Leave(pending.map(Effect::CancelExport).into_iter().collect())
    }

    pub(super) fn handle_input(&mut self, input: &Input) -> Outcome {
        if let Input::Mouse(click) = input
            && click.button != MouseButton::Press
        {
            return Outcome::Stay;
        }
        let before = Chosen::new(self.form.form());
        let (offer, network, known) = (&self.offer, &self.network, self.known.as_ref());
        let filled = self.form.handle_input(input, |form| read(form, offer, network, known));
        match filled {
            None => Outcome::Pass,
            Some(Filled::Left) => self.leave(),
            Some(Filled::Open) => {
                self.adapt(&before);
                Outcome::Stay
            }
            Some(Filled::Applied(None)) => {
                Outcome::Leave(self.running.clone().map(Effect::CancelExport).into_iter().collect())
            }
            Some(Filled::Applied(Some(export))) => {
                self.applied = Some(export.path.clone());
                self.form.wait();
                Outcome::Follow(vec![Effect::Write(export)])
            }
        }
    }

    /// Updates the path after a change of the selection, and the format after a change of the path's extension.
    fn adapt(&mut self, before: &Chosen) {
        let now = Chosen::new(self.form.form());
        let form = self.form.form_mut();
        if now.path != before.path {
            // What was answered was about another file.
            form.remove(EXISTING);
            form.remove(UNFINISHED);
            if let Some(format) = ending(&now.path).and_then(Format::of_ending) {
                form.set(FORMAT, format.ending());
            }
        } else if let ExportOffer::Files(FilesOffer { place, file: Some(file), .. }) = &self.offer
            && now.is_file != before.is_file
        {
            let (from, to) = (file_name(place), file.path.clone());
            let (from, to) = if now.is_file { (from, to) } else { (to, from) };
            if now.path == from {
                form.set(PATH, &to);
            }
            form.remove(EXISTING);
        } else if let ExportOffer::Rows(offer) = &self.offer
            && now != *before
        {
            let is_proposed = now.path == proposed(offer, before.format, before.which);
            let path = if is_proposed {
                proposed(offer, now.format, now.which)
            } else {
                with_ending(&now.path, now.format)
            };
            form.set(PATH, &path);
        }
    }

    pub(super) fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        self.form.view(ctx, area, buf)
    }
}

/// What is chosen in the form.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Chosen {
    which: Option<Which>,
    format: Format,
    /// Whether the file on screen alone is written.
    is_file: bool,
    path: String,
}

impl Chosen {
    fn new(form: &Form) -> Self {
        let which = match form.value(ROWS) {
            MARKED => Some(Which::Marked),
            SHOWN => Some(Which::Shown),
            ALL => Some(Which::All),
            _ => None,
        };
        let format = Format::of_ending(form.value(FORMAT)).unwrap_or(Format::Csv);
        Self { which, format, is_file: form.value(WHAT) == FILE, path: form.value(PATH).to_owned() }
    }
}

/// A file's name without its ending: the place, in letters, digits and `-`.
fn file_name(place: &Place) -> String {
    let place = place.to_string();
    let name = place.split('?').next().unwrap_or_default();
    name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect()
}

/// The path with the ending of this format, if it ends as another one does.
fn with_ending(path: &str, format: Format) -> String {
    match ending(path).filter(|ending| Format::of_ending(ending).is_some()) {
        Some(ending) => format!("{}{}", path.strip_suffix(ending).unwrap_or(path), format.ending()),
        None => path.to_owned(),
    }
}

fn ending(path: &str) -> Option<&str> {
    path.rsplit('/').next()?.rsplit_once('.').map(|(_, ending)| ending)
}

/// The export that the form describes; `None` to cancel the running export.
fn read(
    form: &Form,
    offer: &ExportOffer,
    network: &str,
    known: Option<&Snapshot>,
) -> Result<Option<Export>, String> {
    if form.value(RUNNING) == CANCEL {
        return Ok(None);
    }
    let path = path::plain(form.value(PATH)).into_owned();
    if path.is_empty() {
        return Err("write the path of a new file".to_owned());
    }
    let overwrites = form.value(EXISTING) == OVERWRITE;
    let what = match offer {
        ExportOffer::Text(text) => Exported::Text(text.text.clone()),
        ExportOffer::Private(text) => Exported::Private(text.text.clone()),
        ExportOffer::Files(FilesOffer { file: Some(file), .. }) if form.value(WHAT) == FILE => {
            Exported::Text(file.text.clone())
        }
        ExportOffer::Files(files) => Exported::Files(files.of.clone()),
        ExportOffer::Screen(screen) => {
            let ending = ending(&path).map(str::to_ascii_lowercase);
            let form = screen.forms.iter().find(|(known, _)| Some(*known) == ending.as_deref());
            let (_, text) = form.ok_or("end the name with .svg for a picture, .txt or .ans for text")?;
            Exported::Text(text.clone())
        }
        ExportOffer::Rows(rows) => Exported::Rows(Box::new(read_rows(form, rows, network, known)?)),
    };
    Ok(Some(Export { path, overwrites, what }))
}
