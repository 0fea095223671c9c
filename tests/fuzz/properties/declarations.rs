//! Sources of verified contracts, whose structs say what the namespaces of a storage hold.

use decode::known::{Known, VerifiedCode};
use decode::stop::Stop;
use decode::storage::{Case, Namespaces, Slot, erc7201, explain};
use ledger::{ContractRef, EvmAddress, Text};

use super::assert_harmless;

pub(super) fn check(bytes: &[u8]) {
    let source = super::text(bytes);
    let tagged = format!("// @custom:storage-location erc7201:a\nstruct A {{ {source} }}\n{source}");
    let address = EvmAddress::new([7; 20]);
    let mut known = Known::default();
    known.add_code(address, VerifiedCode::default());
    known.add_namespaces(address, Namespaces::new([Text::from(&*source), Text::new(tagged)]));
    let contract = Some(ContractRef::Address(address));
    let slot = Slot { contract, slot: Some(erc7201("a")), ..Slot::default() };
    let case = Case { slots: vec![slot], ..Case::default() };
    let explained = explain(&case, &known, 1_000, &Stop::default()).unwrap();
    for named in explained.slots.iter().filter_map(|slot| slot.named.as_ref()) {
        named.pieces.iter().for_each(|piece| assert_harmless(&piece.text()));
        named.members.iter().for_each(|member| assert_harmless(&member.kind));
    }
}
