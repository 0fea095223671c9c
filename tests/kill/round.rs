//! A round: what is done in it, and what must hold in the end.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::Duration;

use fastrand::Rng;
use serde_json::Value;
use tempfile::TempDir;
use verification::JobId;

use super::double::Double;
use super::moment::Moment;
use super::process::{Ended, Process};
use super::store::{self, Known};
use super::truth::{Truth, Verdict};
use super::{alone, beside, deployed, screen};

/// How often the log of the store is looked at by who waits for it to grow, and how often processes are.
const SOON: Duration = Duration::from_micros(200);
const OFTEN: Duration = Duration::from_millis(3);

/// What a round plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A contract is submitted.
    Submission,
    /// Jobs are followed.
    Polls,
    /// Two processes at the same time.
    Pair,
    /// The contracts of a deployment are submitted.
    Deployment,
    /// A batch on the screen.
    Batch,
    /// One instance on the screen, and a script beside it.
    Beside,
}

impl Kind {
    pub(crate) const ALL: [Self; 6] =
        [Self::Submission, Self::Polls, Self::Pair, Self::Deployment, Self::Batch, Self::Beside];

    /// Of twenty rounds two have a screen, which is dear.
    fn of(seed: u64) -> Self {
        match seed % 20 {
            0..7 => Self::Submission,
            7..11 => Self::Polls,
            11..15 => Self::Pair,
            15..18 => Self::Deployment,
            18 => Self::Batch,
            _ => Self::Beside,
        }
    }
}

/// A round that is played.
pub(crate) struct Round {
    pub(crate) rng: Rng,
    pub(crate) home: Rc<TempDir>,
    pub(crate) double: Double,
    known: Known,
    /// Everything that was said by processes without a screen.
    said: String,
    kills: usize,
}

/// What a round amounted to.
pub(crate) struct Played {
    pub(crate) kind: Kind,
    pub(crate) kills: usize,
    pub(crate) submissions: usize,
    pub(crate) cut_off: usize,
}

impl Round {
    /// Plays the round of this number.
    pub(crate) fn play(seed: u64) -> Played {
        let mut rng = Rng::with_seed(seed);
        let kind = Kind::of(seed);
        // A batch stops at the first contract that fails.
        let verdicts: &[Verdict] = match kind {
            Kind::Batch => &[Verdict::Exact, Verdict::Match],
            _ => &[Verdict::Exact, Verdict::Exact, Verdict::Match, Verdict::Failed],
        };
        let fates = (0..8).map(|_| (rng.u32(..3), verdicts[rng.usize(..verdicts.len())])).collect();
        let truth = Truth { fates, ..Truth::default() };
        let double = match kind {
            Kind::Deployment => Double::start(truth, deployed::ledger()),
            _ => Double::start(truth, |_| (404, "{}".to_owned())),
        };
        let home = Rc::new(store::directory());
        let mut round = Self { rng, home, double, known: Known::default(), said: String::new(), kills: 0 };
        match kind {
            Kind::Submission => alone::submit(&mut round, seed),
            Kind::Polls => alone::poll(&mut round, seed),
            Kind::Pair => beside::pair(&mut round, seed),
            Kind::Deployment => deployed::deploy(&mut round),
            Kind::Batch => screen::batch(&mut round, seed),
            Kind::Beside => screen::beside(&mut round, seed),
        }
        round.finish();
        let (submissions, cut_off) = round.double.truth(|truth| {
            let cut_off = truth.submissions.iter().filter(|it| it.body.is_none()).count();
            (truth.submissions.len(), cut_off)
        });
        Played { kind, kills: round.kills, submissions, cut_off }
    }

    /// A contract of this round.
    pub(crate) fn contract(seed: u64, number: u64) -> String {
        format!("0xff{seed:030x}{number:08x}")
    }

    /// The flags that lead to the servers of this round.
    pub(crate) fn servers(&self) -> String {
        let url = &self.double.url;
        format!("--network local --chain 298 --mirror {url} --verifier {url}")
    }

    pub(crate) fn data(&self) -> PathBuf {
        self.home.path().join("data")
    }

    pub(crate) fn start(&self, line: &str) -> Process {
        Process::start(line, self.home.path())
    }

    /// Runs a command to its end, unless it is killed at a moment before that. Afterwards the store is whole.
    pub(crate) fn run(&mut self, line: &str, moment: Option<Moment>) -> Ended {
        let moment = moment.inspect(|moment| self.arm(*moment));
        let mut processes = [self.start(line)];
        if let Some(moment) = moment
            && self.wait_for(moment, &mut processes)
        {
            self.kill(&mut processes[0]);
        }
        self.double.disarm();
        let [process] = processes;
        let ended = self.end(process);
        let data = self.data();
        self.known.check(&data);
        ended
    }

