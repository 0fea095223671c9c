//! The embedded network: a mirror node and a verification server, generated, on one loopback port.
//!
//! Nothing is stored and nothing is generated ahead: every record is a function of its index and of the time
//! asked for, so starting is immediate, and the same timestamp names the same record in every run.
//!
//! # What to look at
//!
//! | contract | what it shows |
//! |---|---|
//! | `0.0.5001` | busy router, alias `0xb0551e9ecceb06cf6ea2879174aaf4da84633e85`; three versions; a new result about every three seconds, 100,000 in all |
//! | `0.0.5002` | a token that has only its long-zero address |
//! | `0.0.5003`, `0.0.5041` | deleted, its coins left to `0.0.1005`; removed for good |
//! | `0.0.5004` … `0.0.5008` | no admin key; 24 KB of code; ED25519 key (three versions); ECDSA key; threshold key |
//! | `0.0.5009`, `0.0.5010` | minimal proxies of `0.0.5002` with the same code |
//! | `0.0.5011` | never called: an empty list |
//! | `0.0.5012` … `0.0.5020` | memos to beware of: escape sequences, right-to-left, controls, zero width, emoji, links, HTML, 10 KB, NUL |
//! | `0.0.5013`, `0.0.5021` | a library, and the price oracle that is linked to it |
//! | `0.0.5022` | revert gallery: each form of `error_message` |
//! | `0.0.5023`, `0.0.5042` | no bytecode and nulls; members missing and unknown |
//! | `0.0.5024` | timelock that calls `0.0.5001`, so that has child results (`internal=true`) |
//! | `0.0.5027` … `0.0.5034` | misleading lists: `next` as a whole URL, repeated, backwards, behind an empty page, rows with all fields, mixed rows, another host, exactly 200 results |
//! | `0.0.5035`, `0.0.359` | calls of the ledger's services; their child results (`internal=true`) |
//! | `0.0.5036` | factory: created contracts, some unknown; failed constructors |
//! | `0.0.5038`, `0.0.5039` | upgradeable proxy and its implementation |
//! | `0.0.5043`, `0.0.5044` | a key twenty levels deep; an empty key list |
//! | `0.0.5101` … `0.0.5142` | to rehearse verification on: the memo says how it ends |
//! | `0.0.5151` | a counter that was built with Foundry |
//! | `0.0.5201` | five versions: key, renewal, memo changed, then the key removed: immutable |
//! | `0.0.5202`, `0.0.5203`, `0.0.5014` | vaults to compare: constants differ, and a word of a comment |
//! | `0.0.5204`, `0.0.5205` | storage of every kind, 28 slots in a result (`rearrange`): verified with its layout, and not |
//! | `0.0.5206` | storage as Vyper lays it out, never verified |
//! | `0.0.5207`, `0.0.5208`, `0.0.5209`, `0.0.5210`, `0.0.5216` | transparent proxy, beacon and its proxy, diamond, minimal proxy: all run `0.0.5204` |
//! | `0.0.5211` | never verified: calls within calls, told below |
//! | `0.0.5213` | rare events to hunt for in 600 results: `Alarm(bytes32,address,string)` in one of 97, `Sighted(address,uint256,string)` in one of nine; one of five has no logs |
//! | `0.0.5214` | gas: `store` asks for twenty times its need, `rest` for hardly enough, `sweep` often for too little, `grind` for the most |
//! | `0.0.5215` | interface and source to beware of |
//! | `0.0.9999999999` | a number beyond 32 bits |
//!
//! Results of `0.0.5001` at chosen moments begin with `1795216207.123456789`, which has everything; 24 more follow,
//! 7.123456789 seconds apart: each type of Ethereum transaction and access list, a partial one (206), failed
//! constructors, amounts beyond 53 and 64 bits, 130 logs, absent blooms and blocks, one that is only listed and one
//! that is only opened. Any fresh result may be partial in its first eight seconds.
//!
//! Scenes are results of `0.0.5211` (where it says so, of another) at `…` `.000005211`, with traces of their own:
//!
//! | moment | what it shows |
//! |---|---|
//! | `1795217000`, `1795217060` | `multicall(bytes[])` with a batch in it; `aggregate3` one of whose calls fails and is caught |
//! | `1795217120` | the same failure let through to the top: `ERC20InsufficientBalance` |
//! | `1795217180` | `execTransaction` of a `multicall` of an `aggregate3` of a `transfer` |
//! | `1795217240` | `burn(uint256)`, or `collate_propagate_storage(bytes16)`: both fit |
//! | `1795217300` | nine events of well-known signatures |
//! | `1795217360` | a wallet's `transfer` |
//! | `1795217420`, `1795217480`, `1795217540` | a timelock's `schedule` and `execute` of an `upgradeToAndCall`; `NotReady` |
//! | `1795217600`, `1795217660` | `redirectForToken` in both encodings |
//! | `1795217720` | `scheduleCall` |
//! | `1795217780`, `1795217840` | a success that hides response code 178; a revert whose reason is code 184 |
//! | `1795217900`, `1795217960`, `1795218020` | `0.0.5215`: overlapping offsets; two thousand suffixes; a hostile reason |
//! | `1795218080` | three moves of tokens, the third fails: two children are `REVERTED_SUCCESS` |
//! | `1795218140` | `0.0.5204`: `take` fails with `TooFew`, an error that only its verified interface names |
//!
//! A result's transaction is valid from five seconds before its consensus time, and is paid for by relay
//! `0.0.1001` if it came in an Ethereum transaction, else by its sender: `0.0.1001-SECONDS-NANOSECONDS`.
//!
//! | transaction | what it shows |
//! |---|---|
//! | `0.0.1001-1795216196-984148703` | that of the first chosen result, with a token transfer as its child |
//! | `0.0.1005-1795216518-468117137` | tokens, unique tokens, rewards, custom fees, high volume |
//! | `0.0.1005-1795216571-000000007` | coins, a token with a fee of its own, a unique token, a reward: all adds up |
//! | `0.0.1003-1795216531-802469083` | atomic batch, one of whose inner transactions failed |
//! | `0.0.1011-1795216538-925925872` | sent twice: a duplicate |
//! | `0.0.1012-1795216550-000000001` | twelve children, the ninth failed |
//! | `0.0.1006-1787551997-000005555` | a schedule's making and its failed execution with children |
//! | `0.0.1003-1795216495-087259360` | memo with NUL and invalid UTF-8; others start at 1795216428, 436, 444, 449, 456, 463, 507 |
//! | `0.0.1013-1795216560-000000005` | nulls; `…561` odd types, `…562` members missing |
//! | `0.0.2-1795216524-217210301` | nearly all coins there are |
//!
//! | account, token | what it shows |
//! |---|---|
//! | `0.0.1002`, `0.0.1001` | ECDSA key and alias; ED25519 key without one |
//! | `0.0.1003`, `0.0.1007`, `0.0.1013`, `0.0.1009` | threshold keys, two of three; one twenty levels deep |
//! | `0.0.2001`, `0.0.2002`, `0.0.2003` | 8 decimals; 6, fees, hostile names; none |
//! | `0.0.2004` … `0.0.2007` | deleted; unique; unique; no name and 18 decimals |
//!
//! | schedule | what it shows |
//! |---|---|
//! | `0.0.7001`, `0.0.7002` | pending: waits for its end; runs when signed, calls a contract |
//! | `0.0.7003`, `0.0.7004` | deleted; expired |
//! | `0.0.7005`, `0.0.7006`, `0.0.7009` | executed with three children; executed but failed; executed message |
//! | `0.0.7007`, `0.0.7008` | about to expire; without an expiration time |
//! | `0.0.7010` … `0.0.7018` | hostile and 10 KB memos, members unknown, missing, null or of other types, bodies unknown or broken |
//! | `0.0.7101`, `0.0.7102` | the payer's threshold key has one of two; all have signed, some with cut keys, waits |
//! | `0.0.7103`, `0.0.7104` | the admin's key has two of three; nobody has signed |
//! | `0.0.7105` … `0.0.7107` | end within ten minutes, within three hours, after 62 days |
//! | `0.0.7108`, `0.0.7109` | executed: the call has a result, the second's reverted; three children, two |
//! | `0.0.7110` | made by a contract |
//! | `0.0.7111` … `0.0.7132` | bodies of 22 kinds, the memo says which |
//! | `0.0.80000` … | one more about every ten minutes; the newest hundred are listed |
//!
//! Asking for the schedules of creator `0.0.1099` gives a payload that is no list.

