//! Draws the entry: the text with a mark per line, the settings, and the review.

use ledger::amount::{counted, grouped};
use ledger::text::visible;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use verification::batch::{MAX_LINES, OnError, Reading};
use verification::{Batch, BatchId, JobKey};

use super::choices::PROJECT;
use super::entry::{Areas, Entry};
use crate::message::Action;
use crate::panes::Context;
use crate::panes::kit::nouns::job_text;
use crate::panes::verification::KEY;
use crate::widgets::Role;
use crate::widgets::area::Mark;
use crate::widgets::line::{put, rule, wrap, wrap_words};

/// Draws the entry; returns the cursor's position.
pub(super) fn view(entry: &Entry, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
    let theme = ctx.theme;
    let areas = Areas::new(area, &entry.choices);
    let written = entry.area.view(theme, areas.text, |number| mark(&entry.reading, number, ctx), buf);
    if entry.area.is_empty() {
        let room = areas.text.width.saturating_sub(8);
        let lines = hint(ctx).into_iter().flat_map(|line| wrap_words(&line, room, 2, theme.glyphs.cut));
        for (row, line) in (1..areas.text.height).zip(lines) {
            put(buf, areas.text, (7, row), &line, theme.style(Role::Dim));
        }
    }
    rule(buf, areas.rule, 0, theme.glyphs.rule, theme.style(Role::Rule));
    let key = entry.choices.key(ctx.network).err().map(|fault| (KEY, fault));
    let project = entry.project_fault(ctx).map(|fault| (PROJECT, fault));
    let faults: Vec<_> = key.into_iter().chain(project).collect();
    let form = &entry.choices.form;
    let chosen = if entry.choosing {
        form.view(theme, areas.choices, &faults, buf)
    } else {
        form.view_aside(theme, areas.choices, &faults, buf);
        None
    };
    for (row, (line, role)) in (0..areas.words.height).zip(review_lines(entry, ctx, areas.words)) {
        put(buf, areas.words, (2, row), &line, theme.style(role));
    }
    // A focused choice has no cursor, but keys still go to the form.
    let corner = (!area.is_empty()).then_some(Position { x: area.x, y: areas.choices.y });
    if entry.choosing { chosen.or(corner) } else { written.or(corner) }
}

/// Input examples, shown while the text is empty.
fn hint(ctx: &Context<'_>) -> Vec<String> {
    let own =
        ctx.network.chain.as_ref().map(|chain| format!(" The chain may be left out: then it is {chain}."));
    vec![
        format!(
            "Paste lines of chain,address[,hash][,artifact]: one contract a line, at most {}.",
            grouped(&MAX_LINES)
        ),
        "Or load a Foundry broadcast, an Ignition or a hardhat-deploy deployment, below.".to_owned(),
        format!("An id such as 0.0.5001 is looked up.{}", own.unwrap_or_default()),
        "Empty lines and what follows a # are skipped.".to_owned(),
    ]
}

fn mark(reading: &Reading, number: usize, ctx: &Context<'_>) -> Mark {
    let glyphs = &ctx.theme.glyphs;
    let Some(line) = reading.line(number) else { return Mark::default() };
    match (&line.read, line.double_of) {
        (Err(fault), _) => Mark { sign: glyphs.failure, role: Role::Failure, words: fault.clone() },
        (Ok(_), Some(first)) => {
            Mark { sign: glyphs.none, role: Role::Dim, words: format!("as line {first}: sent once") }
        }
        (Ok(_), None) => Mark { sign: glyphs.success, role: Role::Success, words: String::new() },
    }
}

