//! Keys as a tree on a sheet, and the forms in which their bytes can be copied.

use decode::key::{Curve, KeyLine, KeyTree};
use decode::public_key;
use ledger::{EntityId, EvmAddress, Field, HexBytes, Key};

use crate::message::{Copied, Place};
use crate::panes::Context;
use crate::panes::kit::nouns::values;
use crate::widgets::{Sheet, Value};

/// Maximum depth of branches; deeper keys are drawn at the last level.
const MAX_TREE_DEPTH: usize = 6;
/// How many keys have their forms in the copy menu.
const MAX_COPIED_KEYS: usize = 20;

/// Adds the keys within a key, a branch each, below the fact that shows it; an ECDSA key has its EVM address below.
pub fn branches(mut sheet: Sheet, key: &Field<Key>, own: Option<EntityId>, ctx: &Context<'_>) -> Sheet {
    let lines = KeyTree::from_field(key).map(|tree| tree.lines(own)).unwrap_or_default();
    let stems = stems(lines.iter().map(|line| line.depth), ctx);
    for (at, (line, stem)) in lines.iter().zip(stems).enumerate() {
        if at > 0 {
            sheet = sheet.fact(format!("{stem}{}", line.words), value(line));
        }
        if let Some(address) = address(line) {
            let depth = "  ".repeat(line.depth.min(MAX_TREE_DEPTH));
            sheet = sheet.fact(format!("{depth}  as EVM address"), values::address(&address));
        }
    }
    sheet
}

/// Adds a key this many steps in, and the keys within it, a branch each.
pub fn tree(sheet: Sheet, indent: u16, label: &str, key: &KeyTree, ctx: &Context<'_>) -> Sheet {
    let lines = key.lines(None);
    let stems = stems(lines.iter().map(|line| line.depth), ctx);
    lines.iter().zip(stems).enumerate().fold(sheet, |sheet, (at, (line, stem))| {
        if at > 0 {
            return sheet.inner(indent, format!("{stem}{}", line.words), value(line));
        }
        let (whole, value) = (Value::plain(line.words.clone()), value(line));
        let whole = match &line.bytes {
            Some(_) => whole.note(value.line()).copied(value.copied),
            None => whole,
        };
        sheet.inner(indent, label, Value { place: value.place, ..whole })
    })
}

/// The branch lines before each key, by its depth; keys precede those within them.
pub fn stems(depths: impl DoubleEndedIterator<Item = usize>, ctx: &Context<'_>) -> Vec<String> {
    let (child, last, past) = ctx.theme.glyphs.branch;
    // For each level, whether another key follows at it within the same list.
    let mut follows = [false; MAX_TREE_DEPTH + 1];
    let mut stems: Vec<String> = depths
        .rev()
        .map(|own| {
            let levels = follows.iter().enumerate().skip(1).take(own);
            let stem: String = levels
                .map(|(depth, follows)| match (depth == own, follows) {
                    (true, true) => child,
                    (true, false) => last,
                    (false, true) => past,
                    (false, false) => "  ",
                })
                .collect();
            follows.iter_mut().enumerate().skip(own).for_each(|(depth, follows)| *follows = depth == own);
            if own > 0 { stem + " " } else { stem }
        })
        .collect();
    stems.reverse();
    stems
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
    let bytes = line.bytes.as_ref().filter(|_| line.curve == Some(Curve::Secp256k1))?;
    public_key::evm_address(bytes.bytes())
}

/// Every key in the forms that other programs take: raw, DER, and the EVM address.
pub fn copies(key: &Field<Key>, own: Option<EntityId>) -> Vec<Copied> {
    let lines = KeyTree::from_field(key).map(|tree| tree.lines(own)).unwrap_or_default();
    let keys: Vec<&KeyLine> = lines.iter().filter(|line| line.bytes.is_some()).collect();
    let many = keys.len() > 1;
    let forms = keys.into_iter().take(MAX_COPIED_KEYS).enumerate().flat_map(|(at, line)| {
        let name = if many { format!("key {} ({})", at + 1, line.words) } else { line.words.clone() };
        let copied = move |form: &str, text: String| Copied::new(format!("{name}, {form}"), text);
        let bytes = line.bytes.as_ref().map(HexBytes::bytes).unwrap_or_default();
        let hex = |bytes: &[u8]| alloy_primitives::hex::encode(bytes);
        let mut forms = vec![copied("raw", hex(bytes))];
        match line.curve {
            Some(Curve::Ed25519) => {
                forms.extend(public_key::ed25519_der(bytes).map(|der| copied("DER", hex(&der))));
            }
            Some(Curve::Secp256k1) => {
                if let Some([standard, short]) = public_key::secp256k1_der(bytes) {
                    forms.push(copied("DER", hex(&standard)));
                    forms.push(copied("DER as the ledger's tools write it", hex(&short)));
                }
                let address = public_key::evm_address(bytes);
                forms.extend(address.map(|address| copied("EVM address", address.checksummed())));
            }
            None => {}
        }
        forms
    });
    forms.collect()
}
