//! The user's settings, besides networks and keys.

use std::sync::Arc;

use super::OwnColours;

/// The settings that apply to the whole program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    pub theme: ThemeName,
    /// The user's colours, which override the theme's.
    pub colours: OwnColours,
    /// Whether colours are used (`NO_COLOR` disables them).
    pub colour: bool,
    /// Whether only ASCII is drawn.
    pub ascii: bool,
    /// Whether the mouse is captured.
    pub mouse: bool,
    /// Whether anything may move on screen while it loads.
    pub motion: bool,
    /// Whether to reopen the panes of the last session.
    pub reopen: bool,
    /// Whether lists show the detail of the selected row in a preview, on wide screens.
    pub preview: bool,
    /// Whether ids and addresses have a sign in front that identifies them.
    pub identities: bool,
    /// How the end of a job is notified.
    pub notify: Notifications,
    /// The largest size of the response cache on disk, mebibytes; 0 disables it.
    pub cache_mebibytes: u64,
    /// The memory limit for loaded data, mebibytes.
    pub memory_mebibytes: u64,
    /// The number of results of the embedded network's busiest contract.
    pub demo_results: u64,
    /// Base URL of the signature server for otherwise unknown names; `None` disables it.
    pub signatures: Option<String>,
    /// The program and its arguments to which JSON is piped; may be empty.
    pub pipe: Arc<[String]>,
}

impl Settings {
    /// The largest [`Self::demo_results`].
    pub const MAX_DEMO_RESULTS: u64 = 1_000_000;
    /// The largest [`Self::memory_mebibytes`].
    pub const MAX_MEMORY_MEBIBYTES: u64 = 64 << 10;
    /// The largest [`Self::cache_mebibytes`].
    pub const MAX_CACHE_MEBIBYTES: u64 = 64 << 10;

    /// The memory limit for loaded data, bytes.
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

/// How the end of a job is announced while the program is in the background.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Notifications {
    /// Whether the terminal's bell rings.
    pub bell: bool,
    /// The terminal sequence for desktop notifications; `None` disables them.
    pub desktop: Option<Desktop>,
    /// Whether the title of the terminal's window counts the jobs.
    pub title: bool,
}

impl Default for Notifications {
    fn default() -> Self {
        Self { bell: false, desktop: None, title: true }
    }
}

/// Terminal sequences for desktop notifications.
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