/// The lines below the settings, cut to the width.
fn review_lines(entry: &Entry, ctx: &Context<'_>, area: Rect) -> Vec<(String, Role)> {
    let (glyphs, width) = (&ctx.theme.glyphs, area.width.saturating_sub(4));
    let prose = |text: &str, role: Role| -> Vec<(String, Role)> {
        wrap_words(text, width, 2, glyphs.cut).into_iter().map(|line| (line, role)).collect()
    };
    let mut out = Vec::new();
    if !entry.confirming && !entry.reading.lines.is_empty() {
        let faults = entry.reading.faulty().next().is_some();
        let role = if faults { Role::Attention } else { Role::Plain };
        out.extend(prose(&summary(&entry.reading), role));
    }
    if let Some(reason) = entry.reason(ctx) {
        out.extend(prose(&format!("Cannot begin yet: {reason}."), Role::Attention));
        return out;
    }
    let count = entry.reading.ready().count();
    let terms = entry.choices.terms();
    let what = format!(
        "{} {} to {}, {} at once, {} at an error",
        counted(count, "submission"),
        terms.way(),
        ctx.network.verifier.as_deref().map_or("no verifier", job_text::server),
        terms.at_once.get(),
        if terms.on_error == OnError::Stop { "stopping" } else { "continuing" },
    );
    let [enter, escape] = [Action::Open, Action::Close].map(|action| ctx.keymap.key_while_typing(action));
    if entry.confirming {
        out.extend(prose(&format!("Begin? {enter} begins, {escape} goes back. {what}."), Role::Chip));
        let compiled = entry.compiled(ctx).zip(entry.choices.project());
        out.extend(compiled.into_iter().flat_map(|(count, directory)| {
            let words = "each line is compared with them, and only what matches is sent";
            prose(
                &format!("{} in {}: {words}.", counted(count, "compiled contract"), visible(directory)),
                Role::Plain,
            )
        }));
        out.extend(
            first(entry, ctx)
                .iter()
                .flat_map(|text| wrap(text, width, 2, glyphs.cut))
                .map(|line| (line, Role::Plain)),
        );
    } else {
        out.extend(prose(&format!("Will send {what} ({enter} to review)."), Role::Heading));
    }
    out
}

/// `12 lines: 10 ready, 1 faulty (line 4: …), 1 double`.
pub(super) fn summary(reading: &Reading) -> String {
    let mut parts = vec![format!("{} ready", grouped(&reading.ready().count()))];
    let faulty = reading.faulty().count();
    if let Some((line, fault)) = reading.faulty().next() {
        let first = if faulty == 1 { "line" } else { "first line" };
        parts.push(format!("{} invalid ({first} {}: {fault})", grouped(&faulty), line.number));
    }
    let doubles = reading.doubles().filter(|line| line.read.is_ok()).count();
    if doubles > 0 {
        parts.push(format!("{} double", grouped(&doubles)));
    }
    format!("{}: {}", counted(reading.lines.len(), "line"), parts.join(", "))
}

/// The first request without its key, and the number of further ones.
fn first(entry: &Entry, ctx: &Context<'_>) -> Vec<String> {
    let Some(line) = entry.reading.ready().next() else { return Vec::new() };
    let server = ctx.network.verifier.as_deref().unwrap_or_default();
    let id = BatchId(JobKey { made: ctx.now, process: ctx.process });
    let only = std::slice::from_ref(line);
    let alone = Batch::new(id, &ctx.network.name, server, &entry.choices.terms(), only);
    let key = entry.choices.key(ctx.network).ok().flatten();
    let sent = match alone.submission(0, key.as_ref()) {
        Some(submission) => {
            let path = submission.path(&ctx.network.import_segment);
            format!("POST {server}{path} {}", submission.masked_body())
        }
        None if entry.choices.project().is_some() => {
            format!("line {}, whose contract is looked for in the project", line.number)
        }
        None => format!("line {}, which is looked up for its EVM address", line.number),
    };
    let more = entry.reading.ready().count() - 1;
    let rest = (more > 0).then(|| format!("{} more follow", grouped(&more)));
    [format!("First: {sent}")].into_iter().chain(rest).collect()
}
