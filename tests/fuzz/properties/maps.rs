//! Source maps of strangers: no instruction leads outside of a file.

use std::collections::BTreeMap;

use ledger::Text;
use replay::MappedCode;

/// What stands between code, map and files.
const BETWEEN: u8 = 0xff;
/// The longest code that is tried.
const MAX_BYTES: usize = 4096;

/// The input is code, a map, and files that are numbered from 0.
pub(super) fn check(bytes: &[u8]) {
    let mut parts = bytes.split(|byte| *byte == BETWEEN);
    let code = parts.next().unwrap_or_default();
    let code = code.get(..MAX_BYTES).unwrap_or(code);
    let map = parts.next().unwrap_or_default();
    let files: BTreeMap<i64, (Text, Text)> = (0..)
        .zip(parts)
        .map(|(id, file)| (id, (Text::from(format!("{id}.sol")), Text::from_bytes(file.to_vec()))))
        .collect();
    let mapped = MappedCode::new(code.to_vec().into(), map, files);
    let pcs = (0..=u32::try_from(code.len()).expect("a short code")).chain([u32::MAX]);
    for place in pcs.filter_map(|pc| mapped.place_at(pc)) {
        let text = mapped.text(&place.file).expect("a file that is there").raw();
        let before = text.get(..place.range.start).expect("a start within the file");
        assert!(place.range.end <= text.len() && place.range.start <= place.range.end, "{place:?}");
        assert_eq!(place.line, before.split(|byte| *byte == b'\n').count(), "{place:?}");
        super::assert_harmless(&format!("{place}: {}", place.excerpt.escaped()));
    }
}
