//! The choices for all lines of a batch, as a form.

use std::fmt;

use crate::message::{Draft, Input, Network};
use crate::verification::batch::{AtOnce, OnError, Terms};
use crate::verification::{ApiKey, Mode};
use crate::widgets::form::{Form, FormField, Typed};

pub(super) const MODE: &str = "mode";
pub(super) const AT_ONCE: &str = "atOnce";
pub(super) const ON_ERROR: &str = "onError";
pub(super) const FILE: &str = "file";
pub(super) const KEY: &str = "apiKey";

/// The name of the draft, and of the field in it that holds the text.
const DRAFT: &str = "batch";
const LINES: &str = "lines";

const MODES: &[(&str, &str)] = &[("similarity", "similarity"), ("import from explorer", "import")];
const COUNTS: &[(&str, &str)] = &[("1", "1"), ("2", "2"), ("3", "3")];
const ON_ERRORS: &[(&str, &str)] = &[("stop", "stop"), ("continue", "go-on")];

/// The form.
#[derive(Clone)]
pub(super) struct Choices {
    form: Form,
}

impl Choices {
    /// The choices as a draft holds them, and the text that it holds.
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
                "optional: a path; enter there loads its lines",
                &text(FILE),
            ),
        ]);
        let mut choices = Self { form };
        choices.follow_mode();
        (choices, text(LINES))
    }

    /// The draft among these.
    pub(super) fn draft_in(drafts: &[Draft]) -> Option<&Draft> {
        drafts.iter().find(|draft| draft.form == DRAFT)
    }

    /// What is kept: everything but the key.
    pub(super) fn draft(&self, lines: String) -> Draft {
        let kept = [MODE, AT_ONCE, ON_ERROR, FILE];
        let fields = kept.map(|name| (name.to_owned(), self.form.value(name).to_owned()));
        Draft {
            form: DRAFT.to_owned(),
            fields: fields.into_iter().chain([(LINES.to_owned(), lines)]).collect(),
        }
    }

    pub(super) fn form(&self) -> &Form {
        &self.form
    }

    pub(super) fn form_mut(&mut self) -> &mut Form {
        &mut self.form
    }

    /// How many rows it takes: the key has one where it is of use.
    pub(super) fn height(&self) -> u16 {
        u16::try_from(self.form.fields().len()).unwrap_or(u16::MAX)
    }

    /// Passes an input to the form.
    pub(super) fn input(&mut self, input: &Input) -> Typed {
        let typed = self.form.input(input);
        self.follow_mode();
        typed
    }

    pub(super) fn mode(&self) -> Mode {
        Mode::parse(self.form.value(MODE)).unwrap_or_default()
    }

    /// Chooses the other mode.
    pub(super) fn next_mode(&mut self) {
        let next = if self.mode() == Mode::Import { Mode::Similarity } else { Mode::Import };
        self.form.set(MODE, next.name());
        self.follow_mode();
    }

    /// The key that was typed.
    ///
    /// # Errors
    /// Says what a key cannot hold, without repeating it, or why none may go to the network's verifier.
    pub(super) fn key(&self, network: &Network) -> Result<Option<ApiKey>, String> {
        network.api_key(self.form.value(KEY))
    }

    /// The choices as the batch has them.
    pub(super) fn terms(&self) -> Terms {
        Terms {
            mode: self.mode(),
            keyed: !self.form.value(KEY).is_empty(),
            at_once: AtOnce::new(self.form.value(AT_ONCE).parse().unwrap_or_default()),
            on_error: OnError::parse(self.form.value(ON_ERROR)).unwrap_or_default(),
        }
    }

    /// The field of the key is there only while it is of use; a key that was typed goes with it.
    fn follow_mode(&mut self) {
        let wanted = self.mode() == Mode::Import;
        let mut fields = self.form.fields().to_vec();
        if wanted == fields.iter().any(|field| field.name == KEY) {
            return;
        }
        if wanted {
            let hint = "optional: your key at the explorer; it is never stored";
            fields.push(FormField::masked(KEY, "API key", hint));
        } else {
            fields.retain(|field| field.name != KEY);
        }
        let focused = self.form.focused();
        self.form = Form::new(fields);
        self.form.focus(focused);
    }
}

impl fmt::Debug for Choices {
    /// Shows what is kept, so that a key that was typed cannot be printed.
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
        choices.form_mut().focus(KEY);
        choices.input(&Input::Paste("hunter2".into()));
        assert!(choices.terms().keyed && choices.form().value(KEY) == "hunter2");
        let draft = choices.draft("296,0x1\n#".to_owned());
        assert!(!format!("{choices:?}{draft:?}").contains("hunter2"));
        let (again, text) = Choices::from_draft(Some(&draft));
        assert_eq!((again.mode(), text.as_str()), (Mode::Import, "296,0x1\n#"));
        assert!(!again.terms().keyed);
    }
}
