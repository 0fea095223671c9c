//! A key that a server repeats: in no text that comes in, in whatever form, and in no memory once it is not needed.

use std::sync::{Arc, Mutex};

use api::{
    Answer, AnyOperation, Extent, Failure, JobPoll, Operation as _, Polled, Priority, Request, Response,
    Submit,
};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hieroscope_client::Client;

use crate::asks;
use crate::planted_key::{KEY, forms};
use crate::server::{Reply, Server, network, quick};

const ACCEPTED: &str = r#"{"verificationId":"2f4aeb11-6b52-4e0e-9a44-1a2b3c4d5e6f"}"#;

async fn ask(client: &Client, ask: AnyOperation) -> Response {
    client.ask(&Request { network: "test".to_owned(), ask }, Priority::Key, drop).await
}

fn poll(server: &Server, may_repeat_key: bool) -> AnyOperation {
    let AnyOperation::Job(poll) = asks::job(&server.at(""), None) else { panic!() };
    JobPoll { may_repeat_key, ..poll }.any()
}

#[tokio::test]
async fn words_of_a_refusal_hold_no_form_of_the_key() {
    for form in forms() {
        let body = format!(r#"{{"customCode":"c-{form}","message":"bad key <{form}>","errorId":"{form}"}}"#);
        let server = Server::start([Reply::new(502, body)]).await;
        let (outcome, _) = server.asked(asks::import(Some(KEY))).await;
        let failure = outcome.unwrap_err();
        assert_eq!(failure.messages()[0].escaped(), "bad key <********>", "{form}");
        assert!(failure.code().unwrap().escaped().ends_with("********"), "{form}: {failure:?}");
    }
    let page = format!("<html><title>{}</title></html>", KEY.to_uppercase());
    let server = Server::start([Reply::new(502, page)]).await;
    let failure = server.asked(asks::import(Some(KEY))).await.0.unwrap_err();
    assert_eq!(failure.messages()[0].escaped(), "********");
}

#[tokio::test]
async fn headers_hold_no_form_of_the_key() {
    let percent = KEY.bytes().map(|byte| format!("%{byte:02x}")).collect::<Vec<_>>().concat();
    for form in [KEY.replace('"', "%22"), percent, STANDARD.encode(KEY)] {
        let away =
            Reply::new(302, "").with("Location", &format!("https://elsewhere.example/?apikey={form}&x"));
        let server = Server::start([away]).await;
        let failure = server.asked(asks::import(Some(KEY))).await.0.unwrap_err();
        let words = failure.messages()[0].escaped();
        assert_eq!(
            words,
            "it redirects to https://elsewhere.example/?apikey=********&x, which is not followed"
        );

        let tagged = Reply::new(200, r#"{"isJobCompleted":false}"#).with("ETag", &format!("W/\"{form}\""));
        let server = Server::start([Reply::new(202, ACCEPTED), tagged]).await;
        let client = server.client();
        ask(&client, asks::import(Some(KEY))).await;
        let response = ask(&client, poll(&server, true)).await;
        let Ok(Answer::Job(Polled::Record(_, etag))) = response.outcome else { panic!("{response:?}") };
        assert_eq!(etag, None, "{form}");
    }
}

#[tokio::test]
async fn whatever_the_server_is_asked_its_answers_hold_no_key() {
    for form in forms() {
        let record = format!(r#"{{"isJobCompleted":false,"status":"{form}","{form}":["{form}"]}}"#);
        let contract = format!(r#"{{"match":"match","compilation":{{"name":"{form}"}}}}"#);
        let script = [Reply::new(202, ACCEPTED), Reply::new(200, record), Reply::new(200, contract)];
        let server = Server::start(script).await;
        let client = server.client();
        ask(&client, asks::import(Some(KEY))).await;
        let Ok(Answer::Job(Polled::Record(record, _))) = ask(&client, poll(&server, true)).await.outcome
        else {
            panic!()
        };
        let masked = r#"{"isJobCompleted":false,"status":"********","********":["********"]}"#;
        assert_eq!(record.raw.raw(), masked, "{form}");
        let Ok(Answer::Verified(found)) = ask(&client, asks::verified(Extent::Whole)).await.outcome else {
            panic!()
        };
        assert!(found.raw.raw().contains(r#""name":"********""#), "{form}: {}", found.raw.raw());
    }
}

#[tokio::test]
async fn a_key_that_was_let_go_with_its_verdict_is_in_no_later_answer_either() {
    for form in forms() {
        let verdict =
            r#"{"isJobCompleted":true,"error":{"customCode":"no_match","message":"none"},"contract":{}}"#;
        let contract = format!(r#"{{"match":"match","compilation":{{"name":"{form}"}},"{form}":"{form}"}}"#);
        let script = [Reply::new(202, ACCEPTED), Reply::new(200, verdict), Reply::new(200, contract)];
        let server = Server::start(script).await;
        let client = server.client();
        ask(&client, asks::import(Some(KEY))).await;
        let AnyOperation::Submit(Submit { job, .. }) = asks::import(Some(KEY)) else { panic!() };
        let AnyOperation::Job(of_job) = poll(&server, true) else { panic!() };
        let verdict = ask(&client, JobPoll { key: job, ..of_job }.any()).await;
        assert!(matches!(verdict.outcome, Ok(Answer::Job(Polled::Record(..)))), "{verdict:?}");
        let Ok(Answer::Verified(found)) = ask(&client, asks::verified(Extent::Whole)).await.outcome else {
            panic!()
        };
        let masked = r#""name":"********"},"********":"********"}"#;
        assert!(found.raw.raw().ends_with(masked), "{form}: {}", found.raw.raw());
    }
}

#[tokio::test]
async fn after_a_restart_what_looks_like_a_key_is_struck_from_the_words() {
    const LIKELY: &str = "9XK2M4QPZ7RTV1WYB8NCD3FGH5JLS6A0EU";
    let record = format!(
        r#"{{"isJobCompleted":true,"verificationId":"2f4aeb11-6b52-4e0e-9a44-1a2b3c4d5e6f","error":{{"customCode":"etherscan_request_failed","message":"bad key {LIKELY}","errorId":"0b1c2d3e-6b52-4e0e-9a44-1a2b3c4d5e6f","onchainRuntimeCode":"0x60806040"}}}}"#
    );
    let server = Server::start([Reply::new(200, record.clone()).with("ETag", "W/\"tag\"")]).await;
    let response = ask(&server.client(), poll(&server, true)).await;
    let Ok(Answer::Job(Polled::Record(struck, None))) = response.outcome else { panic!("{response:?}") };
    assert_eq!(struck.raw.raw(), record.replace(LIKELY, "********"));
    let response = ask(&server.client(), poll(&server, false)).await;
    let Ok(Answer::Job(Polled::Record(other, Some(_)))) = response.outcome else { panic!("{response:?}") };
    assert_eq!(other.raw.raw(), record, "no key was ever sent with that job");
}

#[tokio::test]
async fn a_key_does_not_go_over_plain_http_to_another_host() {
    let open = "http://verifier.invalid/server";
    let client = Client::new(&network(open, open), quick()).unwrap();
    let response = ask(&client, asks::import(Some(KEY))).await;
    let Err(Failure::KeyWithheld { words }) = response.outcome else { panic!("{response:?}") };
    assert!(words.contains("plain http") && words.contains("plain-http-key"), "{words}");
    let mut trusted = network(open, open);
    assert!(trusted.withholds_key().is_some());
    trusted.plain_http_key = true;
    assert_eq!(trusted.withholds_key(), None);
}

/// What the process's own memory holds of the key: read from the file that the system has of it.
#[cfg(target_os = "linux")]
mod memory {
    use std::fs::{File, read_to_string};
    use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
    use std::net::TcpListener;

    use api::{Operation as _, Priority, Request, Submit};
    use hieroscope_client::Client;
    use ledger::EvmAddress;
    use ledger::Timestamp;
    use secrecy::zeroize::{Zeroize as _, Zeroizing};
    use verification::{ApiKey, ChainId, JobKey, Submission, SubmissionBody};

    use crate::server::{network, quick};

    /// The key backwards, so that the test itself holds no copy of it.
    const YEK: &[u8] = b"esaelp-niaga-nees-eb-reven-ot-si-taht-71-yek-eht";

    /// How often the memory that the process may write holds the key.
    fn copies() -> usize {
        let maps = read_to_string("/proc/self/maps").unwrap();
        let mut memory = File::open("/proc/self/mem").unwrap();
        let mut found = 0;
        for line in maps.lines().filter(|line| line.contains(" rw")) {
            let (start, rest) = line.split_once('-').unwrap();
            let end = rest.split(' ').next().unwrap();
            let (start, end) =
                (u64::from_str_radix(start, 16).unwrap(), u64::from_str_radix(end, 16).unwrap());
            let mut bytes = Vec::new();
            memory.seek(SeekFrom::Start(start)).unwrap();
            // Some of it cannot be read, such as what belongs to the system.
            let _ = (&mut memory).take(end - start).read_to_end(&mut bytes);
            let is_key = |window: &[u8]| window.iter().rev().eq(YEK);
            let ends = bytes.iter().enumerate().filter(|(_, byte)| **byte == YEK[0]).map(|(at, _)| at + 1);
            found += ends.filter(|end| *end >= YEK.len() && is_key(&bytes[end - YEK.len()..*end])).count();
        }
        found
    }

    #[tokio::test]
    async fn nothing_of_a_key_stays_in_memory() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let server = std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let mut request = [0; 4096];
            let mut length = 0;
            while !request[..length].ends_with(b"\"}") {
                length += stream.read(&mut request[length..]).unwrap();
            }
            let sent = request[..length].windows(YEK.len()).any(|window| window.iter().rev().eq(YEK));
            request.zeroize();
            stream.write_all(b"HTTP/1.1 400 _\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}").unwrap();
            sent
        });
        let client = Client::new(&network(&base, &base), quick()).unwrap();
        let mut key = Zeroizing::new(String::with_capacity(YEK.len()));
        key.extend(YEK.iter().rev().copied().map(char::from));
        let body = SubmissionBody::Import { api_key: ApiKey::parse(&key) };
        assert!(copies() >= 2, "the search finds what is there");
        drop(key);
        let submission =
            Submission { chain: ChainId::parse("296").unwrap(), address: EvmAddress::new([1; 20]), body };
        let job = JobKey { made: Timestamp::from_secs(1), process: 1 };
        let request = Request { network: "test".to_owned(), ask: Submit { job, submission }.any() };
        let response = client.ask(&request, Priority::Key, drop).await;
        assert!(response.outcome.is_err());
        assert!(server.join().unwrap(), "the key was sent");
        drop((request, response));
        assert_eq!(copies(), 0);
        drop(client);
    }
}

#[tokio::test]
async fn what_is_told_of_requests_holds_no_form_of_the_key() {
    for form in forms() {
        let refusal = Reply::new(502, format!(r#"{{"message":"bad key <{form}>"}}"#))
            .with("ETag", &format!("\"{}\"", form.replace('"', "'")));
        let server = Server::start([refusal]).await;
        let (options, told) = (quick(), Arc::new(Mutex::new(Vec::new())));
        let heard = Arc::clone(&told);
        options.listeners.add(move |news| heard.lock().unwrap().push(news.clone()));
        let client = Client::new(&server.network(), options).unwrap();
        ask(&client, asks::import(Some(KEY))).await;
        let told = told.lock().unwrap();
        assert_eq!(told.len(), 2);
        let last = &told[1].exchange;
        assert!(last.is_post && told.iter().all(|news| news.request.is_none()));
        let body = last.body().unwrap().raw();
        assert_eq!(body, r#"{"message":"bad key <********>"}"#, "{form}");
        let shown = format!("{told:?}");
        assert!(!shown.contains(KEY) && !shown.contains(&form), "{shown}");
    }
}
