//! What is known beside the bytes: interfaces, layouts and names, each learned from a server or said by the user.

use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

use super::interface::{AbiText, Book, Interface, Lesson, Parameter, Slot};
use super::reading::Provenance;
use crate::ledger::{Account, ContractRef, EntityId, EvmAddress, RawJson, Text, Token};

/// A thing that more can be learned of than the bytes say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Subject {
    /// A contract: what the verifier has of its code.
    Contract(ContractRef),
    /// An account, by its id or by its address: its other name.
    Account(ContractRef),
    /// A token: its name, its symbol, and how many decimals its amounts have.
    Token(EntityId),
}

/// All that is known on one network at one moment.
#[derive(Clone, Debug, Default)]
pub struct Known {
    codes: HashMap<EvmAddress, Arc<VerifiedCode>>,
    addresses: HashMap<EntityId, EvmAddress>,
    /// The user's interfaces, signatures and names, and the signatures of a signature server.
    pub book: Book,
    accounts: HashMap<EntityId, Arc<Account>>,
    /// The accounts by their addresses.
    aliases: HashMap<EvmAddress, EntityId>,
    tokens: HashMap<EntityId, Arc<Token>>,
}

/// What a verifier has of the code at an address: `GET /v2/contract/{chainId}/{address}`.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct VerifiedCode {
    /// Whether it matches exactly, and not but for its metadata.
    pub exact: bool,
    /// The contract's name: `compilation.name`.
    pub name: Option<Text>,
    /// `abi`, as received: a stranger's text.
    pub abi: Option<AbiText>,
    /// `storageLayout`, as received: a stranger's text.
    pub layout: Option<RawJson>,
    /// The contracts that it passes its calls on to: `proxyResolution.implementations`.
    pub implementations: Vec<EvmAddress>,
}

impl Known {
    /// Takes what a verifier has of the code at an address.
    pub fn learn_code(&mut self, address: EvmAddress, code: VerifiedCode) {
        self.codes.insert(address, Arc::new(code));
    }

    /// Takes what a verifier had of the code at an address in an earlier run, unless it was asked since.
    pub fn recall_code(&mut self, address: EvmAddress, code: VerifiedCode) {
        self.codes.entry(address).or_insert_with(|| Arc::new(code));
    }

    /// Takes the address that a contract's code is known by.
    pub fn learn_address(&mut self, id: EntityId, address: EvmAddress) {
        self.addresses.insert(id, address);
    }

    /// Takes an account's record.
    pub fn learn_account(&mut self, account: Arc<Account>) {
        if let Some(id) = account.account.value() {
            self.aliases.extend(account.evm_address.value().map(|address| (address, id)));
            self.accounts.insert(id, account);
        }
    }

    /// Takes a token's record.
    pub fn learn_token(&mut self, token: Arc<Token>) {
        if let Some(id) = token.token_id.value() {
            self.tokens.insert(id, token);
        }
    }

    /// The account's record, if it was learned.
    pub fn account(&self, id: EntityId) -> Option<&Arc<Account>> {
        self.accounts.get(&id)
    }

    /// The id of the account whose alias this address is, if it was learned.
    pub fn account_at(&self, address: EvmAddress) -> Option<EntityId> {
        self.aliases.get(&address).copied()
    }

    /// The addresses of the accounts that were learned, in their order.
    pub fn aliases(&self) -> impl Iterator<Item = EvmAddress> {
        let mut known: Vec<(&EntityId, &Arc<Account>)> = self.accounts.iter().collect();
        known.sort_unstable_by_key(|(id, _)| **id);
        known.into_iter().filter_map(|(_, account)| account.evm_address.value())
    }

    /// The token's record, if it was learned.
    pub fn token(&self, id: EntityId) -> Option<&Arc<Token>> {
        self.tokens.get(&id)
    }

