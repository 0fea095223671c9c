//! Batches: one row each, and one per line.

use ledger::{ContractRef, EntityId, EvmAddress};
use rusqlite::{Connection, OptionalExtension, Row, named_params, params};
use verification::batch::{
    AtOnce, BatchLine, LineState, Lookup, Matching, OnError, Pause, Phase, Skipped, Target,
};
use verification::{Batch, BatchId, ChainId, CreationHash, JobKey, JobState, Mode};

use super::remark::Unread;
use super::revision::Writer;

/// The most batches that are stored.
pub(super) const MAX_BATCHES: usize = 20;

/// Condition: batches that an instance handles.
pub(super) const OPEN: &str = "phase <> 'ended'";

/// The instance that handles a batch.
pub(super) fn owner(connection: &Connection, id: BatchId) -> rusqlite::Result<Option<String>> {
    let mut select = connection.prepare_cached("SELECT owner FROM batches WHERE id = ?1")?;
    Ok(select.query_row([id.to_string()], |row| row.get(0)).optional()?.flatten())
}

/// Writes a batch. Of each line the version with more knowledge is kept, so an instance that knows less loses
/// nothing.
pub(super) fn write(connection: &Connection, batch: &Batch, writer: Writer<'_>) -> rusqlite::Result<()> {
    let id = batch.id.to_string();
    connection
        .prepare_cached(
            "INSERT INTO batches (id, network, server, mode, project, keyed, at_once, on_error, phase, owner,
                 revision)
             VALUES (:id, :network, :server, :mode, :project, :keyed, :at_once, :on_error, :phase, :owner,
                 :revision)
             ON CONFLICT (id) DO UPDATE SET phase = :phase, owner = :owner, revision = :revision",
        )?
        .execute(named_params! {
            ":id": id,
            ":network": batch.network,
            ":server": batch.server,
            ":mode": batch.mode.name(),
            ":project": batch.project,
            ":keyed": batch.keyed,
            ":at_once": batch.at_once.get(),
            ":on_error": batch.on_error.name(),
            ":phase": phase_name(batch.phase),
            ":owner": writer.me,
            ":revision": writer.revision,
        })?;
    let mut upsert = connection.prepare_cached(
        "INSERT INTO batch_lines (batch, number, changes, text, chain, contract, creation_hash, artifact, here,
             address, state, job, detail)
         VALUES (:batch, :number, :changes, :text, :chain, :contract, :creation_hash, :artifact, :here,
             :address, :state, :job, :detail)
         ON CONFLICT (batch, number) DO UPDATE SET
             changes = :changes, address = :address, state = :state, job = :job, detail = :detail
         WHERE :changes > changes",
    )?;
    for line in &batch.lines {
        let (state, job, detail) = columns(&line.state);
        let target = line.target.as_ref();
        upsert.execute(named_params! {
            ":batch": id,
            ":number": i64::try_from(line.number).unwrap_or(i64::MAX),
            ":changes": line.changes,
            ":text": line.text,
            ":chain": target.map(|target| target.chain.to_string()),
            ":contract": target.map(|target| target.contract.to_string()),
            ":creation_hash": target.and_then(|target| target.creation_hash).map(|hash| hash.to_string()),
            ":artifact": target.and_then(|target| target.artifact.as_ref()),
            ":here": target.is_some_and(|target| target.here),
            ":address": line.address.map(|address| address.to_string()),
            ":state": state,
            ":job": job.map(|job| job.to_string()),
            ":detail": detail,
        })?;
    }
    forget_oldest(connection)
}

/// Deletes the oldest batches beyond [`MAX_BATCHES`].
fn forget_oldest(connection: &Connection) -> rusqlite::Result<()> {
    for id in newest(connection)?.iter().skip(MAX_BATCHES) {
        connection.prepare_cached("DELETE FROM batches WHERE id = ?1")?.execute([id])?;
        connection.prepare_cached("DELETE FROM batch_lines WHERE batch = ?1")?.execute([id])?;
    }
    Ok(())
}

/// The names of all batches, newest first.
fn newest(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    let mut select =
        connection.prepare_cached("SELECT id FROM batches ORDER BY CAST(id AS INTEGER) DESC, id DESC")?;
    let ids = select.query_map([], |row| row.get(0).map(Some))?;
    Unread::default().leave_out("batch", ids)
}

/// The batches written after this revision, or all, newest first. Unreadable ones are skipped and stay in the file.
/// `runs` returns whether an instance runs: batches of running instances are marked as handled elsewhere.
pub(super) fn load_batches(
    connection: &Connection,
    since: Option<i64>,
    runs: impl Fn(&str) -> bool,
    unread: &mut Unread,
) -> rusqlite::Result<Vec<Batch>> {
    let mut select = connection.prepare("SELECT * FROM batches WHERE revision > ?1")?;
    let rows = select.query_map([since.unwrap_or(-1)], |row| {
        Ok(batch(row)?.zip(Some(row.get::<_, Option<String>>("owner")?)))
    })?;
    let mut batches = unread.leave_out("batch", rows)?;
    batches.sort_by_key(|(batch, _)| std::cmp::Reverse(batch.id));
    batches.truncate(MAX_BATCHES);
    let whole = batches.into_iter().map(|(mut batch, owner)| {
        batch.lines = lines(connection, &batch.id.to_string(), unread)?;
        if batch.phase != Phase::Ended && owner.is_some_and(|owner| runs(&owner)) {
            batch.phase = Phase::Elsewhere;
        }
        Ok(batch)
    });
    whole.collect()
}

