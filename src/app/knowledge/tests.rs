//! What is asked to learn of contracts, accounts and tokens, and when.

use api::{Failure, Lookup};
use decode::analysis::run;
use decode::reading::LogQuestion;
use decode::stop::Stop;
use decode::{Analysis, AnalysisInput};
use ledger::query::AccountQuery;
use ledger::{Account, Contract, EntityId, Field, RawJson, Timestamp, Token};
use verification::verified::{Implementation, ProxyResolution};
use verification::{ChainId, Verified};

use super::*;
use crate::message::Request;

const NOW: Timestamp = Timestamp::from_secs(1_795_219_200);
const PROXY: EvmAddress = EvmAddress::new([1; 20]);
const TARGET: EvmAddress = EvmAddress::new([2; 20]);

fn network() -> Network {
    Network {
        mirror: "http://127.0.0.1:1".to_owned(),
        verifier: Some("http://127.0.0.1:1".to_owned()),
        chain: ChainId::parse("298"),
        ..Network::documented("here")
    }
}

/// What is asked at this moment.
fn asked(knowledge: &Knowledge, network: &Network) -> Vec<Request> {
    let wants = knowledge.wants(&network.name);
    wants.topics().map(|topic| Request::new(&network.name, topic.ask(&Snapshot::default()))).collect()
}

/// What is asked once this is resolved.
fn resolve(knowledge: &mut Knowledge, subject: Subject, network: &Network) -> Option<Request> {
    let before = asked(knowledge, network);
    knowledge.resolve(subject, network);
    asked(knowledge, network).into_iter().find(|request| !before.contains(request))
}

/// What is asked after an answer, and whether more is known.
fn hear(knowledge: &mut Knowledge, response: &Response, network: &Network) -> (Vec<Request>, bool) {
    let before = asked(knowledge, network);
    let more = knowledge.on_response(response, network);
    let next = asked(knowledge, network).into_iter().filter(|request| !before.contains(request));
    (next.collect(), more)
}

fn response(request: &Request, outcome: Result<Answer, Failure>) -> Response {
    Response::here(request.clone(), outcome, NOW)
}

fn asks_for_interface(request: &Request, of: EvmAddress) -> bool {
    let asked = request.ask.operation::<VerifiedQuery>();
    asked.is_some_and(|asked| asked.address == of && asked.extent == Extent::Interface)
}

fn contract() -> Answer {
    Answer::Server(api::Answer::Contract(Arc::new(Contract {
        contract_id: Field::Known(EntityId::from_num(5001)),
        evm_address: Field::Known(PROXY),
        ..Contract::default()
    })))
}

#[test]
fn a_contract_is_asked_once_by_its_address_and_so_is_what_is_behind_it() {
    let (mut knowledge, network) = (Knowledge::new(None), network());
    let id = ContractRef::Id(EntityId::from_num(5001));
    let first = resolve(&mut knowledge, Subject::Contract(id), &network).unwrap();
    assert!(resolve(&mut knowledge, Subject::Contract(id), &network).is_none());
    let (next, more) = hear(&mut knowledge, &response(&first, Ok(contract())), &network);
    let [code] = next.as_slice() else { panic!("{next:?}") };
    assert!(!more && asks_for_interface(code, PROXY));
    let behind = Implementation { address: Field::Known(TARGET), ..Implementation::default() };
    let proxy = ProxyResolution { implementations: Field::Known(vec![behind]), ..ProxyResolution::default() };
    let verified =
        Verified { abi: Some(RawJson::new("[]")), proxy: Field::Known(proxy), ..Verified::default() };
    let before = knowledge.snapshot(&network.name).clone();
    let (next, more) = hear(
        &mut knowledge,
        &response(code, Ok(Answer::Server(api::Answer::Verified(Arc::new(verified))))),
        &network,
    );
    assert!(more && asks_for_interface(&next[0], TARGET));
    let now = knowledge.snapshot(&network.name);
    assert!(*now != before && now.codes(id).any(|code| code.abi.is_some()));
}

#[test]
fn an_account_and_a_token_are_asked_once() {
    let (mut knowledge, network) = (Knowledge::default(), network());
    let (alias, id) = (EvmAddress::new([3; 20]), EntityId::from_num(1005));
    let subject = Subject::Account(ContractRef::Address(alias));
    let request = resolve(&mut knowledge, subject, &network).unwrap();
    assert_eq!(request.ask, Ask::from(&AccountQuery::now(ContractRef::Address(alias))));
    let account = Account { account: id.into(), evm_address: alias.into(), ..Account::default() };
    let (next, more) = hear(
        &mut knowledge,
        &response(&request, Ok(Answer::Server(api::Answer::Account(Arc::new(account))))),
        &network,
    );
    assert!(next.is_empty() && more && resolve(&mut knowledge, subject, &network).is_none());
    assert_eq!(knowledge.snapshot(&network.name).account_at(alias), Some(id));
    let token = EntityId::from_num(2002);
    let request = resolve(&mut knowledge, Subject::Token(token), &network).unwrap();
    let answer =
        Answer::Server(api::Answer::Token(Arc::new(Token { token_id: token.into(), ..Token::default() })));
    assert!(hear(&mut knowledge, &response(&request, Ok(answer)), &network).1);
    assert!(knowledge.snapshot(&network.name).token(token).is_some());
    // A server that lacks the operation is not asked again for the same thing.
    let request = resolve(&mut knowledge, Subject::Token(id), &network).unwrap();
    knowledge.on_response(&response(&request, Err(Failure::NotOffered { status: 404 })), &network);
    assert_eq!(resolve(&mut knowledge, Subject::Token(id), &network), None);
}