#![expect(clippy::disallowed_methods, reason = "a server has a clock and tasks")]

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::middleware::{self, Next};
use axum::response::Response;
use tokio::net::TcpListener;
use tokio::sync::watch;

pub mod artifacts;
pub mod clock;
mod deployments;
pub mod faults;
mod ledger;
mod mirror;
mod requests;
mod verifier;
mod world;

pub use clock::Clock;
use faults::{Carrier, Faults};
use requests::Requests;
use world::World;

/// How many results contract `0.0.5001` may show at most.
pub const MOST_RESULTS: u64 = 1_000_000;

/// The network's chain id, which wrapped transactions name and the verification server knows.
pub const CHAIN_ID: u64 = 298;

/// What the network shows and how it answers.
#[derive(Clone, Debug)]
pub struct Options {
    /// How many results contract `0.0.5001` shows at any time, at most [`MOST_RESULTS`]. Those at chosen moments
    /// that have come are always among them.
    pub results: u64,
    /// Where the time comes from.
    pub clock: Clock,
    /// How long every answer is held back.
    pub delay: Duration,
    /// What goes wrong. A clone that is kept can change it while the network runs.
    pub faults: Faults,
}

impl Default for Options {
    fn default() -> Self {
        Self { results: 100_000, clock: Clock::system(), delay: Duration::ZERO, faults: Faults::default() }
    }
}

