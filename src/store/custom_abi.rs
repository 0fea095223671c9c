//! ABIs, signatures and slot names that the user added.

use ledger::{ContractRef, EntityId, HexBytes};
use rusqlite::{Connection, Row, params};

use super::columns::{nanos, time};
use super::unread::Unread;
use crate::message::{CustomAbi, CustomSignature, SlotName};

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

/// Contracts are written in full, so no realm is needed to complete them.
fn contract(row: &Row<'_>) -> rusqlite::Result<Option<ContractRef>> {
    let text: String = row.get("contract")?;
    Ok(ContractRef::parse(&text, EntityId::from_num(0)))
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

#[cfg(test)]
mod tests;
