//! The command line: its flags, places written as several words, and errors that repeat no key.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use api::Network;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, Parser};
use verification::{ApiKey, ChainId, JobId, Mode};

use super::address::{mirror_url, verifier_url};
use super::store::LabelsTask;
use super::task::{EXIT_CODES, Task, VerifyTask};
use crate::message::ThemeName;
use crate::message::place::Row;

const EXAMPLES: &str = "\
Examples:
  hieroscope                             start at home, on mainnet
  hieroscope --network demo              look around on the embedded network
  hieroscope 0.0.5001 --network testnet  a contract by its id
  hieroscope 0.0.1005@1795216518.468117137
                                         a transaction by its id
  hieroscope 0xb0551e9ecceb06cf6ea2879174aaf4da84633e85
                                         a contract by its EVM address
  hieroscope 'contract/0.0.5001/results?from=0.0.1002&order=asc'
                                         results of a contract, filtered
  hieroscope verify/296/0.0.5001         verify a contract on chain 296
  hieroscope --mirror http://localhost:5551 --chain 298
                                         a mirror node of your own";

const SCRIPTS: &str = "\
In scripts, without a terminal (see hieroscope verify --help):
  hieroscope verify similarity --network demo --address 0.0.5001 --watch --json
  hieroscope watch 0.0.5001              its newest job, until it ends
  hieroscope jobs --json                 what was submitted, and its states
  hieroscope :jobs                       the same on screen

Settings are read from config.toml in
  ~/.config/hieroscope                      on Linux
  ~/Library/Application Support/hieroscope  on macOS
  %APPDATA%\\hieroscope\\config              on Windows";

const KEYS: &str = "Press ? in the program for its keys.";

/// What the command line says.
#[derive(Clone, Debug, PartialEq, Eq, Default, Parser)]
#[command(name = "hieroscope", version, about, max_term_width = 100)]
#[command(after_help = format!("{EXAMPLES}\n\nPlaces:\n{}\n\n{SCRIPTS}\n\n{EXIT_CODES}\n\n{KEYS}", Row::help()))]
#[command(disable_help_subcommand = true, subcommand_value_name = "COMMAND")]
pub struct Flags {
    /// Where to start: a place, or anything that names something, such as an id, an EVM address, a job's UUID or
    /// a pasted link
    #[arg(value_name = "TARGET", num_args = 0..)]
    pub target: Vec<String>,

    /// Network to start on: mainnet, testnet, previewnet, local, demo, or one of your own
    #[arg(long, global = true, value_name = "NAME")]
    pub network: Option<String>,

    /// Base address of the mirror node: instead of that of the network named beside it, or one of no profile
    #[arg(long, global = true, value_name = "URL", value_parser = mirror_url)]
    pub mirror: Option<String>,

    /// Base address of the verification API, instead of the profile's
    #[arg(long, global = true, value_name = "URL", value_parser = verifier_url)]
    pub verifier: Option<String>,

    /// EVM chain id to verify on, instead of the profile's
    #[arg(long, global = true, value_name = "ID", value_parser = chain)]
    pub chain: Option<ChainId>,

    /// Configuration file, instead of your own
    #[arg(long, global = true, value_name = "FILE")]
    pub config: Option<PathBuf>,

    /// Directory for jobs, history and drafts, instead of your data directory
    #[arg(long, global = true, value_name = "DIR")]
    pub data_dir: Option<PathBuf>,

    /// Keep every answer of the servers in a new file, without secrets
    #[arg(long, global = true, value_name = "FILE")]
    pub record: Option<PathBuf>,

    /// Answer from such a file instead of the network
    #[arg(long, global = true, value_name = "FILE", conflicts_with_all = ["record", "demo_faults"])]
    pub replay: Option<PathBuf>,

    /// What goes wrong on the embedded network: names of faults, or `list`, which prints them all
    #[arg(long, global = true, value_name = "NAMES", value_delimiter = ',')]
    pub demo_faults: Vec<String>,

