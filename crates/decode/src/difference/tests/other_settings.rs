//! Codes of the same sources with other settings, and codes that end where a library is not linked.

use ledger::HexBytes;

use super::{code_finding, load, runtime};
use crate::difference::{Comparison, Finding, Functions, Kind, Unlinked, Verdict};

/// What the compiler made of one of them with other settings, libraries not linked.
macro_rules! with_settings {
    ($name:literal) => {
        load_open(include_str!(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../tests/fixtures/settings/",
            $name,
            ".json"
        )))
    };
}

fn load_open(artifact: &str) -> (Unlinked, Unlinked) {
    let artifact: serde_json::Value = serde_json::from_str(artifact).unwrap();
    let code = |field: &str| {
        let digits = artifact[field].as_str().unwrap();
        let whole = || Unlinked { code: HexBytes::parse(digits).unwrap(), gaps: Vec::new() };
        Unlinked::parse(&digits.into()).unwrap_or_else(whole)
    };
    (code("creation"), code("runtime"))
}

#[test]
fn the_same_functions_with_other_settings_are_no_other_contract() {
    let deployed = compiled!("Escrow");
    for (creation, code) in [with_settings!("escrow-via-ir"), with_settings!("escrow-not-optimized")] {
        let found = runtime(&deployed.1, code.code.bytes());
        assert_eq!(found.verdict(), Verdict::Settings);
        let functions = Functions { shared: 6, deployed: 6, recompiled: 6 };
        assert!(found.findings.contains(&Finding::Functions(functions)), "{:?}", found.findings);
        let found = Comparison::new(Kind::Creation, &deployed.0, creation.code.bytes());
        assert_eq!(found.verdict(), Verdict::Settings);
    }
}

/// What a verifier sends of code that is not linked: the digits before the first placeholder.
fn cut(code: &Unlinked) -> &[u8] {
    &code.code.bytes()[..code.gaps[0].0]
}

#[test]
fn code_that_is_cut_at_a_library_is_compared_up_to_there() {
    let linked = compiled!("Oracle");
    let open = with_settings!("oracle-not-linked");
    for (kind, deployed, recompiled) in
        [(Kind::Runtime, &linked.1, &open.1), (Kind::Creation, &[&linked.0[..], &[1; 64]].concat(), &open.0)]
    {
        let found = Comparison::new(kind, deployed, cut(recompiled));
        let [Finding::Placeholder { at, compared, of }, Finding::Links(links)] = &*found.findings else {
            panic!("{:?}", found.findings)
        };
        assert_eq!((*at, *compared, *of), (cut(recompiled).len(), at + 20, deployed.len()));
        assert_eq!(links[0].at, [at - 1]);
        assert_eq!(found.verdict(), Verdict::SoFar);
        assert_eq!(found.rows.iter().filter(|row| !row.mark.is_expected()).count(), 0);
        assert_eq!(found.deployed.bytes(), deployed);
    }
}

#[test]
fn what_differs_before_a_library_is_found_and_what_is_behind_it_is_not_judged() {
    let (_, deployed) = compiled!("Oracle");
    let (_, open) = with_settings!("oracle-not-linked");
    let mut other = cut(&open).to_vec();
    let at = other.windows(3).position(|bytes| bytes == [0x61, 0x0e, 0x10]).unwrap();
    other[at + 2] = 0x11;
    let found = runtime(&deployed, &other);
    assert_eq!(found.verdict(), Verdict::Changed);
    assert_eq!((code_finding(&found).1, code_finding(&found).2), (1, 1));
    assert!(!found.findings.iter().any(|it| matches!(it, Finding::Length { .. } | Finding::Metadata { .. })));
    // Bytes more move all that follows, and where jumps beyond the end lead.
    let [before, behind] = [&cut(&open)[..at], &cut(&open)[at..]];
    let found = runtime(&deployed, &[before, &[0x80, 0x50], behind].concat());
    assert_eq!(found.verdict(), Verdict::Changed);
    assert!(code_finding(&found).1 < 60, "{:?}", found.findings);
}

#[test]
fn code_with_other_settings_that_is_cut_is_no_other_contract() {
    let (_, deployed) = compiled!("Oracle");
    for (_, code) in [with_settings!("oracle-not-optimized"), with_settings!("oracle-via-ir")] {
        let found = runtime(&deployed, cut(&code));
        assert_eq!(found.verdict(), Verdict::Settings, "{:?}", found.findings);
    }
    let (_, code) = with_settings!("oracle-one-run");
    assert!(matches!(runtime(&deployed, cut(&code)).verdict(), Verdict::Changed | Verdict::Settings));
    assert_eq!(runtime(&compiled!("Timelock").1, cut(&code)).verdict(), Verdict::Other);
}
