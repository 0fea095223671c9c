//! Labels of addresses, ids, transactions and hashes.

use ledger::{Labelled, Text, Timestamp};
use rusqlite::Row;
use rusqlite::types::Value;

use super::own::Own;
use crate::message::Label;

impl Own for Label {
    const TABLE: &'static str = "labels";
    const ONE: &'static str = "label";
    const KEY: &'static str = "labelled";
    const COLUMNS: &'static [&'static str] = &["name", "note"];
    const ORDER: &'static str = "at, labelled";

    fn network(&self) -> &str {
        &self.network
    }

    fn key(&self) -> String {
        self.of.to_string()
    }

    fn at(&self) -> Timestamp {
        self.at
    }

    fn values(&self) -> Vec<Value> {
        [&self.name, &self.note].map(|text| text.raw().to_vec().into()).to_vec()
    }

    fn read(network: String, key: &str, at: Timestamp, row: &Row<'_>) -> rusqlite::Result<Option<Self>> {
        let Some(of) = Labelled::parse_whole(key) else { return Ok(None) };
        let text = |name: &str| row.get::<_, Vec<u8>>(name).map(Text::from_bytes);
        Ok(Some(Self { network, of, name: text("name")?, note: text("note")?, at }))
    }
}

#[cfg(test)]
mod tests {
    use rusqlite::Connection;

    use super::*;
    use crate::store::own::{forget, load, write};
    use crate::store::schema;
    use crate::store::unread::Unread;

    #[test]
    fn a_label_is_kept_renamed_and_forgotten() {
        let mut connection = Connection::open_in_memory().unwrap();
        schema::set_up(&mut connection).unwrap();
        let label = |of: &str, name: &str, at| Label {
            network: "demo".into(),
            of: Labelled::parse_whole(of).unwrap(),
            name: name.into(),
            note: "of the team".into(),
            at: Timestamp::from_secs(at),
        };
        let one = label("0.3.1002", "deployer", 1);
        let other = label("0xb0551e9ecceb06cf6ea2879174aaf4da84633e85", "bot", 2);
        for label in [&one, &other] {
            write(&connection, label).unwrap();
        }
        assert_eq!(load(&connection, &mut Unread::default()), Ok(vec![one.clone(), other.clone()]));
        let renamed = label("0.3.1002", "owner", 3);
        write(&connection, &renamed).unwrap();
        assert_eq!(load(&connection, &mut Unread::default()), Ok(vec![other.clone(), renamed]));
        forget(&connection, &label("0.3.1002", "", 4)).unwrap();
        assert_eq!(load(&connection, &mut Unread::default()), Ok(vec![other]));
    }
}
