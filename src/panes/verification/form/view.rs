//! The form on screen, with the findings and the request below it, and the same as data, without the key.

use decode::candidates::Candidate;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use verification::Compiled;
use verification::preflight::{Finding, Topic};

use super::{VerifyPane, candidates, checks, file_lines, request, review};
use crate::message::{Fact, ProjectMatch, Section};
use crate::panes::Context;
use crate::panes::kit::form::folder;
use crate::panes::kit::nouns::project_match::{contract, difference};
use crate::widgets::Split;
use crate::widgets::form::{Control, FormField};
use crate::widgets::line::put;

/// Draws the pane; returns the cursor's position.
pub(super) fn view(pane: &VerifyPane, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
    let mut faults = request::faults(&pane.fields, &pane.subject, &pane.source, ctx, pane.tried);
    if pane.picks.is_open(&pane.fields, &pane.source, ctx) {
        // A search text is incomplete and not an error.
        faults.retain(|(name, _)| *name != pane.fields.form().focused());
    }
    let form = pane.fields.area(area);
    let cursor = pane.fields.form().view(ctx.theme, form, &faults, buf);
    // A focused choice has no cursor, but keys still go to the form.
    let cursor = cursor.or_else(|| (!area.is_empty()).then_some(Position { x: area.x, y: area.y }));
    if review::view(pane, ctx, area, buf) {
        return cursor;
    }
    let request = request::lines(pane, ctx, area);
    let mut row = form.height;
    row += if let Some(picker) = pane.picks.picker(&pane.fields, &pane.source) {
        folder::view(picker, ctx, area, form.height, buf)
    } else {
        let room = form.height + u16::try_from(request.len()).unwrap_or(u16::MAX);
        candidates::view(pane, ctx, area.below(form.height), area.height.saturating_sub(room), buf)
    };
    let findings = checks::findings(&pane.fields, &pane.subject, ctx);
    // The request is shown in full; the findings above it take the remaining rows.
    let room = usize::from(area.height.saturating_sub(row)).saturating_sub(request.len());
    let file = request::prose(file_lines::lines(&pane.fields, &pane.source, ctx), ctx, area);
    let file = if file.len() < room { file } else { Vec::new() };
    let known = checks::lines(&findings, room.saturating_sub(file.len() + 1));
    let reported = file.len() + known.len();
    // A blank line above and one between, if there is room.
    row += u16::from(room > reported + usize::from(reported > 0));
    for (line, role) in file {
        put(buf, area, (2, row), &line, ctx.theme.style(role));
        row += 1;
    }
    for line in &known {
        checks::view(line, ctx, area, row, buf);
        row += 1;
    }
    row += u16::from(reported > 0);
    for (row, (line, role)) in (row..area.height).zip(request) {
        put(buf, area, (2, row), &line, ctx.theme.style(role));
    }
    cursor
}

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
