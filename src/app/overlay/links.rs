//! Letters over links and over the ids and addresses that are drawn in full: typing them follows the link. One place
//! has the same letters at each of its links.

use ledger::query::TransactionQuery;
use ledger::system::{SystemEntity, SystemKind};
use ledger::{ContractRef, EntityId, EvmAddress, TransactionId};
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;

use super::Outcome;
use crate::message::event::{Key, Mods};
use crate::message::keymap::{KeyMatch, Keymap};
use crate::message::{Action, Effect, Input, MouseButton, Notice, Place};
use crate::panes::kit::nouns::{entities, labels};
use crate::panes::{ActionHint, Context};
use crate::widgets::line::{put, width};
use crate::widgets::{Link, Target, Theme};

/// The links with their letters, and the letters typed so far.
#[derive(Clone, Debug)]
pub(in crate::app) struct Links {
    all: Vec<Lettered>,
    typed: String,
}

#[derive(Clone, Debug)]
struct Lettered {
    letters: String,
    /// The positions of each link when the letters were assigned; several if its place is named more than once.
    links: Vec<Link>,
}

impl Links {
    /// Gives letters to these links, the shortest to the first.
    pub(in crate::app) fn new(links: Vec<Link>) -> Self {
        let mut alike: Vec<Vec<Link>> = Vec::new();
        for link in links {
            let same = |known: &Vec<Link>| known.first().is_some_and(|known| is_same(known, &link));
            match alike.iter().position(same).and_then(|at| alike.get_mut(at)) {
                Some(known) => known.push(link),
                None => alike.push(vec![link]),
            }
        }
        let all = codes(alike.len()).into_iter().zip(alike);
        let all = all.map(|(letters, links)| Lettered { letters, links }).collect();
        Self { all, typed: String::new() }
    }

    /// How many things can be followed.
    pub(in crate::app) fn len(&self) -> usize {
        self.all.len()
    }

    pub(super) fn hints() -> Vec<ActionHint> {
        vec![ActionHint::new(Action::Close, "leave")]
    }

    pub(super) fn handle_input(&mut self, input: &Input, keymap: &Keymap) -> Outcome {
        let key = match input {
            Input::Key(key) => key,
            Input::Mouse(click) if click.button == MouseButton::Press => return Outcome::Leave(Vec::new()),
            Input::Mouse(_) | Input::Paste(_) => return Outcome::Stay,
        };
        match key.key() {
            Key::Char(letter) if key.mods() == Mods::NONE && letter.is_ascii_lowercase() => {
                self.type_letter(letter)
            }
            Key::Backspace if self.typed.pop().is_some() => Outcome::Stay,
            // What means something everywhere goes its way; the rest is no letter of a link.
            _ if matches!(keymap.lookup(&[*key]), KeyMatch::Action(_)) => Outcome::Pass,
            key => no_link(&key.to_string().to_lowercase()),
        }
    }

    fn type_letter(&mut self, letter: char) -> Outcome {
        self.typed.push(letter);
        match self.all.iter().find(|it| it.letters.starts_with(&self.typed)) {
            None => no_link(&self.typed),
            Some(it) if it.letters == self.typed => match it.links.as_slice() {
                [only] => Outcome::Link(only.clone()),
                // What is named more than once selects none of what it is named by.
                [first, ..] => Outcome::Link(Link { area: Rect::ZERO, ..first.clone() }),
                [] => Outcome::Stay,
            },
            Some(_) => Outcome::Stay,
        }
    }

    /// Handles a key that is not a letter: help opens on top, everything else closes the overlay.
    pub(super) fn act(action: Action, keymap: &Keymap) -> Outcome {
        no_link(&keymap.key_of(action))
    }

    /// Draws the letters of the links that are still in view, each before its text where there is room.
    pub(in crate::app) fn view(&self, now: &[Link], theme: &Theme, buf: &mut Buffer) {
        for link in now {
            let is_it = |it: &&Lettered| it.links.iter().any(|known| is_same(known, link));
            let letters = self.all.iter().find(is_it).map(|it| it.letters.as_str());
            let Some(rest) = letters.and_then(|letters| letters.strip_prefix(&*self.typed)) else { continue };
            let column = link.area.x.saturating_sub(width(rest));
            let area = buf.area;
            put(buf, area, (column, link.area.y), rest, theme.letters());
        }
    }
}

/// Whether two links lead to the same.
fn is_same(one: &Link, other: &Link) -> bool {
    one.to == other.to && (one.area == other.area || !matches!(one.to, Target::Clicks(_)))
}

/// Says that nothing has these letters, and leaves.
fn no_link(typed: &str) -> Outcome {
    Outcome::Leave(vec![Effect::Notify(Notice::info(format!("no link has the letters {typed}")))])
}

/// The letters, those under the fingers first.
const LETTERS: &str = "asdfghjklqwertyuiopzxcvbnm";

/// The first `count` codes, the shortest first; fewer if the codes of two letters run out.
fn codes(count: usize) -> Vec<String> {
    let all = LETTERS.len();
    // Each letter that begins codes of two stands for as many as there are letters, instead of one.
    let begins = count.saturating_sub(all).div_ceil(all - 1).min(all);
    let (alone, firsts) = LETTERS.split_at(all - begins);
    let pairs = firsts.chars().flat_map(|first| LETTERS.chars().map(move |last| format!("{first}{last}")));
    alone.chars().map(String::from).chain(pairs).take(count).collect()
}