fn batch(row: &Row<'_>) -> rusqlite::Result<Option<Batch>> {
    let (id, mode): (String, String) = (row.get("id")?, row.get("mode")?);
    let (on_error, phase): (String, String) = (row.get("on_error")?, row.get("phase")?);
    let (Some(id), Some(mode)) = (BatchId::parse(&id), Mode::parse(&mode)) else { return Ok(None) };
    Ok(Some(Batch {
        id,
        network: row.get("network")?,
        server: row.get("server")?,
        mode,
        project: row.get("project")?,
        keyed: row.get("keyed")?,
        at_once: AtOnce::new(row.get("at_once")?),
        on_error: OnError::parse(&on_error).unwrap_or_default(),
        phase: phase_named(&phase),
        lines: Vec::new(),
    }))
}

fn lines(connection: &Connection, batch: &str, unread: &mut Unread) -> rusqlite::Result<Vec<BatchLine>> {
    let mut select =
        connection.prepare_cached("SELECT * FROM batch_lines WHERE batch = ?1 ORDER BY number")?;
    let rows = select.query_map(params![batch], line)?;
    unread.leave_out("batch line", rows)
}

fn line(row: &Row<'_>) -> rusqlite::Result<Option<BatchLine>> {
    let parsed = |name: &str| row.get::<_, Option<String>>(name);
    let chain = parsed("chain")?.and_then(|chain| ChainId::parse(&chain));
    let contract = parsed("contract")?.and_then(|text| ContractRef::parse(&text, EntityId::from_num(0)));
    let creation_hash = parsed("creation_hash")?.and_then(|hash| CreationHash::parse(&hash));
    let here = row.get("here")?;
    let artifact = parsed("artifact")?;
    let target = chain.zip(contract).map(|(chain, contract)| Target {
        chain,
        contract,
        creation_hash,
        artifact,
        here,
    });
    let job = parsed("job")?.and_then(|job| JobKey::parse(&job));
    let state: String = row.get("state")?;
    let detail = parsed("detail")?.unwrap_or_default();
    let Some(state) = state_of(&state, job, detail) else { return Ok(None) };
    let number: u32 = row.get("number")?;
    Ok(Some(BatchLine {
        number: usize::try_from(number).unwrap_or(usize::MAX),
        text: row.get("text")?,
        target,
        address: parsed("address")?.and_then(|address| EvmAddress::parse(&address).ok()),
        state,
        lookup: Lookup::default(),
        matching: Matching::default(),
        changes: row.get("changes")?,
    }))
}

/// A line's state as columns: name, job, and detail.
fn columns(state: &LineState) -> (&'static str, Option<JobKey>, Option<String>) {
    match state {
        LineState::Faulty(words) => ("faulty", None, Some(words.clone())),
        LineState::Waiting | LineState::LookingUp => ("waiting", None, None),
        LineState::Sent(job, state) => ("sent", Some(*job), Some(state.name().to_owned())),
        LineState::Unsent(words) => ("unsent", None, Some(words.clone())),
        LineState::VerifiedBefore(how) => ("verified", None, Some(how.clone())),
        LineState::Skipped(Skipped::Double(number)) => ("double", None, Some(number.to_string())),
        LineState::Skipped(Skipped::Asked) => ("skipped", None, None),
    }
}

/// The state that [`columns`] wrote. Job states of newer versions are not handled here.
fn state_of(name: &str, job: Option<JobKey>, detail: String) -> Option<LineState> {
    Some(match name {
        "faulty" => LineState::Faulty(detail),
        "waiting" => LineState::Waiting,
        "sent" => LineState::Sent(job?, JobState::parse(&detail).unwrap_or(JobState::UnknownOutcome)),
        "unsent" => LineState::Unsent(detail),
        "verified" => LineState::VerifiedBefore(detail),
        "double" => LineState::Skipped(Skipped::Double(detail.parse().ok()?)),
        "skipped" => LineState::Skipped(Skipped::Asked),
        _ => return None,
    })
}

/// A stored batch belongs to an ended process: only whether it had ended matters.
fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::Running => "running",
        Phase::Paused(_) | Phase::Elsewhere => "paused",
        Phase::Ended => "ended",
    }
}

fn phase_named(name: &str) -> Phase {
    if name == "ended" { Phase::Ended } else { Phase::Paused(Pause::Restart) }
}

#[cfg(test)]
mod tests;
