//! What the form says, as data: its fields, the findings, and the request that would be sent. Never the key.

use super::{VerifyPane, checks, view};
use crate::message::{Fact, Section};
use crate::panes::Context;
use crate::verification::preflight::{Finding, Topic};
use crate::widgets::form::{Control, FormField};

/// The sections, from above to below.
pub(super) fn sections(pane: &VerifyPane, ctx: &Context<'_>) -> Vec<Section> {
    let fields = pane.fields.form().fields().iter().filter(|it| !matches!(it.control, Control::Masked(_)));
    let field = |it: &FormField| Fact::new(it.label.as_ref(), it.value());
    let found = checks::findings(&pane.fields, &pane.subject, ctx);
    let finding = |it: &Finding| Fact::new(name(it.topic), &it.words);
    let request = match pane.submission(ctx) {
        Ok(submission) => {
            let [call, _, body] = view::written(&submission, ctx);
            vec![Fact::new("request", call), Fact::new("body", body)]
        }
        Err((_, reason)) => vec![Fact::new("cannot be sent", reason)],
    };
    vec![
        section("Form", fields.map(field).collect()),
        section("Checks", found.iter().map(finding).collect()),
        section("Request", request),
    ]
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
