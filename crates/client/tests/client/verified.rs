//! What real verifiers say of contracts, replayed over HTTP.

use api::Answer;
use ledger::{Field, Text};
use verification::Grade;

use crate::exchange::answer;

#[tokio::test]
async fn on_which_chains_a_contract_is_verified() {
    let Answer::AllChains(all) = answer("verifier", "833-").await else { panic!() };
    let found: Vec<_> =
        all.0.iter().map(|one| (one.chain_id.known().unwrap().escaped(), one.grade())).collect();
    assert_eq!(found, [("296".to_owned(), Grade::Exact), ("31337".to_owned(), Grade::Exact)]);
    let Answer::AllChains(none) = answer("verifier", "831-").await else { panic!() };
    assert_eq!(none.0, []);
}

#[tokio::test]
async fn what_a_verifier_has_of_a_contract() {
    let verified = async |name| match answer("verifier", name).await {
        Answer::Verified(verified) => verified,
        other => panic!("{other:?}"),
    };
    assert_eq!(verified("800-").await.grade(), Grade::Exact);
    assert_eq!(verified("802-").await.grade(), Grade::Raisable);
    assert_eq!(verified("820-").await.grade(), Grade::Not);
    let whole = verified("804-").await;
    assert!(whole.metadata.as_ref().unwrap().raw().contains("\"compiler\""));
    assert!(whole.standard_input.as_ref().unwrap().raw().contains("\"language\""));
    let compilation = whole.compilation.known().unwrap();
    assert!(compilation.full_name.known().unwrap().is("contracts/Token.sol:Token"));
    assert_eq!(compilation.settings.known().unwrap().runs, Field::Known(200));
    assert_eq!(whole.deployment.known().unwrap().block_number, Field::Known(33));
    assert_eq!(whole.files, [Text::from("contracts/Token.sol"), Text::from("contracts/lib/Owned.sol")]);
    assert_eq!(whole.sources.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>(), whole.files);
    assert!(whole.sources[0].1.known().unwrap().escaped().contains("contract Token"));
    let proxy = verified("814-").await;
    let behind = proxy.proxy.known().unwrap().implementations.known().unwrap();
    assert!(behind[0].name.known().unwrap().is("Storage"));
}
