//! The facts of a job: its input, its record field by field with the code comparison, and its timeline.

use decode::Comparison;
use ledger::amount::grouped;
use ledger::raw::Lines;
use ledger::timestamp::span;
use ledger::{Field, HexBytes, Text, Timestamp};
use verification::{
    CompilerError, ExternalVerification, Job, JobContract, JobError, JobRecord, JobState, Match, Origin,
};

use crate::panes::Context;
use crate::panes::kit::nouns::code_diff::verdict;
use crate::panes::kit::nouns::{job_text, values};
use crate::panes::verification::on_job;
use crate::widgets::{Role, Sheet, TimeStyle, Value};

/// The sheet of this job; `compared` is the code comparison of a failed one.
pub(super) fn sheet(job: &Job, compared: &[Comparison], ctx: &Context<'_>) -> Sheet {
    let mut sheet = Sheet::default();
    if let Some(refusal) = &job.refusal {
        sheet = sheet
            .heading("Refusal")
            .fact("code", refusal.code.as_ref().map_or_else(|| Value::none("none was sent"), Value::text))
            .fact("HTTP status", Value::plain(refusal.status.to_string()));
    }
    if let Some(words) = &job.words {
        sheet = sheet.fact(
            match job.refusal {
                Some(_) if job.claims_the_key() => "the verifier's claim",
                Some(_) => "the verifier's message",
                None => "last message",
            },
            if job.claims_the_key() {
                Value::text(words).note("it says so for any cause")
            } else {
                Value::text(words)
            },
        );
    }
    if let Some(own) = lock(job, ctx) {
        sheet = sheet.fact("locked by", own);
    }
    if let Some(known) = &job.record {
        sheet = outcome(sheet, known, compared, ctx);
    }
    sheet = sheet
        .heading("Submission")
        .fact(
            "mode",
            job.mode.map_or_else(|| Value::none("adopted by its id"), |mode| Value::plain(mode.label())),
        )
        .fact("chain id", job.chain.as_ref().map_or_else(unknown, |chain| Value::plain(chain.to_string())))
        .fact("address", contract(job, ctx))
        .fact(
            "creation hash",
            job.creation_hash.map_or_else(|| Value::none("not given"), |hash| Value::plain(hash.to_string())),
        );
    for (label, text) in origin(job) {
        sheet = sheet.fact(label, Value::text(text));
    }
    sheet = sheet
        .fact(
            "job id",
            job.id.as_ref().map_or_else(|| Value::none("none was given"), |id| Value::plain(id.to_string())),
        )
        .fact("verifier", Value::plain(job_text::server(&job.server)))
        .fact("network", Value::plain(&job.network))
        .fact(
            if ctx.unrecorded.contains(&job.key) { "not recorded" } else { "recorded" },
            values::time(ctx, &job.key.made),
        );
    if let Some(seen) = job.seen {
        sheet = sheet.fact("last seen", values::time(ctx, &seen));
    }
    sheet = sheet.heading("Timeline");
    let begun = job.timeline.first().map_or(job.key.made, |first| first.at);
    for moment in &job.timeline {
        let value =
            Value::styled(job_text::role(moment.state), moment.state.label()).copied(moment.at.to_string());
        let value = match &moment.detail {
            Some(detail) => value.note(detail.escaped()),
            None => value,
        };
        sheet = sheet.fact(label(moment.at, begun, ctx), value);
    }
    match &job.record {
        Some(known) => fields(sheet, known, ctx),
        None => sheet,
    }
}

/// The time of day, and the time since the job began.
fn label(at: Timestamp, begun: Timestamp, ctx: &Context<'_>) -> String {
    let clock = ctx.theme.clock(at, ctx.now);
    if at == begun {
        return clock;
    }
    // The first time shows the zone.
    let zoned = matches!(ctx.theme.times, TimeStyle::Utc | TimeStyle::Local);
    let bare = clock.split(' ').next().filter(|_| zoned).unwrap_or(&clock);
    format!("{bare} +{}", span(at.since(begun)))
}

