//! The request built from the form, and its text, or why it is not possible yet.

use api::{Cause, Failure};
use ratatui::layout::Rect;
use verification::assembly::Part;
use verification::preflight::Topic;
use verification::{Mode, Submission, SubmissionBody, assembly, preflight, submission_text};

use super::contents::{ADDRESS, CHAIN, COMPILER, FILE, HASH, NAME, ROOTS};
use super::deployed::sentence;
use super::fields::Fields;
use super::source::Source;
use super::subject::{Subject, is_here};
use super::{VerifyPane, checks, deployed, file_lines};
use crate::message::Action;
use crate::panes::Context;
use crate::panes::verification::KEY;
use crate::widgets::Role;
use crate::widgets::form::Fault;
use crate::widgets::line::{wrap, wrap_words};

/// Sentences cut to the width, each with the sign of its role.
pub(super) fn prose(pieces: Vec<(String, Role)>, ctx: &Context<'_>, area: Rect) -> Vec<(String, Role)> {
    let (glyphs, width) = (&ctx.theme.glyphs, area.width.saturating_sub(4));
    let lines = pieces.into_iter().flat_map(|(text, role)| {
        let text = match role {
            Role::Success => format!("{} {text}", glyphs.success),
            Role::Attention => format!("{} {text}", glyphs.attention),
            _ => text,
        };
        wrap_words(&text, width, 3, glyphs.cut).into_iter().map(move |line| (line, role))
    });
    lines.collect()
}

/// The lines of the request, or why it is not possible yet.
pub(super) fn lines(pane: &VerifyPane, ctx: &Context<'_>, area: Rect) -> Vec<(String, Role)> {
    let submission = match pane.submission(ctx) {
        Ok(submission) => submission,
        Err((_, reason)) => {
            return prose(vec![(format!("Cannot be sent yet: {reason}."), Role::Attention)], ctx, area);
        }
    };
    let mut pieces = Vec::new();
    if pane.changed {
        let words = "The file has changed since it was read; review the request again.";
        pieces.push((words.to_owned(), Role::Attention));
    }
    if let Some(fault) = ctx.store_fault {
        let words = format!(
            "This job may not be recorded; before it is sent without a record, you are asked. {fault}"
        );
        pieces.push((words, Role::Attention));
    }
    pieces.extend(file_lines::of_sent(&pane.fields, &pane.source, ctx).filter(|_| pane.confirming));
    let [enter, escape] = [Action::Open, Action::Close].map(|action| ctx.keymap.key_while_typing(action));
    pieces.push(if pane.confirming {
        (format!("Send this? {enter} sends it, {escape} goes back to the form."), Role::Chip)
    } else {
        (format!("Will send ({enter} to review):"), Role::Heading)
    });
    let mut lines = prose(pieces, ctx, area);
    let written = written(&submission, ctx).into_iter();
    let written = written.flat_map(|text| wrap(&text, area.width.saturating_sub(4), 5, ctx.theme.glyphs.cut));
    lines.extend(written.map(|line| (line, Role::Plain)));
    lines
}

/// The request's lines, with counts instead of sources and without the key.
pub(super) fn written(submission: &Submission, ctx: &Context<'_>) -> [String; 3] {
    let base = ctx.network.verifier.as_deref().unwrap_or_default();
    [
        format!("POST {base}{}", submission.path(&ctx.network.import_segment)),
        "Content-Type: application/json".to_owned(),
        submission.masked_body(),
    ]
}

/// The errors in the fields. Empty required fields count only if `strict`.
pub(super) fn faults(
    fields: &Fields,
    subject: &Subject,
    source: &Source,
    ctx: &Context<'_>,
    strict: bool,
) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut check = |name: &'static str, fault: Option<String>| {
        if let Some(fault) = fault.filter(|_| strict || !fields.text(name).is_empty()) {
            faults.push((name, fault));
        }
    };
    check(CHAIN, submission_text::chain(fields.text(CHAIN)).err());
    check(ADDRESS, submission_text::contract(fields.text(ADDRESS), ctx.network.naming()).err());
    match fields.mode() {
        Mode::Similarity => check(HASH, submission_text::creation_hash(fields.text(HASH)).err()),
        Mode::StandardJson | Mode::Metadata => {
            check(HASH, submission_text::creation_hash(fields.text(HASH)).err());
            for (name, fault) in of_file(fields, subject, source, ctx) {
                check(name, Some(fault));
            }
        }
        Mode::Import => check(KEY, ctx.network.api_key(fields.text(KEY)).err()),
    }
    faults
}

