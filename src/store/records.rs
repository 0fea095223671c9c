//! Large records of jobs. The whole record is in a separate table and read on demand; the job's row has an abridged
//! copy for lists, which keeps startup fast.

use ledger::RawJson;
use rusqlite::{Connection, OptionalExtension as _, named_params, params};
use verification::{JobKey, JobRecord};

use super::{Store, StoreFault};

/// The longest record stored whole in its job's row, bytes; also the longest abridged copy.
const MAX_WHOLE_BYTES: usize = 4096;

/// Abridges a record for lists: keeps its verdict, without code, data and compiler output.
const ABRIDGE: &str = "
    SELECT CASE WHEN json_valid(:record) THEN json_object(
        'isJobCompleted', :record -> '$.isJobCompleted',
        'jobStartTime', :record -> '$.jobStartTime',
        'jobFinishTime', :record -> '$.jobFinishTime',
        'contract', :record -> '$.contract',
        'error', CASE json_type(:record, '$.error') WHEN 'object' THEN json_object(
            'customCode', :record -> '$.error.customCode',
            'message', substr(:record ->> '$.error.message', 1, 500),
            'errorId', :record -> '$.error.errorId'
        ) END
    ) END";

/// Writes the record of a stored job. An abridged one leaves the stored record unchanged.
pub(super) fn write(
    connection: &Connection,
    key: JobKey,
    record: Option<&JobRecord>,
) -> rusqlite::Result<()> {
    if record.is_some_and(|record| record.abridged) {
        return Ok(());
    }
    let key = key.to_string();
    let text = record.map(|record| record.raw.raw());
    let is_large = |text: &&str| text.len() > MAX_WHOLE_BYTES;
    let beside = match text.filter(is_large) {
        None => {
            connection.prepare_cached("DELETE FROM records WHERE job = ?1")?.execute([&key])?;
            text.map(str::to_owned)
        }
        Some(text) => {
            connection
                .prepare_cached("INSERT OR REPLACE INTO records (job, text) VALUES (?1, ?2)")?
                .execute([&*key, text])?;
            let mut abridge = connection.prepare_cached(ABRIDGE)?;
            let short: Option<String> =
                abridge.query_row(named_params! { ":record": text }, |row| row.get(0))?;
            short.filter(|short| short.len() <= MAX_WHOLE_BYTES)
        }
    };
    let mut update =
        connection.prepare_cached("UPDATE jobs SET record = ?2, abridged = ?3 WHERE key = ?1")?;
    update.execute(params![key, beside, text.as_ref().is_some_and(is_large)])?;
    Ok(())
}

/// The copy of a record for its job's row.
pub(super) fn beside(
    text: Option<String>,
    abridged: bool,
    read_record: fn(&RawJson) -> JobRecord,
) -> Option<JobRecord> {
    let record = text.map(|text| read_record(&RawJson::new(text)));
    if abridged { Some(JobRecord { abridged, ..record.unwrap_or_default() }) } else { record }
}

impl Store {
    /// The whole record of a job, if there is one.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn record(&mut self, key: JobKey) -> Result<JobRecord, StoreFault> {
        let key = key.to_string();
        let text: Option<String> = self.with_file(|store| {
            let mut select = store.connection.prepare_cached("SELECT text FROM records WHERE job = ?1")?;
            select.query_row([&key], |row| row.get(0)).optional()
        })?;
        let text = text.ok_or_else(|| StoreFault::NoRecord { file: self.file.clone() })?;
        Ok((self.readers.job)(&RawJson::new(text)))
    }
}
