//! The user's choices and entries on screen: rows of the palette, switches, column settings, and the contents of forms.

use std::collections::BTreeMap;

use ledger::Timestamp;
use rusqlite::{Connection, params};

use super::columns::nanos;
use super::remark::Unread;
use crate::message::{ColumnChoice, ColumnChoices, Draft};

/// The most rows of the palette that are stored.
const MAX_CHOSEN: u32 = 200;

/// Counts a choice, and deletes the least recently chosen rows beyond [`MAX_CHOSEN`].
pub(super) fn write_chosen(connection: &Connection, name: &str, at: Timestamp) -> rusqlite::Result<()> {
    connection
        .prepare_cached(
            "INSERT INTO chosen (name, times, at) VALUES (?1, 1, ?2)
         ON CONFLICT (name) DO UPDATE SET times = times + 1, at = max(at, excluded.at)",
        )?
        .execute(params![name, nanos(at)])?;
    connection
        .prepare_cached(
            "DELETE FROM chosen WHERE name NOT IN (SELECT name FROM chosen ORDER BY at DESC, name LIMIT ?1)",
        )?
        .execute([MAX_CHOSEN])?;
    Ok(())
}

/// The rows that were chosen, and how often.
pub(super) fn load_chosen(
    connection: &Connection,
    unread: &mut Unread,
) -> rusqlite::Result<Vec<(String, u32)>> {
    let mut select = connection.prepare("SELECT name, times FROM chosen ORDER BY name")?;
    let chosen = select.query_map([], |row| {
        let times: i64 = row.get("times")?;
        Ok(Some((row.get("name")?, u32::try_from(times).unwrap_or(u32::MAX))))
    })?;
    unread.leave_out("palette choice", chosen)
}

/// The preview of a list's selected row.
pub(super) const PREVIEW: &str = "preview";

/// Stores a switch.
pub(super) fn write_switch(connection: &Connection, name: &str, is_on: bool) -> rusqlite::Result<()> {
    connection
        .prepare_cached("INSERT OR REPLACE INTO switches (name, is_on) VALUES (?1, ?2)")?
        .execute(params![name, is_on])?;
    Ok(())
}

/// Whether a switch is on; `None` if never set.
pub(super) fn load_switch(
    connection: &Connection,
    name: &str,
    unread: &mut Unread,
) -> rusqlite::Result<Option<bool>> {
    let mut select = connection.prepare_cached("SELECT is_on FROM switches WHERE name = ?1")?;
    let found = select.query_map([name], |row| row.get(0).map(Some))?;
    Ok(unread.leave_out("switch", found)?.pop())
}

/// A column's position, visibility and width; `None` if not set.
type Row = (Option<i64>, Option<bool>, Option<u16>);

/// Replaces the stored settings of a list.
pub(super) fn write_columns(
    connection: &Connection,
    list: &str,
    choice: &ColumnChoice,
) -> rusqlite::Result<()> {
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

/// Replaces a form's stored fields, without those that hold secrets.
pub(super) fn write_draft(connection: &Connection, draft: &Draft) -> rusqlite::Result<()> {
    connection.prepare_cached("DELETE FROM drafts WHERE form = ?1")?.execute([&draft.form])?;
    let mut insert = connection
        .prepare_cached("INSERT INTO drafts (form, position, name, text) VALUES (?1, ?2, ?3, ?4)")?;
    for ((name, text), position) in draft.fields.iter().filter(|(name, _)| !is_secret(name)).zip(0_i64..) {
        insert.execute(params![draft.form, position, name, text])?;
    }
    Ok(())
}

/// Every form that has something in it.
pub(super) fn load_drafts(connection: &Connection, unread: &mut Unread) -> rusqlite::Result<Vec<Draft>> {
    let mut statement = connection.prepare("SELECT form, name, text FROM drafts ORDER BY form, position")?;
    let fields =
        statement.query_map([], |row| Ok(Some((row.get::<_, String>(0)?, (row.get(1)?, row.get(2)?)))))?;
    let mut drafts: Vec<Draft> = Vec::new();
    for (form, field) in unread.leave_out("form field", fields)? {
        match drafts.last_mut().filter(|draft| draft.form == form) {
            Some(draft) => draft.fields.push(field),
            None => drafts.push(Draft { form, fields: vec![field] }),
        }
    }
    Ok(drafts)
}

/// Whether a field of this name holds a key for an explorer: `apiKey`, `API key`, `api_key`.
fn is_secret(name: &str) -> bool {
    let letters: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    letters.to_ascii_lowercase().contains("apikey")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::schema;

    #[test]
    fn choices_are_counted_and_those_of_long_ago_make_room() {
        let mut connection = Connection::open_in_memory().unwrap();
        schema::set_up(&mut connection).unwrap();
        let choose =
            |name: &str, second| write_chosen(&connection, name, Timestamp::from_secs(second)).unwrap();
        choose("old", 1);
        choose("often", 2);
        for at in 1..MAX_CHOSEN {
            choose(&format!("row {at}"), u64::from(at) + 2);
        }
        choose("often", 900);
        let chosen = load_chosen(&connection, &mut Unread::default()).unwrap();
        assert_eq!(chosen.len(), usize::try_from(MAX_CHOSEN).unwrap());
        assert!(chosen.contains(&("often".to_owned(), 2)) && chosen.contains(&("row 1".to_owned(), 1)));
        assert!(!chosen.iter().any(|(name, _)| name == "old"));
    }

    #[test]
    fn what_was_switched_last_holds() {
        let mut connection = Connection::open_in_memory().unwrap();
        schema::set_up(&mut connection).unwrap();
        assert_eq!(load_switch(&connection, PREVIEW, &mut Unread::default()), Ok(None));
        for is_on in [false, true, false] {
            write_switch(&connection, PREVIEW, is_on).unwrap();
            assert_eq!(load_switch(&connection, PREVIEW, &mut Unread::default()), Ok(Some(is_on)));
        }
    }

    #[test]
    fn a_choice_comes_back_and_the_default_leaves_nothing() {
        let mut connection = Connection::open_in_memory().unwrap();
        schema::set_up(&mut connection).unwrap();
        let choice = ColumnChoice {
            order: ["gas", "time", "method"].map(str::to_owned).into(),
            shown: [("gas".to_owned(), false), ("fee".to_owned(), true)].into(),
            widths: [("method".to_owned(), 33)].into(),
        };
        write_columns(&connection, "results", &choice).unwrap();
        write_columns(&connection, "events", &ColumnChoice { order: Vec::new(), ..choice.clone() }).unwrap();
        let loaded = load_choices(&connection, &mut Unread::default()).unwrap();
        assert_eq!(loaded.get("results"), Some(&choice));
        assert_eq!(loaded.get("events").map(|choice| choice.order.len()), Some(0));
        write_columns(&connection, "results", &ColumnChoice::default()).unwrap();
        assert_eq!(load_choices(&connection, &mut Unread::default()).unwrap().len(), 1);
    }
}
