//! The keymap: built-in keys, the user's overrides, and conflicts between them.

use std::ops::Range;
use std::path::Path;
use std::str::FromStr;

use keybinds::{Key, KeyInput, KeySeq, Match, Mods};
use strum::VariantNames as _;

use super::document::{Faults, Section, Source, Written, unknown};
use crate::message::keymap::{Layer, key_label};
use crate::message::{Action, Binding, Keymap};

const BUILT_IN: &str = include_str!("../../assets/keymap.toml");

/// The verb that always keeps a key, as the program must have a way to quit.
const KEPT: Action = Action::QuitNow;

/// A verb's wish for a key sequence.
struct Claim {
    action: Action,
    layer: Option<Layer>,
    keys: KeySeq,
    /// Where the user wrote it; none for a built-in key.
    written: Option<Range<usize>>,
}

/// The keymap: built-in keys, but for the verbs that the user's section names.
///
/// Where two verbs want the same keys, or the keys of one begin those of another, the user's word goes before
/// the built-in one and the earlier before the later; the other loses these keys, and the fault names both.
pub(super) fn parse_keymap(section: Option<&Section<'_>>, ascii: bool, faults: &mut Faults<'_>) -> Keymap {
    let mut bindings = built_in();
    let mut claims = Vec::new();
    let mut chosen = Vec::new();
    for (action, keys) in section.map(|section| overrides(section, faults)).unwrap_or_default() {
        chosen.push(action);
        let layer =
            bindings.iter().find(|binding| binding.action == action).and_then(|binding| binding.layer);
        claims.extend(keys.into_iter().map(|keys| Claim {
            action,
            layer,
            keys: keys.value,
            written: Some(keys.span),
        }));
    }
    for binding in &mut bindings {
        let keys = std::mem::take(&mut binding.keys);
        if !chosen.contains(&binding.action) {
            let Binding { action, layer, .. } = *binding;
            claims.extend(keys.into_iter().map(|keys| Claim { action, layer, keys, written: None }));
        }
    }
    claims.sort_by_key(|claim| claim.action != KEPT);
    for claim in settle(claims, faults) {
        if let Some(binding) = bindings.iter_mut().find(|binding| binding.action == claim.action) {
            binding.keys.push(claim.keys);
        }
    }
    Keymap::new(bindings, ascii)
}

/// The built-in bindings, in the order of the verbs.
fn built_in() -> Vec<Binding> {
    let source = Source::new(Path::new("keymap.toml"), BUILT_IN);
    // That the file has no fault is tested.
    read_built_in(&source, &mut Faults::new(&source))
}

fn read_built_in(source: &Source, faults: &mut Faults<'_>) -> Vec<Binding> {
    let table = source.parse(faults);
    let root = Section::root(&table);
    let mut bindings = Vec::new();
    for action in Action::ALL.iter().copied() {
        let section = root.section(action.name(), faults);
        let keys =
            section.as_ref().and_then(|section| sequences(section, "keys", faults)).unwrap_or_default();
        let layer = section.as_ref().and_then(|section| section.text("layer", faults));
        let layer = layer.and_then(|layer| layer.and_then(faults, layer_named)).map(|layer| layer.value);
        let description = section.and_then(|section| section.text("desc", faults));
        bindings.push(Binding {
            layer,
            action,
            keys: keys.into_iter().map(|keys| keys.value).collect(),
            description: description.map_or_else(String::new, |text| text.value.to_owned()),
        });
    }
    bindings
}

/// The layer of this name.
fn layer_named(name: &str) -> Result<Layer, String> {
    Layer::from_str(name).map_err(|_| unknown("layer", name, Layer::VARIANTS.iter().copied()))
}

/// What the user wants instead, in the order of the file.
fn overrides(section: &Section<'_>, faults: &mut Faults<'_>) -> Vec<(Action, Vec<Written<KeySeq>>)> {
    let mut all = Vec::new();
    for name in section.names() {
        let Some(action) = Action::parse(name.value) else {
            let names = Action::ALL.iter().map(|action| action.name());
            faults.note(&name.span, &name.key, unknown("action", name.value, names));
            continue;
        };
        let Some(keys) = sequences(section, name.value, faults) else { continue };
        if keys.is_empty() && action == KEPT {
            faults.note(&name.span, &name.key, "needs a key, so that the program can always be left");
        } else {
            all.push((action, keys));
        }
    }
    all
}

/// The key sequences of a list. None if it is no list, or if it names keys but not one that can be read: then
/// the built-in ones stay.
fn sequences(section: &Section<'_>, name: &str, faults: &mut Faults<'_>) -> Option<Vec<Written<KeySeq>>> {
    let list = section.texts(name, faults)?;
    let unbound = list.is_empty();
    let sequences: Vec<_> = list.into_iter().filter_map(|text| text.and_then(faults, sequence)).collect();
    (unbound || !sequences.is_empty()).then_some(sequences)
}

