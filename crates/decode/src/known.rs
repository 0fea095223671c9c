//! Knowledge beyond the bytes: interfaces, layouts and names, each from a server or from the user.

mod behind;
pub mod labels;
mod snapshot;

use std::sync::Arc;

use ledger::{Account, ContractRef, EntityId, EvmAddress, Labelled, RawJson, Text, Token};
use rpds::HashTrieMapSync;

use self::labels::LabelText;
use super::interface::{AbiText, AddedInterface, Book, Entry, Interface, Kind, Parameter, Slot};
use super::reading::Provenance;
use super::storage::Namespaces;

pub use behind::{Behind, MAX_BEHIND, MAX_BEHIND_IN_ALL};
pub use snapshot::Snapshot;

/// An entity about which servers may have more information.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Subject {
    /// A contract: the verifier's record of its code.
    Contract(ContractRef),
    /// An account, by its id or by its address: its other name.
    Account(ContractRef),
    /// A token: its name, its symbol, and how many decimals its amounts have.
    Token(EntityId),
}

/// Knowledge about one network at one moment. Copies share all unchanged entries: the cost of an update does not
/// depend on the total size.
#[derive(Clone, Debug, Default)]
pub struct Known {
    codes: HashTrieMapSync<EvmAddress, Arc<VerifiedCode>>,
    /// The contracts that one passes its calls on to, as its code and its storage say.
    targets: HashTrieMapSync<EvmAddress, Arc<[EvmAddress]>>,
    /// Namespaces declared in the sources of verified contracts, which layouts do not contain.
    namespaces: HashTrieMapSync<EvmAddress, Arc<Namespaces>>,
    /// Approximate memory use of codes and sources, bytes.
    code_bytes: usize,
    addresses: HashTrieMapSync<EntityId, EvmAddress>,
    /// The ids of the contracts by their addresses.
    ids: HashTrieMapSync<EvmAddress, Vec<EntityId>>,
    /// Contract addresses by the last part of their ids, which is all that a long-zero address holds.
    nums: HashTrieMapSync<u64, EvmAddress>,
    /// The user's interfaces, signatures and names, and the signatures of a signature server.
    book: Arc<Book>,
    accounts: HashTrieMapSync<EntityId, Arc<Account>>,
    /// The accounts by their addresses.
    aliases: HashTrieMapSync<EvmAddress, EntityId>,
    tokens: HashTrieMapSync<EntityId, Arc<Token>>,
    /// The user's labels.
    labels: HashTrieMapSync<Labelled, Arc<LabelText>>,
}

/// How many ids one address is known by.
const MAX_IDS: usize = 4;

/// A verifier's record of the code at an address: `GET /v2/contract/{chainId}/{address}`.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct VerifiedCode {
    /// Whether the match is exact, including the metadata.
    pub exact: bool,
    /// The contract's name: `compilation.name`.
    pub name: Option<Text>,
    /// The language of its sources: `compilation.language`.
    pub language: Option<Text>,
    /// `abi`, as received; untrusted.
    pub abi: Option<AbiText>,
    /// `storageLayout`, as received; untrusted.
    pub layout: Option<RawJson>,
    /// The first proxy targets: `proxyResolution.implementations`.
    pub implementations: Vec<EvmAddress>,
    /// Number of further targets.
    pub left_out: usize,
    /// The libraries that it is linked with.
    pub libraries: Vec<EvmAddress>,
}

impl VerifiedCode {
    /// Approximate memory use, bytes: the texts, and the data parsed from them.
    fn bytes(&self) -> usize {
        const COPIES: usize = 3;
        let abi = self.abi.as_ref().map_or(0, |abi| abi.raw().raw().len());
        let layout = self.layout.as_ref().map_or(0, |layout| layout.raw().len());
        size_of::<Self>() + (abi + layout) * COPIES
    }
}

impl Known {
    /// Adds a verifier's record of the code at an address.
    pub fn add_code(&mut self, address: EvmAddress, code: VerifiedCode) {
        self.forget_code(address);
        self.code_bytes += code.bytes();
        self.codes.insert_mut(address, Arc::new(code));
    }

    /// Adds the namespaces in the sources of the code at an address.
    pub fn add_namespaces(&mut self, address: EvmAddress, namespaces: Namespaces) {
        self.code_bytes += namespaces.bytes();
        self.namespaces.insert_mut(address, Arc::new(namespaces));
    }

    /// Whether the sources of the code at an address were read.
    pub fn has_namespaces(&self, address: EvmAddress) -> bool {
        self.namespaces.contains_key(&address)
    }

