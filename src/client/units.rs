//! The name of the parameter for whole units: documented as `coin`, called `hbar` by public servers. If a
//! server refuses one, the other is tried and used from then on.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use super::Servers;
use crate::message::{AnyOperation, Failure, Network};

/// The name that public mirror nodes have for it.
const PUBLIC: &str = "hbar";

/// Names that worked, by the mirror node's address.
#[derive(Debug, Default)]
pub(super) struct UnitNames {
    found: Mutex<BTreeMap<String, String>>,
}

impl UnitNames {
    /// The name to use with this server: the one that worked, or its profile's.
    pub(super) fn name_for(&self, servers: &Servers) -> String {
        let found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        found.get(servers.mirror.as_str()).unwrap_or(&servers.unit_parameter).clone()
    }

    /// The other name to try after a refusal, unless both were tried.
    pub(super) fn instead(
        &self,
        servers: &Servers,
        ask: &AnyOperation,
        failure: &Failure,
    ) -> Option<&'static str> {
        let name = &servers.unit_parameter;
        let found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        if found.contains_key(servers.mirror.as_str()) || !is_refused(ask, failure, name) {
            return None;
        }
        Some(if name == Network::UNIT_PARAMETER { PUBLIC } else { Network::UNIT_PARAMETER })
    }

    /// Stores the name that worked.
    pub(super) fn remember(&self, servers: &Servers, name: &str) {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        found.insert(servers.mirror.as_str().to_owned(), name.to_owned());
    }
}

/// Whether a question failed because the server does not know the unit by this name.
pub(super) fn is_refused(ask: &AnyOperation, failure: &Failure, name: &str) -> bool {
    let in_weibar = match ask {
        AnyOperation::Result(query) => query.weibar,
        AnyOperation::Execution(query) => query.weibar,
        _ => false,
    };
    // The server names it as documented, whatever was sent.
    let is_unit = |field: &String| field == name || field == Network::UNIT_PARAMETER;
    in_weibar && matches!(failure, Failure::Invalid { field: Some(field), .. } if is_unit(field))
}
