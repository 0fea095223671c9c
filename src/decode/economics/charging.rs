//! How a network charges gas, as its results tell: networks give back all of an unused limit, or a part of it, and
//! have changed between the two.

use std::collections::BTreeMap;

use super::Call;

/// What the calls say of the rule by which gas is charged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Charging {
    /// Calls whose limit, charge and consumption are all known.
    pub known: usize,
    /// Those that were charged exactly what they took, though the commonest part of their limit is more.
    pub exact: usize,
    /// Those that were charged more than they took.
    pub above: usize,
    /// The commonest part of the limit that those were charged, in tenths of a percent.
    pub part: u64,
    /// How many of those were charged that part.
    pub agree: usize,
}

/// Parts in a whole: tenths of a percent.
pub const PARTS: u64 = 1_000;

impl Charging {
    /// Derives the rule from calls.
    pub fn of(calls: &[Call]) -> Self {
        let known: Vec<(u64, u64, u64)> = calls
            .iter()
            .filter_map(|call| Some((call.limit.filter(|limit| *limit > 0)?, call.used?, call.consumed?)))
            .collect();
        let mut parts: BTreeMap<u64, usize> = BTreeMap::new();
        for (limit, used, _) in known.iter().filter(|(_, used, consumed)| used > consumed) {
            *parts.entry(part(*used, *limit)).or_default() += 1;
        }
        let (part_of, agree) = parts
            .iter()
            .max_by_key(|(part, count)| (**count, **part))
            .map_or((0, 0), |(part, count)| (*part, *count));
        let exact = known.iter().filter(|(limit, used, consumed)| {
            used == consumed && (part_of == 0 || part(*used, *limit) < part_of)
        });
        Self { known: known.len(), exact: exact.count(), above: parts.values().sum(), part: part_of, agree }
    }

    /// The rule in words, and how many calls say so.
    pub fn words(&self) -> String {
        let Self { known, exact, above, agree, .. } = *self;
        let percent = match self.part % 10 {
            0 => format!("{} %", self.part / 10),
            tenths => format!("{}.{tenths} %", self.part / 10),
        };
        if known == 0 {
            return "the results do not tell how gas is charged".to_owned();
        }
        if above == 0 {
            return format!("charged is what was taken: so in all of {known} calls");
        }
        if agree == above && exact == 0 {
            return format!(
                "charged is what was taken, at least {percent} of the limit: so in all of {known} calls"
            );
        }
        format!(
            "no single rule: {agree} of {known} calls were charged {percent} of their limit, {} another part of it, \
             {exact} only what they took",
            above - agree
        )
    }
}

/// The part of the limit that was charged, rounded to the nearest.
fn part(used: u64, limit: u64) -> u64 {
    let part = (u128::from(used) * u128::from(PARTS) + u128::from(limit / 2)) / u128::from(limit.max(1));
    u64::try_from(part).unwrap_or(u64::MAX)
}
