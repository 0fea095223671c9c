//! The keymap: key sequences, their actions, and how both are written on screen.

use keybinds::{Key, KeyInput, KeySeq, Match, Mods};

use super::Action;
use super::event::Edit;

/// An action, its key sequences, and its description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binding {
    /// The verb.
    pub action: Action,
    /// Its key sequences; the first is the one that the footer shows.
    pub keys: Vec<KeySeq>,
    /// What it does, for help.
    pub description: String,
    /// The page that defines it; `None` for all pages.
    pub layer: Option<Layer>,
}

/// Pages that define keys. These take precedence over the global keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::EnumString, strum::VariantNames)]
#[strum(serialize_all = "kebab-case")]
pub enum Layer {
    /// A contract result.
    Result,
    /// The replay of a result, step by step.
    Replay,
}

/// What a run of keys means so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyMatch {
    /// They are this verb.
    Action(Action),
    /// They begin a longer sequence.
    Prefix,
    /// They mean nothing.
    Nothing,
}

/// The active key bindings, used by input, help and footer.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Keymap {
    bindings: Vec<Binding>,
    ascii: bool,
    /// The page on screen, whose keys take precedence.
    layer: Option<Layer>,
}

/// The fixed keys of text fields and forms.
const FIELD_KEYS: [(Action, Key, Mods); 6] = [
    (Action::Open, Key::Enter, Mods::NONE),
    (Action::Close, Key::Esc, Mods::NONE),
    (Action::NextPart, Key::Tab, Mods::NONE),
    (Action::PreviousPart, Key::Tab, Mods::SHIFT),
    (Action::Up, Key::Up, Mods::NONE),
    (Action::Down, Key::Down, Mods::NONE),
];

/// Whether a text field takes a key as text.
fn is_text(input: &KeyInput) -> bool {
    matches!(Edit::from_key(*input), Some(Edit::Insert(_) | Edit::DeleteBefore))
}

impl Keymap {
    /// A keymap of these bindings; with `ascii`, keys are named without signs such as `⏎`.
    pub fn new(bindings: Vec<Binding>, ascii: bool) -> Self {
        Self { bindings, ascii, layer: None }
    }

    /// Selects the page whose keys take precedence.
    pub fn enter(&mut self, layer: Option<Layer>) {
        self.layer = layer;
    }

    /// The meaning of the keys pressed since the last action.
    pub fn lookup(&self, pressed: &[KeyInput]) -> KeyMatch {
        let own = self.layer.map_or(KeyMatch::Nothing, |layer| self.lookup_in(Some(layer), pressed));
        if own == KeyMatch::Nothing { self.lookup_in(None, pressed) } else { own }
    }

    fn lookup_in(&self, layer: Option<Layer>, pressed: &[KeyInput]) -> KeyMatch {
        let mut matched = KeyMatch::Nothing;
        for binding in self.bindings.iter().filter(|binding| binding.layer == layer) {
            for keys in &binding.keys {
                match keys.match_to(pressed) {
                    Match::Matched => return KeyMatch::Action(binding.action),
                    Match::Prefix => matched = KeyMatch::Prefix,
                    Match::Unmatch => {}
                }
            }
        }
        matched
    }

    /// The action's key sequences, the preferred one first, except those that the current page uses for another action.
    fn sequences(&self, action: Action) -> impl Iterator<Item = &KeySeq> {
        let binding = self.binding(action);
        let keys = binding.map(|binding| binding.keys.iter()).into_iter().flatten();
        let is_elsewhere = binding.is_some_and(|binding| binding.layer.is_some());
        keys.filter(move |keys| is_elsewhere || !self.is_taken(keys))
    }

    /// Whether a key of the current page hides these keys.
    fn is_taken(&self, keys: &KeySeq) -> bool {
        let first = keys.as_slice().get(..1).unwrap_or_default();
        self.layer.is_some_and(|layer| self.lookup_in(Some(layer), first) != KeyMatch::Nothing)
    }

    /// The verb's key sequences as they are shown, the preferred one first. Empty if it has none.
    pub fn keys_of(&self, action: Action) -> Vec<String> {
        self.sequences(action).map(|keys| key_label(keys, self.ascii)).collect()
    }

