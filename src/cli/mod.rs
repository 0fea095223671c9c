//! The commands that need no terminal, for scripts: the same jobs, states and words as on screen, one result, and an
//! exit code for the outcome.

mod args;
mod bytes;
mod cache;
mod call;
mod check;
mod complaints;
mod console;
mod deployment;
mod documents;
pub mod faults;
mod follow;
mod get;
mod jobs;
mod kept;
mod labels;
mod next_step;
mod outcome;
mod preview;
mod project;
mod replay;
mod report;
mod resolve;
mod stop;
pub mod target;
mod upload;
mod verify;
mod watch;
mod world;

use std::io::{self, Write as _};
use std::process::ExitCode;

use decode::Known;
use verification::ChainId;

use self::args::VerifyArgs;
use self::console::{Colours, complain, result, say, unwritten};
use self::outcome::Outcome;
use self::report::CommandReport;
use self::world::{Purpose, World};
use crate::config::{
    CallTask, CheckTask, Config, DecodeTask, DeploymentTask, Form, LabelsTask, ProjectCommand, ReplayTask,
    Sending, Task, VerifyTask, WatchTask,
};
use crate::message::Word;
use crate::runtime::{Tasks, log_end, log_network};

/// Runs a command that needs no terminal. `chain` is the value of `--chain`.
pub fn run(config: Config, task: &Task, chain: Option<&ChainId>) -> ExitCode {
    let colours = Colours::of_streams(config.settings.colour);
    tracing::info!(name: "command", target: "hieroscope::program", command = Word(task.into()).field());
    log_network(&config);
    for fault in &config.faults {
        say(&fault.to_string());
    }
    match task {
        Task::Jobs(task) => jobs::list(config, *task, colours),
        Task::Watch(task) => finish(&watch_in(config, task, chain, colours), task.json, colours),
        Task::Get(task) => finish_get(&get::get(config, task), task.form()),
        Task::Call(task) => call_in(config, task, colours),
        Task::Replay(task) => replay_in(config, task, colours),
        Task::Labels(LabelsTask { command: Some(command) }) => {
            finish_local(labels::run(&config, command), command.json())
        }
        Task::Cache(task) => finish_local(cache::run(&config, task), task.json),
        Task::Completions(task) => write_document(Ok(documents::completions(task.shell, &config))),
        // Without a command it is a place, which was taken for the start.
        Task::Labels(LabelsTask { command: None }) => ExitCode::SUCCESS,
        Task::Man => write_document(documents::manual()),
        Task::Decode(task) => finish_local(decode_in(config, task, colours), task.json),
        Task::Sig(task) => finish_local(bytes::signature(task), false),
        Task::Verify(VerifyTask { project: Some(ProjectCommand::Check(task)), .. }) => {
            finish_check(check_in(config, task, colours), task.json)
        }
        Task::Verify(VerifyTask { project: Some(ProjectCommand::Deployment(task)), .. }) => {
            finish_deployment(deployment_in(config, task, chain, colours), task.sending.json)
        }
        Task::Verify(task) => finish(&verify_in(config, task, chain, colours), task.json(), colours),
    }
}

/// Says what speaks against what follows.
pub fn doubt(words: &str) {
    say(words);
}

/// Ends a command whose command line could not be read: with `json`, its result says so, too. What was wrong
/// has been printed already.
pub fn unreadable(words: &str, json: bool) -> ExitCode {
    // What follows the first paragraph is the same for every command line.
    let first = words.strip_prefix("error: ").unwrap_or(words).split("\n\n").next().unwrap_or_default();
    let first = first.split_whitespace().collect::<Vec<_>>().join(" ");
    let report = CommandReport::unsent(Outcome::Usage, None, None, first);
    let written = if json { result(&report.json()) } else { Ok(()) };
    ended(report.exit_code(), written)
}

/// Ends a command whose result was written, or was not.
fn ended(code: u8, written: Result<(), (Outcome, String)>) -> ExitCode {
    match written {
        Err((outcome, words)) => {
            complain(&words);
            exit(if code == 0 { outcome.exit_code() } else { code })
        }
        Ok(()) => exit(code),
    }
}

fn exit(code: u8) -> ExitCode {
    log_end("done", code);
    ExitCode::from(code)
}

fn verify_in(config: Config, task: &VerifyTask, chain: Option<&ChainId>, colours: Colours) -> CommandReport {
    let verified = match &task.project {
        Some(ProjectCommand::Project(task)) => {
            world::run(config, purpose(&task.sending), colours, async |world, store| {
                project::project(task, chain, world, store).await
            })
        }
        _ => world::run(config, purpose(&task.sending), colours, async |world, store| {
            verify::verify(task, chain, world, store).await
        }),
    };
    verified.unwrap_or_else(unbegun)
}

/// The purpose of a submission: a dry run only reads.
fn purpose(sending: &Sending) -> Purpose {
    let records = !sending.no_record;
    if sending.dry_run { Purpose::Reads { jobs: records } } else { Purpose::Sends { records } }
}

fn check_in(config: Config, task: &CheckTask, colours: Colours) -> project::Checked {
    let checked = world::run(config, Purpose::Reads { jobs: false }, colours, async |world, _| {
        project::check(task, world).await
    });
    checked.unwrap_or_else(unlooked)
}

