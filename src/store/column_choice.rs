//! Column settings of lists.

use std::collections::BTreeMap;

use rusqlite::{Connection, params};

use super::unread::Unread;
use crate::message::{ColumnChoice, ColumnChoices};

/// A column's position, visibility and width; `None` if not set.
type Row = (Option<i64>, Option<bool>, Option<u16>);

/// Replaces the stored settings of a list.
pub(super) fn write(connection: &Connection, list: &str, choice: &ColumnChoice) -> rusqlite::Result<()> {
    let mut rows: BTreeMap<&str, Row> = BTreeMap::new();
    for (name, position) in choice.order.iter().zip(0..) {
        rows.entry(name).or_default().0 = Some(position);
    }
    for (name, shown) in &choice.shown {
        rows.entry(name).or_default().1 = Some(*shown);
    }
    for (name, width) in &choice.widths {
        rows.entry(name).or_default().2 = Some(*width);
    }
    connection.prepare_cached("DELETE FROM columns WHERE list = ?1")?.execute([list])?;
    let mut insert = connection.prepare_cached(
        "INSERT INTO columns (list, name, position, shown, width) VALUES (?1, ?2, ?3, ?4, ?5)",
    )?;
    for (name, (position, shown, width)) in rows {
        insert.execute(params![list, name, position, shown, width])?;
    }
    Ok(())
}

/// The column settings of all lists.
pub(super) fn load_choices(connection: &Connection, unread: &mut Unread) -> rusqlite::Result<ColumnChoices> {
    let mut choices = ColumnChoices::new();
    let mut select = connection
        .prepare("SELECT list, name, position, shown, width FROM columns ORDER BY list, position")?;
    let rows = select.query_map([], |row| {
        let (list, name): (String, String) = (row.get("list")?, row.get("name")?);
        let chosen: Row = (row.get("position")?, row.get("shown")?, row.get("width")?);
        Ok(Some((list, name, chosen)))
    })?;
    for (list, name, (position, shown, width)) in unread.leave_out("column choice", rows)? {
        let choice: &mut ColumnChoice = choices.entry(list).or_default();
        choice.order.extend(position.map(|_| name.clone()));
        choice.shown.extend(shown.map(|shown| (name.clone(), shown)));
        choice.widths.extend(width.map(|width| (name, width)));
    }
    Ok(choices)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::schema;

    #[test]
    fn a_choice_comes_back_and_the_default_leaves_nothing() {
        let mut connection = Connection::open_in_memory().unwrap();
        schema::set_up(&mut connection).unwrap();
        let choice = ColumnChoice {
            order: ["gas", "time", "method"].map(str::to_owned).into(),
            shown: [("gas".to_owned(), false), ("fee".to_owned(), true)].into(),
            widths: [("method".to_owned(), 33)].into(),
        };
        write(&connection, "results", &choice).unwrap();
        write(&connection, "events", &ColumnChoice { order: Vec::new(), ..choice.clone() }).unwrap();
        let loaded = load_choices(&connection, &mut Unread::default()).unwrap();
        assert_eq!(loaded.get("results"), Some(&choice));
        assert_eq!(loaded.get("events").map(|choice| choice.order.len()), Some(0));
        write(&connection, "results", &ColumnChoice::default()).unwrap();
        assert_eq!(load_choices(&connection, &mut Unread::default()).unwrap().len(), 1);
    }
}
