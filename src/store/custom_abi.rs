//! ABIs, signatures and slot names that the user added, and the newest verifiers' answers, one per contract.

use std::sync::Arc;

use ledger::{ContractRef, EvmAddress, HexBytes, RawJson};
use rusqlite::{Connection, Row, params};
use verification::Verified;

use super::columns::{HOME, nanos, time};
use super::remark::Unread;
use crate::message::{CustomAbi, CustomSignature, KeptAnswer, SlotName};

/// Replaces the stored interface of the same origin.
pub(super) fn keep_interface(connection: &Connection, custom: &CustomAbi) -> rusqlite::Result<()> {
    let CustomAbi { network, contract, origin, text, at } = custom;
    connection
        .prepare_cached(
            "INSERT INTO interfaces (network, contract, origin, text, at) VALUES (?1, ?2, ?3, ?4, ?5)
             ON CONFLICT (network, contract, origin) DO UPDATE SET text = excluded.text, at = excluded.at",
        )?
        .execute(params![network, contract.to_string(), origin, text.as_ref(), nanos(*at)])?;
    Ok(())
}

pub(super) fn forget_interface(connection: &Connection, custom: &CustomAbi) -> rusqlite::Result<()> {
    connection
        .prepare_cached("DELETE FROM interfaces WHERE network = ?1 AND contract = ?2 AND origin = ?3")?
        .execute(params![custom.network, custom.contract.to_string(), custom.origin])?;
    Ok(())
}

/// The interfaces, oldest first. One that cannot be read is left out.
pub(super) fn interfaces(connection: &Connection, unread: &mut Unread) -> rusqlite::Result<Vec<CustomAbi>> {
    let mut select = connection.prepare("SELECT * FROM interfaces ORDER BY at, origin")?;
    let custom = select.query_map([], |row| {
        let Some(contract) = contract(row)? else { return Ok(None) };
        let text: String = row.get("text")?;
        Ok(Some(CustomAbi {
            network: row.get("network")?,
            contract,
            origin: row.get("origin")?,
            text: text.into(),
            at: time(row.get("at")?),
        }))
    })?;
    unread.leave_out("ABI", custom)
}

fn contract(row: &Row<'_>) -> rusqlite::Result<Option<ContractRef>> {
    let text: String = row.get("contract")?;
    Ok(ContractRef::parse(&text, HOME))
}

/// Writes a signature.
pub(super) fn keep_signature(connection: &Connection, custom: &CustomSignature) -> rusqlite::Result<()> {
    connection
        .prepare_cached("INSERT INTO signatures (text, at) VALUES (?1, ?2) ON CONFLICT (text) DO NOTHING")?
        .execute(params![custom.text, nanos(custom.at)])?;
    Ok(())
}

/// Forgets the signature of this text.
pub(super) fn forget_signature(connection: &Connection, text: &str) -> rusqlite::Result<()> {
    connection.prepare_cached("DELETE FROM signatures WHERE text = ?1")?.execute([text])?;
    Ok(())
}

/// The signatures, oldest first.
pub(super) fn signatures(
    connection: &Connection,
    unread: &mut Unread,
) -> rusqlite::Result<Vec<CustomSignature>> {
    let mut select = connection.prepare("SELECT text, at FROM signatures ORDER BY at, text")?;
    let custom = select.query_map([], |row| {
        Ok(Some(CustomSignature { text: row.get("text")?, at: time(row.get("at")?) }))
    })?;
    unread.leave_out("signature", custom)
}

/// Names a slot, or takes its name away if it is to have none.
pub(super) fn name_slot(connection: &Connection, named: &SlotName) -> rusqlite::Result<()> {
    let (contract, slot) = (named.contract.to_string(), named.slot.to_hex());
    if named.name.is_empty() {
        connection
            .prepare_cached("DELETE FROM slots WHERE network = ?1 AND contract = ?2 AND slot = ?3")?
            .execute(params![named.network, contract, slot])?;
        return Ok(());
    }
    connection
        .prepare_cached(
            "INSERT INTO slots (network, contract, slot, name) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (network, contract, slot) DO UPDATE SET name = excluded.name",
        )?
        .execute(params![named.network, contract, slot, named.name])?;
    Ok(())
}

/// The names of slots. One that cannot be read is left out.
pub(super) fn slots(connection: &Connection, unread: &mut Unread) -> rusqlite::Result<Vec<SlotName>> {
    let mut select = connection.prepare("SELECT * FROM slots ORDER BY network, contract, slot")?;
    let named = select.query_map([], |row| {
        let slot: String = row.get("slot")?;
        let (Some(contract), Some(slot)) = (contract(row)?, HexBytes::parse(&slot)) else { return Ok(None) };
        Ok(Some(SlotName { network: row.get("network")?, contract, slot, name: row.get("name")? }))
    })?;
    unread.leave_out("slot name", named)
}

pub(super) const MAX_ANSWERS: u32 = 200;
/// The longest answer that is stored, bytes; longer ones are requested again.
pub(super) const MAX_TEXT_BYTES: usize = 1 << 20;

/// Stores an answer, and deletes the oldest beyond [`MAX_ANSWERS`]. One that is too long only deletes the outdated
/// stored one.
pub(super) fn keep_answer(connection: &Connection, answer: &KeptAnswer) -> rusqlite::Result<()> {
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

#[cfg(test)]
mod tests;
