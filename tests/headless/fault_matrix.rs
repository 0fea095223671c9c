//! The fault matrix of the commands for scripts: what each fault does to a first load, a next page, what comes before a
//! submission, a submission and a poll. The table is `docs/fault-matrix-headless.md`.

use std::net::TcpStream;
use std::time::Duration;
use std::{fs, thread};

use client::{read_job_record, read_verified};
use demo::faults::{Faults, Scenario, Service};
use demo::{self, Clock, Demo};
use hieroscope::store::{Readers, Store};
use serde_json::Value;
use tokio::runtime::{Builder, Runtime};

use super::process::{Ended, Home, home, start};
use crate::support::{NOW, fault_page};

/// For how many seconds an answer is waited for that never comes, and one that does.
const SHORT: u32 = 4;
const LONG: u32 = 60;
/// How many commands run at once: most of them wait.
const THREADS: usize = 20;
/// Longer than any job of the embedded verifier takes.
const JOB_TIME: Duration = Duration::from_mins(1);
/// The most often that one command may ask for what fails.
const MAX_ASKED: usize = 8;
/// What is not played: who refuses connections has refused the first page, too.
const LEFT_OUT: [(&str, Moment); 1] = [("mirror-refused", Moment::NextPage)];
/// What is seen of a job that has not ended at the first check.
const LATER: &str = "verifier-gone";
/// What begins behind a submission and is seen at the next check.
const BEHIND: &str = "verifier-restart";
/// Faults of links, which only lists have.
const LINKS: [&str; 2] = ["mirror-next-", "mirror-empty-page"];

/// When a fault begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Moment {
    FirstLoad,
    NextPage,
    Lookup,
    Submit,
    Poll,
}

impl Moment {
    fn of(service: Service) -> &'static [Self] {
        match service {
            Service::Mirror => &[Self::FirstLoad, Self::NextPage, Self::Lookup],
            Service::Verifier => &[Self::Submit, Self::Poll],
        }
    }

    fn label(self) -> &'static str {
        match self {
            Self::FirstLoad => "first load",
            Self::NextPage => "next page",
            Self::Lookup => "lookup",
            Self::Submit => "submit",
            Self::Poll => "poll",
        }
    }

    /// The command.
    fn line(self) -> &'static str {
        match self {
            Self::FirstLoad => "get schedule/0.0.7002",
            Self::NextPage => "get contract/0.0.5001/results --limit 250",
            Self::Lookup | Self::Submit => "verify similarity --address 0.0.5006",
            Self::Poll => "watch JOB --timeout 1",
        }
    }

    /// What it asks for that meets the fault.
    fn asks(self) -> &'static str {
        match self {
            Self::FirstLoad => "GET /api/v1/schedules/0.0.7002",
            Self::NextPage => "GET /api/v1/contracts/0.0.5001/results",
            Self::Lookup => "GET /api/v1/contracts/0.0.5006",
            Self::Submit => SUBMISSION,
            Self::Poll => "GET /v2/verify/",
        }
    }

    /// How often it asks for that before the fault begins: what is wrong with a link is seen one page earlier.
    fn spared(self, fault: &Scenario) -> u32 {
        match self {
            Self::NextPage if is_of_links(fault) => 1,
            Self::NextPage => 2,
            _ => 0,
        }
    }

    /// Whether the fault makes a difference then.
    fn meets(self, fault: &Scenario) -> bool {
        (fault.rule().is_some_and(|rule| rule.is_about(self.asks()))
            || self == Self::Poll && fault.name == BEHIND)
            && (self == Self::NextPage || !is_of_links(fault))
            && !LEFT_OUT.contains(&(&*fault.name, self))
    }
}

fn is_of_links(fault: &Scenario) -> bool {
    LINKS.iter().any(|begins| fault.name.starts_with(begins))
}

const SUBMISSION: &str = "POST /v2/verify/similarity/";

/// What is said without the address that was asked, whose port is another in each run.
fn without_address(said: &str) -> String {
    let Some((before, rest)) = said.split_once("(http://127.0.0.1:") else { return said.to_owned() };
    match rest.split_once([' ', ')']) {
        Some((address, after)) if address.ends_with(':') => format!("{before}({after}"),
        Some((_, after)) => format!("{}{after}", before.trim_end()),
        None => said.to_owned(),
    }
}

/// An embedded network of its own, and a program that is to use it.
struct World {
    faults: Faults,
    clock: Clock,
    demo: Demo,
    home: Home,
}

