//! The report of a verification: the fields of the JSON object, and the same in words.

use api::Network;
use ledger::timestamp::{NANOS, span};
use ledger::{EvmAddress, Text, Timestamp};
use serde::Serialize;
use verification::{Job, JobContract, JobState, Match, Mode};

use super::console::Colours;
use super::preview::Preview;
use super::{Outcome, VerifyArgs, complaints, next_step};
use crate::panes::kit::nouns::code_diff::mismatch::{Conclusion, sentences};
use crate::panes::kit::nouns::job_text;

/// The maximum length of a server's message in a report.
const MAX_WORDS_CHARS: usize = 4096;

/// One verification. Fields that are unknown or do not apply are null. Messages of servers are safe to print.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct JobReport {
    /// The name of the job's state; `not-sent` if there is no job.
    pub(super) state: &'static str,
    /// Whether the contract is verified.
    verified: bool,
    /// The chain's number, decimal.
    pub(super) chain: Option<String>,
    /// The EVM address, with its checksum.
    pub(super) address: Option<String>,
    pub(super) mode: Option<&'static str>,
    /// The contract within its compilation, the compiler and the file, from the sent sources or from the verifier.
    pub(super) contract: Option<String>,
    compiler: Option<String>,
    file: Option<String>,
    /// The network's profile.
    pub(super) network: Option<String>,
    /// Base URL of the verifier; null for the embedded one.
    verifier: Option<String>,
    /// The verifier's id of the job.
    pub(super) job_id: Option<String>,
    /// The id under which the job is kept here.
    key: Option<String>,
    /// The creation transaction hash that was sent.
    creation_tx: Option<String>,
    /// How well the code matches.
    matches: Matches,
    /// The verifier's `customCode` of a refusal or failure.
    pub(super) code: Option<String>,
    /// The server's words on a refusal or failure, or why nothing was sent.
    pub(super) message: Option<String>,
    /// The meaning of the state, and the next step.
    pub(super) advice: Option<String>,
    /// When the job was written down, just before it was sent.
    pub(super) submitted_at: Option<String>,
    /// Milliseconds that the verifier took, or that have passed since.
    took_ms: Option<u64>,
    /// The outcome in a few words, as in the list on screen.
    #[serde(skip)]
    pub(super) outcome: String,
}

/// Each side of the code: `exact_match`, `match`, or null.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
struct Matches {
    runtime: Option<&'static str>,
    creation: Option<&'static str>,
}

/// The result of a command, with the job's report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct CommandReport {
    outcome: Outcome,
    exit_code: u8,
    #[serde(flatten)]
    report: JobReport,
    /// The verifier's id of the job that was sent from here and locks the contract; null if none is known.
    locked_by: Option<String>,
    /// What would have been sent; null unless it was a dry run.
    request: Option<Preview>,
    #[serde(skip)]
    state: JobState,
    /// Whether something was sent, now or before.
    #[serde(skip)]
    sent: bool,
    /// Whether other contracts may fare better: a verifier failed over this one, or an earlier submission of it is open.
    #[serde(skip)]
    concerns_one: bool,
    /// The meaning in one sentence.
    #[serde(skip)]
    sentence: &'static str,
    /// The data of the verifier's error, for people.
    #[serde(skip)]
    data: Vec<String>,
}

impl JobReport {
    pub(super) fn new(job: &Job, now: Timestamp) -> Self {
        let error = job.record.as_ref().and_then(|record| record.error.known());
        let contract = job.record.as_ref().and_then(|record| record.contract.known());
        let message = error.and_then(|error| error.message.known()).or(job.words.as_ref()).map(Text::escaped);
        // What a verifier says of them repeats them all on one line.
        let compiler = error.and_then(complaints::compiler);
        Self {
            state: job.state.name(),
            verified: job.state.is_success(),
            chain: job.chain.as_ref().map(ToString::to_string),
            address: job.address.map(|address| address.checksummed()),
            mode: job.mode.map(Mode::name),
            contract: job.origin.contract.as_ref().map(Text::escaped).map(cut),
            compiler: job.origin.compiler.as_ref().map(Text::escaped).map(cut),
            file: job.origin.file.as_ref().map(Text::escaped).map(cut),
            network: Some(job.network.clone()),
            verifier: named(&job.server),
            job_id: job.id.as_ref().map(ToString::to_string),
            key: Some(job.key.to_string()),
            creation_tx: job.creation_hash.map(|hash| hash.to_string()),
            matches: contract.map(Matches::new).unwrap_or_default(),
            code: job.code().map(Text::escaped).map(cut),
            message: compiler.or(message).map(cut),
            advice: next_step::of_job(job, true)
                .or_else(|| job.advice().map(|advice| format!("{} {}", advice.text, advice.next))),
            submitted_at: Some(job.key.made.iso()),
            took_ms: Some(u64::try_from(job.elapsed(now) / 1_000_000).unwrap_or(u64::MAX)),
            outcome: job_text::outcome(job),
        }
    }

