//! The door held against both attacks and against depth.

use super::*;

fn abi(kind: &str) -> String {
    format!(r#"[{{"type":"function","name":"f","inputs":[{{"name":"a","type":"{kind}"}}],"outputs":[]}}]"#)
}

fn refusals(json: &str) -> Vec<Refusal> {
    Interface::from_json(json).unwrap().refused().to_vec()
}

#[test]
fn two_thousand_array_suffixes_are_refused() {
    assert_eq!(refusals(&abi(&format!("uint8{}", "[]".repeat(2000)))), [Refusal::PastBound(Bound::Type)]);
    assert_eq!(refusals(&abi(&format!("uint8{}", "[]".repeat(100)))), [Refusal::PastBound(Bound::Suffixes)]);
    assert_eq!(refusals(&abi("uint8[][][][]")), []);
    let line = format!("f(uint8{})", "[]".repeat(900));
    assert_eq!(Interface::parse_line(&line), Err(Refusal::PastBound(Bound::Suffixes)));
    let line = format!("f(uint8{})", "[]".repeat(2000));
    assert_eq!(Interface::parse_line(&line), Err(Refusal::PastBound(Bound::Line)));
}

#[test]
fn suffixes_add_up_through_tuples_and_not_side_by_side() {
    let deep = Interface::parse_line("f((uint8[][],bool)[][][])");
    assert_eq!(deep, Err(Refusal::PastBound(Bound::Suffixes)));
    assert!(Interface::parse_line("f(uint8[][],uint8[][],(bool[],bool[])[][],uint8[][][])").is_ok());
    let nested = r#"[{"type":"function","name":"f","inputs":[{"name":"","type":"tuple[][][]","components":[
        {"name":"x","type":"uint8[][]"}]}],"outputs":[]}]"#;
    assert_eq!(refusals(nested), [Refusal::PastBound(Bound::Suffixes)]);
}

#[test]
fn tuples_within_tuples_end() {
    for (depth, refused) in [(TUPLES_OK, false), (17, true), (500, true)] {
        let line = format!("f({}uint8{})", "(".repeat(depth), ")".repeat(depth));
        let read = Interface::parse_line(&line);
        assert_eq!(read == Err(Refusal::PastBound(Bound::Tuples)), refused, "{depth}: {read:?}");
        let mut kind = r#"{"name":"x","type":"uint8"}"#.to_owned();
        for _ in 0..depth.min(40) {
            kind = format!(r#"{{"name":"x","type":"tuple","components":[{kind}]}}"#);
        }
        let json = format!(r#"[{{"type":"error","name":"E","inputs":[{kind}]}}]"#);
        assert_eq!(refusals(&json) == [Refusal::PastBound(Bound::Tuples)], refused, "{depth}");
    }
    let bottomless = format!("[{}", r#"{"type":"tuple","inputs":["#.repeat(100_000));
    assert_eq!(Interface::from_json(&bottomless), Err(Refusal::Json));
}

/// As deep as the library reads, which has a bound of its own that is less than ours.
const TUPLES_OK: usize = 8;

#[test]
fn types_that_hold_nothing_or_too_much_are_refused() {
    for (kind, bound) in [
        ("uint8[0]", Bound::Nothing),
        ("uint8[0][]", Bound::Nothing),
        ("uint8[1000000000]", Bound::Weight),
        ("uint8[4000000000][4000000000][4000000000]", Bound::Weight),
        ("uint8[2000][]", Bound::Weight),
    ] {
        let refused = refusals(&abi(kind));
        assert!(
            matches!(refused[..], [Refusal::PastBound(found)] if found == bound)
                || refused == [Refusal::Type],
            "{kind}: {refused:?}"
        );
    }
}

#[test]
fn what_only_begins_like_a_tuple_is_none() {
    for kind in ["tupleuint8", "tuples[]", "tuple [2]", "uint8"] {
        let json = format!(
            r#"[{{"type":"error","name":"E","inputs":[
                {{"name":"x","type":"{kind}","components":[{{"name":"a","type":"uint8"}}]}}]}}]"#
        );
        assert_eq!(refusals(&json), [Refusal::Type], "{kind}");
    }
}

#[test]
fn one_bad_entry_does_not_spoil_the_others() {
    let json = r#"[{"type":"function","name":"f","inputs":[{"name":"a","type":"uint7"}],"outputs":[]},
        {"type":"event","name":"E","inputs":[{"name":"a","type":"uint256","indexed":true}],"anonymous":false},
        {"type":"receive","stateMutability":"payable"}, 7,
        {"type":"function","name":"bad name","inputs":[]},
        {"name":"old","inputs":[{"name":"_x","type":"address"}],"constant":false}]"#;
    let interface = Interface::from_json(json).unwrap();
    let signatures: Vec<String> = interface.entries().iter().map(|entry| entry.signature.escaped()).collect();
    assert_eq!(signatures, ["E(uint256)", "bad name()", "old(address)"]);
    assert_eq!(interface.refused(), [Refusal::Type, Refusal::Json]);
}

