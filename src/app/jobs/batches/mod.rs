//! Runs batches in the background, one at a time. After every event the app requests the batch's next step and applies
//! it like a pane's effects, which records a line's submission before it is sent.

mod lookup;

use ledger::Timestamp;
use verification::batch::{Pause, Phase};
use verification::{ApiKey, Batch, BatchId, Followed, Job, JobKey};

use crate::message::{BatchOrder, Effect, Notice, Persist, Response};
use crate::panes::kit::Wants;

/// The batches, newest first.
#[derive(Debug, Default)]
pub(in crate::app) struct Batches {
    all: Vec<Batch>,
    /// The key of the batch that imports with one, until that batch ends. It is kept outside of the batch to keep it
    /// out of the store.
    key: Option<(BatchId, ApiKey)>,
    /// The batch whose jobs need not be recorded.
    unrecorded: Option<BatchId>,
}

impl Batches {
    pub(in crate::app) fn all(&self) -> &[Batch] {
        &self.all
    }

    /// Merges stored batches. Those of ended processes wait for the user; those of another running instance are shown
    /// as stored. Batches of this instance stay as they are.
    pub(in crate::app) fn merge(&mut self, saved: Vec<Batch>) {
        for mut batch in saved {
            let known = self.all.iter().position(|known| known.id == batch.id);
            let there = known.and_then(|at| self.all.get(at)).map(|known| known.phase == Phase::Elsewhere);
            if there == Some(false) && batch.phase != Phase::Elsewhere {
                continue;
            }
            if batch.phase != Phase::Elsewhere {
                batch.resume();
            }
            match known.and_then(|at| self.all.get_mut(at)) {
                Some(known) => *known = batch,
                None => self.all.push(batch),
            }
        }
        self.all.sort_by_key(|batch| std::cmp::Reverse(batch.id));
    }

    /// Whether this job belongs to a line of a running batch, which then reports on it.
    pub(in crate::app) fn hold(&self, key: JobKey) -> bool {
        let open = self.all.iter().filter(|batch| batch.phase != Phase::Ended);
        open.flat_map(|batch| &batch.lines).any(|line| line.job() == Some(key))
    }

    /// Each batch, its network, and what its lines wait for.
    pub(in crate::app) fn wants(&self) -> impl Iterator<Item = (BatchId, &str, Wants)> {
        self.all.iter().map(|batch| (batch.id, &*batch.network, lookup::wants(batch)))
    }

    /// Returns the line whose job could not be recorded to a running batch, and that batch.
    pub(in crate::app) fn unrecorded(&mut self, key: JobKey) -> Option<BatchId> {
        let mut open = self.all.iter_mut().filter(|batch| batch.phase != Phase::Ended);
        open.find_map(|batch| batch.unrecorded(key).then_some(batch.id))
    }

    /// Whether this job is a line's of a batch whose jobs need not be recorded.
    pub(in crate::app) fn need_no_record(&self, key: JobKey) -> bool {
        let batch = self.all.iter().find(|batch| Some(batch.id) == self.unrecorded);
        batch.is_some_and(|batch| batch.lines.iter().any(|line| line.job() == Some(key)))
    }

    /// Carries out the user's order about a batch.
    pub(in crate::app) fn obey(&mut self, order: BatchOrder) -> Vec<Effect> {
        let busy = |batch: &Batch| batch.phase != Phase::Ended;
        match order {
            BatchOrder::Begin(batch, key) => {
                if self.all.iter().any(busy) {
                    return vec![Effect::Notify(Notice::warning("another batch has not ended yet"))];
                }
                self.key = key.map(|key| (batch.id, key));
                self.all.insert(0, (*batch).clone());
                vec![Effect::Persist(Persist::Batch(batch))]
            }
            BatchOrder::Pause(id) => self.with(id, Batch::pause),
            BatchOrder::GoOn(id, key) => {
                if self
                    .all
                    .iter()
                    .any(|batch| batch.id != id && matches!(batch.phase, Phase::Running | Phase::Elsewhere))
                {
                    return vec![Effect::Notify(Notice::warning("another batch runs"))];
                }
                self.key = key.map(|key| (id, key)).or(self.key.take());
                self.with(id, Batch::go_on)
            }
            BatchOrder::GoOnUnrecorded(id) => {
                self.unrecorded = Some(id);
                self.obey(BatchOrder::GoOn(id, None))
            }
            BatchOrder::Stop(id) => self.with(id, Batch::stop),
            BatchOrder::Skip(id, at) => self.with(id, |batch| _ = batch.skip(at)),
            BatchOrder::Retry(id, key) => {
                if self.all.iter().any(|batch| batch.id != id && busy(batch)) {
                    return vec![Effect::Notify(Notice::warning("another batch has not ended yet"))];
                }
                self.key = key.map(|key| (id, key)).or(self.key.take());
                self.with(id, |batch| _ = batch.retry_failed())
            }
        }
    }

