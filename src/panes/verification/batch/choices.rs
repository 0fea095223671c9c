//! The settings for all lines of a batch, as a form.

use std::fmt;

use api::Network;
use verification::batch::{AtOnce, OnError, Terms};
use verification::{ApiKey, Mode};

use crate::message::{Draft, Input};
use crate::panes::verification::{KEY, key_field};
use crate::widgets::form::{Form, FormField, Typed};

pub(super) const MODE: &str = "mode";
pub(super) const AT_ONCE: &str = "atOnce";
const ON_ERROR: &str = "onError";
pub(super) const FILE: &str = "file";
pub(super) const PROJECT: &str = "project";

/// The names of the draft, and of its field for the text.
const DRAFT: &str = "batch";
const LINES: &str = "lines";

const MODES: &[(&str, &str)] =
    &[("similarity", "similarity"), ("import from explorer", "import"), ("from a project", "standard-json")];
const COUNTS: &[(&str, &str)] = &[("1", "1"), ("2", "2"), ("3", "3")];
const ON_ERRORS: &[(&str, &str)] = &[("stop", "stop"), ("continue", "go-on")];

#[derive(Clone)]
pub(super) struct Choices {
    pub(super) form: Form,
    /// The project's directory, stored here while its field is hidden.
    project: String,
}

impl Choices {
    /// The settings and the text stored in a draft.
    pub(super) fn from_draft(draft: Option<&Draft>) -> (Self, String) {
        let text = |name: &str| {
            let field = draft.and_then(|draft| draft.fields.iter().find(|(field, _)| field == name));
            field.map(|(_, text)| text.clone()).unwrap_or_default()
        };
        let at_once = Some(text(AT_ONCE)).filter(|text| !text.is_empty());
        let at_once = at_once.unwrap_or_else(|| AtOnce::default().get().to_string());
        let form = Form::new(vec![
            FormField::choice(MODE, "mode", MODES, &text(MODE)),
            FormField::choice(AT_ONCE, "at once", COUNTS, &at_once),
            FormField::choice(ON_ERROR, "on error", ON_ERRORS, &text(ON_ERROR)),
            FormField::text(
                FILE,
                "from a file",
                "optional: a list or a tool's deployment; enter there loads it",
                &text(FILE),
            ),
        ]);
        let mut choices = Self { form, project: text(PROJECT) };
        choices.follow_mode();
        (choices, text(LINES))
    }

    pub(super) fn draft_in(drafts: &[Draft]) -> Option<&Draft> {
        drafts.iter().find(|draft| draft.form == DRAFT)
    }

    /// The values to store: everything but the key.
    pub(super) fn draft(&self, lines: String) -> Draft {
        let kept = [MODE, AT_ONCE, ON_ERROR, FILE];
        let fields = kept.map(|name| (name.to_owned(), self.form.value(name).to_owned()));
        let rest = [(PROJECT.to_owned(), self.project.clone()), (LINES.to_owned(), lines)];
        Draft { form: DRAFT.to_owned(), fields: fields.into_iter().chain(rest).collect() }
    }

    /// The height of the form; modes that use a key have a row for it.
    pub(super) fn height(&self) -> u16 {
        u16::try_from(self.form.fields().len()).unwrap_or(u16::MAX)
    }

    /// Passes an input to the form.
    pub(super) fn input(&mut self, input: &Input) -> Typed {
        let typed = self.form.input(input);
        if self.mode() == Mode::StandardJson && self.form.fields().iter().any(|field| field.name == PROJECT) {
            self.form.value(PROJECT).clone_into(&mut self.project);
        }
        self.follow_mode();
        typed
    }

    pub(super) fn mode(&self) -> Mode {
        Mode::parse(self.form.value(MODE)).unwrap_or_default()
    }

    pub(super) fn next_mode(&mut self) {
        self.form.set(MODE, self.following().name());
        self.follow_mode();
    }

    /// The mode after the current one.
    pub(super) fn following(&self) -> Mode {
        match self.mode() {
            Mode::Similarity => Mode::Import,
            Mode::Import => Mode::StandardJson,
            Mode::StandardJson | Mode::Metadata => Mode::Similarity,
        }
    }

    /// Selects the project that the lines are verified from, and the mode for it.
    pub(super) fn take_project(&mut self, directory: &str) {
        directory.clone_into(&mut self.project);
        self.form.set(MODE, Mode::StandardJson.name());
        self.follow_mode();
        self.form.set(PROJECT, directory);
    }

    /// The project's directory; `None` if the mode does not use one.
    pub(super) fn project(&self) -> Option<&str> {
        (self.mode() == Mode::StandardJson).then_some(self.project.trim())
    }

    /// The typed key; `None` if the field is empty.
    ///
    /// # Errors
    /// Why the text is not a valid key, without repeating it, or why the network's verifier may not receive one.
    pub(super) fn key(&self, network: &Network) -> Result<Option<ApiKey>, String> {
        network.api_key(self.form.value(KEY))
    }

    /// The settings as the batch stores them.
    pub(super) fn terms(&self) -> Terms {
        Terms {
            mode: self.mode(),
            project: self.project().map(str::to_owned),
            keyed: !self.form.value(KEY).is_empty(),
            at_once: AtOnce::new(self.form.value(AT_ONCE).parse().unwrap_or_default()),
            on_error: OnError::parse(self.form.value(ON_ERROR)).unwrap_or_default(),
        }
    }

    /// Shows the fields of the key and the project only in modes that use them. Hiding the key's field drops the
    /// typed key.
    fn follow_mode(&mut self) {
        let mode = self.mode();
        let mut fields = self.form.fields().to_vec();
        let has = |name| fields.iter().any(|field| field.name == name);
        let (keyed, project) = (mode == Mode::Import, mode == Mode::StandardJson);
        if keyed == has(KEY) && project == has(PROJECT) {
            return;
        }
        fields.retain(|field| ![KEY, PROJECT].contains(&field.name));
        if keyed {
            fields.push(key_field());
        }
        if project {
            let hint = "its directory; its contracts are compared with the code of each line";
            fields.push(FormField::text(PROJECT, "project", hint, &self.project));
        }
        let focused = self.form.focused();
        self.form = Form::new(fields);
        self.form.focus(focused);
    }
}

impl fmt::Debug for Choices {
    /// Prints only the stored values: a typed key must not appear in logs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Choices").field(&self.draft(String::new())).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_chosen_comes_back_and_the_key_does_not() {
        let (mut choices, text) = Choices::from_draft(None);
        assert_eq!((choices.terms().at_once.get(), text.as_str()), (2, ""));
        choices.next_mode();
        choices.form.focus(KEY);
        choices.input(&Input::Paste("hunter2".into()));
        assert!(choices.terms().keyed && choices.form.value(KEY) == "hunter2");
        let draft = choices.draft("296,0x1\n#".to_owned());
        assert!(!format!("{choices:?}{draft:?}").contains("hunter2"));
        let (again, text) = Choices::from_draft(Some(&draft));
        assert_eq!((again.mode(), text.as_str()), (Mode::Import, "296,0x1\n#"));
        assert!(!again.terms().keyed);
    }
}
