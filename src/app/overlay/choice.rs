//! A short list to choose from: what to copy, each with a letter that copies it at once; which network. What is copied
//! most has the same letter on every screen.

use api::Network;
use ledger::text::visible;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::Outcome;
use crate::message::event::{Key, KeyInput, Mods};
use crate::message::keymap::{KeyMatch, Keymap};
use crate::message::{Action, Copied, Effect, Input, ScreenCopy};
use crate::panes::{ActionHint, Context, action_hint};
use crate::widgets::line::{cut, cut_middle, put, width};
use crate::widgets::{Role, Scroll, popup};

/// The title of a list of copies.
const COPY: &str = "Copy";
/// The bytes of each end of a value that are shown at most: no line is longer.
const MAX_SHOWN_BYTES: usize = 4_096;
/// How wide a label may be.
const MAX_LABEL_COLUMNS: u16 = 28;
/// The columns of a letter before its label.
const LETTER_COLUMNS: u16 = 2;

/// The ways to copy the screen below the list, each with its name and description.
const SCREENS: [(&str, &str, ScreenCopy); 3] = [
    ("screen as text", "what is on screen, without colours", ScreenCopy::Text),
    ("screen as ANSI", "the same, coloured in a terminal", ScreenCopy::Ansi),
    ("screen to a file", "text, ANSI or SVG", ScreenCopy::File),
];

#[derive(Clone, Debug)]
pub(crate) struct Choice {
    title: &'static str,
    rows: Vec<Row>,
    scroll: Scroll,
}

#[derive(Clone, Debug)]
struct Row {
    /// What chooses it at once.
    letter: Option<char>,
    label: String,
    text: String,
    effect: Effect,
}

impl Choice {
    /// The values to copy: first the default of the copy key, then the most wanted ones.
    pub(super) fn copies(mut copies: Vec<Copied>, keymap: &Keymap) -> Self {
        if let Some((_, others)) = copies.split_first_mut() {
            others.sort_by_key(|copied| rank(&copied.what));
        }
        let screens = SCREENS.iter().map(|(name, ..)| *name);
        let names: Vec<&str> = copies.iter().map(|copied| copied.what.as_str()).chain(screens).collect();
        let letters = letters(&names, |letter| is_free(letter, keymap));
        let value = |copied: Copied| {
            let shown = visible(&copied.text.both_ends(MAX_SHOWN_BYTES));
            (copied.what.clone(), shown, Effect::Copy(copied))
        };
        let screen = |(name, words, form): &(&str, &str, ScreenCopy)| {
            ((*name).to_owned(), (*words).to_owned(), Effect::Screen(*form))
        };
        let all = copies.into_iter().map(value).chain(SCREENS.iter().map(screen));
        let row = |((label, text, effect), letter)| Row { letter, label, text, effect };
        Self { title: COPY, rows: all.zip(letters).map(row).collect(), scroll: Scroll::default() }
    }

    pub(super) fn networks(networks: &[Network], current: &str) -> Self {
        let row = |network: &Network| Row {
            letter: None,
            label: network.name.clone(),
            text: if network.generated {
                "embedded: a generated ledger inside this program".to_owned()
            } else {
                visible(&network.mirror)
            },
            effect: Effect::Network(network.name.clone()),
        };
        let selected = networks.iter().position(|network| network.name == current).unwrap_or(0);
        let rows: Vec<Row> = networks.iter().map(row).collect();
        let mut scroll = Scroll::default();
        scroll.select(selected, rows.len(), u16::MAX);
        Self { title: "Network", rows, scroll }
    }

    fn area(&self, body: Rect) -> Rect {
        popup::inside_for(body, self.size())
    }

    /// The size in columns and lines.
    fn size(&self) -> (u16, u16) {
        let texts = self.rows.iter().map(|row| width(&row.text)).max().unwrap_or(0);
        let columns = self.texts().saturating_add(texts).saturating_add(1).max(width(self.title) + 4);
        (columns, u16::try_from(self.rows.len()).unwrap_or(u16::MAX))
    }

    /// The column of the labels.
    fn labels(&self) -> u16 {
        if self.rows.iter().any(|row| row.letter.is_some()) { 2 + LETTER_COLUMNS } else { 2 }
    }

    /// The column of the values, to the right of the labels.
    fn texts(&self) -> u16 {
        let labels = self.rows.iter().map(|row| width(&row.label)).max().unwrap_or(0);
        labels.min(MAX_LABEL_COLUMNS) + self.labels() + 2
    }

    /// The actions that are available here.
    pub(super) fn hints(&self) -> Vec<ActionHint> {
        let words = if self.title == COPY { "copy; a letter copies at once" } else { "choose" };
        let mut hints = vec![ActionHint::new(Action::Open, words), ActionHint::new(Action::Close, "close")];
        hints.extend(action_hint::moves());
        hints
    }

