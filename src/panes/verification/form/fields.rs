//! The fields of the form by mode, and which of them are stored.

use std::borrow::Cow;
use std::fmt;

use ratatui::layout::Rect;
use verification::{Mode, assembly};

use super::contents::{ADDRESS, CHAIN, COMPILER, Contents, DRAFT, FILE, HASH, MODE, NAME, ROOTS, SENT};
use super::kept;
use crate::message::{Draft, Input};
use crate::panes::kit::form::path;
use crate::panes::verification::{KEY, key_field};
use crate::widgets::form::{Control, Form, FormField, Typed};
use crate::widgets::{SecretField, Split, TextField};

/// The choice to send every source.
const EVERYTHING: &str = "all";

const SOURCES: &[(&str, &str)] = &[("what the contract needs", "needed"), ("all of the file", EVERYTHING)];

/// Short labels: all four fit into 80 columns.
const MODES: &[(&str, &str)] = &[
    ("similarity", "similarity"),
    ("import", "import"),
    ("standard JSON", "standard-json"),
    ("metadata", "metadata"),
];

/// The fields of a mode, top to bottom.
fn of_mode(mode: Mode) -> &'static [&'static str] {
    match mode {
        Mode::Similarity => &[MODE, CHAIN, ADDRESS, HASH],
        Mode::Import => &[MODE, CHAIN, ADDRESS, KEY],
        Mode::StandardJson | Mode::Metadata => {
            &[MODE, CHAIN, ADDRESS, FILE, NAME, COMPILER, HASH, ROOTS, SENT]
        }
    }
}

/// The extra fields that a file needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct CalledFor {
    /// Whether a contract must be chosen, because the path is a directory.
    pub(super) contract: bool,
    /// Whether sources are missing, which may be in other directories.
    pub(super) roots: bool,
    /// Whether the file has sources that the contract does not need.
    pub(super) sources: bool,
}

fn compiler_hint(language: &str) -> String {
    format!("such as {}", assembly::example(language))
}

/// The form. Fields that the mode does not use are set aside with their contents.
#[derive(Clone)]
pub(super) struct Fields {
    form: Form,
    aside: Vec<FormField>,
    called_for: CalledFor,
}

impl Fields {
    pub(super) fn new(contents: &Contents) -> Self {
        let mut fields = Self {
            form: Form::new(vec![
                FormField::choice(MODE, "mode", MODES, contents.mode.name()),
                FormField::text(CHAIN, "chain id", "digits, such as 295 or 296", &contents.chain),
                FormField::text(ADDRESS, "contract", "0x…, or an id such as 0.0.5001", &contents.address),
            ]),
            aside: vec![
                FormField::text(
                    FILE,
                    "file",
                    "a JSON file or a project's directory: type, paste or drop it",
                    &contents.file,
                ),
                FormField::text(NAME, "contract name", "path:Name; type to search", &contents.name),
                FormField::text(COMPILER, "compiler", compiler_hint("Solidity"), &contents.compiler),
                FormField::text(HASH, "creation hash", "optional: 0x and 64 hex digits", &contents.hash),
                FormField::text(
                    ROOTS,
                    "source roots",
                    "directories in which sources may lie, too; commas between them",
                    &contents.roots,
                ),
                FormField::choice(SENT, "sources", SOURCES, &contents.sources),
                key_field(),
            ],
            called_for: CalledFor::default(),
        };
        fields.form.focus(ADDRESS);
        fields.show();
        fields
    }

    pub(super) fn form(&self) -> &Form {
        &self.form
    }

    pub(super) fn form_mut(&mut self) -> &mut Form {
        &mut self.form
    }

    /// The form's area in a body.
    pub(super) fn area(&self, body: Rect) -> Rect {
        let [area] = body.stack([u16::try_from(self.form.fields().len()).unwrap_or(u16::MAX)]);
        area
    }

    pub(super) fn mode(&self) -> Mode {
        Mode::parse(self.form.value(MODE)).unwrap_or_default()
    }

    /// Whether the mode sends a file.
    pub(super) fn wants_file(&self) -> bool {
        of_mode(self.mode()).contains(&FILE)
    }

    /// The trimmed text or the choice of a field, also if the field is set aside.
    pub(super) fn text(&self, name: &str) -> &str {
        let aside = self.aside.iter().find(|field| field.name == name);
        aside.map_or_else(|| self.form.value(name), |field| field.value().trim())
    }

