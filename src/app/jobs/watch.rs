//! The watch list: its entries, their checks, and notices about new findings.

use ledger::{ContractRef, Timestamp};

use crate::app::shared::Shared;
use crate::message::watched::{Found, MAX_WATCHED, Sighting};
use crate::message::{Effect, Notice, Persist, Watched, WatchedEntity};
use crate::panes::Context;
use crate::panes::kit::Wants;
use crate::panes::kit::nouns::{labels, watch::Watch};

impl Shared {
    /// Puts this on the watch list, or takes it off.
    pub(in crate::app) fn switch_watch(&self, of: WatchedEntity, now: Timestamp) -> Vec<Effect> {
        let ctx = self.context(now);
        let of = by_id(of, &ctx);
        let network = ctx.network.name.clone();
        let words = labels::in_text(&ctx, &of.place().label()).into_owned();
        let watched = Watched { network, of, at: now, seen: Sighting::default() };
        let is_here = |watch: &&Watch| watch.watched.network == watched.network;
        let (keep, notice) = if self.kept.watching.iter().any(|known| known.watched.is(&watched)) {
            let words = format!("{words} is not watched any more");
            (Persist::ForgetWatched(Box::new(watched)), Notice::info(words))
        } else if self.networks.replay.is_some() {
            return vec![Effect::Notify(Notice::info("watch: nothing changes in a recording"))];
        } else if self.kept.watching.iter().filter(is_here).count() >= MAX_WATCHED {
            let words = format!("{MAX_WATCHED} are watched already: take one away at home");
            return vec![Effect::Notify(Notice::warning(words))];
        } else {
            let words = format!("{words} is watched: home shows what changes");
            (Persist::Watched(Box::new(watched)), Notice::success(words))
        };
        vec![Effect::Persist(keep), Effect::Notify(notice)]
    }

    /// Checks the watched contracts. Returns the resulting effects and the requests that the checks need.
    pub(in crate::app) fn look(&mut self, now: Timestamp) -> (Vec<Effect>, Wants) {
        let (mut effects, mut wants) = (Vec::new(), Wants::default());
        let mut watching = std::mem::take(&mut self.kept.watching);
        let ctx = self.context(now);
        let is_here =
            |watch: &&mut Watch| self.networks.replay.is_none() && watch.watched.network == ctx.network.name;
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

/// A contract by its id where the id is known, to avoid watching two names of one contract.
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
