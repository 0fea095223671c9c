//! Records that lack something: what is merely unknown never differs.

use std::collections::BTreeMap;
use std::sync::Arc;

use ledger::Field;
use replay::{Gathered, NotReplayable, Sources, Unreplayed, Verdict, failed_calls, replay};

use crate::cases::{self, Case};

/// How often each verdict is given when something is missing; a difference is never among them.
fn without(take: impl Fn(&Case, &mut Gathered)) -> BTreeMap<&'static str, usize> {
    let mut verdicts = BTreeMap::new();
    for case in cases::all() {
        let mut gathered = case.gathered.clone();
        take(&case, &mut gathered);
        let verdict = match replay(&gathered, &|| false) {
            Ok(replayed) => match replayed.verdict {
                Verdict::Agrees => "agrees",
                Verdict::Assumed(_) => "assumed",
                Verdict::Undetermined(_) => "undetermined",
                Verdict::Differs(difference) => panic!("{}: {difference:?}", case.name),
            },
            Err(Unreplayed::NotReplayable(why)) => why.words(),
            Err(other) => panic!("{}: {other:?}", case.name),
        };
        *verdicts.entry(verdict).or_default() += 1;
    }
    verdicts
}

fn counts(verdicts: &BTreeMap<&'static str, usize>) -> Vec<(&'static str, usize)> {
    verdicts.iter().map(|(verdict, count)| (*verdict, *count)).collect()
}

#[test]
fn state_changes() {
    let told = without(|_, gathered| {
        Arc::make_mut(&mut gathered.result).state_changes = Field::Known(Vec::new());
    });
    assert_eq!(counts(&told), [("agrees", 3), ("assumed", 14), ("undetermined", 15)]);
}

#[test]
fn actions() {
    let told = without(|_, gathered| gathered.actions.clear());
    assert_eq!(counts(&told), [("agrees", 23), ("assumed", 6), ("undetermined", 3)]);
}

#[test]
fn the_code_of_what_is_called() {
    let told = without(|case, gathered| {
        let called = case.gathered.inputs().unwrap().message.to;
        let outermost = gathered.result.contract_id.clone();
        gathered
            .contracts
            .retain(|_, it| it.as_ref().is_none_or(|it| called.is_none() || it.contract_id == outermost));
    });
    assert_eq!(counts(&told), [("agrees", 22), ("assumed", 5), ("undetermined", 5)]);
}

#[test]
fn all_code() {
    let told = without(|_, gathered| gathered.contracts.clear());
    assert_eq!(counts(&told), [("agrees", 1), (NotReplayable::NoCode.words(), 31)]);
}

#[test]
fn a_block() {
    let told = without(|_, gathered| gathered.block = None);
    assert_eq!(counts(&told), [(NotReplayable::NoBlock.words(), 32)]);
}

#[test]
fn sources() {
    for case in cases::all() {
        let replayed = replay(&case.gathered, &|| false).unwrap();
        let failed = failed_calls(&replayed.execution, &Sources::default());
        assert!(failed.iter().all(|call| call.place.is_none()), "{}", case.name);
        assert_eq!(failed.is_empty(), case.expected.status == "0x1", "{}", case.name);
    }
}