    pub(super) fn handle_input(&mut self, input: &Input, ctx: &Context<'_>) -> Outcome {
        let click = match input {
            Input::Mouse(click) => click,
            Input::Key(key) => {
                let is_it = |row: &&Row| row.letter.is_some_and(|letter| letter_key(letter) == *key);
                let row = self.rows.iter().find(is_it);
                return row.map_or(Outcome::Pass, |row| Outcome::Leave(vec![row.effect.clone()]));
            }
            Input::Paste(_) => return Outcome::Pass,
        };
        match self.scroll.click(*click, popup::to_edge(self.area(ctx.body)), self.rows.len()) {
            Some(_) => self.act(Action::Open, ctx),
            None => Outcome::Stay,
        }
    }

    pub(super) fn act(&mut self, action: Action, ctx: &Context<'_>) -> Outcome {
        let height = self.area(ctx.body).height;
        match action {
            Action::Open | Action::Copy => {
                let row = self.rows.get(self.scroll.selected);
                return row.map_or(Outcome::Stay, |row| Outcome::Leave(vec![row.effect.clone()]));
            }
            _ => {
                let _ = self.scroll.act(action, self.rows.len(), height);
            }
        }
        Outcome::Stay
    }

    pub(super) fn view(&self, ctx: &Context<'_>, area: Rect, buf: &mut Buffer) -> Option<Position> {
        let theme = ctx.theme;
        let inner = popup::open_for(ctx.theme, area, self.title, self.size(), buf);
        let (texts, window) = (self.texts(), self.scroll.window(self.rows.len(), inner.height));
        popup::scrolled(ctx.theme, (inner, inner), &window, self.rows.len(), buf);
        for (line, at) in inner.rows().zip(window) {
            let Some(row) = self.rows.get(at) else { continue };
            let over = theme.mark_row(line, at == self.scroll.selected, buf);
            if let Some(letter) = row.letter {
                put(buf, line, (2, 0), &letter.to_string(), theme.style(Role::Key).patch(over));
            }
            let label = cut(&row.label, MAX_LABEL_COLUMNS, ctx.theme.glyphs.cut);
            put(buf, line, (self.labels(), 0), &label, theme.style(Role::Plain).patch(over));
            let text = cut_middle(&row.text, inner.width.saturating_sub(texts + 1), ctx.theme.glyphs.cut);
            put(buf, line, (texts, 0), &text, theme.style(Role::Dim).patch(over));
        }
        None
    }
}

fn letter_key(letter: char) -> KeyInput {
    KeyInput::new(Key::Char(letter), Mods::NONE)
}

/// Whether a letter does nothing else in this list.
fn is_free(letter: char, keymap: &Keymap) -> bool {
    match keymap.lookup(&[letter_key(letter)]) {
        KeyMatch::Nothing => true,
        KeyMatch::Prefix
        | KeyMatch::Action(
            Action::Open
            | Action::Copy
            | Action::Close
            | Action::Back
            | Action::Quit
            | Action::Leave
            | Action::QuitNow
            | Action::Help,
        ) => false,
        KeyMatch::Action(action) => action_hint::moves().all(|hint| hint.action != action),
    }
}

/// What is copied most, the most wanted first: its letter, and how panes name it. A name that begins with a blank is the
/// end of one.
const WANTED: &[(char, &[&str])] = &[
    ('M', &[" marked row", " marked rows"]),
    ('C', &[" marked row as CSV", " marked rows as CSV"]),
    ('D', &[" marked row as Markdown", " marked rows as Markdown"]),
    ('L', &[" marked row as JSON lines", " marked rows as JSON lines"]),
    ('h', &["transaction hash", "hash"]),
    ('t', &["transaction id"]),
    ('i', &["contract id", "schedule id", "job id", "contract", "entity id"]),
    ('a', &["contract address", "EVM address", "address"]),
    ('f', &["sender", "from"]),
    ('o', &["to"]),
    ('c', &["call data"]),
    ('v', &["value", "amount", "amount sent"]),
    ('s', &["slot"]),
    ('m', &["method", "function"]),
    ('e', &["event"]),
    ('b', &["block"]),
    ('T', &["consensus time", "consensus timestamp", "consensus"]),
    ('J', &["row as JSON", "version as JSON", "record as received", "the document as received"]),
    ('C', &[" as CSV"]),
    ('D', &[" as Markdown", "report in Markdown"]),
    ('p', &["place", "this place", "path"]),
    ('P', &["place with its network"]),
    ('u', &["address of the request", "address of the record"]),
    ('r', &["request as a curl command"]),
    ('w', &["web explorer"]),
    ('H', &["command that prints this"]),
    ('X', &["call as a cast command"]),
    ('N', &["call as JSON"]),
    // Digits: letters are for what is selected.
    ('1', &["screen as text"]),
    ('2', &["screen as ANSI"]),
    ('3', &["screen to a file"]),
];

