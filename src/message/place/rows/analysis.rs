//! Pages about a contract that are computed here or come from a verifier.

use ledger::query::{Parameters as _, ResultsQuery};
use ledger::text::visible;

use crate::message::comparison::Side;
use crate::message::place::text::{Description, Parts, contract_words};
use crate::message::place::{BytesPlace, Place, PlaceFault, PlaceKind, Row, query_text};
use crate::message::{Action, Comparison, EventSearchPlace};

pub(in crate::message::place) const ANALYSIS: &[Row] = &[
    Row {
        kind: PlaceKind::Interfaces,
        name: "interfaces",
        forms: &["contract/ID/interfaces"],
        shows: "its functions, events and errors, and where each is from",
        words: &["interfaces", "interface", "abi"],
        action: Some(Action::Interfaces),
        page: true,
        example: "contract/0.0.5001/interfaces",
        parse: interfaces,
        describe: |place| {
            let Place::Interfaces(of) = place else { return None };
            let words = format!("interfaces of {}", contract_words(of));
            Some(Description::new(format!("contract/{of}/interfaces"), words).about(*of))
        },
        ..Row::DEFAULT
    },
    Row {
        kind: PlaceKind::AddInterface,
        name: "add an interface",
        forms: &["contract/ID/interfaces?add=PATH"],
        shows: "the same, with the form that adds the ABI in a file",
        example: "contract/0.0.5001/interfaces?add=token.json",
        parse: interfaces,
        describe: |place| {
            let Place::AddInterface(of, path) = place else { return None };
            let text = format!("contract/{of}/interfaces{}", query_text(&[("add", path.clone())]));
            let words = format!("add the interface in {} to {}", visible(path), contract_words(of));
            Some(Description::new(text, words).about(*of))
        },
        ..Row::DEFAULT
    },
    Row {
        kind: PlaceKind::Read,
        name: "read",
        forms: &["contract/ID/read"],
        shows: "its view functions, asked without a transaction: what each returns, at any block and of any sender",
        words: &["read"],
        action: Some(Action::Read),
        page: true,
        example: "contract/0.0.5002/read",
        parse: |parts| Ok(Place::Read(parts.contract(0)?)),
        describe: |place| {
            let Place::Read(of) = place else { return None };
            let words = format!("read functions of {}", contract_words(of));
            Some(Description::new(format!("contract/{of}/read"), words).about(*of))
        },
        ..Row::DEFAULT
    },
    Row {
        kind: PlaceKind::EventSearch,
        name: "find events",
        forms: &["contract/ID/find?event=EVENT"],
        shows: "the results in which an event was logged, found without the server's help",
        words: &["find"],
        action: Some(Action::FindEvents),
        page: true,
        example: "contract/0.0.5022/find",
        parse: |parts| {
            Ok(Place::EventSearch(EventSearchPlace::from_pairs(
                parts.contract(0)?,
                parts.pairs(),
                parts.home,
            )?))
        },
        describe: |place| {
            let Place::EventSearch(search) = place else { return None };
            let of = search.contract;
            let what = if search.event.is_empty() { "events".to_owned() } else { visible(&search.event) };
            let words = format!("find {what} in {}", contract_words(&of));
            let text = format!("contract/{of}/find{}", query_text(&search.pairs()));
            Some(Description::new(text, words).about(of))
        },
        ..Row::DEFAULT
    },
    Row {
        kind: PlaceKind::GasUsage,
        name: "gas usage",
        forms: &["contract/ID/gas?FILTERS"],
        shows: "the gas that its calls used, by method; filters are those of its results",
        words: &["gas"],
        action: Some(Action::GasUsage),
        page: true,
        filters: "from 0.0.1002, block 70002150, internal, oldest or newest, and a time such as last 2h or yesterday",
        example: "contract/0.0.5001/gas",
        parse: |parts| {
            Ok(Place::GasUsage(ResultsQuery::all(parts.contract(0)?).with_pairs(parts.pairs(), parts.home)?))
        },
        describe: |place| {
            let Place::GasUsage(query) = place else { return None };
            let of = query.contract?;
            let text = format!("contract/{of}/gas{}", query_text(&query.pairs()));
            Some(Description::new(text, format!("gas usage of {}", contract_words(&of))).about(of))
        },
        ..Row::DEFAULT
    },
    Row {
        kind: PlaceKind::Sources,
        name: "sources",
        forms: &["sources/CHAIN/ID"],
        shows: "its verified sources",
        words: &["sources", "source"],
        action: Some(Action::Sources),
        page: true,
        example: "sources/298/0.0.5215",
        parse: |parts| Ok(Place::Sources(parts.chain(0)?, parts.contract(1)?)),
        describe: |place| {
            let Place::Sources(chain, of) = place else { return None };
            let words = format!("verified sources of {} on chain {chain}", contract_words(of));
            Some(Description::new(format!("sources/{chain}/{of}"), words).about(*of))
        },
        ..Row::DEFAULT
    },
    Row {
        kind: PlaceKind::Verified,
        name: "verified",
        forms: &["verified/CHAIN/ID"],
        shows: "what the verifier has of it: how well it is verified, and with what",
        prefix: "vd",
        words: &["verified"],
        action: Some(Action::Verified),
        page: true,
        wants: "the contract to verify: an id such as 0.0.5001, or an EVM address",
        example: "verified/298/0.0.5038",
        parse: |parts| Ok(Place::Verified(parts.chain(0)?, parts.contract(1)?)),
        describe: |place| {
            let Place::Verified(chain, of) = place else { return None };
            let words = format!("how {} is verified on chain {chain}", contract_words(of));
            Some(Description::new(format!("verified/{chain}/{of}"), words).about(*of))
        },
        ..Row::DEFAULT
    },
    Row {
        kind: PlaceKind::CodeComparison,
        name: "compare codes",
        forms: &["code/ID/compare/ID"],
        shows: "the codes of two contracts side by side",
        example: "code/0.0.5001/compare/0.0.5002",
        parse: |parts| Ok(Place::CodeComparison(parts.contract(0)?, parts.contract(1)?)),
        describe: |place| {
            let Place::CodeComparison(one, other) = place else { return None };
            let words = format!("codes of contracts {one} and {other}");
            Some(Description::new(format!("code/{one}/compare/{other}"), words).about(*one))
        },
        ..Row::DEFAULT
    },
    Row {
        kind: PlaceKind::Comparison,
        name: "compare",
        forms: &["compare/ONE/OTHER"],
        shows: "two contracts, results or transactions side by side: what differs, and how much is equal",
        words: &["compare"],
        wants: "two contracts, two transaction ids, or two results, such as 0.0.5001 0.0.5002",
        example: "compare/0.0.5001/0.0.5002",
        parse: comparison,
        describe: |place| {
            let Place::Comparison(compared) = place else { return None };
            let [one, other] = compared.sides();
            Some(Description::new(format!("compare/{one}/{other}"), compared.label()))
        },
        ..Row::DEFAULT
    },
    Row {
        kind: PlaceKind::Bytes,
        name: "decode",
        forms: &["decode/BYTES?with=INTERFACE"],
        shows: "decoded bytes: call data, an event, revert or return data, a selector or a topic",
        words: &["decode"],
        wants: "bytes in hex, such as 0xa9059cbb, then perhaps a contract, an ABI file or a signature",
        example: "decode/0xa9059cbb\
            00000000000000000000000000000000000000000000000000000000000003eb\
            00000000000000000000000000000000000000000000000000000000000000fa",
        parse: BytesPlace::parse,
        describe: |place| {
            let Place::Bytes(bytes) = place else { return None };
            Some(Description::new(bytes.text(), bytes.words()).about(bytes.contract()))
        },
        ..Row::DEFAULT
    },
];

fn comparison(parts: &Parts<'_>) -> Result<Place, PlaceFault> {
    let side = |at| Side::parse(parts.open(at), parts.home);
    let sides = side(0).zip(side(1)).ok_or(PlaceFault::Part(
        "compare contracts, transaction ids, or results, each as its contract, a colon and its consensus time",
    ))?;
    let compared = Comparison::new(sides.into());
    let compared =
        compared.ok_or(PlaceFault::Part("compare two of a kind: contracts, results or transactions"))?;
    Ok(Place::Comparison(Box::new(compared)))
}

fn interfaces(parts: &Parts<'_>) -> Result<Place, PlaceFault> {
    let contract = parts.contract(0)?;
    match *parts.pairs {
        [] => Ok(Place::Interfaces(contract)),
        [("add", path)] => Ok(Place::AddInterface(contract, path.to_owned())),
        _ => Err(PlaceFault::Part("interfaces takes add, the path of a file with an ABI")),
    }
}
