//! The command line.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};

use super::address::{mirror_url, verifier_url};
use super::arguments;
use super::labels::LabelsTask;
use super::task::{EXIT_CODES, Task, VerifyTask};
use crate::message::place::Row;
use crate::message::{Network, ThemeName};
use crate::verification::ChainId;

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
        let arguments = arguments::with_places(arguments.into_iter().collect());
        let may_hold_a_key = arguments::may_hold_a_key(&arguments);
        let mut flags = Self::try_parse_from(arguments)
            .map_err(|fault| if may_hold_a_key { arguments::masked(fault) } else { fault })?;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::JobsTask;
    use crate::ledger::Timestamp;
    use crate::message::Place;
    use crate::message::goto::{self, GoToContext};
    use crate::message::place::PlaceKind;
    use crate::verification::Mode;

    fn parse(line: &str) -> Result<Flags, clap::Error> {
        Flags::from_args(std::iter::once("hieroscope").chain(line.split_whitespace()).map(OsString::from))
    }

    #[test]
    fn the_command_line_is_sound() {
        Flags::command().debug_assert();
    }

    #[test]
    fn a_target_stands_anywhere_among_the_flags() {
        let flags = parse("--network testnet 0.0.5001 --ascii --no-mouse --theme dark --chain 296").unwrap();
        assert_eq!(flags.target().as_deref(), Some("0.0.5001"));
        assert_eq!(flags.network.as_deref(), Some("testnet"));
        assert_eq!(flags.theme, Some(ThemeName::Dark));
        assert_eq!(flags.chain, ChainId::parse("296"));
        assert!(flags.ascii && flags.no_mouse && !flags.fresh && flags.names_a_start());
        assert!(parse("--fresh").unwrap().names_a_start() && !parse("--ascii").unwrap().names_a_start());
    }

    #[test]
    fn a_command_is_no_place_and_a_place_is_no_command() {
        for target in
            ["verify 0.0.5001", "verify/298/0.0.5018?mode=import", ":jobs", "jobs/", "verify", "help"]
        {
            let flags = Flags::from_args(["hieroscope", target].map(OsString::from)).unwrap();
            assert_eq!((flags.target().as_deref(), flags.task), (Some(target), None));
        }
        for line in [
            "results 0.0.5001 from 0.0.1002 last 2h",
            "block 70002150",
            "verify 0.0.5001",
            "verify 0.0.5001 import",
            "contract 0.0.5001 as of yesterday",
        ] {
            let flags = parse(&format!("--network testnet {line} --ascii")).unwrap();
            assert_eq!((flags.target().as_deref(), flags.task), (Some(line), None));
            assert!(flags.ascii);
        }
        assert_eq!(
            parse("jobs --json").unwrap().task,
            Some(Task::Jobs(JobsTask { refresh: false, json: true }))
        );
        for line in [
            "0.0.5001 --ascii jobs",
            "verify similarity",
            "verify --json",
            "jobs --wat",
            "--json jobs",
            "--demo-faults mirror-503 --json jobs",
        ] {
            assert_eq!(parse(line).unwrap_err().exit_code(), 2, "{line}");
        }
    }

    #[test]
    fn every_kind_of_place_is_a_target_in_every_spelling() {
        let network = Network { chain: ChainId::parse("298"), ..Network::documented("demo") };
        let networks = [network.clone()];
        let ctx = GoToContext {
            network: &network,
            networks: &networks,
            here: None,
            now: Timestamp::from_secs(1_800_000_000),
        };
        for row in Row::all() {
            let place = Place::parse(row.example, network.home).unwrap();
            let path = row.example.split_once('/').map_or("", |(_, path)| path);
            let name = place.contract_named().filter(|_| row.page || row.kind == PlaceKind::Verify);
            let name = name.map_or_else(|| path.replace('/', " "), |contract| contract.to_string());
            let when = if row.at_one_time { "2h ago" } else { "last 2h" };
            // A place that is named by its word alone has no name behind it.
            let said = |words: &[&str]| words.join(" ").split_whitespace().collect::<Vec<_>>().join(" ");
            let words = row.words.iter().map(|word| said(&[word, &name]));
            let prefixed = (!row.prefix.is_empty()).then(|| format!("{}:{name}", row.prefix));
            let narrowed =
                row.words.iter().filter(|_| !row.filters.is_empty()).map(|word| said(&[word, &name, when]));
            for text in [row.example.to_owned()].into_iter().chain(words).chain(prefixed).chain(narrowed) {
                // The command of this name has no target.
                let whole = (text != "jobs")
                    .then(|| Flags::from_args(["hieroscope", &text].map(OsString::from)).unwrap());
                for flags in whole.into_iter().chain((text != "jobs").then(|| parse(&text).unwrap())) {
                    assert_eq!((flags.target().as_deref(), flags.task), (Some(&*text), None));
                }
                let readings = goto::readings(&text, &ctx).unwrap_or_else(|fault| panic!("{text}: {fault}"));
                assert_eq!(readings[0].place.kind(), row.kind, "{text}");
            }
        }
    }

    #[test]
    fn what_is_common_to_all_stands_before_or_behind_a_command() {
        let before =
            parse("--network testnet --chain 296 verify similarity --address 0.0.5001 --watch").unwrap();
        let behind =
            parse("verify similarity --address 0.0.5001 --watch --chain 296 --network testnet").unwrap();
        assert_eq!(before, behind);
        assert_eq!((before.network.as_deref(), before.chain), (Some("testnet"), ChainId::parse("296")));
        let Some(Task::Verify(task)) = before.task else { panic!("a command") };
        assert_eq!(
            (task.mode, task.sending.watch, task.sending.timeout),
            (Some(Mode::Similarity), true, None)
        );
    }

    #[test]
    fn faults_are_those_of_the_embedded_network() {
        let flags =
            parse("--demo-faults mirror-503=2,verifier-409 0.0.5001 --demo-faults mirror-slow").unwrap();
        assert_eq!(flags.demo_faults, ["mirror-503=2", "verifier-409", "mirror-slow"]);
        let chosen = |line: &str| {
            let mut networks = crate::config::networks::built_in();
            choose(&parse(line).unwrap(), "mainnet", &mut networks, Path::new(""))
        };
        assert_eq!(chosen("--demo-faults mirror-503").unwrap().name, "demo");
        for line in ["--network testnet", "--mirror http://localhost:1"] {
            assert_eq!(
                chosen(&format!("{line} --demo-faults mirror-503")).unwrap_err().exit_code(),
                2,
                "{line}"
            );
        }
    }

    #[test]
    fn an_address_keeps_its_path() {
        let flags = parse("--verifier http://localhost:5555/server/").unwrap();
        assert_eq!(flags.verifier.as_deref(), Some("http://localhost:5555/server"));
    }

    #[test]
    fn bad_flags_are_refused_with_exit_code_2() {
        for line in [
            "--mirror localhost:1",
            "--mirror http://u:p@h/",
            "--verifier http://h/?x",
            "--chain 0x128",
            "--theme pink",
            "--wat",
        ] {
            let refusal = parse(line).unwrap_err();
            assert!(refusal.use_stderr(), "{line}");
            assert_eq!(refusal.exit_code(), 2, "{line}");
        }
    }

    #[test]
    fn help_fits_eighty_columns() {
        for line in EXAMPLES.lines().chain(EXIT_CODES.lines()) {
            assert!(line.chars().count() <= 80, "{line}");
        }
    }

    #[test]
    fn help_and_version_are_no_failures() {
        for line in ["--help", "--version"] {
            assert_eq!(parse(line).unwrap_err().exit_code(), 0, "{line}");
        }
    }
}
