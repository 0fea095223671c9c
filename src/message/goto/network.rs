//! The network that a text names, if it is not the open one.

use api::Network;
use ledger::entity_id::NAMED;
use verification::ChainId;

use super::{GoToContext, Reading};

/// The chain ids of the networks that are known by name.
const CHAINS: [(&str, &str); 4] =
    [("295", "mainnet"), ("296", "testnet"), ("297", "previewnet"), ("298", "local")];

/// A network that the text names and that is not open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Elsewhere {
    /// What the text calls it.
    name: String,
    /// The profile that is this network, if there is one.
    pub(super) profile: Option<String>,
}

/// Takes `on testnet` from the end of a text, and says whether that or a network's name within points
/// elsewhere.
pub(super) fn split<'t>(text: &'t str, ctx: &GoToContext<'_>) -> (&'t str, Option<Elsewhere>) {
    if let Some((rest, name)) = text.rsplit_once(char::is_whitespace) {
        let name = name.trim_matches(|c: char| !c.is_ascii_alphanumeric());
        let rest = rest.trim_end();
        let before = rest.strip_suffix("on").filter(|before| before.ends_with(char::is_whitespace));
        if let Some(before) = before
            && is_known(name, ctx)
        {
            return (before.trim_end(), named(name, ctx));
        }
        let public = |word: &&str| NAMED.iter().take(3).any(|(known, _)| word.eq_ignore_ascii_case(known));
        let mentioned = text.split(|c: char| !c.is_ascii_alphanumeric()).find(public);
        return (text, mentioned.filter(|_| !text.contains("://")).and_then(|name| named(name, ctx)));
    }
    (text, None)
}

fn is_known(name: &str, ctx: &GoToContext<'_>) -> bool {
    NAMED.iter().any(|(known, _)| name.eq_ignore_ascii_case(known))
        || ctx.networks.iter().any(|network| network.name == name)
}

/// The network of this name, if it is known and not open.
pub(super) fn named(name: &str, ctx: &GoToContext<'_>) -> Option<Elsewhere> {
    let ledger = NAMED.iter().find(|(known, _)| name.eq_ignore_ascii_case(known)).map(|(_, ledger)| *ledger);
    let is_it = |network: &Network| {
        network.name.eq_ignore_ascii_case(name) || (ledger.is_some() && network.ledger == ledger)
    };
    if !is_known(name, ctx) || is_it(ctx.network) {
        return None;
    }
    let profile = ctx.networks.iter().find(|network| is_it(network)).map(|network| network.name.clone());
    Some(Elsewhere { name: name.to_owned(), profile })
}

/// The network with this chain id, if it is not the open one's.
pub(super) fn of_chain(chain: &ChainId, ctx: &GoToContext<'_>) -> Option<Elsewhere> {
    if ctx.network.chain.as_ref() == Some(chain) {
        return None;
    }
    let digits = chain.to_string();
    let known = CHAINS.iter().find(|(id, _)| *id == digits).map(|(_, name)| *name);
    let profile = ctx.networks.iter().find(|network| network.chain.as_ref() == Some(chain));
    let name = known.map_or_else(|| format!("chain {digits}"), |name| format!("chain {digits}, {name}"));
    Some(Elsewhere { name, profile: profile.map(|network| network.name.clone()) })
}

/// The network whose mirror node is at this address, a host and a path, if it is not the open one's; or the one that
/// the host's name speaks of.
pub(super) fn of_address(host: &str, path: &str, ctx: &GoToContext<'_>) -> Option<Elsewhere> {
    let address = format!("{host}/{path}");
    let at = |network: &Network| below(&address, &network.mirror);
    let best = ctx.networks.iter().filter_map(|network| Some((at(network)?, network))).max_by_key(|it| it.0);
    match (best, at(ctx.network)) {
        (Some((length, network)), open) if open.is_none_or(|open| open < length) => {
            return Some(Elsewhere { name: network.name.clone(), profile: Some(network.name.clone()) });
        }
        (_, Some(_)) => return None,
        _ => {}
    }
    let word = host.split(['.', '-', ':']).find(|word| NAMED.iter().take(3).any(|(name, _)| name == word));
    word.and_then(|word| named(word, ctx))
}

/// How long a base address is, if this address is at it or below it.
fn below(address: &str, base: &str) -> Option<usize> {
    let base = base.split_once("://")?.1.trim_end_matches('/');
    let rest = address.strip_prefix(base)?;
    (rest.is_empty() || rest.starts_with('/')).then_some(base.len())
}

/// The reading with what speaks against it, if its text names another network.
pub(super) fn mark(reading: Reading, elsewhere: Option<&Elsewhere>, ctx: &GoToContext<'_>) -> Reading {
    let Some(elsewhere) = elsewhere else { return reading };
    let doubt = format!("this is of {}, and {} is open", elsewhere.name, ctx.network.name);
    Reading { network: elsewhere.profile.clone(), ..reading.doubting(Some(doubt)) }
}
