//! Which required keys have signed: a key tree matched with the prefixes of signatures.
//!
//! A schedule records only a distinguishing prefix of each signer's public key. A key counts as signed if it
//! starts with such a prefix. Contracts and keys of unknown encoding cannot be matched.

use std::collections::{BTreeSet, HashSet};

use ledger::{ContractRef, EntityId, HexBytes};

use super::key::KeyTree;

/// A key tree with the state of each key's signature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signing {
    /// The tree, one line a key; the first is the whole.
    pub lines: Vec<SignerLine>,
    /// Whether enough have signed.
    pub complete: bool,
}

/// One line of the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignerLine {
    /// Number of enclosing lists.
    pub depth: usize,
    /// The text, safe to print; without the key's bytes.
    pub words: String,
    /// The key's bytes, if it is one that signs.
    pub bytes: Option<HexBytes>,
    /// The contract that it names.
    pub contract: Option<ContractRef>,
    /// Whether the key has signed.
    pub state: Signed,
}

/// Whether a key has signed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signed {
    /// A signature's prefix is the beginning of the key.
    Yes,
    /// No signature's prefix is the beginning of the key.
    No,
    /// `(signed, needed)` of its keys.
    Of(usize, u64),
    /// The signatures do not show it.
    Unknown,
}

impl Signed {
    /// Whether the key, or the threshold of a list, is satisfied by the signatures.
    pub fn is_enough(self) -> bool {
        match self {
            Self::Yes => true,
            Self::Of(have, needed) => u64::try_from(have).is_ok_and(|have| have >= needed),
            Self::No | Self::Unknown => false,
        }
    }
}

/// The prefixes of signatures, indexed: there may be many of both.
#[derive(Clone, Debug, Default)]
pub struct Prefixes<'a> {
    all: HashSet<&'a [u8]>,
    lengths: BTreeSet<usize>,
}

impl<'a> FromIterator<&'a [u8]> for Prefixes<'a> {
    /// Takes what says anything: an empty prefix is the beginning of every key.
    fn from_iter<I: IntoIterator<Item = &'a [u8]>>(prefixes: I) -> Self {
        let all: HashSet<&[u8]> = prefixes.into_iter().filter(|prefix| !prefix.is_empty()).collect();
        Self { lengths: all.iter().map(|prefix| prefix.len()).collect(), all }
    }
}

impl Prefixes<'_> {
    /// Whether one of them is the beginning of a key.
    fn begin(&self, key: &HexBytes) -> bool {
        let beginnings = self.lengths.iter().map_while(|length| key.bytes().get(..*length));
        beginnings.into_iter().any(|beginning| self.all.contains(beginning))
    }
}

impl Signing {
    /// Matches a key tree with the prefixes of the signatures. `own` is the entity that the key belongs to.
    pub fn new(key: &KeyTree, prefixes: &Prefixes<'_>, own: Option<EntityId>) -> Self {
        let states = states(key, prefixes);
        let complete = states.first().is_some_and(|state| state.is_enough());
        let lines = key.lines(own).into_iter().zip(states).map(|(line, state)| SignerLine {
            depth: line.depth,
            words: line.words,
            bytes: line.bytes,
            contract: line.contract,
            state,
        });
        Self { lines: lines.collect(), complete }
    }
}

/// The state of a key and of all within it, in the order of [`KeyTree::lines`].
fn states(key: &KeyTree, prefixes: &Prefixes<'_>) -> Vec<Signed> {
    let (needed, keys) = match key {
        KeyTree::Threshold(needed, keys) => (*needed, keys),
        KeyTree::List(keys) => (u64::try_from(keys.len()).unwrap_or(u64::MAX), keys),
        leaf => return vec![leaf_state(leaf, prefixes)],
    };
    let mut below = Vec::new();
    let mut have = 0;
    for key in keys {
        let states = states(key, prefixes);
        have += usize::from(states.first().is_some_and(|state| state.is_enough()));
        below.extend(states);
    }
    // A threshold of nothing, and a list of nobody, are never met: no key would have signed.
    std::iter::once(Signed::Of(have, needed.max(1))).chain(below).collect()
}

fn leaf_state(key: &KeyTree, prefixes: &Prefixes<'_>) -> Signed {
    match key {
        KeyTree::Ed25519(bytes) | KeyTree::Ecdsa(bytes) | KeyTree::Old(_, bytes) => {
            if prefixes.begin(bytes) {
                Signed::Yes
            } else {
                Signed::No
            }
        }
        KeyTree::Nobody => Signed::No,
        _ => Signed::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ledger::{Field, Key};

    fn ed(byte: u8) -> KeyTree {
        KeyTree::Ed25519(HexBytes::from(vec![byte; 32]))
    }

    fn signing(key: &KeyTree, prefixes: &[&[u8]]) -> Signing {
        Signing::new(key, &prefixes.iter().copied().collect(), None)
    }

    #[test]
    fn a_threshold_counts_who_has_signed() {
        let key = KeyTree::Threshold(2, vec![ed(1), ed(2), KeyTree::List(vec![ed(3), ed(4)])]);
        let signing = |prefixes: &[&[u8]]| signing(&key, prefixes);
        let one = signing(&[&[1, 1, 1]]);
        assert_eq!((one.lines[0].state, one.complete), (Signed::Of(1, 2), false));
        let half = signing(&[&[1], &[3]]);
        assert_eq!((half.lines[0].state, half.lines[3].state), (Signed::Of(1, 2), Signed::Of(1, 2)));
        let two = signing(&[&[1], &[3], &[4; 32]]);
        assert_eq!((two.lines[0].state, two.complete), (Signed::Of(2, 2), true));
        let states: Vec<Signed> = two.lines.iter().map(|line| line.state).collect();
        assert_eq!(states[1..], [Signed::Yes, Signed::No, Signed::Of(2, 2), Signed::Yes, Signed::Yes]);
    }

    #[test]
    fn what_bytes_do_not_tell_is_not_made_up() {
        let contract = KeyTree::Contract(ContractRef::Id(EntityId::from_num(5001)));
        assert_eq!(signing(&contract, &[&[0x51]]).lines[0].state, Signed::Unknown);
        assert_eq!(signing(&ed(1), &[&[]]).lines[0].state, Signed::No, "no prefix names no key");
        assert_eq!(signing(&ed(1), &[&[1; 33]]).lines[0].state, Signed::No, "longer than the key");
        assert!(!signing(&KeyTree::List(Vec::new()), &[]).complete);
    }

    proptest::proptest! {
        #[test]
        fn any_key_and_any_prefixes(bytes: Vec<u8>, prefixes: Vec<Vec<u8>>) {
            let kind = Field::Known("ProtobufEncoded".into());
            let key = KeyTree::from_key(&Key { r#type: kind, key: Field::Known(HexBytes::from(bytes)) });
            let prefixes: Vec<&[u8]> = prefixes.iter().map(Vec::as_slice).collect();
            let signing = signing(&key, &prefixes);
            proptest::prop_assert_eq!(signing.lines.len(), key.lines(None).len());
        }
    }
}
