//! The palette's commands: settings that can be switched while the program runs, the network, and quitting.

use ledger::Unit;
use ledger::text::visible;

use crate::message::{Network, ThemeName};
use crate::panes::Context;
use crate::widgets::TimeStyle;

/// A setting with its new value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum Setting {
    Theme(ThemeName),
    Units(Unit),
    Times(TimeStyle),
    Motion(bool),
    Preview(bool),
    Identities(bool),
}

/// The effect of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Set(Setting),
    /// Opens the network of this profile's name.
    Network(String),
    ClearCache,
    Quit,
}

/// A word, and what can follow it.
pub(super) struct Family {
    pub(super) word: &'static str,
    pub(super) values: Vec<Value>,
}

/// A setting's value as a command: the word after the family's, or empty without one.
pub(super) struct Value {
    pub(super) word: String,
    /// What it is about, in a few words.
    pub(super) about: String,
    pub(super) command: Command,
    /// Whether it is so already.
    pub(super) current: bool,
}

/// The units by the words that can be typed.
const UNITS: [(&str, Unit); 3] = [("coin", Unit::Coin), ("tinybar", Unit::Base), ("weibar", Unit::Weibar)];
const SWITCH: [(&str, bool); 2] = [("on", true), ("off", false)];

/// Every command.
pub(super) fn families(ctx: &Context<'_>) -> Vec<Family> {
    let theme = ctx.theme;
    let themes = values("colours", &ThemeName::ALL, Setting::Theme, |it| it == theme.name());
    let units = values("unit of amounts", &UNITS, Setting::Units, |it| it == theme.unit);
    let times = values("style of times", &TimeStyle::ALL, Setting::Times, |it| it == theme.times);
    let motion = values("while loading", &SWITCH, Setting::Motion, |it| it == theme.motion);
    let preview = values("beside a list", &SWITCH, Setting::Preview, |it| it == ctx.previews);
    let identities = values("signs before ids", &SWITCH, Setting::Identities, |it| it == theme.identities);
    let value = |word: &str, about: &str, command| {
        let (word, about) = (word.to_owned(), about.to_owned());
        vec![Value { word, about, command, current: false }]
    };
    let cache = value("clear", "the answers kept on disk", Command::ClearCache);
    let quit = value("", "leave hieroscope", Command::Quit);
    vec![
        Family { word: "theme", values: themes },
        Family { word: "units", values: units },
        Family { word: "times", values: times },
        Family { word: "motion", values: motion },
        Family { word: "preview", values: preview },
        Family { word: "identities", values: identities },
        Family { word: "network", values: networks(ctx) },
        Family { word: "cache", values: cache },
        Family { word: "quit", values: quit },
    ]
}

fn values<T: Copy>(
    about: &str,
    all: &[(&str, T)],
    setting: impl Fn(T) -> Setting,
    current: impl Fn(T) -> bool,
) -> Vec<Value> {
    let value = |(word, it): &(&str, T)| Value {
        word: (*word).to_owned(),
        about: about.to_owned(),
        command: Command::Set(setting(*it)),
        current: current(*it),
    };
    all.iter().map(value).collect()
}

fn networks(ctx: &Context<'_>) -> Vec<Value> {
    let about = |network: &Network| match &network.chain {
        _ if network.generated => "embedded".to_owned(),
        Some(chain) => format!("chain {chain}"),
        None => "another network".to_owned(),
    };
    let value = |network: &Network| Value {
        word: visible(&network.name),
        about: about(network),
        command: Command::Network(network.name.clone()),
        current: network.name == ctx.network.name,
    };
    ctx.networks.iter().map(value).collect()
}
