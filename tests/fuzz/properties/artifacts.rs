//! Files of cloned projects: build-infos, artifacts, metadata, and what tools wrote of deployments.

use std::io::Write as _;

use hieroscope::files;

use super::assert_harmless;

pub(super) fn check(bytes: &[u8]) {
    if let Err(fault) = files::compilation_from(bytes, None, &[]) {
        assert_harmless(&fault.sentence());
    }
    if let Err(fault) = files::deployment_from(bytes) {
        assert_harmless(&fault.sentence());
    }
    // A file may name others, in a directory where there are none.
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("any.json");
    std::fs::File::create(&path).and_then(|mut file| file.write_all(bytes)).expect("a written file");
    for fault in [
        files::compilation(&path, None, &[]).err(),
        files::deployment(&path).err(),
        files::project(&path).err(),
    ] {
        assert_harmless(&fault.map(|fault| fault.sentence()).unwrap_or_default());
    }
}
