//! What can be proven of wrapped transactions: on the embedded network, which signs some of them, and of what real servers sent.

use crate::player::recorded;
use crate::result::{on, on_recorded};
use crate::support::Session;

/// The envelope's tab.
const ENVELOPE: &str = "tab tab tab tab tab";
/// A wrapped transaction with an access list, which is signed.
const SIGNED: &str = "result/0.0.5001/1795216214.246913578";

#[test]
fn signed_transactions_are_proven_with_their_signers() {
    let signed = [
        (SIGNED, "0.0.1012", "0x3363DCD3Ac057421AD24352fDB906E8d24A6A2Ed"),
        ("result/0.0.5001/1795216221.370370367", "0.0.1036", "0x8f211d3302E45C4B9407E9b0D28B9022EE157383"),
        ("result/0.0.5001/1795216235.617283945", "0.0.1016", "0xb7163eC8AE94834B14AEE0752D2FEc21d7463B28"),
        ("result/0.0.5001/1795216264.111111101", "0.0.1022", "0x7FC296E244fdb16AB1d106EcC741B2436F2357a9"),
        ("result/0.0.5211/1795217000.000005211", "0.0.1058", "0xb921f7247Dd44bf02D85a17545ab8e676bB9D9aa"),
    ];
    for (place, account, signer) in signed {
        let mut session = Session::at(place);
        let screen = session.press(ENVELOPE).screen();
        assert!(screen.contains("✓ what was signed has this hash"), "{screen}");
        assert!(screen.to_lowercase().contains(&signer.to_lowercase()), "{screen}");
        assert!(screen.contains(&format!("{account}  ✓ its EVM address is the signer's")), "{screen}");
    }
}

#[test]
fn a_proof_stands_with_the_signature() {
    insta::assert_snapshot!(Session::at(SIGNED).press(ENVELOPE).styled_screen());
}

#[test]
fn exact_prices_are_asked_for_only_when_the_envelope_is_on_screen() {
    let mut session = Session::at(SIGNED);
    session.press("tab tab tab tab");
    let before = session.asked();
    session.press("tab");
    // The result in weibar, and the account of its sender.
    assert_eq!(session.asked() - before, 2);
}

#[test]
fn another_hash_is_no_proof_and_nothing_against_it() {
    let mut session = Session::at("result/0.0.5001/1795216228.493827156");
    let screen = session.press(ENVELOPE).screen();
    assert!(screen.contains("! not proven: what the fields make has another hash"), "{screen}");
    assert!(screen.contains("unknown: any other hash leads to another address"), "{screen}");
    assert!(!screen.contains("tinybar alone"), "{screen}");
}

#[test]
fn what_is_in_tinybar_may_not_be_what_was_signed() {
    let mut session = on_recorded("066-result-rich_type2");
    let screen = session.press(ENVELOPE).screen();
    assert!(screen.contains("prices and value are known in whole tinybar alone"), "{screen}");
}

#[test]
fn why_nothing_can_be_proven_is_said() {
    let (status, body) = recorded("067-result-type1_access_list");
    let unknown = body.replace(r#""type":1"#, r#""type":3"#);
    let reply = (status, unknown);
    let mut session = on(reply.clone(), reply);
    let screen = session.press(ENVELOPE).screen();
    assert!(screen.contains("not provable: no record has the blob fields of type 3"), "{screen}");
    let mut session = on_recorded("070-result-hapi_call");
    let screen = session.press(ENVELOPE).screen();
    assert!(screen.contains("No Ethereum transaction was wrapped: no nonce, and no signature to prove."));
    assert!(!screen.contains("Proof"), "{screen}");
}
