//! Jobs: one row each, and the times of their observed states.

use std::sync::Arc;

use ledger::{EvmAddress, RawJson, Timestamp};
use rusqlite::{Connection, OptionalExtension, Row, named_params, params};
use verification::{
    ChainId, CreationHash, Job, JobId, JobKey, JobRecord, JobState, Knowledge, Mode, Moment, Origin, Refusal,
    SourcesDigest,
};

use super::columns::{bytes, nanos, text, time};
use super::records;
use super::remark::Unread;
use super::revision::Writer;

/// The number of jobs per page, in addition to open ones, newest first.
const PAGE_JOBS: u32 = 500;

/// Reads a job's record.
type ReadRecord = fn(&RawJson) -> JobRecord;

/// The most moments of a job that are loaded: its first, and the newest others.
const MAX_MOMENTS: usize = 100;

/// The longest record that is stored, bytes.
pub(super) const MAX_RECORD_BYTES: usize = 4 << 20;

/// Condition: jobs that one instance handles, because they are running, searched for, or to be sent again.
pub(super) const OPEN: &str = "(state IN ('submitting', 'running', 'stalled', 'unreachable', 'unknown-shape')
     OR state = 'lost' AND next_look IS NOT NULL OR retry_at IS NOT NULL)";

/// The stored columns that decide whether another version may replace a job.
pub(super) struct Kept {
    knowledge: Knowledge,
    accepted: bool,
    attempt: u32,
    state: JobState,
    /// Whether a retry is planned.
    planned: bool,
    /// The instance that handles it.
    pub(super) owner: Option<String>,
}

impl Kept {
    pub(super) fn load(connection: &Connection, key: JobKey) -> rusqlite::Result<Option<Self>> {
        let mut select = connection.prepare_cached(
            "SELECT attempt, state, id IS NOT NULL, seen, entered, owner, retry_at IS NOT NULL
             FROM jobs WHERE key = ?1",
        )?;
        let read = |row: &Row<'_>| {
            let state: String = row.get(1)?;
            let state = JobState::parse(&state).unwrap_or(JobState::UnknownShape);
            let (attempt, accepted) = (row.get(0)?, row.get(2)?);
            let at = |column| row.get::<_, Option<i64>>(column).map(|nanos| nanos.map(time));
            let knowledge = Knowledge::new(attempt, state, accepted, at(3)?, at(4)?);
            Ok(Self { knowledge, accepted, attempt, state, owner: row.get(5)?, planned: row.get(6)? })
        };
        select.query_row([key.to_string()], read).optional()
    }

    /// Whether this attempt at the job may be sent. `owner_runs`: whether the instance that owns the job runs, if
    /// known.
    pub(super) fn lets_begin(&self, job: &Job, owner_runs: bool) -> bool {
        let sending = self.state == JobState::Submitting && owner_runs;
        !self.accepted && self.attempt < job.attempt && !sending
    }

    /// Whether this instance may take over the planned retry. `owner_runs`: whether the instance that owns the job
    /// runs, if known.
    pub(super) fn lets_plan(&self, owner_runs: bool) -> bool {
        !(self.planned && owner_runs)
    }

    /// Whether the stored version wins over `job`. The owning instance wins regardless of the clock.
    fn stands_over(&self, job: &Job, me: Option<&str>) -> bool {
        let knowledge = job.knowledge();
        if me.is_some() && self.owner.as_deref() == me {
            self.knowledge.outranks(&knowledge)
        } else {
            self.knowledge > knowledge
        }
    }
}

