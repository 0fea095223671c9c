//! Colours by meaning. No meaning depends on colour alone: each has a glyph or a word, too.

use ratatui::style::{Color, Modifier, Style};

use super::palettes::{Palette, SIXTEEN, palette};
use crate::message::{Colour, Coloured, OwnColours, Role, Settings, ThemeName};

/// The style of each role.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Styles {
    name: ThemeName,
    palette: Palette,
    own: OwnColours,
    /// Whether colours are enabled.
    colour: bool,
}

impl Styles {
    /// The styles that the settings ask for.
    pub(super) fn new(settings: &Settings) -> Self {
        let Settings { theme, colours, colour, .. } = *settings;
        Self { name: theme, palette: palette(theme), own: colours, colour }
    }

    /// The styles of another theme, under the user's own colours.
    pub(super) fn with_theme(self, name: ThemeName) -> Self {
        Self { name, palette: palette(name), ..self }
    }

    pub(super) fn name(&self) -> ThemeName {
        self.name
    }

    fn own(&self, of: Coloured) -> Option<Color> {
        self.own.get(of).map(terminal_colour)
    }

    /// The style of the whole screen.
    pub(super) fn base(&self) -> Style {
        if !self.colour {
            return Style::new();
        }
        let base = self.palette.base;
        let fg = self.own(Coloured::Text(Role::Plain)).or(base.fg);
        Style { fg, bg: self.own(Coloured::Background).or(base.bg), ..base }
    }

    /// The style of a role, laid over the base.
    pub(super) fn style(&self, role: Role) -> Style {
        let p = &self.palette;
        let (colour, modifier) = match role {
            Role::Plain | Role::Input => (None, Modifier::empty()),
            Role::Dim | Role::Rule => (Some(p.dim), Modifier::DIM),
            Role::Heading => (None, Modifier::BOLD),
            Role::Link => (Some(p.accent), Modifier::empty()),
            Role::Marker | Role::Key => (Some(p.accent), Modifier::BOLD),
            Role::Success => (Some(p.success), Modifier::empty()),
            Role::Failure => (Some(p.failure), Modifier::empty()),
            Role::Attention => (Some(p.attention), Modifier::empty()),
            Role::Chip | Role::Match => (Some(p.accent), Modifier::UNDERLINED),
        };
        match self.own(Coloured::Text(role)).or(colour) {
            // A colour is enough; `DIM` on top of it is hard to read on some terminals.
            Some(colour) if self.colour => {
                self.base().fg(colour).add_modifier(modifier.difference(Modifier::DIM))
            }
            _ => self.base().add_modifier(modifier),
        }
    }

    /// The colour of an identity's sign: none means more than another.
    pub(super) fn identity(&self, number: u8) -> Style {
        let colours = &self.palette.identities;
        match colours.get(usize::from(number) % colours.len()) {
            Some(colour) if self.colour => Style::new().fg(*colour),
            _ => Style::new(),
        }
    }

    /// The style over a row's own: of the selection, else none.
    pub(super) fn over(&self, selected: bool) -> Style {
        match self.own(Coloured::Selection).or(self.palette.selected) {
            _ if !selected => Style::new(),
            Some(colour) if self.colour => Style::new().bg(colour),
            _ => Style::new().add_modifier(Modifier::BOLD),
        }
    }
}

/// The first sixteen by their names: terminals know these by an older sequence than the rest.
fn terminal_colour(colour: Colour) -> Color {
    match colour {
        Colour::Terminal => Color::Reset,
        Colour::Numbered(number) => {
            SIXTEEN.get(usize::from(number)).map_or(Color::Indexed(number), |(named, _)| *named)
        }
        Colour::Mixed(red, green, blue) => Color::Rgb(red, green, blue),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_read_as_the_terminal_library_reads_them() {
        let others = ["reset", "200", "#0072b2", "Dark Gray", "bright_blue", "BRIGHT-RED", "lightcyan"];
        for text in Colour::NAMES.into_iter().chain(others) {
            assert_eq!(Colour::parse(text).map(terminal_colour), Ok(text.parse().unwrap()), "{text}");
        }
        for text in ["", "orange", "256", "-1", "#0072b", "#0072b2f", "#00é2b", "0072b2", "#+072b2"] {
            assert!(Colour::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn own_colours_go_before_those_of_every_theme_and_leave_the_rest() {
        let mut colours = OwnColours::default();
        colours.set(Coloured::Text(Role::Plain), Colour::Numbered(15));
        colours.set(Coloured::Text(Role::Link), Colour::Mixed(0, 0x72, 0xb2));
        colours.set(Coloured::Background, Colour::Numbered(0));
        colours.set(Coloured::Selection, Colour::Numbered(236));
        let settings = Settings { colours, ..Settings::default() };
        for (_, name) in ThemeName::ALL {
            let (styles, theirs) = (
                Styles::new(&settings).with_theme(name),
                Styles::new(&Settings { theme: name, ..Settings::default() }),
            );
            let plain = Style::new().fg(Color::White).bg(Color::Black);
            assert_eq!((styles.base(), styles.style(Role::Plain)), (plain, plain));
            assert_eq!(styles.style(Role::Heading), plain.add_modifier(Modifier::BOLD));
            assert_eq!(styles.style(Role::Link), plain.fg(Color::Rgb(0, 0x72, 0xb2)));
            assert_eq!(styles.over(true), Style::new().bg(Color::Indexed(236)));
            for role in [Role::Marker, Role::Success, Role::Failure, Role::Dim] {
                assert_eq!(styles.style(role).fg, theirs.style(role).fg);
            }
        }
        let without = Styles::new(&Settings { colour: false, ..settings });
        assert_eq!((without.base(), without.style(Role::Link)), (Style::new(), Style::new()));
    }

    #[test]
    fn a_row_keeps_its_colours_whether_it_is_selected_or_not() {
        for (_, theme) in ThemeName::ALL {
            let styles = Styles::new(&Settings { theme, ..Settings::default() });
            let failure = styles.style(Role::Failure);
            for selected in [false, true] {
                assert_eq!(failure.patch(styles.over(selected)).fg, failure.fg);
            }
        }
    }

    #[test]
    fn without_colour_there_is_none() {
        let styles = Styles::new(&Settings { colour: false, theme: ThemeName::Dark, ..Settings::default() });
        for role in [Role::Plain, Role::Failure, Role::Link, Role::Rule] {
            let style = styles.style(role).patch(styles.over(true));
            assert_eq!((style.fg, style.bg), (None, None));
        }
    }
}
