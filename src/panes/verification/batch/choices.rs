//! The settings for all lines of a batch, as a form, and the files that they name: the lines, and the compiled
//! contracts of a project.

use std::fmt;

use api::Network;
use ledger::HexBytes;
use ledger::amount::counted;
use verification::batch::{AtOnce, OnError, Terms};
use verification::{ApiKey, DeploymentKind, Mode};

use super::entry::Entry;
use crate::message::{Draft, Effect, Input, Notice, ProjectQuery};
use crate::panes::Context;
use crate::panes::kit::Wants;
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
    form: Form,
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

    pub(super) fn form(&self) -> &Form {
        &self.form
    }

    pub(super) fn form_mut(&mut self) -> &mut Form {
        &mut self.form
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
    fn take_project(&mut self, directory: &str) {
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

impl Entry {
    /// Adds the request for the file of lines.
    pub(super) fn want(&self, wants: &mut Wants) {
        self.file.want(wants);
        if let Some(query) = self.project_query().filter(|_| self.confirming) {
            wants.add_optional(&query);
        }
    }

    /// Appends the file's lines. A deployment file also selects its project.
    pub(super) fn receive(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        let found = match self.file.receive(ctx) {
            None => return Vec::new(),
            Some((_, Err(failure))) => {
                let words = format!("{} {}", failure.sentence(), failure.next_step());
                return vec![Effect::Notify(Notice::warning(words))];
            }
            Some((_, Ok(found))) => found,
        };
        if self.area.is_full_with(found.text.len()) {
            return vec![Effect::Notify(Notice::warning("there is no room for the lines of the file"))];
        }
        self.choices.form_mut().set(FILE, "");
        if let Some(project) = found.project.as_ref().filter(|_| found.kind != DeploymentKind::List) {
            self.choices.take_project(&project.to_string_lossy());
        }
        let rest: Vec<String> = found.text.lines().map(str::to_owned).collect();
        let mut effects = self.take_in(&rest, ctx);
        let lines = counted(rest.len(), "line");
        effects.push(Effect::Notify(match found.left_out.first() {
            None if found.kind == DeploymentKind::List => {
                Notice::success(format!("{lines} read from the file"))
            }
            None => Notice::success(format!("{lines} read from the {}", found.kind.label())),
            Some((name, why)) => {
                let all = counted(found.left_out.len(), "contract");
                Notice::warning(format!(
                    "{lines} read, {all} left out: {}: {}",
                    name.escaped(),
                    why.escaped()
                ))
            }
        }));
        effects
    }

    /// The question for the project's compiled contracts, without code to compare with.
    fn project_query(&self) -> Option<ProjectQuery> {
        let directory = self.choices.project().filter(|directory| !directory.is_empty())?;
        Some(ProjectQuery { directory: directory.to_owned(), code: HexBytes::default() })
    }

    /// The error of the project's directory; `None` if it has none or is still loading.
    pub(super) fn project_fault(&self, ctx: &Context<'_>) -> Option<String> {
        let directory = self.choices.project()?;
        if directory.is_empty() {
            return Some("write the project's directory".to_owned());
        }
        let asked = self.project_query().filter(|_| self.confirming)?;
        match ctx.get(&asked).outcome()? {
            Ok(found) if found.project.compiled.is_empty() => {
                Some("nothing was compiled there: build the project first".to_owned())
            }
            Ok(_) => None,
            Err(failure) => {
                let words = format!("{} {}", failure.sentence(), failure.next_step());
                Some(words.trim_end_matches('.').to_owned())
            }
        }
    }

    /// The number of compiled contracts in the project; `None` until loaded.
    pub(super) fn compiled(&self, ctx: &Context<'_>) -> Option<usize> {
        let asked = self.project_query().filter(|_| self.confirming)?;
        Some(ctx.get(&asked).outcome()?.ok()?.project.compiled.len())
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
