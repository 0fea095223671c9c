//! What inputs and verbs do: to the overlay, to the pane on screen, or everywhere.

use ledger::Timestamp;
use secrecy::zeroize::Zeroize as _;

use super::App;
use super::overlay::{Outcome, Overlay, Run, Setting};
use crate::message::event::{Key, Mods};
use crate::message::keymap::KeyMatch;
use crate::message::place::Row;
use crate::message::{Action, Command, Effect, Input, Notice, ThemeName, WatchedEntity};
use crate::panes::ActionHint;

const NOT_WATCHABLE: &str = "watch: open a contract or a schedule first, or select one at home";

impl App {
    /// Takes in an input, and overwrites pasted text: it may have been a secret.
    pub(super) fn consume_input(&mut self, input: Input, now: Timestamp) -> Vec<Command> {
        let commands = self.input(&input, now);
        if let Input::Paste(mut text) = input {
            text.zeroize();
        }
        commands
    }

    /// Takes in a key, a paste or a click.
    pub(super) fn input(&mut self, input: &Input, now: Timestamp) -> Vec<Command> {
        let typed = match input {
            Input::Key(key) => &Input::Key(self.shared.screen.keymap.as_field_key(*key)),
            other => other,
        };
        if let Some(overlay) = &mut self.overlay {
            match overlay.handle_input(typed, &self.shared.whole_context(now)) {
                Outcome::Pass => {}
                outcome => {
                    // A key that is taken continues no sequence.
                    self.pressed.clear();
                    return self.overlaid(outcome, now);
                }
            }
        } else if let Input::Mouse(click) = input
            && self.stack.click_tab(*click, &mut self.shared, now)
        {
            return Vec::new();
        } else if let Some(effects) = self.stack.click_sides(input, &self.shared, now) {
            return self.settle(effects, now);
        } else if let Some(effects) =
            self.stack.history.top_mut().handle_input(typed, &self.shared.context(now))
        {
            return self.settle(effects, now);
        }
        let Input::Key(key) = input else {
            self.begin_to_type(input, now);
            return Vec::new();
        };
        self.pressed.push(*key);
        let matched = match self.shared.screen.keymap.lookup(&self.pressed) {
            // A key that ends no sequence may begin another, or stand alone.
            KeyMatch::Nothing if self.pressed.len() > 1 => {
                self.pressed = vec![*key];
                self.shared.screen.keymap.lookup(&self.pressed)
            }
            matched => matched,
        };
        match matched {
            KeyMatch::Prefix => Vec::new(),
            KeyMatch::Nothing => {
                self.pressed.clear();
                self.begin_to_type(input, now);
                Vec::new()
            }
            KeyMatch::Action(action) => {
                self.pressed.clear();
                let probe = (action == Action::Refresh).then(|| self.probe_store()).flatten();
                probe.into_iter().chain(self.act(action, now)).collect()
            }
        }
    }

    /// Opens the palette with typed or pasted text, unless an overlay is open.
    fn begin_to_type(&mut self, input: &Input, now: Timestamp) {
        if self.overlay.is_none() && is_text(input) {
            self.open_palette(None, now);
            if let Some(overlay) = &mut self.overlay {
                let _ = overlay.handle_input(input, &self.shared.whole_context(now));
            }
        }
    }

    /// Whether a field takes typed text: whether there is a cursor.
    pub(super) fn is_typing(&self) -> bool {
        self.overlay.as_ref().map_or_else(|| self.stack.history.top().is_typing(), Overlay::is_typing)
    }

    /// Carries out a verb: in the overlay, in the pane if it offers the verb, or globally.
    pub(super) fn act(&mut self, action: Action, now: Timestamp) -> Vec<Command> {
        (self.on_action)(action);
        let visit = self.stack.visit_passed(action, &mut self.shared, now).into_iter();
        visit.chain(self.act_here(action, now)).collect()
    }

    fn act_here(&mut self, action: Action, now: Timestamp) -> Vec<Command> {
        match action {
            Action::QuitNow => return vec![Command::Quit],
            // What another program has written may lie over a box as well.
            Action::Redraw => return vec![Command::Redraw],
            Action::Leave if !matches!(self.overlay, Some(Overlay::Quit(_))) => return self.quit(),
            _ => {}
        }
        if let Some(overlay) = &mut self.overlay {
            if action == Action::Help && !overlay.is_help() {
                let typing = self.is_typing();
                let keymap = &self.shared.screen.keymap;
                self.overlay = self.overlay.take().map(|overlay| overlay.helped(keymap, typing));
                return Vec::new();
            }
            let outcome = overlay.act(action, &self.shared.whole_context(now));
            return self.overlaid(outcome, now);
        }
        let Some(hint) = self.hint(action, now).filter(|hint| !hint.global) else {
            return self.act_anywhere(action, now);
        };
        if let (Action::Find, Some(reason)) = (action, &hint.disabled) {
            self.seek_elsewhere(Some(reason), now);
            return Vec::new();
        }
        if let Some(reason) = hint.disabled {
            self.shared.screen.toasts.push_here(Notice::info(format!("{}: {reason}", hint.words)), now);
            return Vec::new();
        }
        if action == Action::Preview {
            return self.set(Setting::Preview(!self.shared.screen.previews), now);
        }
        if let Some(commands) = self.stack.step(action, &mut self.shared, now) {
            return commands;
        }
        let effects = self.stack.history.top_mut().press(action, &self.shared.context(now));
        let commands = self.settle(effects, now);
        if action == Action::Refresh { commands.into_iter().map(Command::anew).collect() } else { commands }
    }

