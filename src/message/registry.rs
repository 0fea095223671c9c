//! The table of work: one block holds everything known about a question that this machine answers. Any question, to a
//! server or to this machine, and any answer.

use std::sync::Arc;

use api::{
    AllChainsQuery, AnyOperation, ChainsQuery, ContractLookup, Failure, JobPoll, ListQuery, Lookup,
    OpcodesQuery, Operation, PageOf, PrestateQuery, Repeats, ScheduleQuery, Submit, TokenQuery,
    TransactionAt, TransactionOf, VerifiedQuery,
};
use decode::{Analysis, AnalysisOutput};
use ledger::query::{
    AccountQuery, BlockQuery, ContractCallQuery, ContractQuery, ExchangeRatesQuery, ExecutionQuery,
    NetworkFeesQuery, ResultQuery, TransactionQuery,
};
use replay::{GasUse, MachineState, Reexecution, Replayed};
use verification::{Compilation, Deployment, JobEvent, JobKey};

use super::{
    CompilationFile, DeploymentFile, Directory, FarRows, FileText, GasQuery, Listing, PipeQuery, Piped,
    ProjectMatch, ProjectQuery, Question, ReexecutionQuery, ReplayQuery, Response, SourcesQuery, StepQuery,
    StepSearch, Topic,
};

