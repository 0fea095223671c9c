//! The app at its beginning, with the settings that nobody has changed.

use api::Network;
use hieroscope::app::{App, Start};
use hieroscope::config::{self, Environment, Flags};
use hieroscope::message::{Command, Place};
use ledger::{EntityId, Timestamp};

pub(crate) const NOW: Timestamp = Timestamp::from_secs(1_795_219_200);
pub(crate) const SIZE: (u16, u16) = (120, 40);

/// The app at a place, what it has carried out first, and the network that it is on.
pub(crate) fn begun(place: &str) -> (App, Vec<Command>, Network) {
    let config = config::load(&Flags::default(), &Environment::default()).expect("a configuration");
    let start = Start {
        networks: config.networks,
        network: config.network.clone(),
        keymap: config.keymap,
        settings: config.settings,
        place: Place::parse(place, EntityId::from_num(0)).expect("a place"),
        size: SIZE,
        faults: Vec::new(),
        process: 1,
        heals: true,
        replay: None,
    };
    let (app, commands) = App::start(start, NOW);
    (app, commands, config.network)
}
