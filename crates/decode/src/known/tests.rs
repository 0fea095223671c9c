//! What is found by which name, and how far it is looked behind a proxy.

use super::*;

#[test]
fn a_snapshot_stays_as_it_was() {
    let address = EvmAddress::new([7; 20]);
    let mut now = Snapshot::default();
    let before = now.clone();
    now.change(|known| {
        known.add_address(EntityId::from_num(5001), address);
        known.add_code(address, VerifiedCode::default());
    });
    assert_ne!(now, before);
    assert_eq!(now, now.clone());
    let id = ContractRef::Id(EntityId::from_num(5001));
    assert_eq!((now.codes(id).count(), before.codes(id).count()), (1, 0));
}

#[test]
fn what_was_added_is_found_by_every_name_of_the_contract() {
    let (address, id) = (EvmAddress::new([7; 20]), EntityId::from_num(5001));
    let mut now = Snapshot::default();
    let added = || AddedInterface::new(Some(ContractRef::Id(id)), "a".into(), "f()".into());
    now.change(|known| known.book_mut().add(added()));
    let count = |now: &Snapshot, contract| now.custom_abis(Some(contract)).count();
    assert_eq!(count(&now, ContractRef::Address(EvmAddress::long_zero(id))), 1);
    assert_eq!(count(&now, ContractRef::Address(address)), 0, "nobody knows whose address it is");
    now.change(|known| known.add_address(id, address));
    assert_eq!(count(&now, ContractRef::Address(address)), 1);
    assert_eq!(count(&now, ContractRef::Id(EntityId::from_num(5002))), 0);
    let proxy = EvmAddress::new([9; 20]);
    let code = VerifiedCode { implementations: vec![address], ..VerifiedCode::default() };
    now.change(|known| known.add_code(proxy, code));
    assert_eq!(count(&now, ContractRef::Address(proxy)), 1, "it is behind the proxy");
}

#[test]
fn accounts_and_tokens_are_found_by_their_names() {
    let alias = EvmAddress::new([9; 20]);
    let (account, token) = (EntityId::from_num(1005), EntityId::from_num(2002));
    let mut known = Known::default();
    known.add_account(Arc::new(Account {
        account: account.into(),
        evm_address: alias.into(),
        ..Account::default()
    }));
    known.add_token(Arc::new(Token { token_id: token.into(), ..Token::default() }));
    known.add_token(Arc::new(Token::default()));
    assert_eq!((known.account_at(alias), known.account(account).is_some()), (Some(account), true));
    assert_eq!((known.token(token).is_some(), known.token(account).is_some()), (true, false));
}

#[test]
fn a_proxy_answers_with_the_code_behind_it() {
    let [proxy, target] = [EvmAddress::new([1; 20]), EvmAddress::new([2; 20])];
    let mut now = Snapshot::default();
    now.change(|known| {
        let implementations = vec![target];
        known.add_code(proxy, VerifiedCode { implementations, ..VerifiedCode::default() });
        known.add_code(target, VerifiedCode { exact: true, ..VerifiedCode::default() });
    });
    let exact: Vec<bool> = now.codes(ContractRef::Address(proxy)).map(|code| code.exact).collect();
    assert_eq!(exact, [false, true]);
}

#[test]
fn what_is_behind_a_proxy_has_a_bound_in_number_and_in_depth() {
    let address = |number: usize| {
        let mut bytes = [7; 20];
        bytes[..8].copy_from_slice(&u64::try_from(number).unwrap().to_be_bytes());
        EvmAddress::new(bytes)
    };
    let code = |numbers: std::ops::Range<usize>, left_out| VerifiedCode {
        implementations: numbers.map(address).collect(),
        left_out,
        ..VerifiedCode::default()
    };
    let mut known = Known::default();
    // Five proxies of five each, and so on.
    for number in 0..200 {
        known.add_code(address(number), code(number * 5 + 1..number * 5 + 6, 0));
    }
    let behind = known.behind(ContractRef::Address(address(0)));
    assert_eq!(behind.addresses.len(), MAX_BEHIND);
    assert!(behind.left_out > 0 && known.codes(ContractRef::Address(address(0))).count() == 33);
    // A chain, each before the next.
    let mut known = Known::default();
    for number in 0..10 {
        known.add_code(address(number), code(number + 1..number + 2, 0));
    }
    let behind = known.behind(ContractRef::Address(address(0)));
    assert_eq!((behind.addresses.len(), behind.left_out), (behind::MAX_PROXIES_DEEP, 1));
    // A circle, and one that names more than were taken.
    known.add_code(address(2), code(0..3, 19_968));
    let behind = known.behind(ContractRef::Address(address(0)));
    assert_eq!((behind.addresses, behind.left_out), (vec![address(1), address(2)], 19_968));
}

#[test]
fn a_contract_that_moved_is_no_longer_known_by_its_old_address() {
    let (id, old, new) = (EntityId::from_num(5001), EvmAddress::new([7; 20]), EvmAddress::new([8; 20]));
    let mut known = Known::default();
    known.add_address(id, old);
    known.add_address(id, new);
    assert_eq!(known.names_of(ContractRef::Address(old)), [ContractRef::Address(old)]);
    assert!(known.names_of(ContractRef::Address(new)).contains(&ContractRef::Id(id)));
    assert!(known.has_address(id, new) && !known.has_address(id, old));
    assert_eq!(known.address_of(ContractRef::Address(EvmAddress::long_zero(id))), Some(new));
}

#[test]
fn a_label_is_found_by_every_name_of_what_has_it() {
    let (address, id) = (EvmAddress::new([7; 20]), EntityId::from_num(5001));
    let mut known = Known::default();
    let text = |name: &str| LabelText { name: name.into(), note: "".into() };
    known.set_label(Labelled::Id(id), text("Cold Treasury"));
    let name = |known: &Known, of: &Labelled| known.label(of).map(|label| label.name.escaped());
    assert_eq!(name(&known, &Labelled::Address(address)), None, "nobody knows whose address it is");
    known.add_address(id, address);
    assert_eq!(name(&known, &Labelled::Address(address)).as_deref(), Some("Cold Treasury"));
    assert_eq!(known.labelled("cold-treasury").collect::<Vec<_>>(), [&Labelled::Id(id)]);
    known.set_label(Labelled::Address(address), text("vault"));
    assert_eq!(name(&known, &Labelled::Id(id)).as_deref(), Some("Cold Treasury"), "its own goes first");
    known.set_label(Labelled::Id(id), text(""));
    assert_eq!(name(&known, &Labelled::Id(id)).as_deref(), Some("vault"));
}
