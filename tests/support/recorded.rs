//! Sessions that are recorded, and recordings that are replayed.

use std::sync::Arc;

use api::recording::{Lines, Recording};
use hieroscope::message::Saved;

use super::{NOBODY, NOW, Session, plain_config};

impl Session {
    /// A session on which a recording answers instead of servers.
    pub(crate) fn replaying(place: &str, recording: &str) -> Self {
        let mut config = plain_config();
        let recording = Recording::parse(recording);
        if let Some(network) = recording.networks.first() {
            config.network = network.clone();
        }
        config.recording = Some(Arc::new(recording));
        Self::on(place, config, Some(NOBODY), Saved::default())
    }

    /// What servers have answered so far, as a recording.
    pub(crate) fn recorded(&self) -> String {
        let network = plain_config().network;
        let (mut lines, first) = Lines::begin(&network, vec![network.clone()], NOW);
        let told = self.host.told.lock().unwrap();
        [first].into_iter().chain(told.iter().filter_map(|exchange| lines.of(exchange))).collect()
    }
}
