//! The form as data: its fields, the findings, and the request. Never includes the key.

use decode::candidates::Candidate;
use verification::Compiled;
use verification::preflight::{Finding, Topic};

use super::{VerifyPane, checks, request};
use crate::message::{Fact, ProjectMatch, Section};
use crate::panes::Context;
use crate::panes::kit::nouns::project_match::{contract, difference};
use crate::widgets::form::{Control, FormField};

/// The sections, top to bottom.
pub(super) fn sections(pane: &VerifyPane, ctx: &Context<'_>) -> Vec<Section> {
    let fields = pane.fields.form().fields().iter().filter(|it| !matches!(it.control, Control::Masked(_)));
    let field = |it: &FormField| Fact::new(it.label.as_ref(), it.value());
    let found = checks::findings(&pane.fields, &pane.subject, ctx);
    let finding = |it: &Finding| Fact::new(name(it.topic), &it.words);
    let request = match pane.submission(ctx) {
        Ok(submission) => {
            let [call, _, body] = request::written(&submission, ctx);
            vec![Fact::new("request", call), Fact::new("body", body)]
        }
        Err((_, reason)) => vec![Fact::new("cannot be sent", reason)],
    };
    let compared = Some(section("Candidates", candidates(pane, ctx)));
    let mut sections = vec![section("Form", fields.map(field).collect())];
    sections.extend(compared.filter(|section| !section.facts.is_empty()));
    sections.push(section("Checks", found.iter().map(finding).collect()));
    sections.push(section("Request", request));
    sections
}

/// The compiled contracts, best match with the deployed code first.
fn candidates(pane: &VerifyPane, ctx: &Context<'_>) -> Vec<Fact> {
    let deployed = pane.source.deployed(&pane.fields.path()).filter(|_| pane.fields.wants_file());
    let found = deployed.and_then(|deployed| deployed.found(ctx));
    let fact = |(candidate, compiled): (&Candidate, &Compiled)| {
        let (file, grade) = (compiled.file.escaped(), candidate.nearness.label());
        Fact::new(contract(compiled), format!("{grade}, {file}: {}", difference(candidate)))
    };
    found.into_iter().flat_map(ProjectMatch::all).map(fact).collect()
}

fn section(title: &str, facts: Vec<Fact>) -> Section {
    Section { title: title.to_owned(), facts }
}

fn name(topic: Topic) -> &'static str {
    match topic {
        Topic::Contract => "contract",
        Topic::Address => "address",
        Topic::Code => "code",
        Topic::Creation => "creation",
        Topic::Chain => "chain",
        Topic::Support => "support",
        Topic::Verified => "verified",
        Topic::Job => "job",
    }
}
