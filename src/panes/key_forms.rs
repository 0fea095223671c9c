//! Keys as a tree on a sheet, and the forms in which their bytes can be copied.

use crate::decode::key::{KeyLine, KeyTree};
use crate::decode::public_key;
use crate::ledger::{EntityId, EvmAddress, Field, HexBytes, Key};
use crate::message::{Copied, Place};
use crate::panes::{Context, values};
use crate::widgets::{Sheet, Value};

/// How many levels are drawn with their branches; deeper keys stand below the last of them.
const LEVELS: usize = 6;
/// How many keys have their forms in the copy menu.
const FORMS: usize = 20;

/// Adds the keys within a key, a branch each, below the fact that shows it; an ECDSA key has its EVM address below.
pub fn branches(mut sheet: Sheet, key: &Field<Key>, own: Option<EntityId>, ctx: &Context<'_>) -> Sheet {
    let lines = KeyTree::of(key).map(|tree| tree.lines(own)).unwrap_or_default();
    for (at, line) in lines.iter().enumerate() {
        let stem = stem(&lines, at, ctx);
        if at > 0 {
            sheet = sheet.fact(format!("{stem}{}", line.words), value(line));
        }
        if let Some(address) = address(line) {
            let depth = "  ".repeat(line.depth.min(LEVELS));
            sheet = sheet.fact(format!("{depth}  as EVM address"), values::address(&address));
        }
    }
    sheet
}

/// The lines from the keys above to this one.
fn stem(lines: &[KeyLine], at: usize, ctx: &Context<'_>) -> String {
    let Some(line) = lines.get(at) else { return String::new() };
    let (child, last, past) = ctx.look.glyphs.branch;
    // Whether another key of this depth follows within the same list.
    let goes_on = |depth: usize| {
        let behind = lines.iter().skip(at + 1).map(|later| later.depth);
        behind.take_while(|later| *later >= depth).any(|later| later == depth)
    };
    (1..=line.depth.min(LEVELS)).fold(String::new(), |stem, depth| {
        let sign = match (depth == line.depth, goes_on(depth)) {
            (true, true) => child,
            (true, false) => last,
            (false, true) => past,
            (false, false) => "  ",
        };
        stem + sign
    }) + if line.depth > 0 { " " } else { "" }
}

fn value(line: &KeyLine) -> Value {
    match (&line.contract, &line.bytes) {
        (Some(contract), _) => Value::plain(contract.to_string()).link(Place::contract(*contract)),
        (None, Some(bytes)) => {
            let hex = alloy_primitives::hex::encode(bytes.bytes());
            Value::plain(hex.clone()).copied(hex)
        }
        (None, None) => Value::none(""),
    }
}

fn address(line: &KeyLine) -> Option<EvmAddress> {
    let bytes = line.bytes.as_ref().filter(|_| line.words.starts_with("ECDSA secp"))?;
    public_key::evm_address(bytes.bytes())
}

/// Every key in the forms that other programs take: raw, DER, and the EVM address.
pub fn copies(key: &Field<Key>, own: Option<EntityId>) -> Vec<Copied> {
    let lines = KeyTree::of(key).map(|tree| tree.lines(own)).unwrap_or_default();
    let keys: Vec<&KeyLine> = lines.iter().filter(|line| line.bytes.is_some()).collect();
    let many = keys.len() > 1;
    let forms = keys.into_iter().take(FORMS).enumerate().flat_map(|(at, line)| {
        let name = if many { format!("key {} ({})", at + 1, line.words) } else { line.words.clone() };
        let copied = move |form: &str, text: String| Copied { what: format!("{name}, {form}"), text };
        let bytes = line.bytes.as_ref().map(HexBytes::bytes).unwrap_or_default();
        let hex = |bytes: &[u8]| alloy_primitives::hex::encode(bytes);
        let mut forms = vec![copied("raw", hex(bytes))];
        match line.words.as_str() {
            "ED25519" => {
                forms.extend(public_key::ed25519_der(bytes).map(|der| copied("DER", hex(&der))));
            }
            "ECDSA secp256k1" => {
                if let Some([standard, short]) = public_key::secp256k1_der(bytes) {
                    forms.push(copied("DER", hex(&standard)));
                    forms.push(copied("DER as the ledger's tools write it", hex(&short)));
                }
                let address = public_key::evm_address(bytes);
                forms.extend(address.map(|address| copied("EVM address", address.checksummed())));
            }
            _ => {}
        }
        forms
    });
    forms.collect()
}
