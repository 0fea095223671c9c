//! The servers and the streams that a command has to do with.

use super::console::{Colours, say};
use crate::message::{Ask, Network, Request, Response, Retrying};
use crate::runtime::{Clients, now};

/// What a command talks to.
pub(super) struct World {
    pub(super) clients: Clients,
    pub(super) network: Network,
    pub(super) colours: Colours,
}

impl World {
    /// Asks the network; a question that is asked again is said so.
    pub(super) async fn ask(&self, ask: Ask) -> Response {
        let request = Request { network: self.network.name.clone(), ask };
        let progress = |retrying: Retrying| {
            let who = match retrying.request.ask {
                Ask::Submit(..) | Ask::Job(_) | Ask::JobContract(_) | Ask::Verified(..) | Ask::Chains => {
                    "verifier"
                }
                _ => "mirror node",
            };
            say(&format!("{who}: {}", retrying.sentence()));
        };
        // What an answer needs on its way is large, and several may be in progress.
        Box::pin(self.clients.ask(&request, now(), progress)).await
    }
}