    fn act_anywhere(&mut self, action: Action, now: Timestamp) -> Vec<Command> {
        match action {
            Action::GoTo => self.open_palette(None, now),
            Action::Find => self.seek_elsewhere(None, now),
            Action::Help => {
                let hints = self.hints(now);
                let typing = self.is_typing();
                self.overlay = Some(Overlay::help(&hints, &self.shared.screen.keymap, typing));
            }
            Action::Links => self.open_links(now),
            Action::Label => self.open_label(now),
            Action::Bookmark => self.open_bookmark(self.place(), now),
            Action::Watch => {
                let effect = match WatchedEntity::of(&self.place()) {
                    Some(of) => Effect::Watch(of),
                    None => Effect::Notify(Notice::info(NOT_WATCHABLE)),
                };
                return self.settle(vec![effect], now);
            }
            // Nothing but the screen and the place can be copied.
            Action::CopyMenu => self.open_copies(Vec::new()),
            Action::Network => self.overlay = Some(Overlay::networks(&self.shared)),
            Action::SavedFilters => self.open_saved_filters(now),
            Action::Units => return self.set(Setting::Units(self.shared.screen.theme.unit.next()), now),
            Action::TimeStyle => return self.set(Setting::Times(self.shared.screen.theme.times.next()), now),
            Action::Mouse => {
                self.mouse = !self.mouse;
                let words =
                    if self.mouse { "mouse capture on" } else { "mouse capture off: select text with it" };
                self.shared.screen.toasts.push_here(Notice::info(words), now);
                return vec![Command::Mouse(self.mouse)];
            }
            Action::Back => return self.stack.back(&mut self.shared, now),
            Action::Close | Action::Quit if self.stack.history.depth() > 1 => {
                return self.stack.back(&mut self.shared, now);
            }
            Action::Forward => self.stack.forward(&mut self.shared, now),
            Action::CancelExport => return self.exports.cancel(&mut self.shared.screen.toasts, now),
            Action::Suspend => return vec![Command::Suspend],
            Action::Quit if self.stack.close_tab(&mut self.shared, now) => {}
            Action::Quit => return self.quit(),
            Action::NewTab | Action::CloseTab | Action::NextTab | Action::PreviousTab => {
                return self.stack.act_on_tabs(action, &mut self.shared, now);
            }
            Action::Close => {
                self.shared.screen.toasts.push_here(Notice::info("this is where you started"), now);
            }
            _ => {
                if let Some(place) = Row::opened_by(action).and_then(Row::alone) {
                    return self.stack.go(&place, &mut self.shared, now);
                }
                let keymap = &self.shared.screen.keymap;
                let (what, help) = (keymap.describe(action), keymap.key_of(Action::Help));
                let words = format!("{what}: not available here; {help} shows what is");
                self.shared.screen.toasts.push_here(Notice::info(words), now);
            }
        }
        Vec::new()
    }

    fn overlaid(&mut self, outcome: Outcome, now: Timestamp) -> Vec<Command> {
        let leave = |app: &mut Self| app.overlay = app.overlay.take().and_then(Overlay::under);
        match outcome {
            Outcome::Pass | Outcome::Stay => Vec::new(),
            Outcome::Follow(effects) => self.settle(effects, now),
            Outcome::Leave(effects) => {
                leave(self);
                self.settle(effects, now)
            }
            Outcome::Link(link) => {
                leave(self);
                self.follow(&link, now)
            }
            Outcome::Press(action) => {
                leave(self);
                self.press(action, now)
            }
            Outcome::Run(name, run) => {
                leave(self);
                self.run(name, run, now)
            }
            Outcome::Quit => vec![Command::Quit],
        }
    }

    /// Does what the action's key does now. An action without such a key is done all the same.
    pub(super) fn press(&mut self, action: Action, now: Timestamp) -> Vec<Command> {
        let keys = self.shared.screen.keymap.pressed_for(action, self.is_typing());
        if keys.is_empty() {
            return self.act(action, now);
        }
        self.pressed.clear();
        keys.into_iter().flat_map(|key| self.input(&Input::Key(key), now)).collect()
    }

    /// Runs a row of the palette, and counts the use under its name if it has one.
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

    /// Changes a setting and says so. Returns the command that remembers it, for the settings that are kept.
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
                let room =
                    if on && !self.shared.screen.has_room() { ", where there is room for it" } else { "" };
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

    /// The actions that are available here, the app's own among them.
    pub(super) fn hints(&self, now: Timestamp) -> Vec<ActionHint> {
        let mut hints = self.stack.history.hints(&self.shared.context(now));
        hints.extend(self.own_hints());
        hints
    }

    /// The hint of one action, without writing the words of the others.
    pub(super) fn hint(&self, action: Action, now: Timestamp) -> Option<ActionHint> {
        let own = || self.own_hints().find(|hint| hint.action == action);
        self.stack.history.hint(action, &self.shared.context(now)).or_else(own)
    }

    fn own_hints(&self) -> impl Iterator<Item = ActionHint> {
        let preview = self.shared.screen.may_divide.then(|| self.shared.screen.preview_hint());
        self.exports.hint().into_iter().chain(preview)
    }
}

/// Whether an input is text: a printable character, or a paste that is not blank.
fn is_text(input: &Input) -> bool {
    match input {
        Input::Key(key) => {
            let is_command = key.mods().intersects(Mods::CTRL | Mods::ALT | Mods::CMD | Mods::WIN);
            matches!(key.key(), Key::Char(c) if !c.is_control() && !c.is_whitespace()) && !is_command
        }
        Input::Paste(text) => !text.trim().is_empty(),
        Input::Mouse(_) => false,
    }
}
