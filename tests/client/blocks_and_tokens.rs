//! Recorded answers about blocks, and about who holds a token.

use hieroscope::ledger::Next;
use hieroscope::message::Answer;

use crate::exchange::answer;

#[tokio::test]
async fn a_block_and_the_holders_of_a_token() {
    let Answer::Block(block) = answer("mirror", "640-").await else { panic!() };
    assert_eq!((block.number.value(), block.count.value()), (Some(70_002_150), Some(4)));
    assert_eq!(block.hash.known().unwrap().len(), 48);
    assert!(block.timestamp.known().unwrap().to.value().is_some() && block.unknown.is_empty());
    let Answer::TokenBalances(page) = answer("mirror", "634-").await else { panic!() };
    assert_eq!(page.rows[0].balance.value(), Some(804_288_689_665));
    assert!(matches!(page.next, Next::More(_)));
}
