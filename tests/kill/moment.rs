//! Moments at which a process is killed, told by what its servers or its store have seen of it.

use std::time::Duration;

use fastrand::Rng;

/// What a request asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Asked {
    /// That a contract be verified.
    Submission,
    /// How a job stands.
    Poll,
    /// What the verifier has of a contract.
    LookUp,
    /// Anything else: the verifier's chains, and everything at the mirror node.
    Other,
}

/// How far an exchange has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Stage {
    /// The head of the request has come.
    Begun,
    /// Half of its body has, too.
    HalfRead,
    /// All of it has.
    Read,
    /// Half of the answer was sent.
    HalfAnswered,
    /// All of it was.
    Answered,
}

/// What the server does at the moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hold {
    /// It goes on.
    No,
    /// It waits until the process is dead.
    Still,
    /// Then it hears nothing more of it: what was on its way is lost.
    AndCut,
}

/// When a process is killed.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Moment {
    /// Once so many exchanges of this sort have come so far.
    At {
        asked: Asked,
        stage: Stage,
        count: usize,
        hold: Hold,
        /// How long after that.
        later: Duration,
    },
    /// Once the store's log has grown so often.
    Written(usize),
    /// So long after its start.
    After(Duration),
}

impl Moment {
    /// A moment in the life of a process that asks mostly for this.
    pub(crate) fn any(rng: &mut Rng, mostly: Asked) -> Self {
        match rng.u8(..10) {
            0 => Self::After(Duration::from_micros(rng.u64(..120_000))),
            1 | 2 => Self::Written(rng.usize(1..6)),
            3 => Self::of(rng, Asked::Other),
            4 => Self::of(rng, Asked::LookUp),
            _ => Self::of(rng, mostly),
        }
    }

    /// A moment of an exchange of this sort.
    pub(crate) fn of(rng: &mut Rng, asked: Asked) -> Self {
        use Stage::{Answered, Begun, HalfAnswered, HalfRead, Read};
        let stages: &[Stage] = match asked {
            Asked::Submission => &[Begun, HalfRead, Read, Read, HalfAnswered, Answered, Answered],
            _ => &[Begun, HalfAnswered, Answered],
        };
        let stage = stages[rng.usize(..stages.len())];
        let count = if asked == Asked::Submission { 1 + rng.usize(..8) / 7 } else { rng.usize(1..4) };
        let later = if rng.bool() { 0 } else { rng.u64(..20_000) };
        // One that answers may find the process at any point of what follows.
        let hold = match rng.u8(..4) {
            0 => Hold::No,
            1 | 2 if asked == Asked::Submission && matches!(stage, Begun | HalfRead) => Hold::AndCut,
            _ if stage == Answered => Hold::No,
            _ => Hold::Still,
        };
        Self::At { asked, stage, count, hold, later: Duration::from_micros(later) }
    }
}
