//! Recordings: what can be read of one answers, and the rest is counted.

use std::sync::Arc;

use api::recording::Recording;
use client::{Client, Options, Replay};

use super::assert_harmless;

pub(super) fn check(bytes: &[u8]) {
    let text = super::text(bytes);
    let recording = Recording::parse(&text);
    assert_eq!(recording.is_empty(), recording.exchanges.is_empty());
    for recorded in &recording.exchanges {
        assert!((100..600).contains(&recorded.status) && recorded.path.starts_with('/'));
        let _ = recorded.api();
    }
    let replay = Arc::new(Replay::new(&recording));
    for network in &recording.networks {
        assert_harmless(&network.name);
        let options = Options { replay: Some(Arc::clone(&replay)), ..Options::default() };
        if let Err(fault) = Client::new(network, options) {
            assert_harmless(&fault.to_string());
        }
    }
}
