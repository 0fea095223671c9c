//! `hieroscope verify MODE …`: look the contract up, submit it, and follow the job if that is wanted.

mod obstacle;

use verification::{ChainId, Job, JobKey, JobState, SourcesDigest, Submission};

use super::check::{self, Against};
use super::console::say;
use super::follow::Case;
use super::preview::Preview;
use super::resolve::{self, Target};
use super::stop::{Limit, Stop};
use super::{CommandReport, Outcome, VerifyArgs, World};
use crate::config::VerifyTask;
use crate::runtime::now;
use crate::store::StoreWorker;

/// How often a command gives way to others that send the same.
const MAX_TRIES: usize = 10;

/// One command: its arguments and its environment.
struct Errand<'a> {
    task: &'a VerifyTask,
    args: VerifyArgs,
    world: &'a World,
    /// Where jobs are recorded; none if they are not to be.
    store: Option<&'a StoreWorker>,
    /// Whether the sources are first compared with the deployed code.
    compares: bool,
}

/// Verifies a contract. `chain` is the value of `--chain`.
pub(super) async fn verify(
    task: &VerifyTask,
    chain: Option<&ChainId>,
    world: &World,
    store: Option<&StoreWorker>,
) -> CommandReport {
    match Stop::listen() {
        Ok(mut stop) => begin(task, chain, (world, store), true, &mut stop).await,
        Err(words) => world.unsent(Outcome::NotSent, words),
    }
}

/// Verifies a contract that was already compared, as one of several; a signal ends all of them.
pub(super) async fn verify_until(
    task: &VerifyTask,
    chain: Option<&ChainId>,
    world: &World,
    store: Option<&StoreWorker>,
    stop: &mut Stop,
) -> CommandReport {
    begin(task, chain, (world, store), false, stop).await
}

async fn begin(
    task: &VerifyTask,
    chain: Option<&ChainId>,
    (world, store): (&World, Option<&StoreWorker>),
    compares: bool,
    stop: &mut Stop,
) -> CommandReport {
    match VerifyArgs::parse(task, chain, &world.network) {
        Ok(args) => {
            let errand = Errand { task, args, world, store, compares };
            errand.run(stop).await.unwrap_or_else(|report| *report)
        }
        Err(words) => world.unsent(Outcome::Usage, words),
    }
}

