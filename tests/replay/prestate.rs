//! The state before a result, where a server tells it: nothing of it is assumed any more.

use std::sync::Arc;

use alloy_primitives::{B256, U256};
use evm::{Assumed, Execution, Inputs, execute};
use ledger::execution::{Prestate, PrestateAccount};
use ledger::{EvmAddress, Field, HexBytes, Quantity};
use replay::{Found, Gathered, Need, Verdict, replay};

use crate::cases;

/// What a server would tell of the state before this.
fn prestate(inputs: &Inputs, execution: &Execution) -> Prestate {
    let word = |word: U256| HexBytes::from(B256::from(word).to_vec());
    let known = inputs.accounts.iter().filter(|(address, _)| !inputs.created.contains(*address));
    let account = |(address, account): (&alloy_primitives::Address, &evm::AccountInputs)| {
        let slots = execution.slots.iter().filter(|((of, _), _)| of == address);
        PrestateAccount {
            address: EvmAddress::new(address.into_array()).into(),
            balance: Quantity(Some(account.balance.unwrap_or_default())).into(),
            code: account.code.as_ref().map_or(Field::Absent, |code| HexBytes::from(code.to_vec()).into()),
            nonce: Field::Absent,
            storage: slots.map(|((_, slot), (before, _))| (word(*slot), word(*before))).collect(),
        }
    };
    Prestate { accounts: known.map(account).collect() }
}

/// All of a case, and what was before it.
fn with_prestate(gathered: &Gathered) -> Gathered {
    let inputs = gathered.inputs().unwrap();
    let execution = execute(&inputs, &|| false).unwrap();
    let mut gathered = gathered.clone();
    gathered.take(Need::Prestate, Found::Prestate(Arc::new(prestate(&inputs, &execution))));
    gathered
}

fn assumed(gathered: &Gathered) -> Vec<Assumed> {
    replay(gathered, &|| false).unwrap().execution.uses.iter().map(|used| used.assumed).collect()
}

#[test]
fn it_is_asked_for_once() {
    let mut gathered = cases::all().remove(0).gathered;
    assert!(gathered.needs(None).contains(&Need::Prestate));
    gathered.take(Need::Prestate, Found::Nothing);
    assert!(!gathered.needs(None).contains(&Need::Prestate));
}

#[test]
fn balances_are_no_assumption() {
    let is_balance = |assumed: &Assumed| matches!(assumed, Assumed::Balance(_));
    let mut had = 0;
    for case in cases::all() {
        had += assumed(&case.gathered).iter().filter(|assumed| is_balance(assumed)).count();
        let told = with_prestate(&case.gathered);
        assert!(!assumed(&told).iter().any(is_balance), "{}", case.name);
        let verdict = replay(&told, &|| false).unwrap().verdict;
        assert!(!matches!(verdict, Verdict::Differs(_)), "{}: {verdict:?}", case.name);
    }
    assert!(had > 0, "no case has assumed a balance");
}

#[test]
fn slots_stand_in_for_a_network_that_records_none() {
    for case in cases::all() {
        let mut told = with_prestate(&case.gathered);
        Arc::make_mut(&mut told.result).state_changes = Field::Known(Vec::new());
        let slots = assumed(&told).into_iter().filter(|assumed| matches!(assumed, Assumed::Slot(..)));
        assert_eq!(slots.count(), 0, "{}", case.name);
    }
}

#[test]
fn the_ledgers_own_record_overrides_it() {
    let case = cases::all().into_iter().find(|case| case.name == "token-transfer").unwrap();
    let mut told = with_prestate(&case.gathered);
    let state = Arc::make_mut(told.prestate.as_mut().unwrap());
    for account in &mut state.accounts {
        account.storage.iter_mut().for_each(|(_, value)| *value = HexBytes::from(vec![7]));
    }
    let verdict = replay(&told, &|| false).unwrap().verdict;
    assert!(!matches!(verdict, Verdict::Differs(_)), "{verdict:?}");
}