    /// Takes an answer that lines of a batch wait for.
    pub(in crate::app) fn on_response(&mut self, id: BatchId, response: &Response) -> Vec<Effect> {
        self.with(id, |batch| {
            for at in lookup::waiting(batch, &response.request).collect::<Vec<_>>() {
                lookup::answer(batch, at, response);
            }
        })
    }

    /// The next step: what became of jobs is taken in, and one line is begun. `None` once all is done for now.
    pub(in crate::app) fn step(
        &mut self,
        jobs: &Followed,
        now: Timestamp,
        process: u32,
    ) -> Option<Vec<Effect>> {
        let (mut effects, mut is_begun) = (Vec::new(), false);
        for (at, batch) in self.all.iter_mut().enumerate() {
            let before = batch.phase;
            if (at == 0 || before != Phase::Ended) && batch.apply_jobs(jobs) {
                effects.extend(changed(batch, before));
            }
        }
        if let Some(batch) = self.all.iter_mut().find(|batch| batch.phase == Phase::Running)
            && let Some(at) = batch.next().first().copied()
        {
            let key = self.key.as_ref().filter(|(id, _)| *id == batch.id).map(|(_, key)| key);
            let begun = begin(batch, at, key, jobs, JobKey { made: now, process });
            is_begun = begun.is_some();
            effects.extend(begun.into_iter().flatten());
        }
        self.let_key_go();
        (is_begun || !effects.is_empty()).then_some(effects)
    }

    /// Wipes the key once its batch has ended. Sending lines again requires entering it again.
    fn let_key_go(&mut self) {
        let open = |id| self.all.iter().any(|batch| batch.id == id && batch.phase != Phase::Ended);
        if self.key.as_ref().is_some_and(|(id, _)| !open(*id)) {
            self.key = None;
        }
    }

    fn with(&mut self, id: BatchId, change: impl FnOnce(&mut Batch)) -> Vec<Effect> {
        let Some(batch) = self.all.iter_mut().find(|batch| batch.id == id) else { return Vec::new() };
        let before = batch.phase;
        if before == Phase::Elsewhere {
            return vec![Effect::Notify(Notice::warning("another hieroscope is handling this batch"))];
        }
        change(batch);
        let effects = changed(batch, before);
        self.let_key_go();
        effects
    }
}

/// Begins a line: looks up its contract, submits it, or joins the job for it that runs, or may run. `None` if it cannot
/// begin. The line is written down before the job is, and the job before its request is sent.
fn begin(
    batch: &mut Batch,
    at: usize,
    key: Option<&ApiKey>,
    jobs: &Followed,
    own: JobKey,
) -> Option<Vec<Effect>> {
    if lookup::request(batch, at).is_some() {
        batch.looking_up(at);
        return Some(Vec::new());
    }
    let submission = batch.submission(at, key)?;
    let mut own = own;
    while jobs.get(own).is_some() {
        own.made = Timestamp::from_nanos(u64::try_from(own.made.as_nanos()).unwrap_or_default() + 1);
    }
    let file = batch.lines.get(at).and_then(|line| line.matching.found()).map(|it| it.source.clone());
    let file = file.map(|path| path.to_string_lossy().into_owned()).unwrap_or_default();
    let job = Job::new(own, &batch.network, &batch.server, &submission, own.made).from_file(&file);
    if let Some(known) = jobs.doubled_by(&job, own.made) {
        batch.sent(at, known.key, known.state);
        return Some(vec![save(batch)]);
    }
    batch.sent(at, own, job.state);
    Some(vec![save(batch), Effect::Submit(Box::new(job), submission)])
}

fn save(batch: &Batch) -> Effect {
    Effect::Persist(Persist::Batch(Box::new(batch.clone())))
}

/// Records a changed batch, and notifies the user where needed.
fn changed(batch: &Batch, before: Phase) -> Vec<Effect> {
    let news = (batch.phase != before).then(|| news(batch)).flatten();
    [save(batch)].into_iter().chain(news.map(Effect::Notify)).collect()
}

fn news(batch: &Batch) -> Option<Notice> {
    let progress = batch.progress();
    match batch.phase {
        Phase::Paused(Pause::Error(number)) => {
            Some(Notice::warning(format!("the batch has stopped: an error in line {number}")))
        }
        Phase::Paused(Pause::Unrecorded(number)) => Some(Notice::warning(format!(
            "the batch is waiting: the job of line {number} cannot be recorded, so it was not sent"
        ))),
        Phase::Paused(Pause::TooMany(number)) => Some(Notice::warning(format!(
            "the batch is waiting: the verifier had too many requests at line {number}"
        ))),
        Phase::Ended if progress.verified == progress.all => {
            Some(Notice::success(format!("the batch is done: {} verified", progress.verified)))
        }
        Phase::Ended => {
            let rest = progress.all - progress.verified;
            Some(Notice::warning(format!("the batch is done: {} verified, {rest} not", progress.verified)))
        }
        Phase::Running | Phase::Elsewhere | Phase::Paused(Pause::Asked | Pause::Restart) => None,
    }
}