impl Errand<'_> {
    /// Carries it out. Both sides are an end: `Err` is one before anything was sent.
    async fn run(&self, stop: &mut Stop) -> Result<CommandReport, Box<CommandReport>> {
        let Self { args, world, .. } = self;
        check::before(args, world).map_err(|words| self.unsent(Outcome::Usage, words))?;
        let asked = async { tokio::join!(resolve::target(args, world), check::chains(world)) };
        let (target, chains) = stop.unless_stopped(asked).await.map_err(|outcome| self.ended(outcome))?;
        let target = target.map_err(|(outcome, words)| self.unsent(outcome, words))?;
        if self.compares
            && let Some(words) = check::would_be(self.task, args, &target)
        {
            say(&words);
        }
        let wanted = self.job(&self.submission(&target));
        for _ in 0..MAX_TRIES {
            if let Some(report) = self.earlier(&target, &wanted, stop).await? {
                return Ok(report);
            }
            let checked = stop.unless_stopped(check::check(args, &target, &chains, world)).await;
            match checked.map_err(|outcome| self.ended(outcome))? {
                Ok(()) if self.task.sending.dry_run => return Ok(self.preview(&target)),
                Ok(()) => {
                    if let Some(report) = self.submit(&target, &wanted, stop).await? {
                        return Ok(report);
                    }
                    // Another process was faster.
                }
                Err(Against::Refused(outcome, words)) => {
                    return Err(Box::new(self.unsent(outcome, words).about(target.address)));
                }
                Err(Against::Verified(verified)) => {
                    let words = "both sides of the code are verified exactly already: nothing was sent";
                    say(words);
                    let report = self.unsent(Outcome::Verified, words.to_owned()).about(target.address);
                    return Ok(report.verified_before(&verified.contract));
                }
            }
        }
        Err(Box::new(
            self.unsent(Outcome::NotSent, "others keep sending the same: nothing was sent".to_owned()),
        ))
    }

    /// The submission for this contract.
    fn submission(&self, target: &Target) -> Submission {
        let body = self.args.body.clone().created_by(target.creation_hash);
        Submission { chain: self.args.chain.clone(), address: target.address, body }
    }

    /// The job of a submission, made now.
    fn job(&self, submission: &Submission) -> Job {
        let key = JobKey { made: now(), process: std::process::id() };
        let file = self.task.file.as_deref().map(|path| path.display().to_string()).unwrap_or_default();
        Job::new(key, &self.world.network.name, &self.args.server, submission, key.made)
            .from_file(&file)
            .with_digest(SourcesDigest::of(submission))
    }

    /// Tells what would be sent.
    fn preview(&self, target: &Target) -> CommandReport {
        let submission = self.submission(target);
        let preview = Preview::new(&self.args, &submission, &self.world.network.import_segment);
        let words = "it was a dry run: nothing was sent".to_owned();
        self.unsent(Outcome::DryRun, words).about(target.address).previewed(preview)
    }

    /// Why nothing is sent: the job would be lost with this process. A signal has cut short what waited to record it.
    async fn unrecorded(&self, target: &Target, words: &str, stop: &mut Stop) -> Box<CommandReport> {
        if let Err(outcome) = stop.none_yet().await {
            return Box::new(self.ended(outcome));
        }
        let words = format!(
            "the job cannot be recorded, so nothing was sent. {words} With --no-record it is sent all the same."
        );
        Box::new(self.unsent(Outcome::NotSent, words).about(target.address))
    }

    /// Sends it. `None` if another process has begun to send the same meanwhile.
    async fn submit(
        &self,
        target: &Target,
        wanted: &Job,
        stop: &mut Stop,
    ) -> Result<Option<CommandReport>, Box<CommandReport>> {
        let Self { args, world, .. } = self;
        let submission = self.submission(target);
        let job = wanted.clone().made_at(now());
        // The job is on disk before anything is said to be on its way.
        let mut case = match Case::open(world, self.store, job, self.task.sending.again).await {
            Ok(Some(case)) => case,
            Ok(None) => return Ok(None),
            Err(words) => return Err(self.unrecorded(target, &words, stop).await),
        };
        let server = if args.server.is_empty() { "the embedded verifier" } else { &args.server };
        let (name, mode) = (target.address.checksummed(), args.body.mode().label());
        world
            .colours
            .moved(JobState::Submitting, &format!("{name} on chain {} by {mode} to {server}", args.chain));
        let until = self.until();
        let sent = self.send(&mut case, &submission, until, stop).await;
        let lock = self.own_lock(case.job()).await;
        let report = match sent {
            Ok(None) => self.follow(case, until, stop).await,
            Ok(Some(other)) => {
                // What became of the submission itself is recorded, too.
                let _ = case.lookup(stop).await;
                let outcome = other.outcome();
                other.end(outcome).await
            }
            Err(outcome) => case.end(outcome).await,
        };
        Ok(Some(match lock {
            Some(lock) => report.locked_by(&lock),
            None => report,
        }))
    }

    /// When the wait is over.
    fn until(&self) -> Limit {
        Limit::after(self.task.sending.timeout)
    }

    /// Follows a job, if that is wanted, and ends.
    async fn follow(&self, mut case: Case<'_>, until: Limit, stop: &mut Stop) -> CommandReport {
        let outcome = if self.task.sending.watch { case.watch(until, stop).await } else { case.outcome() };
        case.settle(outcome, stop).await
    }

    fn unsent(&self, outcome: Outcome, words: String) -> CommandReport {
        CommandReport::unsent(outcome, Some(&self.world.network), Some(&self.args), words)
    }

    fn ended(&self, outcome: Outcome) -> CommandReport {
        self.unsent(outcome, "ended before anything was sent".to_owned())
    }
}
