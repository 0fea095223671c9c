//! Settles the effects of panes: some change the app, the rest become commands.

use std::sync::Arc;

use ledger::Timestamp;
use ledger::amount::{counted, grouped};
use ledger::text::is_treacherous;

use super::App;
use super::overlay::Overlay;
use crate::message::comparison::Side;
use crate::message::{
    Action, Arrangement, Command, Comparison, Copied, Effect, Notice, Persist, PipeQuery, Place,
};
use crate::panes::kit::Subscriber;
use crate::widgets::Link;

impl App {
    /// Settles effects in order.
    pub(super) fn settle(&mut self, effects: Vec<Effect>, now: Timestamp) -> Vec<Command> {
        let mut commands = Vec::new();
        for effect in effects {
            self.settle_one(effect, now, &mut commands);
        }
        commands
    }

    fn settle_one(&mut self, effect: Effect, now: Timestamp, commands: &mut Vec<Command>) {
        match effect {
            Effect::Go(place) => commands.extend(self.stack.go(&place, &mut self.shared, now)),
            Effect::GoOn(name, place) => commands.extend(self.go_on(&name, &place, now)),
            Effect::Arrange(place, arrangement) => commands.extend(self.arrange(place, &arrangement, now)),
            Effect::Replace(place) => {
                commands.extend(self.stack.keep_last_filter(&mut self.shared));
                self.stack.history.replace(&place, &self.shared.context(now));
                self.shared.screen.toasts.leave();
                commands.extend(self.stack.visit(&mut self.shared, now));
            }
            // What asks to be left at the bottom, such as a form, makes room for home.
            Effect::Back if self.stack.history.depth() == 1 && self.place() != Place::Home => {
                self.settle_one(Effect::Replace(Place::Home), now, commands);
            }
            Effect::Back => commands.extend(self.stack.back(&mut self.shared, now)),
            Effect::Compare(side) => commands.extend(self.compare(side, now)),
            Effect::Bookmark(place) => self.open_bookmark(place, now),
            Effect::Watch(of) => {
                let effects = self.shared.switch_watch(of, now);
                commands.extend(self.settle(effects, now));
            }
            Effect::Act(action) => commands.extend(self.act(action, now)),
            Effect::Notify(notice) => self.shared.screen.toasts.push_here(notice, now),
            Effect::Alert(count, words) => commands.extend(self.alert(count, words, now)),
            Effect::Copy(copied) => {
                self.shared.screen.toasts.push_here(copied_notice(&copied), now);
                commands.push(Command::Copy(copied.text.for_clipboard()));
            }
            Effect::Refresh => {
                self.shared.asked.requests.refresh(self.stack.history.key());
                self.stack.refresh_sides(&mut self.shared);
            }
            Effect::Stop => commands.extend(self.shared.asked.requests.stop(self.stack.history.key())),
            Effect::CopyMenu(copies) => self.open_copies(copies),
            Effect::Screen(form) => {
                let effect = self.screen_copy(form, now);
                self.settle_one(effect, now, commands);
            }
            Effect::Columns => self.open_columns(now),
            Effect::Raw(title, raw) => {
                self.overlay = Some(Overlay::raw(title, &raw, &self.shared.screen.pipe));
            }
            Effect::Pipe(input) => {
                let query = PipeQuery { command: Arc::clone(&self.shared.screen.pipe), input, at: now };
                self.overlay = Some(Overlay::output(query, self.overlay.take()));
            }
            Effect::Persist(keep) => commands.push(self.persist(keep, now)),
            Effect::Submit(job, submission) => commands.push(self.begin_job(job, submission)),
            Effect::ProbeStore => commands.extend(self.probe_store()),
            Effect::SubmitUnrecorded(key) => commands.extend(self.submit_unrecorded(key, now)),
            Effect::Batch(order) => {
                let effects = self.shared.kept.batches.obey(order);
                commands.extend(self.settle(effects, now));
            }
            Effect::Follow(job) => {
                self.shared.kept.followed.insert((*job).clone());
                commands.push(Command::Persist(Persist::Job(job)));
            }
            Effect::PollNow(key) => {
                self.shared.kept.followed.poll_now(key, now);
                self.shared.kept.followed.want_lookup(key);
            }
            Effect::LoadOlderJobs => commands.extend(self.load_older_jobs()),
            Effect::Retry(key, retry) => commands.extend(self.retry(key, retry, now)),
            Effect::Forget(key) => {
                self.shared.kept.followed.forget(key);
                commands.extend(self.shared.asked.requests.close(Subscriber::Job(key)));
                commands.push(Command::Persist(Persist::ForgetJob(key)));
            }
            Effect::Browse(address) => commands.push(Command::Browse(address)),
            Effect::Export(offer) => {
                let running = self.exports.newest();
                self.overlay = Some(Overlay::save(offer, &self.shared.context(now), running));
            }
            Effect::Write(export) => commands.extend(self.exports.begin(export, &mut self.overlay)),
            Effect::CancelExport(path) => commands.push(Command::CancelExport(path)),
            Effect::Network(name) => self.stack.switch(&name, &mut self.shared, now),
        }
    }

