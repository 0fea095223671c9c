//! Jobs: one row each, and the moments that were observed of them.

use std::sync::Arc;

use rusqlite::{Connection, OptionalExtension, Row, named_params, params};

use super::columns::{bytes, nanos, text, time};
use crate::ledger::{EvmAddress, RawJson, Timestamp};
use crate::verification::{
    ChainId, CreationHash, Job, JobId, JobKey, JobRecord, JobState, Mode, Moment, Refusal,
};

/// How many jobs are handed out, the newest first.
const MOST_JOBS: u32 = 500;

/// How many moments of a job are handed out: its first, and the newest others.
const MOST_MOMENTS: usize = 100;

/// Bytes of a record beyond which it is not kept.
pub(super) const MOST_RECORD: usize = 4 << 20;

/// How much is known of a job. Of two versions the greater one stands: a later attempt, one whose submission is settled over
/// one that waits, a verdict over anything else, what the server said later over what it said before, and at
/// last what was observed later.
#[derive(PartialEq, PartialOrd)]
struct Knowledge {
    attempt: u32,
    settled: bool,
    verdict: bool,
    seen: Option<i64>,
    entered: Option<i64>,
}

impl Knowledge {
    fn new(attempt: u32, state: JobState, has_id: bool, seen: Option<i64>, entered: Option<i64>) -> Self {
        let waits = matches!(state, JobState::Submitting | JobState::UnknownOutcome);
        Self { attempt, settled: has_id || !waits, verdict: state.is_verdict(), seen, entered }
    }

    fn of(job: &Job) -> Self {
        let entered = job.timeline.last().map(|moment| nanos(moment.at));
        Self::new(job.attempt, job.state, job.id.is_some(), job.seen.map(nanos), entered)
    }

    fn kept(connection: &Connection, key: JobKey) -> rusqlite::Result<Option<Self>> {
        let mut select = connection.prepare_cached(
            "SELECT attempt, state, id IS NOT NULL, seen, entered FROM jobs WHERE key = ?1",
        )?;
        let read = |row: &Row<'_>| {
            let state: String = row.get(1)?;
            let state = JobState::parse(&state).unwrap_or(JobState::UnknownShape);
            Ok(Self::new(row.get(0)?, state, row.get(2)?, row.get(3)?, row.get(4)?))
        };
        select.query_row([key.to_string()], read).optional()
    }
}

/// Writes a job as it stands, unless more is known of it already.
pub(super) fn write(connection: &Connection, job: &Job) -> rusqlite::Result<()> {
    let knowledge = Knowledge::of(job);
    if Knowledge::kept(connection, job.key)?.is_some_and(|kept| kept > knowledge) {
        return Ok(());
    }
    let record = job.record.as_ref().map(|record| record.raw.raw());
    let fitting = record.filter(|record| record.len() <= MOST_RECORD);
    let mut upsert = connection.prepare_cached(
        "INSERT INTO jobs (key, network, server, mode, chain, address, creation_hash, id, state, entered,
             refusal_status, refusal_code, words, record, etag, seen, next_look, failed_looks, attempt)
         VALUES (:key, :network, :server, :mode, :chain, :address, :creation_hash, :id, :state, :entered,
             :refusal_status, :refusal_code, :words, :record, :etag, :seen, :next_look, :failed_looks, :attempt)
         ON CONFLICT (key) DO UPDATE SET
             network = :network, server = :server, mode = :mode, chain = :chain, address = :address,
             creation_hash = :creation_hash, id = :id, state = :state, entered = :entered,
             refusal_status = :refusal_status, refusal_code = :refusal_code, words = :words,
             record = :record, etag = :etag, seen = :seen, next_look = :next_look,
             failed_looks = :failed_looks, attempt = :attempt",
    )?;
    upsert.execute(named_params! {
        ":key": job.key.to_string(),
        ":network": job.network,
        ":server": job.server,
        ":mode": job.mode.map(Mode::name),
        ":chain": job.chain.as_ref().map(ToString::to_string),
        ":address": job.address.map(|address| address.to_string()),
        ":creation_hash": job.creation_hash.map(|hash| hash.to_string()),
        ":id": job.id.as_ref().map(ToString::to_string),
        ":state": job.state.name(),
        ":entered": knowledge.entered,
        ":refusal_status": job.refusal.as_ref().map(|refusal| refusal.status),
        ":refusal_code": bytes(job.refusal.as_ref().and_then(|refusal| refusal.code.as_ref())),
        ":words": bytes(job.words.as_ref()),
        ":record": fitting,
        // The tag of a record that is not here would only ever bring the answer that it is unchanged.
        ":etag": fitting.and(job.etag.as_ref()),
        ":seen": knowledge.seen,
        ":next_look": job.next_look.map(nanos),
        ":failed_looks": job.failed_looks,
        ":attempt": job.attempt,
    })?;
    let mut append = connection.prepare_cached(
        "INSERT INTO moments (job, at, state, detail) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (job, at, state) DO NOTHING",
    )?;
    for moment in &job.timeline {
        let detail = bytes(moment.detail.as_ref());
        append.execute(params![job.key.to_string(), nanos(moment.at), moment.state.name(), detail])?;
    }
    Ok(())
}

