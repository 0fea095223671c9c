//! Labels of addresses, ids, transactions and hashes.

use rusqlite::{Connection, params};

use super::columns::{nanos, time};
use crate::ledger::{Labelled, Text};
use crate::message::Label;

/// Writes a label, or forgets it if it has no name.
pub(super) fn write(connection: &Connection, label: &Label) -> rusqlite::Result<()> {
    let Label { network, of, name, note, at } = label;
    if name.is_empty() {
        connection
            .prepare_cached("DELETE FROM labels WHERE network = ?1 AND labelled = ?2")?
            .execute(params![network, of.to_string()])?;
        return Ok(());
    }
    connection
        .prepare_cached(
            "INSERT INTO labels (network, labelled, name, note, at) VALUES (?1, ?2, ?3, ?4, ?5)
             ON CONFLICT (network, labelled)
             DO UPDATE SET name = excluded.name, note = excluded.note, at = excluded.at",
        )?
        .execute(params![network, of.to_string(), name.raw(), note.raw(), nanos(*at)])?;
    Ok(())
}

/// The labels, oldest first. One of what is no longer understood is left out.
pub(super) fn load_labels(connection: &Connection) -> rusqlite::Result<Vec<Label>> {
    let mut select = connection.prepare("SELECT * FROM labels ORDER BY at, labelled")?;
    let labels = select.query_map([], |row| {
        let of: String = row.get("labelled")?;
        let Some(of) = Labelled::parse_whole(&of) else { return Ok(None) };
        Ok(Some(Label {
            network: row.get("network")?,
            of,
            name: Text::from_bytes(row.get::<_, Vec<u8>>("name")?),
            note: Text::from_bytes(row.get::<_, Vec<u8>>("note")?),
            at: time(row.get("at")?),
        }))
    })?;
    labels.filter_map(Result::transpose).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::Timestamp;
    use crate::store::schema;

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
        assert_eq!(load_labels(&connection), Ok(vec![one.clone(), other.clone()]));
        let renamed = label("0.3.1002", "owner", 3);
        write(&connection, &renamed).unwrap();
        assert_eq!(load_labels(&connection), Ok(vec![other.clone(), renamed]));
        write(&connection, &label("0.3.1002", "", 4)).unwrap();
        assert_eq!(load_labels(&connection), Ok(vec![other]));
    }
}