    /// The address that a contract's code is known by, as far as it was learned.
    pub fn address_of(&self, contract: ContractRef) -> Option<EvmAddress> {
        match contract {
            ContractRef::Id(id) => self.addresses.get(&id).copied(),
            ContractRef::Address(address) => {
                let num = address.entity_num();
                let by_id = self.addresses.iter().find(|(id, _)| Some(id.num) == num);
                Some(by_id.map_or(address, |(_, known)| *known))
            }
        }
    }

    /// The names that one contract goes by, as far as they were learned: the one given first.
    pub fn names_of(&self, contract: ContractRef) -> Vec<ContractRef> {
        let address = self.address_of(contract);
        let ids = self.addresses.iter().filter(|(_, known)| Some(**known) == address).map(|(id, _)| *id);
        // An id and the long-zero address of its number are the same name in two spellings.
        let spelled = match contract {
            ContractRef::Id(id) => Some(ContractRef::Address(EvmAddress::long_zero(id))),
            ContractRef::Address(_) => contract.entity_id(EntityId::of(0)).map(ContractRef::Id),
        };
        let mut names = vec![contract];
        let others = spelled.into_iter().chain(address.map(ContractRef::Address));
        for name in others.chain(ids.map(ContractRef::Id)) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// The interfaces that are known of a contract, the most trusted first: the user's for it and for all, then the
    /// verified ones of its own code and of the code that it passes its calls on to, then a signature server's.
    pub fn interfaces(
        &self,
        contract: Option<ContractRef>,
    ) -> impl Iterator<Item = (Provenance, &Interface)> {
        let taught = self.taught(contract).filter_map(|lesson| lesson.interface().ok());
        let user = taught.map(|interface| (Provenance::User, interface));
        let verified = contract.into_iter().flat_map(|contract| self.codes(contract)).filter_map(|code| {
            let interface = code.abi.as_ref()?.interface().ok()?;
            Some((Provenance::Verified { exact: code.exact }, interface))
        });
        user.chain(verified).chain([(Provenance::Online, self.book.online())])
    }

    /// What the constructor of a contract takes, by whoever knows it, the most trusted first. What is behind a proxy
    /// had another one. Compilers leave a constructor out of an ABI if it takes nothing.
    pub fn constructors(&self, contract: ContractRef) -> impl Iterator<Item = (Provenance, &[Parameter])> {
        let taught = self.book.lessons(self.names_of(contract));
        let user =
            taught.filter_map(|lesson| Some((Provenance::User, lesson.interface().ok()?.constructor()?)));
        let own = self.address_of(contract).and_then(|address| self.codes.get(&address));
        let verified = own.into_iter().filter_map(|code| {
            let interface = code.abi.as_ref()?.interface().ok()?;
            Some((Provenance::Verified { exact: code.exact }, interface.constructor().unwrap_or_default()))
        });
        user.chain(verified)
    }

    /// The signatures that the user added: those for a contract and for the contracts that it passes its calls on
    /// to, then those for any contract; the newest first.
    pub fn taught(&self, contract: Option<ContractRef>) -> impl Iterator<Item = &Arc<Lesson>> {
        let mut names = contract.map(|contract| self.names_of(contract)).unwrap_or_default();
        let own =
            contract.and_then(|contract| self.address_of(contract)).and_then(|own| self.codes.get(&own));
        let behind = own.into_iter().flat_map(|code| &code.implementations);
        names.extend(behind.flat_map(|address| self.names_of(ContractRef::Address(*address))));
        self.book.lessons(names)
    }

    /// The names that the user gave to a contract's slots, in no order.
    pub fn slot_names(&self, contract: ContractRef) -> impl Iterator<Item = (&Slot, &Text)> {
        self.book.slots(self.names_of(contract))
    }

    /// The contract's own verified code first, then that of the contracts it passes its calls on to.
    pub fn codes(&self, contract: ContractRef) -> impl Iterator<Item = &Arc<VerifiedCode>> {
        let own = self.address_of(contract).and_then(|address| self.codes.get(&address));
        let behind = own.into_iter().flat_map(|code| &code.implementations);
        own.into_iter().chain(behind.filter_map(|address| self.codes.get(address)))
    }
}

/// What was known at one moment. Two snapshots are the same if they were taken at the same moment: what has
/// been worked out with another one may be out of date.
#[derive(Clone, Debug, Default)]
pub struct Snapshot(Arc<Known>);

impl Snapshot {
    /// Changes what is known; earlier snapshots stay as they are.
    pub fn change(&mut self, change: impl FnOnce(&mut Known)) {
        let mut known = Known::clone(&self.0);
        change(&mut known);
        self.0 = Arc::new(known);
    }
}

impl Deref for Snapshot {
    type Target = Known;