/// Grants the claims one after another; a claim that collides with a granted one is noted instead.
fn settle(claims: Vec<Claim>, faults: &mut Faults<'_>) -> Vec<Claim> {
    let mut granted: Vec<Claim> = Vec::new();
    for claim in claims {
        let rival = granted.iter().find_map(|rival| collide(rival, &claim).map(|words| (rival, words)));
        match rival {
            None => granted.push(claim),
            Some((rival, _)) if rival.action == claim.action && rival.keys == claim.keys => {}
            Some((rival, words)) => {
                let (keeps, loses) = (rival.action.name(), claim.action.name());
                let written = if claim.written.is_some() { &claim } else { rival };
                let key = format!("keys.{}", written.action.name());
                let at = written.written.clone().unwrap_or_default();
                let words = format!("{words}; {keeps} keeps its key, choose another for {loses}");
                faults.note(&at, &key, words);
            }
        }
    }
    granted
}

/// Why both claims cannot be granted. Those of pages with their own key bindings shadow others without a conflict.
fn collide(granted: &Claim, claim: &Claim) -> Option<String> {
    let (granted_keys, claimed_keys) = (granted.keys.as_slice(), claim.keys.as_slice());
    if granted.layer != claim.layer || granted_keys.first() != claimed_keys.first() {
        return None;
    }
    let forward = granted.keys.match_to(claimed_keys);
    let backward = claim.keys.match_to(granted_keys);
    if forward == Match::Unmatch && backward != Match::Prefix {
        return None;
    }
    let (first, second) = (key_label(&granted.keys, true), key_label(&claim.keys, true));
    let (first_name, second_name) = (granted.action.name(), claim.action.name());
    Some(match forward {
        Match::Matched => format!("the key {first} is given to both {first_name} and {second_name}"),
        Match::Prefix => format!("the key {second} of {second_name} begins {first} of {first_name}"),
        Match::Unmatch => format!("the key {first} of {first_name} begins {second} of {second_name}"),
    })
}

/// Reads a key sequence: keys separated by blanks, each as help shows it, such as `ctrl-r`, `g g` or `⏎`.
///
/// # Errors
/// A sentence that names the key at fault.
fn sequence(text: &str) -> Result<KeySeq, String> {
    let inputs = text.split_whitespace().map(input).collect::<Result<Vec<_>, _>>()?;
    if inputs.is_empty() {
        return Err("write a key, such as \"ctrl-r\"; [] leaves an action without keys".to_owned());
    }
    Ok(inputs.into_iter().collect())
}

/// Reads one key with its modifiers, joined by `-` or `+`.
fn input(text: &str) -> Result<KeyInput, String> {
    let mut mods = Mods::NONE;
    let mut rest = text;
    while let Some((word, after)) = rest.split_once(['-', '+']).filter(|(_, after)| !after.is_empty()) {
        mods |= match word.to_lowercase().as_str() {
            "ctrl" | "control" => Mods::CTRL,
            "alt" | "option" => Mods::ALT,
            "shift" => Mods::SHIFT,
            "super" => Mods::SUPER,
            "cmd" => Mods::CMD,
            _ => break,
        };
        rest = after;
    }
    let key = key(rest).ok_or_else(|| {
        format!("no key is called {text:?}: write one such as \"ctrl-r\", \"f1\" or \"g g\"")
    })?;
    match key {
        // A terminal sends the letter's code alone, whether or not shift is held.
        Key::Char(c) if mods.contains(Mods::CTRL) => Ok(KeyInput::new(c.to_ascii_lowercase(), mods)),
        Key::Char(c) if mods.contains(Mods::SHIFT) && c.is_ascii_alphabetic() => {
            Ok(KeyInput::new(c.to_ascii_uppercase(), mods))
        }
        key if mods.contains(Mods::SHIFT) && !key.is_named() => {
            Err(format!("write the sign that shift makes of {rest} instead of {text:?}"))
        }
        key => Ok(KeyInput::new(key, mods)),
    }
}

