//! The copy menu of a transaction, beyond the facts on its sheet.

use decode::family::Family;
use decode::money::{Asset, Net};
use ledger::Transaction;

use super::facts;
use super::transfer_columns::{self, Transfers};
use crate::message::Copied;
use crate::panes::kit::list::export::csv;

/// The id in both spellings, other forms of hash and memo, and the transfers as CSV.
pub(super) fn copies_of(transaction: &Transaction, family: &Family) -> Vec<Copied> {
    let t = transaction;
    let mut copies = Vec::new();
    let mut add = |what: &str, text: String| copies.push(Copied::new(what, text));
    if let Some(id) = t.transaction_id.value() {
        add("transaction id", id.to_string());
        add("transaction id with @", id.at_form());
    }
    if let Some(hash) = t.transaction_hash.known() {
        add("hash", hash.to_hex());
        add("hash without 0x", hash.to_hex().trim_start_matches("0x").to_owned());
        add("hash, base64", facts::base64(hash.bytes()));
    }
    if let Some(memo) = t.memo.known().filter(|memo| !memo.is_empty()) {
        add("memo, base64", facts::base64(memo.raw()));
    }
    if let Some(bytes) = t.bytes.known().filter(|bytes| !bytes.is_empty()) {
        add("bytes, base64", facts::base64(bytes.bytes()));
    }
    let moved = transfer_columns::rows(t);
    if !moved.is_empty() {
        add("transfers as CSV", csv::<Transfers>(moved));
    }
    let members = family.members.iter().filter(|_| family.is_tree());
    let moved: Vec<_> = members.flat_map(|member| transfer_columns::rows(&member.transaction)).collect();
    if !moved.is_empty() {
        add("transfers of the family as CSV", csv::<Transfers>(moved));
    }
    for (account, held) in &Net::new([t]).accounts {
        if let Some(amount) = held.get(&Asset::Coin) {
            add(&format!("net of {account}, tinybar"), amount.to_string());
        }
    }
    copies
}
