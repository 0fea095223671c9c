//! Unverified knowledge about contracts, and the sources of each contract's interface.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use ledger::{ContractRef, Text};

use super::{Entry, Interface, Refusal};
use crate::known::Known;
use crate::reading::Provenance;

/// A storage slot's number, big-endian.
pub type Slot = [u8; 32];

/// Signatures that the user added.
#[derive(Clone, Debug)]
pub struct AddedInterface {
    /// The contract that they are of; none if any contract may have them.
    pub contract: Option<ContractRef>,
    /// Their source: a path, or how they were typed. It distinguishes the interfaces of a contract.
    pub origin: Text,
    text: Arc<str>,
    read: OnceLock<Result<Interface, Refusal>>,
}

impl AddedInterface {
    /// Signatures to be read when they are first asked for: a JSON ABI, or one a line. Strangers wrote them.
    pub fn new(contract: Option<ContractRef>, origin: Text, text: Arc<str>) -> Self {
        Self { contract, origin, text, read: OnceLock::new() }
    }

    /// The interface that they describe. Reading it costs some time: it is done once, by the first analysis that asks.
    ///
    /// # Errors
    /// The reason for the refusal.
    pub fn interface(&self) -> Result<&Interface, Refusal> {
        self.read.get_or_init(|| Interface::parse(&self.text)).as_ref().map_err(|refusal| *refusal)
    }
}

/// Knowledge from the user and from signature servers.
#[derive(Clone, Debug, Default)]
pub struct Book {
    added: Vec<Arc<AddedInterface>>,
    slots: HashMap<(ContractRef, Slot), Text>,
    online: Arc<Interface>,
}

impl Book {
    /// Adds signatures, replacing those of the same contract and origin.
    pub fn add(&mut self, added: AddedInterface) {
        self.forget(added.contract, &added.origin);
        self.added.push(Arc::new(added));
    }

    /// Removes the entries of an origin.
    pub fn forget(&mut self, contract: Option<ContractRef>, origin: &Text) {
        self.added.retain(|known| known.contract != contract || known.origin != *origin);
    }

    /// The user's signatures for the contract of these names, then those for any, the newest first.
    pub(crate) fn added(&self, names: Vec<ContractRef>) -> impl Iterator<Item = &Arc<AddedInterface>> {
        let own = move |added: &&Arc<AddedInterface>| added.contract.is_some_and(|one| names.contains(&one));
        let any = |added: &&Arc<AddedInterface>| added.contract.is_none();
        self.added.iter().rev().filter(own).chain(self.added.iter().rev().filter(any))
    }

    /// Names a slot; without a name it has none any more.
    pub fn name_slot(&mut self, contract: ContractRef, slot: Slot, name: Text) {
        if name.is_empty() {
            self.slots.remove(&(contract, slot));
        } else {
            self.slots.insert((contract, slot), name);
        }
    }

    /// The names of the slots of the contract of these names, in no order.
    pub fn slots(&self, names: Vec<ContractRef>) -> impl Iterator<Item = (&Slot, &Text)> {
        let own = self.slots.iter().filter(move |((contract, _), _)| names.contains(contract));
        own.map(|((_, slot), name)| (slot, name))
    }

    /// Replaces the answers of the signature server.
    pub fn set_online(&mut self, signatures: Arc<Interface>) {
        self.online = signatures;
    }

    /// The signatures that a signature server answered.
    pub fn online(&self) -> &Interface {
        &self.online
    }
}

/// One source of a contract's interface, with what was accepted and refused of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Determines how far the source is trusted.
    pub provenance: Provenance,
    /// A path or a signature of the user's, or the contract's name in its verified source.
    pub origin: Text,
    /// The contract with this interface; `None` for any contract.
    pub contract: Option<ContractRef>,
    /// The entries, or why the source was refused.
    pub entries: Result<Vec<Entry>, Refusal>,
    /// The reason for each entry that was left out.
    pub refused: Vec<Refusal>,
}

