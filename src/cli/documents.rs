//! What shells and manuals know of the command line, made from the command line itself.

use std::io;

use clap::builder::PossibleValuesParser;
use clap::{Command, CommandFactory as _};
use clap_complete::Shell;
use verification::Mode;

use super::faults;
use crate::config::{Config, Flags};
use crate::message::place::Row;

/// The script by which a shell completes commands, flags, networks, faults and the beginnings of places.
pub(super) fn completions(shell: Shell, config: &Config) -> Vec<u8> {
    let networks: Vec<String> = config.networks.iter().map(|network| network.name.clone()).collect();
    let networks = PossibleValuesParser::new(networks.into_iter().filter(|name| is_plain(name)));
    let faults = PossibleValuesParser::new(faults::words());
    let places = || PossibleValuesParser::new(Row::beginnings());
    let mut command = Flags::command()
        .mut_arg("network", |argument| argument.value_parser(networks))
        .mut_arg("demo_faults", |argument| argument.value_parser(faults))
        .mut_arg("target", |argument| argument.value_parser(places()))
        .mut_subcommand("get", |get| get.mut_arg("place", |argument| argument.value_parser(places())));
    let mut script = Vec::new();
    let name = command.get_name().to_owned();
    clap_complete::generate(shell, &mut command, name, &mut script);
    if shell == Shell::Fish {
        script.extend(fish_places().bytes());
    }
    script
}

/// The completions that the generator omits for fish: values of positional arguments.
fn fish_places() -> String {
    let places = Row::beginnings().join(" ");
    let modes = Mode::ALL.map(Mode::name).join(" ");
    format!(
        "complete -c hieroscope -n '__fish_is_first_token' -f -a '{places}'\n\
         complete -c hieroscope -n '__fish_seen_subcommand_from get' -f -a '{places}'\n\
         complete -c hieroscope -n '__fish_seen_subcommand_from verify' -f -a '{modes}'\n"
    )
}

/// Whether a shell takes this for nothing but a word: names of profiles are the user's, and may be anything.
fn is_plain(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|letter| letter.is_ascii_alphanumeric() || "-_.".contains(letter))
}

/// The manual page, with a section for each command.
///
/// # Errors
/// None that memory has.
pub(super) fn manual() -> io::Result<Vec<u8>> {
    let mut command = Flags::command().disable_help_subcommand(true);
    command.build();
    let mut page = Vec::new();
    render(&command, &mut page)?;
    for own in command.get_subcommands() {
        render(own, &mut page)?;
    }
    Ok(page)
}

fn render(command: &Command, page: &mut Vec<u8>) -> io::Result<()> {
    clap_mangen::Man::new(command.clone()).render(page)
}
