//! The request table: each topic is requested once for all its subscribers, and stays while one wants it.

mod entry;

use std::collections::{BTreeMap, HashMap, HashSet};

use self::entry::Entry;
pub use self::entry::Subscriber;
use crate::message::{Command, Gathering, Question, Request, Response, Retrying, Topic};
use crate::panes::kit::ask::answers::{MAX_SHARED_AGE, Want, Wants};
use crate::panes::kit::{Fetched, Progress};
use api::{Failure, Priority};
use decode::{Snapshot, Subject};
use ledger::Timestamp;

#[derive(Debug)]
pub struct Requests {
    /// Topics by the network's profile name.
    networks: HashMap<String, HashMap<Topic, Entry>>,
    panes: BTreeMap<Subscriber, Wanted>,
    /// The wants of an unknown pane.
    nothing: Wanted,
    /// The progress of topics that the user stopped.
    stopped: Progress,
    /// Number of received answers.
    answers: u64,
    /// Memory of the wanted answers, bytes.
    bytes: usize,
    on_screen: Vec<Subscriber>,
    /// Whether temporary failures are retried automatically.
    heals: bool,
}

#[derive(Debug, Default)]
struct Wanted {
    network: String,
    wants: Vec<Want>,
    /// Topics that the user stopped, until the pane is refreshed.
    stopped: HashSet<Topic>,
    /// Subjects already looked up for it.
    resolved: HashSet<Subject>,
    /// Whether a refresh is pending.
    is_refreshed: bool,
}

/// How a subscriber asks.
#[derive(Clone, Copy, Debug)]
pub struct Asking<'a> {
    /// The network's profile name.
    pub network: &'a str,
    pub priority: Priority,
    /// The knowledge for analyses.
    pub known: &'a Snapshot,
    pub now: Timestamp,
}

impl Requests {
    /// An empty table. With `heals`, temporary failures are retried automatically.
    pub fn new(heals: bool) -> Self {
        Self {
            networks: HashMap::new(),
            panes: BTreeMap::new(),
            nothing: Wanted::default(),
            stopped: Progress::stopped(),
            answers: 0,
            bytes: 0,
            on_screen: Vec::new(),
            heals,
        }
    }

    /// Replaces the wants of a pane: requests new topics, and analyses with more knowledge; cancels topics that no
    /// pane wants. Automatic repeats have a lower priority.
    pub fn want(&mut self, pane: Subscriber, wants: Wants, asking: &Asking<'_>) -> Vec<Command> {
        let Asking { network, priority, known, now } = *asking;
        let mut before = self.panes.remove(&pane).unwrap_or_default();
        let mut wanted = Wanted {
            network: network.to_owned(),
            wants: Vec::new(),
            stopped: std::mem::take(&mut before.stopped),
            resolved: std::mem::take(&mut before.resolved),
            is_refreshed: false,
        };
        let mut commands = Vec::new();
        for want in wants.into_iter() {
            if wanted.stopped.contains(&want.topic) || wanted.has(&want.topic) {
                continue;
            }
            let entry =
                self.networks.entry(network.to_owned()).or_default().entry(want.topic.clone()).or_default();
            let is_new = before.network != network || !before.has(&want.topic);
            let is_young = entry.is_younger(want.max_age, now);
            entry.wanted_by += usize::from(is_new);
            entry.accepts = Some(want.accepts);
            let again = entry.named_again_at(&want, now).is_some_and(|at| at <= now);
            let heals = entry.progress.heals_at(now).is_some_and(|at| at <= now);
            if before.is_refreshed && entry.is_refreshable(&want.topic) {
                entry.repeats = 0;
                commands.extend(entry.progress.stop().map(Command::Cancel));
                entry.priority = Priority::Urgent;
                commands.push(Command::SendAnew(entry.ask(&want.topic, asking)));
            } else if heals && !again {
                entry.priority = priority;
                commands.push(Command::Send(entry.ask_again(&want.topic, asking), priority));
            } else if again || entry.is_due(&want.topic, is_new && !is_young, known) {
                entry.repeats = if again { entry.repeats + 1 } else { 0 };
                entry.priority = if again { priority.max(Priority::Tail) } else { priority };
                commands.push(Command::Send(entry.ask(&want.topic, asking), entry.priority));
            } else if is_new && entry.is_under_way() && priority < entry.priority {
                commands.extend(entry.prioritize(priority));
            }
            wanted.wants.push(want);
        }
        for want in before.wants {
            if before.network != network || !wanted.has(&want.topic) {
                commands.extend(self.release(&before.network, &want.topic));
            }
        }
        self.panes.insert(pane, wanted);
        commands
    }

