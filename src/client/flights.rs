//! Who asks the same at the same moment shares one request: a pane and an export that begins with the pane's page.
//!
//! Whoever is first asks; if it is dropped before the answer came, the next one asks anew.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use tokio::sync::OnceCell;

use super::budget::Rank;
use crate::message::operation::Reuse;
use crate::message::{OperationRequest, OperationResponse, Priority};

/// What is being asked.
#[derive(Debug, Default)]
pub(super) struct Flights(Mutex<HashMap<OperationRequest, Weak<Flight>>>);

/// One question that is being asked.
#[derive(Debug, Default)]
struct Flight {
    response: OnceCell<OperationResponse>,
    /// The place in the queue of whoever asks.
    rank: Mutex<Option<Rank>>,
}

impl Flights {
    /// The answer to the same question that is being asked already, which becomes as urgent as this one; otherwise
    /// that of `ask`. What the user asks for again is asked in any case.
    pub(super) async fn share(
        &self,
        request: &OperationRequest,
        rank: &Rank,
        ask: impl Future<Output = OperationResponse>,
    ) -> OperationResponse {
        if rank.priority() == Priority::Urgent || request.ask.reuse() == Reuse::Never {
            return ask.await;
        }
        let flight = self.join(request, rank);
        let lead = async || {
            *flight.rank.lock().unwrap_or_else(PoisonError::into_inner) = Some(rank.clone());
            ask.await
        };
        flight.response.get_or_init(lead).await.clone()
    }

    fn join(&self, request: &OperationRequest, rank: &Rank) -> Arc<Flight> {
        let mut flights = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        flights.retain(|_, flight| flight.strong_count() > 0);
        if let Some(flight) = flights.get(request).and_then(Weak::upgrade) {
            if let Some(leading) = &*flight.rank.lock().unwrap_or_else(PoisonError::into_inner) {
                leading.raise(rank.priority());
            }
            return flight;
        }
        let flight = Arc::<Flight>::default();
        flights.insert(request.clone(), Arc::downgrade(&flight));
        flight
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::{EntityId, Timestamp};
    use crate::message::Operation as _;
    use crate::message::{Answer, TokenQuery};

    fn request() -> OperationRequest {
        OperationRequest { network: "test".to_owned(), ask: TokenQuery(EntityId::from_num(1)).any() }
    }

    fn answered() -> OperationResponse {
        OperationResponse::here(request(), Ok(Answer::Token(Arc::default())), Timestamp::default())
    }

    #[tokio::test]
    async fn who_asks_the_same_makes_it_as_urgent_and_asks_itself_only_once_nobody_does() {
        let flights = Flights::default();
        let [first, second] = [Priority::Background, Priority::Key].map(Rank::from);
        let request = request();
        let mut export = Box::pin(flights.share(&request, &first, std::future::pending()));
        let mut pane = Box::pin(flights.share(&request, &second, std::future::ready(answered())));
        tokio::select! {
            biased;
            _ = &mut export => panic!("it is not answered"),
            _ = &mut pane => panic!("the export asks"),
            () = std::future::ready(()) => {}
        }
        assert_eq!(first.priority(), Priority::Key);
        drop(export);
        assert_eq!(pane.await, answered());
    }

    #[tokio::test]
    async fn what_is_answered_is_asked_anew() {
        let flights = Flights::default();
        let (request, rank) = (request(), Rank::from(Priority::Visible));
        for _ in 0..2 {
            let mut asked = false;
            let ask = async {
                asked = true;
                answered()
            };
            flights.share(&request, &rank, ask).await;
            assert!(asked);
        }
    }
}
