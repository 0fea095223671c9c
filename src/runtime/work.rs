//! Requests answered locally: files, the user's command, analyses and replays. Recent storage searches are cached: they
//! are the slowest analyses, and they repeat when other knowledge changes and for every pane on the same bytes.

use std::path::Path;
use std::sync::Arc;

use api::{Failure, Unanswered};
use client::Rank;

use super::clients::{Clients, Tell};
use super::crash::off;
use super::environment::home;
use super::{pipe, replays};
use crate::files;
use crate::message::{
    Answer, AnyWork, DeploymentFile, Event, FileFault, Gathering, ProjectMatch, ProjectQuery, ROWS_LOST,
    ReexecutionQuery, Request, SameReplay, SourcesQuery,
};

impl Clients {
    /// Answers a request locally.
    pub(super) async fn work(
        &self,
        request: &Request,
        work: &AnyWork,
        rank: &Rank,
        tell: Tell<'_>,
    ) -> Result<Answer, Unanswered> {
        let network = &request.network;
        Ok(match work.clone() {
            AnyWork::FileText(file) => {
                Answer::FileText(read_file(move |home| files::text(&file, home)).await?)
            }
            AnyWork::Directory(directory) => {
                Answer::Directory(read_file(move |home| files::directory(&directory, home)).await?)
            }
            AnyWork::Compilation(file) => {
                Answer::Compilation(read_file(move |home| files::changed_compilation(&file, home)).await?)
            }
            AnyWork::Deployment(DeploymentFile(path)) => {
                let read = move |home: Option<&Path>| files::deployment(&files::place(&path, home));
                Answer::Deployment(Arc::new(read_file(read).await?))
            }
            AnyWork::Project(ProjectQuery { directory, code }) => {
                let read = move |home: Option<&Path>| {
                    let project = files::project(&files::place(&directory, home))?;
                    Ok(ProjectMatch::new(Arc::new(project), code.bytes()))
                };
                Answer::Project(Arc::new(read_file(read).await?))
            }
            AnyWork::Pipe(query) => Answer::Pipe(Arc::new(pipe::run(query).await)),
            AnyWork::Analysis(analysis) => Answer::Analysis(self.analyses.run(analysis).await?),
            AnyWork::FarRows(rows) => {
                aside(move || rows.fetch().then_some(()).ok_or(ROWS_LOST)).await?;
                Answer::FarRows(())
            }
            AnyWork::Replay(query) => {
                let gathering = |done, of| {
                    tell(Event::Gathering(Box::new(Gathering { request: request.clone(), done, of })));
                };
                Answer::Replay(self.replay(network, &query, rank, gathering).await?)
            }
            AnyWork::ReplaySources(SourcesQuery(SameReplay(of))) => {
                Answer::ReplaySources(self.replay_sources(network, &of, rank).await?)
            }
            AnyWork::Step(query) => Answer::Step(replays::state_at(query).await?),
            AnyWork::GasUse(query) => Answer::GasUse(replays::gas_use(query).await?),
            AnyWork::Steps(query) => Answer::Steps(replays::matching_steps(query).await?),
            AnyWork::Reexecution(ReexecutionQuery(of)) => {
                Answer::Reexecution(self.reexecution(network, &of, rank).await?)
            }
        })
    }
}

/// Reads files, given the user's home.
async fn read_file<T: Send + 'static>(
    read: impl FnOnce(Option<&Path>) -> Result<T, FileFault> + Send + 'static,
) -> Result<T, Failure> {
    aside(move || read(home().as_deref()).map_err(Failure::from)).await
}

/// Runs blocking work on a separate thread.
async fn aside<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    // The thread is interrupted only if the runtime is closing.
    let interrupted = || Err(FileFault::Unreadable("interrupted".to_owned()).into());
    off(work).await.unwrap_or_else(interrupted)
}
