//! Letters over links: typing them follows the link. One place has the same letters at each of its links.

mod codes;
mod mentions;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

pub(in crate::app) use self::mentions::mentions;
use super::Outcome;
use crate::message::event::{Key, Mods};
use crate::message::keymap::{KeyMatch, Keymap};
use crate::message::{Action, Effect, Input, MouseButton, Notice};
use crate::panes::ActionHint;
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
        let all = codes::codes(alike.len()).into_iter().zip(alike);
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
            put(buf, area, column, link.area.y, rest, theme.letters());
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
