//! Looks up contracts, accounts and tokens to name what is on screen: each once per network. What failed and may pass is
//! looked up again by the next pane that shows it.

mod added;
mod learned;
mod online;
pub(crate) mod trails;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use self::online::{Online, SignatureCache};
use self::trails::{Trails, left_out, left_out_in_all, may_pass_on};
use crate::message::{Answer, AnyWork, Ask, Notice, Response, Topic};
use crate::panes::kit::Wants;
pub(super) use added::kept;
pub(crate) use added::known_before;
use api::{Extent, Lookup, Network, Signatures, TokenQuery, VerifiedQuery};
use decode::known::{Known, MAX_BEHIND, MAX_BEHIND_IN_ALL};
use decode::{AnalysisOutput, Snapshot, Subject};
pub(crate) use learned::verified_code;
use ledger::query::{AccountQuery, ContractQuery};
use ledger::{Contract, ContractRef, EvmAddress, SystemEntity};

/// What is known, by network.
#[derive(Debug, Default)]
pub(in crate::app) struct Knowledge {
    networks: BTreeMap<String, OfNetwork>,
    /// The snapshot of a network without any data yet.
    nothing: Snapshot,
    /// Base URL of the signature server, if the user set one.
    signatures: Option<String>,
    /// Names from signature servers.
    signature_cache: SignatureCache,
    /// How many more contracts found by the analysis of the pane on screen may be looked up.
    left: usize,
    /// How many more contracts behind proxies may be asked about for the pane on screen.
    left_behind: usize,
    /// Whether the user was notified that there are more.
    is_cut: bool,
    /// Notices to show to the user.
    notices: Vec<Notice>,
    /// How many panes were opened.
    period: u64,
}

#[derive(Debug, Default)]
struct OfNetwork {
    known: Snapshot,
    /// What was looked up, or is.
    asked: HashSet<Subject>,
    /// The questions that have no answer yet, the oldest first, and what each is for.
    open: Vec<(Topic, Aim)>,
    /// The ways from contracts to those that they pass their calls on to.
    trails: Trails,
    /// What a signature server said.
    online: Online,
    /// How many contracts were asked for behind each proxy.
    behind: HashMap<EvmAddress, usize>,
    /// The proxies for which the user was notified that some contracts behind them are not looked up.
    cut: HashSet<EvmAddress>,
    /// In which period the codes were of use last.
    used: HashMap<EvmAddress, u64>,
}

/// What a question is for.
#[derive(Clone, Copy, Debug)]
struct Aim {
    subject: Subject,
    /// The contract that led to this one by passing its calls on, however far.
    proxy: Option<EvmAddress>,
}

/// The maximum number of contracts to look up from one pane's analysis: each costs up to two requests.
const MAX_MET_CONTRACTS: usize = 20;

impl Knowledge {
    /// Nothing as yet, with the base URL of a signature server if the user set one.
    pub(in crate::app) fn new(signatures: Option<String>) -> Self {
        Self { signatures, left: MAX_MET_CONTRACTS, left_behind: MAX_BEHIND_IN_ALL, ..Self::default() }
    }

    /// The current knowledge of a network.
    pub(in crate::app) fn snapshot(&self, network: &str) -> &Snapshot {
        self.networks.get(network).map_or(&self.nothing, |of| &of.known)
    }

    /// Changes the data about one network.
    pub(in crate::app) fn change(&mut self, network: &str, change: impl FnOnce(&mut Known)) {
        self.network(network).known.change(change);
    }

    /// Changes the data about every network, including those without any data yet.
    pub(in crate::app) fn change_all(&mut self, change: impl Fn(&mut Known)) {
        let others = self.networks.values_mut().map(|of| &mut of.known);
        others.chain([&mut self.nothing]).for_each(|known| known.change(&change));
    }

    fn network(&mut self, name: &str) -> &mut OfNetwork {
        let fresh = || OfNetwork { known: self.nothing.clone(), ..OfNetwork::default() };
        self.networks.entry(name.to_owned()).or_insert_with(fresh)
    }