#[test]
fn lines_by_hand() {
    for (line, kind, signature, returns) in [
        ("function foo(uint256 a) returns (bool)", Kind::Function, "foo(uint256)", Some(1)),
        (
            "function foo(uint a) external view virtual returns (bool ok, bytes memory);",
            Kind::Function,
            "foo(uint256)",
            Some(2),
        ),
        ("foo(uint256)", Kind::Function, "foo(uint256)", None),
        (
            "  foo(address payable to, bytes calldata data) payable ",
            Kind::Function,
            "foo(address,bytes)",
            None,
        ),
        ("error Nope(address who)", Kind::Error, "Nope(address)", None),
        (
            "event Moved((address,uint96)[] indexed who, int128)",
            Kind::Event,
            "Moved((address,uint96)[],int128)",
            None,
        ),
    ] {
        let entry = Interface::parse_line(line).unwrap_or_else(|fault| panic!("{line}: {fault}"));
        assert_eq!((entry.kind, entry.signature.escaped().as_str()), (kind, signature), "{line}");
        assert_eq!(entry.outputs.as_ref().map(Vec::len), returns, "{line}");
    }
    for line in [
        "",
        "foo",
        "foo(",
        "foo)",
        "event",
        "function (uint256)",
        "foo(uint7)",
        "foo(uint256 a b c)",
        "é(uint8)",
    ] {
        assert!(Interface::parse_line(line).is_err(), "{line}");
    }
}

#[test]
fn artefacts_of_compilers_are_interfaces() {
    for text in [
        include_str!("../../../demo/assets/artifacts/Bazaar.json"),
        include_str!("../../../demo/assets/artifacts/Multisig.json"),
        include_str!("../../../demo/assets/artifacts/Router.json"),
        include_str!("../../../demo/assets/artifacts/StorageYard.json"),
        include_str!("../../../demo/assets/artifacts/Token.json"),
        include_str!("../../../demo/assets/artifacts/Vault.json"),
    ] {
        let interface = Interface::parse(text).unwrap();
        assert_eq!(interface.refused(), []);
        for entry in interface.entries() {
            let found = match entry.kind {
                Kind::Event => interface.by_topic(entry.hash).count(),
                kind => interface.by_selector(kind, entry.selector()).count(),
            };
            assert_eq!(found, 1, "{:?}", entry.signature);
        }
    }
}

#[test]
fn an_artefact_is_an_interface() {
    let token = include_str!("../../../demo/assets/artifacts/Token.json");
    let interface = Interface::parse(token).unwrap();
    assert!(interface.refused().is_empty());
    assert_eq!(interface.by_selector(Kind::Function, [0xa9, 0x05, 0x9c, 0xbb]).count(), 1);
    assert_eq!(Interface::parse("// mine\nfoo(uint256)\n\nerror Bar()").unwrap().entries().len(), 2);
    assert_eq!(Interface::parse("foo(uint256)\nnonsense"), Err(Refusal::Line));
}

/// The names of parameters and of their members: `calls{target,data}`.
fn names(parameters: &[Parameter]) -> String {
    let one = |parameter: &Parameter| match parameter.members.as_slice() {
        [] => parameter.name.escaped(),
        members => format!("{}{{{}}}", parameter.name.escaped(), names(members)),
    };
    parameters.iter().map(one).collect::<Vec<_>>().join(",")
}