impl World {
    fn new(runtime: &Runtime, seconds: u32) -> Self {
        let (faults, clock) = (Faults::default(), Clock::fixed(NOW));
        let options =
            demo::Options { faults: faults.clone(), clock: clock.clone(), ..demo::Options::default() };
        let (demo, home) = (runtime.block_on(demo::start(options)).unwrap(), home());
        let profile = format!(
            "[networks.failing]\nmirror = \"{}\"\nverifier = \"{}\"\nchain = 298\nunit-parameter = \"hbar\"\n\
             requests-per-second = 1000\nburst = 1000\n\
             answer-seconds = {seconds}\nsubmission-seconds = {seconds}\n",
            demo.url(),
            demo.verifier_url()
        );
        fs::write(home.path().join("config.toml"), profile).unwrap();
        Self { faults, clock, demo, home }
    }

    fn run(&self, line: &str) -> Ended {
        let config = self.home.path().join("config.toml");
        let line = format!("{line} --json --network failing --config {}", config.display());
        start(&line, &self.home, &[]).end()
    }

    /// Waits until nobody listens any more at this server: who shuts a door takes a moment.
    fn wait_until_shut(&self, service: Service) {
        let url = match service {
            Service::Mirror => self.demo.url(),
            Service::Verifier => self.demo.verifier_url(),
        };
        while TcpStream::connect(url.trim_start_matches("http://")).is_ok() {
            thread::yield_now();
        }
    }

    /// How often the servers were asked for what begins so.
    fn asked(&self, what: &str) -> usize {
        self.demo.requests().iter().filter(|asked| asked.starts_with(what)).count()
    }

    /// How the jobs stand that are recorded.
    fn recorded(&self) -> String {
        let readers = Readers { job: read_job_record, verified: read_verified };
        let jobs = Store::open(self.home.path(), readers).unwrap().saved().unwrap().jobs;
        jobs.iter().map(|job| job.state.name()).collect::<Vec<_>>().join(", ")
    }
}

/// What comes of a command when this fault begins at this moment.
fn play(runtime: &Runtime, fault: &Scenario, moment: Moment) -> Vec<String> {
    let never = ["silent", "stall", "slow", "late"].iter().any(|word| fault.name.contains(word));
    let world = World::new(runtime, if never { SHORT } else { LONG });
    let (asks, spared) = (moment.asks(), moment.spared(fault));
    let mut line = moment.line().to_owned();
    let rule = fault.rule().unwrap();
    // What happens to any request happens to this one alone; the others have requests of their own.
    let path = asks.split_once(' ').map_or(asks, |(_, path)| path);
    let rule = match moment {
        Moment::NextPage => rule.at(path).after(spared),
        Moment::Submit if is_of_both(fault) => rule.at(path),
        _ => rule,
    };
    if moment == Moment::Poll {
        // What becomes of a job begins with its submission, and all else behind it.
        let is_early = !rule.is_about(asks);
        if is_early {
            world.faults.add(rule.clone());
        }
        let sent = world.run(Moment::Submit.line()).result(0, "running");
        line = line.replace("JOB", sent["job_id"].as_str().unwrap());
        if fault.name == LATER {
            line = line.replace("--timeout 1", "--timeout 30");
        } else {
            world.clock.advance(JOB_TIME);
        }
        if !is_early {
            world.faults.add(rule);
        }
    } else {
        world.faults.add(rule);
    }
    if fault.name.ends_with("-refused") || moment == Moment::Poll && fault.name == BEHIND {
        world.wait_until_shut(fault.service);
    }
    let ended = world.run(&line);
    let asked = world.asked(asks).saturating_sub(spared.try_into().unwrap());
    let name = format!("{} at {}: {ended:?}", fault.name, moment.label());
    assert!(world.asked(SUBMISSION) <= 1, "sent twice: {name}");
    assert!(asked <= MAX_ASKED, "{name}");
    let printed = Printed::of(&ended.stdout);
    assert_eq!(ended.code == Some(0), printed.is_good(moment), "{name}");
    let said = printed.said(&ended);
    assert_eq!(ended.code == Some(0), said.is_empty(), "{name}");
    let recorded = match moment {
        Moment::FirstLoad | Moment::NextPage => String::new(),
        _ => world.recorded(),
    };
    vec![
        format!("`{}`", fault.name),
        moment.label().to_owned(),
        ended.code.unwrap().to_string(),
        said,
        printed.to_string(),
        asked.to_string(),
        recorded,
    ]
}

/// Whether the fault can happen to requests of either service.
fn is_of_both(fault: &Scenario) -> bool {
    let what = fault.name.trim_start_matches("verifier-");
    Scenario::named(&format!("mirror-{what}")).is_some()
}

/// What stands on standard output: always one JSON value.
enum Printed {
    Rows(usize),
    /// The result of a command, or why there is none.
    Outcome(Value),
    Facts,
}

