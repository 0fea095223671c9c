//! Every code by which a verifier refuses a submission or ends a job, on the job's page.

use std::time::Duration;

use crate::player::serve;
use crate::support::Session;

/// What is answered: an HTTP status or a failed job, the code, and how its explanation begins.
const WORDS: &str = include_str!("../fixtures/verifier-words.txt");

/// The job's page after a submission to a verifier that answers so.
fn page(how: &str, code: &str) -> String {
    let error = format!(r#"{{"customCode":"{code}","message":"its words","errorId":"x"}}"#);
    let status: Option<u16> = how.parse().ok();
    let server = serve(move |path| match (path.strip_prefix("/v2/verify/"), status) {
        (Some(id), None) if id.len() == 36 => {
            (200, format!(r#"{{"isJobCompleted":true,"contract":{{"match":null}},"error":{error}}}"#))
        }
        (Some(_), None) => (202, r#"{"verificationId":"2f4aeb11-6b52-4e0e-9a44-1a2b3c4d5e6f"}"#.to_owned()),
        (Some(_), Some(status)) => (status, error.clone()),
        (None, _) => (404, "{}".to_owned()),
    });
    let place = "verify/298/0x00000000000000000000000000000000000fffff";
    let mut session = Session::on_server(place, &server).size(200, 50);
    session.press("enter enter").pass(Duration::from_secs(3));
    session.screen()
}

#[test]
fn every_code_is_told_in_words_with_its_own() {
    for line in WORDS.lines() {
        let (how, rest) = line.split_once(' ').unwrap();
        let (code, words) = rest.split_once(' ').unwrap();
        let screen = page(how, code);
        for wanted in [code, words, "its words"] {
            assert!(screen.contains(wanted), "{line}: {wanted}: {screen}");
        }
    }
}
