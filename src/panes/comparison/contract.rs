//! The fields of two contracts.

use ledger::{Contract, ContractRef};

use super::rows::Rows;
use crate::message::Place;
use crate::panes::kit::nouns::contract_facts::FACTS;
use crate::widgets::Value;

/// The labels of bytecode fields, which open the code comparison.
const CODES: [&str; 2] = ["runtime bytecode", "creation bytecode"];

pub(super) fn rows(rows: &mut Rows<'_>, named: [ContractRef; 2], [one, other]: [&Contract; 2]) {
    let [first, second] = named;
    for fact in &FACTS {
        let section = if CODES.contains(&fact.label) { "Code" } else { "Record" };
        rows.section(section);
        let mut values = [(fact.show)(one, rows.ctx), (fact.show)(other, rows.ctx)];
        if CODES.contains(&fact.label) && !(fact.same)(one, other) {
            let leads = |value: Value| value.link(Place::CodeComparison(first, second));
            values = values.map(leads);
        }
        rows.add(fact.label, (fact.same)(one, other), values);
    }
}