    /// Adds a question for a subscriber that takes each answer once.
    pub fn ask_once(
        &mut self,
        subscriber: Subscriber,
        request: Request,
        priority: Priority,
        now: Timestamp,
    ) -> Vec<Command> {
        let mut wants = Wants::default();
        let waiting = self.wanted(subscriber).wants.iter().map(|want| want.topic.clone());
        waiting.chain([request.ask.into()]).for_each(|topic| wants.add_topic(topic));
        let known = Snapshot::default();
        self.want(subscriber, wants, &Asking { network: &request.network, priority, known: &known, now })
    }

    /// The subjects to look up for a pane, each once since it was opened or refreshed.
    pub fn unresolved(&mut self, pane: Subscriber, wants: &Wants) -> Vec<Subject> {
        let resolved = &mut self.panes.entry(pane).or_default().resolved;
        wants.subjects().iter().copied().filter(|subject| resolved.insert(*subject)).collect()
    }

    /// Looks up the subjects of a pane again, which requests those that are unknown.
    pub fn resolve_again(&mut self, pane: Subscriber) {
        if let Some(wanted) = self.panes.get_mut(&pane) {
            wanted.resolved.clear();
        }
    }

    /// Removes a pane, and the topics that only it wanted.
    pub fn close(&mut self, pane: Subscriber) -> Vec<Command> {
        let wanted = self.panes.remove(&pane).unwrap_or_default();
        wanted.wants.iter().filter_map(|want| self.release(&wanted.network, &want.topic)).collect()
    }

    /// Cancels the topics that a pane wants only on screen.
    pub fn leave(&mut self, pane: Subscriber) -> Vec<Command> {
        let Some(wanted) = self.panes.get_mut(&pane) else { return Vec::new() };
        let (gone, kept): (Vec<_>, Vec<_>) =
            std::mem::take(&mut wanted.wants).into_iter().partition(|want| want.is_passing);
        wanted.wants = kept;
        let network = wanted.network.clone();
        gone.iter().filter_map(|want| self.release(&network, &want.topic)).collect()
    }

    /// Sets the panes on screen. Queued requests of newly visible panes go before those that only hidden panes
    /// want.
    pub fn set_on_screen(&mut self, panes: Vec<Subscriber>) -> Vec<Command> {
        if panes == self.on_screen {
            return Vec::new();
        }
        let gone = std::mem::replace(&mut self.on_screen, panes);
        let mut commands = Vec::new();
        for pane in gone.iter().chain(&self.on_screen) {
            let Some(wanted) = self.panes.get(pane) else { continue };
            let Some(entries) = self.networks.get_mut(&wanted.network) else { continue };
            for topic in wanted.wants.iter().map(|want| &want.topic) {
                let Some(entry) = entries.get_mut(topic) else { continue };
                let on_screen = self.on_screen.iter().filter_map(|pane| self.panes.get(pane));
                let mut same_network = on_screen.filter(|other| other.network == wanted.network);
                let is_seen = same_network.any(|other| other.has(topic));
                let priority =
                    if is_seen { entry.priority.min(Priority::Visible) } else { Priority::Background };
                if priority != entry.priority && entry.is_under_way() {
                    commands.extend(entry.prioritize(priority));
                }
            }
        }
        commands
    }

    /// Cancels a pane's requests. Requests shared with other panes continue.
    pub fn stop(&mut self, pane: Subscriber) -> Vec<Command> {
        let Some(mut wanted) = self.panes.remove(&pane) else { return Vec::new() };
        let (stopped, kept): (Vec<_>, Vec<_>) = std::mem::take(&mut wanted.wants)
            .into_iter()
            .partition(|want| self.entry(&wanted.network, &want.topic).is_some_and(Entry::is_under_way));
        wanted.wants = kept;
        let commands = stopped.iter().filter_map(|want| self.release(&wanted.network, &want.topic)).collect();
        wanted.stopped.extend(stopped.into_iter().map(|want| want.topic));
        self.panes.insert(pane, wanted);
        commands
    }