/// Makes the table: the types of any work and any answer, and the questions of work.
macro_rules! work {
    ($(
        $(#[$doc:meta])*
        $task:ident: |$work:ident| -> $output:ty { repeats: $repeats:ident, weight: $weight:expr }
    )*) => {
        /// Any question that this machine answers, off the loop's thread.
        #[derive(Clone, Debug, PartialEq, Eq, Hash, strum::IntoStaticStr)]
        #[strum(serialize_all = "kebab-case")]
        pub enum AnyWork {
            $($(#[$doc])* $task($work),)*
        }

        /// The answer to any question.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum Answer {
            Server(api::Answer),
            $($task($output),)*
        }

        $(
            impl Question for $work {
                type Answer = $output;

                fn topic(&self) -> Topic {
                    Ask::Here(AnyWork::$task(self.clone())).into()
                }

                fn pick(answer: &Answer) -> Option<&$output> {
                    if let Answer::$task(answer) = answer { Some(answer) } else { None }
                }
            }
        )*

        impl AnyWork {
            fn repeats(&self) -> Repeats {
                match self {
                    $(Self::$task(_) => Repeats::$repeats,)*
                }
            }
        }

        impl Answer {
            /// The approximate memory use, bytes, given the length of a server's body.
            pub fn bytes(&self, body_bytes: usize) -> usize {
                match self {
                    Self::Server(answer) => answer.bytes(body_bytes),
                    $(
                        Self::$task(output) => {
                            let weight: fn(&$output) -> usize = $weight;
                            weight(output)
                        }
                    )*
                }
            }
        }
    };
}

work! {
    /// Reads a text.
    FileText: |FileText| -> Arc<str> { repeats: Always, weight: |text| text.len() }
    /// Reads what was deployed together.
    Deployment: |DeploymentFile| -> Arc<Deployment> { repeats: Always, weight: |_| 0 }
    /// Lists a directory.
    Directory: |Directory| -> Arc<Listing> { repeats: Always, weight: |_| 0 }
    /// Reads what can be verified from a file; `None` while the file is as it was.
    Compilation: |CompilationFile| -> Option<Arc<Compilation>> { repeats: Always, weight: |_| 0 }
    /// Compares code with the contracts of a project.
    Project: |ProjectQuery| -> Arc<ProjectMatch> {
        repeats: Always,
        weight: |found| found.project.compiled.iter().map(|one| one.code.len()).sum()
    }
    /// Runs the user's command.
    Pipe: |PipeQuery| -> Arc<Piped> {
        repeats: UntilAnswered,
        weight: |piped| piped.output.iter().chain(&piped.errors).map(|line| line.raw().len()).sum()
    }
    /// Executes a result again.
    Replay: |ReplayQuery| -> Arc<Replayed> { repeats: Always, weight: |replayed| replayed.bytes() }
    /// Adds the sources of its contracts to a replay.
    ReplaySources: |SourcesQuery| -> Arc<Replayed> {
        repeats: Always,
        weight: |replayed| replayed.source_bytes()
    }
    /// Executes up to a step.
    Step: |StepQuery| -> Arc<MachineState> {
        repeats: Always,
        weight: |state| state.memory.len() + size_of_val(&*state.stack)
    }
    /// Counts the gas of lines and calls, the dearest first.
    GasUse: |GasQuery| -> Arc<GasUse> {
        repeats: Always,
        weight: |gas| size_of_val(&*gas.calls) + size_of_val(&*gas.lines)
    }
    /// Finds steps: the number of steps before each, in order.
    Steps: |StepSearch| -> Arc<[u64]> { repeats: Always, weight: |steps| size_of_val(&**steps) }
    /// Compares a replay with the server's own execution.
    Reexecution: |ReexecutionQuery| -> Arc<Reexecution> { repeats: Always, weight: |_| 0 }
    /// Reads spilled rows back into memory.
    FarRows: |FarRows| -> () { repeats: Always, weight: |()| 0 }
    /// Analyses bytes. The answer depends on the available knowledge.
    Analysis: |Analysis| -> Arc<AnalysisOutput> { repeats: UntilAnswered, weight: |output| output.bytes() }
}

/// Makes questions of operations. Analyses are questions, too, by types of another crate: nothing tells the compiler that
/// these are no operations, so there is no one implementation for all of both.
macro_rules! questions {
    ($([$($query:ident)?] $operation:ty),* $(,)?) => {
        $(
            impl $(<$query: ListQuery>)? Question for $operation {
                type Answer = <Self as Operation>::Answer;

                fn topic(&self) -> Topic {
                    Topic::Ask(self.into())
                }

                fn pick(answer: &Answer) -> Option<&<Self as Operation>::Answer> {
                    if let Answer::Server(answer) = answer { <Self as Operation>::pick(answer) } else { None }
                }
            }
        )*
    };
}

questions![
    [Q] PageOf<Q>,
    [] AccountQuery,
    [] AllChainsQuery,
    [] BlockQuery,
    [] ChainsQuery,
    [] ContractCallQuery,
    [] ContractLookup,
    [] ContractQuery,
    [] ExchangeRatesQuery,
    [] ExecutionQuery,
    [] JobPoll,
    [] Lookup,
    [] NetworkFeesQuery,
    [] OpcodesQuery,
    [] PrestateQuery,
    [] ResultQuery,
    [] ScheduleQuery,
    [] Submit,
    [] TokenQuery,
    [] TransactionAt,
    [] TransactionOf,
    [] TransactionQuery,
    [] VerifiedQuery,
];

/// A question, to a server or to this machine.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Ask {
    Server(AnyOperation),
    Here(AnyWork),
}

impl<O: Operation> From<&O> for Ask {
    fn from(operation: &O) -> Self {
        Self::Server(operation.any())
    }
}

impl From<AnyOperation> for Ask {
    fn from(operation: AnyOperation) -> Self {
        Self::Server(operation)
    }
}

impl From<api::Answer> for Answer {
    fn from(answer: api::Answer) -> Self {
        Self::Server(answer)
    }
}

impl Ask {
    /// The operation, if it is of this type.
    pub fn operation<O: Operation>(&self) -> Option<&O> {
        if let Self::Server(operation) = self { O::of(operation) } else { None }
    }

    /// The operation and its answer, if it is of this type.
    pub fn answered<'a, O: Operation>(
        &'a self,
        outcome: &'a Result<Answer, Failure>,
    ) -> Option<(&'a O, &'a O::Answer)> {
        let Ok(Answer::Server(answer)) = outcome else { return None };
        Some((self.operation()?, O::pick(answer)?))
    }

    /// When it may be asked again.
    pub fn repeats(&self) -> Repeats {
        match self {
            Self::Server(operation) => operation.repeats(),
            Self::Here(work) => work.repeats(),
        }
    }

    /// Whether amounts are asked for in weibar.
    pub fn is_in_weibar(&self) -> bool {
        matches!(self, Self::Server(operation) if operation.is_in_weibar())
    }

    /// The question's name in logs.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Server(operation) => operation.name(),
            Self::Here(work) => work.into(),
        }
    }
}

/// The job that a response is about and the news that it brings; none if it is about no job.
pub fn job_event(response: &Response) -> Option<(JobKey, JobEvent)> {
    let Ask::Server(operation) = &response.request.ask else { return None };
    match &response.outcome {
        Ok(Answer::Server(answer)) => api::job_event(operation, Ok(answer)),
        Ok(_) => None,
        Err(failure) => api::job_event(operation, Err(failure)),
    }
}
