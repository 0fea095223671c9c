//! The chains that the server knows.

use serde_json::{Value, json};

use crate::CHAIN_ID;

#[derive(Debug)]
pub(super) struct Chain {
    /// Its EIP-155 number.
    pub(super) id: u64,
    name: &'static str,
    /// Whether verification is possible; false for a chain that was retired.
    pub(super) supported: bool,
    pub(super) import: bool,
    pub(super) nodes: Nodes,
}

/// What a chain's nodes serve, if it has any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Nodes {
    Ledger,
    Empty,
    Nobody,
}

const CHAINS: &[Chain] = &[
    Chain { id: CHAIN_ID, name: "Embedded network", supported: true, import: true, nodes: Nodes::Ledger },
    Chain { id: 295, name: "Hedera Mainnet", supported: true, import: false, nodes: Nodes::Nobody },
    Chain { id: 296, name: "Hedera Testnet", supported: true, import: false, nodes: Nodes::Empty },
    Chain { id: 3, name: "Retired test network", supported: false, import: false, nodes: Nodes::Nobody },
];

/// Stands for chain 0, which the check of the chain overlooks and which is not listed.
const ZERO: Chain = Chain { id: 0, name: "", supported: false, import: false, nodes: Nodes::Nobody };

/// The chain with this number, written without leading zeros.
pub(super) fn find(number: &str) -> Option<&'static Chain> {
    CHAINS.iter().chain([&ZERO]).find(|chain| chain.id.to_string() == number)
}

pub(super) fn list() -> Value {
    let entry = |chain: &Chain| {
        json!({
            "name": chain.name,
            "title": chain.name,
            "chainId": chain.id,
            "rpc": [],
            "traceSupportedRPCs": [],
            "supported": chain.supported,
            "etherscanAPI": chain.import,
        })
    };
    CHAINS.iter().map(entry).collect()
}
