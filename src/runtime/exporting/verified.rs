//! Asks the verifier for what it has of a contract, and writes it into a directory.

use std::path::PathBuf;

use super::off;
use crate::files::{self, ExportFault};
use crate::message::{Answer, Failure, VerifiedFiles, WrittenFiles};
use crate::runtime::Asker;
use crate::verification::Grade;

/// Why nothing was written.
#[derive(Debug, thiserror::Error)]
pub enum FilesFault {
    #[error("{}", .0.sentence())]
    Failed(Failure),
    #[error("the contract is not verified there: the verifier has nothing of it")]
    NotVerified,
    #[error("{0}")]
    Refused(ExportFault),
    #[error("the program ends")]
    Ended,
}

/// Writes all that the verifier has of a contract.
///
/// # Errors
/// When the verifier does not say, has nothing, or nothing can be written there.
pub async fn write_files(
    asker: &Asker,
    of: &VerifiedFiles,
    directory: PathBuf,
    overwrites: bool,
) -> Result<WrittenFiles, FilesFault> {
    let answer = asker.ask(of.ask()).await.map_err(FilesFault::Failed)?;
    let Answer::Verified(verified) = answer else { return Err(FilesFault::NotVerified) };
    if verified.grade() == Grade::Not {
        return Err(FilesFault::NotVerified);
    }
    let written = off(move || files::write_verified(&directory, &verified, overwrites)).await;
    written.ok_or(FilesFault::Ended)?.map_err(FilesFault::Refused)
}
