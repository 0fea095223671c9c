//! Signatures on schedules, with the line breaks that the server leaves in their base64.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use ledger::Timestamp;
use serde_json::{Value, json};

use super::{Outcome, Schedule};
use crate::simulation::chance::{Chance, subject};
use crate::simulation::contracts::keys;

/// Seconds from one signature to the next.
const STEP: u64 = 10;
/// Characters before a line break.
const LINE: usize = 76;
/// The kinds, in the order in which they sign.
const KINDS: [&str; 8] =
    ["ED25519", "ECDSA_SECP256K1", "CONTRACT", "ED25519", "RSA_3072", "ECDSA_384", "UNKNOWN", "A_LATER_KIND"];

/// The signatures up to now; none come after the execution.
pub(super) fn up_to(schedule: &Schedule, now: Timestamp) -> Vec<Value> {
    let last = match schedule.outcome {
        Outcome::Executed { at, .. } => at.min(now),
        Outcome::Deleted(_) | Outcome::None => now,
    };
    let drawn = (0..u64::from(schedule.signatures)).zip(KINDS.into_iter().cycle());
    let drawn = drawn.map(|(place, kind)| (drawn_prefix(schedule.num + place, kind).into(), kind));
    let all = schedule.signers.iter().cloned().chain(drawn).enumerate();
    all.filter_map(|(place, (prefix, kind))| {
        let place = place as u64;
        let at = schedule.created.plus_millis(place * STEP * 1000);
        (at <= last).then(|| one((schedule.num, place), &prefix, kind, at))
    })
    .collect()
}

fn drawn_prefix(signer: u64, kind: &str) -> Vec<u8> {
    match kind {
        "ECDSA_SECP256K1" => keys::ecdsa(signer).to_vec(),
        "UNKNOWN" => Vec::new(),
        _ => keys::ed25519(signer).to_vec(),
    }
}

fn one((num, place): (u64, u64), prefix: &[u8], kind: &str, at: Timestamp) -> Value {
    let mut chance = Chance::new(subject::SIGNATURES ^ num, place);
    let signature =
        if kind == "RSA_3072" { chance.bytes::<384>().to_vec() } else { chance.bytes::<64>().to_vec() };
    json!({
        "consensus_timestamp": at.to_string(),
        "public_key_prefix": BASE64_STANDARD.encode(prefix),
        "signature": broken(&BASE64_STANDARD.encode(signature)),
        "type": kind,
    })
}

/// Base64 with a line break after every 76 characters.
fn broken(text: &str) -> String {
    let lines: Vec<_> = text.as_bytes().chunks(LINE).map(String::from_utf8_lossy).collect();
    lines.join("\n")
}
