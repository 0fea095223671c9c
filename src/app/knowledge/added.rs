//! Applies data that the user adds, and stored data of the user and of verifiers.

use api::{Extent, Lookup, VerifiedQuery};
use decode::interface::AddedInterface;
use decode::known::Known;
use decode::known::labels::LabelText;

use super::{Knowledge, online, verified_code};
use crate::message::{CustomAbi, KeptAnswer, Label, Persist, Response, Saved, SlotName};

impl Knowledge {
    /// Applies what earlier runs stored; changes since the start win.
    pub(in crate::app) fn restore(&mut self, saved: &Saved) {
        for answer in &saved.answers {
            self.change(&answer.network, |known| {
                known.recall_code(answer.address, verified_code(&answer.verified));
            });
        }
        for custom in &saved.interfaces {
            self.change(&custom.network, |known| known.book_mut().add(added(custom)));
        }
        for custom in &saved.signatures {
            self.change_all(|known| known.book_mut().add(signature(&custom.text)));
        }
        self.cache_signatures(&saved.signature_cache);
        for named in &saved.slots {
            self.change(&named.network, |known| name(known, named));
        }
        for network in networks_of(&saved.labels) {
            let here = saved.labels.iter().filter(|label| label.network == network);
            self.change(network, |known| {
                // What was labelled since the start wins.
                for label in here {
                    if known.own_label(&label.of).is_none() {
                        set_label(known, label);
                    }
                }
            });
        }
    }

    /// Applies data that is being stored. `true` if that changed the known data.
    pub(in crate::app) fn apply(&mut self, keep: &Persist) -> bool {
        match keep {
            Persist::Interface(custom) => {
                self.change(&custom.network, |known| known.book_mut().add(added(custom)));
            }
            Persist::ForgetInterface(custom) => self.change(&custom.network, |known| {
                known.book_mut().forget(Some(custom.contract), &custom.origin.as_str().into());
            }),
            Persist::Signature(custom) => {
                self.change_all(|known| known.book_mut().add(signature(&custom.text)));
            }
            Persist::ForgetSignature(text) => {
                self.change_all(|known| known.book_mut().forget(None, &text.as_str().into()));
            }
            Persist::SlotName(named) => self.change(&named.network, |known| name(known, named)),
            Persist::Labels(labels) => {
                for network in networks_of(labels) {
                    let here = labels.iter().filter(|label| label.network == network);
                    self.change(network, |known| here.for_each(|label| set_label(known, label)));
                }
            }
            _ => return false,
        }
        true
    }
}

/// The stored data about a network, from earlier runs and from the user.
pub(crate) fn known_before(saved: &Saved, network: &str) -> Known {
    let mut knowledge = Knowledge::default();
    knowledge.restore(saved);
    Known::clone(knowledge.snapshot(network))
}

/// What to store of an answer: a verified contract's ABI and layout, and names from a signature server.
pub(in crate::app) fn kept(response: &Response) -> Option<Persist> {
    if let Some((lookup, answer)) = response.request.ask.answered::<Lookup>(&response.outcome) {
        return Some(Persist::CachedSignatures(Box::new(online::proven(answer, lookup)), response.at));
    }
    let (query, verified) = response.request.ask.answered::<VerifiedQuery>(&response.outcome)?;
    if query.extent != Extent::Interface {
        return None;
    }
    verified.abi.as_ref().or(verified.layout.as_ref())?;
    let (network, verified) = (response.request.network.clone(), verified.clone());
    Some(Persist::Answer(Box::new(KeptAnswer { network, address: query.address, verified, at: response.at })))
}

fn added(custom: &CustomAbi) -> AddedInterface {
    let CustomAbi { contract, origin, text, .. } = custom;
    AddedInterface::new(Some(*contract), origin.as_str().into(), text.clone())
}

/// A signature for any contract is its own origin.
fn signature(text: &str) -> AddedInterface {
    AddedInterface::new(None, text.into(), text.into())
}

fn name(known: &mut Known, named: &SlotName) {
    if let Ok(slot) = named.slot.bytes().try_into() {
        known.book_mut().name_slot(named.contract, slot, named.name.as_str().into());
    }
}

fn set_label(known: &mut Known, Label { of, name, note, .. }: &Label) {
    known.set_label(of.clone(), LabelText { name: name.clone(), note: note.clone() });
}

/// The networks of which there are labels, each once.
fn networks_of(labels: &[Label]) -> Vec<&str> {
    let mut networks: Vec<&str> = labels.iter().map(|label| label.network.as_str()).collect();
    networks.sort_unstable();
    networks.dedup();
    networks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::CustomSignature;
    use ledger::{ContractRef, EntityId, EvmAddress, HexBytes, RawJson, Timestamp};
    use std::sync::Arc;
    use verification::Verified;

    const CONTRACT: ContractRef = ContractRef::Id(EntityId::from_num(5001));

    fn interface(network: &str, origin: &str) -> CustomAbi {
        let (network, origin, text) = (network.to_owned(), origin.to_owned(), "f()".into());
        CustomAbi { network, contract: CONTRACT, origin, text, at: Timestamp::from_secs(1) }
    }

    fn origins(knowledge: &Knowledge, network: &str) -> Vec<String> {
        knowledge.snapshot(network).custom_abis(Some(CONTRACT)).map(|added| added.origin.escaped()).collect()
    }

    #[test]
    fn what_is_added_is_known_at_once_and_signatures_everywhere() {
        let mut knowledge = Knowledge::default();
        assert!(knowledge.apply(&Persist::Interface(Box::new(interface("here", "a.json")))));
        let signature = CustomSignature { text: "g()".into(), at: Timestamp::from_secs(1) };
        assert!(knowledge.apply(&Persist::Signature(signature)));
        assert_eq!(origins(&knowledge, "here"), ["a.json", "g()"]);
        assert_eq!(origins(&knowledge, "there"), ["g()"]);
        knowledge.apply(&Persist::Interface(Box::new(interface("there", "b.json"))));
        assert_eq!(origins(&knowledge, "there"), ["b.json", "g()"]);
        knowledge.apply(&Persist::ForgetInterface(Box::new(interface("here", "a.json"))));
        knowledge.apply(&Persist::ForgetSignature("g()".into()));
        assert!(origins(&knowledge, "here").is_empty());
        assert_eq!(origins(&knowledge, "there"), ["b.json"]);
    }

    #[test]
    fn what_was_kept_is_known_from_the_start() {
        let address = EvmAddress::new([7; 20]);
        let verified = Verified { abi: Some(RawJson::new("[]")), ..Verified::default() };
        let answer = KeptAnswer {
            network: "here".into(),
            address,
            verified: Arc::new(verified),
            at: Timestamp::from_secs(1),
        };
        let slot = SlotName {
            network: "here".into(),
            contract: CONTRACT,
            slot: HexBytes::from(vec![1; 32]),
            name: "balances".into(),
        };
        let saved = Saved {
            interfaces: vec![interface("here", "a.json")],
            signatures: vec![CustomSignature { text: "g()".into(), at: Timestamp::from_secs(1) }],
            slots: vec![slot],
            answers: vec![answer],
            ..Saved::default()
        };
        let mut knowledge = Knowledge::default();
        knowledge.restore(&saved);
        let known = knowledge.snapshot("here");
        assert_eq!(origins(&knowledge, "here"), ["a.json", "g()"]);
        assert!(known.codes(ContractRef::Address(address)).any(|code| code.abi.is_some()));
        assert_eq!(known.slot_names(CONTRACT).count(), 1);
    }
}
