//! The screen as a picture that scales: text stays text, and can be searched and copied.

use std::fmt::Write as _;

use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier, Style};

use super::{Run, SIXTEEN, is_plain};

/// The size of a cell, pixels, and how far below its top letters stand.
const CELL: (u32, u32) = (9, 18);
const BASELINE: u32 = 14;
const FONT_PIXELS: u32 = 15;

/// The substitutes for the terminal's default colours: text and background.
const OWN: ([u8; 3], [u8; 3]) = ([0xcc, 0xcc, 0xcc], [0x12, 0x12, 0x12]);

/// The screen as an SVG document; `base` is the style of the whole screen.
pub fn svg(drawn: &Buffer, base: Style) -> String {
    let (width, height) = (u32::from(drawn.area.width) * CELL.0, u32::from(drawn.area.height) * CELL.1);
    let (text, behind) = colours(base);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace\" \
         font-size=\"{FONT_PIXELS}\" fill=\"{text}\">\n<rect width=\"100%\" height=\"100%\" fill=\"{behind}\"/>\n"
    );
    for (row, runs) in (0..).zip(super::rows(drawn)) {
        for run in &runs {
            push_run(&mut out, run, row * CELL.1, (&text, &behind));
        }
    }
    out.push_str("</svg>\n");
    out
}

/// Writes cells that look alike: their background, if it is another than the screen's, and their text.
fn push_run(out: &mut String, run: &Run, top: u32, base: (&str, &str)) {
    let (left, width) = (u32::from(run.column) * CELL.0, u32::from(run.columns) * CELL.0);
    let (text, behind) = colours(run.style);
    if behind != base.1 {
        let height = CELL.1;
        let _ = writeln!(
            out,
            "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" fill=\"{behind}\"/>"
        );
    }
    if run.text.trim().is_empty() && is_plain(run.style) {
        return;
    }
    let baseline = top + BASELINE;
    let _ = write!(
        out,
        "<text x=\"{left}\" y=\"{baseline}\" textLength=\"{width}\" lengthAdjust=\"spacingAndGlyphs\" xml:space=\"preserve\""
    );
    if text != base.0 {
        let _ = write!(out, " fill=\"{text}\"");
    }
    let looks = [
        (Modifier::BOLD, " font-weight=\"bold\""),
        (Modifier::DIM, " opacity=\"0.6\""),
        (Modifier::ITALIC, " font-style=\"italic\""),
        (Modifier::UNDERLINED, " text-decoration=\"underline\""),
    ];
    let looks = looks.iter().filter(|(modifier, _)| run.style.add_modifier.contains(*modifier));
    looks.for_each(|(_, look)| out.push_str(look));
    out.push('>');
    push_escaped(out, &run.text);
    out.push_str("</text>\n");
}

/// The colours of text and background.
fn colours(style: Style) -> (String, String) {
    let hex = |[red, green, blue]: [u8; 3]| format!("#{red:02x}{green:02x}{blue:02x}");
    let text = hex(style.fg.and_then(mixed).unwrap_or(OWN.0));
    let behind = hex(style.bg.and_then(mixed).unwrap_or(OWN.1));
    if style.add_modifier.contains(Modifier::REVERSED) { (behind, text) } else { (text, behind) }
}

/// Red, green and blue of a colour; none for the terminal's own.
fn mixed(colour: Color) -> Option<[u8; 3]> {
    /// The steps of the cube of 216 colours.
    const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let step = |number: u8| STEPS.get(usize::from(number % 6)).copied().unwrap_or_default();
    match colour {
        Color::Reset => None,
        Color::Rgb(red, green, blue) => Some([red, green, blue]),
        Color::Indexed(number @ 0..16) => SIXTEEN.get(usize::from(number)).map(|(_, mixed)| *mixed),
        Color::Indexed(number @ 16..232) => {
            let number = number - 16;
            Some([step(number / 36), step(number / 6), step(number)])
        }
        Color::Indexed(number) => Some([8 + (number - 232) * 10; 3]),
        named => SIXTEEN.iter().find(|(known, _)| *known == named).map(|(_, mixed)| *mixed),
    }
}

/// Writes text between tags, escaping characters that are special or invalid in XML.
fn push_escaped(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&apos;"),
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c if c.is_control() => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_has_all_text_and_none_of_it_is_markup() {
        let picture = svg(&super::super::tests::drawn(), Style::new());
        assert!(picture.starts_with("<svg xmlns=") && picture.ends_with("</svg>\n"));
        // Nothing but what is written here stands between angle brackets.
        let tags = picture
            .split('<')
            .skip(1)
            .filter_map(|tag| tag.split([' ', '>', '/']).find(|name| !name.is_empty()));
        assert!(tags.clone().all(|tag| matches!(tag, "svg" | "rect" | "text")), "{picture}");
        assert_eq!(picture.matches("<text").count(), picture.matches("</text>").count());
        assert!(
            picture.contains(">日本 &lt;a&amp;</text>") && picture.contains(">&quot;x&apos;</text>"),
            "{picture}"
        );
        for look in [
            "fill=\"#cd3131\" font-weight=\"bold\"",
            "fill=\"#ff8700\" text-decoration=\"underline\"",
            "<rect x=\"0\" y=\"18\" width=\"18\" height=\"18\" fill=\"#010203\"/>",
            "<rect x=\"18\" y=\"18\" width=\"18\" height=\"18\" fill=\"#cccccc\"/>",
            "opacity=\"0.6\" font-style=\"italic\">dim<",
            "textLength=\"72\"",
        ] {
            assert!(picture.contains(look), "{look}: {picture}");
        }
    }

    #[test]
    fn every_colour_of_a_terminal_has_a_place() {
        let all = (0..=u8::MAX).map(|number| mixed(Color::Indexed(number)).unwrap());
        assert_eq!(all.clone().count(), 256);
        assert_eq!(mixed(Color::Indexed(231)), Some([255; 3]));
        assert_eq!((mixed(Color::Indexed(255)), mixed(Color::Reset)), (Some([238; 3]), None));
        assert_eq!(
            (mixed(Color::Indexed(9)), mixed(Color::LightRed)),
            (mixed(Color::LightRed), mixed(Color::Indexed(9)))
        );
    }
}