/// An analysis of a log with this topic, made with all that is known now, and what it found.
fn logged(knowledge: &Knowledge, network: &Network, topic: [u8; 32]) -> Response {
    let contract = Some(ContractRef::Address(PROXY));
    let question = LogQuestion { contract, topics: vec![topic.to_vec().into()], ..LogQuestion::default() };
    analysed(knowledge, network, AnalysisInput::Logs(vec![question].into()))
}

fn analysed(knowledge: &Knowledge, network: &Network, input: AnalysisInput) -> Response {
    let analysis = Analysis { known: knowledge.snapshot(&network.name).clone(), input };
    let output = run(&analysis, &Stop::default()).unwrap();
    let request = Request::new(&network.name, Ask::Here(AnyWork::Analysis(analysis)));
    response(&request, Ok(Answer::Analysis(Arc::new(output))))
}

/// What the signature server is asked now.
fn lookup(knowledge: &mut Knowledge, network: &Network) -> Option<Lookup> {
    knowledge.lookup(network).1
}

fn not_verified() -> Result<Answer, Failure> {
    Err(Failure::NotOffered { status: 404 })
}

/// Nobody verified a contract, and it has no record that would show what it passes its calls on to.
fn learn_nothing(knowledge: &mut Knowledge, network: &Network, request: &Request) {
    for next in hear(knowledge, &response(request, not_verified()), network).0 {
        learn_nothing(knowledge, network, &next);
    }
}

#[test]
fn a_signature_server_is_asked_last_and_only_if_there_is_one() {
    let mut knowledge = Knowledge::default();
    let found = logged(&knowledge, &network(), [7; 32]);
    knowledge.on_response(&found, &network());
    assert_eq!(knowledge.lookup(&network()), (None, None));

    let mut knowledge = Knowledge::new(Some("http://127.0.0.1:2".to_owned()));
    let found = logged(&knowledge, &network(), [7; 32]);
    let (code, _) = hear(&mut knowledge, &found, &network());
    assert_eq!(asked(&knowledge, &network()), code);
    assert_eq!(lookup(&mut knowledge, &network()), None);
    // Nobody verified it: there is nothing left that could say the name.
    learn_nothing(&mut knowledge, &network(), &code[0]);
    let asked = lookup(&mut knowledge, &network()).unwrap();
    assert_eq!((asked.topics.as_slice(), &*asked.server), (&[[7; 32]][..], "http://127.0.0.1:2"));
    assert_eq!(lookup(&mut knowledge, &network()), Some(asked), "until it is answered");
}

#[test]
fn the_embedded_network_has_a_signature_server_of_its_own() {
    let embedded = Network { generated: true, verifier: None, ..network() };
    let mut knowledge = Knowledge::new(Some("http://127.0.0.1:2".to_owned()));
    let found = logged(&knowledge, &embedded, [7; 32]);
    let (code, _) = hear(&mut knowledge, &found, &embedded);
    learn_nothing(&mut knowledge, &embedded, &code[0]);
    assert_eq!(lookup(&mut knowledge, &embedded).map(|asked| asked.server), Some(String::new()));
}

#[test]
fn what_a_verified_contract_has_goes_to_nobody_however_late_its_interface_comes() {
    let mut knowledge = Knowledge::new(Some("http://127.0.0.1:2".to_owned()));
    let (network, subject) = (network(), Subject::Contract(ContractRef::Address(PROXY)));
    let code = resolve(&mut knowledge, subject, &network).unwrap();
    let topic = alloy_primitives::keccak256("Quokka(uint256)").0;
    let early = logged(&knowledge, &network, topic);
    let late = logged(&knowledge, &network, topic);
    knowledge.on_response(&early, &network);
    let abi =
        r#"[{"type":"event","name":"Quokka","anonymous":false,"inputs":[{"name":"n","type":"uint256"}]}]"#;
    let verified = Verified { abi: Some(RawJson::new(abi)), ..Verified::default() };
    let (next, _) = hear(
        &mut knowledge,
        &response(&code, Ok(Answer::Server(api::Answer::Verified(Arc::new(verified))))),
        &network,
    );
    for request in &next {
        learn_nothing(&mut knowledge, &network, request);
    }
    assert_eq!(lookup(&mut knowledge, &network), None);
    // This one was analysed without the interface, and comes after it.
    knowledge.on_response(&late, &network);
    assert_eq!(lookup(&mut knowledge, &network), None);
    let again = logged(&knowledge, &network, topic);
    knowledge.on_response(&again, &network);
    assert_eq!(lookup(&mut knowledge, &network), None);
    let other = logged(&knowledge, &network, [7; 32]);
    knowledge.on_response(&other, &network);
    assert_eq!(lookup(&mut knowledge, &network).map(|asked| asked.topics), Some(vec![[7; 32]]));
}

