//! Settles the effects of panes: some change the app, the rest become commands.

use std::sync::Arc;

use super::App;
use super::overlay::Overlay;
use crate::ledger::Timestamp;
use crate::ledger::amount::{counted, grouped};
use crate::ledger::text::is_treacherous;
use crate::message::{Arrangement, Command, Copied, Effect, Notice, Persist, PipeQuery, Place};
use crate::panes::kit::Subscriber;
use crate::verification::{Job, JobKey, Retry, Submission};

const RETRYING: &str = "it is sent again automatically while this program runs";

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
            Effect::Go(place) => commands.extend(self.go(&place, now)),
            Effect::GoOn(name, place) => commands.extend(self.go_on(&name, &place, now)),
            Effect::Arrange(place, arrangement) => commands.extend(self.arrange(place, &arrangement, now)),
            Effect::Replace(place) => {
                commands.extend(self.keep_last_filter());
                self.history.replace(&place, &self.shared.context(now));
                self.shared.screen.toasts.leave();
                commands.extend(self.visit(now));
            }
            // What asks to be left at the bottom, such as a form, makes room for home.
            Effect::Back if self.history.depth() == 1 && self.place() != Place::Home => {
                self.settle_one(Effect::Replace(Place::Home), now, commands);
            }
            Effect::Back => commands.extend(self.back(now)),
            Effect::Compare(side) => commands.extend(self.compare(side, now)),
            Effect::Bookmark(place) => self.open_bookmark(place, now),
            Effect::Watch(of) => commands.extend(self.switch_watch(of, now)),
            Effect::Act(action) => commands.extend(self.act(action, now)),
            Effect::Notify(notice) => self.shared.screen.toasts.push_here(notice, now),
            Effect::Alert(count, words) => commands.extend(self.alert(count, words, now)),
            Effect::Copy(copied) => {
                self.shared.screen.toasts.push_here(copied_notice(&copied), now);
                commands.push(Command::Copy(copied.text.for_clipboard()));
            }
            Effect::Refresh => {
                self.shared.asked.requests.refresh(self.history.key());
                self.refresh_sides();
            }
            Effect::Stop => commands.extend(self.shared.asked.requests.stop(self.history.key())),
            Effect::CopyMenu(copies) => self.open_copies(copies),
            Effect::Screen(form) => {
                let effect = self.screen_copy(form, now);
                self.settle_one(effect, now, commands);
            }
            Effect::Columns => self.open_columns(now),
            Effect::Raw(title, raw) => self.overlay = Some(Overlay::raw(title, &raw, &self.shared.screen.pipe)),
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
            Effect::Write(export) => commands.extend(self.write(export)),
            Effect::CancelExport(path) => commands.push(Command::CancelExport(path)),
            Effect::Network(name) => self.switch(&name, now),
        }
    }

    /// Says that so many rows came while nobody looked.
    fn alert(&mut self, count: usize, words: String, now: Timestamp) -> Vec<Command> {
        self.shared.screen.title.unseen_rows += count;
        let commands = self.shared.screen.title.alert(&words);
        self.shared.screen.toasts.push_here(Notice::info(words), now);
        commands
    }

    /// Opens the copy menu; of the pane on screen with its place and command.
    fn open_copies(&mut self, mut copies: Vec<Copied>) {
        if self.overlay.is_none() {
            copies.extend(self.copied_place_and_command());
        }
        self.overlay = Some(Overlay::copies(copies, &self.shared.screen.keymap, self.overlay.take()));
    }

    fn open_columns(&mut self, now: Timestamp) {
        let ctx = self.shared.context(now);
        let columns = self.history.top().columns(&ctx);
        self.overlay = columns.map(|columns| Overlay::columns(columns, &ctx));
    }

    /// Applies what is stored, too.
    fn persist(&mut self, keep: Persist, now: Timestamp) -> Command {
        self.shared.kept.remembered.remember(&keep);
        if self.shared.apply_kept(&keep) {
            self.rebuild_view(now);
        }
        Command::Persist(keep)
    }

    /// Follows a job, and sends its submission.
    fn begin_job(&mut self, job: Box<Job>, submission: Submission) -> Command {
        let recorded = !self.shared.kept.batches.need_no_record(job.key);
        self.shared.kept.records.asked(job.key);
        self.shared.kept.followed.submit((*job).clone(), submission.clone());
        self.submit(job, submission, recorded)
    }

    /// Goes to a place on a network; nowhere if that cannot be opened.
    fn go_on(&mut self, network: &str, place: &Place, now: Timestamp) -> Vec<Command> {
        if self.shared.networks.here.name == network || self.shared.open_network(network, now) {
            self.go(place, now).into_iter().collect()
        } else {
            Vec::new()
        }
    }

    /// Shows a list instead of the one on screen, unless it is that, with its rows chosen and ordered so.
    fn arrange(&mut self, place: Place, arrangement: &Arrangement, now: Timestamp) -> Vec<Command> {
        let mut commands = Vec::new();
        if self.place() != place {
            self.settle_one(Effect::Replace(place), now, &mut commands);
        }
        let said = self.history.top_mut().set_arrangement(arrangement, &self.shared.context(now));
        commands.extend(self.settle(said, now));
        self.rebuild_view(now);
        commands
    }

    /// Records a job.
    fn save_job(&self, key: JobKey) -> Option<Command> {
        self.shared.kept.save_jobs(&[key]).pop()
    }

    /// Sends a submission again, now or later, or stops that. A plan is written down: other instances leave it alone.
    fn retry(&mut self, key: JobKey, retry: Retry, now: Timestamp) -> Option<Command> {
        let (words, command) = match retry {
            Retry::Now => {
                self.shared.kept.records.asked(key);
                (None, self.shared.send_again(key, now))
            }
            Retry::Later => {
                let planned = self.shared.kept.followed.retry_later(key, now);
                (planned.then_some(RETRYING), self.save_job(key).filter(|_| planned))
            }
            Retry::Never => {
                let stopped = self.shared.kept.followed.retry_never(key);
                (stopped.then_some("it is not sent again"), self.save_job(key).filter(|_| stopped))
            }
        };
        if let Some(words) = words {
            self.shared.screen.toasts.push_here(Notice::info(words), now);
        }
        self.rebuild_view(now);
        command
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