/// Hex digits of an address.
const ADDRESS_DIGITS: usize = 40;

/// Columns that wrapped lines leave free at the right edge.
const EDGE_COLUMNS: usize = 3;

/// What is mentioned in an area of the screen. Ids of the place on screen lead nowhere else.
pub(in crate::app) fn mentions(drawn: &Buffer, area: Rect, here: &Place, ctx: &Context<'_>) -> Vec<Link> {
    let here = here.to_string();
    area.intersection(drawn.area).rows().flat_map(|line| in_line(drawn, line, &here, ctx)).collect()
}

fn in_line(drawn: &Buffer, line: Rect, here: &str, ctx: &Context<'_>) -> Vec<Link> {
    let cells = line.columns().filter_map(|cell| drawn.cell(cell.as_position())).map(Cell::symbol);
    let cells: Vec<&str> = cells.collect();
    let word = |start: usize, is_part: fn(u8) -> bool| -> String {
        let part = |symbol: &&&str| matches!(symbol.as_bytes(), [byte] if is_part(*byte));
        cells.iter().skip(start).take_while(part).copied().collect()
    };
    let (mut links, mut start) = (Vec::new(), 0);
    while start < cells.len() {
        let web = word(start, |byte| byte.is_ascii_graphic() && !b"\"'<>".contains(&byte));
        let is_web = web.starts_with("https://") || web.starts_with("http://");
        let id = || word(start, |byte| byte.is_ascii_alphanumeric() || b".-@".contains(&byte));
        let text = if is_web { web } else { id() };
        let end = start + text.len();
        // What was cut is not there in full, and what reaches the edge may go on below.
        let is_whole =
            cells.get(end) != Some(&ctx.theme.glyphs.cut) && !(is_web && end + EDGE_COLUMNS >= cells.len());
        let text = text.trim_end_matches(labels::AROUND);
        let to = if is_web {
            Some(Target::Web(text.to_owned()))
        } else {
            named(text, ctx.network.home, |entity| entities::place(ctx, entity))
        };
        let column = u16::try_from(start).unwrap_or(u16::MAX);
        if let Some(to) = to.filter(|_| is_whole && !here.contains(text)) {
            links.extend(Link::new(line, column, text, to));
        }
        start = end.max(start + 1);
    }
    links
}

/// What an id or an address leads to; `None` if a word is neither.
fn named(word: &str, home: EntityId, place: impl Fn(ContractRef) -> Place) -> Option<Target> {
    let entity = |entity| Target::Place(place(entity));
    if let Some(digits) = word.strip_prefix("0x").filter(|digits| digits.len() == ADDRESS_DIGITS) {
        let address = EvmAddress::parse(word).ok().filter(|_| digits.bytes().any(|digit| digit != b'0'))?;
        let address = ContractRef::Address(address);
        return Some(entity(address.entity_id(home).map_or(address, ContractRef::Id)));
    }
    if let Some(id) = TransactionId::parse(word) {
        return Some(Target::Place(Place::Transaction(TransactionQuery::family(id))));
    }
    // Versions look like ids of other realms.
    let id = EntityId::parse(word).filter(|id| id.is_near(home))?;
    let is_file = SystemEntity::by_id(id).is_some_and(|system| system.kind == SystemKind::File);
    (!is_file).then(|| entity(ContractRef::Id(id)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_code_is_the_beginning_of_another() {
        for count in (0..120).chain([675, 676]) {
            let codes = codes(count);
            assert_eq!(codes.len(), count);
            for (at, code) in codes.iter().enumerate() {
                let others = codes.iter().enumerate().filter(|(other, _)| *other != at);
                assert!(others.clone().all(|(_, other)| !other.starts_with(code)), "{code} of {count}");
                assert!((1..=2).contains(&code.len()), "{code}");
            }
        }
        assert_eq!(codes(700).len(), 676);
    }

    #[test]
    fn the_home_row_comes_first_and_one_letter_before_two() {
        assert_eq!(codes(4), ["a", "s", "d", "f"]);
        assert_eq!(codes(26).last().unwrap(), "m");
        let many = codes(28);
        assert_eq!((many[24].as_str(), many[25].as_str(), many[27].as_str()), ("n", "ma", "md"));
    }

    #[test]
    fn ids_and_addresses_of_this_network_are_named() {
        let home = EntityId::from_num(0);
        let named = |word| match named(word, home, Place::contract) {
            Some(Target::Place(place)) => place.to_string(),
            _ => String::new(),
        };
        assert_eq!(named("0.0.5001"), "contract/0.0.5001");
        assert_eq!(named("0x0000000000000000000000000000000000001389"), "contract/0.0.5001");
        assert_eq!(
            named("0xb0551e9ecceb06cf6ea2879174aaf4da84633e85"),
            "contract/0xb0551e9ecceb06cf6ea2879174aaf4da84633e85"
        );
        assert_eq!(named("0.0.1005-1795216518-468117137"), "transaction/0.0.1005-1795216518-468117137");
        assert_eq!(named("0.0.1005@1795216518.468117137"), "transaction/0.0.1005-1795216518-468117137");
        for other in ["", "0.0", "0.8.24", "0.0.111", "0x0", "23:10:07.123456789", "0.0.5001.deposit"] {
            assert_eq!(named(other), "", "{other}");
        }
        assert_eq!(named(&format!("0x{}", "0".repeat(40))), "");
    }
}
