//! Every finding, and that the lines stay where they are while answers come in.

use ledger::{Contract, ContractResult, EntityId, EvmAddress, Field, HexBytes, Quantity, Text, Timestamp};

use super::*;
use crate::{
    Chain, ChainId, Chains, CreationHash, Followed, Job, JobContract, JobKey, JobState, Match, Mode,
    Submission, SubmissionBody, Verified,
};

const ID: EntityId = EntityId::from_num(5001);
const ADDRESS: EvmAddress = EvmAddress::new([0xab; 20]);
const NOW: Timestamp = Timestamp::from_secs(1000);

/// Everything that findings borrow, all of it fine.
struct World {
    chain: ChainId,
    contract: ContractRef,
    record: Contract,
    chains: Chains,
    verified: Verified,
    jobs: Followed,
}

fn chain(text: &str) -> ChainId {
    ChainId::parse(text).unwrap()
}

fn entry(id: &str, supported: Field<bool>, import: Field<bool>) -> Chain {
    let name = Field::Known(Text::from("Testnet"));
    Chain { id: Field::Known(chain(id)), name, supported, import, ..Chain::default() }
}

impl World {
    fn fine() -> Self {
        Self {
            chain: chain("296"),
            contract: ContractRef::Id(ID),
            record: Contract {
                contract_id: Field::Known(ID),
                evm_address: Field::Known(ADDRESS),
                deleted: Field::Known(false),
                runtime_bytecode: Field::Known(HexBytes::from(vec![1; 5227])),
                ..Contract::default()
            },
            chains: Chains(vec![entry("296", Field::Known(true), Field::Known(true))]),
            verified: Verified::default(),
            jobs: Followed::default(),
        }
    }

    fn known(&self) -> Known<'_> {
        let hash = CreationHash::new([7; 32]);
        Known {
            now: NOW,
            network: "testnet",
            bare: false,
            home: EntityId::from_num(0),
            server: "https://verifier",
            mode: Mode::Similarity,
            chain: Some(&self.chain),
            here: true,
            contract: Some(self.contract),
            record: Asked::Known(&self.record),
            target: None,
            creation: Asked::Known(hash),
            hash: Some(hash),
            own_chain: Asked::Known(Some(self.chain.clone())),
            confirmed: false,
            chains: Asked::Known(&self.chains),
            verified: Asked::Known(&self.verified),
            jobs: &self.jobs,
        }
    }
}

fn topics(findings: &[Finding]) -> Vec<Topic> {
    findings.iter().map(|finding| finding.topic).collect()
}

/// The finding about this, and its words.
fn about(topic: Topic, known: &Known<'_>) -> Finding {
    findings(known).into_iter().find(|finding| finding.topic == topic).unwrap()
}

#[test]
fn all_can_be_fine() {
    let world = World::fine();
    let findings = findings(&world.known());
    assert!(findings.iter().all(|finding| finding.standing == Standing::Fine), "{findings:#?}");
    assert!(findings.iter().all(|finding| !finding.words.is_empty()));
    assert!(topics(&findings).is_sorted_by(|a, b| a < b));
    assert_eq!((forbidding(&findings), next_step(&findings)), (None, None));
}

#[test]
fn the_lines_stay_where_they_are_while_answers_come() {
    let world = World::fine();
    let known = world.known();
    let asking = Known {
        record: Asked::Asking,
        creation: Asked::Not,
        hash: None,
        own_chain: Asked::Not,
        chains: Asked::Asking,
        verified: Asked::Not,
        ..known.clone()
    };
    let failed = Known {
        record: Asked::Failed("no answer".into()),
        creation: Asked::Failed("no answer".into()),
        own_chain: Asked::Missing,
        chains: Asked::Missing,
        verified: Asked::Failed("no answer".into()),
        ..asking.clone()
    };
    let all = topics(&findings(&known));
    assert_eq!(topics(&findings(&asking)), all);
    assert_eq!(topics(&findings(&failed)), all);
    assert!(findings(&asking).iter().all(|finding| finding.standing == Standing::Asking));
}

#[test]
fn a_contract_may_be_missing_or_out_of_reach() {
    let world = World::fine();
    let missing = Known { record: Asked::Missing, ..world.known() };
    assert_eq!(about(Topic::Contract, &missing).standing, Standing::Refuses);
    assert_eq!(about(Topic::Address, &missing).standing, Standing::Unknown);
    let by_address = Known { contract: Some(ContractRef::Address(ADDRESS)), ..missing };
    assert_eq!(about(Topic::Contract, &by_address).standing, Standing::Attention);
    assert_eq!(about(Topic::Address, &by_address).source, Source::Here);
    let failed = Known { record: Asked::Failed("no answer".into()), ..by_address };
    let finding = about(Topic::Contract, &failed);
    assert_eq!((finding.standing, finding.words.contains("no answer")), (Standing::Unknown, true));
}