    /// The namespaces of a contract and of those that it passes its calls on to.
    pub(crate) fn namespaces(&self, contract: ContractRef) -> impl Iterator<Item = Arc<Namespaces>> {
        self.code_addresses(contract).filter_map(|address| self.namespaces.get(&address).map(Arc::clone))
    }

    /// Sets the proxy targets of a contract, from its code and storage.
    pub fn add_targets(&mut self, address: EvmAddress, targets: impl IntoIterator<Item = EvmAddress>) {
        self.targets.insert_mut(address, targets.into_iter().collect());
    }

    /// Removes a verified code and the namespaces of its sources, to bound memory.
    pub fn forget_code(&mut self, address: EvmAddress) {
        let bytes = self.codes.get(&address).map_or(0, |code| code.bytes());
        let sources = self.namespaces.get(&address).map_or(0, |namespaces| namespaces.bytes());
        self.code_bytes = self.code_bytes.saturating_sub(bytes + sources);
        self.codes.remove_mut(&address);
        self.namespaces.remove_mut(&address);
    }

    /// Approximate memory use of codes and sources, bytes.
    pub fn code_bytes(&self) -> usize {
        self.code_bytes
    }

    /// The addresses with a verifier's record.
    pub fn coded(&self) -> impl Iterator<Item = EvmAddress> {
        self.codes.keys().copied()
    }

    /// Whether the verifier's record for an address is known and equals `code`.
    pub fn has_code(&self, address: EvmAddress, code: &VerifiedCode) -> bool {
        self.codes.get(&address).is_some_and(|known| **known == *code)
    }

    /// Adds a verifier's record from an earlier run, unless a newer one is known.
    pub fn recall_code(&mut self, address: EvmAddress, code: VerifiedCode) {
        if !self.codes.contains_key(&address) {
            self.add_code(address, code);
        }
    }

    /// Adds the EVM address of a contract.
    pub fn add_address(&mut self, id: EntityId, address: EvmAddress) {
        if let Some(before) = self.addresses.get(&id).copied() {
            let others = self.ids.get(&before).into_iter().flatten();
            let others = others.copied().filter(|other| *other != id).collect();
            self.ids.insert_mut(before, others);
        }
        let mut ids = self.ids.get(&address).cloned().unwrap_or_default();
        ids.truncate(MAX_IDS - 1);
        ids.push(id);
        self.ids.insert_mut(address, ids);
        self.nums.insert_mut(id.num, address);
        self.addresses.insert_mut(id, address);
    }

    /// Adds an account's record.
    pub fn add_account(&mut self, account: Arc<Account>) {
        if let Some(id) = account.account.value() {
            if let Some(address) = account.evm_address.value() {
                self.aliases.insert_mut(address, id);
            }
            self.accounts.insert_mut(id, account);
        }
    }

    /// Adds a token's record.
    pub fn add_token(&mut self, token: Arc<Token>) {
        if let Some(id) = token.token_id.value() {
            self.tokens.insert_mut(id, token);
        }
    }

    /// The unverified knowledge, to be changed.
    pub fn book_mut(&mut self) -> &mut Book {
        Arc::make_mut(&mut self.book)
    }

    /// Whether the address of this contract was learned.
    pub fn has_address(&self, id: EntityId, address: EvmAddress) -> bool {
        self.addresses.get(&id) == Some(&address)
    }

