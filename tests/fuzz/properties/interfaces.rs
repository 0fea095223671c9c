//! ABIs and lines of signatures that somebody adds, and data that is read by them.

use decode::Interface;

use super::assert_harmless;

pub(super) fn check(bytes: &[u8]) {
    let text = super::text(bytes);
    match Interface::parse(&text) {
        Ok(interface) => {
            for entry in interface.entries() {
                let _ = entry.selector();
            }
            interface.refused().iter().for_each(|refusal| assert_harmless(&refusal.to_string()));
        }
        Err(refusal) => assert_harmless(&refusal.to_string()),
    }
}