#[test]
fn members_of_tuples_have_the_names_that_are_written() {
    for (line, signature, inputs, outputs) in [
        (
            "aggregate3((address target,bool allowFailure,bytes callData)[] calls)",
            "aggregate3((address,bool,bytes)[])",
            "calls{target,allowFailure,callData}",
            None,
        ),
        (
            "function f(tuple(address payable to, tuple(uint a, int8[2][] b)[3] pairs) calldata one, bytes) \
             payable returns ( tuple( bool ok , bytes memory data )[] memory results )",
            "f((address,(uint256,int8[2][])[3]),bytes)",
            "one{to,pairs{a,b}},",
            Some("results{ok,data}"),
        ),
        ("f((address,uint256 amount) x)", "f((address,uint256))", "x{,amount}", None),
        (
            "event Cut((address facet, bytes4[] selectors)[] indexed cuts, address payableTo) anonymous",
            "Cut((address,bytes4[])[],address)",
            "cuts{facet,selectors},payableTo",
            None,
        ),
        ("error E((uint8 a) b)", "E((uint8))", "b{a}", None),
    ] {
        let entry = Interface::parse_line(line).unwrap_or_else(|fault| panic!("{line}: {fault}"));
        assert_eq!(entry.signature.escaped(), signature, "{line}");
        assert_eq!(entry.hash, keccak256(signature).0);
        assert_eq!(names(&entry.inputs), inputs, "{line}");
        assert_eq!(entry.outputs.as_deref().map(names).as_deref(), outputs, "{line}");
    }
    for line in [
        "f((address a b) c)",
        "f((address indexed a) b)",
        "f(address indexed a)",
        "f(pair(address a) b)",
        "f(tuple a)",
        "f(tuple() a)",
        "f((address,) a)",
        "f(address,)",
        "f((address a)[-1] b)",
        "f((address a)uint8 b)",
        "error E(uint8 a) view",
        "event E(uint8 a) nonymous",
        "f((address 1a) b)",
    ] {
        assert!(Interface::parse_line(line).is_err(), "{line}");
    }
}

/// A type with and without names in it: what is hashed, and how somebody may write it.
fn kinds() -> impl proptest::strategy::Strategy<Value = (String, String)> {
    use proptest::prelude::*;
    let stem = prop::sample::select(vec![
        ("uint256", "uint256"),
        ("uint256", "uint"),
        ("bytes", "bytes memory"),
        ("address", "address payable"),
        ("bytes4[2][]", "bytes4[2][] calldata"),
    ]);
    let stem = stem.prop_map(|(plain, written)| (plain.to_owned(), written.to_owned()));
    stem.prop_recursive(3, 12, 3, |inner| {
        let member = (inner, "( [a-z_$]{1,8}x)?");
        (prop::collection::vec(member, 1..4), any::<bool>(), prop::sample::select(vec!["", "[]", "[3]"]))
            .prop_map(|(members, word, suffix)| {
                let plain = members.iter().map(|((plain, _), _)| plain.as_str());
                let plain = plain.collect::<Vec<_>>().join(",");
                let written = members.iter().map(|((_, written), name)| format!("{written}{name}"));
                let written = written.collect::<Vec<_>>().join(" , ");
                let word = if word { "tuple" } else { "" };
                (format!("({plain}){suffix}"), format!("{word}({written}){suffix}"))
            })
    })
}

proptest::proptest! {
    #[test]
    fn names_never_change_a_hash((plain, written) in kinds()) {
        let [plain, written] = [plain, written].map(|kind| Interface::parse_line(&format!("f({kind})")));
        match (plain, written) {
            (Ok(plain), Ok(written)) => {
                proptest::prop_assert_eq!(plain.hash, written.hash);
                proptest::prop_assert_eq!(plain.signature, written.signature);
            }
            (plain, written) => proptest::prop_assert_eq!(plain, written),
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text: String, around in 0..3_usize) {
        let text = match around {
            0 => text,
            1 => abi(&text.replace(['"', '\\'], "")),
            _ => format!("function f({text})"),
        };
        let _ = Interface::parse(&text);
    }

    #[test]
    fn any_type_is_read_or_refused(kind in "[(),\\[\\]0-9uintbytesbool]{0,80}") {
        let _ = Interface::parse_line(&format!("f({kind})"));
        let _ = Interface::from_json(&abi(&kind));
    }
}

#[test]
fn what_a_function_may_do_is_what_its_source_says() {
    let json = |rest: &str| {
        let abi = format!(r#"[{{"type":"function","name":"f","inputs":[]{rest}}}]"#);
        Interface::from_json(&abi).unwrap().entries()[0].only_reads()
    };
    assert_eq!(json(r#","stateMutability":"view""#), Some(true));
    assert_eq!(json(r#","stateMutability":"payable""#), Some(false));
    assert_eq!((json(r#","constant":true"#), json(r#","constant":false"#)), (Some(true), Some(false)));
    assert_eq!(
        (json(""), json(r#","stateMutability":7"#), json(r#","stateMutability":null"#)),
        (None, None, None)
    );
    let line = |line: &str| Interface::parse_line(line).unwrap();
    assert_eq!(line("function f() external view returns (bool)").only_reads(), Some(true));
    assert_eq!(line("f() pure").only_reads(), Some(true));
    assert!(line("f() payable").is_payable() && !line("f() view").is_payable());
    assert_eq!(line("f() returns (bool view)").only_reads(), None);
    let cast = line("f(uint8)(uint256,bool)");
    assert_eq!(cast, Entry { mutability: None, ..line("f(uint8) returns (uint256,bool)") });
}
