//! Finds the deployed contract among those compiled in a directory or a file. Compares off the event loop once the
//! contract's code is loaded.

use std::path::PathBuf;
use std::sync::Arc;

use api::Failure;
use decode::candidates::Nearness;
use ledger::{HexBytes, Text, Timestamp};
use verification::preflight::Asked;
use verification::{Compiled, ContractIdentifier, submission_text};

use super::contents::{ADDRESS, CHAIN, FILE, NAME};
use super::fields::Fields;
use super::subject::{Subject, is_here};
use crate::message::{Compared, ProjectMatch, ProjectQuery, Unchosen};
use crate::panes::kit::nouns::project_match::ambiguous;
use crate::panes::kit::{Fetched, Taken, Wants};
use crate::panes::{Context, Status};
use crate::widgets::form::Fault;

/// The comparison with the deployed code, and the chosen candidate.
#[derive(Debug, Default)]
pub(super) struct Deployed {
    query: Option<ProjectQuery>,
    taken: Taken,
    again_at: Option<Timestamp>,
    chosen: Option<Choice>,
}

/// The chosen candidate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Choice {
    pub(super) contract: ContractIdentifier,
    pub(super) nearness: Nearness,
    pub(super) compiler: Option<Text>,
    /// The file from which it can be verified.
    pub(super) source: PathBuf,
    /// The file that contains its code, as listed.
    file: Text,
    /// Whether the user chose it.
    by_user: bool,
}

impl Choice {
    fn new((candidate, compiled): Compared<'_>, by_user: bool) -> Self {
        Self {
            contract: compiled.contract.clone(),
            nearness: candidate.nearness,
            compiler: compiled.compiler.clone(),
            source: compiled.source.clone(),
            file: compiled.file.clone(),
            by_user,
        }
    }

    fn is(&self, compiled: &Compiled) -> bool {
        self.contract == compiled.contract && self.file == compiled.file
    }
}

/// The best candidate that can be verified; among equals the one of this name.
///
/// # Errors
/// If no candidate can be verified, or several are equally good.
pub(super) fn best<'a>(found: &'a ProjectMatch, named: &str) -> Result<Compared<'a>, Unchosen> {
    found.chosen(Nearness::verifies, Some(named))
}

/// The code to compare with.
///
/// # Errors
/// Why it is not available, and whether it is still loading.
pub(super) fn code<'a>(
    fields: &Fields,
    subject: &Subject,
    ctx: &Context<'a>,
) -> Result<&'a HexBytes, (String, bool)> {
    let without = |words: String| Err((words, false));
    let Ok(contract) = submission_text::contract(fields.text(ADDRESS), ctx.network.naming()) else {
        return without("fill in the contract, whose code is compared with what was compiled".to_owned());
    };
    let network = &ctx.network.name;
    match submission_text::chain(fields.text(CHAIN)) {
        Ok(chain) if is_here(&chain, ctx) => {}
        _ => return without(format!("no code to compare with: the chain is not that of {network}")),
    }
    match subject.code(contract, ctx) {
        Asked::Known(code) => Ok(code),
        Asked::Missing => without(format!("no code to compare with: {network} has none of {contract}")),
        Asked::Failed(words) => without(format!("no code to compare with: {words}")),
        Asked::Asking | Asked::Not => Err((format!("the code of {contract} is awaited"), true)),
    }
}

impl Deployed {
    /// Sets the comparison. Returns whether it changed.
    pub(super) fn follow(&mut self, query: Option<ProjectQuery>) -> bool {
        let is_new = self.query != query;
        if is_new {
            *self = Self { query, ..Self::default() };
        }
        is_new
    }

    pub(super) fn want(&self, wants: &mut Wants) {
        let Some(query) = &self.query else { return };
        wants.add_optional(query);
        if let Some(at) = self.again_at {
            wants.ask_again_at(query, at);
        }
    }

    /// Compares again, because the project may have been rebuilt.
    pub(super) fn compare_again(&mut self, ctx: &Context<'_>) {
        self.again_at = Some(ctx.now);
    }

