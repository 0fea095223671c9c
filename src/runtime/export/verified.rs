//! Asks the verifier for what it has of a contract, and writes it into a directory.

use std::path::PathBuf;
use std::pin::pin;
use std::sync::Arc;

use verification::Grade;

use super::off;
use crate::files::{self, ExportFault};
use crate::message::{Failure, Retrying, VerifiedFiles, WrittenFiles};
use crate::runtime::Asker;

/// Why nothing was written.
#[derive(Debug, thiserror::Error)]
pub enum FilesFault {
    #[error("{}", .0.sentence())]
    Failed(Failure),
    #[error("the contract is not verified there: the verifier has nothing of it")]
    NotVerified,
    #[error("{0}")]
    Refused(ExportFault),
    #[error("cancelled: nothing is written")]
    Cancelled,
}

/// Writes all that the verifier has of a contract. `progress` hears how many of how many files are written; none has its
/// name before all are, and nothing of them is left if it is cancelled or dropped before.
///
/// # Errors
/// When the verifier does not say, has nothing, or nothing can be written there.
pub async fn write_files(
    asker: &Asker<impl Fn(&Retrying) + Sync>,
    of: &VerifiedFiles,
    (directory, overwrites): (PathBuf, bool),
    mut progress: impl FnMut(usize, usize) + Send + 'static,
    cancelled: impl Future<Output = ()>,
) -> Result<WrittenFiles, FilesFault> {
    let (mut cancelled, question) = (pin!(cancelled), of.question());
    let verified = tokio::select! {
        biased;
        () = &mut cancelled => return Err(FilesFault::Cancelled),
        answer = asker.ask(&question) => answer.map_err(FilesFault::Failed)?,
    };
    if verified.grade() == Grade::Not {
        return Err(FilesFault::NotVerified);
    }
    let wanted = Arc::new(());
    let is_wanted = Arc::downgrade(&wanted);
    let mut writing = pin!(off(move || {
        files::write_verified(&directory, &verified, overwrites, |done, of| {
            progress(done, of);
            is_wanted.strong_count() > 0
        })
    }));
    let written = tokio::select! {
        biased;
        () = cancelled => {
            drop(wanted);
            writing.await
        }
        written = &mut writing => written,
    };
    written.transpose().map_err(FilesFault::Refused)?.flatten().ok_or(FilesFault::Cancelled)
}