    /// Announces `count` new rows that arrived since the user's last input.
    fn alert(&mut self, count: usize, words: String, now: Timestamp) -> Vec<Command> {
        self.shared.screen.title.unseen_rows += count;
        let commands = self.shared.screen.title.alert(&words);
        self.shared.screen.toasts.push_here(Notice::info(words), now);
        commands
    }

    /// Stores a change, and applies it to the app.
    fn persist(&mut self, keep: Persist, now: Timestamp) -> Command {
        self.shared.kept.remembered.remember(&keep);
        if self.shared.apply_kept(&keep) {
            self.rebuild_view(now);
        }
        Command::Persist(keep)
    }

    /// Goes to a place on a network; nowhere if that cannot be opened.
    fn go_on(&mut self, network: &str, place: &Place, now: Timestamp) -> Vec<Command> {
        if self.shared.networks.here.name == network || self.shared.open_network(network, now) {
            self.stack.go(place, &mut self.shared, now).into_iter().collect()
        } else {
            Vec::new()
        }
    }

    /// Shows a list with this arrangement, in place of the one on screen.
    fn arrange(&mut self, place: Place, arrangement: &Arrangement, now: Timestamp) -> Vec<Command> {
        let mut commands = Vec::new();
        if self.place() != place {
            self.settle_one(Effect::Replace(place), now, &mut commands);
        }
        let said = self.stack.history.top_mut().set_arrangement(arrangement, &self.shared.context(now));
        commands.extend(self.settle(said, now));
        self.rebuild_view(now);
        commands
    }

    /// Opens the comparison with the side that was chosen before. Stores this side if no other of its kind was chosen,
    /// and clears it if it is the same one.
    pub(super) fn compare(&mut self, side: Side, now: Timestamp) -> Vec<Command> {
        let network = self.shared.networks.here.name.clone();
        let before = self.compared.take().filter(|(on, _)| *on == network).map(|(_, before)| before);
        let (noun, key) = (side.noun(), self.shared.screen.keymap.key_of(Action::Compare));
        let words = match before {
            Some(before) if before == side => format!("{noun} {side} is no longer one side of a comparison"),
            Some(before) if before.noun() == noun => {
                let compared = Comparison::new([before, side]).map(|it| Place::Comparison(Box::new(it)));
                return compared
                    .map(|place| self.stack.go(&place, &mut self.shared, now))
                    .unwrap_or_default();
            }
            _ => {
                let words = format!("{noun} {side} is one side: {key} on another {noun} compares them");
                self.compared = Some((network, side));
                words
            }
        };
        self.shared.screen.toasts.push_here(Notice::info(words), now);
        Vec::new()
    }

    /// Follows a link of the pane on screen.
    pub(super) fn follow(&mut self, link: &Link, now: Timestamp) -> Vec<Command> {
        self.shared.screen.toasts.leave();
        let effects = self.stack.history.top_mut().follow(link, &self.shared.context(now));
        self.settle(effects, now)
    }
}

/// The notice about a copy: its length, and a warning about control or hidden characters.
fn copied_notice(copied: &Copied) -> Notice {
    let Copied { what, text } = copied;
    // What is not copied is not looked at: it may be many megabytes long.
    let taken = text.beginning(Copied::MAX_BYTES);
    let acting = taken.chars().filter(|c| *c != '\n' && is_treacherous(*c)).count();
    let acting = match acting {
        0 => String::new(),
        1 => "; it holds 1 control or hidden character: mind where you paste it".to_owned(),
        many => {
            format!("; it holds {} control or hidden characters: mind where you paste it", grouped(&many))
        }
    };
    if text.len() > Copied::MAX_BYTES {
        let most = grouped(&Copied::MAX_BYTES);
        return Notice::warning(format!(
            "copied only the first {most} bytes of {what}: terminals take no more{acting}"
        ));
    }
    let lines = taken.lines().count();
    let lines = if lines > 1 { format!(" on {} lines", grouped(&lines)) } else { String::new() };
    let count = taken.chars().count();
    let characters = counted(count, "character");
    let words = format!("copied {what} ({characters}{lines}){acting}");
    if acting.is_empty() { Notice::success(words) } else { Notice::warning(words) }
}
