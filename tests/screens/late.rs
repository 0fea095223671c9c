//! Answers may come late, in any order, and after one has gone elsewhere: the screen ends up the same.

use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use crate::support::Session;
use crate::support::part::Part;

/// What a user may do whose outcome does not depend on what is loaded already.
const STEPS: [&str; 14] = [
    "contract/0.0.5001",
    "contract/0.0.5002/results",
    "contract/0.0.5001/results?from=0.0.1042",
    "result/0.0.5001/1795216207.123456789",
    "transaction/0.0.1005-1795216518-468117137",
    "schedules?order=desc",
    "schedule/0.0.7002",
    "contract/0.0.999999",
    "contract/0.0.5003",
    "[",
    "[",
    "]",
    "r",
    "u",
];

fn step(session: &mut Session, step: &str) {
    match step {
        key if key.len() == 1 => session.press(key),
        place => session.press(":").paste(place).press("enter"),
    };
}

/// The number of orders that a run of all sweeps tries.
const CASES: u64 = 64;

fn orders() -> ProptestConfig {
    let part = Part::chosen();
    ProptestConfig {
        cases: u32::try_from(part.count(CASES)).unwrap(),
        failure_persistence: None,
        // The same orders for everybody: what fails here fails again.
        rng_seed: RngSeed::Fixed(part.seed()),
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(orders())]

    #[test]
    fn late_and_reordered_answers_lead_to_the_same_screen(
        steps in prop::collection::vec((prop::sample::select(STEPS.to_vec()), any::<u8>()), 2..12),
        order in prop::collection::vec(any::<u8>(), 1..20),
    ) {
        let mut prompt = Session::at("contract/0.0.5006");
        let mut late = Session::at("contract/0.0.5006");
        late.hold();
        for (what, answered) in &steps {
            step(&mut prompt, what);
            step(&mut late, what);
            if answered % 2 == 0 {
                late.let_go(usize::from(*answered));
            }
        }
        for at in order.iter().cycle() {
            if !late.let_go(usize::from(*at)) {
                break;
            }
        }
        prop_assert_eq!(late.place(), prompt.place());
        prop_assert_eq!(late.screen(), prompt.screen());
        // What lies behind must not have heard what was meant for another place.
        for _ in 0..steps.len() {
            late.press("[");
            prompt.press("[");
            // A pane that comes back may ask for what its look needs now.
            while late.let_go(0) {}
            prop_assert_eq!(late.screen(), prompt.screen());
        }
    }
}