    fn deref(&self) -> &Known {
        &self.0
    }
}

impl PartialEq for Snapshot {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Snapshot {}

impl Hash for Snapshot {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Arc::as_ptr(&self.0).hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_snapshot_stays_as_it_was() {
        let address = EvmAddress::new([7; 20]);
        let mut now = Snapshot::default();
        let before = now.clone();
        now.change(|known| {
            known.learn_address(EntityId::of(5001), address);
            known.learn_code(address, VerifiedCode::default());
        });
        assert_ne!(now, before);
        assert_eq!(now, now.clone());
        let id = ContractRef::Id(EntityId::of(5001));
        assert_eq!((now.codes(id).count(), before.codes(id).count()), (1, 0));
    }

    #[test]
    fn what_was_taught_is_found_by_every_name_of_the_contract() {
        let (address, id) = (EvmAddress::new([7; 20]), EntityId::of(5001));
        let mut now = Snapshot::default();
        let lesson = || Lesson::new(Some(ContractRef::Id(id)), "a".into(), "f()".into());
        now.change(|known| known.book.add(lesson()));
        let count = |now: &Snapshot, contract| now.taught(Some(contract)).count();
        assert_eq!(count(&now, ContractRef::Address(EvmAddress::long_zero(id))), 1);
        assert_eq!(count(&now, ContractRef::Address(address)), 0, "nobody knows whose address it is");
        now.change(|known| known.learn_address(id, address));
        assert_eq!(count(&now, ContractRef::Address(address)), 1);
        assert_eq!(count(&now, ContractRef::Id(EntityId::of(5002))), 0);
        let proxy = EvmAddress::new([9; 20]);
        let code = VerifiedCode { implementations: vec![address], ..VerifiedCode::default() };
        now.change(|known| known.learn_code(proxy, code));
        assert_eq!(count(&now, ContractRef::Address(proxy)), 1, "it is behind the proxy");
    }

    #[test]
    fn accounts_and_tokens_are_found_by_their_names() {
        let alias = EvmAddress::new([9; 20]);
        let (account, token) = (EntityId::of(1005), EntityId::of(2002));
        let mut known = Known::default();
        known.learn_account(Arc::new(Account {
            account: account.into(),
            evm_address: alias.into(),
            ..Account::default()
        }));
        known.learn_token(Arc::new(Token { token_id: token.into(), ..Token::default() }));
        known.learn_token(Arc::new(Token::default()));
        assert_eq!((known.account_at(alias), known.account(account).is_some()), (Some(account), true));
        assert_eq!((known.token(token).is_some(), known.token(account).is_some()), (true, false));
    }

    #[test]
    fn a_proxy_answers_with_the_code_behind_it() {
        let [proxy, target] = [EvmAddress::new([1; 20]), EvmAddress::new([2; 20])];
        let mut now = Snapshot::default();
        now.change(|known| {
            let implementations = vec![target];
            known.learn_code(proxy, VerifiedCode { implementations, ..VerifiedCode::default() });
            known.learn_code(target, VerifiedCode { exact: true, ..VerifiedCode::default() });
        });
        let exact: Vec<bool> = now.codes(ContractRef::Address(proxy)).map(|code| code.exact).collect();
        assert_eq!(exact, [false, true]);
    }
}
