//! Opens the palette, and carries out what is chosen there or in help.

use super::App;
use super::overlay::{Overlay, Palette, Run, Setting};
use crate::ledger::Timestamp;
use crate::message::{Action, Command, Effect, Input, Notice, ThemeName};

impl App {
    /// Opens the palette over the pane, with a note on why if that was not asked for.
    pub(super) fn open_palette(&mut self, note: Option<String>, now: Timestamp) {
        let typing = self.is_typing(now);
        let ctx = self.shared.whole_context(now);
        let below = (self.place(), self.hints(now));
        self.overlay = Some(Overlay::Palette(Box::new(Palette::new(below, note, typing, &ctx))));
    }

    /// Reads what was typed in the palette since the last frame.
    pub fn read_typed(&mut self, now: Timestamp) {
        let ctx = self.shared.whole_context(now);
        if let Some(palette) = self.overlay.as_mut().and_then(Overlay::palette) {
            palette.catch_up(&ctx);
        }
    }

    /// Does what a row of the palette stands for, and counts that under its name if it has one.
    pub(super) fn run(&mut self, name: Option<String>, run: Run, now: Timestamp) -> Vec<Command> {
        let counted = name.map(|name| Command::Persist(self.shared.kept.remembered.choose(name, now)));
        let mut commands: Vec<Command> = counted.into_iter().collect();
        commands.extend(match run {
            Run::Go(place, None) => self.settle(vec![Effect::Go(place)], now),
            Run::Go(place, Some(network)) => self.settle(vec![Effect::GoOn(network, place)], now),
            Run::Network(name) => self.settle(vec![Effect::Network(name)], now),
            Run::Act(action) => self.press(action, now),
            Run::ClearCache => vec![Command::ClearCache],
            Run::Quit => self.quit(),
            Run::Set(setting) => self.set(setting, now),
            Run::Refuse(_) | Run::Complete(_) | Run::GoLabelled(_) => Vec::new(),
        });
        commands
    }

    /// Does what the action's key does now. An action without such a key is done all the same.
    pub(super) fn press(&mut self, action: Action, now: Timestamp) -> Vec<Command> {
        let keys = self.shared.screen.keymap.pressed_for(action, self.is_typing(now));
        if keys.is_empty() {
            return self.act(action, now);
        }
        self.pressed.clear();
        keys.into_iter().flat_map(|key| self.input(&Input::Key(key), now)).collect()
    }

    /// Switches a setting and says so. Returns what has it remembered, if it is to be when the program has ended.
    pub(super) fn set(&mut self, setting: Setting, now: Timestamp) -> Vec<Command> {
        let mut commands = Vec::new();
        let theme = &mut self.shared.screen.theme;
        let words = match setting {
            Setting::Theme(name) => {
                theme.set_name(name);
                let known = ThemeName::ALL.iter().find(|(_, theme)| *theme == name);
                format!("theme: {}", known.map_or("", |(word, _)| word))
            }
            Setting::Units(unit) => {
                theme.unit = unit;
                let (amounts, prices) = (theme.unit_name(), theme.price_unit_name());
                if amounts == prices {
                    format!("amounts in {amounts}")
                } else {
                    format!("amounts in {amounts}, gas prices in {prices}")
                }
            }
            Setting::Times(times) => {
                theme.times = times;
                format!("times: {}", times.label())
            }
            Setting::Motion(motion) => {
                theme.motion = motion;
                format!("motion {}", if motion { "on" } else { "off" })
            }
            Setting::Identities(on) => {
                theme.identities = on;
                format!("signs before ids {}", if on { "on" } else { "off" })
            }
            Setting::Preview(on) => {
                commands.push(Command::Persist(self.shared.screen.switch_preview(on)));
                let room = if on && !self.shared.screen.has_room() { ", where there is room for it" } else { "" };
                format!("preview {}{room}", if on { "on" } else { "off" })
            }
        };
        self.shared.screen.toasts.push_here(Notice::info(words), now);
        self.rebuild_view(now);
        commands
    }

    /// Ends the program, or asks first while submissions are on their way or files are being written.
    pub(super) fn quit(&mut self) -> Vec<Command> {
        let count = self.shared.kept.followed.in_flight();
        let submissions = (count > 0).then(|| Overlay::in_flight(count, self.in_flight_is_recorded()));
        let paragraphs: Vec<String> = submissions.into_iter().chain(self.exports.unfinished()).collect();
        if paragraphs.is_empty() {
            return vec![Command::Quit];
        }
        self.overlay = Some(Overlay::quit(paragraphs));
        Vec::new()
    }
}