#[test]
fn a_deleted_contract_needs_attention_and_says_what_servers_will_do() {
    let mut world = World::fine();
    world.record.deleted = Field::Known(true);
    let finding = about(Topic::Contract, &world.known());
    assert_eq!(finding.standing, Standing::Attention);
    assert!(finding.words.contains("refuse"), "{}", finding.words);
    let import = Known { mode: Mode::Import, ..world.known() };
    assert!(about(Topic::Contract, &import).words.contains("job will fail"));
}

#[test]
fn a_system_contract_is_refused_by_id_and_by_address_and_nothing_else_is_said_of_it() {
    let id = EntityId::from_num(0x167);
    for named in [ContractRef::Id(id), ContractRef::Address(EvmAddress::long_zero(id))] {
        let world = World { contract: named, ..World::fine() };
        let findings = findings(&world.known());
        assert_eq!(topics(&findings), [Topic::Contract, Topic::Support]);
        let refusal = forbidding(&findings).unwrap();
        assert_eq!((refusal.source, refusal.step), (Source::BuiltIn, None));
        assert!(refusal.words.contains("Token service"), "{}", refusal.words);
    }
}

#[test]
fn code_may_be_missing_or_pass_everything_on() {
    let mut world = World::fine();
    let target = EvmAddress::long_zero(EntityId::from_num(5002));
    let proxy = Known { target: Some(target), ..world.known() };
    let finding = about(Topic::Code, &proxy);
    assert_eq!((finding.standing, finding.step), (Standing::Attention, Some(Step::Target(target))));
    assert!(finding.words.contains("0.0.5002"), "{}", finding.words);
    assert_eq!(next_step(&findings(&proxy)), Some(Step::Target(target)));
    let elsewhere = Known { target: Some(EvmAddress::new([0xcd; 20])), ..world.known() };
    assert!(about(Topic::Code, &elsewhere).words.contains('…'));
    for (code, standing) in [
        (Field::Null, Standing::Attention),
        (Field::Known(HexBytes::default()), Standing::Attention),
        (Field::Absent, Standing::Unknown),
    ] {
        world.record.runtime_bytecode = code;
        assert_eq!(about(Topic::Code, &world.known()).standing, standing);
    }
}

#[test]
fn the_creation_hash_says_where_it_comes_from_and_what_it_costs_to_have_none() {
    let world = World::fine();
    let found = world.known();
    let finding = about(Topic::Creation, &found);
    assert_eq!((finding.standing, finding.source), (Standing::Fine, Source::OwnResults));
    let other = Known { hash: Some(CreationHash::new([9; 32])), ..found.clone() };
    assert_eq!(about(Topic::Creation, &other).standing, Standing::Attention);
    let typed = Known { creation: Asked::Missing, ..other };
    assert_eq!(about(Topic::Creation, &typed).source, Source::Here);
    let none = Known { hash: None, ..typed };
    let finding = about(Topic::Creation, &none);
    assert_eq!(finding.standing, Standing::Unknown);
    assert!(finding.words.contains("optional") && finding.words.contains("saves time"), "{}", finding.words);
    let import = Known { mode: Mode::Import, ..none };
    assert!(!topics(&findings(&import)).contains(&Topic::Creation));
}

#[test]
fn a_chain_that_the_results_do_not_tell_of_must_be_confirmed() {
    let world = World::fine();
    let other = Known { own_chain: Asked::Known(Some(chain("295"))), ..world.known() };
    let finding = about(Topic::Chain, &other);
    assert_eq!((finding.standing, finding.step), (Standing::Confirm, Some(Step::ConfirmChain)));
    assert!(finding.words.contains("295") && finding.words.contains("296"), "{}", finding.words);
    assert_eq!(forbidding(&findings(&other)), Some(&finding));
    let confirmed = Known { confirmed: true, ..other };
    assert_eq!(about(Topic::Chain, &confirmed).standing, Standing::Attention);
    assert_eq!(forbidding(&findings(&confirmed)), None);
    for own_chain in [Asked::Known(None), Asked::Missing, Asked::Not, Asked::Failed("x".into())] {
        let known = Known { own_chain, ..world.known() };
        assert_eq!(about(Topic::Chain, &known).standing, Standing::Unknown);
    }
}

#[test]
fn a_results_chain_is_read_in_hex_and_in_digits() {
    let of = |chain_id| chain_of(&ContractResult { chain_id, ..ContractResult::default() });
    assert_eq!(of(Field::Known(Quantity::parse("0x128").unwrap())), Some(chain("296")));
    assert_eq!(of(Field::Odd(Text::from("\"296\""))), Some(chain("296")));
    for none in [
        Field::Known(Quantity(None)),
        Field::Known(Quantity::parse("0x0").unwrap()),
        Field::Null,
        Field::Absent,
        Field::Odd(Text::from("{}")),
    ] {
        assert_eq!(of(none), None);
    }
}