/// Marks a job as forgotten, or takes the mark away. What is known of it stays.
pub(super) fn forget(connection: &Connection, key: JobKey, forgotten: bool) -> rusqlite::Result<()> {
    let mut update = connection.prepare_cached("UPDATE jobs SET forgotten = ?2 WHERE key = ?1")?;
    update.execute(params![key.to_string(), forgotten])?;
    Ok(())
}

/// The jobs that are not forgotten, newest first. A row that cannot be read stays in the file and is left out.
pub(super) fn read(
    connection: &Connection,
    read_record: fn(&RawJson) -> JobRecord,
) -> rusqlite::Result<Vec<Job>> {
    let mut statement = connection.prepare(
        "SELECT * FROM jobs WHERE NOT forgotten
         ORDER BY CAST(key AS INTEGER) DESC, key DESC LIMIT ?1",
    )?;
    let rows = statement.query_map([MOST_JOBS], |row| job(row, read_record))?;
    let mut jobs = rows.filter_map(Result::transpose).collect::<rusqlite::Result<Vec<Job>>>()?;
    for job in &mut jobs {
        job.timeline = moments(connection, job)?;
    }
    jobs.sort_by_key(|job| std::cmp::Reverse(job.key));
    Ok(jobs)
}

fn job(row: &Row<'_>, read_record: fn(&RawJson) -> JobRecord) -> rusqlite::Result<Option<Job>> {
    let key: String = row.get("key")?;
    let state: String = row.get("state")?;
    let (Some(key), Some(state)) = (JobKey::parse(&key), JobState::parse(&state)) else { return Ok(None) };
    let parsed = |name: &str| row.get::<_, Option<String>>(name);
    let at = |name: &str| row.get::<_, Option<i64>>(name).map(|nanos| nanos.map(time));
    let code = text(row.get("refusal_code")?);
    let status: Option<u16> = row.get("refusal_status")?;
    Ok(Some(Job {
        key,
        network: row.get("network")?,
        server: row.get("server")?,
        mode: parsed("mode")?.and_then(|mode| Mode::parse(&mode)),
        chain: parsed("chain")?.and_then(|chain| ChainId::parse(&chain)),
        address: parsed("address")?.and_then(|address| EvmAddress::parse(&address).ok()),
        creation_hash: parsed("creation_hash")?.and_then(|hash| CreationHash::parse(&hash)),
        id: parsed("id")?.and_then(|id| JobId::parse(&id)),
        state,
        refusal: status.map(|status| Refusal { status, code, until: None }),
        words: text(row.get("words")?),
        record: parsed("record")?.map(|record| Arc::new(read_record(&RawJson::new(record)))),
        etag: row.get("etag")?,
        timeline: Vec::new(),
        seen: at("seen")?,
        next_look: at("next_look")?,
        failed_looks: row.get("failed_looks")?,
        attempt: row.get("attempt")?,
        retry_at: None,
    }))
}

/// What was observed of a job, oldest first, up to the beginning of its state: what an instance that knew less
/// observed after that is left out.
fn moments(connection: &Connection, job: &Job) -> rusqlite::Result<Vec<Moment>> {
    let mut select = connection
        .prepare_cached("SELECT at, state, detail FROM moments WHERE job = ?1 ORDER BY at, number")?;
    let rows = select.query_map([job.key.to_string()], |row| {
        let (at, state): (Timestamp, String) = (time(row.get(0)?), row.get(1)?);
        let detail = text(row.get(2)?);
        Ok(JobState::parse(&state).map(|state| Moment { at, state, detail }))
    })?;
    let mut moments = rows.filter_map(Result::transpose).collect::<rusqlite::Result<Vec<Moment>>>()?;
    let end = moments.iter().rposition(|moment| moment.state == job.state);
    moments.truncate(end.map_or(moments.len(), |end| end + 1));
    let surplus = moments.len().saturating_sub(MOST_MOMENTS);
    if surplus > 0 {
        moments.drain(1..=surplus);
    }
    Ok(moments)
}
