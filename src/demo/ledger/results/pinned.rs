//! Results at moments chosen by hand: each shape that a server can send, always at the same place.

use super::{Head, by_hash, drawn, envelope, gallery, scenes, specials};
use crate::demo::ledger::abi;
use crate::demo::ledger::accounts;
use crate::demo::ledger::chance::Chance;
use crate::demo::ledger::contracts::BUSIEST;
use crate::demo::ledger::execution::{Deed, Envelope, Execution};
use crate::ledger::{EntityId, Timestamp, TransactionId};

/// Separates the pinned results' numbers from other numbers of the same index.
const PINS: u64 = 0x9142;
/// When the first special of the busiest contract came, 2026-11-20 23:10:07.123456789 UTC.
pub(super) const FIRST: Timestamp = Timestamp { seconds: 1_795_216_207, nanos: 123_456_789 };
/// Nanoseconds from one special to the next.
const STEP: u64 = 7_123_456_789;
/// The contract that fails in every way, when it first did, and the seconds from one failure to the next.
const GALLERY: u64 = 5022;
const GALLERY_FIRST: u64 = 1_753_100_000;
const GALLERY_STEP: u64 = 600;
/// What is drawn for the family depends on this alone, however many others there are.
const FAMILY_SEED: u64 = 97;

/// When the call with twelve children came, and of which contract.
pub(crate) const FAMILY: Timestamp = Timestamp { seconds: 1_795_216_552, nanos: 87_000_001 };
pub(crate) const FAMILY_CONTRACT: u64 = 5035;
/// Who made it, and what the ninth child was refused for: too few tokens.
pub(crate) const FAMILY_PAYER: u64 = 1012;
const REFUSED: u128 = 178;

/// A pinned result.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pin {
    /// Its place among all pinned results.
    pub(crate) place: usize,
    /// Consensus time.
    pub(crate) at: Timestamp,
    /// The contract that lists it.
    pub(crate) contract: u64,
    what: What,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    Special(specials::Special),
    Failure(usize),
    Scene(usize),
    /// The call of the special transaction with twelve children.
    Family,
}

/// All of them, by contract and then by time.
pub(crate) fn all() -> impl Iterator<Item = Pin> {
    let special = specials::ALL.into_iter().enumerate().map(|(place, special)| {
        let nanos = FIRST.as_nanos() + place as u128 * u128::from(STEP);
        let at = Timestamp::from_nanos(u64::try_from(nanos).unwrap_or(u64::MAX));
        Pin { place, at, contract: BUSIEST, what: What::Special(special) }
    });
    let failures = (0..gallery::count()).map(|which| Pin {
        place: specials::ALL.len() + which,
        at: Timestamp::of(GALLERY_FIRST + GALLERY_STEP * which as u64),
        contract: GALLERY,
        what: What::Failure(which),
    });
    let scenes = (0..scenes::count()).map(|which| {
        let (contract, at) = scenes::place(which);
        let place = specials::ALL.len() + gallery::count() + which;
        Pin { place, at, contract, what: What::Scene(which) }
    });
    let family = Pin {
        place: specials::ALL.len() + gallery::count() + scenes::count(),
        at: FAMILY,
        contract: FAMILY_CONTRACT,
        what: What::Family,
    };
    special.chain(failures).chain(scenes).chain([family])
}

/// The one at this place.
pub(super) fn by_place(place: usize) -> Option<Pin> {
    all().nth(place)
}

impl Pin {
    /// Whether lists leave it out, though it can be opened.
    pub(crate) fn is_hidden(&self) -> bool {
        matches!(self.what, What::Special(special) if special.is_hidden())
    }

    /// Whether its transaction is told with a family of its own, and not made up from it.
    pub(crate) fn has_a_family(&self) -> bool {
        self.what == What::Family
    }

    /// Whether it can be opened; some results are listed only.
    pub(crate) fn opens(&self) -> bool {
        !matches!(self.what, What::Special(specials::Special::Synthetic))
    }
}

/// What lists are filtered by.
pub(super) fn head(pin: &Pin) -> Head {
    execution(pin).head()
}

/// The whole result.
pub(super) fn execution(pin: &Pin) -> Execution {
    let seed = if pin.what == What::Family { FAMILY_SEED } else { pin.place as u64 };
    let mut chance = Chance::of(PINS, seed);
    let sender = if pin.what == What::Family { FAMILY_PAYER } else { accounts::any(&mut chance) };
    let kind = match pin.what {
        What::Special(special) => special.envelope(),
        What::Failure(which) => gallery::envelope(which),
        What::Scene(which) => scenes::envelope(which),
        What::Family => None,
    };
    let chosen = kind.map_or(Envelope::Native, |kind| envelope::ethereum(kind, &mut chance));
    let head = drawn::submitted(pin.at, sender, &chosen, &mut chance);
    let deed = match pin.what {
        What::Special(_) => Deed::default(),
        What::Failure(which) => gallery::deed(which),
        What::Scene(which) => scenes::deed(which, sender),
        What::Family => rolled_back(),
    };
    let made = by_hash::named(drawn::from_deed(&head, Some(pin.contract), chosen, deed, &mut chance));
    match pin.what {
        What::Special(special) => special.shape(made, &mut chance),
        What::Failure(_) | What::Scene(_) => made,
        What::Family => Execution { id: family_id(), ..made },
    }
}

/// Twelve steps in one call, undone because the ninth was refused.
fn rolled_back() -> Deed {
    let input = abi::call("settleAll(uint256)", &[abi::uint(12u8)]);
    Deed { input, ..Deed::default() }.reverted(abi::number(REFUSED).to_vec())
}

/// The call with twelve children.
pub(crate) fn family() -> Option<Execution> {
    all().find(Pin::has_a_family).map(|pin| execution(&pin))
}

/// The transaction id of the call with twelve children.
pub(crate) fn family_id() -> TransactionId {
    let valid_start = Timestamp { seconds: 1_795_216_550, nanos: 1 };
    TransactionId { payer: EntityId::of(FAMILY_PAYER), valid_start }
}

/// The transaction id of the first special, which people paste.
pub(super) fn first_id() -> TransactionId {
    TransactionId {
        payer: EntityId::of(1001),
        valid_start: Timestamp { seconds: 1_795_216_196, nanos: 984_148_703 },
    }
}
