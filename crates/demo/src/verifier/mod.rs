//! The verification server: submissions, jobs and lookups, as recorded from a real server.
//!
//! Similarity search compares the code on the embedded ledger with verified code. The import takes sources from a
//! built-in explorer, which has some of the contracts. Standard JSON and metadata include sources, which the [compiler]
//! compiles. Jobs take two to four seconds by the network's clock, always the same for one address; nothing runs
//! between two requests. `assets/demo/README.md` lists how each contract is handled.

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware;
use axum::routing::{get, post};

use super::world::World;
use registry::Registry;

mod answer;
mod body;
mod chains;
mod checks;
mod compiler;
mod details;
mod dictionary;
mod explorer;
mod failure;
mod fields;
mod forwarded;
mod ids;
mod job;
mod lookup;
mod onchain;
mod record;
mod registry;
pub(crate) mod scenario;
mod signatures;
mod submit;
#[cfg(test)]
mod tests;
mod verdict;

pub(crate) use answer::nowhere;

/// The largest body that is read.
const MAX_BODY_BYTES: usize = 30 * 1024 * 1024;

struct Verifier {
    world: Arc<World>,
    /// Opened at the first request that needs it.
    registry: OnceLock<Mutex<Registry>>,
}

impl Verifier {
    /// The registry, with every job completed whose time has come. Never held across an await.
    fn registry(&self) -> MutexGuard<'_, Registry> {
        let registry = self.registry.get_or_init(|| Mutex::new(Registry::open(self.world.as_ref())));
        let mut registry = registry.lock().unwrap_or_else(PoisonError::into_inner);
        registry.settle(self.world.clock.now());
        registry
    }
}

/// The server's routes. What none of them knows is for [`nowhere`].
pub(crate) fn routes(world: Arc<World>) -> Router {
    let verifier = Arc::new(Verifier { world, registry: OnceLock::new() });
    Router::new()
        .route("/v2/verify/similarity/{chain}/{address}", post(submit::similarity))
        .route("/v2/verify/etherscan/{chain}/{address}", post(submit::import))
        .route("/v2/verify/blockexplorer/{chain}/{address}", post(submit::import))
        .route("/v2/verify/metadata/{chain}/{address}", submit::sources(&submit::metadata::MODE))
        .route("/v2/verify/{chain}/{address}", submit::sources(&submit::standard_json::MODE))
        .route("/v2/verify/{chain}/{address}/", submit::sources(&submit::standard_json::MODE))
        .route("/v2/verify/{id}", get(record::show))
        .route("/v2/verify/{id}/", get(record::show))
        .route("/v2/contract/all-chains/{address}", get(lookup::all_chains))
        .route("/v2/contract/{chain}/{address}", get(lookup::contract))
        .route("/signature-database/v1/lookup", get(dictionary::lookup))
        .route("/chains", get(lookup::list_chains))
        .route("/health", get(lookup::health))
        .route("/version", get(lookup::version))
        .method_not_allowed_fallback(nowhere)
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .layer(middleware::from_fn(answer::refuse_gaps))
        .with_state(verifier)
}
