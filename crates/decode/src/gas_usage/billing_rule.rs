//! The billing rule of a network, inferred from its results: networks refund all of an unused limit or a part
//! of it, and have changed between the two.

use std::collections::BTreeMap;

use super::Call;

/// Evidence in the calls for the billing rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Charging {
    /// Calls whose limit, charge and consumption are all known.
    pub known: usize,
    /// Calls billed for exactly the gas they used, although the most common part of their limit is more.
    pub exact: usize,
    /// Calls billed for more gas than they used.
    pub above: usize,
    /// The most common billed part of these calls' limits, in tenths of a percent.
    pub part: u64,
    /// Number of calls in `above` that were billed for that part.
    pub(crate) agree: usize,
}

/// Parts in a whole: tenths of a percent.
pub(crate) const PARTS: u64 = 1_000;

/// Counts over the calls from which the rule is inferred.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(super) struct Counts {
    known: usize,
    /// Calls billed for more gas than they used, by the billed part of their limit.
    above: BTreeMap<u64, usize>,
    /// Calls billed for exactly the gas they used, by the billed part of their limit.
    exact: BTreeMap<u64, usize>,
}

impl Counts {
    pub(super) fn add(&mut self, call: &Call) {
        let limit = call.limit.filter(|limit| *limit > 0);
        let (Some(limit), Some(used), Some(consumed)) = (limit, call.used, call.consumed) else { return };
        self.known += 1;
        if used > consumed {
            *self.above.entry(part(used, limit)).or_default() += 1;
        } else if used == consumed {
            *self.exact.entry(part(used, limit)).or_default() += 1;
        }
    }

    /// The inferred rule.
    pub(super) fn charging(&self) -> Charging {
        let commonest = self.above.iter().max_by_key(|(part, count)| (**count, **part));
        let (part, agree) = commonest.map_or((0, 0), |(part, count)| (*part, *count));
        let exact = if part == 0 { self.exact.range(..) } else { self.exact.range(..part) };
        Charging {
            known: self.known,
            exact: exact.map(|(_, count)| count).sum(),
            above: self.above.values().sum(),
            part,
            agree,
        }
    }
}

impl Charging {
    /// The rule, and how many calls agree, for people.
    pub fn summary(&self) -> String {
        let Self { known, exact, above, agree, .. } = *self;
        let percent = match self.part % 10 {
            0 => format!("{} %", self.part / 10),
            tenths => format!("{}.{tenths} %", self.part / 10),
        };
        if known == 0 {
            return "the results do not report how gas is billed".to_owned();
        }
        if above == 0 {
            return format!("the network bills the gas that is used: so in all of {known} calls");
        }
        if agree == above && exact == 0 {
            return format!(
                "the network bills at least {percent} of the limit, or what is used: so in all of {known} calls"
            );
        }
        format!(
            "no single rule: {agree} of {known} calls were charged {percent} of their limit, {} another part of it, \
             {exact} only what they used",
            above - agree
        )
    }
}

/// The part of the limit that was charged, rounded to the nearest.
fn part(used: u64, limit: u64) -> u64 {
    let part = (u128::from(used) * u128::from(PARTS) + u128::from(limit / 2)) / u128::from(limit.max(1));
    u64::try_from(part).unwrap_or(u64::MAX)
}
