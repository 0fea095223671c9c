//! Builds the [`Config`] from flags, environment and the user's file. Invalid values are reported all at once, and
//! their defaults are used.

#![expect(clippy::disallowed_methods, reason = "the environment is read here")]

mod address;
mod document;
pub mod environment;
pub mod flags;
mod keys;
mod networks;
mod project;
pub mod query;
mod settings;
mod store;
pub mod task;

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use api::{Network, recording::Recording};
use document::{Faults, Section, Source};
use ledger::text::visible;
use networks::DEFAULT_NETWORK;

use crate::message::{Keymap, Settings};

pub use environment::{Environment, SecretFault, api_key};
pub use flags::Flags;
pub use project::{CheckTask, Deployed, DeploymentTask, ProjectCommand, ProjectTask, Sending, WantedGrade};
pub use query::{CallTask, Form, GetTask, ReplayTask};
pub use store::{
    CacheAction, CacheTask, JobsTask, LabelsCommand, LabelsExport, LabelsImport, LabelsTask, WatchTask,
};
pub use task::{DEFAULT_TIMEOUT_SECONDS, DecodeTask, SigTask, Task, VerifyTask};

/// Everything that the user may decide, decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// The network to start on.
    pub network: Network,
    /// All profiles, built-in and the user's; `network` is the one to start on.
    pub networks: Vec<Network>,
    /// What each key means.
    pub keymap: Keymap,
    /// The settings that apply to the whole program.
    pub settings: Settings,
    /// The directory of the store. Empty if no home directory is known.
    pub data_dir: PathBuf,
    /// The configuration file, whether or not it exists. Empty if no home directory is known.
    pub config_file: PathBuf,
    /// What goes wrong on the embedded network, by name.
    pub demo_faults: Vec<String>,
    /// The new file that keeps the answers of servers, if that is wanted.
    pub record: Option<PathBuf>,
    /// What answers instead of servers, if that is wanted.
    pub recording: Option<Arc<Recording>>,
    /// What in the configuration file cannot be used, in the order of its lines.
    pub faults: Vec<ConfigFault>,
}

/// Reads the configuration file and settles what flags, environment, file and defaults say, in this order.
///
/// # Errors
/// When a flag is invalid: an unknown network, or a named file that cannot be read. The error prints itself
/// and knows its exit code.
pub fn load(flags: &Flags, environment: &Environment) -> Result<Config, clap::Error> {
    let default = environment.config_dir.as_ref().map(|dir| dir.join("config.toml"));
    let config_file = flags.config.clone().or(default).unwrap_or_default();
    let (source, unread) = match Source::load(&config_file, flags.config.is_some()) {
        Ok(source) => (source, None),
        Err(fault) if flags.config.is_some() => return Err(flags::refuse(&fault.to_string())),
        Err(fault) => (Source::new(&config_file, ""), Some(fault)),
    };
    let mut config = settle(&source, flags, environment)?;
    config.faults.extend(unread);
    Ok(config)
}

fn settle(source: &Source, flags: &Flags, environment: &Environment) -> Result<Config, clap::Error> {
    let mut faults = Faults::new(source);
    let table = source.parse(&mut faults);
    let root = Section::root(&table);

    let settings = settings::parse_settings(&root, flags, environment, &mut faults);
    let keys = root.section("keys", &mut faults);
    let keymap = keys::parse_keymap(keys.as_ref(), settings.ascii, &mut faults);
    let mut networks = networks::built_in();
    if let Some(profiles) = root.section("networks", &mut faults) {
        networks::parse_profiles(&profiles, &mut networks, &mut faults);
    }
    let wanted = networks::wanted(&root, &networks, &mut faults);
    root.finish(&mut faults);
    let network = flags::choose(flags, wanted.unwrap_or(DEFAULT_NETWORK), &mut networks, &source.file)?;

    Ok(Config {
        network,
        networks,
        keymap,
        settings,
        data_dir: flags.data_dir.clone().or_else(|| environment.data_dir.clone()).unwrap_or_default(),
        config_file: source.file.clone(),
        demo_faults: flags.demo_faults.clone(),
        record: flags.record.clone(),
        recording: None,
        faults: faults.into_list(),
    })
}

/// One fault of the configuration file. The program starts nevertheless, on the default of that value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigFault {
    pub file: PathBuf,
    /// The line, counted from 1; `None` if the file could not be read.
    pub line: Option<usize>,
    /// The key, such as `networks.mine.mirror`; empty if the fault is of no single key.
    pub key: String,
    /// A sentence that names the fault and the valid values.
    pub words: String,
}

impl fmt::Display for ConfigFault {
    /// `FILE:LINE: KEY: words`, safe to print.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&visible(&self.file.display().to_string()))?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        if !self.key.is_empty() {
            write!(f, ": {}", visible(&self.key))?;
        }
        write!(f, ": {}", visible(&self.words))
    }
}

#[cfg(test)]
mod tests;
