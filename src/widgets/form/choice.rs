//! Fields in which one of a few words is chosen.

use std::borrow::Cow;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::Typed;
use crate::message::Input;
use crate::message::event::{Key, Mods};
use crate::widgets::line::{put, width};
use crate::widgets::{Role, Theme};

/// Draws the words in a row. Where not all of them fit, the chosen one stands alone, with its number.
pub(super) fn view(
    options: &[(Cow<'_, str>, &str)],
    chosen: usize,
    theme: &Theme,
    place: Rect,
    buf: &mut Buffer,
) {
    let (on, off) = theme.glyphs.radio;
    let signed = |(at, (word, _)): (usize, &(Cow<'_, str>, &str))| {
        let (sign, role) = if at == chosen { (on, Role::Plain) } else { (off, Role::Dim) };
        (at, format!("{sign} {word}  "), theme.style(role))
    };
    let words: Vec<_> = options.iter().enumerate().map(signed).collect();
    // The gap behind the last one may be cut.
    let fit = words.iter().map(|(_, word, _)| width(word)).sum::<u16>() <= place.width.saturating_add(2);
    let mut column = 0;
    for (_, word, style) in words.iter().filter(|(at, ..)| fit || *at == chosen) {
        column = put(buf, place, (column, 0), word, *style);
    }
    if !fit {
        let count = format!("{} of {}", chosen + 1, options.len());
        put(buf, place, (column, 0), &count, theme.style(Role::Dim));
    }
}

/// Chooses another of so many words.
pub(super) fn choose(input: &Input, count: usize, chosen: &mut usize) -> Typed {
    let Input::Key(key) = input else { return Typed::Moved };
    if key.mods().intersects(Mods::CTRL | Mods::ALT) || count == 0 {
        return Typed::Ignored;
    }
    match key.key() {
        Key::Char(' ') | Key::Right => *chosen = (*chosen + 1) % count,
        Key::Left => *chosen = chosen.checked_sub(1).unwrap_or(count - 1),
        Key::Char(_) => return Typed::Moved,
        _ => return Typed::Ignored,
    }
    Typed::Edited
}
