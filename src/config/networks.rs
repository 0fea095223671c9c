//! Network profiles: the built-in ones, and the user's, which add to or override them.

use std::path::Path;

use api::{AnswerWait, ExplorerLinks, Network, RequestBudget};
use ledger::LedgerId;
use verification::ChainId;

use super::address::{mirror_url, optional_verifier_url, pattern};
use super::document::{Faults, Section, Source, Written, unknown};

pub(super) const DEFAULT_NETWORK: &str = "mainnet";

const BUILT_IN: &str = include_str!("../../assets/networks.toml");

/// The greatest shard, realm or number of an id in the documented form.
const MAX_ID_PART: u64 = 9_999_999_999;

/// The built-in profiles, in the order of their file. Without the feature `demo` there is no embedded network.
pub(super) fn built_in() -> Vec<Network> {
    let source = Source::new(Path::new("networks.toml"), BUILT_IN);
    // That the file has no fault is tested.
    let mut networks = read_built_in(&source, &mut Faults::new(&source));
    networks.retain(|network| !network.generated || cfg!(feature = "demo"));
    networks
}

fn read_built_in(source: &Source, faults: &mut Faults<'_>) -> Vec<Network> {
    let table = source.parse(faults);
    let root = Section::root(&table);
    let mut networks = Vec::new();
    for name in root.names() {
        let Some(profile) = root.section(name.value, faults) else { continue };
        let mut network = Network::documented(name.value);
        let is_generated = profile.flag("generated", faults).is_some_and(|written| written.value);
        overlay(&profile, &mut network, faults);
        if is_generated {
            network.generated = true;
            network.verifier = Some(String::new());
        }
        networks.push(network);
    }
    networks
}

/// Reads the user's profiles into the built-in ones. A profile that cannot be used is left out.
pub(super) fn parse_profiles(profiles: &Section<'_>, networks: &mut Vec<Network>, faults: &mut Faults<'_>) {
    for name in profiles.names() {
        let Some(profile) = profiles.section(name.value, faults) else { continue };
        if plain_word(name.value).is_err() || name.value.len() > 32 {
            faults.note(&name.span, &name.key, "name a network with 1 to 32 letters, digits, - . or _");
            continue;
        }
        match networks.iter_mut().find(|network| network.name == name.value) {
            Some(network) if network.generated => {
                faults.note(
                    &name.span,
                    &name.key,
                    "the embedded network cannot be changed; name yours differently",
                );
            }
            Some(network) => overlay(&profile, network, faults),
            None => {
                let mut network = Network::documented(name.value);
                let silent = !profile.has("mirror");
                overlay(&profile, &mut network, faults);
                if silent {
                    let words = "a network needs its mirror node: add mirror = \"https://…\"";
                    faults.note(&name.span, &name.key, words);
                }
                networks.extend((!network.mirror.is_empty()).then_some(network));
            }
        }
    }
}

/// The network that the file wants to start on.
pub(super) fn wanted<'a>(
    root: &Section<'a>,
    networks: &[Network],
    faults: &mut Faults<'_>,
) -> Option<&'a str> {
    let wanted = root.text("network", faults)?.and_then(faults, |name| {
        let known = networks.iter().map(|network| &*network.name);
        if known.clone().any(|network| network == name) {
            Ok(name)
        } else {
            Err(unknown("network", name, known))
        }
    })?;
    Some(wanted.value)
}

