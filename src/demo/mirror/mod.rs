//! The mirror node's half: everything under `/api/v1`.

use std::sync::Arc;

use axum::Router;
use axum::routing::get;

use super::world::World;

mod answer;

/// The routes under `/api/v1`.
pub(in crate::demo) fn routes(world: Arc<World>) -> Router {
    Router::new().route("/api/v1/{*path}", get(|| async { answer::not_found() })).with_state(world)
}