#[test]
fn contracts_met_in_calls_are_asked_about_once_and_not_without_end() {
    let mut knowledge = Knowledge::new(Some("http://127.0.0.1:2".to_owned()));
    let network = network();
    let logs = (1..=100).map(|number| LogQuestion {
        contract: Some(ContractRef::Address(EvmAddress::new([number; 20]))),
        topics: vec![vec![number; 32].into()],
        ..LogQuestion::default()
    });
    let input = AnalysisInput::Logs(logs.collect());
    let found = analysed(&knowledge, &network, input.clone());
    let (codes, _) = hear(&mut knowledge, &found, &network);
    assert_eq!(codes.len(), MAX_MET_CONTRACTS);
    assert_eq!(hear(&mut knowledge, &found, &network).0, []);
    for code in &codes {
        learn_nothing(&mut knowledge, &network, code);
    }
    // Of those that the verifier was not asked about, nothing goes to a signature server.
    let topics = lookup(&mut knowledge, &network).unwrap().topics;
    assert!(
        topics.len() == MAX_MET_CONTRACTS
            && topics.iter().all(|topic| usize::from(topic[0]) <= MAX_MET_CONTRACTS),
        "{topics:?}"
    );
    knowledge.opened();
    let (codes, _) = {
        let found = analysed(&knowledge, &network, input);
        hear(&mut knowledge, &found, &network)
    };
    assert_eq!(codes.len(), MAX_MET_CONTRACTS);
}

#[test]
fn a_contract_is_asked_about_by_one_of_its_names_and_a_system_contract_never() {
    let (mut knowledge, network) = (Knowledge::default(), network());
    let (id, system) = (EntityId::from_num(5001), EntityId::from_num(0x167));
    for name in [ContractRef::Id(system), ContractRef::Address(EvmAddress::long_zero(system))] {
        assert_eq!(resolve(&mut knowledge, Subject::Contract(name), &network), None);
    }
    let first = resolve(&mut knowledge, Subject::Contract(ContractRef::Id(id)), &network).unwrap();
    knowledge.on_response(&response(&first, Ok(contract())), &network);
    for address in [EvmAddress::long_zero(id), PROXY] {
        let subject = Subject::Contract(ContractRef::Address(address));
        assert_eq!(resolve(&mut knowledge, subject, &network), None);
    }
}

#[test]
fn what_failed_and_may_pass_is_looked_up_again_by_the_next_that_shows_it() {
    let (mut knowledge, network) = (Knowledge::default(), network());
    let subject = Subject::Contract(ContractRef::Address(PROXY));
    let request = resolve(&mut knowledge, subject, &network).unwrap();
    let failure = Failure::ServerFault { status: 503, words: Vec::new(), code: None };
    knowledge.on_response(&response(&request, Err(failure)), &network);
    let again = resolve(&mut knowledge, subject, &network).unwrap();
    knowledge.on_response(
        &response(&again, Err(Failure::Refused { status: 400, words: Vec::new(), code: None })),
        &network,
    );
    assert_eq!(resolve(&mut knowledge, subject, &network), None);
}

#[test]
fn codes_that_were_of_use_long_ago_are_forgotten_and_asked_for_again() {
    let (mut knowledge, network) = (Knowledge::new(None), network());
    let abi = RawJson::new("[]".repeat(500));
    for address in [PROXY, TARGET] {
        knowledge.opened();
        let contract = Subject::Contract(ContractRef::Address(address));
        let asked = resolve(&mut knowledge, contract, &network).unwrap();
        let verified = Verified { abi: Some(abi.clone()), ..Verified::default() };
        knowledge.on_response(
            &response(&asked, Ok(Answer::Server(api::Answer::Verified(Arc::new(verified))))),
            &network,
        );
    }
    let (bytes, of) = (knowledge.bytes(), |address| Subject::Contract(ContractRef::Address(address)));
    assert!(bytes > 2 * abi.raw().len());
    assert!(knowledge.give_back(1));
    assert_eq!(knowledge.bytes(), bytes / 2);
    assert!(!knowledge.give_back(bytes));
    assert_eq!(knowledge.bytes(), bytes / 2, "what is on screen stays");
    assert!(resolve(&mut knowledge, of(TARGET), &network).is_none());
    assert_eq!(knowledge.resolve(of(PROXY), &network), 1, "asked for again once it is of use");
}
