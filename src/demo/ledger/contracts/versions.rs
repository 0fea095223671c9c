//! The versions of a contract's entity, and which of them a `timestamp` filter chooses.

use serde_json::{Map, Value, json};

use super::{Admin, Contract, Fate};
use crate::ledger::Timestamp;

/// When entities first change, 2026-03-14 12:00 UTC.
pub(super) const FIRST_CHANGE: Timestamp = Timestamp::of(1_773_489_600);
/// When one of them changes in between, 2026-05-20 and 2026-08-02, both 09:30 UTC.
const RENEWED: Timestamp = Timestamp::of(1_779_269_400);
const REWORDED: Timestamp = Timestamp::of(1_785_663_000);
/// When they change again, 2026-10-12 00:00 UTC.
const SECOND_CHANGE: Timestamp = Timestamp::of(1_791_763_200);
/// Ninety days, the usual period of renewal.
const RENEWAL: u64 = 7_776_000;

/// A contract's entity as it was for a while.
#[derive(Clone, Debug)]
pub(crate) struct Version {
    contract: &'static Contract,
    /// 0 for the first.
    place: usize,
    /// When it began.
    pub(crate) from: Timestamp,
    /// When the next one began; `None` if it holds.
    pub(crate) to: Option<Timestamp>,
}

/// Its versions up to now, oldest first.
pub(crate) fn versions(contract: &'static Contract, now: Timestamp) -> Vec<Version> {
    let changes: &[Timestamp] = match contract.fate {
        Fate::Changed => &[FIRST_CHANGE, SECOND_CHANGE],
        Fate::Settled => &[FIRST_CHANGE, RENEWED, REWORDED, SECOND_CHANGE],
        Fate::Deleted(_) | Fate::Removed => &[FIRST_CHANGE],
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
        let nulls = contract.fate == Fate::Nulls;
        let changed = contract.fate == Fate::Changed;
        let gone = self.place > 0 && matches!(contract.fate, Fate::Deleted(_) | Fate::Removed);
        let settled = contract.fate == Fate::Settled;
        let renewal = match self.place {
            1 if changed => RENEWAL / 3,
            2.. if settled => RENEWAL * 4 / 3,
            _ => RENEWAL,
        };
        let created = contract.created();
        let expires = Timestamp { seconds: created.seconds + renewal, ..created };
        let obtainer = match contract.fate {
            Fate::Deleted(num) if gone => Some(format!("0.0.{num}")),
            _ => None,
        };
        let file = match contract.fate {
            Fate::FromFile(num) => Some(format!("0.0.{num}")),
            _ => None,
        };
        let mut entity = Map::new();
        let mut put = |name: &str, value: Value| entity.insert(name.to_owned(), value);
        put("admin_key", self.admin().to_json(contract.num));
        put(
            "auto_renew_account",
            if (changed || settled) && self.place > 0 { json!("0.0.1002") } else { Value::Null },
        );
        put("auto_renew_period", if nulls { Value::Null } else { json!(renewal) });
        put("contract_id", json!(contract.id().to_string()));
        put("created_timestamp", if nulls { Value::Null } else { json!(created.to_string()) });
        put("deleted", if nulls { Value::Null } else { json!(gone) });
        put("evm_address", json!(contract.evm_address().to_string()));
        put("expiration_timestamp", if nulls { Value::Null } else { json!(expires.to_string()) });
        put("file_id", json!(file));
        let unlimited = changed && self.to.is_none();
        put(
            "max_automatic_token_associations",
            match (nulls, unlimited) {
                (true, _) => Value::Null,
                (false, true) => json!(-1),
                (false, false) => json!(0),
            },
        );
        put("memo", json!(self.memo()));
        put("nonce", if nulls { Value::Null } else { json!(1 + 8 * self.place) });
        put("obtainer_id", json!(obtainer));
        let removed = gone && contract.fate == Fate::Removed;
        put("permanent_removal", if removed { json!(true) } else { Value::Null });
        put("proxy_account_id", Value::Null);
        put(
            "timestamp",
            json!({
                "from": self.from.to_string(),
                "to": self.to.map(|to| to.to_string()),
            }),
        );
        if contract.fate == Fate::Strange {
            for name in ["auto_renew_account", "nonce", "permanent_removal"] {
                entity.shift_remove(name);
            }
            entity.insert("hook_count".to_owned(), json!({ "note": "a member of a later version" }));
        }
        entity
    }

    fn admin(&self) -> Admin {
        match (self.contract.fate, self.place) {
            (Fate::Changed | Fate::Settled, 0) => Admin::Ed25519,
            (Fate::Changed, 1) | (Fate::Settled, 1..=3) => Admin::Threshold,
            _ => self.contract.admin,
        }
    }

    fn memo(&self) -> String {
        match (self.contract.fate, self.place) {
            (Fate::Changed, 0) => format!("{} (old memo)", self.contract.memo),
            (Fate::Changed, 1) => format!("{} (under review)", self.contract.memo),
            (Fate::Settled, 0..=2) => "a greeter of many words".to_owned(),
            _ => self.contract.memo.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::demo::ledger::contracts::by_num;

    const NOW: Timestamp = Timestamp::of(1_795_219_200);

    #[test]
    fn the_busiest_contract_changed_twice() {
        let all = versions(by_num(5001).unwrap(), NOW);
        assert_eq!(all.len(), 3);
        assert_eq!(all[0].to, Some(all[1].from));
        let [first, second, third] = [0, 1, 2].map(|place: usize| all[place].to_json());
        assert_eq!(third["memo"], "busy DEX router");
        assert_eq!(third["admin_key"]["key"], "0a03188927");
        assert_eq!(third["timestamp"]["to"], Value::Null);
        assert_eq!(third["max_automatic_token_associations"], -1);
        assert_ne!(first["memo"], second["memo"]);
        assert_ne!(first["auto_renew_account"], second["auto_renew_account"]);
        assert_ne!(second["auto_renew_period"], third["auto_renew_period"]);
    }

    #[test]
    fn one_is_settled_in_five_steps_and_immutable_at_last() {
        let all: Vec<_> = versions(by_num(5201).unwrap(), NOW).iter().map(Version::to_json).collect();
        assert_eq!(all.len(), 5);
        for (place, name) in ["admin_key", "auto_renew_period", "memo", "admin_key"].into_iter().enumerate() {
            assert_ne!(all[place][name], all[place + 1][name], "{name}");
        }
        assert_eq!(all[4]["admin_key"], Value::Null);
    }

    #[test]
    fn a_change_that_is_yet_to_come_is_not_there() {
        assert_eq!(versions(by_num(5001).unwrap(), SECOND_CHANGE.minus_seconds(1)).len(), 2);
    }

    #[test]
    fn the_deleted_one_names_who_obtained_its_coins() {
        let gone = versions(by_num(5003).unwrap(), NOW).pop().unwrap().to_json();
        assert_eq!((&gone["deleted"], &gone["obtainer_id"]), (&json!(true), &json!("0.0.1005")));
        let nulls = versions(by_num(5023).unwrap(), NOW).pop().unwrap().to_json();
        assert_eq!(nulls["auto_renew_period"], Value::Null);
        let strange = versions(by_num(5042).unwrap(), NOW).pop().unwrap().to_json();
        assert!(!strange.contains_key("nonce") && strange.contains_key("hook_count"));
    }
}
