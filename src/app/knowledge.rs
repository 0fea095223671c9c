//! What is learned of contracts, accounts and tokens beside bytes: each asked once a network, and once more after a failure
//! that may have passed.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::online::Online;
use crate::decode::known::{Known, VerifiedCode};
use crate::decode::{Snapshot, Subject};
use crate::ledger::query::ContractQuery;
use crate::ledger::{ContractRef, EvmAddress, Timestamp};
use crate::message::{Answer, Ask, Effect, Extent, Network, Request, Response};
use crate::verification::{Match, Verified};

/// What is known, by network.
#[derive(Debug, Default)]
pub(super) struct Knowledge {
    networks: BTreeMap<String, OfNetwork>,
    /// What is known of a network that nothing was learned of.
    nothing: Snapshot,
    /// Base URL of the signature server, if the user set one.
    signatures: Option<String>,
}

#[derive(Debug, Default)]
struct OfNetwork {
    known: Snapshot,
    /// What was asked for, and when it may be asked for again.
    asked: HashMap<Subject, Again>,
    /// The questions that are under way, and what each is for.
    under_way: HashMap<Request, Subject>,
    /// What a signature server said.
    online: Online,
}

/// When the same may be asked again.
#[derive(Clone, Copy, Debug)]
pub(super) enum Again {
    Never,
    At(Timestamp),
}

/// How long after a failure that may pass the same is asked again, milliseconds.
pub(super) const PATIENCE: u64 = 60_000;

impl Knowledge {
    /// Nothing as yet, with the base URL of a signature server if the user set one.
    pub(super) fn new(signatures: Option<String>) -> Self {
        Self { signatures, ..Self::default() }
    }

    /// What is known on this network now.
    pub(super) fn of(&self, network: &str) -> &Snapshot {
        self.networks.get(network).map_or(&self.nothing, |of| &of.known)
    }

    /// Changes what is known on one network.
    pub(super) fn change(&mut self, network: &str, change: impl FnOnce(&mut Known)) {
        self.network(network).known.change(change);
    }

    /// Changes what is known on every network, those included that nothing was learned of yet.
    pub(super) fn change_all(&mut self, change: impl Fn(&mut Known)) {
        let others = self.networks.values_mut().map(|of| &mut of.known);
        others.chain([&mut self.nothing]).for_each(|known| known.change(&change));
    }

    fn network(&mut self, name: &str) -> &mut OfNetwork {
        let fresh = || OfNetwork { known: self.nothing.clone(), ..OfNetwork::default() };
        self.networks.entry(name.to_owned()).or_insert_with(fresh)
    }

    /// What is to be asked to learn of this, if it was not asked before and this network can tell.
    pub(super) fn learn(&mut self, subject: Subject, network: &Network, now: Timestamp) -> Option<Request> {
        let of = self.network(&network.name);
        match of.asked.get(&subject) {
            Some(Again::Never) => return None,
            Some(Again::At(at)) if now < *at => return None,
            _ => {}
        }
        let ask = match subject {
            Subject::Contract(contract) => of.about_code(contract, network)?,
            Subject::Account(account) => Ask::Account(in_full(account, network)),
            Subject::Token(token) => Ask::Token(token),
        };
        Some(of.ask(subject, Request { network: network.name.clone(), ask }))
    }

    /// What to do about that which has no name yet: nothing unless the user set a signature server. It is asked only
    /// for what the interfaces leave open that are being asked for.
    pub(super) fn look_up(&mut self, network: &Network) -> Vec<Effect> {
        let Some(server) = &self.signatures else { return Vec::new() };
        let Some(of) = self.networks.get_mut(&network.name) else { return Vec::new() };
        let told = of.online.complaint().map(Effect::Notify);
        if of.under_way.values().any(|subject| matches!(subject, Subject::Contract(_))) {
            return told.into_iter().collect();
        }
        // The embedded network has its own server, so that nothing leaves this machine.
        let server = if network.generated { "" } else { server };
        let request = of.online.next(server, &network.name).map(Effect::Send);
        told.into_iter().chain(request).collect()
    }