    /// Print the list of faults as JSON
    #[arg(long, hide = true)]
    pub json: bool,

    /// Write to this file what the program does: a new one, or one that goes on
    #[arg(long, global = true, value_name = "FILE")]
    pub log: Option<PathBuf>,

    /// Log more: into the file of --log, else to standard error
    #[arg(long, global = true)]
    pub verbose: bool,

    /// Colours: the terminal's own, or those for a dark or a light background, also for colour-blind eyes
    #[arg(long, value_name = "NAME", value_parser = theme())]
    pub theme: Option<ThemeName>,

    /// Leave the mouse to the terminal
    #[arg(long)]
    pub no_mouse: bool,

    /// Start at home, whatever was open last
    #[arg(long)]
    pub fresh: bool,

    /// Draw with ASCII only
    #[arg(long)]
    pub ascii: bool,

    /// What to do without a terminal, if not to show something in one.
    #[command(subcommand)]
    pub task: Option<Task>,
}

impl Flags {
    /// Whether the command line says where to start.
    pub fn names_a_start(&self) -> bool {
        self.fresh || !self.target.is_empty() || self.network.is_some() || self.mirror.is_some()
    }

    /// Reads the command line.
    ///
    /// # Errors
    /// When it cannot be read, or when it asks for help. The error prints itself and knows its exit code.
    pub fn from_args(arguments: impl IntoIterator<Item = OsString>) -> Result<Self, clap::Error> {
        let arguments = with_places(arguments.into_iter().collect());
        let may_hold_a_key = may_hold_a_key(&arguments);
        let mut flags = Self::try_parse_from(arguments)
            .map_err(|fault| if may_hold_a_key { masked(fault) } else { fault })?;
        if !flags.target.is_empty() && flags.task.is_some() {
            return Err(Self::command().error(
                ErrorKind::ArgumentConflict,
                "a command takes no place to start at: leave out one of the two",
            ));
        }
        if flags.json && !flags.demo_faults.iter().any(|name| name == "list") {
            return Err(Self::command().error(
                ErrorKind::ArgumentConflict,
                "write --json behind a command: without one, it is for --demo-faults list",
            ));
        }
        // These words alone are places: the form, and the list.
        let place = match &flags.task {
            Some(Task::Verify(task)) if *task == VerifyTask::default() => Some("verify"),
            Some(Task::Labels(LabelsTask { command: None })) => Some("labels"),
            _ => None,
        };
        if let Some(Task::Verify(task)) = &flags.task
            && place.is_none()
            && !task.names_something()
        {
            return Err(Self::command().error(ErrorKind::MissingRequiredArgument, "name the mode"));
        }
        if let Some(place) = place {
            (flags.target, flags.task) = (vec![place.to_owned()], None);
        }
        Ok(flags)
    }

    /// Where to start, in one text as the palette takes it.
    pub fn target(&self) -> Option<String> {
        (!self.target.is_empty()).then(|| self.target.join(" "))
    }
}

fn chain(text: &str) -> Result<ChainId, &'static str> {
    ChainId::parse(text).ok_or("a chain id is 1 to 20 digits, such as 296")
}

fn theme() -> impl TypedValueParser<Value = ThemeName> {
    PossibleValuesParser::new(ThemeName::ALL.map(|(name, _)| name))
        .map(|name| ThemeName::parse(&name).unwrap_or_default())
}

/// A refusal of a flag: it prints itself to standard error and its exit code is 2.
pub fn refuse(words: &str) -> clap::Error {
    Flags::command().error(ErrorKind::InvalidValue, words)
}

