//! The program's entry point: parses flags and configuration, then runs a command or the terminal interface.

use std::io::{IsTerminal as _, Write as _};
use std::process::ExitCode;

use hieroscope::cli::target::{self, Target, Unopened};
use hieroscope::cli::{self, faults};
use hieroscope::config::{self, Config, Environment, Flags};
use hieroscope::runtime::{CrashWatch, recording, start_log};

fn main() -> ExitCode {
    let flags = match Flags::from_args(std::env::args_os()) {
        Ok(flags) => flags,
        Err(fault) if fault.use_stderr() => return refuse_in_script(&fault, json_is_wanted()),
        Err(help) => return refuse(&help),
    };
    if let Some(list) = faults::listed(&flags.demo_faults, flags.json) {
        return answer(list.trim_end());
    }
    let environment = Environment::of_process();
    let data_dir = flags.data_dir.clone().or_else(|| environment.data_dir.clone());
    let crashes = CrashWatch::begin(data_dir.unwrap_or_default());
    let log = match start_log(&flags) {
        Ok(log) => log,
        Err(words) => return refuse_in_script(&config::flags::refuse(&words), json_is_wanted()),
    };
    if let Some(task) = &flags.task {
        return match load(&flags, &environment) {
            Ok((config, doubt)) => {
                if let Some(doubt) = &doubt {
                    cli::doubt(doubt);
                }
                log.on_fault(|words| cli::doubt(&words));
                cli::run(config, task, flags.chain.as_ref())
            }
            Err(fault) => refuse_in_script(&fault, task.json()),
        };
    }
    let (mut config, unread) = match load(&flags, &environment) {
        Ok(loaded) => loaded,
        Err(fault) => return refuse(&fault),
    };
    let opened = flags.target().map(|target| target::open(&target, &mut config));
    if let Some(Err(Unopened::Answer(words))) = &opened {
        return answer(words);
    }
    if let Some(words) = undrawable(&environment) {
        return refuse(&clap::Error::raw(clap::error::ErrorKind::Io, words));
    }
    let Target { place, doubt, .. } = match opened {
        None => Target::HOME,
        Some(Ok(opened)) => opened,
        Some(Err(Unopened::Answer(words))) => return answer(&words),
        Some(Err(Unopened::Fault(words))) => {
            return refuse(&clap::Error::raw(clap::error::ErrorKind::InvalidValue, format!("{words}\n")));
        }
    };
    match hieroscope::runtime::run(config, place, doubt.or(unread), (&log, &crashes)) {
        Ok(code) => code,
        Err(fault) => {
            let error =
                clap::Error::raw(clap::error::ErrorKind::Io, format!("the terminal failed: {fault}\n"));
            refuse(&error)
        }
    }
}

/// Loads the configuration, with the recording to play back if there is one. Also returns a warning, if any.
fn load(flags: &Flags, environment: &Environment) -> Result<(Config, Option<String>), clap::Error> {
    faults::check(&flags.demo_faults)?;
    let mut config = config::load(flags, environment)?;
    let Some(path) = &flags.replay else { return Ok((config, faults::doubt(&flags.demo_faults))) };
    match recording::replay(&mut config, path) {
        Ok(doubt) => Ok((config, doubt)),
        Err(words) => Err(config::flags::refuse(&words)),
    }
}

/// Prints a result that needs no screen.
fn answer(words: &str) -> ExitCode {
    let written = writeln!(std::io::stdout(), "{words}");
    if written.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Why the program cannot draw here, and what to do; `None` if it can.
fn undrawable(environment: &Environment) -> Option<String> {
    let words = if !std::io::stdout().is_terminal() {
        "standard output is no terminal: start hieroscope in one, without a pipe or a file behind it\n"
    } else if !has_keyboard() {
        "no controlling terminal, and standard input is none: start hieroscope from a shell in a terminal\n"
    } else {
        return environment.undrawable();
    };
    Some(words.to_owned())
}

/// Whether keys can be read, from standard input or from the controlling terminal.
fn has_keyboard() -> bool {
    !cfg!(unix) || std::io::stdin().is_terminal() || std::fs::File::open("/dev/tty").is_ok()
}

/// Whether an unparsable command line contains `--json`.
fn json_is_wanted() -> bool {
    std::env::args_os().any(|argument| argument == "--json")
}

/// Reports an invalid command line, to scripts as JSON.
fn refuse_in_script(fault: &clap::Error, json: bool) -> ExitCode {
    let _ = fault.print();
    cli::unreadable(&fault.to_string(), json)
}

fn refuse(fault: &clap::Error) -> ExitCode {
    let _ = fault.print();
    ExitCode::from(u8::try_from(fault.exit_code()).unwrap_or(2))
}