/// The followed job that locks this one's contract; `None` if the job is not followed here.
fn lock(job: &Job, ctx: &Context<'_>) -> Option<Value> {
    let (chain, address) = (job.chain.as_ref()?, job.address.filter(|_| job.state == JobState::Locked)?);
    let own = ctx.jobs.running_for(&job.server, chain, address)?;
    let name = own.id.as_ref().map_or_else(|| "a submission on its way".to_owned(), |id| format!("job {id}"));
    let since = own.key.made.relative(ctx.now);
    let since = if own.is_adopted() { "followed here".to_owned() } else { format!("sent from here {since}") };
    let sent = format!("{since}, {}", own.state.label());
    Some(Value::plain(name).link(on_job::place(own)).note(sent))
}

/// The labels and texts of the submitted sources: contract, compiler and file.
fn origin(job: &Job) -> impl Iterator<Item = (&'static str, &Text)> {
    let Origin { contract, compiler, file } = &job.origin;
    let texts = [("contract name", contract), ("compiler", compiler), ("file", file)];
    texts.into_iter().filter_map(|(label, text)| Some((label, text.as_ref()?)))
}

fn contract(job: &Job, ctx: &Context<'_>) -> Value {
    let Some(address) = &job.address else { return unknown() };
    let value = values::address(address);
    match on_job::contract(job, ctx) {
        Some(place) => value.link(place),
        None => value,
    }
}

fn unknown() -> Value {
    Value::none("not known before the first record")
}

/// The most lines of compiler errors and other data; the raw record has all.
const MAX_DATA_LINES: usize = 60;

/// The matches or the error: the most important part of the record.
pub(super) fn outcome(sheet: Sheet, record: &JobRecord, compared: &[Comparison], ctx: &Context<'_>) -> Sheet {
    let sheet = match record.error.known() {
        Some(error) => trouble(sheet, error, compared, ctx),
        None => matches(sheet, record, ctx),
    };
    external(sheet, record, ctx)
}

fn matches(sheet: Sheet, record: &JobRecord, ctx: &Context<'_>) -> Sheet {
    let pending = record.completed.value() == Some(false);
    let Some(contract) = record.contract.known().filter(|_| !pending) else { return sheet };
    sheet
        .heading("Match")
        .fact("runtime code", values::matched(ctx, &contract.runtime))
        .fact("creation code", values::matched(ctx, &contract.creation))
        .fact("overall", values::matched(ctx, &contract.overall))
        .fact("verified at", values::field(ctx, &contract.verified_at, |at| values::written_time(ctx, at)))
}

fn trouble(sheet: Sheet, error: &JobError, compared: &[Comparison], ctx: &Context<'_>) -> Sheet {
    let mut sheet = sheet
        .heading("Error")
        .fact("code", values::field(ctx, &error.code, Value::text))
        .fact("message", values::field(ctx, &error.message, Value::text))
        .fact("error id", values::field(ctx, &error.error_id, Value::text));
    for comparison in compared {
        let message = verdict::summary(comparison);
        sheet = sheet.fact(verdict::kind(comparison.kind), Value::styled(message.role, message.text));
    }
    let complaints = error.compiler_errors();
    if complaints.is_empty() { data(sheet, error) } else { compiler(sheet, &complaints) }
}

/// The compiler's messages with its source excerpts.
fn compiler(mut sheet: Sheet, complaints: &[CompilerError]) -> Sheet {
    sheet = sheet.heading("Compiler");
    for complaint in complaints {
        let whole: Vec<_> = complaint.lines.iter().map(|line| String::from_utf8_lossy(line.raw())).collect();
        let mut lines = complaint.lines.iter();
        let first = lines.next().map(Text::escaped).unwrap_or_default();
        let value = Value::styled(Role::Failure, first).copied(whole.join("\n"));
        let value = match &complaint.file {
            Some(file) => value.note(file.escaped()),
            None => value,
        };
        sheet = sheet.fact(complaint.severity.escaped(), value);
        for line in lines.take(MAX_DATA_LINES) {
            sheet = sheet.note(Value::plain(line.escaped()));
        }
    }
    sheet
}

fn data(mut sheet: Sheet, error: &JobError) -> Sheet {
    let Field::Known(data) = &error.data else { return sheet };
    let lines = Lines::new(data);
    let more = lines.len().saturating_sub(MAX_DATA_LINES);
    sheet = sheet.heading("Error data");
    for line in lines.all().take(MAX_DATA_LINES) {
        sheet = sheet.note(Value::plain(line));
    }
    if more > 0 {
        sheet = sheet.note(Value::none(format!("{} more lines in the raw record", grouped(&more))));
    }
    sheet
}