    /// Whether this entity is known to be a contract.
    pub fn is_contract(&self, id: EntityId) -> bool {
        self.addresses.contains_key(&id)
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

    /// The EVM address of a contract; `None` for an id whose address is unknown.
    pub fn address_of(&self, contract: ContractRef) -> Option<EvmAddress> {
        match contract {
            ContractRef::Id(id) => self.addresses.get(&id).copied(),
            ContractRef::Address(address) => {
                let known = address.entity_num().and_then(|num| self.nums.get(&num));
                Some(known.copied().unwrap_or(address))
            }
        }
    }

    /// All known names of a contract, starting with the given one.
    pub fn names_of(&self, contract: ContractRef) -> Vec<ContractRef> {
        let address = self.address_of(contract);
        let ids = address.and_then(|address| self.ids.get(&address)).into_iter().flatten().copied();
        // An id and the long-zero address of its number are the same name in two spellings.
        let spelled = match contract {
            ContractRef::Id(id) => Some(ContractRef::Address(EvmAddress::long_zero(id))),
            ContractRef::Address(_) => contract.entity_id(EntityId::from_num(0)).map(ContractRef::Id),
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

    /// The known interfaces of a contract, the most trusted first: the user's for this contract and for all contracts,
    /// the verified ones of its code and of its proxy targets, then a signature server's.
    pub fn interfaces(
        &self,
        contract: Option<ContractRef>,
    ) -> impl Iterator<Item = (Provenance, &Interface)> {
        let added = self.custom_abis(contract).filter_map(|added| added.interface().ok());
        let user = added.map(|interface| (Provenance::User, interface));
        let verified = contract.into_iter().flat_map(|contract| self.codes(contract)).filter_map(|code| {
            let interface = code.abi.as_ref()?.interface().ok()?;
            Some((Provenance::Verified { exact: code.exact }, interface))
        });
        user.chain(verified).chain([(Provenance::Online, self.book.online())])
    }

    /// [`Self::interfaces`], for events and errors followed by those of linked libraries, which emit and throw in the
    /// caller's name.
    pub fn interfaces_for(
        &self,
        kind: Kind,
        contract: Option<ContractRef>,
    ) -> impl Iterator<Item = (Provenance, &Interface)> {
        let libraries = contract.filter(|_| kind != Kind::Function);
        let libraries = libraries.into_iter().flat_map(|contract| self.libraries(contract));
        let codes = libraries.filter_map(|library| self.codes.get(&library));
        let verified = codes.filter_map(|code| {
            Some((Provenance::Verified { exact: code.exact }, code.abi.as_ref()?.interface().ok()?))
        });
        self.interfaces(contract).chain(verified)
    }

    /// The libraries that a contract is linked with, and those of the contracts that it passes its calls on to.
    pub fn libraries(&self, contract: ContractRef) -> impl Iterator<Item = EvmAddress> {
        self.codes(contract).flat_map(|code| code.libraries.iter().copied())
    }

    /// The errors with this selector that any verified contract declares.
    pub fn errors(&self, selector: [u8; 4]) -> impl Iterator<Item = &Entry> {
        let interfaces = self.codes.values().filter_map(|code| code.abi.as_ref()?.interface().ok());
        interfaces.flat_map(move |interface| interface.by_selector(Kind::Error, selector))
    }

    /// The constructor's parameters by source, the most trusted first. Excludes proxy targets, which have other
    /// constructors. An ABI without a constructor means one without parameters: compilers omit it.
    pub(crate) fn constructors(
        &self,
        contract: ContractRef,
    ) -> impl Iterator<Item = (Provenance, &[Parameter])> {
        let added = self.book.added(self.names_of(contract));
        let user = added.filter_map(|added| Some((Provenance::User, added.interface().ok()?.constructor()?)));
        let own = self.address_of(contract).and_then(|address| self.codes.get(&address));
        let verified = own.into_iter().filter_map(|code| {
            let interface = code.abi.as_ref()?.interface().ok()?;
            Some((Provenance::Verified { exact: code.exact }, interface.constructor().unwrap_or_default()))
        });
        user.chain(verified)
    }

    /// The signatures that the user added: those for a contract and for the contracts that it passes its calls on
    /// to, then those for any contract; the newest first.
    pub fn custom_abis(&self, contract: Option<ContractRef>) -> impl Iterator<Item = &Arc<AddedInterface>> {
        let mut names = contract.map(|contract| self.names_of(contract)).unwrap_or_default();
        let behind = contract.map(|contract| self.behind(contract)).unwrap_or_default().addresses;
        names.extend(behind.into_iter().flat_map(|address| self.names_of(ContractRef::Address(address))));
        self.book.added(names)
    }

    /// The names that the user gave to a contract's slots, in no order.
    pub fn slot_names(&self, contract: ContractRef) -> impl Iterator<Item = (&Slot, &Text)> {
        self.book.slots(self.names_of(contract))
    }

    /// The contract's own verified code first, then that of the contracts it passes its calls on to.
    pub fn codes(&self, contract: ContractRef) -> impl Iterator<Item = &Arc<VerifiedCode>> {
        self.code_addresses(contract).filter_map(|address| self.codes.get(&address))
    }

    /// The addresses of these codes.
    pub fn code_addresses(&self, contract: ContractRef) -> impl Iterator<Item = EvmAddress> {
        let behind = self.behind(contract).addresses.into_iter();
        let behind = behind.filter_map(|address| self.address_of(ContractRef::Address(address)));
        let addresses = self.address_of(contract).into_iter().chain(behind);
        addresses.filter(|address| self.codes.contains_key(address))
    }
}

#[cfg(test)]
mod tests;
