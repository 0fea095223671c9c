//! What the command line's target leads to.

use crate::config::Config;
use crate::message::Place;
use crate::message::goto::{GoToContext, GoToFault, Reading, readings};
use crate::runtime::recording::now_in;

/// Why a target leads to no place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unopened {
    /// It was a question, and this is the answer.
    Answer(String),
    /// It can mean nothing.
    Fault(String),
}

/// What the target leads to, and what speaks against it. It may name another network, which is then the one to start
/// on, and speaks against nothing.
///
/// # Errors
/// When it leads to no place.
pub fn open(target: &str, config: &mut Config) -> Result<(Place, Option<String>), Unopened> {
    let ctx =
        GoToContext { network: &config.network, networks: &config.networks, here: None, now: now_in(config) };
    let readings = readings(target, &ctx).map_err(|fault| match fault {
        GoToFault::Signature { .. } | GoToFault::Help => Unopened::Answer(fault.to_string()),
        fault => Unopened::Fault(format!("{target:?} cannot be opened: {fault}")),
    })?;
    let Some(Reading { place, doubt, network, .. }) = readings.into_iter().next() else {
        return Ok((Place::Home, None));
    };
    let named = network.and_then(|name| config.networks.iter().find(|network| network.name == name));
    let Some(network) = named.cloned() else { return Ok((place, doubt)) };
    config.network = network;
    Ok((place, None))
}