    /// Says that another pane is on screen, which may lead to as many questions again.
    pub(in crate::app) fn opened(&mut self) {
        (self.left, self.left_behind, self.is_cut) = (MAX_MET_CONTRACTS, MAX_BEHIND_IN_ALL, false);
        self.period += 1;
    }

    /// Stores names from a signature server. `true` if some of them are new.
    pub(in crate::app) fn cache_signatures(&mut self, names: &Signatures) -> bool {
        let names = self.signature_cache.add(names).map(Arc::new);
        if let Some(names) = &names {
            self.change_all(|known| known.book_mut().set_online(Arc::clone(names)));
        }
        names.is_some()
    }

    /// The questions to a network that have no answer yet, the oldest first.
    pub(in crate::app) fn open_questions(&self, network: &str) -> impl Iterator<Item = &Topic> {
        let of = self.networks.get(network).into_iter();
        of.flat_map(|of| of.open.iter().map(|(topic, _)| topic).chain(of.trails.open_questions()))
    }

    /// The requests to send to a network.
    pub(in crate::app) fn wants(&self, network: &str) -> Wants {
        let mut wants = Wants::default();
        self.open_questions(network).for_each(|topic| wants.add_topic(topic.clone()));
        wants
    }

    /// Looks a subject up, unless that was done before or this network cannot answer. How many questions that takes.
    pub(in crate::app) fn resolve(&mut self, subject: Subject, network: &Network) -> usize {
        let asked = self.ask(subject, network);
        let Subject::Contract(contract) = subject else { return usize::from(asked) };
        let period = self.period;
        let of = self.network(&network.name);
        let address = of.known.address_of(contract);
        of.use_codes(address, period);
        match address {
            // For another pane not all behind it may have been asked for.
            Some(address) if !asked => self.behind(address, network),
            _ => usize::from(asked),
        }
    }

    fn ask(&mut self, subject: Subject, network: &Network) -> bool {
        let of = self.network(&network.name);
        if of.is_asked(subject) {
            return false;
        }
        let ask = match subject {
            Subject::Contract(contract) if SystemEntity::named(contract).is_some() => return false,
            Subject::Contract(contract) => of.about_code(contract, network),
            Subject::Account(account) => Ask::from(&AccountQuery::now(in_full(account, network))),
            // What is a contract is no token.
            Subject::Token(token) if of.known.is_contract(token) => return false,
            Subject::Token(token) => Ask::from(&TokenQuery(token)),
        };
        of.ask(Aim { subject, proxy: None }, ask);
        true
    }

    /// Requests the contracts behind a proxy, within the limits of the proxy and of the pane. Returns their number.
    fn behind(&mut self, proxy: EvmAddress, network: &Network) -> usize {
        let Some(of) = self.networks.get_mut(&network.name) else { return 0 };
        let behind = of.known.behind(ContractRef::Address(proxy));
        if behind.left_out > 0 && of.cut.insert(proxy) {
            self.notices.push(left_out(proxy, &behind));
        }
        let room = MAX_BEHIND.saturating_sub(of.behind.get(&proxy).copied().unwrap_or_default());
        let libraries: Vec<_> = of.known.libraries(ContractRef::Address(proxy)).collect();
        let mut addresses = behind.addresses.into_iter().chain(libraries);
        of.use_codes(addresses.clone(), self.period);
        let asked = addresses.by_ref().filter(|address| of.ask_behind(proxy, *address, network));
        let asked = asked.take(room.min(self.left_behind)).count();
        *of.behind.entry(proxy).or_default() += asked;
        self.left_behind -= asked;
        let is_new = |address| !of.is_asked(Subject::Contract(ContractRef::Address(address)));
        if self.left_behind == 0 && !self.is_cut && addresses.any(is_new) {
            self.is_cut = true;
            self.notices.push(left_out_in_all(proxy));
        }
        asked
    }

    /// Notices about skipped lookups.
    pub(in crate::app) fn notices(&mut self) -> Vec<Notice> {
        std::mem::take(&mut self.notices)
    }

