//! Fetches the verified files of a contract, and writes them into a directory.

use std::path::PathBuf;
use std::pin::pin;
use std::sync::Arc;

use api::Failure;
use verification::Grade;

use crate::files::{self, ExportFault};
use crate::message::{Retrying, VerifiedFiles, WrittenFiles};
use crate::runtime::Asker;
use crate::runtime::crash::off;

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

/// Writes all verified files of a contract. `progress` receives the number of written files and the total. Files get
/// their final names once all are written; if cancelled or dropped before, all are removed.
///
/// # Errors
/// When the verifier does not answer or has no files, or when a file cannot be written.
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
