//! The palette's commands: settings that can be switched while the program runs, the network, and quitting.

use crate::ledger::Unit;
use crate::message::ThemeName;
use crate::panes::Context;
use crate::widgets::TimeStyle;

/// A setting with its new value, until the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::app) enum Setting {
    Theme(ThemeName),
    Units(Unit),
    Times(TimeStyle),
    Motion(bool),
}

/// What a command does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Set(Setting),
    /// Opens the network of this profile's name.
    Network(String),
    Quit,
}

/// A word, and what can follow it.
pub(super) struct Family {
    pub(super) word: &'static str,
    /// What it is about, in a few words.
    pub(super) about: &'static str,
    pub(super) values: Vec<Value>,
}

/// A command: the word behind the family's, empty if there is none.
pub(super) struct Value {
    pub(super) word: String,
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
    let family = |word, about, values| Family { word, about, values };
    vec![
        family("theme", "colours", values(&ThemeName::ALL, Setting::Theme, |it| it == theme.name())),
        family("units", "units of amounts", values(&UNITS, Setting::Units, |it| it == theme.unit)),
        family("times", "style of times", values(&TimeStyle::ALL, Setting::Times, |it| it == theme.times)),
        family(
            "motion",
            "moving signs while loading",
            values(&SWITCH, Setting::Motion, |it| it == theme.motion),
        ),
        family("network", "another network", networks(ctx)),
        family("quit", "leave hieroscope", vec![Value::new("", Command::Quit, false)]),
    ]
}

fn values<T: Copy>(
    all: &[(&str, T)],
    setting: impl Fn(T) -> Setting,
    current: impl Fn(T) -> bool,
) -> Vec<Value> {
    let value = |(word, it): &(&str, T)| Value::new(word, Command::Set(setting(*it)), current(*it));
    all.iter().map(value).collect()
}

fn networks(ctx: &Context<'_>) -> Vec<Value> {
    let names = ctx.networks.iter().map(|network| &network.name);
    names.map(|name| Value::new(name, Command::Network(name.clone()), *name == ctx.network.name)).collect()
}

impl Value {
    fn new(word: &str, command: Command, current: bool) -> Self {
        Self { word: word.to_owned(), command, current }
    }
}
