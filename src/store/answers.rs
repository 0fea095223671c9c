//! Verifiers' answers: the newest of each contract, and the newest contracts.

use std::sync::Arc;

use ledger::{EvmAddress, RawJson};
use rusqlite::{Connection, params};
use verification::Verified;

use super::columns::{nanos, time};
use super::unread::Unread;
use crate::message::KeptAnswer;

pub(super) const MAX_ANSWERS: u32 = 200;
/// The longest answer that is stored, bytes; longer ones are requested again.
pub(super) const MAX_TEXT_BYTES: usize = 1 << 20;

/// Stores an answer, and deletes the oldest beyond [`MAX_ANSWERS`]. One that is too long only deletes the outdated
/// stored one.
pub(super) fn write(connection: &Connection, answer: &KeptAnswer) -> rusqlite::Result<()> {
    let address = answer.address.to_string();
    if answer.verified.raw.raw().len() > MAX_TEXT_BYTES {
        connection
            .prepare_cached("DELETE FROM answers WHERE network = ?1 AND address = ?2")?
            .execute(params![answer.network, address])?;
        return Ok(());
    }
    connection
        .prepare_cached(
            "INSERT INTO answers (network, address, text, at) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (network, address) DO UPDATE SET text = excluded.text, at = excluded.at
             WHERE excluded.at >= at",
        )?
        .execute(params![answer.network, address, answer.verified.raw.raw(), nanos(answer.at)])?;
    connection
        .prepare_cached(
            "DELETE FROM answers WHERE at < (SELECT at FROM answers ORDER BY at DESC LIMIT 1 OFFSET ?1)",
        )?
        .execute([MAX_ANSWERS - 1])?;
    Ok(())
}

/// The answers, oldest first. One that is no longer understood is left out.
pub(super) fn load_answers(
    connection: &Connection,
    read_verified: fn(&RawJson) -> Option<Verified>,
    unread: &mut Unread,
) -> rusqlite::Result<Vec<KeptAnswer>> {
    let mut select = connection.prepare("SELECT network, address, text, at FROM answers ORDER BY at")?;
    let answers = select.query_map([], |row| {
        let (address, text): (String, String) = (row.get("address")?, row.get("text")?);
        let verified = read_verified(&RawJson::new(text)).map(Arc::new);
        let (Ok(address), Some(verified)) = (EvmAddress::parse(&address), verified) else { return Ok(None) };
        let (network, at) = (row.get("network")?, time(row.get("at")?));
        Ok(Some(KeptAnswer { network, address, verified, at }))
    })?;
    unread.leave_out("answer", answers.filter(|answer| !matches!(answer, Ok(None))))
}