/// Overrides the network's settings with those of a profile.
fn overlay(profile: &Section<'_>, network: &mut Network, faults: &mut Faults<'_>) {
    let url = profile.text("mirror", faults).and_then(|url| url.and_then(faults, mirror_url));
    replace(&mut network.mirror, url);
    let url = profile.text("verifier", faults).and_then(|url| url.and_then(faults, optional_verifier_url));
    replace(&mut network.verifier, url);
    let chain =
        |digits: &str| ChainId::parse(digits).map(Some).ok_or("a chain id is 1 to 20 digits, such as 296");
    let id = profile.digits("chain", faults).and_then(|id| id.and_then(faults, chain));
    replace(&mut network.chain, id);
    let ledger = |id: u64| u8::try_from(id).map(|id| Some(LedgerId(id))).map_err(|fault| fault.to_string());
    let id = profile.number("ledger", u64::from(u8::MAX), faults).and_then(|id| id.and_then(faults, ledger));
    replace(&mut network.ledger, id);
    replace(&mut network.home.shard, profile.number("shard", MAX_ID_PART, faults));
    replace(&mut network.home.realm, profile.number("realm", MAX_ID_PART, faults));
    for (name, spelling) in
        [("unit-parameter", &mut network.unit_parameter), ("import-segment", &mut network.import_segment)]
    {
        replace(spelling, profile.text(name, faults).and_then(|word| word.and_then(faults, plain_word)));
    }
    replace(&mut network.plain_http_key, profile.flag("plain-http-key", faults));
    let requests = (u64::from(RequestBudget::MAX), "one request is the least");
    replace(&mut network.budget.per_second, positive(profile, "requests-per-second", requests, faults));
    replace(&mut network.budget.burst, positive(profile, "burst", requests, faults));
    let seconds = (u64::from(AnswerWait::MAX_SECONDS), "one second is the least");
    for (name, wait) in [
        ("answer-seconds", &mut network.answer_wait.answer),
        ("submission-seconds", &mut network.answer_wait.submission),
    ] {
        let written = positive(profile, name, seconds, faults);
        *wait = written.map(|written| written.value).or(*wait);
    }
    if let Some(explorer) = profile.section("explorer", faults) {
        links(&explorer, &mut network.explorer, faults);
    }
    profile.finish(faults);
}

/// A number of at least one; the fault names the minimum.
fn positive(
    profile: &Section<'_>,
    name: &str,
    (most, least): (u64, &'static str),
    faults: &mut Faults<'_>,
) -> Option<Written<u32>> {
    let number = |number: u64| match u32::try_from(number) {
        Ok(0) | Err(_) => Err(least),
        Ok(number) => Ok(number),
    };
    profile.number(name, most, faults).and_then(|it| it.and_then(faults, number))
}

fn replace<T>(value: &mut T, written: Option<Written<T>>) {
    if let Some(written) = written {
        *value = written.value;
    }
}

fn links(explorer: &Section<'_>, links: &mut ExplorerLinks, faults: &mut Faults<'_>) {
    for (name, link, holes) in [
        ("contract", &mut links.contract, &["{}"][..]),
        ("transaction", &mut links.transaction, &["{}"]),
        ("schedule", &mut links.schedule, &["{}"]),
        ("sources", &mut links.sources, &["{chain}", "{address}"]),
    ] {
        replace(
            link,
            explorer.text(name, faults).and_then(|text| text.and_then(faults, |text| pattern(text, holes))),
        );
    }
    explorer.finish(faults);
}

/// A word that needs no escaping in an address.
fn plain_word(word: &str) -> Result<String, &'static str> {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let fit = !word.is_empty() && word.chars().all(plain);
    fit.then(|| word.to_owned()).ok_or("write one word of letters, digits, - . or _")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_networks_read_without_fault() {
        let source = Source::new(Path::new("networks.toml"), BUILT_IN);
        let mut faults = Faults::new(&source);
        let networks = read_built_in(&source, &mut faults);
        assert_eq!(faults.into_list(), []);
        let names: Vec<&str> = networks.iter().map(|network| &*network.name).collect();
        assert_eq!(names, ["mainnet", "testnet", "previewnet", "local", "demo"]);
    }

    #[test]
    fn public_networks_spell_as_public_servers_do() {
        let networks = built_in();
        let mainnet = &networks[0];
        assert_eq!(mainnet.mirror, "https://mainnet.mirrornode.hedera.com");
        assert_eq!(mainnet.verifier.as_deref(), Some("https://sourcify.dev/server"));
        assert_eq!(mainnet.chain, ChainId::parse("295"));
        assert_eq!(mainnet.ledger, Some(LedgerId(0)));
        assert_eq!((&*mainnet.unit_parameter, &*mainnet.import_segment), ("hbar", "etherscan"));
        assert_eq!(mainnet.explorer.sources, "https://repo.sourcify.dev/{chain}/{address}");
        assert_eq!(networks[2].verifier, None);
    }

    #[cfg(feature = "demo")]
    #[test]
    fn the_embedded_network_waits_for_its_addresses() {
        let networks = built_in();
        let demo = networks.last().unwrap();
        assert!(demo.generated);
        assert_eq!((&*demo.mirror, demo.verifier.as_deref()), ("", Some("")));
        assert_eq!((&*demo.unit_parameter, &*demo.import_segment), ("hbar", "blockexplorer"));
        assert_eq!((demo.chain.clone(), demo.ledger), (ChainId::parse("298"), Some(LedgerId(3))));
    }
}