    /// What to say of the signature server that the user set, and the question to it. It is asked only for what the
    /// interfaces leave open that are being asked for.
    pub(in crate::app) fn lookup(&mut self, network: &Network) -> (Option<Notice>, Option<Lookup>) {
        let Some(server) = &self.signatures else { return (None, None) };
        let Some(of) = self.networks.get_mut(&network.name) else { return (None, None) };
        let is_open = of.open.iter().any(|(_, aim)| matches!(aim.subject, Subject::Contract(_)));
        if !of.trails.is_under_way() && !is_open {
            // The embedded network has its own server, so that nothing leaves this machine.
            of.online.next(if network.generated { "" } else { server });
        }
        (of.online.complaint(), of.online.asked())
    }

    /// Looks up the contracts that an analysis read calls and events of. What it left without a name is kept for a
    /// signature server, unless the verifier may yet be asked for it.
    fn queue_lookups(&mut self, ask: &Ask, output: &AnalysisOutput, network: &Network) {
        let Ask::Here(AnyWork::Analysis(analysis)) = ask else { return };
        // More is known by now: the analysis is made again.
        if analysis.known != *self.snapshot(&network.name) {
            return;
        }
        for contract in analysis.contracts(output) {
            if self.left == 0 {
                break;
            }
            self.left -= self.resolve(Subject::Contract(contract), network).min(1);
        }
        if self.signatures.is_some() {
            let of = self.network(&network.name);
            let unnamed = analysis.unnamed(output).into_iter();
            let nameless = unnamed.filter(|(_, contract)| {
                contract.is_none_or(|contract| of.is_asked_or_cannot_be(contract, network))
            });
            let hashes: Vec<_> = nameless.map(|(hash, _)| hash).collect();
            of.online.queue_lookup(hashes);
        }
    }

    /// Takes the address of a contract that anybody asked for.
    fn meet(&mut self, network: &str, contract: &Arc<Contract>) {
        if let (Some(id), Some(address)) = (contract.contract_id.value(), contract.evm_address.value()) {
            self.network(network).trails.meet(address, contract);
            if !self.snapshot(network).has_address(id, address) {
                self.change(network, |known| known.add_address(id, address));
            }
        }
    }

    /// Applies a response, whichever part of the app requested it. `true` if it added data.
    pub(in crate::app) fn on_response(&mut self, response: &Response, network: &Network) -> bool {
        let topic = Topic::from(response.request.ask.clone());
        let more = self.learn(&topic, response, network);
        self.follow_trails(&topic, response, network) || more
    }

    fn learn(&mut self, topic: &Topic, response: &Response, network: &Network) -> bool {
        if let Ok(Answer::Analysis(output)) = &response.outcome {
            self.queue_lookups(&response.request.ask, output, network);
            return false;
        }
        if let Ok(Answer::Server(api::Answer::Contract(contract))) = &response.outcome {
            self.meet(&response.request.network, contract);
        }
        let Some(of) = self.networks.get_mut(&network.name) else { return false };
        if response.request.ask.operation::<Lookup>().is_some() {
            let found = of.online.on_response(response);
            return found.is_some_and(|found| self.cache_signatures(&found));
        }
        let aim = take(&mut of.open, topic);
        if let Some((VerifiedQuery { address, extent: Extent::Interface, .. }, verified)) =
            response.request.ask.answered(&response.outcome)
        {
            // A pane may have asked as well, to tell what comes of it, or again after a failure.
            let code = verified_code(verified);
            if let Some(aim) = aim
                && may_pass_on(verified)
            {
                of.trails.begin(*address, aim.proxy);
            }
            if aim.is_none() && of.known.has_code(*address, &code) {
                return false;
            }
            of.known.change(|known| known.add_code(*address, code));
            of.use_codes([*address], self.period);
            of.online.forget_wanted();
            let proxy = aim.and_then(|aim| aim.proxy).unwrap_or(*address);
            self.behind(proxy, network);
            return true;
        }
        if of.learn_namespaces(response) {
            return true;
        }
        let Some(aim) = aim else { return false };
        if let (Some(VerifiedQuery { address, .. }), Err(failure)) =
            (response.request.ask.operation(), &response.outcome)
            && !failure.is_passing()
        {
            of.trails.begin(*address, aim.proxy);
        }
        match &response.outcome {
            Ok(Answer::Server(api::Answer::Contract(contract))) => {
                let Some(address) =
                    contract.evm_address.value().filter(|_| contract.contract_id.known().is_some())
                else {
                    return false;
                };
                match code(address, network) {
                    Some(ask) => of.ask(aim, ask),
                    None => of.trails.begin(address, aim.proxy),
                }
                false
            }
            Ok(Answer::Server(api::Answer::Account(account))) => {
                of.known.change(|known| known.add_account(Arc::clone(account)));
                true
            }
            Ok(Answer::Server(api::Answer::Token(token))) => {
                of.known.change(|known| known.add_token(Arc::clone(token)));
                true
            }
            Err(failure) if failure.is_passing() => {
                of.asked.remove(&aim.subject);
                false
            }
            _ => false,
        }
    }
}

