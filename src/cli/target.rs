//! Resolves the command line's target to a place.

use std::borrow::Cow;

use decode::Known;
use decode::known::labels::LabelText;
use ledger::moment::Clock;

use super::kept;
use crate::config::Config;
use crate::message::Place;
use crate::message::goto::{GoToContext, GoToFault, Reading, readings};
use crate::runtime::recording::now_in;

/// The place that a target resolves to.
#[derive(Clone, Debug)]
pub struct Target {
    pub place: Place,
    /// Why the target may be wrong.
    pub doubt: Option<String>,
    /// Whether the target can mean nothing else.
    pub is_sure: bool,
    /// Other meanings of an id with a time, to try if no such transaction exists.
    pub others: Vec<Place>,
}

impl Target {
    /// The start place when no target is named.
    pub const HOME: Self = Self { place: Place::Home, doubt: None, is_sure: true, others: Vec::new() };
}

/// Why a target leads to no place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unopened {
    /// It was a question, and this is the answer.
    Answer(String),
    /// The text has no possible meaning.
    Fault(String),
}

/// The target with labels after `@` replaced by what they name. The store is read only if it may contain labels.
fn named<'t>(target: &'t str, config: &Config) -> Result<Cow<'t, str>, String> {
    if !target.contains('@') || config.recording.is_some() {
        return Ok(Cow::Borrowed(target));
    }
    let saved = kept::saved(config).map_err(|fault| fault.to_string())?;
    let mut known = Known::default();
    for label in saved.labels.into_iter().filter(|label| label.network == config.network.name) {
        known.set_label(label.of, LabelText { name: label.name, note: label.note });
    }
    known.resolve(target, &config.network.name)
}

/// What the target leads to. It may name another network, which is then the one to start on, and speaks against
/// nothing.
///
/// # Errors
/// When it leads to no place.
pub fn open(target: &str, config: &mut Config) -> Result<Target, Unopened> {
    let ctx = GoToContext {
        network: &config.network,
        networks: &config.networks,
        here: None,
        clock: &Clock::from(now_in(config)),
    };
    let labelled = named(target, config);
    let text = labelled.as_deref().unwrap_or(target);
    let readings = readings(text, &ctx).map_err(|fault| match fault {
        GoToFault::Signature { .. } | GoToFault::Help => Unopened::Answer(fault.to_string()),
        fault => {
            let words = labelled.as_ref().err().cloned().unwrap_or_else(|| fault.to_string());
            Unopened::Fault(format!("{target:?} cannot be opened: {words}"))
        }
    })?;
    let mut readings = readings.into_iter();
    let Some(Reading { place, doubt, network, sure: is_sure, .. }) = readings.next() else {
        return Ok(Target::HOME);
    };
    let is_transaction = matches!(place, Place::Transaction(_));
    let others = readings.filter(|_| is_transaction).map(|reading| reading.place).collect();
    let named = network.and_then(|name| config.networks.iter().find(|network| network.name == name));
    let Some(network) = named.cloned() else {
        return Ok(Target { place, doubt, is_sure, others });
    };
    config.network = network;
    Ok(Target { place, doubt: None, is_sure, others })
}
