//! The versions of a contract's entity, and which of them a `timestamp` filter chooses.

use ledger::{EntityId, Timestamp};
use serde_json::{Map, Value, json};

use super::{Admin, Contract, Lifecycle};
use crate::data;

/// When entities first change, 2026-03-14 12:00 UTC.
pub(super) const FIRST_CHANGE: Timestamp = Timestamp::from_secs(1_773_489_600);
/// When one of them changes in between, 2026-05-20 and 2026-08-02, both 09:30 UTC.
const RENEWED: Timestamp = Timestamp::from_secs(1_779_269_400);
const REWORDED: Timestamp = Timestamp::from_secs(1_785_663_000);
/// When they change again, 2026-10-12 00:00 UTC.
const SECOND_CHANGE: Timestamp = Timestamp::from_secs(1_791_763_200);
/// Ninety days, the usual period of renewal.
const RENEWAL: u64 = 7_776_000;

#[derive(Clone, Debug)]
pub(crate) struct Version {
    contract: &'static Contract,
    /// 0 for the first.
    place: usize,
    pub(crate) from: Timestamp,
    /// When the next one began; `None` if it holds.
    pub(crate) to: Option<Timestamp>,
}

/// Its versions up to now, oldest first.
pub(crate) fn versions(contract: &'static Contract, now: Timestamp) -> Vec<Version> {
    let changes: &[Timestamp] = match contract.lifecycle {
        Lifecycle::Changed => &[FIRST_CHANGE, SECOND_CHANGE],
        Lifecycle::Settled => &[FIRST_CHANGE, RENEWED, REWORDED, SECOND_CHANGE],
        Lifecycle::Deleted(_) | Lifecycle::Removed => &[FIRST_CHANGE],
        _ => &[],
    };
    let mut starts = vec![contract.created()];
    starts.extend(changes.iter().copied().filter(|at| *at <= now));
    let ends = starts.iter().skip(1).copied().map(Some).chain([None]);
    let spans = starts.iter().copied().zip(ends).enumerate();
    spans.map(|(place, (from, to))| Version { contract, place, from, to }).collect()
}

impl Version {
    /// The entity as listed, without bytecode.
    pub(crate) fn to_json(&self) -> Map<String, Value> {
        let contract = self.contract;
        let nulls = contract.lifecycle == Lifecycle::Nulls;
        let changed = contract.lifecycle == Lifecycle::Changed;
        let gone = self.place > 0 && matches!(contract.lifecycle, Lifecycle::Deleted(_) | Lifecycle::Removed);
        let settled = contract.lifecycle == Lifecycle::Settled;
        let renewal = match self.place {
            1 if changed => RENEWAL / 3,
            2.. if settled => RENEWAL * 4 / 3,
            _ => RENEWAL,
        };
        let created = contract.created();
        let expires = Timestamp { seconds: created.seconds + renewal, ..created };
        let (obtainer, file) = match contract.lifecycle {
            Lifecycle::Deleted(num) if gone => (Some(EntityId::from_num(num).to_string()), None),
            Lifecycle::FromFile(num) => (None, Some(EntityId::from_num(num).to_string())),
            _ => (None, None),
        };
        let known = |value: Value| if nulls { Value::Null } else { value };
        let renewed_by = (changed || settled) && self.place > 0;
        let unlimited = changed && self.to.is_none();
        let removed = gone && contract.lifecycle == Lifecycle::Removed;
        let entity = json!({
            "admin_key": self.admin().to_json(contract.num),
            "auto_renew_account": renewed_by.then_some("0.0.1002"),
            "auto_renew_period": known(json!(renewal)),
            "contract_id": contract.id().to_string(),
            "created_timestamp": known(json!(created.to_string())),
            "deleted": known(json!(gone)),
            "evm_address": contract.evm_address().to_string(),
            "expiration_timestamp": known(json!(expires.to_string())),
            "file_id": file,
            "max_automatic_token_associations": known(json!(if unlimited { -1 } else { 0 })),
            "memo": self.memo(),
            "nonce": known(json!(1 + 8 * self.place)),
            "obtainer_id": obtainer,
            "permanent_removal": removed.then_some(true),
            "proxy_account_id": null,
            "timestamp": { "from": self.from.to_string(), "to": self.to.map(|to| to.to_string()) },
        });
        if contract.lifecycle != Lifecycle::Strange {
            return data::changed(entity, &Map::new(), &[]);
        }
        let missing = ["auto_renew_account", "nonce", "permanent_removal"].map(str::to_owned);
        let unknown = json!({ "note": "a member of a later version" });
        data::changed(entity, &Map::from_iter([("hook_count".to_owned(), unknown)]), &missing)
    }

    fn admin(&self) -> Admin {
        match (self.contract.lifecycle, self.place) {
            (Lifecycle::Changed | Lifecycle::Settled, 0) => Admin::Ed25519,
            (Lifecycle::Changed, 1) | (Lifecycle::Settled, 1..=3) => Admin::Threshold,
            _ => self.contract.admin,
        }
    }

    fn memo(&self) -> String {
        match (self.contract.lifecycle, self.place) {
            (Lifecycle::Changed, 0) => format!("{} (old memo)", self.contract.memo),
            (Lifecycle::Changed, 1) => format!("{} (under review)", self.contract.memo),
            (Lifecycle::Settled, 0..=2) => "a greeter of many words".to_owned(),
            _ => self.contract.memo.clone(),
        }
    }
}

/// Whether a contract is gone at this moment.
pub(crate) fn is_deleted(contract: &Contract, moment: Timestamp) -> bool {
    matches!(contract.lifecycle, Lifecycle::Deleted(_) | Lifecycle::Removed) && moment >= FIRST_CHANGE
}