    /// The file's path, normalised.
    pub(super) fn path(&self) -> Cow<'_, str> {
        path::plain(self.text(FILE))
    }

    /// The directories to search for missing sources.
    pub(super) fn roots(&self) -> Vec<String> {
        let roots = self.text(ROOTS).split(',').map(path::plain);
        roots.filter(|root| !root.is_empty()).map(Cow::into_owned).collect()
    }

    /// The last directory, which is being typed.
    pub(super) fn last_root(&self) -> Cow<'_, str> {
        path::plain(self.text(ROOTS).rsplit(',').next().unwrap_or_default())
    }

    /// Replaces the last directory.
    pub(super) fn set_last_root(&mut self, root: &str) {
        let before = self.text(ROOTS).rsplit_once(',').map(|(before, _)| format!("{before}, "));
        self.set(ROOTS, &format!("{}{root}", before.unwrap_or_default()));
    }

    /// Whether to send sources that the contract does not need.
    pub(super) fn sends_everything(&self) -> bool {
        self.text(SENT) == EVERYTHING
    }

    /// Passes an input to the form. A change of mode changes the fields.
    pub(super) fn input(&mut self, input: &Input) -> Typed {
        let typed = self.form.input(input);
        self.hide_what_is_no_hash();
        self.show();
        typed
    }

    /// The mode after the current one.
    pub(super) fn mode_after(&self) -> Mode {
        let modes = Mode::ALL.iter().cycle().skip_while(|mode| **mode != self.mode());
        modes.skip(1).copied().next().unwrap_or_default()
    }

    pub(super) fn next_mode(&mut self) {
        self.form.set(MODE, self.mode_after().name());
        self.show();
    }

    pub(super) fn set_mode(&mut self, mode: Mode) {
        self.form.set(MODE, mode.name());
        self.show();
    }

    /// Focuses the field after the file's, which triggers reading the file.
    pub(super) fn leave_file(&mut self) {
        let behind = self.shown().into_iter().skip_while(|name| *name != FILE).nth(1);
        self.form.focus(behind.unwrap_or(FILE));
    }

    /// Focuses a field above the directories, which triggers reading the file with them.
    pub(super) fn leave_roots(&mut self) {
        self.form.focus(HASH);
    }

    /// Sets the text of a field, also if the field is set aside.
    pub(super) fn set(&mut self, name: &str, text: &str) {
        match self.aside.iter_mut().find(|field| field.name == name) {
            Some(field) => field.control = Control::Text(TextField::holding(text)),
            None if name == HASH => {
                if let Some(field) = self.form.field_mut(HASH) {
                    field.control = Control::Text(TextField::holding(text));
                }
            }
            None => self.form.set(name, text),
        }
    }

    /// Shows how compilers of this language are named.
    pub(super) fn hint_compiler(&mut self, language: &str) {
        let hint = compiler_hint(language);
        match self.aside.iter_mut().find(|field| field.name == COMPILER) {
            Some(field) => field.hint = hint.into(),
            None => self.form.set_hint(COMPILER, hint),
        }
    }

    /// Masks the hash field while its text is not a hash, because it may be a mistyped API key.
    fn hide_what_is_no_hash(&mut self) {
        let Some(field) = self.form.field_mut(HASH) else { return };
        let shown = kept::may_be_a_hash(field.value());
        let control = match &field.control {
            Control::Text(text) if !shown => Some(Control::Masked(SecretField::holding(text.text()))),
            Control::Masked(text) if shown => Some(Control::Text(TextField::holding(text.text()))),
            _ => None,
        };
        field.control = control.unwrap_or_else(|| field.control.clone());
    }

    /// Wipes the key. The job keeps it as long as it may have to send it again.
    pub(super) fn forget_key(&mut self) {
        const HINT: &str = "wiped after sending: type it again to send it";
        self.form.forget_secrets(HINT);
        self.aside.iter_mut().for_each(|field| field.forget_secret(HINT));
    }

    /// Also shows the fields that the file needs.
    pub(super) fn follow_file(&mut self, called_for: CalledFor) {
        self.called_for = called_for;
        self.show();
    }

    /// The visible fields, top to bottom.
    fn shown(&self) -> Vec<&'static str> {
        let mode = self.mode();
        let is_shown = |name: &str| match name {
            NAME => mode == Mode::StandardJson || self.called_for.contract,
            COMPILER => mode == Mode::StandardJson,
            ROOTS => self.called_for.roots || !self.text(ROOTS).is_empty() || self.form.focused() == ROOTS,
            SENT => mode == Mode::StandardJson && (self.called_for.sources || self.sends_everything()),
            _ => true,
        };
        of_mode(mode).iter().copied().filter(|name| is_shown(name)).collect()
    }

    /// Shows the fields that the mode and the file need, and sets the others aside. Focuses the first field
    /// specific to the mode if the focused one disappears.
    fn show(&mut self) {
        let wanted = self.shown();
        if self.form.fields().iter().map(|field| field.name).eq(wanted.iter().copied()) {
            return;
        }
        let focused = self.form.focused();
        let mut all: Vec<FormField> = self.form.fields().to_vec();
        all.append(&mut self.aside);
        let standing = wanted.iter().filter_map(|name| {
            let at = all.iter().position(|field| field.name == *name)?;
            Some(all.remove(at))
        });
        self.form = Form::new(standing.collect());
        self.aside = all;
        let own = wanted.get(3).copied().unwrap_or(ADDRESS);
        self.form.focus(if wanted.contains(&focused) { focused } else { own });
    }

    /// The values to store: no key, no text in other fields that may be one, and only the path of a file.
    pub(super) fn draft(&self) -> Draft {
        let kept = [MODE, CHAIN, ADDRESS, HASH, FILE, NAME, COMPILER, ROOTS, SENT];
        let fields = kept.map(|name| (name.to_owned(), kept::text(name, self.text(name)).to_owned()));
        Draft { form: DRAFT.to_owned(), fields: fields.into() }
    }
}

