//! The name of the parameter for whole units: documented as `coin`, called `hbar` by public servers. A server that
//! refuses one is asked with the other, which is used from then on.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use super::Servers;
use crate::message::{Ask, Failure, Network};

/// The name that public mirror nodes have for it.
const PUBLIC: &str = "hbar";

/// The names that servers were found to take, by the mirror node's address.
#[derive(Debug, Default)]
pub(super) struct UnitNames {
    found: Mutex<BTreeMap<String, String>>,
}

impl UnitNames {
    /// What this server calls it, as far as that is known: as found, or as its profile says.
    pub(super) fn name_for(&self, servers: &Servers) -> String {
        let found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        found.get(servers.mirror.as_str()).unwrap_or(&servers.unit_parameter).clone()
    }

    /// The name to try instead of one that was refused, unless both were tried before.
    pub(super) fn instead(&self, servers: &Servers, ask: &Ask, failure: &Failure) -> Option<&'static str> {
        let name = &servers.unit_parameter;
        let found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        if found.contains_key(servers.mirror.as_str()) || !is_refused(ask, failure, name) {
            return None;
        }
        Some(if name == Network::UNIT_PARAMETER { PUBLIC } else { Network::UNIT_PARAMETER })
    }

    /// Remembers what the server calls it.
    pub(super) fn remember(&self, servers: &Servers, name: &str) {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        found.insert(servers.mirror.as_str().to_owned(), name.to_owned());
    }
}

/// Whether a question failed because the server does not know the unit by this name.
pub(super) fn is_refused(ask: &Ask, failure: &Failure, name: &str) -> bool {
    let in_weibar = match ask {
        Ask::Result(query) => query.weibar,
        Ask::Execution(query) => query.weibar,
        _ => false,
    };
    // The name in the server's words is told as it is documented.
    let is_unit = |field: &String| field == name || field == Network::UNIT_PARAMETER;
    in_weibar && matches!(failure, Failure::Invalid { field: Some(field), .. } if is_unit(field))
}
