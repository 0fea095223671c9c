//! What inputs and verbs do: to the overlay, to the pane on screen, or everywhere.

use super::App;
use super::overlay::{Outcome, Overlay, Setting};
use crate::ledger::Timestamp;
use crate::message::keymap::KeyMatch;
use crate::message::place::Row;
use crate::message::{Action, Command, Input, Notice};

impl App {
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
            && self.click_tab(*click, now)
        {
            return Vec::new();
        } else if let Some(commands) = self.click_sides(input, now) {
            return commands;
        } else if let Some(effects) = self.history.top_mut().handle_input(typed, &self.shared.context(now)) {
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

    /// Does what a verb means now: to the overlay, to the pane if it offers it, or everywhere.
    pub(super) fn act(&mut self, action: Action, now: Timestamp) -> Vec<Command> {
        (self.on_action)(action);
        let visit = self.visit_passed(action, now).into_iter();
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
                let typing = self.is_typing(now);
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
            return self.toggle_preview(now);
        }
        if let Some(commands) = self.step(action, now) {
            return commands;
        }
        let effects = self.history.top_mut().press(action, &self.shared.context(now));
        let commands = self.settle(effects, now);
        if action == Action::Refresh { commands.into_iter().map(Command::anew).collect() } else { commands }
    }

    fn act_anywhere(&mut self, action: Action, now: Timestamp) -> Vec<Command> {
        match action {
            Action::GoTo => self.open_palette(None, now),
            Action::Find => self.seek_elsewhere(None, now),
            Action::Help => {
                let hints = self.hints(now);
                let typing = self.is_typing(now);
                self.overlay = Some(Overlay::help(&hints, &self.shared.screen.keymap, typing));
            }
            Action::Links => self.open_links(now),
            Action::Label => self.open_label(now),
            Action::Bookmark => self.open_bookmark(self.place(), now),
            Action::Watch => return self.switch_watch_here(now),
            Action::CopyMenu => return self.open_copy_menu(now),
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
            Action::Back => return self.back(now),
            Action::Close | Action::Quit if self.history.depth() > 1 => return self.back(now),
            Action::Forward => self.forward(now),
            Action::CancelExport => return self.cancel_export(now),
            Action::Suspend => return vec![Command::Suspend],
            Action::Quit if self.close_tab(now) => {}
            Action::Quit => return self.quit(),
            Action::NewTab | Action::CloseTab | Action::NextTab | Action::PreviousTab => {
                return self.act_on_tabs(action, now);
            }
            Action::Close => self.shared.screen.toasts.push_here(Notice::info("this is where you started"), now),
            _ => {
                if let Some(place) = Row::opened_by(action).and_then(Row::alone) {
                    return self.go(&place, now);
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
}
