//! The verification server's half: submissions, jobs and look-ups, as they were recorded from a real server.
//!
//! Similarity search compares the code on the embedded ledger with what is verified. The import takes from a
//! built-in explorer, which knows some of the contracts. Jobs take two to four seconds, the same for the same
//! address, by the network's clock; nothing runs between two requests.
//!
//! Chains: 298 is the embedded network. 295 and 296 are known but not imported from; the nodes of 295 do not answer
//! (502 `failed_to_get_bytecode`), and on 296 nothing is deployed (404 `cannot_fetch_bytecode`). Chain 3 is retired:
//! similarity is 502, import is 500 `internal_error`.
//!
//! The explorer's key is `demo-key`, which only 0.0.5018 asks for.
//!
//! | contract | code | similarity search | import |
//! |---|---|---|---|
//! | 0.0.5001 | Router | exact | exact |
//! | 0.0.5002 | Token | 409 `already_verified` | 409 |
//! | 0.0.5003 | none any more, was Escrow | 404 `cannot_fetch_bytecode` | `contract_not_deployed` |
//! | 0.0.5004 | Token | 409; verified on 298, 295 and 296 | 409 |
//! | 0.0.5005 | Bazaar, nearly 24 KiB | exact after 40 s | exact after 40 s |
//! | 0.0.5006 | Greeter | exact | `match`, as from a single file |
//! | 0.0.5007 | Greeter, reworded | `match`; again: job `already_verified` | 404 `not_etherscan_verified` |
//! | 0.0.5008 | Multisig, verified without its creation | raised to exact with creation | 404 |
//! | 0.0.5009 | minimal proxy | `no_similar_match_found` | 404 |
//! | 0.0.5010 | minimal proxy | `no_similar_match_found` | `bytecode_length_mismatch` |
//! | 0.0.5011 | Counter, made by a contract | exact, `creationMatch` null | 404 |
//! | 0.0.5012 | Counter | exact | `compiler_error` with control characters |
//! | 0.0.5013 | Sorting, a library | exact, then forwarded to three explorers (2 s, 3 s, 4 s later) | 404 |
//! | 0.0.5014 | Vault, with immutables | exact | 404 |
//! | 0.0.5015 | Ballot | `no_similar_match_found` | `compiler_error` |
//! | 0.0.5016 | Collectible | 502 `failed_to_get_bytecode` | 404 |
//! | 0.0.5017 | Items | exact, complete at the first look | the same |
//! | 0.0.5018 | `StorageYard` | `no_similar_match_found` | exact with the key; else 502 `etherscan_request_failed` |
//! | 0.0.5019 | Counter | exact | `etherscan_missing_contract_in_json` |
//! | 0.0.5020 | Counter by two | `no_similar_match_found`, in spite of a candidate | `no_match` with all codes |
//! | 0.0.5021 | Oracle, linked to 0.0.5013 | exact | exact |
//! | 0.0.5022 | Reverter | `no_similar_match_found` | 429 `etherscan_limit` |
//! | 0.0.5023 | none | 404 `cannot_fetch_bytecode` | 404 |
//! | 0.0.5024 | Timelock, verified as `match` | job `already_verified` | raised to exact |
//! | 0.0.5025 | Counter | exact | `etherscan_vyper_version_mapping_failed` |
//! | 0.0.5026 | Counter | exact | 502 `etherscan_request_failed`, the explorer answers 500 |
//! | 0.0.5027 | Token | exact | 400 `invalid_json`, the explorer answers a page |
//! | 0.0.5028 | Token | never completes; then 429 `duplicate_verification_request` | the same |
//! | 0.0.5029 | Token | the job is gone at the second look: 404 `job_not_found` | the same |
//! | 0.0.5030 | Token | the record has a shape of its own: `status` instead of the flag | the same |
//! | 0.0.5031 | Token | 202 without an id | the same |
//! | 0.0.5032 | Token | accepted, but answered after two minutes | the same |
//! | 0.0.5033 | Token | `internal_error` | `internal_error` |
//! | 0.0.5034 | Token | exact | 502 `etherscan_request_failed`, the connection is lost |
//! | 0.0.5035 | Vault | exact; the first two looks are a 503 page | the same |
//! | 0.0.5036 | Factory | exact | exact |
//! | 0.0.5037 | Escrow without an event | `no_similar_match_found` | `bytecode_length_mismatch` |
//! | 0.0.5038 | Proxy of 0.0.5039 | 409; the look-up resolves it | 409 |
//! | 0.0.5039 | Notebook | 409 | 409 |
//! | 0.0.5040 | Multisig | exact | exact |
//!
//! Any other contract is compared by its code, and no explorer knows it. A verification makes its build known, so a
//! later similarity search may end better than the table says.

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware;
use axum::routing::{get, post};

use super::Clock;
use deployed::Deployed;
use desk::Desk;

mod answer;
mod body;
mod cast;
mod chains;
mod checks;
pub(in crate::demo) mod deployed;
mod desk;
mod details;
mod explorer;
mod failure;
mod fields;
mod forwarded;
mod ids;
mod job;
mod lookup;
mod record;
mod signatures;
mod submit;
#[cfg(test)]
mod tests;
mod verdict;

pub(in crate::demo) use answer::nowhere;

/// The largest body that is read.
const LARGEST_BODY: usize = 30 * 1024 * 1024;

/// The server's state.
struct Verifier {
    clock: Clock,
    ledger: Arc<dyn Deployed>,
    /// Opened at the first request that needs it.
    desk: OnceLock<Mutex<Desk>>,
}

impl Verifier {
    /// The desk, with every job completed whose time has come. Never held across an await.
    fn desk(&self) -> MutexGuard<'_, Desk> {
        let desk = self.desk.get_or_init(|| Mutex::new(Desk::open(self.ledger.as_ref())));
        let mut desk = desk.lock().unwrap_or_else(PoisonError::into_inner);
        desk.settle(self.clock.now());
        desk
    }
}

/// The server's routes. What none of them knows is for [`nowhere`].
pub(in crate::demo) fn routes(clock: Clock, ledger: Arc<dyn Deployed>) -> Router {
    let verifier = Arc::new(Verifier { clock, ledger, desk: OnceLock::new() });
    Router::new()
        .route("/v2/verify/similarity/{chain}/{address}", post(submit::similarity))
        .route("/v2/verify/etherscan/{chain}/{address}", post(submit::import))
        .route("/v2/verify/blockexplorer/{chain}/{address}", post(submit::import))
        .route("/v2/verify/{id}", get(record::show))
        .route("/v2/verify/{id}/", get(record::show))
        .route("/v2/contract/all-chains/{address}", get(lookup::all_chains))
        .route("/v2/contract/{chain}/{address}", get(lookup::contract))
        .route("/chains", get(lookup::list_chains))
        .route("/health", get(lookup::health))
        .route("/version", get(lookup::version))
        .method_not_allowed_fallback(nowhere)
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(middleware::from_fn(answer::spare_the_known))
        .layer(middleware::from_fn(answer::refuse_gaps))
        .with_state(verifier)
}