/// A running network. Dropping it closes its port and ends what it still had to answer.
#[derive(Debug)]
pub struct Demo {
    address: SocketAddr,
    requests: Requests,
    /// Held only to be dropped: the server runs while this end is open.
    _running: watch::Sender<()>,
}

impl Demo {
    /// Base URL of both services, `http://127.0.0.1:PORT`, without a slash at the end.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The newest requests, at most a thousand, oldest first, each as `METHOD /path?query`.
    pub fn requests(&self) -> Vec<String> {
        self.requests.all()
    }
}

/// Starts both services on a free loopback port. Must be called inside a tokio runtime, which serves it.
///
/// # Errors
/// When no loopback port can be bound.
pub async fn start(options: Options) -> io::Result<Demo> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
    let address = listener.local_addr()?;
    let (running, mut ended) = watch::channel(());
    let requests = Requests::default();
    let app = router(options, requests.clone(), ended.clone());
    let closed = async move {
        // An error means that the sender was dropped, which is the one way that this ends.
        let _ = ended.changed().await;
    };
    tokio::spawn(async move { axum::serve(listener, app).with_graceful_shutdown(closed).await });
    Ok(Demo { address, requests, _running: running })
}

fn router(options: Options, requests: Requests, ended: watch::Receiver<()>) -> Router {
    let clock = options.clock.clone();
    let carrier = Carrier { faults: options.faults, clock: clock.clone(), ended };
    let world = Arc::new(World { results: options.results.clamp(1, MOST_RESULTS), clock: options.clock });
    Router::new()
        .merge(mirror::routes(Arc::clone(&world)))
        .merge(verifier::routes(clock, world))
        .fallback(verifier::nowhere)
        .layer(middleware::from_fn_with_state(options.delay, hold_back))
        .layer(middleware::from_fn_with_state(carrier, faults::carry_out))
        .layer(middleware::from_fn_with_state(requests, requests::note))
}

async fn hold_back(State(delay): State<Duration>, request: axum::extract::Request, next: Next) -> Response {
    if !delay.is_zero() {
        tokio::time::sleep(delay).await;
    }
    next.run(request).await
}

/// What the tests ask the network with.
#[cfg(test)]
fn http() -> reqwest::Client {
    let _ = rustls::crypto::ring::default_provider().install_default();
    reqwest::Client::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn serves_until_dropped() {
        let demo = start(Options::default()).await.unwrap();
        let url = format!("{}/api/v1/nothing", demo.url());
        assert_eq!(http().get(&url).send().await.unwrap().status(), 404);
        drop(demo);
        tokio::task::yield_now().await;
        while http().get(&url).send().await.is_ok() {
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test]
    async fn both_services_share_the_port_and_what_neither_knows_is_a_page() {
        let demo = start(Options::default()).await.unwrap();
        for (path, status, start) in [
            ("/api/v1/contracts/0.0.5001", 200, "{"),
            ("/chains", 200, "["),
            ("/elsewhere", 404, "<!DOCTYPE html>"),
        ] {
            let answer = http().get(format!("{}{path}", demo.url())).send().await.unwrap();
            assert_eq!(answer.status(), status, "{path}");
            assert!(answer.text().await.unwrap().starts_with(start), "{path}");
        }
    }
}