    /// The report of a submission that was not sent.
    fn unsent(network: Option<&Network>, args: Option<&VerifyArgs>, words: String) -> Self {
        Self {
            state: JobState::NotSent.name(),
            chain: args.map(|args| args.chain.to_string()),
            mode: args.map(|args| args.body.mode().name()),
            network: network.map(|network| network.name.clone()),
            verifier: network.and_then(|network| named(network.verifier.as_deref()?)),
            message: Some(words),
            ..Self::default()
        }
    }

    /// The outcome in a few words: the code, or what matched.
    fn in_short(&self) -> String {
        let side = |name, how: Option<&str>| how.map(|how| format!("{name} {how}"));
        self.code.clone().unwrap_or_else(|| {
            let sides = [side("runtime", self.matches.runtime), side("creation", self.matches.creation)];
            sides.into_iter().flatten().collect::<Vec<_>>().join(", ")
        })
    }
}

impl Matches {
    fn new(contract: &JobContract) -> Self {
        let name = |side: Option<Match>| match side {
            Some(Match::Exact) => Some("exact_match"),
            Some(Match::Partial) => Some("match"),
            None => None,
        };
        Self { runtime: name(contract.runtime.value()), creation: name(contract.creation.value()) }
    }
}

impl CommandReport {
    /// A command that has sent a job, which may or may not be `recorded`.
    pub(super) fn new(job: &Job, outcome: Outcome, now: Timestamp, recorded: bool) -> Self {
        let mut report = JobReport::new(job, now);
        if let Some(found) = Conclusion::compare(job) {
            let sentences = job.advice().map(|advice| sentences(advice, Some(&found)));
            report.advice = sentences.map(|(text, next)| format!("{text} {next}"));
        }
        if !recorded {
            report.advice = next_step::of_job(job, false).or(report.advice);
        }
        if outcome == Outcome::TimedOut && report.advice.is_none() {
            report.advice = next_step::out_of_time(job);
        }
        report.key = report.key.filter(|_| recorded);
        let error = job.record.as_ref().and_then(|record| record.error.known());
        let data = error.map(complaints::data).unwrap_or_default();
        let concerns_one = job.refusal.is_some();
        Self { sent: true, concerns_one, data, ..Self::of(report, outcome, job.state, job.sentence()) }
    }

    /// A command that has sent nothing, and why.
    pub(super) fn unsent(
        outcome: Outcome,
        network: Option<&Network>,
        args: Option<&VerifyArgs>,
        words: String,
    ) -> Self {
        let state = JobState::NotSent;
        Self::of(JobReport::unsent(network, args, words), outcome, state, state.sentence())
    }

    fn of(report: JobReport, outcome: Outcome, state: JobState, sentence: &'static str) -> Self {
        Self {
            report,
            outcome,
            exit_code: outcome.exit_code(),
            state,
            sentence,
            locked_by: None,
            request: None,
            sent: false,
            concerns_one: false,
            data: Vec::new(),
        }
    }

    /// With what would have been sent.
    pub(super) fn previewed(mut self, preview: Preview) -> Self {
        self.report.creation_tx = preview.creation_hash();
        self.request = Some(preview);
        self
    }

    /// With the job of one's own that locks the contract, if it still does.
    pub(super) fn locked_by(mut self, lock: &Job) -> Self {
        let id = lock.id.as_ref().filter(|_| self.state == JobState::Locked);
        if let Some(id) = id {
            self.locked_by = Some(id.to_string());
            let next = format!("Follow that with `hieroscope watch {id}`, or with --watch.");
            self.report.advice = Some(format!("A job that was sent from here locks it. {next}"));
        }
        self
    }