    /// Requests the pane's next wants again, also if there are answers. Requests in progress are not restarted;
    /// pending retries are sent at once.
    pub fn refresh(&mut self, pane: Subscriber) {
        let wanted = self.panes.entry(pane).or_default();
        wanted.stopped.clear();
        wanted.resolved.clear();
        wanted.is_refreshed = true;
    }

    /// Whether a pane has new wants.
    pub fn is_news(&self, pane: Subscriber, network: &str, wants: &Wants) -> bool {
        let wanted = self.wanted(pane);
        wanted.network != network
            || wants.topics().any(|topic| !wanted.has(topic) && !wanted.stopped.contains(topic))
    }

    /// Stores an answer. Returns the subscribers that waited for it; those that take it once no longer want it.
    pub fn on_response(&mut self, response: &Response) -> Vec<Subscriber> {
        let (heals, number) = (self.heals, self.answers + 1);
        let entry = self.entry_mut(&response.request);
        let Some(entry) = entry.filter(|entry| entry.progress.asked() == Some(&response.request)) else {
            return Vec::new();
        };
        entry.progress.finish(response);
        if !heals {
            entry.progress.give_up();
        }
        if let Ok(answer) = &response.outcome {
            if entry.accepts.is_some_and(|accepts| accepts(answer)) {
                let now = answer.bytes(response.body_bytes);
                let before = std::mem::replace(&mut entry.bytes, now);
                (entry.number, entry.answer) = (number, Some(answer.clone()));
                (self.answers, self.bytes) = (number, (self.bytes + now).saturating_sub(before));
            } else {
                entry.progress.fail(Failure::UnexpectedAnswer);
            }
        }
        let subscribers: Vec<Subscriber> = self.wanted_by(&response.request).collect();
        let topic = Topic::from(response.request.ask.clone());
        for subscriber in subscribers.iter().filter(|one| !one.looks()) {
            let Some(wanted) = self.panes.get_mut(subscriber) else { continue };
            wanted.wants.retain(|want| want.topic != topic);
            if wanted.wants.is_empty() {
                self.panes.remove(subscriber);
            }
            // The request has ended: there is nothing to cancel.
            let _ = self.release(&response.request.network, &topic);
        }
        subscribers
    }

    /// Notes that a request failed temporarily and will be repeated. `true` if a subscriber waits for it.
    pub fn on_retrying(&mut self, retrying: &Retrying) -> bool {
        self.entry_mut(&retrying.request).is_some_and(|entry| entry.progress.retry(retrying))
    }

    /// Updates the number of records that a replay has.
    pub fn on_gathering(&mut self, gathering: &Gathering) {
        if let Some(entry) = self.entry_mut(&gathering.request) {
            entry.progress.gather(gathering);
        }
    }

    fn entry_mut(&mut self, request: &Request) -> Option<&mut Entry> {
        self.networks.get_mut(&request.network)?.get_mut(&Topic::from(request.ask.clone()))
    }

    /// An answer that others got a few seconds ago, unless a newer one is known.
    pub fn at_hand(&self, network: &str, topic: &Topic, now: Timestamp) -> Option<Response> {
        let entry = self.entry(network, topic)?;
        let is_newest = !entry.is_under_way() && entry.progress.failure().is_none();
        let at = entry.progress.answered_at().filter(|_| is_newest)?;
        let answer = entry.answer.clone().filter(|_| entry.is_younger(Some(MAX_SHARED_AGE), now))?;
        Some(Response::here(entry.request.clone()?, Ok(answer), at))
    }

    /// The subscribers of this request.
    pub fn wanted_by(&self, request: &Request) -> impl Iterator<Item = Subscriber> {
        let topic = Topic::from(request.ask.clone());
        let wants = move |wanted: &Wanted| wanted.network == request.network && wanted.has(&topic);
        self.panes.iter().filter(move |(_, wanted)| wants(wanted)).map(|(key, _)| *key)
    }