    fn fetched<'a>(&self, ctx: &Context<'a>) -> Option<Fetched<'a, Arc<ProjectMatch>>> {
        self.query.as_ref().map(|query| ctx.get(query))
    }

    /// The candidates, best match first.
    pub(super) fn found<'a>(&self, ctx: &Context<'a>) -> Option<&'a ProjectMatch> {
        self.fetched(ctx)?.value().map(AsRef::as_ref)
    }

    pub(super) fn failure<'a>(&self, ctx: &Context<'a>) -> Option<&'a Failure> {
        self.fetched(ctx)?.failure()
    }

    /// The status for the header while the comparison runs.
    pub(super) fn status(&self, ctx: &Context<'_>) -> Option<Status> {
        self.fetched(ctx).filter(|fetched| fetched.is_loading()).map(|fetched| fetched.status(ctx))
    }

    /// The candidates, if they are new.
    pub(super) fn receive<'a>(&mut self, ctx: &Context<'a>) -> Option<&'a ProjectMatch> {
        let fetched = self.fetched(ctx)?;
        self.taken.if_new(fetched).map(AsRef::as_ref)
    }

    pub(super) fn chosen(&self) -> Option<&Choice> {
        self.chosen.as_ref()
    }

    /// Chooses the best candidate, unless the user's choice still exists. Returns whether the choice changed.
    pub(super) fn settle(&mut self, found: &ProjectMatch, named: &str) -> bool {
        let kept = self.chosen.as_ref().filter(|chosen| chosen.by_user);
        let kept = kept.and_then(|chosen| found.all().find(|(_, compiled)| chosen.is(compiled)));
        let by_user = kept.is_some();
        let chosen = kept.or_else(|| best(found, named).ok()).map(|it| Choice::new(it, by_user));
        let same = |it: &Choice| {
            chosen.as_ref().is_some_and(|new| it.contract == new.contract && it.file == new.file)
        };
        let is_new = !self.chosen.as_ref().map_or(chosen.is_none(), same);
        self.chosen = chosen;
        is_new
    }

    /// The row of the chosen candidate.
    pub(super) fn chosen_row(&self, found: &ProjectMatch) -> Option<usize> {
        let chosen = self.chosen.as_ref()?;
        found.all().position(|(_, compiled)| chosen.is(compiled))
    }

    /// Chooses a candidate for the user. `false` if the row does not exist.
    pub(super) fn choose(&mut self, row: usize, ctx: &Context<'_>) -> bool {
        let picked = self.found(ctx).and_then(|found| found.all().nth(row));
        let is_there = picked.is_some();
        self.chosen = picked.map(|it| Choice::new(it, true)).or(self.chosen.take());
        is_there
    }

    /// Why no candidate of a directory is chosen, and at which field.
    pub(super) fn fault(&self, ctx: &Context<'_>) -> Option<Fault> {
        if self.chosen.is_some() {
            return None;
        }
        if let Some(failure) = self.failure(ctx) {
            return Some((FILE, sentence(failure)));
        }
        let found = self.found(ctx)?;
        let project = &found.project;
        match found.all().count() {
            0 if project.compiled.is_empty() => {
                let words =
                    "nothing compiled in it: build the project, or name the directory that it writes to";
                Some((FILE, words.to_owned()))
            }
            0 => Some((FILE, "none of the code that was compiled can be read: build it again".to_owned())),
            _ => match best(found, "") {
                Err(Unchosen::Ambiguous(contracts)) => {
                    Some((NAME, format!("{}: choose one", ambiguous(&contracts))))
                }
                _ => Some((NAME, "none would verify; choose one all the same, or another file".to_owned())),
            },
        }
    }
}

/// The sentence of a failure, for use within another sentence.
pub(super) fn sentence(failure: &Failure) -> String {
    let sentence = failure.sentence();
    let mut letters = sentence.trim_end_matches('.').chars();
    letters.next().into_iter().flat_map(char::to_lowercase).chain(letters).collect()
}
