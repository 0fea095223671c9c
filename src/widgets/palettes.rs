//! The colours of the themes that are built in.

use ratatui::style::{Color, Style};

use crate::message::ThemeName;

/// The colours of a theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Palette {
    pub(super) base: Style,
    pub(super) dim: Color,
    pub(super) accent: Color,
    pub(super) success: Color,
    pub(super) failure: Color,
    pub(super) attention: Color,
    /// The background of the selected row; none: it is bold instead.
    pub(super) selected: Option<Color>,
    /// The signs of identities.
    pub(super) identities: [Color; 6],
}

/// The terminal's own colours that mean nothing else.
const TERMINAL: [Color; 6] =
    [Color::Blue, Color::Magenta, Color::LightBlue, Color::LightMagenta, Color::LightCyan, Color::Gray];
/// Colours on dark and on light backgrounds.
const ON_DARK: [Color; 6] = [
    Color::Rgb(0x8a, 0xb4, 0xf8),
    Color::Rgb(0xc5, 0x8a, 0xf9),
    Color::Rgb(0xff, 0x8b, 0xcb),
    Color::Rgb(0x78, 0xd9, 0xec),
    Color::Rgb(0xfc, 0xad, 0x70),
    Color::Rgb(0xc8, 0xd9, 0x6f),
];
const ON_LIGHT: [Color; 6] = [
    Color::Rgb(0x1a, 0x56, 0xc4),
    Color::Rgb(0x76, 0x27, 0xbb),
    Color::Rgb(0xb8, 0x06, 0x72),
    Color::Rgb(0x00, 0x63, 0x73),
    Color::Rgb(0x8c, 0x47, 0x00),
    Color::Rgb(0x3d, 0x60, 0x00),
];

/// The colours of this theme.
pub(super) fn palette(name: ThemeName) -> Palette {
    match name {
        ThemeName::Terminal => Palette {
            base: Style::new(),
            dim: Color::DarkGray,
            accent: Color::Cyan,
            success: Color::Green,
            failure: Color::Red,
            attention: Color::Yellow,
            selected: None,
            identities: TERMINAL,
        },
        ThemeName::Dark => Palette {
            base: Style::new().fg(Color::Rgb(0xd6, 0xda, 0xe2)).bg(Color::Rgb(0x14, 0x17, 0x1c)),
            dim: Color::Rgb(0x7c, 0x86, 0x96),
            accent: Color::Rgb(0x6c, 0xc3, 0xe0),
            success: Color::Rgb(0x7c, 0xc4, 0x7f),
            failure: Color::Rgb(0xf0, 0x71, 0x78),
            attention: Color::Rgb(0xe6, 0xb4, 0x50),
            selected: Some(Color::Rgb(0x26, 0x2d, 0x38)),
            identities: ON_DARK,
        },
        ThemeName::Light => Palette {
            base: Style::new().fg(Color::Rgb(0x24, 0x29, 0x2f)).bg(Color::Rgb(0xfb, 0xfb, 0xf9)),
            dim: Color::Rgb(0x6b, 0x72, 0x7c),
            accent: Color::Rgb(0x0a, 0x69, 0x8a),
            success: Color::Rgb(0x1a, 0x7f, 0x37),
            failure: Color::Rgb(0xc3, 0x2a, 0x2a),
            attention: Color::Rgb(0x8a, 0x5a, 0x00),
            selected: Some(Color::Rgb(0xe4, 0xe8, 0xec)),
            identities: ON_LIGHT,
        },
        // Blue for success and orange for failure: distinguishable with red-green blindness.
        ThemeName::DarkColourBlind => Palette {
            base: Style::new().fg(Color::Rgb(0xd6, 0xda, 0xe2)).bg(Color::Rgb(0x14, 0x17, 0x1c)),
            dim: Color::Rgb(0x9a, 0xa4, 0xb4),
            accent: Color::Rgb(0xd6, 0xa3, 0xd0),
            success: Color::Rgb(0x56, 0xb4, 0xe9),
            failure: Color::Rgb(0xf0, 0x8a, 0x3c),
            attention: Color::Rgb(0xf0, 0xe4, 0x42),
            selected: Some(Color::Rgb(0x26, 0x2d, 0x38)),
            identities: ON_DARK,
        },
        ThemeName::LightColourBlind => Palette {
            base: Style::new().fg(Color::Rgb(0x24, 0x29, 0x2f)).bg(Color::Rgb(0xfb, 0xfb, 0xf9)),
            dim: Color::Rgb(0x56, 0x5d, 0x67),
            accent: Color::Rgb(0x8a, 0x3a, 0x78),
            success: Color::Rgb(0x00, 0x59, 0xa8),
            failure: Color::Rgb(0xac, 0x48, 0x00),
            attention: Color::Rgb(0x52, 0x48, 0x00),
            selected: Some(Color::Rgb(0xe4, 0xe8, 0xec)),
            identities: ON_LIGHT,
        },
    }
}

