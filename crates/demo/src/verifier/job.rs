//! A job: its id, its work, its duration and its end.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

use alloy_primitives::keccak256;
use ledger::{EvmAddress, Timestamp};

use super::compiler::Compiled;
use super::failure::Failure;
use super::onchain::Onchain;
use super::scenario::Behaviour;
use super::verdict;
use super::verdict::Verdict;
use crate::artifacts::Artifact;

/// The work of a job.
#[derive(Clone, Debug)]
pub(super) enum Work {
    /// Search for contracts similar to this code; the hash of the creation as given.
    Search(Onchain, Option<[u8; 32]>),
    /// Compare this code with the compiled sources; with the given hash of the creation.
    Compare(Onchain, Compiled, Option<[u8; 32]>),
    /// Report a failure before any comparison.
    Fail(Failure),
}

#[derive(Clone, Debug)]
pub(super) struct Job {
    pub(super) id: String,
    pub(super) chain: u64,
    pub(super) address: EvmAddress,
    pub(super) started: Timestamp,
    /// When it completes; `None` if never.
    pub(super) finishes: Option<Timestamp>,
    /// The compiler's running time in milliseconds; `None` if nothing is compiled.
    pub(super) compiles: Option<u64>,
    pub(super) behaviour: Behaviour,
    pub(super) looks: u32,
    /// The end, once it completed.
    pub(super) end: Option<End>,
    work: Work,
}

/// The end of a job.
#[derive(Clone, Debug)]
pub(super) enum End {
    Verified(Verdict),
    /// Failed, with the id of the error.
    Failed(Failure, String),
}

impl Job {
    pub(super) fn start(
        chain: u64,
        address: EvmAddress,
        behaviour: Behaviour,
        work: Work,
        now: Timestamp,
    ) -> Self {
        let takes = duration(address, behaviour);
        // Most of the time goes into compiling, if anything is compiled.
        let compiles = (!matches!(work, Work::Search(..))).then(|| takes.saturating_sub(takes / 8));
        Self {
            id: uuid(),
            chain,
            address,
            started: now,
            finishes: (behaviour != Behaviour::Stuck).then(|| now.plus_millis(takes)),
            compiles,
            behaviour,
            looks: 0,
            end: None,
            work,
        }
    }

    pub(super) fn conclude(&self, known: &[&'static Artifact]) -> Result<Verdict, Failure> {
        match self.behaviour {
            Behaviour::Faulty => {
                return Err(Failure::new("internal_error", "The server met an unexpected error."));
            }
            Behaviour::Ends { code, message } => return Err(Failure::new(code, message)),
            _ => {}
        }
        match &self.work {
            Work::Search(onchain, hash) => verdict::search(onchain, known, *hash),
            Work::Compare(onchain, compiled, hash) => verdict::judge(onchain, compiled, *hash),
            Work::Fail(failure) => Err(failure.clone()),
        }
    }
}

/// The duration of a job in milliseconds: the same for the same address.
fn duration(address: EvmAddress, behaviour: Behaviour) -> u64 {
    match behaviour {
        Behaviour::Instant => 0,
        Behaviour::Slow => 40_000,
        Behaviour::Foreign => 35_000,
        _ => {
            let [first, second, ..] = keccak256(address.bytes()).0;
            2000 + u64::from(u16::from_be_bytes([first, second])) % 2000
        }
    }
}

/// A new lower-case version 4 UUID.
pub(super) fn uuid() -> String {
    static SEED: LazyLock<RandomState> = LazyLock::new(RandomState::new);
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let (high, low) = (SEED.hash_one((number, 'h')), SEED.hash_one((number, 'l')));
    // RFC 9562: the version in the top four bits of the third group, the variant in the top two of the fourth.
    let high = (high & !0xf000) | 0x4000;
    let low = (low & !(0b11 << 62)) | (0b10 << 62);
    format!(
        "{:08x}-{:04x}-{:04x}-{:04x}-{:012x}",
        high >> 32,
        (high >> 16) & 0xffff,
        high & 0xffff,
        low >> 48,
        low & 0xffff_ffff_ffff
    )
}

/// Whether the text is a UUID in lower case, of any version.
pub(super) fn is_uuid(text: &str) -> bool {
    text.len() == 36
        && text.bytes().enumerate().all(|(at, byte)| match at {
            8 | 13 | 18 | 23 => byte == b'-',
            _ => matches!(byte, b'0'..=b'9' | b'a'..=b'f'),
        })
}
