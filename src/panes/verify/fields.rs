//! The fields of the form: which are there in each mode, and what of them is kept.

use std::fmt;

use crate::message::{Draft, Input};
use crate::verification::Mode;
use crate::widgets::TextField;
use crate::widgets::form::{Control, Form, FormField, Typed};

pub(super) const MODE: &str = "mode";
pub(super) const CHAIN: &str = "chainId";
pub(super) const ADDRESS: &str = "address";
pub(super) const HASH: &str = "creationTransactionHash";
pub(super) const KEY: &str = "apiKey";

/// How many lines the form takes: both modes have as many fields.
pub(super) const LINES: u16 = 4;

const MODES: &[(&str, &str)] = &[("similarity", "similarity"), ("import from explorer", "import")];

/// The form. The field that the mode at hand has no use for is set aside with what was typed into it.
#[derive(Clone)]
pub(super) struct Fields {
    form: Form,
    aside: FormField,
}

/// What the fields hold at first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Contents {
    pub(super) mode: Mode,
    pub(super) chain: String,
    pub(super) address: String,
    pub(super) hash: String,
}

impl Contents {
    /// What a draft holds; what it does not name is empty.
    pub(super) fn of(draft: &Draft) -> Self {
        let text = |name: &str| {
            let field = draft.fields.iter().find(|(field, _)| field == name);
            field.map(|(_, text)| text.clone()).unwrap_or_default()
        };
        Self {
            mode: Mode::parse(&text(MODE)).unwrap_or_default(),
            chain: text(CHAIN),
            address: text(ADDRESS),
            hash: text(HASH),
        }
    }
}

impl Fields {
    /// The name of the draft.
    pub(super) const DRAFT: &'static str = "verify";

    pub(super) fn new(contents: &Contents) -> Self {
        let hash = FormField::text(HASH, "creation hash", "optional: 0x and 64 hex digits", &contents.hash);
        let key = FormField::masked(KEY, "API key", "optional: your key at the explorer; it is kept nowhere");
        let (last, aside) = match contents.mode {
            Mode::Import => (key, hash),
            Mode::Similarity | Mode::StandardJson | Mode::Metadata => (hash, key),
        };
        let mut form = Form::new(vec![
            FormField::choice(MODE, "mode", MODES, contents.mode.name()),
            FormField::text(CHAIN, "chain id", "digits, such as 295 or 296", &contents.chain),
            FormField::text(ADDRESS, "contract", "0x…, or an id such as 0.0.5001", &contents.address),
            last,
        ]);
        form.focus(ADDRESS);
        Self { form, aside }
    }

    pub(super) fn form(&self) -> &Form {
        &self.form
    }

    pub(super) fn form_mut(&mut self) -> &mut Form {
        &mut self.form
    }

    pub(super) fn mode(&self) -> Mode {
        Mode::parse(self.form.value(MODE)).unwrap_or_default()
    }

    /// The text of a field, without blanks around it, whether the field is set aside or not.
    pub(super) fn text(&self, name: &str) -> &str {
        if self.aside.name == name { self.aside.value().trim() } else { self.form.value(name) }
    }

    /// Passes an input to the form; after another choice of mode, the other field stands there.
    pub(super) fn input(&mut self, input: &Input) -> Typed {
        let typed = self.form.input(input);
        self.follow_mode();
        typed
    }

    /// Chooses the other mode.
    pub(super) fn next_mode(&mut self) {
        let next = match self.mode() {
            Mode::Similarity => Mode::Import,
            Mode::Import | Mode::StandardJson | Mode::Metadata => Mode::Similarity,
        };
        self.form.set(MODE, next.name());
        self.follow_mode();
    }

    /// Chooses this mode.
    pub(super) fn set_mode(&mut self, mode: Mode) {
        self.form.set(MODE, mode.name());
        self.follow_mode();
    }

    /// Puts a contract into its field.
    pub(super) fn set_contract(&mut self, text: &str) {
        self.form.set(ADDRESS, text);
    }

    /// Puts a creation hash into its field.
    pub(super) fn set_hash(&mut self, text: &str) {
        if self.aside.name == HASH {
            self.aside.control = Control::Text(TextField::holding(text));
        } else {
            self.form.set(HASH, text);
        }
    }

    fn follow_mode(&mut self) {
        let wanted = match self.mode() {
            Mode::Import => KEY,
            Mode::Similarity | Mode::StandardJson | Mode::Metadata => HASH,
        };
        if self.aside.name != wanted {
            return;
        }
        let focused = self.form.focused();
        let mut fields = self.form.fields().to_vec();
        if let Some(last) = fields.last_mut() {
            std::mem::swap(last, &mut self.aside);
        }
        self.form = Form::new(fields);
        self.form.focus(if focused == self.aside.name { wanted } else { focused });
    }

    /// What is kept: everything but the key.
    pub(super) fn draft(&self) -> Draft {
        let kept = [MODE, CHAIN, ADDRESS, HASH];
        let fields = kept.map(|name| (name.to_owned(), self.text(name).to_owned()));
        Draft { form: Self::DRAFT.to_owned(), fields: fields.into() }
    }
}

impl fmt::Debug for Fields {
    /// Shows what is kept, so that a key that was typed cannot be printed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Fields").field(&self.draft()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_typed_survives_the_other_mode_and_the_key_is_not_kept() {
        let mut fields = Fields::new(&Contents { hash: "0xab".into(), ..Contents::default() });
        fields.form_mut().focus(HASH);
        fields.next_mode();
        assert_eq!((fields.mode(), fields.form().focused()), (Mode::Import, KEY));
        fields.input(&Input::Paste("hunter2".into()));
        fields.next_mode();
        assert_eq!(fields.text(HASH), "0xab");
        assert_eq!(fields.text(KEY), "hunter2");
        assert!(!format!("{fields:?}{:?}", fields.draft()).contains("hunter2"));
        let kept = Contents::of(&fields.draft());
        assert_eq!((kept.mode, kept.hash.as_str()), (Mode::Similarity, "0xab"));
    }
}
