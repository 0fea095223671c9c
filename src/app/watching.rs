//! The watch list: what is on it, its looks, and the news of what they found.

use super::App;
use super::shared::Shared;
use crate::ledger::{ContractRef, Timestamp};
use crate::message::watched::{Found, MAX_WATCHED, Sighting};
use crate::message::{Command, Effect, Notice, Persist, Watched, WatchedEntity};
use crate::panes::Context;
use crate::panes::kit::watch::Watch;
use crate::panes::kit::{Subscriber, Wants, labels};

impl App {
    /// Puts what the place on screen is about on the watch list, or takes it off.
    pub(super) fn switch_watch_here(&mut self, now: Timestamp) -> Vec<Command> {
        let Some(of) = WatchedEntity::of(&self.place()) else {
            let words = "watch: open a contract or a schedule first, or select one at home";
            self.shared.screen.toasts.push_here(Notice::info(words), now);
            return Vec::new();
        };
        self.switch_watch(of, now)
    }

    /// Puts this on the watch list, or takes it off.
    pub(super) fn switch_watch(&mut self, of: WatchedEntity, now: Timestamp) -> Vec<Command> {
        let ctx = self.shared.context(now);
        let of = by_id(of, &ctx);
        let network = ctx.network.name.clone();
        let words = labels::in_text(&ctx, &of.place().label()).into_owned();
        let watched = Watched { network, of, at: now, seen: Sighting::default() };
        let is_here = |watch: &&Watch| watch.watched.network == watched.network;
        let (keep, notice) = if self.shared.kept.watching.iter().any(|known| known.watched.is(&watched)) {
            let words = format!("{words} is not watched any more");
            (Persist::ForgetWatched(Box::new(watched)), Notice::info(words))
        } else if self.shared.networks.replay.is_some() {
            let words = "watch: nothing changes in a recording";
            self.shared.screen.toasts.push_here(Notice::info(words), now);
            return Vec::new();
        } else if self.shared.kept.watching.iter().filter(is_here).count() >= MAX_WATCHED {
            let words = format!("{MAX_WATCHED} are watched already: take one away at home");
            self.shared.screen.toasts.push_here(Notice::warning(words), now);
            return Vec::new();
        } else {
            let words = format!("{words} is watched: home shows what changes");
            (Persist::Watched(Box::new(watched)), Notice::success(words))
        };
        self.settle(vec![Effect::Persist(keep), Effect::Notify(notice)], now)
    }

    /// Takes what came for the watch list, tells what was found, and asks for what its looks need. Nothing is asked of
    /// a recording, in which nothing changes.
    pub(super) fn watch(&mut self, now: Timestamp) -> Vec<Command> {
        let (effects, wants) = self.shared.look(now);
        let mut commands = self.settle(effects, now);
        commands.extend(self.ask(Subscriber::WatchList, wants, now).0);
        commands
    }
}

impl Shared {
    /// What is to be told and kept of the looks of the moment, and what they need.
    fn look(&mut self, now: Timestamp) -> (Vec<Effect>, Wants) {
        let (mut effects, mut wants) = (Vec::new(), Wants::default());
        let mut watching = std::mem::take(&mut self.kept.watching);
        let ctx = self.context(now);
        let is_here = |watch: &&mut Watch| self.networks.replay.is_none() && watch.watched.network == ctx.network.name;
        for watch in watching.iter_mut().filter(is_here) {
            let was_checked = watch.watched.seen.checked_at.is_some();
            let found = watch.look(&ctx);
            watch.wants(&ctx, &mut wants);
            let Some(found) = found else { continue };
            if let Some(first) = found.first() {
                let of = labels::in_text(&ctx, &watch.watched.of.place().label()).into_owned();
                let more = match found.len() - 1 {
                    0 => String::new(),
                    more => format!(", and {more} more"),
                };
                effects.push(Effect::Alert(found.len(), format!("{of}: {}{more}", found_words(&first.what))));
            }
            // The time of a look alone is not worth a write.
            if !found.is_empty() || !was_checked {
                effects.push(Effect::Persist(Persist::Watched(Box::new(watch.watched.clone()))));
            }
        }
        self.kept.watching = watching;
        (effects, wants)
    }
}

/// A contract by its id, if that is known, so that it is watched once by whatever name.
fn by_id(of: WatchedEntity, ctx: &Context<'_>) -> WatchedEntity {
    match of {
        WatchedEntity::Contract(named) => {
            let all = ctx.known.names_of(named);
            let id = all.into_iter().find(|name| matches!(name, ContractRef::Id(_)));
            let long_zero = || named.entity_id(ctx.network.home).map(ContractRef::Id);
            WatchedEntity::Contract(id.or_else(long_zero).unwrap_or(named))
        }
        schedule @ WatchedEntity::Schedule(_) => schedule,
    }
}

/// A finding in a few words.
fn found_words(found: &Found) -> String {
    match found {
        Found::Changed { field, after, .. } if field == "state" => after.escaped(),
        Found::Changed { field, .. } => format!("{field} changed"),
        Found::Failed(failures) => failures.words(),
    }
}