    /// The action's keys that work while a text field has the focus, preferred first: single keys that
    /// neither edit text nor belong to forms. A form's own keys are the fallback.
    pub fn keys_while_typing(&self, action: Action) -> Vec<String> {
        let keys = self.sequences(action).filter(|keys| match keys.as_slice() {
            [key] => self.means_while_typing(*key, action),
            _ => false,
        });
        let keys: Vec<String> = keys.map(|keys| key_label(keys, self.ascii)).collect();
        if keys.is_empty() {
            return FIELD_KEYS
                .iter()
                .filter(|(of, ..)| *of == action)
                .map(|(_, key, mods)| shown_input(KeyInput::new(*key, *mods), self.ascii))
                .collect();
        }
        keys
    }

    /// The keys to press for the action: its preferred keys, or in a focused text field those not taken as text. Empty
    /// if it has no keys.
    pub fn pressed_for(&self, action: Action, typing: bool) -> Vec<KeyInput> {
        let mut keys = self.sequences(action);
        if !typing {
            return keys.map(|keys| keys.as_slice().to_vec()).next().unwrap_or_default();
        }
        let single = |keys: &KeySeq| match keys.as_slice() {
            [key] => self.means_while_typing(*key, action).then_some(*key),
            _ => None,
        };
        let own = || FIELD_KEYS.iter().find(|(of, ..)| *of == action);
        keys.find_map(single)
            .or_else(|| own().map(|(_, key, mods)| KeyInput::new(*key, *mods)))
            .into_iter()
            .collect()
    }

    /// Whether a key that is bound to a verb means that verb to a text field or form as well.
    fn means_while_typing(&self, key: KeyInput, action: Action) -> bool {
        let key = self.as_field_key(key);
        let own = FIELD_KEYS.iter().find(|(_, own, mods)| KeyInput::new(*own, *mods) == key);
        own.map_or(Edit::from_key(key).is_none(), |(of, ..)| *of == action)
    }

    /// Key hints in one line, for a focused text field: `⏎ apply   esc cancel`.
    pub fn hints_while_typing(&self, hints: &[(Action, &str)]) -> String {
        let hint = |(action, words): &(Action, &str)| {
            self.keys_while_typing(*action).into_iter().next().map(|key| format!("{key} {words}"))
        };
        hints.iter().filter_map(hint).collect::<Vec<_>>().join("   ")
    }

    /// The action's preferred key that a focused text field does not take as text; empty if it has no such key.
    pub fn key_while_typing(&self, action: Action) -> String {
        self.keys_while_typing(action).into_iter().next().unwrap_or_default()
    }

    /// The verb's preferred key, or what the verb does if it has none.
    pub fn key_of(&self, action: Action) -> String {
        self.keys_of(action).into_iter().next().unwrap_or_else(|| self.describe(action).to_owned())
    }

    /// The key as text fields and forms interpret it: enter, escape, tab and the arrows are fixed there, regardless of
    /// the keymap.
    pub fn as_field_key(&self, input: KeyInput) -> KeyInput {
        let own = |(_, key, mods): &(Action, Key, Mods)| KeyInput::new(*key, *mods);
        if is_text(&input) || FIELD_KEYS.iter().any(|entry| own(entry) == input) {
            return input;
        }
        let KeyMatch::Action(action) = self.lookup(&[input]) else { return input };
        FIELD_KEYS.iter().find(|(of, ..)| *of == action).map_or(input, own)
    }

    /// What the action does, in a few words.
    pub fn describe(&self, action: Action) -> &str {
        self.binding(action).map_or_else(|| action.name(), |binding| &binding.description)
    }

    /// Every binding, in the order of the verbs.
    pub fn bindings(&self) -> &[Binding] {
        &self.bindings
    }

    fn binding(&self, action: Action) -> Option<&Binding> {
        self.bindings.iter().find(|binding| binding.action == action)
    }
}

/// A key sequence as the screen and the configuration spell it: `⏎`, `ctrl-r`, `g g`.
///
/// With `ascii`, key names are plain ASCII: `enter`, `up`.
pub fn key_label(keys: &KeySeq, ascii: bool) -> String {
    keys.as_slice().iter().map(|input| shown_input(*input, ascii)).collect::<Vec<_>>().join(" ")
}

