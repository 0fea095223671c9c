//! The screen as it was drawn, for a report: as text, with the sequences that colour it in a terminal, or as a picture.

mod svg;

use std::fmt::Write as _;

use ratatui::buffer::{Buffer, CellWidth as _};
use ratatui::style::{Color, Modifier, Style};

pub use self::svg::svg;
use super::palettes::SIXTEEN;

/// Cells of a row that follow one another and look alike.
struct Run {
    /// The column of the first.
    column: u16,
    /// How many columns they take.
    columns: u16,
    text: String,
    style: Style,
}

/// The screen as lines of text, without blanks at their ends.
pub fn text(drawn: &Buffer) -> String {
    let line = |runs: Vec<Run>| {
        let text: String = runs.into_iter().map(|run| run.text).collect();
        format!("{}\n", text.trim_end())
    };
    rows(drawn).map(line).collect()
}

/// The rows in runs of cells that look alike. Blanks at the end of a row are left out where they look like nothing.
fn rows(drawn: &Buffer) -> impl Iterator<Item = Vec<Run>> {
    let area = drawn.area;
    area.rows().map(move |row| {
        let mut runs: Vec<Run> = Vec::new();
        let mut column = row.left();
        while let Some(cell) = drawn.cell((column, row.y)).filter(|_| column < row.right()) {
            let symbol = cell.symbol();
            let text = if symbol.is_empty() || symbol.contains(char::is_control) { " " } else { symbol };
            // A wide character takes the cells behind it as well.
            let columns = text.cell_width().clamp(1, row.right() - column);
            let style = cell.style();
            match runs.last_mut().filter(|run| run.style == style) {
                Some(run) => {
                    run.columns += columns;
                    run.text.push_str(text);
                }
                None => runs.push(Run { column: column - row.left(), columns, text: text.to_owned(), style }),
            }
            column += columns;
        }
        if let Some(last) = runs.last_mut().filter(|run| is_plain(run.style)) {
            let kept = last.text.trim_end_matches(' ').len();
            last.columns -= u16::try_from(last.text.len() - kept).unwrap_or(last.columns).min(last.columns);
            last.text.truncate(kept);
        }
        runs.retain(|run| !run.text.is_empty());
        runs
    })
}

/// Whether blanks in this style look like nothing.
fn is_plain(style: Style) -> bool {
    let seen = Modifier::UNDERLINED | Modifier::REVERSED | Modifier::CROSSED_OUT;
    !style.add_modifier.intersects(seen) && matches!(style.bg, None | Some(Color::Reset))
}

/// The screen as coloured lines of text; each line sets and resets its colours.
pub fn ansi(drawn: &Buffer) -> String {
    let mut out = String::new();
    for runs in rows(drawn) {
        for run in runs {
            let codes = codes(run.style);
            if codes.is_empty() {
                out.push_str(&run.text);
            } else {
                let _ = write!(out, "\x1b[{}m{}\x1b[0m", codes.join(";"), run.text);
            }
        }
        out.push('\n');
    }
    out
}

const MODIFIERS: [(Modifier, &str); 6] = [
    (Modifier::BOLD, "1"),
    (Modifier::DIM, "2"),
    (Modifier::ITALIC, "3"),
    (Modifier::UNDERLINED, "4"),
    (Modifier::REVERSED, "7"),
    (Modifier::CROSSED_OUT, "9"),
];

/// What `SGR` takes for a style.
fn codes(style: Style) -> Vec<String> {
    let modifiers = MODIFIERS.iter().filter(|(modifier, _)| style.add_modifier.contains(*modifier));
    let mut codes: Vec<String> = modifiers.map(|(_, code)| (*code).to_owned()).collect();
    codes.extend(style.fg.and_then(|colour| colour_code(colour, 30)));
    codes.extend(style.bg.and_then(|colour| colour_code(colour, 40)));
    codes
}

/// The code of a colour of text (`first` is 30) or background (40); none for the terminal's own.
fn colour_code(colour: Color, first: u8) -> Option<String> {
    let of_sixteen = SIXTEEN.iter().position(|(known, _)| *known == colour);
    Some(match (colour, of_sixteen.and_then(|at| u8::try_from(at).ok())) {
        (_, Some(at @ 0..8)) => (first + at).to_string(),
        (_, Some(at)) => (first + 60 + at - 8).to_string(),
        (Color::Indexed(number), _) => format!("{};5;{number}", first + 8),
        (Color::Rgb(red, green, blue), _) => format!("{};2;{red};{green};{blue}", first + 8),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use ratatui::layout::Rect;

    use super::*;

    /// A screen with a wide character, a hostile name and every kind of style.
    pub(super) fn drawn() -> Buffer {
        let mut drawn = Buffer::empty(Rect::new(0, 0, 14, 3));
        drawn.set_string(0, 0, "日本 <a&b>", Style::new());
        drawn.set_string(8, 0, "\"x'", Style::new().bold().fg(Color::Red));
        drawn.set_string(
            0,
            1,
            "up",
            Style::new().underlined().fg(Color::Indexed(208)).bg(Color::Rgb(1, 2, 3)),
        );
        drawn.set_string(2, 1, "re", Style::new().reversed());
        drawn.set_string(4, 1, "dim", Style::new().dim().italic());
        drawn.cell_mut((13, 2)).unwrap().set_symbol("\u{1b}");
        drawn
    }

    #[test]
    fn text_has_each_character_once_and_nothing_that_acts() {
        assert_eq!(text(&drawn()), "日本 <a&\"x'\nupredim\n\n");
        assert_eq!(text(&Buffer::empty(Rect::default())), "");
    }

    #[test]
    fn a_terminal_shows_the_same_again() {
        let drawn = drawn();
        let lines = ansi(&drawn);
        assert_eq!(
            lines,
            "日本 <a&\x1b[1;31m\"x'\x1b[0m\n\
             \x1b[4;38;5;208;48;2;1;2;3mup\x1b[0m\x1b[7mre\x1b[0m\x1b[2;3mdim\x1b[0m\n\n"
        );
        let mut terminal = vt100::Parser::new(4.try_into().unwrap(), 14.try_into().unwrap(), 0);
        terminal.process(lines.replace('\n', "\r\n").as_bytes());
        assert_eq!(terminal.screen().contents().trim_end(), "日本 <a&\"x'\nupredim");
        assert_eq!(terminal.screen().cell(0, 8).unwrap().fgcolor(), vt100::Color::Idx(1));
    }
}