/// Writes a job, unless the stored version is more recent. Returns whether it was written.
pub(super) fn write(connection: &Connection, job: &Job, writer: Writer<'_>) -> rusqlite::Result<bool> {
    if Kept::load(connection, job.key)?.is_some_and(|kept| kept.stands_over(job, writer.me)) {
        return Ok(false);
    }
    let record = job.record.as_deref();
    let fitting = record.filter(|record| record.raw.raw().len() <= MAX_RECORD_BYTES);
    let mut upsert = connection.prepare_cached(
        "INSERT INTO jobs (key, network, server, mode, chain, address, creation_hash, id, state, entered,
             refusal_status, refusal_code, words, etag, seen, next_look, failed_looks, attempt,
             retry_at, contract_name, compiler, file, digest, owner, revision)
         VALUES (:key, :network, :server, :mode, :chain, :address, :creation_hash, :id, :state, :entered,
             :refusal_status, :refusal_code, :words, :etag, :seen, :next_look, :failed_looks,
             :attempt, :retry_at, :contract_name, :compiler, :file, :digest, :owner, :revision)
         ON CONFLICT (key) DO UPDATE SET
             network = :network, server = :server, mode = :mode, chain = :chain, address = :address,
             creation_hash = :creation_hash, id = :id, state = :state, entered = :entered,
             refusal_status = :refusal_status, refusal_code = :refusal_code, words = :words,
             etag = CASE WHEN :abridged THEN etag ELSE :etag END, seen = :seen, next_look = :next_look,
             failed_looks = :failed_looks, attempt = :attempt, retry_at = :retry_at,
             contract_name = coalesce(:contract_name, contract_name), compiler = coalesce(:compiler, compiler),
             file = :file, digest = coalesce(:digest, digest),
             owner = coalesce(owner, :owner), revision = :revision",
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
        ":entered": job.timeline.last().map(|moment| nanos(moment.at)),
        ":refusal_status": job.refusal.as_ref().map(|refusal| refusal.status),
        ":refusal_code": bytes(job.refusal.as_ref().and_then(|refusal| refusal.code.as_ref())),
        ":words": bytes(job.words.as_ref()),
        ":abridged": record.is_some_and(|record| record.abridged),
        // With the tag of a record that is not stored, the server would only answer "unchanged".
        ":etag": fitting.and(job.etag.as_ref()),
        ":seen": job.seen.map(nanos),
        ":next_look": job.next_poll.map(nanos),
        ":failed_looks": job.failed_polls,
        ":attempt": job.attempt,
        ":retry_at": job.retry_at.map(nanos),
        ":contract_name": bytes(job.origin.contract.as_ref()),
        ":compiler": bytes(job.origin.compiler.as_ref()),
        ":file": bytes(job.origin.file.as_ref()),
        ":digest": job.digest.as_ref().map(SourcesDigest::bytes),
        ":owner": writer.me,
        ":revision": writer.revision,
    })?;
    records::write(connection, job.key, fitting)?;
    let mut append = connection.prepare_cached(
        "INSERT INTO moments (job, at, state, detail) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (job, at, state) DO NOTHING",
    )?;
    for moment in &job.timeline {
        let detail = bytes(moment.detail.as_ref());
        append.execute(params![job.key.to_string(), nanos(moment.at), moment.state.name(), detail])?;
    }
    Ok(true)
}

/// Records the id under which a job's submission was accepted, unless it has one.
pub(super) fn accept(
    connection: &Connection,
    key: JobKey,
    id: &JobId,
    writer: Writer<'_>,
) -> rusqlite::Result<()> {
    let mut update = connection.prepare_cached(
        "UPDATE jobs SET id = ?2, state = ?3, refusal_status = NULL, refusal_code = NULL, words = NULL,
             next_look = NULL, retry_at = NULL, owner = coalesce(owner, ?4), revision = ?5
         WHERE key = ?1 AND id IS NULL",
    )?;
    let state = JobState::Running.name();
    update.execute(params![key.to_string(), id.to_string(), state, writer.me, writer.revision])?;
    Ok(())
}

/// Makes this instance the owner of a job.
pub(super) fn own(connection: &Connection, key: JobKey, writer: Writer<'_>) -> rusqlite::Result<()> {
    let mut update = connection.prepare_cached("UPDATE jobs SET owner = ?2, revision = ?3 WHERE key = ?1")?;
    update.execute(params![key.to_string(), writer.me, writer.revision])?;
    Ok(())
}

/// Marks a job as forgotten, or removes the mark. Its row is kept.
pub(super) fn forget(
    connection: &Connection,
    key: JobKey,
    forgotten: bool,
    writer: Writer<'_>,
) -> rusqlite::Result<()> {
    let mut update =
        connection.prepare_cached("UPDATE jobs SET forgotten = ?2, revision = ?3 WHERE key = ?1")?;
    update.execute(params![key.to_string(), forgotten, writer.revision])?;
    Ok(())
}

/// Loads the jobs that are not forgotten, newest first: all open ones, and the newest of the others.
/// Unreadable rows stay in the file and are skipped.
pub(super) fn load_all(
    connection: &Connection,
    read_record: ReadRecord,
    unread: &mut Unread,
) -> rusqlite::Result<Vec<Job>> {
    let open = format!(
        "SELECT * FROM jobs WHERE NOT forgotten AND ({OPEN} OR key IN
             (SELECT key FROM jobs WHERE NOT forgotten ORDER BY CAST(key AS INTEGER) DESC, key DESC LIMIT ?1))"
    );
    let mut statement = connection.prepare(&open)?;
    let rows = statement.query_map([PAGE_JOBS], |row| job(row, read_record))?;
    let jobs = unread.leave_out("job", rows)?;
    with_moments(connection, jobs, unread)
}

