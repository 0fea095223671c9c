//! The verification server's half: submissions, jobs and look-ups, as they were recorded from a real server.
//!
//! Similarity search compares the code on the embedded ledger with what is verified. The import takes from a
//! built-in explorer, which knows some of the contracts. Standard JSON and metadata bring sources along, which the
//! [compiler] reads and turns into code. Jobs take two to four seconds, the same for the same address, by the
//! network's clock; nothing runs between two requests.
//!
//! Chains: 298 is the embedded network. 295 and 296 are known but not imported from; the nodes of 295 do not answer
//! (502 `failed_to_get_bytecode`; with sources: job `cannot_fetch_bytecode`), and on 296 nothing is deployed (404
//! `cannot_fetch_bytecode`; with sources: job `contract_not_deployed`). Chain 3 is retired: similarity is 502, import
//! is 500 `internal_error`.
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
//! | 0.0.5202 … 0.0.5204 | Vault, Vault reworded, Strongbox | 409 | 409 |
//! | 0.0.5207, 0.0.5209, 0.0.5210 | proxies of 0.0.5204; the look-up resolves them and 0.0.5216 | 409 | 409 |
//! | 0.0.5213 … 0.0.5215 | Lighthouse, Mill, Snare with its hostile interface | 409 | 409 |
//!
//! Any other contract is compared by its code, and no explorer knows it. A verification makes its build known, so a
//! later similarity search may end better than the table says.
//!
//! # Sources
//!
//! Every contract above but the minimal proxies is verified by its own sources: those in `assets/demo/contracts`,
//! with the changes of `assets/demo/compile.mjs` for 0.0.5007, 5020 and 5037, compiled with 0.8.37+commit.f401782d
//! for `cancun`, optimized with 200 runs, and with `Sorting.sol:Sorting` linked at
//! `0x0000000000000000000000000000000000001395`. The files in `assets/demo/uploads` are made of them:
//!
//! | file | contract in it | ends |
//! |---|---|---|
//! | `counter.standard.json` | `Counter.sol:Counter` | exact on 0.0.5012, 5019, 5025, 5026; `no_match` on 0.0.5020 |
//! | `greeter.standard.json` | `Greeter.sol:Greeter` | exact on 0.0.5006; `match` on 0.0.5007 |
//! | `hardhat/…/5f2a9c0e4b7d18366d90a1c2e8f47b35.json` | `Vault.sol:Vault` | exact on 0.0.5014 |
//! | | `Greeter.sol:Greeter` | as above |
//! | | `Counter.sol:Counter` | as above |
//! | | `Escrow.sol:Escrow` | `bytecode_length_mismatch` on 0.0.5037 |
//! | | `Vault.sol:IAsset` | `compiled_bytecode_is_zero` anywhere |
//! | `foundry/out/Counter.sol/Counter.json` | `src/Counter.sol:Counter` | exact on 0.0.5151; `bytecode_length_mismatch` on 0.0.5012 |
//! | `vault/metadata.json` | `Vault.sol:Vault` | exact on 0.0.5014 |
//! | `oracle-incomplete/metadata.json` | `Oracle.sol:Oracle` | `missing_source` anywhere: `Sorting.sol` is not there; with it exact on 0.0.5021 |
//!
//! What is changed in a submission shows in its job:
//!
//! | change | job |
//! |---|---|
//! | a comment, blanks, the path, `remappings`, `libraries`, a newer `evmVersion` | `match` |
//! | `0.8.28+commit.7893614a` or `0.8.30+commit.73712a01`; other `runs` | `no_match` |
//! | optimizer off, `viaIR`, `paris` or older, no metadata behind the code | `bytecode_length_mismatch` |
//! | any other text, an import that is missing, an unknown EVM version | `compiler_error` with the place |
//! | any other compiler version, `Vyper` | `compiler_error` without one |
//! | another language | `invalid_language` |
//! | a contract that is not in the sources; an interface | `contract_not_found_in_compiler_output`; `compiled_bytecode_is_zero` |
//!
//! # Signatures
//!
//! `GET /signature-database/v1/lookup?function=0x…&event=0x…` tells the texts behind hashes: those of all contracts
//! here, and a few that share their first four bytes with a well-known one.
//!
//! # Rehearsals
//!
//! Some codes come from servers in other circumstances. Each has a contract of its own, a counter whose submission
//! ends the same way in every mode and as often as it is tried; the contract's memo says which.
//!
//! | contract | every submission |
//! |---|---|
//! | 0.0.5101 | job `etherscan_missing_vyper_settings` |
//! | 0.0.5102 | job `missing_or_invalid_source` |
//! | 0.0.5103 | job `invalid_compilation_target` |
//! | 0.0.5104 | job `extra_file_input_bug` |
//! | 0.0.5105 | job `no_compiler_output` |
//! | 0.0.5106 | job `metadata_not_set` |
//! | 0.0.5107 | job `creation_bytecode_cbor_auxdata_not_set` |
//! | 0.0.5108 | job `runtime_bytecode_cbor_auxdata_not_set` |
//! | 0.0.5109 | job `invalid_compiler_version` |
//! | 0.0.5110 | job `unsupported_compiler_version` |
//! | 0.0.5111 | job `cannot_generate_cbor_auxdata_positions` |
//! | 0.0.5112 | job `onchain_runtime_bytecode_not_available` |
//! | 0.0.5113 | job `onchain_creation_bytecode_not_available` |
//! | 0.0.5114 | job `onchain_bytecode_is_zero` |
//! | 0.0.5115 | job `creation_bytecode_match_error` |
//! | 0.0.5116 | job `unsupported_language` |
//! | 0.0.5117 | job `contract_not_found_in_compiler_output` |
//! | 0.0.5118 | job `compiled_bytecode_is_zero` |
//! | 0.0.5119 | job `missing_source` |
//! | 0.0.5120 | job `invalid_language` |
//! | 0.0.5121 | job `cannot_fetch_bytecode` |
//! | 0.0.5122 | job `contract_not_deployed` |
//! | 0.0.5123 | job `proof_of_origin_required`, a code that nobody knows yet |
//! | 0.0.5131 | 404 `route_not_found`, as of a server without jobs |
//! | 0.0.5132 | 500 `internal_error` |
//! | 0.0.5133 | 429 with a page |
//! | 0.0.5134 | 429 `too_many_requests` |
//! | 0.0.5135 | 403 with a page |
//! | 0.0.5136 | 502 with a page |
//! | 0.0.5137 | 413 with a page |
//! | 0.0.5138 | 422 `licence_not_open`, a code that nobody knows yet |
//! | 0.0.5139 | import: 400 `malformed_etherscan_response`; else as usual |
//! | 0.0.5141 | 429 `duplicate_verification_request` until 35 s after the first, then as usual |
//! | 0.0.5142 | the same, then 409 `already_verified` |
//! | 0.0.5151 | as usual; the counter as Foundry builds it, which similarity search does not know |

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
mod compiler;
pub(in crate::demo) mod deployed;
mod desk;
mod details;
mod dictionary;
mod explorer;
mod failure;
mod fields;
mod forwarded;
mod ids;
mod job;
mod lookup;
mod record;
mod rehearsals;
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
        .route("/v2/verify/metadata/{chain}/{address}", post(submit::metadata))
        .route("/v2/verify/{chain}/{address}", post(submit::standard_json))
        .route("/v2/verify/{chain}/{address}/", post(submit::standard_json))
        .route("/v2/verify/{id}", get(record::show))
        .route("/v2/verify/{id}/", get(record::show))
        .route("/v2/contract/all-chains/{address}", get(lookup::all_chains))
        .route("/v2/contract/{chain}/{address}", get(lookup::contract))
        .route("/signature-database/v1/lookup", get(dictionary::lookup))
        .route("/chains", get(lookup::list_chains))
        .route("/health", get(lookup::health))
        .route("/version", get(lookup::version))
        .method_not_allowed_fallback(nowhere)
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(middleware::from_fn(answer::spare_the_known))
        .layer(middleware::from_fn(answer::refuse_gaps))
        .with_state(verifier)
}