/// The sources of a contract's interface, the most trusted first.
pub(crate) fn sources(known: &Known, contract: ContractRef) -> Vec<Source> {
    let custom = known.custom_abis(Some(contract)).map(|added| {
        let (origin, interface) = (added.origin.clone(), added.interface());
        Source::new(Provenance::User, origin, added.contract, interface)
    });
    let verified = known.codes(contract).filter_map(|code| {
        let (abi, origin) = (code.abi.as_ref()?, code.name.clone().unwrap_or_default());
        let provenance = Provenance::Verified { exact: code.exact };
        Some(Source::new(provenance, origin, Some(contract), abi.interface()))
    });
    custom.chain(verified).collect()
}

impl Source {
    fn new(
        provenance: Provenance,
        origin: Text,
        contract: Option<ContractRef>,
        interface: Result<&Interface, Refusal>,
    ) -> Self {
        let refused = interface.map(|interface| interface.refused().to_vec()).unwrap_or_default();
        let entries = interface.map(|interface| interface.entries().to_vec());
        Self { provenance, origin, contract, entries, refused }
    }
}

#[cfg(test)]
mod tests {
    use ledger::{EntityId, EvmAddress, RawJson};

    use super::*;
    use crate::interface::AddedInterface;
    use crate::known::VerifiedCode;

    const ONE: ContractRef = ContractRef::Id(EntityId::from_num(1));
    const TWO: ContractRef = ContractRef::Id(EntityId::from_num(2));

    #[test]
    fn own_lessons_come_first_and_the_same_origin_is_replaced() {
        let mut book = Book::default();
        for (contract, origin) in
            [(None, "any"), (Some(ONE), "a"), (Some(TWO), "c"), (Some(ONE), "b"), (Some(ONE), "a")]
        {
            book.add(AddedInterface::new(contract, origin.into(), "f()".into()));
        }
        let origins = |book: &Book| -> Vec<String> {
            book.added(vec![ONE]).map(|added| added.origin.escaped()).collect()
        };
        assert_eq!(origins(&book), ["a", "b", "any"]);
        book.forget(Some(ONE), &"a".into());
        book.forget(None, &"any".into());
        assert_eq!(origins(&book), ["b"]);
    }

    #[test]
    fn a_lesson_that_cannot_be_read_says_why() {
        let added = |text: &str| AddedInterface::new(None, "typed".into(), text.into());
        assert_eq!(added("f(uint8)\nerror E()").interface().map(|all| all.entries().len()), Ok(2));
        assert_eq!(added("[1").interface().err(), Some(Refusal::Json));
    }

    #[test]
    fn a_name_can_be_taken_away() {
        let mut book = Book::default();
        book.name_slot(ONE, [1; 32], "balances".into());
        book.name_slot(ONE, [2; 32], "x".into());
        book.name_slot(TWO, [1; 32], "y".into());
        book.name_slot(ONE, [2; 32], "".into());
        let named: Vec<_> = book.slots(vec![ONE]).collect();
        assert_eq!(named, [(&[1; 32], &Text::from("balances"))]);
    }

    #[test]
    fn the_users_own_come_first_and_what_cannot_be_read_says_why() {
        let (address, mut known) = (EvmAddress::new([7; 20]), Known::default());
        let contract = ContractRef::Address(address);
        let abi = RawJson::new(r#"[{"type":"function","name":"f","inputs":[]}]"#);
        known.add_code(address, VerifiedCode { abi: Some(abi.into()), ..VerifiedCode::default() });
        known.book_mut().add(AddedInterface::new(Some(contract), "a.json".into(), "{".into()));
        known.book_mut().add(AddedInterface::new(None, "g()".into(), "g()".into()));
        let found = sources(&known, contract);
        let reported: Vec<_> = found.iter().map(|one| (one.origin.escaped(), one.entries.is_ok())).collect();
        assert_eq!(reported, [("a.json".into(), false), ("g()".into(), true), (String::new(), true)]);
        assert_eq!(found.last().map(|one| one.provenance), Some(Provenance::Verified { exact: false }));
    }
}
