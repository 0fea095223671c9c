//! The verified sources of a contract.

use insta::assert_snapshot;

use crate::support::Session;

#[test]
fn files_and_text_stand_side_by_side() {
    let mut session = Session::at("contract/0.0.5002");
    session.press("g o");
    assert_eq!(session.place(), "sources/298/0.0.5002");
    assert_snapshot!("sources", session.styled_screen());
    session.press("/").type_text("function").press("enter n");
    assert_snapshot!("sources_80", session.size(80, 24).styled_screen());
}

#[test]
fn the_contracts_own_file_is_opened_first() {
    let mut session = Session::at("verify//0.0.5036?mode=similarity");
    session.press("enter enter");
    session.pass(std::time::Duration::from_secs(12));
    session.press(":").type_text("sources/298/0.0.5036").press("enter");
    let screen = session.screen();
    assert!(screen.contains("2 of 2  Factory.sol") && screen.contains("contract Factory"), "{screen}");
}

#[test]
fn what_is_not_verified_has_no_sources() {
    let session = Session::at("sources/298/0.0.5001");
    assert!(session.screen().contains("has no sources"), "{}", session.screen());
}

#[test]
fn a_file_is_written_alone_or_with_all_that_the_verifier_has() {
    let directory = tempfile::tempdir().unwrap();
    let mut session = Session::at("sources/298/0.0.5002").size(100, 24);
    session.press("e");
    assert_snapshot!("export", session.styled_screen());
    session.press("right");
    assert!(session.screen().contains("sources-298-0-0-5002"), "{}", session.screen());
    session.press("left");
    assert!(session.screen().contains("source-Token-sol.md"), "{}", session.screen());
    let root = directory.path().join("all");
    session.press("right down ctrl-u").type_text(root.to_str().unwrap()).press("enter");
    assert!(session.screen().contains("5 files ("), "{}", session.screen());
    assert!(root.join("sources/Token.sol").exists());
}

#[test]
fn a_source_that_is_not_the_compiled_one_is_marked_on_both_pages() {
    const ADDRESS: &str = "0xB0551e9Ecceb06cf6eA2879174aAf4da84633E85";
    let hash = |text: &str| alloy_primitives::keccak256(text).to_string();
    let (as_compiled, other) = ("contract B {}", "contract A { uint256 trap; }");
    let body = serde_json::json!({
        "match": "match", "runtimeMatch": "match", "creationMatch": "match", "chainId": "298", "address": ADDRESS,
        "sourceIds": { "a.sol": { "id": 0 }, "b.sol": { "id": 1 } },
        "sources": { "a.sol": { "content": other }, "b.sol": { "content": as_compiled } },
        "metadata": { "sources": {
            "a.sol": { "keccak256": hash("contract A {}") }, "b.sol": { "keccak256": hash(as_compiled) },
        } },
    });
    let server = crate::player::serve(move |path| {
        if path.contains("/v2/contract/298/") { (200, body.to_string()) } else { (404, "{}".to_owned()) }
    });
    let marked = |session: &Session, name: &str| {
        let screen = session.screen();
        let line = screen.lines().find(|line| line.contains(name)).unwrap_or_else(|| panic!("{screen}"));
        line.contains("not as compiled: another hash in the metadata")
    };
    let session = Session::on_server(&format!("verified/298/{ADDRESS}"), &server).size(120, 40);
    assert!(marked(&session, "a.sol") && !marked(&session, "b.sol"), "{}", session.screen());
    let mut session = Session::on_server(&format!("sources/298/{ADDRESS}"), &server).size(120, 40);
    assert!(marked(&session, "1 of 2  a.sol"), "{}", session.screen());
    session.press("tab");
    assert!(
        session.screen().contains("2 of 2  b.sol") && !marked(&session, "2 of 2"),
        "{}",
        session.screen()
    );
}
