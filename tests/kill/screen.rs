//! Rounds with a screen: batches, and what one instance takes over from another.

use std::time::Duration;

use verification::JobState;
use verification::batch::LineState;

use super::moment::{Asked, Hold, Moment, Stage};
use super::program::{Program, Start};
use super::round::Round;
use super::store::saved;
use super::truth::Truth;

/// How often it is asked whether a moment has come.
const OFTEN: Duration = Duration::from_millis(3);

/// For how long nothing is asked by one that leaves it to another.
const SILENCE: Duration = Duration::from_millis(200);

/// The program at this place.
fn open(round: &Round, place: &str) -> Program {
    let url = &round.double.url;
    Start::plain()
        .at(&round.home)
        .with(["--network", "local", "--mirror", url, "--verifier", url, place])
        .run()
}

/// Kills the program at a moment of the exchanges that follow `begin`.
fn kill(round: &mut Round, program: &mut Program, asked: Asked, begin: impl FnOnce(&mut Program)) {
    let mut moment = Moment::of(&mut round.rng, asked);
    if let Moment::At { asked: Asked::Poll, count, .. } = &mut moment {
        // It may be that one job is left, which ends at once.
        *count = 1;
    }
    round.arm(moment);
    begin(program);
    program.until("a moment to kill", |_| round.double.is_sprung());
    if let Moment::At { later, .. } = moment {
        round.double.pause(later);
    }
    program.signal("KILL");
    program.end();
    round.double.disarm();
    round.killed();
}

/// A batch is killed, resumed, perhaps killed again, and left to end: each line is sent once.
pub(crate) fn batch(round: &mut Round, seed: u64) {
    let count = round.rng.u64(4..8);
    let lines: Vec<String> = (0..count).map(|number| Round::contract(seed, number)).collect();
    let mut here = open(round, "batch");
    here.see("298").send(&format!("\x1b[200~{}\x1b[201~", lines.join("\n")));
    here.see(&format!("{count} ready")).send("\t\r");
    here.see("Begin?");
    kill(round, &mut here, Asked::Submission, |here| here.send("\r"));
    let done = format!("{count} of {count} done");
    let resumable = |screen: &vt100::Screen| {
        let text = screen.contents();
        text.contains("resume to send the rest") || text.contains(&done)
    };
    let mut again = open(round, "batch");
    again.wait("a batch to resume", resumable);
    if round.rng.bool() && !again.text().contains(&done) {
        kill(round, &mut again, Asked::Poll, |again| again.send("p"));
        again = open(round, "batch");
        again.wait("a batch to resume", resumable);
    }
    if !again.text().contains(&done) {
        again.send("p");
    }
    round.double.truth(Truth::finish);
    again.see(&done);
    again.send("\x03");
    again.end();
    let saved = saved(&round.data());
    assert_eq!(saved.batches[0].lines.len(), lines.len());
    for line in &saved.batches[0].lines {
        let LineState::Sent(key, state) = line.state else { panic!("nothing became of {line:?}") };
        if !saved.jobs.iter().any(|job| job.key == key) {
            // The kill came after the line was written down and before its job was, so that nothing has left.
            assert_eq!(state, JobState::UnknownOutcome);
            assert!(!round.double.truth(|truth| truth.submissions.iter().any(|it| it.contract == line.text)));
        }
    }
}

/// A script submits beside an instance that shows it. One of them is killed, and the other one goes on.
pub(crate) fn beside(round: &mut Round, seed: u64) {
    let (contract, servers) = (Round::contract(seed, 0), round.servers());
    let verify = format!("verify similarity --address {contract} --json {servers}");
    let asked = if round.rng.bool() { Asked::Submission } else { Asked::Poll };
    // A script that follows what another one has left, or one that follows what it sends.
    let is_left = asked == Asked::Poll && round.rng.bool();
    if is_left {
        round.run(&verify, None);
    }
    let line = if is_left {
        format!("watch {contract} --json --timeout 20 {servers}")
    } else {
        format!("{verify} --watch --timeout 20")
    };
    let early = (!is_left).then(|| open(round, ":jobs"));
    let early = early.map(|mut there| {
        there.see("No verification was submitted here yet.");
        there
    });
    round.double.arm(asked, Stage::Read, 1, Hold::Still);
    let mut script = round.start(&line);
    round.double.wait_until("the script", OFTEN, || round.double.is_sprung());
    let mut there = early.unwrap_or_else(|| open(round, ":jobs"));
    there.see(if asked == Asked::Poll { "similarity" } else { "submitting" });
    let polls = usize::from(asked == Asked::Poll);
    there.wait_for_silence(SILENCE);
    assert_eq!(round.double.passed(Asked::Poll, Stage::Read), polls, "both ask for the job");
    if round.rng.bool() {
        round.kill(&mut script);
        round.end(script);
        round.double.truth(Truth::finish);
        round.double.disarm();
        there.see("1 done");
        if asked == Asked::Poll {
            assert!(round.double.passed(Asked::Poll, Stage::Read) > polls);
        }
        there.send("\x03");
        there.end();
    } else {
        there.signal("KILL");
        there.end();
        round.double.truth(Truth::finish);
        round.double.disarm();
        let ended = round.end(script);
        assert!(ended.code.is_some_and(|code| code < 2), "{}", ended.stderr);
        round.killed();
    }
}
