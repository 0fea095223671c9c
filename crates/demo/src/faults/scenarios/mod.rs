//! Scenarios by name: one table, from which the list of the command line and the README's come.

use std::fmt::Write as _;
use std::sync::LazyLock;

use strsim::damerau_levenshtein;

use super::Faults;
use super::rule::{Asked, Fault, Rule};
use super::service::Service;

mod table;

/// A named scenario that a client can meet.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// In words with hyphens, beginning with the service: `mirror-429-date`.
    pub name: String,
    pub service: Service,
    /// The effect, in one sentence.
    pub says: &'static str,
    plays: Plays,
}

#[derive(Clone, Debug)]
enum Plays {
    Rule(Rule),
    /// The network's data hold it: this place shows it.
    Place(&'static str),
}

/// The reason why a scenario cannot start.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoScenario {
    #[error("there is no fault {name:?}; near it are {near}: hieroscope --demo-faults list tells of all")]
    Unknown { name: String, near: String },
    #[error("{name} needs no fault: hieroscope --network demo {place} shows it")]
    Seen { name: String, place: &'static str },
    #[error("{0:?} does not say how often: write a number from 1 to 1000 behind =")]
    Number(String),
}

/// The largest repeat count of a fault.
const MAX_TIMES: u32 = 1000;

/// The number of similar names suggested for an unknown one.
const NEAREST: usize = 3;

impl Scenario {
    /// All scenarios: first the mirror node's, then the verification server's.
    pub fn all() -> &'static [Self] {
        static ALL: LazyLock<Vec<Scenario>> =
            LazyLock::new(|| Service::ALL.into_iter().flat_map(of_service).collect());
        &ALL
    }

    /// The one of this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        Self::all().iter().find(|scenario| scenario.name == name)
    }

    /// The rule that plays it; `None` if the network's data hold it.
    pub fn rule(&self) -> Option<Rule> {
        match &self.plays {
            Plays::Rule(rule) => Some(rule.clone()),
            Plays::Place(_) => None,
        }
    }

    /// The place that shows it, if no fault is needed.
    pub fn place(&self) -> Option<&'static str> {
        match self.plays {
            Plays::Place(place) => Some(place),
            Plays::Rule(_) => None,
        }
    }

    /// Parses a name, or `NAME=N`.
    ///
    /// # Errors
    /// Why it names no rule, with similar names.
    pub fn parse(text: &str) -> Result<Rule, NoScenario> {
        let (name, number) = text.split_once('=').map_or((text, None), |(name, times)| (name, Some(times)));
        let scenario = Self::named(name).ok_or_else(|| unknown(name))?;
        let rule = match &scenario.plays {
            Plays::Rule(rule) => rule.clone(),
            Plays::Place(place) => return Err(NoScenario::Seen { name: name.to_owned(), place }),
        };
        let Some(number) = number else { return Ok(rule) };
        let times = number.parse().ok().filter(|times| (1..=MAX_TIMES).contains(times));
        times.map(|times| rule.until(times)).ok_or_else(|| NoScenario::Number(text.to_owned()))
    }

    /// The list as text, for a terminal.
    pub fn list() -> String {
        let width = Self::all().iter().map(|scenario| scenario.name.len()).max().unwrap_or(0);
        let mut text = "Faults of the embedded network: --demo-faults NAME,NAME …\n\
            NAME=N ends after N requests, a refused connection after N seconds.\n\n"
            .to_owned();
        // Writing to a string cannot fail.
        for scenario in Self::all().iter().filter(|scenario| scenario.place().is_none()) {
            let _ = writeln!(text, "{:width$}  {}", scenario.name, scenario.says);
        }
        text.push_str("\nWhat its data hold is seen without a fault: hieroscope --network demo PLACE\n\n");
        for (scenario, place) in Self::all().iter().filter_map(|it| it.place().map(|place| (it, place))) {
            let _ = writeln!(text, "{:width$}  {} {place}", scenario.name, scenario.says);
        }
        text
    }

    /// The list as a JSON array of objects.
    pub fn json() -> String {
        let objects = Self::all().iter().map(|scenario| {
            serde_json::json!({
                "name": scenario.name,
                "service": scenario.service.name(),
                "says": scenario.says,
                "place": scenario.place(),
            })
        });
        objects.collect::<serde_json::Value>().to_string()
    }

    /// The tables of the README.
    #[cfg(test)]
    pub(super) fn markdown() -> String {
        let mut text = "| fault | what happens |\n|---|---|\n".to_owned();
        for scenario in Self::all().iter().filter(|scenario| scenario.place().is_none()) {
            let _ = writeln!(text, "| `{}` | {} |", scenario.name, scenario.says);
        }
        text.push_str("\n| without a fault | what is seen | at |\n|---|---|---|\n");
        for (scenario, place) in Self::all().iter().filter_map(|it| it.place().map(|place| (it, place))) {
            let _ = writeln!(text, "| `{}` | {} | `{place}` |", scenario.name, scenario.says);
        }
        text
    }
}

impl Faults {
    /// Starts all these scenarios. Names are as [`Scenario::parse`] takes them.
    ///
    /// # Errors
    /// Why one of them cannot start; then none does.
    pub fn play<'a>(&self, names: impl IntoIterator<Item = &'a str>) -> Result<(), NoScenario> {
        let rules: Vec<Rule> = names.into_iter().map(Scenario::parse).collect::<Result<_, _>>()?;
        for rule in rules {
            self.add(rule);
        }
        Ok(())
    }
}

fn unknown(name: &str) -> NoScenario {
    let mut near: Vec<&str> = Scenario::all().iter().map(|scenario| &*scenario.name).collect();
    near.sort_by_key(|known| damerau_levenshtein(known, name));
    near.truncate(NEAREST);
    NoScenario::Unknown { name: name.to_owned(), near: near.join(", ") }
}

fn of_service(service: Service) -> Vec<Scenario> {
    let scenario = |what: &str, says, plays| Scenario {
        name: format!("{}-{what}", service.name()),
        service,
        says,
        plays,
    };
    let (asked, own, data) = match service {
        Service::Mirror => (Asked::Mirror, table::MIRROR_FAULTS, table::MIRROR_PLACES),
        Service::Verifier => (Asked::Verifier, table::VERIFIER_FAULTS, table::VERIFIER_PLACES),
    };
    let both = table::ANY_REQUEST.iter();
    let both = both
        .map(|(what, says, fault)| scenario(what, says, Plays::Rule(Rule::on(asked.clone(), fault.clone()))));
    let own = own.iter().map(|(what, says, rule)| scenario(what, says, Plays::Rule(rule.clone())));
    let data = data.iter().map(|(what, says, place)| scenario(what, says, Plays::Place(place)));
    both.chain(own).chain(data).collect()
}

/// A name without its service, a sentence about the effect, and the fault.
type Table<T> = &'static [(&'static str, &'static str, T)];
/// Faults of every request to a service.
type Faulty = Table<Fault>;
/// Faults of some requests.
type Ruled = Table<Rule>;
/// Places of the embedded network.
type Seen = Table<&'static str>;
