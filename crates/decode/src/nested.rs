//! Walks all decoded parts of an analysis, including inner calls, each with its contract.

use ledger::ContractRef;

use super::analysis::{AnalysisInput, AnalysisOutput};
use super::reading::{Argument, Inner, Reading, Value};
use super::unfold::{self, Targets};

/// A decoded part of an output.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part<'a> {
    /// The called or emitting contract, if known.
    pub(super) contract: Option<ContractRef>,
    /// Whether the part is certain: it was part of the input, or the bytes of a function that only forwards calls.
    pub(super) certain: bool,
    pub(super) reading: &'a Reading,
}

/// Maximum number of visited values: an output may contain very many.
const MAX_VALUES: usize = 20_000;

/// Calls `take` for each decoded part, outer calls before inner calls.
pub(super) fn walk<'a>(input: &AnalysisInput, output: &'a AnalysisOutput, take: impl FnMut(Part<'a>)) {
    let mut walk = Walk { take, left: MAX_VALUES };
    match (input, output) {
        (AnalysisInput::Calls(asked), AnalysisOutput::Calls(found)) => {
            for (asked, found) in asked.iter().zip(found) {
                let custom = found.error.as_ref().and_then(|error| error.custom.as_ref());
                let made = found.creation.as_ref().map(|creation| &creation.constructor);
                for reading in [Some(&found.input), found.output.as_ref(), custom, made].into_iter().flatten()
                {
                    walk.reading(Part { contract: asked.contract, certain: true, reading });
                }
            }
        }
        (AnalysisInput::Logs(asked), AnalysisOutput::Logs(found)) => {
            for (asked, reading) in asked.iter().zip(found) {
                walk.reading(Part { contract: asked.contract, certain: true, reading });
            }
        }
        (AnalysisInput::Bytes(asked), AnalysisOutput::Bytes(found)) => {
            for reading in found.meanings.iter().map(|it| &it.reading).chain(&found.nameless) {
                walk.reading(Part { contract: asked.contract, certain: true, reading });
            }
        }
        _ => {}
    }
}

struct Walk<T> {
    take: T,
    left: usize,
}

/// The context of values.
#[derive(Clone, Copy)]
struct Around {
    /// The called contract, or the one whose address is next to the values.
    contract: Option<ContractRef>,
    /// Whether bytes in the values are certainly calls.
    certain: bool,
}

impl<'a, T: FnMut(Part<'a>)> Walk<T> {
    fn reading(&mut self, part: Part<'a>) {
        (self.take)(part);
        if let Some(best) = part.reading.best() {
            let certain = unfold::is_caller(best) || (part.certain && unfold::is_packed(best));
            self.arguments(&best.arguments, Around { contract: part.contract, certain });
        }
    }

    fn arguments(&mut self, arguments: &'a [Argument], around: Around) {
        let targets = Targets::among(arguments);
        let own = Around { contract: targets.one().map(ContractRef::Address).or(around.contract), ..around };
        for argument in arguments {
            match &argument.value {
                Value::List(values) if targets.for_items(values.len()).is_some() => {
                    for (value, target) in
                        values.iter().zip(targets.for_items(values.len()).unwrap_or_default())
                    {
                        let contract = Some(ContractRef::Address(*target));
                        self.value(value, Around { contract, ..around }, around);
                    }
                }
                value => self.value(value, own, around),
            }
        }
    }

    fn value(&mut self, value: &'a Value, own: Around, around: Around) {
        let Some(left) = self.left.checked_sub(1) else { return };
        self.left = left;
        match value {
            Value::List(values) => values.iter().for_each(|value| self.value(value, own, around)),
            Value::Tuple(members) => self.arguments(members, around),
            Value::Bytes(_, Some(inner)) => {
                let (contract, certain) = match &**inner {
                    Inner::Call(_) => (own.contract, own.certain),
                    Inner::Returned { of, .. } | Inner::Failed { of, .. } => (*of, of.is_some()),
                };
                if let Some(reading) = inner.reading() {
                    self.reading(Part { contract, certain, reading });
                }
            }
            _ => {}
        }
    }
}