/// How wanted something is: the least is the most wanted.
fn rank(what: &str) -> usize {
    let is_it = |name: &&str| what == *name || (name.starts_with(' ') && what.ends_with(name));
    WANTED.iter().position(|(_, names)| names.iter().any(is_it)).unwrap_or(WANTED.len())
}

/// A letter for each name while there are letters left: the wanted one, else one from the name, else the next free one.
/// Only letters that `is_free` accepts are assigned. The order of the names affects only those with equal names.
fn letters(names: &[&str], is_free: impl Fn(char) -> bool) -> Vec<Option<char>> {
    let mut given: Vec<char> = Vec::new();
    let mut give = |mut letters: &mut dyn Iterator<Item = char>| {
        let letter = Iterator::find(&mut letters, |letter| !given.contains(letter) && is_free(*letter))?;
        given.push(letter);
        Some(letter)
    };
    let wanted = |what: &str| WANTED.get(rank(what)).map(|(letter, _)| *letter);
    let mut letters: Vec<_> = names.iter().map(|what| give(&mut wanted(what).into_iter())).collect();
    let is_kept = |letter: &char| WANTED.iter().any(|(wanted, _)| wanted == letter);
    let mut by_name: Vec<_> = names.iter().zip(&mut letters).collect();
    by_name.sort_by_key(|(what, _)| **what);
    let (mut firsts_of_name, mut repeated): (Vec<(&str, _)>, Vec<_>) = (Vec::new(), Vec::new());
    for (what, letter) in by_name {
        if firsts_of_name.last().is_some_and(|(known, _)| known == what) {
            repeated.push(letter);
        } else {
            firsts_of_name.push((*what, letter));
        }
    }
    // What one begins with goes before what another has within it: what else there is changes little then.
    for own in [firsts, str::to_owned] {
        for (what, letter) in &mut firsts_of_name {
            let own = own(what);
            let both =
                own.chars().flat_map(|letter| [letter.to_ascii_lowercase(), letter.to_ascii_uppercase()]);
            let mut both = both.filter(|letter| letter.is_ascii_alphabetic() && !is_kept(letter));
            **letter = letter.or_else(|| give(&mut both));
        }
    }
    for letter in firsts_of_name.into_iter().map(|(_, letter)| letter).chain(repeated) {
        let mut left = any().filter(|letter| !is_kept(letter)).chain(any());
        *letter = letter.or_else(|| give(&mut left));
    }
    letters
}

/// What its words begin with.
fn firsts(what: &str) -> String {
    what.split(' ').filter_map(|word| word.chars().next()).collect()
}

fn any() -> impl Iterator<Item = char> {
    ('a'..='z').chain('A'..='Z').chain('0'..='9')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(names: &[&str]) -> String {
        letters(names, |letter| !"jkgGqy".contains(letter)).into_iter().flatten().collect()
    }

    #[test]
    fn what_is_wanted_has_its_letter_whatever_stands_before_it() {
        assert_eq!(all(&["place", "transaction hash", "sender"]), "phf");
        assert_eq!(all(&["gas limit", "fee", "hash without 0x", "hash", "sender"]), "lFWhf");
        assert_eq!(all(&["event of 3 marked rows", "3 marked rows as CSV", "event"]), "MCe");
        assert_eq!(all(&["transfers as CSV", "1 marked row as CSV"]), "CR");
        assert_eq!(all(&["moved", "moved", "memo", "memo"]), "OlEd", "what is named again comes last");
    }

    #[test]
    fn neither_the_order_nor_what_else_there_is_changes_what_one_begins_with() {
        assert_eq!(all(&["success", "gas consumed", "arguments"]), "SOA");
        assert_eq!(all(&["success", "gas consumed"]), "SA");
        let (names, turned) = (["type", "memo", "node", "nonce"], ["nonce", "node", "memo", "type"]);
        assert_eq!(all(&names), all(&turned).chars().rev().collect::<String>());
    }

    #[test]
    fn a_letter_of_what_is_wanted_goes_to_nothing_else_while_there_are_others() {
        assert_eq!(all(&["part", "Part", "thing", "word"]), "RAIW");
    }

    #[test]
    fn no_letter_is_given_twice_and_none_that_means_something_else() {
        let names: Vec<String> = (0..80).map(|at| format!("part {at}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let mut letters: Vec<char> = all(&names).chars().collect();
        assert_eq!(letters.len(), 62 - 6, "all that there are");
        letters.sort_unstable();
        letters.dedup();
        assert_eq!(letters.len(), 62 - 6);
        assert!(!letters.iter().any(|letter| "jkgGqy".contains(*letter)));
    }
}
