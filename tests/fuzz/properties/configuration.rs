//! The configuration: whatever is in the file, the program starts, can be left, and says what it cannot use.

use std::io::Write as _;

use hieroscope::config::{self, Environment, Flags};
use hieroscope::message::Action;

use super::assert_harmless;

pub(super) fn check(bytes: &[u8]) {
    let mut file = tempfile::NamedTempFile::new().expect("a file");
    file.write_all(bytes).expect("a written file");
    let flags = Flags { config: Some(file.path().to_owned()), ..Flags::default() };
    match config::load(&flags, &Environment::default()) {
        Ok(config) => {
            assert!(!config.network.mirror.is_empty() || config.network.generated);
            assert!(!config.keymap.keys_of(Action::QuitNow).is_empty());
            config.faults.iter().for_each(|fault| assert_harmless(&fault.to_string()));
        }
        // What is no text is refused.
        Err(fault) => {
            assert!(str::from_utf8(bytes).is_err(), "{fault}");
            assert_harmless(&fault.to_string());
        }
    }
}