impl OfNetwork {
    /// Whether this was looked up, by whichever name.
    fn is_asked(&self, subject: Subject) -> bool {
        let Subject::Contract(contract) = subject else { return self.asked.contains(&subject) };
        let mut names = self.known.names_of(contract).into_iter().map(Subject::Contract);
        names.any(|name| self.asked.contains(&name))
    }

    /// Whether the verifier has been asked about this contract, or cannot be.
    fn is_asked_or_cannot_be(&self, contract: ContractRef, network: &Network) -> bool {
        let has_verifier = network.verifier.is_some() && network.chain.is_some();
        let may_be_asked = has_verifier && SystemEntity::named(contract).is_none();
        self.is_asked(Subject::Contract(contract)) || !may_be_asked
    }

    /// The first request for a contract's code; without a verifier, its record, which links to the contracts behind it.
    fn about_code(&self, contract: ContractRef, network: &Network) -> Ask {
        // That of an id was learned from its record, be it a long-zero one or not.
        let is_learned = matches!(contract, ContractRef::Id(_));
        let address = self.known.address_of(contract);
        let address = address.filter(|address| is_learned || address.entity_num().is_none());
        // The verifier knows contracts by their address, which the contract's record tells.
        let record = || Ask::from(&ContractQuery::now(in_full(contract, network)));
        address.and_then(|address| code(address, network)).unwrap_or_else(record)
    }

    fn ask(&mut self, aim: Aim, ask: Ask) {
        self.asked.insert(aim.subject);
        self.open.push((ask.into(), aim));
    }

    /// Asks for the code that a proxy passes its calls on to. `false` if that was done before.
    fn ask_behind(&mut self, proxy: EvmAddress, address: EvmAddress, network: &Network) -> bool {
        let subject = Subject::Contract(ContractRef::Address(address));
        if self.is_asked(subject) {
            return false;
        }
        let ask = self.about_code(ContractRef::Address(address), network);
        self.ask(Aim { subject, proxy: Some(proxy) }, ask);
        true
    }
}

/// The request to the verifier about the code at an address, if the network has a verifier.
fn code(address: EvmAddress, network: &Network) -> Option<Ask> {
    let chain = network.verifier.as_ref().and(network.chain.clone())?;
    Some(Ask::from(&VerifiedQuery { chain, address, extent: Extent::Interface }))
}

/// Removes an open request, and returns its purpose.
fn take<T>(open: &mut Vec<(Topic, T)>, topic: &Topic) -> Option<T> {
    let at = open.iter().position(|(known, _)| known == topic)?;
    Some(open.remove(at).1)
}

/// A long-zero address as its entity id.
fn in_full(contract: ContractRef, network: &Network) -> ContractRef {
    contract.entity_id(network.home).map_or(contract, ContractRef::Id)
}

#[cfg(test)]
mod tests;
