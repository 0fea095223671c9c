//! `--record` and `--replay`: what was asked once is there without a network.

use std::fs;

use super::process::{demo, home, start};

#[test]
fn what_was_recorded_is_printed_again_without_a_network() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("session.ndjson");
    let shown = file.to_str().unwrap();
    for place in ["contract/0.0.5001/results --limit 3 --ndjson", "contract/0.0.5001 --json"] {
        let _ = fs::remove_file(&file);
        let recorded = demo(&format!("get {place} --record {shown}")).end();
        assert_eq!((recorded.code, recorded.stderr.as_str()), (Some(0), ""));
        let again = demo(&format!("get {place} --record {shown}")).end();
        assert_eq!(again.code, Some(2));
        assert!(again.stderr.contains("is not overwritten"), "{}", again.stderr);
        let replayed = start(&format!("get {place} --replay {shown}"), &home(), &[]).end();
        assert_eq!((replayed.code, replayed.stderr.as_str()), (Some(0), ""));
        assert_eq!(replayed.stdout, recorded.stdout);
    }
    // A kill in the middle of a line costs that line alone.
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.get(..text.len() - 9).unwrap()).unwrap();
    let cut = start(&format!("get contract/0.0.5001 --replay {shown}"), &home(), &[]).end();
    assert!(cut.stderr.contains("1 line of the recording cannot be read"), "{}", cut.stderr);
    let missing = start(&format!("get contract/0.0.5003 --replay {shown}"), &home(), &[]).end();
    assert_eq!(missing.code, Some(4));
    assert!(missing.stderr.contains("not in the recording"), "{}", missing.stderr);
    fs::write(&file, "no recording").unwrap();
    let none = start(&format!("get contract/0.0.5001 --replay {shown}"), &home(), &[]).end();
    assert_eq!(none.code, Some(2));
    assert!(none.stderr.contains("is no recording"), "{}", none.stderr);
}