/// The network to start on, with the addresses that the flags give; its profile in the list gets them, too.
pub(super) fn choose(
    flags: &Flags,
    default: &str,
    networks: &mut Vec<Network>,
    config_file: &Path,
) -> Result<Network, clap::Error> {
    let unnamed = match (&flags.network, &flags.mirror) {
        (None, Some(mirror)) => Some(at_mirror(mirror, flags, networks)),
        _ => None,
    };
    let faulty = (!flags.demo_faults.is_empty()).then_some("demo");
    let wanted = unnamed.as_deref().or(flags.network.as_deref()).or(faulty).unwrap_or(default);
    let known = networks.iter().map(|network| &*network.name).collect::<Vec<_>>().join(", ");
    let Some(network) = networks.iter_mut().find(|network| network.name == wanted) else {
        return Err(refuse(&format!(
            "there is no network {wanted:?}: the known ones are {known}; profiles of your own belong in {}",
            config_file.display()
        )));
    };
    if !network.generated && faulty.is_some() {
        return Err(refuse(&format!(
            "faults are those of the embedded network, and {wanted} is another one"
        )));
    }
    if network.generated && flags.mirror.is_some() {
        return Err(refuse(&format!(
            "the network {wanted} has a mirror node of its own: leave out --mirror, or choose another network"
        )));
    }
    if let Some(mirror) = &flags.mirror {
        mirror.clone_into(&mut network.mirror);
    }
    network.verifier = flags.verifier.clone().or(network.verifier.take());
    // A command names its chain; whether that is the network's own decides what the network knows of it. A
    // custom mirror node has the chain that is named with it.
    if flags.task.is_none() || flags.mirror.is_some() {
        network.chain = flags.chain.clone().or(network.chain.take());
    }
    Ok(network.clone())
}

/// The name of the network whose mirror node is at this address. An address that no profile has makes a network of
/// its own, of which nothing else is known: chain, verifier and explorer of another network are not its own.
fn at_mirror(mirror: &str, flags: &Flags, networks: &mut Vec<Network>) -> String {
    if let Some(known) = networks.iter().find(|network| network.mirror == mirror) {
        return known.name.clone();
    }
    let host = mirror.split_once("://").map_or(mirror, |(_, host)| host);
    let taken = networks.iter().any(|network| network.name == host);
    let mut network = Network::documented(if taken { mirror } else { host });
    mirror.clone_into(&mut network.mirror);
    let same_verifier =
        networks.iter().find(|network| flags.verifier.is_some() && network.verifier == flags.verifier);
    if let Some(known) = same_verifier {
        known.import_segment.clone_into(&mut network.import_segment);
    }
    let name = network.name.clone();
    networks.push(network);
    name
}

/// Joins `verify` with a contract, or `jobs` with a job's id, into one argument: these are places, while the commands
/// take a mode or flags.
fn with_places(mut arguments: Vec<OsString>) -> Vec<OsString> {
    let is_contract = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
    let place = arguments.windows(2).position(|pair| match pair {
        [word, next] if word == "verify" => next.to_str().is_some_and(is_contract),
        [word, next] if word == "jobs" => next.to_str().is_some_and(|next| JobId::parse(next).is_some()),
        _ => false,
    });
    if let Some(at) = place {
        let next = arguments.remove(at + 1);
        if let Some(word) = arguments.get_mut(at) {
            word.push(" ");
            word.push(next);
        }
    }
    arguments
}

/// Whether a word of these may be a key that was given by mistake: only an import takes one.
fn may_hold_a_key(arguments: &[OsString]) -> bool {
    arguments.iter().any(|argument| {
        argument == Mode::Import.name() || argument.to_string_lossy().starts_with("--api-key")
    })
}

/// The error without the words that it is about, except names of flags: one of them may be a key.
pub(super) fn masked(mut fault: clap::Error) -> clap::Error {
    let mask = || ContextValue::String(ApiKey::MASK.to_owned());
    // A value in brackets is what the word was taken for.
    let is_name = |text: &str| text.starts_with(['-', '[', '<']);
    if let Some(ContextValue::String(word)) = fault.get(ContextKind::InvalidArg)
        && !is_name(word)
    {
        fault.insert(ContextKind::InvalidArg, mask());
    }
    for words in [ContextKind::InvalidValue, ContextKind::InvalidSubcommand] {
        if fault.get(words).is_some() {
            fault.insert(words, mask());
        }
    }
    fault
}

#[cfg(test)]
mod tests;