    /// The answer to a pane's question, and its progress.
    pub fn get<Q: Question>(&self, pane: Subscriber, network: &str, question: &Q) -> Fetched<'_, Q::Answer> {
        let topic = question.topic();
        if self.wanted(pane).stopped.contains(&topic) {
            let progress = Some(&self.stopped);
            return Fetched { value: None, progress, answer: 0, repeats: 0, asked_at: None };
        }
        let entry = self.entry(network, &topic);
        let value = entry.and_then(|entry| entry.answer.as_ref()).and_then(Q::pick);
        let answer = entry.map(|entry| entry.number).unwrap_or_default();
        let repeats = entry.map(|entry| entry.repeats).unwrap_or_default();
        let asked_at = entry.filter(|entry| entry.request.is_some()).map(|entry| entry.asked_at);
        Fetched { value, progress: entry.map(|entry| &entry.progress), answer, repeats, asked_at }
    }

    /// Whether a pane wanted this last.
    pub fn wants<Q: Question>(&self, pane: Subscriber, network: &str, question: &Q) -> bool {
        let wanted = self.wanted(pane);
        wanted.network == network && wanted.has(&question.topic())
    }

    /// Whether a required topic of a pane is pending without an answer: closing the pane then stops it first.
    pub fn is_waiting(&self, pane: Subscriber) -> bool {
        self.wanted(pane).needed(self).any(|entry| entry.is_under_way() && entry.answer.is_none())
    }

    /// The first request in progress among a pane's wants.
    pub fn under_way(&self, pane: Subscriber) -> Option<&Progress> {
        let wanted = self.wanted(pane);
        let entries = wanted.wants.iter().filter_map(|want| self.entry(&wanted.network, &want.topic));
        entries.map(|entry| &entry.progress).find(|progress| progress.asked().is_some())
    }

    /// The progress of a pane's required topics: one in progress, failed or stopped, else the oldest answer.
    /// Second, whether it has an answer.
    pub fn progress(&self, pane: Subscriber) -> Option<(&Progress, bool)> {
        let wanted = self.wanted(pane);
        if !wanted.stopped.is_empty() {
            return Some((&self.stopped, false));
        }
        let unsettled = |entry: &&Entry| entry.is_under_way() || entry.progress.failure().is_some();
        let oldest = || wanted.needed(self).min_by_key(|entry| entry.progress.answered_at());
        let entry = wanted.needed(self).find(unsettled).or_else(oldest)?;
        Some((&entry.progress, entry.answer.is_some()))
    }

    /// Time of the pane's next animation step or poll.
    pub fn wake_at(&self, pane: Subscriber, now: Timestamp) -> Option<Timestamp> {
        let wanted = self.wanted(pane);
        let entries =
            wanted.wants.iter().filter_map(|want| Some((want, self.entry(&wanted.network, &want.topic)?)));
        entries
            .flat_map(|(want, entry)| [entry.progress.wake_at(now), entry.again_at(want, now)])
            .flatten()
            .min()
    }

    /// Time of the pane's next poll.
    pub fn again_at(&self, pane: Subscriber, now: Timestamp) -> Option<Timestamp> {
        let wanted = self.wanted(pane);
        let again = |want: &Want| self.entry(&wanted.network, &want.topic)?.again_at(want, now);
        wanted.wants.iter().filter_map(again).min()
    }

    /// Approximate memory of the wanted answers, bytes.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    fn wanted(&self, pane: Subscriber) -> &Wanted {
        self.panes.get(&pane).unwrap_or(&self.nothing)
    }

    fn entry(&self, network: &str, topic: &Topic) -> Option<&Entry> {
        self.networks.get(network)?.get(topic)
    }

    /// Removes one subscriber of a topic; the last one cancels its request.
    fn release(&mut self, network: &str, topic: &Topic) -> Option<Command> {
        let entries = self.networks.get_mut(network)?;
        let entry = entries.get_mut(topic)?;
        entry.wanted_by = entry.wanted_by.saturating_sub(1);
        if entry.wanted_by > 0 || entry.is_absent(topic) {
            return None;
        }
        let mut entry = entries.remove(topic)?;
        self.bytes = self.bytes.saturating_sub(entry.bytes);
        entry.progress.stop().map(Command::Cancel)
    }
}

impl Wanted {
    fn has(&self, topic: &Topic) -> bool {
        self.wants.iter().any(|want| want.topic == *topic)
    }

    fn needed<'a>(&'a self, requests: &'a Requests) -> impl Iterator<Item = &'a Entry> {
        let needed = self.wants.iter().filter(|want| want.is_needed);
        needed.filter_map(|want| requests.entry(&self.network, &want.topic))
    }
}

#[cfg(test)]
mod tests;
