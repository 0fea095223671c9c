//! Drafts: the contents of forms.

use rusqlite::{Connection, params};

use super::unread::Unread;
use crate::message::Draft;

/// Replaces a form's stored fields, without those that hold secrets.
pub(super) fn write(connection: &Connection, draft: &Draft) -> rusqlite::Result<()> {
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
