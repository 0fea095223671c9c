//! The runtime of all tasks, which does not delay the exit.

use std::io;

use tokio::runtime::{Builder, Handle, Runtime};

/// The threads of all tasks. Dropping this, also in a panic, does not wait for them: a browser may run forever.
#[derive(Debug)]
pub(crate) struct Tasks(Option<Runtime>, Handle);

impl Tasks {
    /// Starts them.
    ///
    /// # Errors
    /// When the system has not enough for it.
    pub(crate) fn start() -> io::Result<Self> {
        let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        let handle = runtime.handle().clone();
        Ok(Self(Some(runtime), handle))
    }

    /// What starts tasks, and waits for one.
    pub(crate) fn handle(&self) -> Handle {
        self.1.clone()
    }
}

impl Drop for Tasks {
    fn drop(&mut self) {
        if let Some(runtime) = self.0.take() {
            runtime.shutdown_background();
        }
    }
}