    /// Whether this is being asked to learn of something.
    pub(super) fn awaits(&self, request: &Request) -> bool {
        self.networks.get(&request.network).is_some_and(|of| of.under_way.contains_key(request))
    }

    /// Takes an answer. What is to be asked next, and whether more is known now.
    pub(super) fn hear(&mut self, response: &Response, network: &Network) -> (Vec<Request>, bool) {
        if let Ok(Answer::Finding(finding)) = &response.outcome {
            if self.signatures.is_some() {
                self.network(&response.request.network).online.wonder(finding, response.at);
            }
            return (Vec::new(), false);
        }
        let Some(of) = self.networks.get_mut(&response.request.network) else { return (Vec::new(), false) };
        if let Ask::Signatures(_) = response.request.ask {
            let names = of.online.hear(response);
            let more = names.map(|names| of.known.change(|known| known.book.set_online(names)));
            return (Vec::new(), more.is_some());
        }
        let Some(subject) = of.under_way.remove(&response.request) else { return (Vec::new(), false) };
        let request = |ask| Request { network: response.request.network.clone(), ask };
        match (&response.request.ask, &response.outcome) {
            (_, Ok(Answer::Contract(contract))) => {
                let (Some(id), Some(address)) = (contract.contract_id.value(), contract.evm_address.value())
                else {
                    return (Vec::new(), false);
                };
                of.known.change(|known| known.learn_address(id, address));
                let next = code(address, network).map(|ask| of.ask(subject, request(ask)));
                (next.into_iter().collect(), false)
            }
            (Ask::Verified(_, address, _), Ok(Answer::Verified(verified))) => {
                let code_here = verified_code(verified);
                let behind: Vec<EvmAddress> = code_here.implementations.clone();
                of.known.change(|known| known.learn_code(*address, code_here));
                of.online.forget_wanted();
                let wanted = behind.into_iter().filter_map(|address| of.behind(address, network));
                (wanted.collect(), true)
            }
            (_, Ok(Answer::Account(account))) => {
                of.known.change(|known| known.learn_account(Arc::clone(account)));
                (Vec::new(), true)
            }
            (_, Ok(Answer::Token(token))) => {
                of.known.change(|known| known.learn_token(Arc::clone(token)));
                (Vec::new(), true)
            }
            (_, Err(failure)) if failure.is_passing() => {
                of.asked.insert(subject, Again::At(response.at.plus_millis(PATIENCE)));
                (Vec::new(), false)
            }
            _ => (Vec::new(), false),
        }
    }
}

impl OfNetwork {
    /// What is asked first to learn of a contract's code.
    fn about_code(&self, contract: ContractRef, network: &Network) -> Option<Ask> {
        let address = self.known.address_of(contract).filter(|address| address.entity_num().is_none());
        match address {
            Some(address) => code(address, network),
            // The verifier knows contracts by their address, which the contract's record tells.
            None => network
                .verifier
                .as_ref()
                .map(|_| Ask::Contract(ContractQuery::now(in_full(contract, network)))),
        }
    }

    fn ask(&mut self, subject: Subject, request: Request) -> Request {
        self.asked.insert(subject, Again::Never);
        self.under_way.insert(request.clone(), subject);
        request
    }

    /// The question for the code that a contract passes its calls on to.
    fn behind(&mut self, address: EvmAddress, network: &Network) -> Option<Request> {
        let subject = Subject::Contract(ContractRef::Address(address));
        if self.asked.contains_key(&subject) {
            return None;
        }
        let ask = code(address, network)?;
        Some(self.ask(subject, Request { network: network.name.clone(), ask }))
    }
}

/// What a verifier is asked of the code at an address, if the network has one.
fn code(address: EvmAddress, network: &Network) -> Option<Ask> {
    let chain = network.verifier.as_ref().and(network.chain.clone())?;
    Some(Ask::Verified(chain, address, Extent::Interface))
}