/// The first sixteen colours of terminals, and how most of them show these.
pub(super) const SIXTEEN: [(Color, [u8; 3]); 16] = [
    (Color::Black, [0x00, 0x00, 0x00]),
    (Color::Red, [0xcd, 0x31, 0x31]),
    (Color::Green, [0x0d, 0xbc, 0x79]),
    (Color::Yellow, [0xe5, 0xe5, 0x10]),
    (Color::Blue, [0x24, 0x72, 0xc8]),
    (Color::Magenta, [0xbc, 0x3f, 0xbc]),
    (Color::Cyan, [0x11, 0xa8, 0xcd]),
    (Color::Gray, [0xe5, 0xe5, 0xe5]),
    (Color::DarkGray, [0x76, 0x76, 0x76]),
    (Color::LightRed, [0xf1, 0x4c, 0x4c]),
    (Color::LightGreen, [0x23, 0xd1, 0x8b]),
    (Color::LightYellow, [0xf5, 0xf5, 0x43]),
    (Color::LightBlue, [0x3b, 0x8e, 0xea]),
    (Color::LightMagenta, [0xd6, 0x70, 0xd6]),
    (Color::LightCyan, [0x29, 0xb8, 0xdb]),
    (Color::White, [0xff, 0xff, 0xff]),
];

#[cfg(test)]
#[expect(clippy::float_arithmetic, reason = "how colours are seen is measured in fractions")]
mod tests {
    use super::*;

    const COLOUR_BLIND: [ThemeName; 2] = [ThemeName::DarkColourBlind, ThemeName::LightColourBlind];
    /// The least contrast of text with what is behind it: WCAG 2.2, 1.4.3.
    const MIN_CONTRAST: f64 = 4.5;
    /// The least difference, in steps of 256 of one of the three primaries, at which colours are taken to be apart.
    const MIN_APART: f64 = 128.0;
    /// How red and green look without the cones for long and for medium waves: the share of red in what is seen
    /// instead of both, and in blue (Viénot, Brettel and Mollon 1999).
    const BLINDNESS: [(f64, f64); 2] = [(0.11238, 0.00401), (0.29275, -0.02234)];

    /// Red, green and blue as shares of light.
    fn light(colour: Color) -> [f64; 3] {
        let Color::Rgb(red, green, blue) = colour else { panic!("{colour} is the terminal's") };
        [red, green, blue].map(|step| match f64::from(step) / 255.0 {
            dark if dark <= 0.04045 => dark / 12.92,
            share => ((share + 0.055) / 1.055).powf(2.4),
        })
    }

    /// The contrast ratio of WCAG, from 1 to 21.
    fn contrast(one: Color, other: Color) -> f64 {
        let luminance = |colour| {
            let [red, green, blue] = light(colour);
            0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05
        };
        let (one, other) = (luminance(one), luminance(other));
        one.max(other) / one.min(other)
    }

    /// The colour as eyes with this blindness see it, in steps of 256.
    fn seen((of_both, of_blue): (f64, f64), colour: Color) -> [f64; 3] {
        let [red, green, blue] = light(colour);
        let both = of_both * red + (1.0 - of_both) * green;
        [both, both, blue + of_blue * (red - green)].map(|share| match share.clamp(0.0, 1.0) {
            dark if dark <= 0.003_130_8 => 255.0 * 12.92 * dark,
            share => 255.0 * (1.055 * share.powf(1.0 / 2.4) - 0.055),
        })
    }

    /// How far apart success and failure are for the blindness that tells them apart least.
    fn apart(theme: ThemeName) -> f64 {
        let Palette { success, failure, .. } = palette(theme);
        let apart = BLINDNESS.map(|blindness| {
            let (one, other) = (seen(blindness, success), seen(blindness, failure));
            one.iter().zip(other).map(|(one, other)| (one - other).abs()).fold(0.0, f64::max)
        });
        apart[0].min(apart[1])
    }

    #[test]
    fn contrast_is_measured_as_in_the_standard() {
        let (black, white) = (Color::Rgb(0, 0, 0), Color::Rgb(0xff, 0xff, 0xff));
        assert!((contrast(black, white) - 21.0).abs() < 0.01);
        assert!((contrast(Color::Rgb(0x77, 0x77, 0x77), white) - 4.48).abs() < 0.01);
    }

    #[test]
    fn the_colours_for_colour_blind_eyes_can_be_read_on_every_row() {
        for theme in COLOUR_BLIND {
            let p = palette(theme);
            for behind in [p.base.bg.unwrap(), p.selected.unwrap()] {
                for text in [p.base.fg.unwrap(), p.dim, p.accent, p.success, p.failure, p.attention] {
                    let contrast = contrast(text, behind);
                    assert!(contrast >= MIN_CONTRAST, "{theme:?}: {text} on {behind} has {contrast:.2}");
                }
            }
        }
    }

    #[test]
    fn the_signs_of_identities_can_be_seen_on_every_row() {
        for (_, theme) in ThemeName::ALL.into_iter().filter(|(_, theme)| *theme != ThemeName::Terminal) {
            let p = palette(theme);
            for behind in [p.base.bg.unwrap(), p.selected.unwrap()] {
                for sign in p.identities {
                    let contrast = contrast(sign, behind);
                    assert!(contrast >= MIN_CONTRAST, "{theme:?}: {sign} on {behind} has {contrast:.2}");
                }
            }
        }
    }

    #[test]
    fn colour_blind_eyes_tell_success_from_failure() {
        for theme in COLOUR_BLIND {
            assert!(apart(theme) >= MIN_APART, "{theme:?}: {}", apart(theme));
        }
        // The measure tells: green and red are not told apart.
        assert!(apart(ThemeName::Dark) < MIN_APART && apart(ThemeName::Light) < MIN_APART);
    }
}
