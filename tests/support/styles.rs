//! The styles of a screen as text that can be compared line by line: a letter for each cell.

use std::collections::BTreeMap;

use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

use super::Session;

impl Session {
    /// The screen as lines of text, and below them a map of the styles that are not the default one.
    pub(crate) fn styled_screen(&self) -> String {
        let screen = &self.host.screen;
        format!("{}\n\n{}", self.text(screen), map(screen))
    }

    /// The same for a screen of this size, whether or not the session has heard of it.
    pub(crate) fn styled(&self, columns: u16, rows: u16) -> String {
        let screen = self.view(Buffer::empty(Rect::new(0, 0, columns, rows)));
        format!("{}\n\n{}", self.text(&screen), map(&screen))
    }

    /// The screen, drawn over cells that look like this one.
    pub(crate) fn buffer(&self, below: Cell) -> Buffer {
        self.view(Buffer::filled(self.host.screen.area, below))
    }
}

/// A legend, then each row's letters with a blank for the default style. Rows in a row that are alike stand once, rows
/// of the default style alone not at all. What cannot be seen counts as default: the colour of a blank.
fn map(buffer: &Buffer) -> String {
    let mut legend = BTreeMap::new();
    let area = buffer.area;
    let rows: Vec<String> = (area.top()..area.bottom())
        .map(|y| {
            let cells = (area.left()..area.right()).filter_map(|x| buffer.cell((x, y)));
            let row: String = cells.map(|cell| letter(visible(cell), &mut legend)).collect();
            row.trim_end().to_owned()
        })
        .collect();
    let mut lines = vec![format!(
        "styles: {}",
        legend.iter().map(|(letter, name)| format!("{letter} {name}")).collect::<Vec<_>>().join(", ")
    )];
    let mut from = 0;
    for alike in rows.chunk_by(|one, other| one == other) {
        let last = from + alike.len() - 1;
        let numbers = if last == from { from.to_string() } else { format!("{from}-{last}") };
        if let Some(row) = alike.first().filter(|row| !row.is_empty()) {
            lines.push(format!("{numbers:>6} {row}"));
        }
        from = last + 1;
    }
    lines.join("\n")
}

/// What can be seen of a cell's style.
fn visible(cell: &Cell) -> Style {
    let style = cell.style();
    if cell.symbol() != " " || style.add_modifier.contains(Modifier::REVERSED) {
        return style;
    }
    let lines = Modifier::UNDERLINED | Modifier::CROSSED_OUT;
    let line = style.add_modifier & lines;
    Style { fg: style.fg.filter(|_| !line.is_empty()), add_modifier: line, ..style }
}

/// The letter of a style: that of its colour, upper case if it is bold. The same style has the same letter on every
/// screen, as long as it is made of the colours of the terminal's own theme.
fn letter(style: Style, legend: &mut BTreeMap<char, String>) -> char {
    let name = name(style);
    if name.is_empty() {
        return ' ';
    }
    let known = match name.as_str() {
        "bold" => Some('B'),
        "dim" => Some('o'),
        "dark gray" => Some('d'),
        "dark gray bold" => Some('D'),
        "cyan" => Some('c'),
        "cyan bold" => Some('C'),
        "cyan underlined" => Some('u'),
        "green" => Some('g'),
        "green bold" => Some('G'),
        "red" => Some('r'),
        "red bold" => Some('R'),
        "yellow" => Some('y'),
        "yellow bold" => Some('Y'),
        _ => legend.iter().find(|(_, known)| **known == name).map(|(letter, _)| *letter),
    };
    let letter = known.or_else(|| ('0'..='9').chain('e'..='z').find(|letter| !legend.contains_key(letter)));
    let letter = letter.unwrap_or('?');
    legend.entry(letter).or_insert(name);
    letter
}

/// A style in words; empty for the default one.
fn name(style: Style) -> String {
    let colour = |colour: Color| match colour {
        Color::DarkGray => "dark gray".to_owned(),
        other => other.to_string().to_lowercase(),
    };
    let set = |colour: Option<Color>| colour.filter(|colour| *colour != Color::Reset);
    let mut words: Vec<String> = set(style.fg).map(colour).into_iter().collect();
    words.extend(style.add_modifier.iter_names().map(|(name, _)| name.to_lowercase()));
    words.extend(set(style.bg).map(|bg| format!("on {}", colour(bg))));
    words.extend(set(style.underline_color).map(|line| format!("line {}", colour(line))));
    words.join(" ")
}
