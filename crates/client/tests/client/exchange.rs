//! Exchanges with real servers as they were recorded, and how each is played again.

use std::fs;
use std::path::PathBuf;

use api::{AllChainsQuery, Answer, AnyOperation, ChainsQuery, Extent, Failure, Operation as _};
use ledger::EvmAddress;
use serde::Deserialize;

use crate::asks;
use crate::server::{Reply, Server};

/// One exchange with a real server, as it was recorded.
#[derive(Deserialize)]
pub(crate) struct Exchange {
    pub(crate) method: String,
    pub(crate) path: String,
    pub(crate) status: u16,
    headers: std::collections::BTreeMap<String, String>,
    pub(crate) body: String,
}

impl Exchange {
    /// A GET that was answered with success, if it is one that the client asks.
    pub(crate) fn get(path: String, body: String) -> Option<Self> {
        let headers = std::collections::BTreeMap::new();
        let exchange = Self { method: "GET".to_owned(), path, status: 200, headers, body };
        exchange.known().map(|_| exchange)
    }

    /// The question that this answers. Some were recorded under paths that the client does not ask; their
    /// records have the same shape.
    fn ask(&self) -> AnyOperation {
        self.known().unwrap_or_else(|| panic!("{}", self.path))
    }

    fn known(&self) -> Option<AnyOperation> {
        let path = self.path.split('?').next().unwrap();
        let parts: Vec<&str> = path.trim_start_matches('/').split('/').collect();
        Some(match (self.method.as_str(), parts.as_slice()) {
            ("POST", [_, _, "similarity", ..]) => asks::similarity(None),
            ("POST", _) => asks::import(None),
            (_, ["chains"]) => ChainsQuery.any(),
            (_, ["v2", "contract", "all-chains", address]) => {
                AllChainsQuery(EvmAddress::parse_any_case(address).unwrap()).any()
            }
            (_, ["v2", "contract", chain, address]) if address.starts_with("0x") => {
                asks::verified_of(chain, address, Extent::Whole)
            }
            (_, ["v2", "verify", ..]) => asks::job("", None),
            (_, [.., "contracts", "results", _]) => asks::execution(&[], false),
            (_, [.., "actions"]) => asks::actions(),
            (_, [.., "results", "logs"]) => asks::logs(&[]),
            (_, [.., "state"]) => asks::state(&[]),
            (_, [.., "accounts", _]) => asks::account(),
            (_, [.., "tokens", _, "balances"]) => asks::token_balances(),
            (_, [.., "blocks", _]) => asks::block(),
            (_, [.., "network", "exchangerate"]) => asks::exchange_rates(),
            (_, [.., "network", "fees"]) => asks::network_fees(),
            (_, [.., "tokens", _]) => asks::token(),
            (_, [.., "transactions"]) => asks::transaction_at(),
            (_, [.., "contracts", "results"] | [.., "contracts", _, "results"]) => asks::results(&[]),
            (_, [.., "results", _]) => asks::result(false),
            (_, [.., "contracts"]) => asks::contracts(),
            (_, [.., "contracts", _]) => asks::contract(),
            (_, [.., "transactions", _]) => asks::transaction(&[]),
            (_, [.., "schedules"]) => asks::schedules(&[]),
            (_, [.., "schedules", _]) => asks::schedule(),
            _ => return None,
        })
    }

    pub(crate) async fn replayed(&self) -> Result<Answer, Failure> {
        let mut reply = Reply::new(self.status, self.body.clone());
        for (name, value) in &self.headers {
            reply = reply.with(name, value);
        }
        let server = Server::start([reply]).await;
        let ask = match self.ask() {
            AnyOperation::Job(mut poll) => {
                poll.server = server.at("");
                poll.any()
            }
            ask => ask,
        };
        server.asked(ask).await.0
    }
}

pub(crate) fn folder(api: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "../../tests/fixtures", api].iter().collect()
}

/// The exchanges of the recording whose file name begins so.
pub(crate) fn recording(api: &str, name: &str) -> Vec<Exchange> {
    let file = fs::read_dir(folder(api))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .find(|path| path.file_name().unwrap().to_str().unwrap().starts_with(name))
        .unwrap_or_else(|| panic!("no recording {name}"));
    serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap()
}

pub(crate) async fn answer(api: &str, name: &str) -> Answer {
    recording(api, name).last().unwrap().replayed().await.unwrap()
}

pub(crate) async fn failure(api: &str, name: &str) -> Failure {
    recording(api, name).last().unwrap().replayed().await.unwrap_err()
}
