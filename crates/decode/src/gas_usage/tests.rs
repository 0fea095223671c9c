//! Tests of the sums: ranks, waste and what is said of prices.

use ledger::{ContractResult, EntityId, Field, HexBytes};

use super::*;

const ONE: Method = Method::Selector([1; 4]);
const TWO: Method = Method::Selector([2; 4]);

fn call(method: Method, limit: u64, used: u64, consumed: u64) -> Call {
    Call {
        method,
        at: None,
        success: Success::Yes,
        limit: Some(limit),
        used: Some(used),
        consumed: Some(consumed),
    }
}

#[test]
fn calls_are_summed_by_method_the_most_wasteful_first() {
    let mut calls = vec![call(ONE, 1000, 800, 100); 4];
    calls.push(Call { success: Success::No, ..call(ONE, 1000, 1000, 1000) });
    calls.push(call(TWO, 100_000, 80_000, 10_000));
    let economy = Economy::new(&calls);
    let [(first, two), (second, one)] = economy.methods.as_slice() else { panic!("{economy:?}") };
    assert_eq!((*first, *second), (TWO, ONE));
    assert_eq!((one.calls, one.failures, one.near), (5, 1, 1));
    assert_eq!((one.allowed, one.unused, one.overcharged), (5000, 3600, 2800));
    assert_eq!((one.unused_percent(), two.unused_percent()), (Some(72), Some(90)));
    assert_eq!(economy.whole.overcharged, 72_800);
    assert_eq!(one.lost(U256::from(51)), U256::from(2800 * 51));
}

#[test]
fn calls_of_unknown_outcome_are_no_successes() {
    let calls = vec![Call { success: Success::Unknown, ..call(ONE, 1000, 800, 100) }; 9];
    let sums = Economy::new(&calls).whole;
    assert_eq!((sums.failures, sums.unknown, sums.recommended), (0, 9, None));
}

#[test]
fn a_limit_is_recommended_from_what_nine_of_ten_took() {
    let taken = [10_000, 11_000, 12_000, 13_000, 14_000, 15_000, 16_000, 17_000, 20_001, 90_000];
    let mut calls: Vec<Call> = taken.map(|taken| call(ONE, 100_000, 80_000, taken)).to_vec();
    calls.push(Call { success: Success::No, ..call(ONE, 1, 1, 1) });
    let sums = Economy::new(&calls).whole;
    // 20 001 and a quarter is 25 002, rounded up.
    assert_eq!(sums.recommended, Some(Recommended { limit: 26_000, short: 1 }));
    let huge: Vec<Call> = vec![call(ONE, u64::MAX, 0, 1 << 62); MIN_CALLS];
    let huge = Economy::new(&huge).whole.recommended;
    assert_eq!(
        huge.map(|it| it.limit),
        Some((5_u64 << 60).div_ceil(GAS_STEP) * GAS_STEP),
        "a quarter more, however much"
    );
    let few = Economy::new(&calls[..MIN_CALLS - 1]).whole;
    assert_eq!(few.recommended, None);
}

#[test]
fn the_rule_is_read_from_the_charges() {
    let least = [call(ONE, 1000, 800, 10), call(ONE, 333, 266, 1), call(ONE, 1000, 900, 900)];
    let rule = Economy::new(&least).charging;
    assert_eq!((rule.known, rule.exact, rule.above, rule.agree), (3, 0, 2, 1));
    let rounded = [call(ONE, 1_000_003, 800_002, 10), call(ONE, 3_000_001, 2_400_001, 1), least[2]];
    assert_eq!(
        Economy::new(&rounded).charging.summary(),
        "the network bills at least 80 % of the limit, or what is used: so in all of 3 calls"
    );
    let full = [call(ONE, 1000, 10, 10), call(ONE, 1000, 990, 990)];
    assert_eq!(
        Economy::new(&full).charging.summary(),
        "the network bills the gas that is used: so in all of 2 calls"
    );
    let mixed = [call(ONE, 1000, 800, 10), call(ONE, 1000, 10, 10), call(ONE, 1000, 825, 10), least[2]];
    let words = Economy::new(&mixed).charging.summary();
    assert!(words.starts_with("no single rule: 1 of 4 calls were charged 82.5 % of their limit"), "{words}");
    assert_eq!(Economy::new(&[]).charging.summary(), "the results do not report how gas is billed");
}

#[test]
fn fields_that_are_missing_are_left_out_of_the_sums() {
    let bare = Call::new(
        &ContractResult { gas_limit: Field::Known(-5), ..ContractResult::default() },
        Success::Unknown,
    );
    assert_eq!((bare.method, bare.limit, bare.overcharge()), (Method::NoData, None, 0));
    let economy = Economy::new(&[bare]);
    assert_eq!((economy.whole.calls, economy.whole.used, economy.whole.unused_percent()), (1, None, None));
}

#[test]
fn methods_are_told_apart_by_their_data() {
    let row = |data: Vec<u8>, creates: Option<u64>| ContractResult {
        function_parameters: Field::Known(HexBytes::from(data)),
        contract_id: Field::Known(EntityId::from_num(1)),
        created_contract_ids: Field::Known(
            creates.map(EntityId::from_num).map(Field::Known).into_iter().collect(),
        ),
        ..ContractResult::default()
    };
    assert_eq!(Method::from_result(&row(vec![1; 4], None)), ONE);
    assert_eq!(Method::from_result(&row(vec![1; 1000], Some(2))), ONE, "a factory's call creates, too");
    for length in [0, 3, 100, 1000] {
        assert_eq!(Method::from_result(&row(vec![1; length], Some(1))), Method::Creation);
    }
    assert_eq!(Method::from_result(&row(vec![1; 3], None)), Method::Fragment);
}

proptest::proptest! {
    #[test]
    fn any_gas_can_be_summed(gas in proptest::collection::vec((0_u64.., 0_u64.., 0_u64.., 0_u8..4), 0..40)) {
        let calls: Vec<Call> = gas
            .into_iter()
            .map(|(limit, used, consumed, method)| call(Method::Selector([method; 4]), limit, used, consumed))
            .collect();
        let economy = Economy::new(&calls);
        let mut grown = Economy::default();
        calls.chunks(7).for_each(|page| grown.add(page));
        proptest::prop_assert_eq!(&grown, &economy, "page by page");
        let mut failed = calls.clone();
        if let Some(call) = failed.first_mut() {
            grown.retell(call, Success::No);
            call.success = Success::No;
        }
        proptest::prop_assert_eq!(&grown, &Economy::new(&failed), "told later");
        proptest::prop_assert_eq!(economy.methods.iter().map(|(_, sums)| sums.calls).sum::<usize>(), calls.len());
        proptest::prop_assert!(economy.whole.unused_percent().is_none_or(|percent| percent <= 100));
        let lost: u128 = economy.methods.iter().map(|(_, sums)| sums.overcharged).sum();
        proptest::prop_assert_eq!(lost, economy.whole.overcharged);
        economy.charging.summary();
        economy.whole.lost(U256::MAX);
    }
}
