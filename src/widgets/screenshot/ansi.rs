//! The screen with the sequences that colour it in a terminal.

use std::fmt::Write as _;

use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier, Style};

/// The screen as coloured lines of text; each line sets and resets its colours.
pub fn ansi(drawn: &Buffer) -> String {
    let mut out = String::new();
    for runs in super::rows(drawn) {
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
    let of_sixteen = super::svg::SIXTEEN.iter().position(|(known, _)| *known == colour);
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
    #[test]
    fn a_terminal_shows_the_same_again() {
        let drawn = super::super::tests::drawn();
        let lines = super::ansi(&drawn);
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
