//! Amounts of tokens among the arguments of calls and events: only where no other token can be meant.

use ledger::{ContractRef, EntityId};

use super::reading::Candidate;

/// An argument that is an amount of a token, in its smallest units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TokenAmount {
    /// Which argument it is, from 0: a number, or a list of numbers.
    pub argument: usize,
    /// The token. An entity that is called like a token need not be one.
    pub token: EntityId,
}

/// How a function or event identifies the token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Names {
    /// A function or event of the token itself: the called or emitting contract.
    Own,
    /// A function or event of the token service: the first argument is the token.
    First,
}

use Names::{First, Own};

/// The functions and events with an amount, and which argument or value returned that is.
const AMOUNTS: &[(&str, Names, usize)] = &[
    ("transfer(address,uint256)", Own, 1),
    ("transferFrom(address,address,uint256)", Own, 2),
    ("approve(address,uint256)", Own, 1),
    ("balanceOf(address)", Own, 0),
    ("allowance(address,address)", Own, 0),
    ("totalSupply()", Own, 0),
    ("Transfer(address,address,uint256)", Own, 2),
    ("Approval(address,address,uint256)", Own, 2),
    ("transferToken(address,address,address,int64)", First, 3),
    ("transferTokens(address,address[],int64[])", First, 2),
    ("transferFrom(address,address,address,uint256)", First, 3),
    ("approve(address,address,uint256)", First, 2),
    ("mintToken(address,int64,bytes[])", First, 1),
    ("mintToken(address,uint64,bytes[])", First, 1),
    ("burnToken(address,int64,int64[])", First, 1),
    ("burnToken(address,uint64,int64[])", First, 1),
    ("wipeTokenAccount(address,address,int64)", First, 2),
    ("wipeTokenAccount(address,address,uint32)", First, 2),
];

/// The numbers of the token service's two addresses.
const SERVICE: [u64; 2] = [0x167, 0x16c];

impl TokenAmount {
    /// The amount among the arguments of what was called, returned or emitted by `own`, or `None`. Entities are of
    /// the shard and realm of `home`.
    pub fn find(own: Option<ContractRef>, candidate: &Candidate, home: EntityId) -> Option<Self> {
        let own = own?.entity_id(home)?;
        let (_, names, argument) =
            AMOUNTS.iter().copied().find(|(signature, ..)| candidate.signature.is(signature))?;
        let service = SERVICE.contains(&own.num);
        let token = match names {
            Own => Some(own).filter(|_| !service),
            First => {
                let first = candidate.arguments.first()?.value.address().filter(|_| service)?;
                first.entity_num().map(|num| EntityId { num, ..home })
            }
        }?;
        candidate.arguments.get(argument).map(|_| Self { argument, token })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::known::Known;
    use crate::reading::Reader;
    use ledger::EvmAddress;

    const TOKEN: EntityId = EntityId::from_num(2001);

    fn word(num: u64) -> String {
        format!("{num:064x}")
    }

    /// The amount in a call of the contract with this number.
    fn found(called: u64, data: &str) -> Option<TokenAmount> {
        let called = ContractRef::Id(EntityId::from_num(called));
        let known = Known::default();
        let reading = Reader::new(&known).call(Some(called), &alloy_primitives::hex::decode(data).unwrap());
        TokenAmount::find(Some(called), reading.exact().unwrap(), EntityId::from_num(0))
    }

    #[test]
    fn a_tokens_own_function_moves_that_token() {
        let data = format!("a9059cbb{}{}", word(1005), word(250));
        assert_eq!(found(2001, &data), Some(TokenAmount { argument: 1, token: TOKEN }));
        assert_eq!(found(0x167, &data), None, "the token service is no token");
    }

    #[test]
    fn the_token_service_is_told_the_token() {
        let data = format!("eca36917{}{}{}{}", word(2001), word(1005), word(1006), word(250));
        assert_eq!(found(0x167, &data), Some(TokenAmount { argument: 3, token: TOKEN }));
        assert_eq!(found(5001, &data), None, "another contract may mean anything by it");
    }

    #[test]
    fn an_address_that_is_no_entity_is_no_token() {
        let known = Known::default();
        let alias = ContractRef::Address(EvmAddress::new([9; 20]));
        let data = format!("a9059cbb{}{}", word(1005), word(250));
        let reading = Reader::new(&known).call(None, &alloy_primitives::hex::decode(data).unwrap());
        let exact = reading.exact().unwrap();
        assert_eq!(TokenAmount::find(Some(alias), exact, EntityId::from_num(0)), None);
        assert_eq!(TokenAmount::find(None, exact, EntityId::from_num(0)), None);
    }
}
