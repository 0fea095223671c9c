//! Reports the store's faults and remarks without a request.

use std::sync::Arc;

use crate::store::log::{log_fault, log_remark};
use crate::store::{Remark, Store, StoreFault};

/// A report of the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Report {
    Fault(StoreFault),
    Remark(Remark),
}

/// Reports faults, repeated ones once, and remarks.
pub(super) struct Reporter<F> {
    on_report: Arc<F>,
    last: Option<StoreFault>,
    /// The fault of a change that was not saved in time.
    pub(super) unsaved: Option<StoreFault>,
}

impl<F: Fn(Report)> Reporter<F> {
    pub(super) fn new(on_report: Arc<F>) -> Self {
        Self { on_report, last: None, unsaved: None }
    }

    pub(super) fn report(&mut self, result: Result<(), StoreFault>) {
        let fault = result.err();
        fault.iter().for_each(log_fault);
        if let Some(fault) = fault.clone().filter(|fault| self.last.as_ref() != Some(fault)) {
            (self.on_report)(Report::Fault(fault));
        }
        self.last = fault;
    }

    /// Reports the remarks or the fault of a store that was just opened.
    pub(super) fn opened(&mut self, store: &mut Result<Store, StoreFault>) {
        self.report(match store {
            Ok(store) => store.barred().cloned().map_or(Ok(()), Err),
            Err(fault) => Err(fault.clone()),
        });
        self.remark(store);
    }

    pub(super) fn remark(&self, store: &mut Result<Store, StoreFault>) {
        let remarks = store.as_mut().map(Store::take_remarks).unwrap_or_default();
        for remark in remarks {
            log_remark(&remark);
            (self.on_report)(Report::Remark(remark));
        }
    }
}
