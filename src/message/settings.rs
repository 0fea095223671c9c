//! The user's settings, besides networks and keys.

use std::sync::Arc;

use super::OwnColours;

/// The settings that apply to the whole program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    pub theme: ThemeName,
    /// What goes before the theme's colours.
    pub colours: OwnColours,
    /// Whether colours are used at all (`NO_COLOR` turns them off).
    pub colour: bool,
    /// Whether only ASCII is drawn.
    pub ascii: bool,
    /// Whether the mouse is caught.
    pub mouse: bool,
    /// Whether anything may move on screen while it loads.
    pub motion: bool,
    /// Whether the panes are opened again that were open when the program ended last.
    pub reopen: bool,
    /// Whether lists show the detail of the selected row beside them, where the screen is wide enough.
    pub preview: bool,
    /// Whether ids and addresses have signs before them, the same for the same thing.
    pub identities: bool,
    /// How the end of a job is notified.
    pub notify: Notifications,
    /// The most that is kept on disk of answers that cannot change, in mebibytes; 0: nothing.
    pub cache_mebibytes: u64,
    /// The most that what is loaded takes of memory, in mebibytes.
    pub memory_mebibytes: u64,
    /// How many results the busiest contract of the embedded network shows.
    pub demo_results: u64,
    /// Base URL of the signature server that is asked for names that nothing else knows; none: nobody is asked.
    pub signatures: Option<String>,
    /// The program and its arguments to which JSON is piped; empty: none.
    pub pipe: Arc<[String]>,
}

impl Settings {
    /// The most results that the embedded network's busiest contract can show.
    pub const MAX_DEMO_RESULTS: u64 = 1_000_000;
    /// The most that what is loaded can be allowed, in mebibytes.
    pub const MAX_MEMORY_MEBIBYTES: u64 = 64 << 10;
    /// The most that the cache can be, in mebibytes.
    pub const MAX_CACHE_MEBIBYTES: u64 = 64 << 10;

    /// The most that what is loaded takes of memory, in bytes.
    pub fn max_loaded_bytes(&self) -> usize {
        usize::try_from(self.memory_mebibytes << 20).unwrap_or(usize::MAX)
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            theme: ThemeName::Terminal,
            colours: OwnColours::default(),
            colour: true,
            ascii: false,
            mouse: true,
            motion: true,
            reopen: true,
            preview: true,
            identities: false,
            notify: Notifications::default(),
            cache_mebibytes: 256,
            memory_mebibytes: 256,
            demo_results: 100_000,
            signatures: None,
            pipe: Arc::default(),
        }
    }
}

/// How the end of a job is notified to a user who may be looking elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Notifications {
    /// Whether the terminal's bell rings.
    pub bell: bool,
    /// How the terminal is asked to show a notification of the desktop, if it is.
    pub desktop: Option<Desktop>,
    /// Whether the title of the terminal's window counts the jobs.
    pub title: bool,
}

impl Default for Notifications {
    fn default() -> Self {
        Self { bell: false, desktop: None, title: true }
    }
}

/// The sequences that terminals know for a notification of the desktop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Desktop {
    /// `OSC 9`: the text alone.
    Osc9,
    /// `OSC 777`: a heading and the text.
    Osc777,
}

impl Desktop {
    /// The settings' words: no notification, or one by either sequence.
    pub const ALL: [(&'static str, Option<Self>); 3] =
        [("off", None), ("osc9", Some(Self::Osc9)), ("osc777", Some(Self::Osc777))];

    /// Reads a setting's word.
    pub fn parse(name: &str) -> Option<Option<Self>> {
        Self::ALL.into_iter().find_map(|(known, desktop)| (known == name).then_some(desktop))
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
    /// For dark backgrounds and colour-blind eyes: blue and orange instead of green and red.
    DarkColourBlind,
    /// The same for light backgrounds.
    LightColourBlind,
}

impl ThemeName {
    /// Every theme and its name.
    pub const ALL: [(&'static str, Self); 5] = [
        ("terminal", Self::Terminal),
        ("dark", Self::Dark),
        ("light", Self::Light),
        ("dark-colour-blind", Self::DarkColourBlind),
        ("light-colour-blind", Self::LightColourBlind),
    ];

    /// The theme of this name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == name).map(|(_, theme)| *theme)
    }
}
