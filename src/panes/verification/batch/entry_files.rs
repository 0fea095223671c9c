//! The files that an entry names: the lines, and the compiled contracts of a project.

use ledger::HexBytes;
use ledger::amount::counted;
use verification::DeploymentKind;

use super::choices::FILE;
use super::entry::Entry;
use crate::message::{Effect, Notice, ProjectQuery};
use crate::panes::Context;
use crate::panes::kit::Wants;

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
        self.choices.form.set(FILE, "");
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
