//! The palette's items that do not depend on the typed text: recent places, actions, and commands that switch a setting
//! or the network.

use std::sync::Arc;

use api::Network;
use decode::known::labels::{LabelText, handle};
use ledger::text::visible;
use ledger::{Labelled, Unit};

use super::Run;
use crate::app::overlay::help;
use crate::app::overlay::help::Listed;
use crate::message::{Action, Place, ThemeName, Visit};
use crate::panes::kit::nouns::labels;
use crate::panes::{ActionHint, Context};
use crate::widgets::{MenuRow, Role, TimeStyle};

/// A row that can be searched.
#[derive(Clone, Debug)]
pub(super) struct Item {
    /// The name under which choices are counted, the same in every session.
    pub(super) name: String,
    pub(super) row: MenuRow,
    pub(super) run: Run,
    pub(super) kind: Kind,
    pub(super) listed: When,
}

/// What an item is. Without a search, they come in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Recent,
    Action,
    /// An action whose reason against it is there.
    Disabled,
    Command,
    /// An action of other panes.
    Elsewhere,
}

/// When an item is listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum When {
    Always,
    /// Only while nothing is typed.
    Unsearched,
    /// Shown only if it matches the typed text.
    Searched,
}

/// The most recent places that are listed while nothing is typed.
const MAX_RECENT_ROWS: usize = 5;

/// Moves within the screen, which make no sense in the palette.
const MOVES: [Action; 8] = [
    Action::Up,
    Action::Down,
    Action::Left,
    Action::Right,
    Action::PageUp,
    Action::PageDown,
    Action::HalfUp,
    Action::HalfDown,
];

/// Actions whose meaning depends on what is open: their description says less than the hint.
const FORM_ACTIONS: [Action; 4] = [Action::Open, Action::Close, Action::NextPart, Action::PreviousPart];

/// Recent places, those of this network first, without the place on screen.
pub(super) fn recents(here: &Place, ctx: &Context<'_>) -> Vec<Item> {
    let is_here = |visit: &&Visit| visit.network == ctx.network.name;
    let there = ctx.visits.iter().filter(|visit| !is_here(visit));
    let visits = ctx.visits.iter().filter(is_here).filter(|visit| visit.place != *here).chain(there);
    visits.enumerate().map(|(at, visit)| recent(at, visit, ctx)).collect()
}

fn recent(at: usize, visit: &Visit, ctx: &Context<'_>) -> Item {
    let elsewhere = (visit.network != ctx.network.name).then(|| visit.network.clone());
    let on = elsewhere.as_ref().map(|name| format!(" on {name}")).unwrap_or_default();
    let early = elsewhere.is_none() && at < MAX_RECENT_ROWS;
    Item {
        name: format!("place {} {}", visit.network, visit.place),
        row: MenuRow {
            text: visible(&format!("{}{on}", labels::in_text(ctx, &visit.place.label()))),
            time: ctx.theme.minute(visit.at, ctx.now),
            kind: "recent",
            ..MenuRow::default()
        },
        run: Run::Go(visit.place.clone(), elsewhere),
        kind: Kind::Recent,
        listed: if early { When::Always } else { When::Searched },
    }
}

/// What has a label, by this: where it leads is found for the rows that are shown.
pub(super) fn labelled(ctx: &Context<'_>) -> Vec<Item> {
    let item = |(of, label): (&Labelled, &Arc<LabelText>)| {
        let note = [of.to_string(), label.note.escaped()].join("  ");
        let row = MenuRow {
            text: format!("@{}", handle(&label.name)),
            note: note.trim_end().to_owned(),
            note_role: Role::Dim,
            kind: "label",
            ..MenuRow::default()
        };
        let run = Run::GoLabelled(of.clone());
        Item { name: format!("label {of}"), row, run, kind: Kind::Recent, listed: When::Searched }
    };
    ctx.known.labels().into_iter().map(item).collect()
}

/// The actions of the pane, those that work everywhere, and those of other panes.
pub(super) fn actions(hints: &[ActionHint], typing: bool, ctx: &Context<'_>) -> Vec<Item> {
    let keymap = ctx.keymap;
    let here = help::here(hints, keymap, typing).into_iter().map(|listed| (listed, true));
    let everywhere = help::everywhere(hints, keymap, false, typing).into_iter().map(|listed| (listed, true));
    let others = Action::ALL.iter().map(|action| {
        let off = Some("not available here".to_owned());
        (Listed { off, ..Listed::new(*action, keymap.describe(*action), keymap, typing) }, false)
    });
    let mut seen: Vec<Action> = MOVES.into_iter().chain([Action::GoTo]).collect();
    let mut items = Vec::new();
    for (listed, is_here) in here.chain(everywhere).chain(others) {
        if !seen.contains(&listed.action) {
            seen.push(listed.action);
            items.push(action(&listed, is_here, keymap.describe(listed.action)));
        }
    }
    items
}

fn action(listed: &Listed, is_here: bool, description: &str) -> Item {
    let (words, more) = (listed.words.to_lowercase(), description.to_lowercase());
    let mut row =
        MenuRow { keys: listed.keys.first().cloned().unwrap_or_default(), kind: "action", ..listed.row() };
    if more.contains(&words) {
        description.clone_into(&mut row.text);
    } else if !FORM_ACTIONS.contains(&listed.action)
        && !more.split(' ').any(|word| words.split(' ').any(|known| known == word))
    {
        description.clone_into(&mut row.note);
    }
    let kind = match (is_here, &listed.off) {
        (false, _) => Kind::Elsewhere,
        (true, Some(_)) => Kind::Disabled,
        (true, None) => Kind::Action,
    };
    Item {
        name: format!("action {}", listed.action.name()),
        row,
        run: listed.refusal().map_or(Run::Act(listed.action), Run::Refuse),
        kind,
        listed: if is_here { When::Always } else { When::Searched },
    }
}

/// The commands: by their words alone while nothing is typed, else with all that can follow.
pub(super) fn commands(ctx: &Context<'_>) -> Vec<Item> {
    let item = |text: String, note: &str, run, listed| Item {
        name: format!("command {text}"),
        row: MenuRow {
            text,
            note: note.to_owned(),
            note_role: Role::Dim,
            kind: "command",
            ..MenuRow::default()
        },
        run,
        kind: Kind::Command,
        listed,
    };
    let mut items = Vec::new();
    for family in families(ctx) {
        let words: Vec<&str> = family.values.iter().map(|value| value.word.as_str()).collect();
        if words.iter().any(|word| !word.is_empty()) {
            let complete = Run::Complete(format!("{} ", family.word));
            items.push(item(family.word.to_owned(), &words.join(", "), complete, When::Unsearched));
        }
        for value in family.values {
            let text = format!("{} {}", family.word, value.word).trim_end().to_owned();
            let note = if value.current { "current" } else { &value.about };
            let listed = if value.word.is_empty() { When::Always } else { When::Searched };
            let run = match value.command {
                Command::Set(setting) => Run::Set(setting),
                Command::Network(name) => Run::Network(name),
                Command::ClearCache => Run::ClearCache,
                Command::Quit => Run::Quit,
            };
            items.push(item(text, note, run, listed));
        }
    }
    items
}

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