/// A long-zero address as the id that it stands for.
fn in_full(contract: ContractRef, network: &Network) -> ContractRef {
    contract.entity_id(network.home).map_or(contract, ContractRef::Id)
}

pub(super) fn verified_code(verified: &Verified) -> VerifiedCode {
    let behind = verified.proxy.known().and_then(|proxy| proxy.implementations.known());
    VerifiedCode {
        exact: verified.contract.runtime.value() == Some(Match::Exact),
        name: verified.compilation.known().and_then(|made| made.name.known().cloned()),
        abi: verified.abi.clone().map(Into::into),
        layout: verified.layout.clone(),
        implementations: behind.into_iter().flatten().filter_map(|one| one.address.value()).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::reading::{Raw, Reading};
    use crate::decode::{Finding, Question, Study};
    use crate::ledger::{Account, Contract, EntityId, Field, RawJson, Token};
    use crate::message::Failure;
    use crate::message::network::ExplorerLinks;
    use crate::verification::ChainId;
    use crate::verification::verified::{Implementation, ProxyResolution};

    const NOW: Timestamp = Timestamp::of(1_795_219_200);
    const PROXY: EvmAddress = EvmAddress::new([1; 20]);
    const TARGET: EvmAddress = EvmAddress::new([2; 20]);

    fn network() -> Network {
        Network {
            name: "here".to_owned(),
            mirror: "http://127.0.0.1:1".to_owned(),
            verifier: Some("http://127.0.0.1:1".to_owned()),
            chain: ChainId::parse("298"),
            ledger: None,
            home: EntityId::of(0),
            explorer: ExplorerLinks::default(),
            unit_parameter: Network::UNIT_PARAMETER.to_owned(),
            import_segment: Network::IMPORT_SEGMENT.to_owned(),
            generated: false,
        }
    }

    fn response(request: &Request, outcome: Result<Answer, Failure>) -> Response {
        Response { request: request.clone(), outcome, at: NOW, url: String::new() }
    }

    fn contract() -> Answer {
        Answer::Contract(Arc::new(Contract {
            contract_id: Field::Known(EntityId::of(5001)),
            evm_address: Field::Known(PROXY),
            ..Contract::default()
        }))
    }

    #[test]
    fn a_contract_is_asked_once_by_its_address_and_so_is_what_is_behind_it() {
        let (mut knowledge, network) = (Knowledge::default(), network());
        let id = ContractRef::Id(EntityId::of(5001));
        let first = knowledge.learn(Subject::Contract(id), &network, NOW).unwrap();
        assert!(knowledge.learn(Subject::Contract(id), &network, NOW).is_none());
        let (next, more) = knowledge.hear(&response(&first, Ok(contract())), &network);
        let [code] = next.as_slice() else { panic!("{next:?}") };
        assert!(!more && matches!(code.ask, Ask::Verified(_, PROXY, Extent::Interface)));
        let behind = Implementation { address: Field::Known(TARGET), ..Implementation::default() };
        let proxy =
            ProxyResolution { implementations: Field::Known(vec![behind]), ..ProxyResolution::default() };
        let verified =
            Verified { abi: Some(RawJson::new("[]")), proxy: Field::Known(proxy), ..Verified::default() };
        let before = knowledge.of(&network.name).clone();
        let (next, more) =
            knowledge.hear(&response(code, Ok(Answer::Verified(Arc::new(verified)))), &network);
        assert!(more && matches!(next[0].ask, Ask::Verified(_, TARGET, Extent::Interface)));
        let now = knowledge.of(&network.name);
        assert!(*now != before && now.codes(id).any(|code| code.abi.is_some()));
    }

    #[test]
    fn an_account_and_a_token_are_asked_once() {
        let (mut knowledge, network) = (Knowledge::default(), network());
        let (alias, id) = (EvmAddress::new([3; 20]), EntityId::of(1005));
        let subject = Subject::Account(ContractRef::Address(alias));
        let request = knowledge.learn(subject, &network, NOW).unwrap();
        assert_eq!(request.ask, Ask::Account(ContractRef::Address(alias)));
        let account = Account { account: id.into(), evm_address: alias.into(), ..Account::default() };
        let (next, more) =
            knowledge.hear(&response(&request, Ok(Answer::Account(Arc::new(account)))), &network);
        assert!(next.is_empty() && more && knowledge.learn(subject, &network, NOW).is_none());
        assert_eq!(knowledge.of(&network.name).account_at(alias), Some(id));
        let token = EntityId::of(2002);
        let request = knowledge.learn(Subject::Token(token), &network, NOW).unwrap();
        let answer = Answer::Token(Arc::new(Token { token_id: token.into(), ..Token::default() }));
        assert!(knowledge.hear(&response(&request, Ok(answer)), &network).1);
        assert!(knowledge.of(&network.name).token(token).is_some());
        // A server that lacks the operation is not asked again for the same thing.
        let request = knowledge.learn(Subject::Token(id), &network, NOW).unwrap();
        knowledge.hear(&response(&request, Err(Failure::NotOffered { status: 404 })), &network);
        assert!(knowledge.learn(Subject::Token(id), &network, NOW.plus_millis(PATIENCE)).is_none());
    }

    #[test]
    fn a_signature_server_is_asked_last_and_only_if_there_is_one() {
        let unnamed = Finding::Logs(vec![Reading::raw(Raw::UnknownTopic([7; 32]))]);
        let study = Study { known: Snapshot::default(), question: Question::Logs(Vec::new()) };
        let study = Request { network: network().name, ask: Ask::Study(study) };
        let found = response(&study, Ok(Answer::Finding(Arc::new(unnamed))));
        let subject = Subject::Contract(ContractRef::Address(PROXY));
        let mut knowledge = Knowledge::default();
        knowledge.hear(&found, &network());
        assert_eq!(knowledge.look_up(&network()), []);

        let mut knowledge = Knowledge::new(Some("http://127.0.0.1:2".to_owned()));
        let code = knowledge.learn(subject, &network(), NOW).unwrap();
        assert!(knowledge.awaits(&code) && !knowledge.awaits(&study));
        knowledge.hear(&found, &network());
        assert_eq!(knowledge.look_up(&network()), []);
        // Nobody verified it: there is nothing left that could say the name.
        knowledge.hear(&response(&code, Err(Failure::NotOffered { status: 404 })), &network());
        let effects = knowledge.look_up(&network());
        let [Effect::Send(Request { ask: Ask::Signatures(lookup), .. })] = effects.as_slice() else {
            panic!("{effects:?}")
        };
        assert_eq!((lookup.topics.as_slice(), &*lookup.server), (&[[7; 32]][..], "http://127.0.0.1:2"));
        assert_eq!(knowledge.look_up(&network()), []);
        // The embedded network has a server of its own.
        let embedded = Network { generated: true, name: "demo".to_owned(), ..network() };
        let study = Request { network: "demo".to_owned(), ..study };
        knowledge.hear(&response(&study, found.outcome), &embedded);
        let effects = knowledge.look_up(&embedded);
        assert!(
            matches!(effects.as_slice(), [Effect::Send(Request { ask: Ask::Signatures(of), .. })] if of.server.is_empty())
        );
    }

    #[test]
    fn a_failure_that_may_pass_is_asked_again_after_a_while() {
        let (mut knowledge, network) = (Knowledge::default(), network());
        let subject = Subject::Contract(ContractRef::Address(PROXY));
        let request = knowledge.learn(subject, &network, NOW).unwrap();
        let failure = Failure::ServerFault { status: 503, words: Vec::new(), code: None };
        knowledge.hear(&response(&request, Err(failure)), &network);
        assert!(knowledge.learn(subject, &network, NOW).is_none());
        let later = NOW.plus_millis(PATIENCE);
        let again = knowledge.learn(subject, &network, later).unwrap();
        knowledge.hear(
            &response(&again, Err(Failure::Refused { status: 400, words: Vec::new(), code: None })),
            &network,
        );
        assert!(knowledge.learn(subject, &network, later.plus_millis(PATIENCE)).is_none());
    }
}