    /// The job was sent at `sent` with an unknown outcome, and nothing is sent now.
    pub(super) fn held_back(mut self, sent: &str) -> Self {
        self.concerns_one = true;
        self.report.advice = Some(format!(
            "It was sent {sent}, and may be running: nothing was sent now. Ask again later with `hieroscope watch`, or \
             send it with --again."
        ));
        self
    }

    /// With the address that would have been sent.
    pub(super) fn about(mut self, address: EvmAddress) -> Self {
        self.report.address = Some(address.checksummed());
        self
    }

    /// A command that has sent nothing because the verifier has the contract verified like this.
    pub(super) fn verified_before(mut self, verified: &JobContract) -> Self {
        self.state = JobState::AlreadyVerified;
        self.sentence = self.state.sentence();
        self.report.state = self.state.name();
        self.report.verified = true;
        self.report.matches = Matches::new(verified);
        self
    }

    /// Why nothing was sent, if something is in the way of it.
    pub(super) fn complaint(&self) -> Option<&str> {
        self.report.message.as_deref().filter(|_| !self.sent && self.exit_code != 0)
    }

    pub(super) fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// Whether there is no use in going on with other contracts.
    pub(super) fn ends_all(&self) -> bool {
        self.outcome.ends_all() && !self.concerns_one
    }

    /// Whether the contract is verified, and its runtime code not exactly.
    pub(super) fn is_match_only(&self) -> bool {
        self.report.verified && self.report.matches.runtime != Some("exact_match")
    }

    /// The result on one line.
    pub(super) fn line(&self) -> String {
        let report = &self.report;
        let told = if self.sent { report.in_short() } else { String::new() };
        let more = report.advice.as_ref().or(report.message.as_ref()).filter(|_| !self.report.verified);
        let parts = [Some(&told).filter(|told| !told.is_empty()), more];
        let parts: Vec<&str> = parts.into_iter().flatten().map(String::as_str).collect();
        if parts.is_empty() { self.sentence.to_owned() } else { parts.join("; ") }
    }

    /// What would have been sent, line by line.
    pub(super) fn request_lines(&self) -> Vec<String> {
        self.request.iter().flat_map(Preview::lines).collect()
    }

    pub(super) fn exit_code(&self) -> u8 {
        self.exit_code
    }

    /// The JSON object, on one line.
    pub(super) fn json(&self) -> String {
        // Strings and numbers only: there is nothing in it that could not be written.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The result for people, a few lines.
    pub(super) fn summary(&self, colours: Colours) -> String {
        let report = &self.report;
        let chain = report.chain.as_deref().unwrap_or_default();
        let mut lines = Vec::new();
        if let Some(address) = &report.address {
            let name = report.contract.as_ref().map(|name| format!("{name} at ")).unwrap_or_default();
            lines.push(format!("{}  {name}{address} on chain {chain}", colours.state(self.state)));
        }
        lines.push(self.sentence.to_owned());
        let mut facts: Vec<String> = Vec::new();
        facts.extend(Some(report.in_short()).filter(|short| !short.is_empty()));
        facts.extend(report.job_id.as_ref().map(|id| format!("job {id}")));
        let took = report.took_ms.filter(|_| self.state.is_verdict() && report.job_id.is_some());
        facts.extend(took.map(|took| format!("took {}", seconds(took))));
        lines.extend((!facts.is_empty()).then(|| facts.join("; ")));
        // Advice points to the words below it.
        lines.extend(report.advice.clone());
        lines.extend(report.message.clone());
        lines.extend(self.data.iter().cloned());
        lines.extend(self.request_lines());
        lines.join("\n")
    }
}

/// `1.8 s`, and from ten seconds on whole units.
fn seconds(millis: u64) -> String {
    if millis < 10_000 {
        format!("{}.{} s", millis / 1000, millis / 100 % 10)
    } else {
        span(u128::from(millis) * u128::from(NANOS) / 1000)
    }
}

/// A verifier's address; `None` for the embedded one.
fn named(server: &str) -> Option<String> {
    (!server.is_empty()).then(|| server.to_owned())
}

/// A server's message, truncated.
fn cut(mut words: String) -> String {
    if let Some((end, _)) = words.char_indices().nth(MAX_WORDS_CHARS) {
        words.truncate(end);
        words.push('…');
    }
    words
}
