//! Actions that keys trigger. An action's name here is its name in the keymap, in help and in tests.

/// Defines the verbs once: variant, name in `keymap.toml`.
macro_rules! actions {
    ($($(#[doc = $doc:expr])+ $variant:ident = $name:literal,)+) => {
        /// An action that a key can trigger. The pane on screen decides which ones apply.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Action {
            $($(#[doc = $doc])+ $variant,)+
        }

        impl Action {
            /// Every verb, in the order of the keymap.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// The verb's name in `keymap.toml`.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)+ }
            }
        }
    };
}

actions! {
    /// Move to the row above.
    Up = "up",
    /// Move to the row below.
    Down = "down",
    /// Move left, or scroll left.
    Left = "left",
    /// Move right, or scroll right.
    Right = "right",
    /// Move up by a screen.
    PageUp = "page-up",
    /// Move down by a screen.
    PageDown = "page-down",
    /// Move up by half a screen.
    HalfUp = "half-up",
    /// Move down by half a screen.
    HalfDown = "half-down",
    /// Move to the first row.
    First = "first",
    /// Move to the last loaded row; from there, load to the end of the list.
    Last = "last",
    /// Go to the next part: tab, group or field.
    NextPart = "next-part",
    /// Go to the previous part.
    PreviousPart = "previous-part",
    /// Open or follow what is selected; in a form, apply or send it.
    Open = "open",
    /// Show a letter on every link in view; typing the letter follows the link.
    Links = "links",
    /// One step out: close what is open, else go back. Never quits.
    Close = "close",
    /// Go back to the place before.
    Back = "back",
    /// Go forward again.
    Forward = "forward",
    /// Open the palette.
    GoTo = "go-to",
    /// Go home.
    Home = "home",
    /// Open a tab.
    NewTab = "new-tab",
    /// Show the next tab.
    NextTab = "next-tab",
    /// Show the tab before.
    PreviousTab = "previous-tab",
    /// Close the tab.
    CloseTab = "close-tab",
    /// Go to the jobs.
    Jobs = "jobs",
    /// Go to the schedules.
    Schedules = "schedules",
    /// List the events of the contract in view.
    Logs = "logs",
    /// Show the storage of the contract in view.
    State = "state",
    /// Go to the versions of the contract in view.
    Versions = "versions",
    /// Go to the pending schedules.
    PendingSchedules = "pending-schedules",
    /// Go to the gas that calls of the contract in view used.
    GasUsage = "gas-usage",
    /// Find an event among the results of the contract in view.
    FindEvents = "find-events",
    /// Verify the contract in view.
    Verify = "verify",
    /// See how the contract in view is verified.
    Verified = "verified",
    /// Read the verified sources of the contract in view.
    Sources = "sources",
    /// Go to the batch: many verifications from lines.
    Batch = "batch",
    /// List the results of the contract in view.
    Results = "results",
    /// Open the contract in view.
    Contract = "contract",
    /// Open the transaction of what is selected.
    Transaction = "transaction",
    /// List the results of the contract in view from the sender of what is selected.
    Sender = "sender",
    /// Show the bytecode.
    Bytecode = "bytecode",
    /// Compare the contract in view with another one.
    Compare = "compare",
    /// Show the contract's interfaces, and add one.
    Interfaces = "interfaces",
    /// Call read-only functions of the contract in view.
    Read = "read",
    /// Show the state at a past time.
    AsOf = "as-of",
    /// Open the filter form, or the form's other half.
    Filter = "filter",
    /// Reset the filters or the form.
    Reset = "reset",
    /// Reverse the order.
    Order = "order",
    /// Child transactions, on or off.
    Internal = "internal",
    /// Scheduled, others or all members of a transaction id.
    Scheduled = "scheduled",
    /// Load another page.
    MorePages = "more-pages",
    /// Load to the end of the list.
    LoadAll = "load-all",
    /// Load until a number of rows, or a time.
    LoadUntil = "load-until",
    /// Find text in what is shown; in a list, leave only the loaded rows that pass a local filter.
    Find = "find",
    /// Leave only the loaded rows that failed, or take that back.
    FailedOnly = "failed-only",
    /// Set, keep and forget filters that have a name.
    SavedFilters = "saved-filters",
    /// Toggle live updates: new rows appear on top as the server reports them.
    Tail = "tail",
    /// Sort the loaded rows by the column before.
    SortBefore = "sort-before",
    /// Sort the loaded rows by the next column.
    SortNext = "sort-next",
    /// Mark the selected row, or take its mark away, and go to the next.
    Mark = "mark",
    /// Mark the rows from the selected one to where one goes.
    MarkRange = "mark-range",
    /// Count the loaded rows: by what they have in common, and over time.
    Aggregates = "aggregates",
    /// Toggle fetching the fields that only single records have, for the rows in view.
    FetchDetails = "fetch-details",
    /// Choose which columns of a list are shown, in which order, and how wide.
    Columns = "columns",
    /// Move the selected entry up.
    MoveUp = "move-up",
    /// Move the selected entry down.
    MoveDown = "move-down",
    /// Next hit.
    NextHit = "next-hit",
    /// Previous hit.
    PreviousHit = "previous-hit",
    /// From a detail, go to the next row of the list that it was opened from.
    NextRow = "next-row",
    /// From a detail, go to the previous row of the list that it was opened from.
    PreviousRow = "previous-row",
    /// Toggle the detail of a list's selected row next to the list.
    Preview = "preview",
    /// Choose whether stepping between details visits all rows of the list or only similar ones.
    StepWithin = "step-within",
    /// Ask again.
    Refresh = "refresh",
    /// Copy the selected value.
    Copy = "copy",
    /// Choose among everything that can be copied here.
    CopyMenu = "copy-menu",
    /// Give what is selected a label, or take it away.
    Label = "label",
    /// Bookmark the place on screen with a note, or forget that.
    Bookmark = "bookmark",
    /// Put the contract or the schedule in view on the watch list, or take it off.
    Watch = "watch",
    /// Go to the labels and bookmarks.
    Labels = "labels",
    /// Show the JSON as received.
    Raw = "raw",
    /// Fold what the line is in, or unfold it.
    Fold = "fold",
    /// Fold everything that is within something.
    FoldAll = "fold-all",
    /// Unfold everything.
    UnfoldAll = "unfold-all",
    /// Pipe the JSON to the command that the configuration names.
    Pipe = "pipe",
    /// Next way to read the bytes; after the last one the bytes alone.
    NextReading = "next-reading",
    /// Next unit of amounts: base unit, weibar, whole coin.
    Units = "units",
    /// Next style of times: UTC, local, relative, seconds.
    TimeStyle = "time-style",
    /// Open the selected thing in a web explorer.
    Browse = "browse",
    /// Write what is shown to a file.
    Export = "export",
    /// Cancel the export that is in progress.
    CancelExport = "cancel-export",
    /// Add an existing thing: a job by its id, an interface.
    Adopt = "adopt",
    /// Forget a job, or what was added.
    Forget = "forget",
    /// Compare the deployed code with the recompiled one.
    Difference = "difference",
    /// Take the job's input back into the form.
    Edit = "edit",
    /// Pause or resume background work, such as a batch or a search.
    Pause = "pause",
    /// Next mode of verification.
    NextMode = "next-mode",
    /// Take the suggested next step.
    NextStep = "next-step",
    /// Execute the result again, here.
    Replay = "replay",
    /// Step to the next line, over what it calls.
    NextLine = "next-line",
    /// Step to the line before, over what it called.
    PreviousLine = "previous-line",
    /// Step to the next line, into what is called.
    StepInto = "step-into",
    /// Step to where the function or call is left.
    StepOut = "step-out",
    /// Step to the next call.
    NextCall = "next-call",
    /// Step to the call before.
    PreviousCall = "previous-call",
    /// Step to the next write to storage.
    NextWrite = "next-write",
    /// Step to the write to storage before.
    PreviousWrite = "previous-write",
    /// Step to the next event.
    NextLog = "next-log",
    /// Step to the event before.
    PreviousLog = "previous-log",
    /// Step to where it failed.
    ToFailure = "to-failure",
    /// Set or clear a breakpoint on the line.
    Breakpoint = "breakpoint",
    /// Run to the next breakpoint.
    Run = "run",
    /// Run back to the breakpoint before.
    RunBack = "run-back",
    /// Step to the next step that is found.
    NextFound = "next-found",
    /// Step to the step before that is found.
    PreviousFound = "previous-found",
    /// Execute again with changed inputs.
    WhatIf = "what-if",
    /// Compare with the server's own execution.
    Reexecute = "reexecute",
    /// Open the request log.
    Requests = "requests",
    /// Choose the network.
    Network = "network",
    /// The actions that are available here.
    Help = "help",
    /// Toggle mouse capture.
    Mouse = "mouse",
    /// Draw the whole screen again.
    Redraw = "redraw",
    /// Suspend the program and return to the shell.
    Suspend = "suspend",
    /// Close the top layer; at the bottom, quit.
    Quit = "quit",
    /// Quit from anywhere; ask only while a submission is on its way.
    Leave = "leave",
    /// Quit at once, without asking.
    QuitNow = "quit-now",
}

impl Action {
    /// The verb with this name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|action| action.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_go_both_ways() {
        for action in Action::ALL {
            assert_eq!(Action::parse(action.name()), Some(*action));
        }
    }
}
