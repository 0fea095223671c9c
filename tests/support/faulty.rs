//! Sessions on an embedded network of their own, on which things go wrong.

use std::time::Duration;

use client::Options;
use demo::faults::Faults;
use hieroscope::message::Saved;

use super::host::quick;
use super::{Session, plain_config};

/// For how long a host is left alone that asks for it.
const MAX_WAIT: Duration = Duration::from_millis(100);

impl Session {
    /// A session whose servers have these faults, now and later. No answer is waited for longer than `read`, and no
    /// host that asks to be left alone for long.
    pub(crate) fn faulty(place: &str, faults: &Faults, read: Duration) -> Self {
        let options = Options { read, connect: read, submit: read, longest_asked_wait: MAX_WAIT, ..quick() };
        let mut session =
            Self::begun_with(place, plain_config(), None, Saved::default(), (options, Some(faults)));
        session.run();
        session
    }

    /// How many requests have reached the servers.
    pub(crate) fn reached(&self) -> usize {
        self.host.demo.as_ref().map_or(0, |demo| demo.requests().len())
    }
}
