//! The sources of a contract's interface and their entries: shows where names come from.

use ledger::{ContractRef, Text};

use super::{Entry, Interface, Refusal};
use crate::known::Known;
use crate::reading::Provenance;

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
pub fn sources(known: &Known, contract: ContractRef) -> Vec<Source> {
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
    use super::*;
    use crate::interface::AddedInterface;
    use crate::known::VerifiedCode;
    use ledger::{EvmAddress, RawJson};

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
