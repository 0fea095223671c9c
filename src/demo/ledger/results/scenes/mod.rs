//! Calls within calls, each chosen to be read: data that holds calls, traces that fail and are caught, and answers
//! that hide a failure.

use crate::demo::ledger::contracts::showcase::{SNARE, STRONGBOX, SWITCHBOARD};
use crate::demo::ledger::execution::Deed;
use crate::demo::ledger::trades::{Scene, take};
use crate::ledger::Timestamp;

mod batches;
mod services;
mod snares;
mod wallets;

/// When the first came; each following one a minute later. 2026-11-20 23:23:20 UTC.
const FIRST: u64 = 1_795_217_000;
const STEP: u64 = 60;

/// What one of them does.
type Act = fn(&Scene) -> Deed;

/// All of them in the order of time: the contract called, and what it does.
const ALL: [(u64, Act); 21] = [
    (SWITCHBOARD, batches::two_calls),
    (SWITCHBOARD, batches::one_may_fail),
    (SWITCHBOARD, batches::bubbles_up),
    (SWITCHBOARD, batches::three_deep),
    (SWITCHBOARD, batches::burns),
    (SWITCHBOARD, batches::well_known_events),
    (SWITCHBOARD, wallets::owners_send),
    (SWITCHBOARD, wallets::announces_upgrade),
    (SWITCHBOARD, wallets::makes_upgrade),
    (SWITCHBOARD, wallets::too_early),
    (SWITCHBOARD, services::redirected),
    (SWITCHBOARD, services::redirected_packed),
    (SWITCHBOARD, services::scheduled),
    (SWITCHBOARD, services::hides_failure),
    (SWITCHBOARD, services::reverts_with_code),
    (SNARE, snares::overlapping),
    (SNARE, snares::endless),
    (SNARE, snares::caught),
    (SWITCHBOARD, services::rolled_back),
    (STRONGBOX, takes_too_much),
    (SNARE, snares::from_a_file),
];

/// Fails with an error that only the contract's verified interface names.
fn takes_too_much(scene: &Scene) -> Deed {
    take(scene, 1_500_000)
}

/// How many there are.
pub(super) fn count() -> usize {
    ALL.len()
}

/// The contract and the moment of the one at this place.
pub(super) fn place(which: usize) -> (u64, Timestamp) {
    let contract = ALL.get(which).map_or(SWITCHBOARD, |(contract, _)| *contract);
    (contract, Timestamp { seconds: FIRST + STEP * which as u64, nanos: 5_211 })
}

/// What the one at this place did.
pub(super) fn deed(which: usize, sender: u64) -> Deed {
    let (contract, at) = place(which);
    let scene = Scene { contract, sender, at, index: which as u64 };
    ALL.get(which).map(|(_, act)| act(&scene)).unwrap_or_default()
}

/// Every third came in an Ethereum transaction.
pub(super) fn envelope(which: usize) -> Option<u8> {
    which.is_multiple_of(3).then_some(2)
}