impl fmt::Debug for Fields {
    /// Prints only the stored values: a typed key must not appear in logs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Fields").field(&self.draft()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_typed_survives_the_other_modes_and_the_key_is_not_kept() {
        let mut fields = Fields::new(&Contents { hash: "0xab".into(), ..Contents::default() });
        fields.form_mut().focus(HASH);
        fields.next_mode();
        assert_eq!((fields.mode(), fields.form().focused()), (Mode::Import, KEY));
        fields.input(&Input::Paste("hunter2".into()));
        fields.next_mode();
        assert_eq!((fields.mode(), fields.form().focused()), (Mode::StandardJson, FILE));
        fields.input(&Input::Paste("out/a.json".into()));
        fields.next_mode();
        assert_eq!((fields.mode(), fields.form().focused()), (Mode::Metadata, FILE));
        fields.next_mode();
        assert_eq!((fields.mode(), fields.form().focused()), (Mode::Similarity, HASH));
        assert_eq!(
            (fields.text(HASH), fields.text(KEY), fields.text(FILE)),
            ("0xab", "hunter2", "out/a.json")
        );
        assert!(!format!("{fields:?}{:?}", fields.draft()).contains("hunter2"));
        let kept = Contents::from_draft(&fields.draft());
        assert_eq!((kept.mode, &*kept.hash, &*kept.file), (Mode::Similarity, "0xab", "out/a.json"));
    }

    #[test]
    fn a_key_in_another_field_is_not_kept_and_as_a_hash_not_shown() {
        let key = "7QX2K9ABCDEF0123456789ABCDEF012345";
        for name in [CHAIN, ADDRESS, HASH] {
            let mut fields = Fields::new(&Contents::default());
            fields.form_mut().focus(name);
            for c in key.chars() {
                fields.input(&Input::Paste(c.to_string()));
            }
            assert_eq!(fields.text(name), key);
            assert!(!format!("{:?}", fields.draft()).contains("7QX"), "{name}");
            let field = fields.form().fields().iter().find(|field| field.name == name).unwrap();
            assert_eq!(matches!(field.control, Control::Masked(_)), name == HASH);
        }
        let mut fields = Fields::new(&Contents::default());
        fields.form_mut().focus(HASH);
        fields.input(&Input::Paste("x".into()));
        fields.set(HASH, "");
        for hash in [format!("0x{}", "ab".repeat(32)), "ab".repeat(32)] {
            fields.set(HASH, "");
            fields.input(&Input::Paste(hash.clone()));
            assert!(fields.draft().fields.contains(&(HASH.to_owned(), hash)));
            let field = fields.form().fields().iter().find(|field| field.name == HASH).unwrap();
            assert!(matches!(field.control, Control::Text(_)));
        }
    }

    #[test]
    fn roots_are_read_as_they_are_typed_and_the_last_one_is_replaced() {
        let mut fields = Fields::new(&Contents::default());
        fields.set(ROOTS, " '/a b' ,, file:///c%20d,e");
        assert_eq!(fields.roots(), ["/a b", "/c d", "e"]);
        assert_eq!(fields.last_root(), "e");
        fields.set_last_root("elsewhere/");
        assert_eq!(fields.roots(), ["/a b", "/c d", "elsewhere/"]);
        fields.set(ROOTS, "e");
        fields.set_last_root("f/");
        assert_eq!(fields.text(ROOTS), "f/");
    }

    #[test]
    fn a_field_is_shown_where_the_file_calls_for_it_and_stays_while_it_holds_something() {
        let mut fields = Fields::new(&Contents { mode: Mode::StandardJson, ..Contents::default() });
        let shown = |fields: &Fields, name| fields.form().fields().iter().any(|field| field.name == name);
        assert!(!shown(&fields, ROOTS) && !shown(&fields, SENT));
        fields.follow_file(CalledFor { contract: true, roots: true, sources: true });
        assert!(shown(&fields, ROOTS) && shown(&fields, SENT));
        fields.set(ROOTS, "lib");
        fields.set(SENT, EVERYTHING);
        fields.follow_file(CalledFor::default());
        assert!(shown(&fields, ROOTS) && shown(&fields, SENT) && fields.sends_everything());
        fields.set_mode(Mode::Metadata);
        assert!(shown(&fields, ROOTS) && !shown(&fields, SENT) && !shown(&fields, NAME));
        fields.follow_file(CalledFor { contract: true, ..CalledFor::default() });
        assert!(shown(&fields, NAME));
        fields.set_mode(Mode::Similarity);
        assert!(!shown(&fields, ROOTS) && !shown(&fields, NAME));
    }

    #[test]
    fn every_mode_has_its_words() {
        for (mode, (_, value)) in Mode::ALL.iter().zip(MODES) {
            assert_eq!(mode.name(), *value);
        }
        assert_eq!(MODES.len(), Mode::ALL.len());
    }
}