fn key(word: &str) -> Option<Key> {
    let mut chars = word.chars();
    match (chars.next()?, chars.next()) {
        ('⏎', None) => Some(Key::Enter),
        ('↑', None) => Some(Key::Up),
        ('↓', None) => Some(Key::Down),
        ('←', None) => Some(Key::Left),
        ('→', None) => Some(Key::Right),
        (c, None) => Some(Key::Char(c)),
        _ => Key::from_str(match word.to_lowercase().replace('-', "").as_str() {
            "return" => "enter",
            "pgup" => "pageup",
            "pgdn" => "pagedown",
            "del" => "delete",
            "ins" => "insert",
            other => other,
        })
        .ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keymap(text: &str) -> (Keymap, Vec<String>) {
        let source = Source::new(Path::new("config.toml"), text);
        let mut faults = Faults::new(&source);
        let table = source.parse(&mut faults);
        let section = Section::root(&table).section("keys", &mut faults);
        let keymap = parse_keymap(section.as_ref(), true, &mut faults);
        (keymap, faults.into_list().iter().map(ToString::to_string).collect())
    }

    #[test]
    fn the_built_in_keymap_binds_every_verb_once_without_fault() {
        let source = Source::new(Path::new("keymap.toml"), BUILT_IN);
        let mut faults = Faults::new(&source);
        for binding in read_built_in(&source, &mut faults) {
            assert!(!binding.keys.is_empty(), "{:?} has no key", binding.action);
            assert!(!binding.description.is_empty(), "{:?} has no description", binding.action);
        }
        let table = source.parse(&mut faults);
        let root = Section::root(&table);
        root.finish(&mut faults);
        for name in root.names() {
            root.section(name.value, &mut faults).unwrap().finish(&mut faults);
        }
        assert_eq!(faults.into_list(), []);
        assert_eq!(keymap("").1, [""; 0]);
    }

    #[test]
    fn every_key_can_be_written_as_it_is_shown() {
        for binding in built_in() {
            for keys in binding.keys {
                for ascii in [true, false] {
                    assert_eq!(sequence(&key_label(&keys, ascii)), Ok(keys.clone()));
                }
            }
        }
    }

    #[test]
    fn keys_are_read_as_terminals_send_them() {
        let one = |key: Key, mods| Ok(KeySeq::from_iter([KeyInput::new(key, mods)]));
        for (text, wanted) in [
            ("Ctrl+R", one(Key::Char('r'), Mods::CTRL)),
            ("shift-g", one(Key::Char('G'), Mods::NONE)),
            ("Shift+Tab", one(Key::Tab, Mods::SHIFT)),
            ("ctrl--", one(Key::Char('-'), Mods::CTRL)),
            ("-", one(Key::Char('-'), Mods::NONE)),
            ("+", one(Key::Char('+'), Mods::NONE)),
            ("space", one(Key::Char(' '), Mods::NONE)),
            ("page-up", one(Key::PageUp, Mods::NONE)),
            ("ctrl-alt-del", one(Key::Delete, Mods::CTRL | Mods::ALT)),
        ] {
            assert_eq!(sequence(text), wanted, "{text}");
        }
        for text in ["", " ", "ctrl-", "hyper-x", "shift-1", "bell", "ctrl"] {
            assert!(sequence(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn the_users_keys_stand_instead_of_the_built_in_ones() {
        let (keymap, faults) = keymap("[keys]\nrefresh = [\"f5\", \"ctrl-r\"]\nreset = []\n");
        assert_eq!(faults, [""; 0]);
        assert_eq!(keymap.keys_of(Action::Refresh), ["f5", "ctrl-r"]);
        assert!(keymap.keys_of(Action::Reset).is_empty());
        assert_eq!(keymap.keys_of(Action::Down), ["down", "j"]);
    }

    #[test]
    fn a_conflict_names_both_verbs_and_the_users_word_counts() {
        let (map, mut faults) = keymap("[keys]\njobs = [\"j\"]\nhome = [\"g\"]\nedit = [\"j\"]");
        // More keys begin with g than one.
        faults.retain(|fault| !fault.contains("keys.home") || fault.contains("g g of first"));
        assert_eq!(
            faults,
            [
                "config.toml:2: keys.jobs: the key j is given to both jobs and down; \
                 jobs keeps its key, choose another for down",
                "config.toml:3: keys.home: the key g of home begins g g of first; \
                 home keeps its key, choose another for first",
                "config.toml:4: keys.edit: the key j is given to both jobs and edit; \
                 jobs keeps its key, choose another for edit",
            ]
        );
        assert_eq!(map.keys_of(Action::Jobs), ["j"]);
        assert_eq!(map.keys_of(Action::Down), ["down"]);
        assert_eq!(map.keys_of(Action::First), ["home"]);
        assert!(map.keys_of(Action::Edit).is_empty());
    }

    #[test]
    fn the_program_can_always_be_left() {
        let (map, faults) = keymap("[keys]\nquit-now = []\ncopy = [\"ctrl-c\", \"y\"]");
        assert_eq!(faults.len(), 2, "{faults:#?}");
        assert_eq!(map.keys_of(Action::QuitNow), ["ctrl-c"]);
        assert_eq!(map.keys_of(Action::Copy), ["y"]);
    }

    #[test]
    fn keys_that_cannot_be_read_leave_the_built_in_ones() {
        let (map, faults) = keymap("[keys]\ncopy = [\"hyper-y\"]\nfilter = [\"f2\", 3]\nfnid = [\"x\"]");
        assert_eq!(faults.len(), 3, "{faults:#?}");
        assert!(faults[2].contains("did you mean find?"), "{}", faults[2]);
        assert_eq!(map.keys_of(Action::Copy), ["y"]);
        assert_eq!(map.keys_of(Action::Filter), ["f2"]);
    }
}