    /// Prepares for a moment. Must be done before the processes start that it is a moment of.
    pub(crate) fn arm(&self, moment: Moment) {
        if let Moment::At { asked, stage, count, hold, .. } = moment {
            self.double.arm(asked, stage, count, hold);
        }
    }

    /// Waits for a moment, or until all of these have ended. Returns whether it came.
    pub(crate) fn wait_for(&self, moment: Moment, processes: &mut [Process]) -> bool {
        let mut has_come = false;
        let (mut grown, mut length) = (0, 0);
        let log = self.data().join(format!("{}-wal", hieroscope::store::FILE));
        let mut first = true;
        let often = if matches!(moment, Moment::Written(_)) { SOON } else { OFTEN };
        self.double.wait_until("a moment to kill", often, || {
            has_come = match moment {
                Moment::At { .. } => self.double.is_sprung(),
                Moment::After(_) => !std::mem::take(&mut first),
                Moment::Written(count) => {
                    let now = log.metadata().map_or(0, |found| found.len());
                    grown += usize::from(now > length);
                    length = now;
                    grown >= count
                }
            };
            if first && let Moment::After(time) = moment {
                self.double.pause(time);
            }
            has_come || processes.iter_mut().all(Process::has_ended)
        });
        if let Moment::At { later, .. } = moment
            && has_come
            && !later.is_zero()
        {
            self.double.pause(later);
        }
        has_come
    }

    /// Kills a process.
    pub(crate) fn kill(&mut self, process: &mut Process) {
        self.kills += usize::from(!process.has_ended());
        process.kill();
    }

    /// One with a screen was killed.
    pub(crate) fn killed(&mut self) {
        self.kills += 1;
        let data = self.data();
        self.known.check(&data);
    }

    /// Waits for the end of a process.
    pub(crate) fn end(&mut self, process: Process) -> Ended {
        let ended = process.end(&self.double);
        self.said.push_str(&ended.stdout);
        self.said.push_str(&ended.stderr);
        assert!(!ended.stderr.contains("panicked"), "{}", ended.stderr);
        ended
    }

    /// Has every job end, looks at all of them once, and compares what the store has with the truth.
    fn finish(&mut self) {
        self.double.disarm();
        self.double.truth(Truth::finish);
        let refresh = format!("jobs --refresh --json {}", self.servers());
        let refreshed = self.run(&refresh, None);
        assert_eq!(refreshed.code, Some(0), "{}\n{}", refreshed.stdout, refreshed.stderr);
        let listed = self.run("jobs --json", None);
        let list: Value = serde_json::from_str(&listed.stdout).unwrap();
        let saved = store::saved(&self.data());
        let said = self.said.clone();
        self.double.truth(|truth| {
            assert!(truth.wrong.is_empty(), "{}\n{said}", truth.wrong.join("\n"));
            for job in list["jobs"].as_array().unwrap() {
                let (state, id) = (job["state"].as_str().unwrap(), job["job_id"].as_str());
                let states: &[&str] = match id {
                    Some(_) => &["exact-match", "match", "failed", "already-verified"],
                    None => &["unknown-outcome", "already-verified", "refused", "locked", "not-sent"],
                };
                assert!(states.contains(&state), "{job}\n{said}");
            }
            assert_eq!(list["jobs"].as_array().unwrap().len(), saved.jobs.len());
            for submission in &truth.submissions {
                let of = |address: &Option<_>| {
                    address
                        .as_ref()
                        .is_some_and(|it: &ledger::EvmAddress| it.to_string() == submission.contract)
                };
                let sent = truth.submissions.iter().filter(|it| it.contract == submission.contract).count();
                let jobs = saved.jobs.iter().filter(|job| of(&job.address));
                let recorded: u32 = jobs.map(|job| job.attempt).sum();
                assert!(
                    usize::try_from(recorded).unwrap() >= sent,
                    "{recorded} recorded of {sent} submissions of {}\n{said}",
                    submission.contract
                );
            }
            let recorded: BTreeSet<String> =
                saved.jobs.iter().filter_map(|job| job.id.as_ref()).map(JobId::to_string).collect();
            for job in &saved.jobs {
                let (Some(id), Some(address)) = (&job.id, job.address) else { continue };
                assert_eq!(truth.contract_of(&id.to_string()), Some(&*address.to_string()), "{id}");
            }
            for job in &truth.jobs {
                let is_lost = said.contains(&job.id) && !recorded.contains(&job.id);
                assert!(!is_lost, "{} was said, and is not recorded\n{said}", job.id);
            }
        });
    }
}
