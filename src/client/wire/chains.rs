//! Parses a verifier's list of chains, which is a bare array.

use ledger::RawJson;
use verification::{Chain, ChainId, Chains};

use super::page::bare_list;
use super::{BodyFault, FromJson, Json};

/// Reads the body of `GET /chains`. An element that is no object is a chain of which nothing is known.
pub(in crate::client) fn read_chains(body: &RawJson) -> Result<Chains, BodyFault> {
    let chains = bare_list(body)?.into_iter().map(|chain| {
        let object = chain.object().unwrap_or_default();
        Chain {
            id: object.field("chainId"),
            name: object.field("name"),
            title: object.field("title"),
            supported: object.field("supported"),
            import: object.field("etherscanAPI"),
        }
    });
    Ok(Chains(chains.collect()))
}

impl FromJson for ChainId {
    /// Digits, sent as a number or as a string.
    fn from_json(json: Json<'_>) -> Option<Self> {
        Self::parse(&json.scalar()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ledger::Field;

    fn parse(body: &str) -> Result<Chains, BodyFault> {
        read_chains(&RawJson::new(body))
    }

    #[test]
    fn what_a_server_leaves_out_is_not_known() {
        let chains = parse(r#"[{"name":"x","chainId":296,"supported":true},7,{"chainId":"0x1"}]"#).unwrap();
        let chain = chains.find(&ChainId::parse("296").unwrap()).unwrap();
        assert_eq!((chain.supported.value(), &chain.import), (Some(true), &Field::Absent));
        assert_eq!(chain.called().map(ledger::Text::escaped).as_deref(), Some("x"));
        assert_eq!(chains.0.len(), 3);
        assert_eq!(chains.find(&ChainId::parse("1").unwrap()), None);
    }

    #[test]
    fn what_is_no_list_is_told() {
        for body in ["{}", "null", "", "<html>", "[1"] {
            assert!(parse(body).is_err(), "{body}");
        }
    }
}
