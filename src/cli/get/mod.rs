//! `hieroscope get PLACE`: the content of a screen, as data. Opens the pane itself without a terminal, for the same
//! content as on screen; the rows of a list are then written page by page, and none is kept.

mod detail;
mod opened;
mod printer;
mod rows;
mod watch;
mod written;

use std::io::{self, Write};

use api::Failure;
use ledger::amount::counted;

use self::opened::Opened;
use self::printer::Printer;
use super::console::{complain, say, unwritten};
use super::stop::{Stop, end_in_time};
use super::target::{self, Target, Unopened};
use super::{Outcome, next_step};
use crate::config::{Config, Form, GetTask};
use crate::message::{Contents, Place};
use crate::runtime::WalkFault;

/// Why a command ends before its time.
#[derive(Debug)]
pub(super) enum Ended {
    /// What speaks against it, in a sentence.
    Because(Outcome, String),
    /// The problem was already reported.
    Told(Outcome),
    /// The output is closed.
    Unread,
}

impl Ended {
    fn usage(words: impl Into<String>) -> Self {
        Self::Because(Outcome::Usage, words.into())
    }

    /// The end by a failure of the server at this address.
    fn by(failure: &Failure, at: &str) -> Self {
        let outcome = match failure {
            Failure::NotFound { .. } => Outcome::Failed,
            Failure::Invalid { .. } => Outcome::Usage,
            _ => Outcome::Unreachable,
        };
        Self::Because(outcome, next_step::told(failure, at))
    }

    /// The failure of a later page of a list: a page link that the server refuses is the server's fault, not a usage
    /// error.
    fn amid(fault: &WalkFault) -> Self {
        let words = match fault {
            WalkFault::Failed(failure @ (Failure::NotFound { .. } | Failure::Invalid { .. })) => {
                format!("{} The server itself has named that page: run it again.", next_step::reason(failure))
            }
            WalkFault::Failed(failure) => next_step::told(failure, ""),
            WalkFault::Refused(words) => {
                format!(
                    "The next page cannot be loaded. {words} Run it again: if that does not help, the server is at fault."
                )
            }
            WalkFault::NoPage => {
                "The next page is none. Check that the address is that of the right API.".to_owned()
            }
        };
        Self::Because(Outcome::Unreachable, words)
    }
}

impl From<WalkFault> for Ended {
    fn from(fault: WalkFault) -> Self {
        match fault {
            WalkFault::Failed(failure) => Self::by(&failure, ""),
            fault => Self::amid(&fault),
        }
    }
}

impl From<io::Error> for Ended {
    fn from(fault: io::Error) -> Self {
        if fault.kind() == io::ErrorKind::BrokenPipe {
            return Self::Unread;
        }
        let (outcome, words) = unwritten(&fault);
        Self::Because(outcome, words)
    }
}

/// Writes the content of the place to standard output. Started output is always completed: JSON stays one value, and
/// the reason why it is incomplete goes to standard error.
///
/// # Errors
/// Why the output is incomplete.
pub(super) fn get(mut config: Config, task: &GetTask) -> Result<(), Ended> {
    let target = target(&mut config, task)?;
    let tasks = super::tasks().map_err(Ended::usage)?;
    let mut printer = Printer::new(task.form(), io::stdout().lock());
    tasks.handle().spawn(end_in_time());
    let got = tasks.handle().block_on(async {
        let mut stop = Stop::listen().map_err(Ended::usage)?;
        let writing = write(config, target, task, tasks.handle(), &mut printer);
        let got = stop.unless_stopped(Box::pin(writing)).await;
        got.unwrap_or_else(|outcome| Err(Ended::Because(outcome, "ended before all was written".to_owned())))
    });
    drop(tasks);
    let ended = printer.end();
    match got {
        Err(Ended::Because(outcome, words)) if printer.has_written() => {
            match printer.count() {
                0 => complain(&words),
                rows => complain(&format!("The list is incomplete, with {}. {words}", counted(rows, "row"))),
            }
            Err(Ended::Told(outcome))
        }
        got => got.and_then(|()| Ok(ended?)),
    }
}

/// Refuses a flag that only lists have.
///
/// # Errors
/// When the command line has one.
fn refuse_flags_of_rows(task: &GetTask) -> Result<(), Ended> {
    let flag = task.flag_of_rows();
    flag.map_or(Ok(()), |flag| Err(Ended::usage(format!("{flag} works with lists only"))))
}

async fn write(
    config: Config,
    target: Target,
    task: &GetTask,
    handle: tokio::runtime::Handle,
    printer: &mut Printer<impl Write>,
) -> Result<(), Ended> {
    let mut asked = target.place;
    let mut opened = Opened::open(config.clone(), asked.clone(), handle.clone()).await?;
    for other in target.others {
        if !matches!(opened.app.failure(), Some(Failure::NotFound { .. })) {
            break;
        }
        let found = Opened::open(config.clone(), other.clone(), handle.clone()).await?;
        if found.app.failure().is_none() {
            (asked, opened) = (other, found);
        }
    }
    let found = opened.app.place();
    let is_other =
        matches!(asked, Place::Contract(_) | Place::Account(_) | Place::Schedule(_) | Place::Token(_))
            && asked.kind() != found.kind();
    if target.is_sure && is_other {
        let (asked, label) = (asked.label(), found.label());
        return Err(Ended::Because(
            Outcome::Failed,
            format!("there is no {asked}, but {label}: get {found}"),
        ));
    }
    if let Some(failure) = opened.app.failure().cloned() {
        let denial = opened.app.denial(opened.now());
        return Err(denial.map_or_else(
            || Ended::by(&failure, opened.app.asked_url()),
            |words| Ended::Because(Outcome::Failed, words),
        ));
    }
    if let Some(directory) = &task.write {
        return written::write(&mut opened, directory, task, printer).await;
    }
    match opened.app.contents(opened.now()) {
        Contents::List(walk) if task.watch => watch::write(walk, task, &opened, printer).await,
        Contents::List(walk) => {
            let answers = opened.take_answers();
            rows::write(walk, task, (&opened, answers), printer).await
        }
        Contents::Rows(table) if asked == Place::Requests && table.values.is_empty() => {
            say(
                "the log is of one run, and this one asked nothing: --record FILE logs what another command asks",
            );
            rows::write_table(&table, task, &opened, printer).await
        }
        Contents::Rows(table) => rows::write_table(&table, task, &opened, printer).await,
        Contents::Nothing(words) => Err(Ended::usage(words)),
        Contents::Facts(_) if task.raw => {
            detail::write_received(opened.app.received(opened.now()), task, printer)
        }
        Contents::Facts(sections) => match opened.app.document(opened.now()) {
            Some(document) if matches!(task.form(), Form::Json | Form::Ndjson) => {
                detail::write_document(document, task, opened.app.known(), printer)
            }
            _ => detail::write(sections, task, opened.app.known(), printer),
        },
    }
}

/// Resolves the target, and prints doubts about it.
fn target(config: &mut Config, task: &GetTask) -> Result<Target, Ended> {
    let target = target::open(&task.place.join(" "), config).map_err(|unopened| match unopened {
        Unopened::Answer(words) | Unopened::Fault(words) => Ended::usage(words),
    })?;
    if let Some(doubt) = &target.doubt {
        say(doubt);
    }
    Ok(target)
}
