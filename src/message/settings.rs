//! What the user may set, beside networks and keys.

/// The settings that apply to the whole program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The theme.
    pub theme: ThemeName,
    /// Whether colours are used at all (`NO_COLOR` turns them off).
    pub colour: bool,
    /// Whether only ASCII is drawn.
    pub ascii: bool,
    /// Whether the mouse is caught.
    pub mouse: bool,
    /// Whether anything may move on screen while it loads.
    pub motion: bool,
    /// How many results the busiest contract of the embedded network shows.
    pub demo_results: u64,
}

impl Settings {
    /// The most results that the embedded network's busiest contract can show.
    pub const MOST_DEMO_RESULTS: u64 = 1_000_000;
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            theme: ThemeName::Terminal,
            colour: true,
            ascii: false,
            mouse: true,
            motion: true,
            demo_results: 100_000,
        }
    }
}

/// The themes that are built in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum ThemeName {
    /// The terminal's own sixteen colours and background.
    #[default]
    Terminal,
    /// For dark backgrounds.
    Dark,
    /// For light backgrounds.
    Light,
}

impl ThemeName {
    /// Every theme and its name.
    pub const ALL: [(&'static str, Self); 3] =
        [("terminal", Self::Terminal), ("dark", Self::Dark), ("light", Self::Light)];

    /// The theme of this name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == name).map(|(_, theme)| *theme)
    }
}
