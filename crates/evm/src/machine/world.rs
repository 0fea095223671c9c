//! The state before the transaction, as the EVM's database, with the code of its accounts. Unknown values are
//! assumed, and noted when they are read.

use std::collections::BTreeSet;
use std::convert::Infallible;

use revm::Database;
use revm::bytecode::Bytecode;
use revm::primitives::{Address, B256, Bytes, U256};
use revm::state::AccountInfo;

use super::code::Code;
use crate::execution::{Assumed, Use};
use crate::inputs::{Inputs, number};

/// The funding account, 0.0.98, which gets the fees.
pub(super) const COINBASE: Address = revm::primitives::address!("0x0000000000000000000000000000000000000062");
/// The nonce of a contract that has created nothing.
const FIRST_NONCE: u64 = 1;
/// The last address of the contracts that are part of the EVM.
const LAST_PRECOMPILE: u64 = 0x0a;
/// The last number reserved by the ledger: 0.0.750.
const LAST_RESERVED: u64 = 750;

#[derive(Debug)]
pub(super) struct World<'a> {
    inputs: &'a Inputs,
    /// Addresses that the transaction creates, empty before it.
    pub(super) created: BTreeSet<Address>,
    /// The number of steps so far.
    pub(super) step: u64,
    pub(super) uses: Vec<Use>,
}

impl<'a> World<'a> {
    pub(super) fn new(inputs: &'a Inputs) -> Self {
        Self { inputs, created: inputs.created.clone(), step: 0, uses: Vec::new() }
    }

    /// Removes the assumption recorded at this step.
    pub(super) fn take_back(&mut self, assumed: Assumed) {
        let step = self.step;
        self.uses.retain(|used| used.assumed != assumed || used.step != step);
    }

    /// Notes that something had to be assumed, once.
    pub(super) fn assume(&mut self, assumed: Assumed) {
        if matches!(assumed, Assumed::Balance(of) if self.inputs.exact.contains(&of)) {
            return;
        }
        if self.uses.iter().all(|used| used.assumed != assumed) {
            self.uses.push(Use { assumed, step: self.step });
        }
    }
}

impl Database for World<'_> {
    type Error = Infallible;

    fn basic(&mut self, address: Address) -> Result<Option<AccountInfo>, Infallible> {
        let address = self.inputs.canonical(address);
        let Some(account) = self.inputs.accounts.get(&address) else {
            let is_known = is_reserved(address) || self.created.contains(&address);
            if !is_known && !self.inputs.absent.contains(&address) {
                self.assume(Assumed::Account(address));
            }
            return Ok(None);
        };
        if account.code.is_none() {
            self.assume(Assumed::Account(address));
        }
        let code = account.code.as_ref().map(|code| code.ready().clone()).unwrap_or_default();
        let balance = account.balance.unwrap_or_default();
        Ok(Some(AccountInfo {
            balance,
            nonce: account.nonce.unwrap_or(FIRST_NONCE),
            code_hash: code.hash_slow(),
            code: Some(code),
            account_id: None,
        }))
    }

    /// Never called: accounts include their code.
    fn code_by_hash(&mut self, _hash: B256) -> Result<Bytecode, Infallible> {
        Ok(Bytecode::new_legacy(Bytes::new()))
    }

    fn storage(&mut self, address: Address, slot: U256) -> Result<U256, Infallible> {
        let address = self.inputs.canonical(address);
        let known = self.inputs.storage.get(&(address, slot));
        let is_absent = self.inputs.absent.contains(&address) && !self.inputs.accounts.contains_key(&address);
        let is_new = self.created.contains(&address) || is_absent;
        if known.is_none() && !is_new {
            self.assume(Assumed::Slot(address, slot));
        }
        Ok(known.copied().unwrap_or_default())
    }

    fn block_hash(&mut self, number: u64) -> Result<B256, Infallible> {
        let known = self.inputs.block_hashes.get(&number);
        if known.is_none() {
            self.assume(Assumed::BlockHash(number));
        }
        Ok(known.copied().unwrap_or_default())
    }
}

/// Whether the contract at this address is part of the EVM.
pub(super) fn is_precompile(address: Address) -> bool {
    number(address).is_some_and(|number| (1..=LAST_PRECOMPILE).contains(&number))
}

/// Whether the ledger reserves this address: its code, if any, cannot be requested.
pub fn is_reserved(address: Address) -> bool {
    address == COINBASE || number(address).is_some_and(|number| number <= LAST_RESERVED)
}

impl From<&[u8]> for Code {
    fn from(bytes: &[u8]) -> Self {
        Bytes::copy_from_slice(bytes).into()
    }
}
