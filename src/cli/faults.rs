//! What `--demo-faults` says: the list, and whether its names are some.

use clap::error::ErrorKind;
#[cfg(feature = "demo")]
use demo::faults::Scenario;

/// The word that asks for the list instead.
const LIST: &str = "list";

/// The list of all faults, if these names ask for it.
pub fn listed(names: &[String], json: bool) -> Option<String> {
    names.iter().any(|name| name == LIST).then(|| list(json))
}

/// Whether each of these names, if there are any, is one of a fault.
///
/// # Errors
/// What is wrong with one, and what to write instead.
pub fn check(names: &[String]) -> Result<(), clap::Error> {
    names
        .iter()
        .try_for_each(|name| known(name))
        .map_err(|words| clap::Error::raw(ErrorKind::InvalidValue, format!("{words}\n")))
}

/// That the network fails on purpose, if these names are of faults.
pub fn doubt(names: &[String]) -> Option<String> {
    (!names.is_empty()).then(|| format!("the embedded network fails on purpose: {}", names.join(", ")))
}

/// All values of `--demo-faults`.
pub(super) fn words() -> Vec<&'static str> {
    std::iter::once(LIST).chain(names()).collect()
}

#[cfg(feature = "demo")]
fn names() -> impl Iterator<Item = &'static str> {
    Scenario::all().iter().filter(|scenario| scenario.place().is_none()).map(|scenario| &*scenario.name)
}

#[cfg(feature = "demo")]
fn list(json: bool) -> String {
    if json { Scenario::json() } else { Scenario::list() }
}

#[cfg(feature = "demo")]
fn known(name: &str) -> Result<(), String> {
    Scenario::parse(name).map(drop).map_err(|fault| fault.to_string())
}

#[cfg(not(feature = "demo"))]
const NONE: &str = "this build has no embedded network, and no faults: build it with the feature `demo`";

#[cfg(not(feature = "demo"))]
fn names() -> std::iter::Empty<&'static str> {
    std::iter::empty()
}

#[cfg(not(feature = "demo"))]
fn list(json: bool) -> String {
    if json { "[]".to_owned() } else { NONE.to_owned() }
}

#[cfg(not(feature = "demo"))]
fn known(_: &str) -> Result<(), String> {
    Err(NONE.to_owned())
}

#[cfg(all(test, feature = "demo"))]
mod tests {
    use super::*;
    use crate::message::goto::{self, GoToContext};
    use api::Network;
    use ledger::Timestamp;
    use ledger::moment::Clock;
    use verification::ChainId;

    #[test]
    fn what_needs_no_fault_is_seen_at_a_place() {
        let network = Network { chain: ChainId::parse("298"), ..Network::documented("demo") };
        let ctx = GoToContext {
            network: &network,
            networks: std::slice::from_ref(&network),
            here: None,
            clock: &Clock::from(Timestamp::from_secs(1_800_000_000)),
        };
        for place in Scenario::all().iter().filter_map(Scenario::place) {
            let readings = goto::readings(place, &ctx);
            assert!(readings.is_ok_and(|readings| !readings.is_empty()), "{place}");
        }
    }

    #[test]
    fn the_list_is_printed_for_people_and_for_programs() {
        let names = ["mirror-503".to_owned(), LIST.to_owned()];
        assert_eq!(listed(&names[..1], false), None);
        let list = listed(&names, false).unwrap();
        assert!(list.contains("\nmirror-503               503 in the server's own shape.\n"), "{list}");
        let json: serde_json::Value = serde_json::from_str(&listed(&names, true).unwrap()).unwrap();
        assert_eq!(json.as_array().unwrap().len(), Scenario::all().len());
        assert_eq!(json[0]["name"], "mirror-refused");
    }
}