/// The last job of the first page, given jobs newest first: older jobs may be left out.
pub(super) fn end_of_page(jobs: &[Job]) -> Option<JobKey> {
    jobs.get(usize::try_from(PAGE_JOBS).ok()?.checked_sub(1)?).map(|job| job.key)
}

/// Condition: jobs that are not forgotten and older than the one of this name.
const OLDER: &str = "NOT forgotten AND (CAST(key AS INTEGER), key) < (CAST(?1 AS INTEGER), ?1)";

/// Loads the page of jobs older than this one. Also returns how many older ones are left out and after which job,
/// excluding open jobs, which are loaded at the start.
pub(super) fn load_older(
    connection: &Connection,
    than: JobKey,
    read_record: ReadRecord,
    unread: &mut Unread,
) -> rusqlite::Result<(Vec<Job>, u32, Option<JobKey>)> {
    let mut select = connection.prepare_cached(&format!(
        "SELECT * FROM jobs WHERE {OLDER} ORDER BY CAST(key AS INTEGER) DESC, key DESC LIMIT ?2"
    ))?;
    let rows = select.query_map(params![than.to_string(), PAGE_JOBS], |row| job(row, read_record))?;
    let jobs = unread.leave_out("job", rows)?;
    let jobs = with_moments(connection, jobs, unread)?;
    let Some(last) = jobs.last().map(|job| job.key) else { return Ok((jobs, 0, None)) };
    let mut count =
        connection.prepare_cached(&format!("SELECT count(*) FROM jobs WHERE {OLDER} AND NOT {OPEN}"))?;
    let left = count.query_row([last.to_string()], |row| row.get(0))?;
    Ok((jobs, left, Some(last)))
}

/// The number of jobs that are not forgotten.
pub(super) fn count(connection: &Connection) -> rusqlite::Result<u32> {
    connection.query_row("SELECT count(*) FROM jobs WHERE NOT forgotten", [], |row| row.get(0))
}

/// The job of this key; empty if it is forgotten or unreadable.
pub(super) fn read_one(
    connection: &Connection,
    key: JobKey,
    read_record: ReadRecord,
    unread: &mut Unread,
) -> rusqlite::Result<Vec<Job>> {
    let mut select = connection.prepare_cached("SELECT * FROM jobs WHERE key = ?1 AND NOT forgotten")?;
    let rows = select.query_map([key.to_string()], |row| job(row, read_record))?;
    let jobs = unread.leave_out("job", rows)?;
    with_moments(connection, jobs, unread)
}

/// The jobs for the same contract and verifier written after this revision, newest first.
pub(super) fn read_for_contract(
    connection: &Connection,
    job: &Job,
    revision: i64,
    read_record: ReadRecord,
) -> rusqlite::Result<Vec<Job>> {
    let mut select = connection.prepare_cached(
        "SELECT * FROM jobs WHERE server = ?1 AND address = ?2 AND revision > ?3 AND NOT forgotten",
    )?;
    let address = job.address.map(|address| address.to_string());
    let rows = select.query_map(params![job.server, address, revision], |row| self::job(row, read_record))?;
    // Unreadable rows are reported when everything is read.
    let unread = &mut Unread::default();
    let jobs = unread.leave_out("job", rows)?;
    with_moments(connection, jobs, unread)
}

/// The jobs written after this revision, and the keys of those forgotten since.
pub(super) fn read_since(
    connection: &Connection,
    revision: i64,
    read_record: ReadRecord,
    unread: &mut Unread,
) -> rusqlite::Result<(Vec<Job>, Vec<JobKey>)> {
    let mut select = connection.prepare_cached("SELECT * FROM jobs WHERE revision > ?1 AND NOT forgotten")?;
    let rows = select.query_map([revision], |row| job(row, read_record))?;
    let jobs = unread.leave_out("job", rows)?;
    let mut select = connection.prepare_cached("SELECT key FROM jobs WHERE revision > ?1 AND forgotten")?;
    let forgotten = select.query_map([revision], |row| Ok(JobKey::parse(&row.get::<_, String>(0)?)))?;
    let forgotten = Unread::default().leave_out("job", forgotten)?;
    Ok((with_moments(connection, jobs, unread)?, forgotten))
}