fn deployment_in(
    config: Config,
    task: &DeploymentTask,
    chain: Option<&ChainId>,
    colours: Colours,
) -> deployment::Deployed {
    let purpose = match purpose(&task.sending) {
        // Where nothing is sent, no job counts either.
        Purpose::Reads { .. } => Purpose::Reads { jobs: false },
        sends => sends,
    };
    let verified = world::run(config, purpose, colours, async |world, store| {
        deployment::deployment(task, chain, world, store).await
    });
    verified.unwrap_or_else(unlooked)
}

/// The outcome of a command that could not begin, without a contract to report.
fn unlooked<T>(why: world::Unbegun) -> Result<T, (Outcome, String)> {
    let (outcome, _, words) = *why;
    Err((outcome, words))
}

fn call_in(mut config: Config, task: &CallTask, colours: Colours) -> ExitCode {
    let done = match call::prepared(task, &mut config) {
        Ok(prepared) => world::run(config, Purpose::Reads { jobs: false }, colours, async |world, _| {
            call::call(task, prepared, world).await
        })
        .unwrap_or_else(unlooked),
        Err(fault) => Err(fault),
    };
    finish_asked(done, task.json)
}

fn decode_in(mut config: Config, task: &DecodeTask, colours: Colours) -> Result<(), bytes::Fault> {
    let Some(contract) = &task.contract else { return bytes::decode(task, None, &Known::default()) };
    let (contract, known) = call::named(contract, &mut config)?;
    let learned = world::run(config, Purpose::Reads { jobs: false }, colours, async |world, _| {
        call::learned(contract, known, world).await
    });
    bytes::decode(task, Some(contract), &learned.unwrap_or_else(unlooked)?)
}

fn replay_in(mut config: Config, task: &ReplayTask, colours: Colours) -> ExitCode {
    let done = match replay::named(task, &mut config) {
        Ok(name) => world::run(config, Purpose::Reads { jobs: false }, colours, async |world, _| {
            replay::replay(task, name, world).await
        })
        .unwrap_or_else(unlooked),
        Err(fault) => Err(fault),
    };
    finish_asked(done, task.json)
}

/// Ends a command that has written its result, or has none.
fn finish_asked(done: Result<u8, bytes::Fault>, json: bool) -> ExitCode {
    match done {
        Ok(code) => exit(code),
        Err((outcome, words)) => fail(outcome, &words, json),
    }
}

fn watch_in(config: Config, task: &WatchTask, chain: Option<&ChainId>, colours: Colours) -> CommandReport {
    let watched = world::run(config, Purpose::Follows, colours, async |world, store| {
        watch::watch(task, chain, world, store).await
    });
    watched.unwrap_or_else(unbegun)
}

fn unbegun(why: world::Unbegun) -> CommandReport {
    let (outcome, network, words) = *why;
    CommandReport::unsent(outcome, Some(&network), None, words)
}

/// The executor of background tasks.
///
/// # Errors
/// Why it cannot be started, in words.
fn tasks() -> Result<Tasks, String> {
    Tasks::start().map_err(|fault| format!("the system has no resources for it ({fault})"))
}

/// Writes a document to standard output.
fn write_document(document: io::Result<Vec<u8>>) -> ExitCode {
    let mut out = io::stdout().lock();
    let written = document.and_then(|document| out.write_all(&document)).and_then(|()| out.flush());
    ended(0, written.map_err(|fault| unwritten(&fault)))
}

/// Ends a command that reads.
fn finish_get(got: &Result<(), get::Ended>, form: Form) -> ExitCode {
    match got {
        Ok(()) => exit(0),
        // Who reads the first rows only does not want to hear more.
        Err(get::Ended::Unread) => exit(Outcome::Failed.exit_code()),
        Err(get::Ended::Told(outcome)) => exit(outcome.exit_code()),
        Err(get::Ended::Because(outcome, words)) => fail(*outcome, words, form == Form::Json),
    }
}

/// Ends a command that compares.
fn finish_check(checked: project::Checked, json: bool) -> ExitCode {
    match checked {
        Ok(found) => {
            let written = result(&if json { found.json() } else { found.text() });
            ended(found.outcome().exit_code(), written)
        }
        Err((outcome, words)) => fail(outcome, &words, json),
    }
}

/// Ends a command that verifies a deployment.
fn finish_deployment(verified: deployment::Deployed, json: bool) -> ExitCode {
    match verified {
        Ok(report) => {
            let written = result(&if json { report.json() } else { report.text() });
            ended(report.exit_code(), written)
        }
        Err((outcome, words)) => fail(outcome, &words, json),
    }
}

/// Ends a command that asks no server.
fn finish_local(said: Result<(), bytes::Fault>, json: bool) -> ExitCode {
    match said {
        Ok(()) => exit(0),
        Err((outcome, words)) => fail(outcome, &words, json),
    }
}

/// Says why a command has no result; with `json`, its result says so, too.
fn fail(outcome: Outcome, words: &str, json: bool) -> ExitCode {
    complain(words);
    let exit_code = outcome.exit_code();
    let object = || serde_json::json!({ "outcome": outcome, "exit_code": exit_code, "message": words });
    ended(exit_code, if json { result(&object().to_string()) } else { Ok(()) })
}

fn finish(report: &CommandReport, json: bool, colours: Colours) -> ExitCode {
    if let Some(words) = report.complaint() {
        complain(words);
    }
    let written = match report.complaint() {
        _ if json => result(&report.json()),
        None => result(&report.summary(colours)),
        Some(_) => Ok(()),
    };
    ended(report.exit_code(), written)
}