fn shown_input(input: KeyInput, ascii: bool) -> String {
    let names = [(Mods::CTRL, "ctrl-"), (Mods::CMD, "cmd-"), (Mods::ALT, "alt-"), (Mods::WIN, "super-")];
    let mut out: String =
        names.iter().filter(|(m, _)| input.mods().contains(*m)).map(|(_, name)| *name).collect();
    if input.mods().contains(Mods::SHIFT) {
        out.push_str("shift-");
    }
    let sign = match input.key() {
        Key::Enter => Some(("⏎", "enter")),
        Key::Up => Some(("↑", "up")),
        Key::Down => Some(("↓", "down")),
        Key::Left => Some(("←", "left")),
        Key::Right => Some(("→", "right")),
        Key::PageUp => Some(("pgup", "pgup")),
        Key::PageDown => Some(("pgdn", "pgdn")),
        Key::Delete => Some(("del", "del")),
        Key::Insert => Some(("ins", "ins")),
        _ => None,
    };
    match (sign, input.key()) {
        (Some((sign, word)), _) => out.push_str(if ascii { word } else { sign }),
        (None, Key::Char(c)) if c != ' ' => out.push(c),
        (None, key) => out.push_str(&key.to_string().to_lowercase()),
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keymap(ascii: bool) -> Keymap {
        let bind = |action, keys: &[&str]| Binding {
            action,
            keys: keys.iter().map(|keys| keys.parse().unwrap()).collect(),
            description: format!("does {}", action.name()),
            layer: None,
        };
        Keymap::new(
            vec![
                bind(Action::First, &["g g", "Home"]),
                bind(Action::Open, &["Enter"]),
                bind(Action::Reset, &["Ctrl+r", "Shift+Tab"]),
            ],
            ascii,
        )
    }

    #[test]
    fn a_sequence_is_a_prefix_until_it_is_whole() {
        let map = keymap(false);
        let g = KeyInput::from('g');
        assert_eq!(map.lookup(&[g]), KeyMatch::Prefix);
        assert_eq!(map.lookup(&[g, g]), KeyMatch::Action(Action::First));
        assert_eq!(map.lookup(&[g, 'x'.into()]), KeyMatch::Nothing);
        assert_eq!(map.lookup(&[Key::Enter.into()]), KeyMatch::Action(Action::Open));
        assert_eq!(map.lookup(&['G'.into()]), KeyMatch::Nothing);
    }

    #[test]
    fn keys_are_shown_in_short_form() {
        assert_eq!(keymap(false).keys_of(Action::First), ["g g", "home"]);
        assert_eq!(keymap(false).keys_of(Action::Open), ["⏎"]);
        assert_eq!(keymap(true).keys_of(Action::Open), ["enter"]);
        assert_eq!(keymap(true).keys_of(Action::Reset), ["ctrl-r", "shift-tab"]);
        assert!(keymap(true).keys_of(Action::Quit).is_empty());
        // The cursor takes one, text and the form's own keys the others.
        assert!(keymap(true).keys_while_typing(Action::First).is_empty());
        assert_eq!(keymap(true).keys_while_typing(Action::Reset), ["ctrl-r"]);
        assert_eq!(keymap(true).keys_while_typing(Action::Close), ["esc"]);
    }

    #[test]
    fn an_action_is_pressed_by_a_key_that_does_it() {
        let (map, g) = (keymap(true), KeyInput::from('g'));
        assert_eq!(map.pressed_for(Action::First, false), [g, g]);
        assert!(
            map.pressed_for(Action::First, true).is_empty()
                && map.pressed_for(Action::Quit, false).is_empty()
        );
        assert_eq!(map.pressed_for(Action::Reset, true), [KeyInput::new('r', Mods::CTRL)]);
        assert_eq!(map.pressed_for(Action::Close, true), [KeyInput::from(Key::Esc)]);
    }

    #[test]
    fn the_keys_of_a_page_go_before_others() {
        let bind = |action, keys: &str, layer| Binding {
            action,
            keys: vec![keys.parse().unwrap()],
            description: String::new(),
            layer,
        };
        let bindings = vec![
            bind(Action::Jobs, "b", None),
            bind(Action::First, "g g", None),
            bind(Action::Forget, "b", Some(Layer::Replay)),
        ];
        let (mut map, b) = (Keymap::new(bindings, true), KeyInput::from('b'));
        assert_eq!(map.lookup(&[b]), KeyMatch::Action(Action::Jobs));
        map.enter(Some(Layer::Replay));
        assert_eq!(map.lookup(&[b]), KeyMatch::Action(Action::Forget));
        assert!(map.keys_of(Action::Jobs).is_empty(), "the key is another's here");
        assert_eq!(
            (map.keys_of(Action::Forget), map.keys_of(Action::First)),
            (vec!["b".into()], vec!["g g".into()])
        );
        map.enter(Some(Layer::Result));
        assert_eq!(map.lookup(&[b]), KeyMatch::Action(Action::Jobs));
    }

    #[test]
    fn help_speaks_the_description() {
        assert_eq!(keymap(false).describe(Action::Open), "does open");
    }
}