#[test]
fn the_verifiers_chains_decide_who_may_send_what() {
    use Field::{Absent, Known as Is};
    use Mode::{Import, Similarity};
    let standing = |supported, import, mode| {
        let world = World { chains: Chains(vec![entry("296", supported, import)]), ..World::fine() };
        let finding = about(Topic::Support, &Known { mode, ..world.known() });
        (finding.standing, finding.step)
    };
    assert_eq!(standing(Is(true), Is(true), Import), (Standing::Fine, None));
    assert_eq!(standing(Is(true), Is(false), Similarity), (Standing::Fine, None));
    assert_eq!(standing(Is(true), Is(false), Import), (Standing::Refuses, Some(Step::Similarity)));
    assert_eq!(standing(Is(true), Absent, Import), (Standing::Unknown, None));
    assert_eq!(standing(Absent, Absent, Similarity), (Standing::Unknown, None));
    assert_eq!(standing(Is(false), Is(true), Similarity), (Standing::Refuses, None));
    let world = World { chains: Chains::default(), ..World::fine() };
    assert_eq!(about(Topic::Support, &world.known()).standing, Standing::Refuses);
    for chains in [Asked::Missing, Asked::Failed("x".into())] {
        let known = Known { chains, ..world.known() };
        assert_eq!(about(Topic::Support, &known).standing, Standing::Unknown);
    }
}

#[test]
fn what_is_verified_exactly_is_not_sent_again_and_what_can_be_raised_is() {
    let mut world = World::fine();
    let sides =
        |side| JobContract { creation: side, runtime: Field::Known(Match::Exact), ..JobContract::default() };
    world.verified.contract = sides(Field::Known(Match::Exact));
    let finding = about(Topic::Verified, &world.known());
    assert_eq!((finding.standing, finding.step), (Standing::Refuses, Some(Step::Verified)));
    assert!(finding.words.contains("409"));
    world.verified.contract = sides(Field::Null);
    let finding = about(Topic::Verified, &world.known());
    assert_eq!((finding.standing, finding.step), (Standing::Attention, Some(Step::Verified)));
    let unknown = Known { verified: Asked::Missing, ..world.known() };
    assert_eq!(about(Topic::Verified, &unknown).standing, Standing::Unknown);
}

#[test]
fn a_job_that_runs_stands_in_the_way_and_one_that_ended_is_told_of() {
    let mut world = World::fine();
    let submission = Submission {
        chain: world.chain.clone(),
        address: ADDRESS,
        body: SubmissionBody::Similarity { creation_hash: None },
    };
    let key = JobKey { made: Timestamp::from_secs(900), process: 1 };
    let mut job = Job::new(key, "testnet", "https://verifier", &submission, NOW);
    for (state, standing) in [
        (JobState::Running, Standing::Refuses),
        (JobState::Failed, Standing::Attention),
        (JobState::ExactMatch, Standing::Fine),
    ] {
        job.state = state;
        world.jobs = Followed::default();
        world.jobs.insert(job.clone());
        let finding = about(Topic::Job, &world.known());
        assert_eq!((finding.standing, finding.step), (standing, Some(Step::Job(key))), "{state:?}");
        assert!(finding.words.contains(state.label()), "{}", finding.words);
    }
}

#[test]
fn elsewhere_the_network_knows_nothing_and_an_id_means_nothing() {
    let world = World::fine();
    let by_id = Known { here: false, ..world.known() };
    let found = findings(&by_id);
    assert_eq!(topics(&found), [Topic::Contract, Topic::Support]);
    assert_eq!(forbidding(&found).unwrap().source, Source::Here);
    let by_address = Known { contract: Some(ContractRef::Address(ADDRESS)), ..by_id };
    let found = findings(&by_address);
    assert_eq!(topics(&found), [Topic::Contract, Topic::Support, Topic::Verified, Topic::Job]);
    assert_eq!((found[0].standing, forbidding(&found)), (Standing::Confirm, found.first()));
    let confirmed = Known { confirmed: true, ..by_address.clone() };
    let found = findings(&confirmed);
    assert_eq!((found[0].standing, forbidding(&found)), (Standing::Attention, None));
    let nothing = Known { contract: None, ..by_address };
    assert_eq!(topics(&findings(&nothing)), [Topic::Support]);
    assert!(findings(&Known { chain: None, ..nothing }).is_empty());
}

#[test]
fn what_refuses_goes_before_what_wants_to_be_confirmed() {
    let world = World { chains: Chains::default(), ..World::fine() };
    let known = Known { own_chain: Asked::Known(Some(chain("295"))), ..world.known() };
    assert_eq!(forbidding(&findings(&known)).unwrap().topic, Topic::Support);
}
