//! What is typed or pasted: places, links to explorers, lists of contracts, labels.

use api::Network;
use decode::Known;
use decode::reading::bytes::{BytesQuestion, read_bytes};
use hieroscope::message::Place;
use hieroscope::message::goto::{GoToContext, readings};
use hieroscope::message::label_file::LabelFile;
use ledger::moment::Clock;
use ledger::paste::{nearly, shapes};
use ledger::{EntityId, LedgerId, Timestamp};
use verification::ChainId;
use verification::batch::lines_text::{Reading, Scope};
use verification::submission_text::Naming;

use super::assert_harmless;

const NOW: Timestamp = Timestamp::from_secs(1_795_219_200);

pub(super) fn check(bytes: &[u8]) {
    let text = &*super::text(bytes);
    let network = Network { chain: ChainId::parse("296"), ..Network::documented("testnet") };
    let networks = [network.clone(), Network::documented("mainnet")];
    let home = network.home;
    let _ = (shapes(text, home), nearly(text));
    for here in [None, Place::parse("contract/0.0.9", home).ok()] {
        let ctx = GoToContext {
            network: &network,
            networks: &networks,
            here: here.as_ref(),
            clock: &Clock::from(NOW),
        };
        match readings(text, &ctx) {
            Ok(found) => {
                assert!(!found.is_empty());
                for reading in found {
                    assert_harmless(&reading.words);
                    assert_harmless(reading.doubt.as_deref().unwrap_or_default());
                    is_written_as_it_is_read(&reading.place, home);
                    if let Place::Bytes(place) = reading.place {
                        let (contract, parts) = (place.contract(), place.parts);
                        let question = BytesQuestion { contract, parts, added: Vec::new() };
                        let read = read_bytes(&Known::default(), &question);
                        read.meanings.iter().for_each(|it| assert_harmless(&it.reading.summary()));
                    }
                }
            }
            Err(fault) => {
                assert!(fault.position().is_none_or(|at| at <= text.len()));
                assert_harmless(&fault.to_string());
            }
        }
    }
    if let Ok(place) = Place::parse(text, home) {
        is_written_as_it_is_read(&place, home);
    }
    let naming = Naming { network: "testnet", home, ledger: Some(LedgerId(1)) };
    let scope = Scope { naming, chain: network.chain.as_ref() };
    for line in Reading::parse(text.split(['\r', '\n']), scope).lines {
        assert_harmless(&line.read.err().unwrap_or_default());
    }
    match LabelFile::parse(text, NOW) {
        Ok(file) => assert_eq!(LabelFile::parse(&file.write(), NOW).as_ref(), Ok(&file), "{text:?}"),
        Err(words) => assert_harmless(&words),
    }
}

fn is_written_as_it_is_read(place: &Place, home: EntityId) {
    let written = place.to_string();
    let again = Place::parse(&written, home).map(|place| place.to_string());
    assert_eq!(again.as_ref(), Ok(&written));
    assert_harmless(&place.label());
}
