//! `POST /api/v1/contracts/call`: a function is executed on the state at the end of a block, and nothing is changed.

use serde::Serialize;

use super::BlockQuery;
use crate::{EvmAddress, HexBytes};

/// A call to simulate.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ContractCallQuery {
    /// `to`: the contract.
    pub to: EvmAddress,
    /// `data`: the selector and the arguments.
    pub data: HexBytes,
    /// `block`: at whose end; none means the latest one.
    pub block: Option<BlockQuery>,
    /// `from`: the sender; none is the zero address.
    pub from: Option<EvmAddress>,
    /// `value`, tinybar. It needs a sender.
    pub value: u64,
    /// `estimate`: whether to return the gas estimate instead of the output.
    pub estimate: bool,
}

impl ContractCallQuery {
    /// A call at the latest block, without sender and value.
    pub fn new(to: EvmAddress, data: HexBytes) -> Self {
        Self { to, data, block: None, from: None, value: 0, estimate: false }
    }

    /// The JSON that is sent.
    pub fn body(&self) -> String {
        let body = Body {
            block: self.block.as_ref().map_or_else(|| "latest".to_owned(), ToString::to_string),
            data: self.data.to_hex(),
            estimate: self.estimate,
            from: self.from.map(|from| from.to_string()),
            to: self.to.to_string(),
            value: Some(self.value).filter(|value| *value > 0),
        };
        // It has no key that is no text, which alone could fail.
        serde_json::to_string(&body).unwrap_or_default()
    }
}

/// The members that are sent, in their order.
#[derive(Serialize)]
struct Body {
    block: String,
    data: String,
    estimate: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<String>,
    to: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<u64>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::BlockNumber;

    #[test]
    fn only_what_is_named_is_sent() {
        let to = EvmAddress::new([0x11; 20]);
        let plain = ContractCallQuery::new(to, HexBytes::from(vec![1, 2, 3, 4]));
        let to = format!("0x{}", "11".repeat(20));
        let body = format!(r#"{{"block":"latest","data":"0x01020304","estimate":false,"to":"{to}"}}"#);
        assert_eq!(plain.body(), body);
        let whole = ContractCallQuery {
            block: Some(BlockQuery::Number(BlockNumber(7))),
            from: Some(EvmAddress::new([0x22; 20])),
            value: 5,
            estimate: true,
            ..plain
        };
        let (from, all) = (format!("0x{}", "22".repeat(20)), whole.body());
        let body = format!(
            r#"{{"block":"7","data":"0x01020304","estimate":true,"from":"{from}","to":"{to}","value":5}}"#
        );
        assert_eq!(all, body);
    }
}