impl Printed {
    fn of(stdout: &str) -> Self {
        let value = serde_json::from_str(stdout).unwrap_or_else(|fault| panic!("{fault}: {stdout}"));
        match value {
            Value::Array(rows) => Self::Rows(rows.len()),
            value if value["outcome"].is_string() => Self::Outcome(value),
            _ => Self::Facts,
        }
    }

    /// Whether that is all that was wanted.
    fn is_good(&self, moment: Moment) -> bool {
        match self {
            Self::Rows(rows) => moment == Moment::NextPage && *rows == 250,
            Self::Outcome(value) => matches!(value["outcome"].as_str(), Some("verified" | "accepted")),
            Self::Facts => moment == Moment::FirstLoad,
        }
    }

    /// What is said of a failure.
    fn said(&self, ended: &Ended) -> String {
        let said = match self {
            _ if ended.code == Some(0) => return String::new(),
            Self::Outcome(value) => {
                let told = |field: &str| value[field].as_str().map(str::to_owned);
                let said = told("advice").or_else(|| told("message")).unwrap_or_default();
                let names = [("job_id", "JOB"), ("key", "KEY")];
                let known = names.into_iter().filter_map(|(field, name)| told(field).map(|id| (id, name)));
                known.fold(said, |said, (id, name)| said.replace(&id, name))
            }
            _ => ended
                .stderr
                .lines()
                .find_map(|line| line.strip_prefix("error: "))
                .unwrap_or_default()
                .to_owned(),
        };
        without_address(&without_chance(&said))
    }
}

impl std::fmt::Display for Printed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Rows(rows) => write!(f, "{rows} rows"),
            Self::Outcome(value) => write!(f, "`{}`", value["outcome"].as_str().unwrap()),
            Self::Facts => f.write_str("facts"),
        }
    }
}

/// The same without when a server will answer again, which differs from run to run.
fn without_chance(said: &str) -> String {
    let Some((before, after)) = said.split_once("Run it again after ") else { return said.to_owned() };
    let behind = after.split_once('Z').map(|(_, behind)| behind).unwrap_or_default();
    format!("{before}Run it again after …{behind}")
}

const PAGE: &str = "docs/fault-matrix-headless.md";

const HEAD: &str = "\
# Fault matrix of the commands for scripts

What a command does when a server fails. Each fault is played on the embedded network (`hieroscope --demo-faults NAME`), at
each moment: the exit code, what is said of it (`advice` or `message` of the result, or standard error), what is on standard
output, how many requests for it reached the server, retries included, and how the job stands that is recorded. With `--json`
there is always one JSON value on standard output. No command ends with 0 and less than what was wanted, and none sends
anything twice.

| moment | command | the fault begins |
|---|---|---|
| first load | `get schedule/0.0.7002` | at once |
| next page | `get contract/0.0.5001/results --limit 250` | with the third page, or the link to it |
| lookup | `verify similarity --address 0.0.5006` | at once, at the mirror node |
| submit | the same | with the submission |
| poll | `watch JOB --timeout 1` | behind the submission |

`tests/headless/fault_matrix.rs` makes this page, and fails where it is not so; it says where the new one is. The screen has
[a table of its own](fault-matrix.md).

| fault | moment | exit | said | printed | asked | recorded |
|---|---|---|---|---|---|---|
";

#[test]
fn what_each_fault_does_to_a_script_is_as_the_page_tells() {
    let runtime = runtime();
    let moments =
        |fault: &'static Scenario| Moment::of(fault.service).iter().map(move |moment| (fault, *moment));
    let all: Vec<_> =
        fault_page::played().flat_map(moments).filter(|(fault, moment)| moment.meets(fault)).collect();
    fault_page::check(PAGE, HEAD, &all, THREADS, |(fault, moment)| play(&runtime, fault, *moment));
}

/// Parts of a long list are read at once.
#[test]
fn a_list_that_is_read_in_parts_is_not_short_without_a_word() {
    let runtime = runtime();
    let world = World::new(&runtime, LONG);
    world.faults.add("/api/v1/contracts/0.0.5001/results status=500 skip=60".parse().unwrap());
    let ended = world.run("get contract/0.0.5001/results --all");
    let Printed::Rows(rows) = Printed::of(&ended.stdout) else { panic!("{ended:?}") };
    assert!(rows > 0 && ended.code == Some(4), "{rows} rows, {:?}", ended.code);
    assert!(ended.stderr.contains("error: The list is incomplete, with "), "{}", ended.stderr);
}

fn runtime() -> Runtime {
    Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap()
}
