//! A job as a document: its state here, and the last record of the verifier.

use ledger::document::{Document, document};
use ledger::{Field, Text};
use serde_json::Value as Json;

use super::{CompilerError, ExternalVerification, Job, JobContract, JobError, Match, Mode};

impl Document for Job {
    fn document(&self) -> Json {
        let record = self.record.as_deref();
        let error = record.and_then(|record| record.error.known());
        let contract = record.and_then(|record| record.contract.known()).filter(|_| error.is_none());
        let external = |(name, told): &(Text, ExternalVerification)| {
            document::joined(document! { "name": name }, told.document())
        };
        document! {
            "job_id": self.id.as_ref().map(ToString::to_string),
            "key": self.key.to_string(),
            "state": self.state.name(),
            "verified": self.state.is_success(),
            "mode": self.mode.map(Mode::name),
            "chain": self.chain.as_ref().map(ToString::to_string),
            "address": self.address,
            "network": self.network,
            "verifier": Some(&self.server).filter(|server| !server.is_empty()),
            "contract": self.origin.contract,
            "compiler": self.origin.compiler,
            "file": self.origin.file,
            "creation_tx": self.creation_hash.map(|hash| hash.to_string()),
            "attempt": i64::from(self.attempt),
            "submitted_timestamp": self.key.made,
            "started": record.map(|record| &record.started),
            "finished": record.map(|record| &record.finished),
            "compilation_time_ms": record.map(|record| &record.compilation_time),
            "matches": contract,
            "code": self.code(),
            "message": self.words,
            "error": error,
            "external": record.map(|record| record.external.iter().map(external).collect::<Vec<_>>()),
        }
    }
}

impl Document for JobContract {
    fn document(&self) -> Json {
        let name = |side: &Field<Match>| {
            side.value().map(|how| match how {
                Match::Exact => "exact_match",
                Match::Partial => "match",
            })
        };
        document! {
            "runtime": name(&self.runtime),
            "creation": name(&self.creation),
            "verified_at": self.verified_at,
            "match_id": self.match_id,
        }
    }
}

impl Document for JobError {
    fn document(&self) -> Json {
        document! {
            "code": self.code,
            "message": self.message,
            "error_id": self.error_id,
            "compiler_errors": self.compiler_errors(),
            "data": self.data,
            "recompiled_creation_code": self.recompiled_creation,
            "recompiled_runtime_code": self.recompiled_runtime,
            "onchain_creation_code": self.onchain_creation,
            "onchain_runtime_code": self.onchain_runtime,
        }
    }
}

impl Document for CompilerError {
    fn document(&self) -> Json {
        let lines: Vec<_> = self.lines.iter().map(document::lossy).collect();
        document! { "severity": self.severity, "file": self.file, "message": lines.join("\n") }
    }
}
