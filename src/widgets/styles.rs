//! Colours by meaning. Nothing depends on colour alone: every meaning has a glyph or a word beside it.

use ratatui::style::{Color, Modifier, Style};

use crate::message::{Settings, ThemeName, Tone};

/// The meaning of a piece of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Role {
    /// A value.
    #[default]
    Plain,
    /// A label, a unit, something behind the value.
    Dim,
    Heading,
    /// Something that can be followed.
    Link,
    /// The marker of what is selected.
    Marker,
    /// It worked.
    Success,
    /// It failed.
    Failure,
    /// It needs attention.
    Attention,
    /// A key in the footer.
    Key,
    /// A rule between bands.
    Rule,
    /// Text in a field that has the focus.
    Input,
    /// A filter that is active.
    Chip,
    /// A letter that fits what is searched for.
    Match,
}

impl From<Tone> for Role {
    fn from(tone: Tone) -> Self {
        match tone {
            Tone::Info => Self::Plain,
            Tone::Success => Self::Success,
            Tone::Warning => Self::Attention,
            Tone::Failure => Self::Failure,
        }
    }
}

/// The style of each role.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Styles {
    name: ThemeName,
    palette: Palette,
    colour: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Palette {
    base: Style,
    dim: Color,
    accent: Color,
    success: Color,
    failure: Color,
    attention: Color,
    selected: Option<Color>,
}

impl Styles {
    /// The styles that the settings ask for.
    pub(super) fn new(settings: &Settings) -> Self {
        Self::named(settings.theme, settings.colour)
    }

    /// The styles of another theme.
    pub(super) fn with_theme(self, name: ThemeName) -> Self {
        Self::named(name, self.colour)
    }

    pub(super) fn name(&self) -> ThemeName {
        self.name
    }

    fn named(name: ThemeName, colour: bool) -> Self {
        let palette = match name {
            ThemeName::Terminal => Palette {
                base: Style::new(),
                dim: Color::DarkGray,
                accent: Color::Cyan,
                success: Color::Green,
                failure: Color::Red,
                attention: Color::Yellow,
                selected: None,
            },
            ThemeName::Dark => Palette {
                base: Style::new().fg(Color::Rgb(0xd6, 0xda, 0xe2)).bg(Color::Rgb(0x14, 0x17, 0x1c)),
                dim: Color::Rgb(0x7c, 0x86, 0x96),
                accent: Color::Rgb(0x6c, 0xc3, 0xe0),
                success: Color::Rgb(0x7c, 0xc4, 0x7f),
                failure: Color::Rgb(0xf0, 0x71, 0x78),
                attention: Color::Rgb(0xe6, 0xb4, 0x50),
                selected: Some(Color::Rgb(0x26, 0x2d, 0x38)),
            },
            ThemeName::Light => Palette {
                base: Style::new().fg(Color::Rgb(0x24, 0x29, 0x2f)).bg(Color::Rgb(0xfb, 0xfb, 0xf9)),
                dim: Color::Rgb(0x6b, 0x72, 0x7c),
                accent: Color::Rgb(0x0a, 0x69, 0x8a),
                success: Color::Rgb(0x1a, 0x7f, 0x37),
                failure: Color::Rgb(0xc3, 0x2a, 0x2a),
                attention: Color::Rgb(0x8a, 0x5a, 0x00),
                selected: Some(Color::Rgb(0xe4, 0xe8, 0xec)),
            },
        };
        Self { name, palette, colour }
    }

    /// The style of the whole screen.
    pub(super) fn base(&self) -> Style {
        if self.colour { self.palette.base } else { Style::new() }
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
        match colour {
            // A colour is enough; `DIM` on top of it is hard to read on some terminals.
            Some(colour) if self.colour => {
                self.base().fg(colour).add_modifier(modifier.difference(Modifier::DIM))
            }
            _ => self.base().add_modifier(modifier),
        }
    }

    /// The style over a row's own: of the selection, else none.
    pub(super) fn over(&self, selected: bool) -> Style {
        match self.palette.selected {
            _ if !selected => Style::new(),
            Some(colour) if self.colour => Style::new().bg(colour),
            _ => Style::new().add_modifier(Modifier::BOLD),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_keeps_its_colours_whether_it_is_selected_or_not() {
        for theme in [ThemeName::Terminal, ThemeName::Dark, ThemeName::Light] {
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