/// The reports to other explorers, which may still not show the contract.
fn external(mut sheet: Sheet, record: &JobRecord, ctx: &Context<'_>) -> Sheet {
    if record.external.is_empty() {
        return sheet;
    }
    sheet = sheet.heading("Reported to other explorers");
    for (name, reported) in &record.external {
        sheet = sheet.fact(name.escaped(), told_value(reported, ctx));
        for (label, field) in [
            ("statusUrl", &reported.status_url),
            ("explorerUrl", &reported.explorer_url),
            ("contractApiUrl", &reported.contract_api_url),
        ] {
            if !field.is_absent() {
                sheet = sheet.inner(1, label, values::field(ctx, field, Value::text));
            }
        }
    }
    sheet
}

fn told_value(reported: &ExternalVerification, ctx: &Context<'_>) -> Value {
    match &reported.error {
        Field::Known(error) => Value::styled(Role::Failure, error.escaped()),
        _ => match &reported.verification_id {
            Field::Known(id) if id.is("VERIFIER_ALREADY_VERIFIED") => {
                Value::styled(Role::Success, "verified there before")
            }
            id => values::field(ctx, id, |id: &Text| Value::text(id).note("submitted")),
        },
    }
}

/// Every field of the record under its documented name.
pub(super) fn fields(sheet: Sheet, record: &JobRecord, ctx: &Context<'_>) -> Sheet {
    let text = |field: &Field<Text>| values::field(ctx, field, Value::text);
    let sheet = sheet
        .heading("Record")
        .fact("isJobCompleted", values::field(ctx, &record.completed, values::flag))
        .fact("verificationId", text(&record.verification_id))
        .fact("jobStartTime", text(&record.started))
        .fact("jobFinishTime", text(&record.finished))
        .fact(
            "compilationTime",
            values::field(ctx, &record.compilation_time, |ms| values::integer(ms).note("ms")),
        );
    let sheet = match &record.contract {
        Field::Known(contract) => contract_fields(sheet, contract, ctx),
        other => sheet.fact("contract", values::field(ctx, other, |_| Value::default())),
    };
    let sheet = match &record.error {
        Field::Known(error) => error_fields(sheet, error, ctx),
        other => sheet.fact("error", values::field(ctx, other, |_| Value::default())),
    };
    match &record.status_word {
        Some(word) => sheet.fact("status word", Value::text(word)),
        None => sheet,
    }
}

fn contract_fields(sheet: Sheet, contract: &JobContract, ctx: &Context<'_>) -> Sheet {
    let text = |field: &Field<Text>| values::field(ctx, field, Value::text);
    let side = |side: &Field<Match>| {
        values::field(ctx, side, |how| {
            Value::plain(match how {
                Match::Exact => "exact_match",
                Match::Partial => "match",
            })
        })
    };
    sheet
        .fact("contract", Value::none(""))
        .inner(1, "match", side(&contract.overall))
        .inner(1, "creationMatch", side(&contract.creation))
        .inner(1, "runtimeMatch", side(&contract.runtime))
        .inner(1, "chainId", text(&contract.chain_id))
        .inner(1, "address", text(&contract.address))
        .inner(1, "verifiedAt", text(&contract.verified_at))
        .inner(1, "matchId", text(&contract.match_id))
}

fn error_fields(sheet: Sheet, error: &JobError, ctx: &Context<'_>) -> Sheet {
    let code = |field: &Field<HexBytes>| values::field(ctx, field, |code| values::bytes(ctx, code));
    sheet
        .fact("error", Value::none(""))
        .inner(1, "recompiledCreationCode", code(&error.recompiled_creation))
        .inner(1, "recompiledRuntimeCode", code(&error.recompiled_runtime))
        .inner(1, "onchainCreationCode", code(&error.onchain_creation))
        .inner(1, "onchainRuntimeCode", code(&error.onchain_runtime))
        .inner(1, "creationTransactionHash", code(&error.creation_transaction_hash))
}