/// The complete, validated submission.
///
/// # Errors
/// Why it is not possible, and at which field if one is at fault.
pub(super) fn submission(
    fields: &Fields,
    subject: &Subject,
    source: &Source,
    ctx: &Context<'_>,
) -> Result<Submission, (Option<&'static str>, String)> {
    let at = |name: &'static str| move |fault: String| (Some(name), fault);
    if ctx.network.verifier.is_none() {
        return Err((None, format!("the network {} has no verifier in its profile", ctx.network.name)));
    }
    let chain = submission_text::chain(fields.text(CHAIN)).map_err(at(CHAIN))?;
    let contract =
        submission_text::contract(fields.text(ADDRESS), ctx.network.naming()).map_err(at(ADDRESS))?;
    let body = match fields.mode() {
        Mode::Similarity => {
            let creation_hash = submission_text::creation_hash(fields.text(HASH)).map_err(at(HASH))?;
            SubmissionBody::Similarity { creation_hash }
        }
        Mode::Import => {
            SubmissionBody::Import { api_key: ctx.network.api_key(fields.text(KEY)).map_err(at(KEY))? }
        }
        Mode::StandardJson | Mode::Metadata => {
            let creation_hash = submission_text::creation_hash(fields.text(HASH)).map_err(at(HASH))?;
            if let Some(((field, words), awaited)) = in_directory(fields, subject, source, ctx) {
                return Err(((!awaited).then_some(field), words));
            }
            let path = fields.path();
            let Some(compilation) = source.known(&path) else {
                let (field, words) = unread(&path, source);
                return Err((Some(field), words));
            };
            let (name, compiler) = (fields.text(NAME), fields.text(COMPILER));
            let body = compilation.body(fields.mode(), name, compiler, creation_hash);
            body.map_err(|(part, fault)| (Some(field_of(part)), fault))?
        }
    };
    let findings = checks::findings(fields, subject, ctx);
    if let Some(finding) = preflight::forbidding(&findings) {
        let field = (finding.topic == Topic::Contract).then_some(ADDRESS);
        return Err((field, finding.words.clone()));
    }
    let address = subject.address(contract, is_here(&chain, ctx), ctx).map_err(at(ADDRESS))?.address;
    Ok(Submission { chain, address, body })
}

/// Why the file at this path is not loaded, and at which field.
fn unread(path: &str, source: &Source) -> Fault {
    match source.failure(path) {
        _ if path.is_empty() => (FILE, "choose the file to verify from".to_owned()),
        Some(failure) => failed(failure),
        None if source.is_reading(path) => (FILE, "the file is being read".to_owned()),
        None => (FILE, "the file has not been read yet".to_owned()),
    }
}

/// The error of reading the file, at the field that caused it.
fn failed(failure: &Failure) -> Fault {
    let field = if matches!(failure, Failure::Here { cause: Cause::SourceRoot, .. }) { ROOTS } else { FILE };
    (field, sentence(failure))
}

/// The field for a part of a submission from a file.
fn field_of(part: Part) -> &'static str {
    match part {
        Part::File => FILE,
        Part::Contract => NAME,
        Part::Compiler => COMPILER,
    }
}

/// Why no contract of a directory can be sent, and whether it is still loading.
fn in_directory(
    fields: &Fields,
    subject: &Subject,
    source: &Source,
    ctx: &Context<'_>,
) -> Option<(Fault, bool)> {
    let path = fields.path();
    let deployed = source.deployed(&path).filter(|_| source.is_directory(&path))?;
    if let Err((words, awaited)) = deployed::code(fields, subject, ctx) {
        return Some(((FILE, words), awaited));
    }
    match deployed.chosen() {
        Some(chosen) if chosen.contract.to_string() == fields.text(NAME) => None,
        Some(_) => Some(((NAME, "choose one of the contracts below".to_owned()), false)),
        None => deployed.fault(ctx).map_or_else(
            || Some(((FILE, "what was compiled in it is being compared".to_owned()), true)),
            |fault| Some((fault, false)),
        ),
    }
}

/// The errors of the file, and of the names that refer to it.
fn of_file(fields: &Fields, subject: &Subject, source: &Source, ctx: &Context<'_>) -> Vec<Fault> {
    let path = fields.path();
    let mut faults = Vec::new();
    if let Some((fault, awaited)) = in_directory(fields, subject, source, ctx) {
        return if awaited { faults } else { vec![fault] };
    }
    let compilation = source.known(&path);
    match (source.failure(&path), compilation) {
        _ if path.is_empty() => faults.push(unread(&path, source)),
        (Some(failure), _) => faults.push(failed(failure)),
        (None, None) => {}
        (None, Some(compilation)) => {
            let body = compilation.body(fields.mode(), fields.text(NAME), fields.text(COMPILER), None);
            faults.extend(body.err().map(|(part, fault)| (field_of(part), fault)));
        }
    }
    if fields.mode() == Mode::StandardJson {
        let contract = compilation.and_then(|compilation| compilation.contract(fields.text(NAME)).err());
        let compiler = match compilation {
            Some(compilation) => compilation.compiler(fields.text(COMPILER)).err(),
            None => assembly::compiler_version(fields.text(COMPILER), "").err(),
        };
        faults
            .extend([contract, compiler].into_iter().flatten().map(|(part, fault)| (field_of(part), fault)));
    }
    faults
}