/// The instance that handles each of these jobs, if any.
pub(super) fn owners(connection: &Connection, jobs: &[Job]) -> rusqlite::Result<Vec<(JobKey, String)>> {
    let mut select = connection.prepare_cached("SELECT owner FROM jobs WHERE key = ?1")?;
    let mut owners = Vec::new();
    for job in jobs {
        let owner = select.query_map([job.key.to_string()], |row| row.get::<_, Option<String>>(0))?;
        let owner = Unread::default().leave_out("owner", owner)?;
        owners.extend(owner.into_iter().map(|owner| (job.key, owner)));
    }
    Ok(owners)
}

fn with_moments(
    connection: &Connection,
    mut jobs: Vec<Job>,
    unread: &mut Unread,
) -> rusqlite::Result<Vec<Job>> {
    for job in &mut jobs {
        job.timeline = moments(connection, job, unread)?;
    }
    jobs.sort_by_key(|job| std::cmp::Reverse(job.key));
    Ok(jobs)
}

fn job(row: &Row<'_>, read_record: ReadRecord) -> rusqlite::Result<Option<Job>> {
    let key: String = row.get("key")?;
    let state: String = row.get("state")?;
    let (Some(key), Some(state)) = (JobKey::parse(&key), JobState::parse(&state)) else { return Ok(None) };
    let parsed = |name: &str| row.get::<_, Option<String>>(name);
    let at = |name: &str| row.get::<_, Option<i64>>(name).map(|nanos| nanos.map(time));
    let code = text(row.get("refusal_code")?);
    let status: Option<u16> = row.get("refusal_status")?;
    let record = records::beside(parsed("record")?, row.get("abridged")?, read_record);
    // An unchanged record is useful only if its verdict is stored.
    let is_known = |record: &JobRecord| !record.abridged || record.completed.known().is_some();
    let etag = row.get::<_, Option<String>>("etag")?.filter(|_| record.as_ref().is_none_or(is_known));
    Ok(Some(Job {
        key,
        network: row.get("network")?,
        server: row.get("server")?,
        mode: parsed("mode")?.and_then(|mode| Mode::parse(&mode)),
        chain: parsed("chain")?.and_then(|chain| ChainId::parse(&chain)),
        address: parsed("address")?.and_then(|address| EvmAddress::parse(&address).ok()),
        creation_hash: parsed("creation_hash")?.and_then(|hash| CreationHash::parse(&hash)),
        origin: Origin {
            contract: text(row.get("contract_name")?),
            compiler: text(row.get("compiler")?),
            file: text(row.get("file")?),
        },
        digest: row.get::<_, Option<[u8; 32]>>("digest")?.map(SourcesDigest::new),
        id: parsed("id")?.and_then(|id| JobId::parse(&id)),
        state,
        refusal: status.map(|status| Refusal { status, code, until: None }),
        words: text(row.get("words")?),
        record: record.map(Arc::new),
        etag,
        timeline: Vec::new(),
        seen: at("seen")?,
        next_poll: at("next_look")?,
        failed_polls: row.get("failed_looks")?,
        attempt: row.get("attempt")?,
        retry_at: at("retry_at")?,
        checks_contract: false,
        unwatched: 0,
    }))
}

/// The observations of a job, oldest first, up to the start of its state: later ones came from an instance
/// that knew less.
fn moments(connection: &Connection, job: &Job, unread: &mut Unread) -> rusqlite::Result<Vec<Moment>> {
    let mut select = connection
        .prepare_cached("SELECT at, state, detail FROM moments WHERE job = ?1 ORDER BY at, number")?;
    let rows = select.query_map([job.key.to_string()], |row| {
        let (at, state): (Timestamp, String) = (time(row.get(0)?), row.get(1)?);
        let detail = text(row.get(2)?);
        Ok(JobState::parse(&state).map(|state| Moment { at, state, detail }))
    })?;
    let mut moments = unread.leave_out("moment", rows)?;
    let end = moments.iter().rposition(|moment| moment.state == job.state);
    moments.truncate(end.map_or(moments.len(), |end| end + 1));
    let surplus = moments.len().saturating_sub(MAX_MOMENTS);
    if surplus > 0 {
        moments.drain(1..=surplus);
    }
    Ok(moments)
}
