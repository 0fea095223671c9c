//! The fault matrix: what each fault does to a first load, a refresh, a next page, a submission and a poll. The table is
//! `docs/fault-matrix.md`.

use std::time::Duration;

use demo::faults::{Faults, Scenario, Service};

use crate::support::places::threads;
use crate::support::{Session, fault_page};

/// For how long an answer is waited for that never comes, and one that does.
const SHORT: Duration = Duration::from_millis(250);
const LONG: Duration = Duration::from_secs(20);
/// Longer than the longest wait after which what failed is asked again.
const HEALING: Duration = Duration::from_secs(65);
/// The most frames that a key may take: what it does, and what moves meanwhile.
const MAX_FRAMES: usize = 2;
/// The steps in which memory is told, in KiB: what comes of a fault may take so much at most.
const MEMORY_KIB: [usize; 5] = [1, 16, 128, 1_024, 8_192];
/// The most requests that one moment may cost, retries included.
const MAX_REQUESTS: usize = 60;

/// When a fault begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Moment {
    FirstLoad,
    Refresh,
    NextPage,
    Submit,
    Poll,
}

impl Moment {
    fn of(service: Service) -> &'static [Self] {
        match service {
            Service::Mirror => &[Self::FirstLoad, Self::Refresh, Self::NextPage],
            Service::Verifier => &[Self::Submit, Self::Poll],
        }
    }

    fn label(self) -> &'static str {
        match self {
            Self::FirstLoad => "first load",
            Self::Refresh => "refresh",
            Self::NextPage => "next page",
            Self::Submit => "submit",
            Self::Poll => "poll",
        }
    }

    /// Where it is tried, the keys that lead there, those that meet the fault, and what is there when all is well.
    fn plan(self) -> (&'static str, &'static str, &'static str, &'static str) {
        match self {
            Self::FirstLoad => ("schedule/0.0.7002", "", "", "Lifecycle"),
            Self::Refresh => ("schedule/0.0.7002", "", "r", "Lifecycle"),
            Self::NextPage => ("contract/0.0.5001/results", "", "m", "swapExactTok"),
            Self::Submit => ("verify//0.0.5018", "enter", "enter", "Submission"),
            Self::Poll => ("verify//0.0.5018", "enter enter", "", "Submission"),
        }
    }
}

/// What came of one fault at one moment.
struct Row {
    /// Whether what was there before is there still.
    is_kept: bool,
    said: String,
    frames: usize,
    requests: usize,
    /// The least of the steps that all that is loaded stays below.
    memory: usize,
    healed: &'static str,
}

impl Row {
    fn of(fault: &Scenario, moment: Moment) -> Self {
        let faults = Faults::default();
        let (place, keys, meets, well) = moment.plan();
        let never = ["silent", "stall", "slow", "accepted"].iter().any(|word| fault.name.contains(word));
        let is_first = moment == Moment::FirstLoad;
        if is_first {
            faults.play([&*fault.name]).unwrap();
        }
        let mut session = Session::faulty(place, &faults, if never { SHORT } else { LONG });
        session.press(keys);
        let (before, reached) = if is_first {
            (Session::faulty(place, &Faults::default(), LONG).screen(), 0)
        } else {
            (session.screen(), session.reached())
        };
        if !is_first {
            faults.play([&*fault.name]).unwrap();
        }
        session.press(meets);
        if matches!(moment, Moment::Submit | Moment::Poll) {
            session.pass(Duration::from_secs(4));
        }
        let (screen, requests, drawn) = (session.screen(), session.reached() - reached, session.frames());
        let kib = session.loaded_bytes() / 1_024;
        let memory = MEMORY_KIB.into_iter().find(|step| kib < *step).unwrap();
        session.press("j");
        let frames = session.frames() - drawn;
        let said = sentence(&screen, &before);
        faults.clear();
        if !said.is_empty() {
            session.pass(HEALING);
        }
        let begins: String = said.chars().take(30).collect();
        let is_well = |screen: &str| screen.contains(well) && !screen.contains(&begins);
        let healed = match said.is_empty() {
            true => "",
            false if is_well(&session.screen()) => "by itself",
            false if is_well(&session.press("r").screen()) => "on `r`",
            // A date that the server names lies ahead by its own clock, not by the test's.
            false if said.contains("429") => "after the wait",
            false => "no",
        };
        Self { is_kept: screen.contains(well), said, frames, requests, memory, healed }
    }
}

/// What this screen says that the other did not.
fn sentence(screen: &str, before: &str) -> String {
    let is_new = |line: &&str| !before.lines().any(|known| known == *line);
    let clean = |line: &str| line.trim_matches([' ', '─', '▌', '▐', '│']).to_owned();
    let is_said = |line: &String| line.ends_with('.') || line.contains(". ");
    let mut said = screen.lines().filter(is_new).map(clean).filter(is_said);
    let first = said.next().unwrap_or_default();
    // What could not be loaded is followed by why.
    let said = if first.starts_with("Could not load") { said.next().unwrap_or(first) } else { first };
    without_chance(&said)
}

/// The same without what depends on the day, as how far a server's own date lies ahead, and on chance, as the id of a job.
fn without_chance(said: &str) -> String {
    match said.split_once("Next try in ") {
        Some((before, after)) if said.contains("429") => {
            let behind = after.split_once('.').map(|(_, behind)| behind).unwrap_or_default();
            format!("{before}Next try in ….{behind}")
        }
        _ => said.split("/v2/verify/").next().unwrap_or(said).to_owned(),
    }
}

/// The page that tells of it.
const PAGE: &str = "docs/fault-matrix.md";

const HEAD: &str = "\
# Fault matrix

What the program does when a server fails. Each fault is played on the embedded network (`hieroscope --demo-faults NAME`),
at each moment: what is said, whether what was there is there still, how many frames a key takes meanwhile, how many
requests were made, retries included, how much of memory what is loaded takes, and how it is well again once the server is.
`tests/screens/fault_matrix.rs` makes this page, and fails where it is not so; it says where the new one is.

| fault | moment | said | kept | frames | requests | memory | well again |
|---|---|---|---|---|---|---|---|
";

#[test]
fn what_each_fault_does_is_as_the_page_tells() {
    let moments =
        |fault: &'static Scenario| Moment::of(fault.service).iter().map(move |moment| (fault, *moment));
    let all: Vec<(&Scenario, Moment)> = fault_page::played().flat_map(moments).collect();
    fault_page::check(PAGE, HEAD, &all, threads(), |(fault, moment)| {
        let Row { is_kept, said, frames, requests, memory, healed } = Row::of(fault, *moment);
        let (fault, moment) = (&fault.name, moment.label());
        assert!(frames <= MAX_FRAMES, "{fault} at {moment}: {frames} frames for a key");
        assert!(requests <= MAX_REQUESTS, "{fault} at {moment}");
        let kept = if is_kept { "yes" } else { "" };
        vec![
            format!("`{fault}`"),
            moment.to_owned(),
            said,
            kept.to_owned(),
            frames.to_string(),
            requests.to_string(),
            format!("< {memory} KiB"),
            healed.to_owned(),
        ]
    });
}
