//! Analyses on a few threads. Recent storage searches are cached: they are asked for again with each page.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use api::Failure;
use decode::analysis;
use decode::analysis::{Analysis, AnalysisInput, AnalysisOutput};
use decode::stop::Stop;
use decode::storage::{Case, Explained, Layouts};

use super::pool::Pool;
use crate::message::{NOT_ANALYSED, Word};

/// The most cached searches.
const MAX_SEARCHES: usize = 64;

/// The most slots in all cached searches together.
const MAX_SLOTS: usize = 1 << 14;

/// What is analysed nests as deep as its author likes.
static POOL: Pool = Pool::new("analysis", analysis::STACK_BYTES);

/// Runs analyses off the loop's thread. Cheap to clone; clones share the cache.
#[derive(Clone, Debug, Default)]
pub struct Analyses {
    /// Least recently used first.
    searches: Arc<Mutex<VecDeque<Search>>>,
}

/// A storage search: its inputs and its outcome.
#[derive(Debug)]
struct Search {
    case: Arc<Case>,
    layouts: Layouts,
    explained: Arc<Explained>,
}

impl Analyses {
    /// Analyses bytes on a separate thread, which stops when the future is dropped.
    pub(super) async fn run(&self, analysis: Analysis) -> Result<Arc<AnalysisOutput>, Failure> {
        let runner = self.clone();
        let work = move |waiting: Weak<()>| {
            let kind = Word((&analysis.input).into());
            tracing::debug!(name: "begun", target: "hieroscope::analysis", kind = kind.field());
            runner.output(&analysis, &Stop::when(move || waiting.strong_count() == 0))
        };
        POOL.run(work).await.flatten().map(Arc::new).ok_or(NOT_ANALYSED)
    }

    fn output(&self, analysis: &Analysis, stop: &Stop) -> Option<AnalysisOutput> {
        let AnalysisInput::Storage(case) = &analysis.input else { return analysis::run(analysis, stop) };
        let layouts = Layouts::new(case, &analysis.known);
        if let Some(explained) = self.kept(case, &layouts) {
            return Some(AnalysisOutput::Storage(explained));
        }
        let output = analysis::run(analysis, stop)?;
        if let AnalysisOutput::Storage(explained) = &output {
            self.keep(Search { case: Arc::clone(case), layouts, explained: Arc::clone(explained) });
        }
        Some(output)
    }

    fn kept(&self, case: &Case, layouts: &Layouts) -> Option<Arc<Explained>> {
        let mut searches = self.searches.lock().unwrap_or_else(PoisonError::into_inner);
        let at = searches.iter().position(|search| *search.case == *case && search.layouts == *layouts)?;
        let search = searches.remove(at)?;
        let explained = Arc::clone(&search.explained);
        searches.push_back(search);
        Some(explained)
    }

    fn keep(&self, search: Search) {
        let mut searches = self.searches.lock().unwrap_or_else(PoisonError::into_inner);
        searches.push_back(search);
        let mut slots: usize = searches.iter().map(|search| search.case.slots.len()).sum();
        while searches.len() > MAX_SEARCHES || slots > MAX_SLOTS {
            slots -= searches.pop_front().map_or(slots, |search| search.case.slots.len());
        }
    }
}

#[cfg(test)]
mod tests {
    use alloy_primitives::U256;
    use decode::Snapshot;
    use decode::code::Codes;
    use decode::known::VerifiedCode;
    use decode::storage::Slot;
    use ledger::{ContractRef, EvmAddress, RawJson};

    use super::*;

    const CONTRACT: EvmAddress = EvmAddress::new([7; 20]);

    fn analysis_of(slots: usize) -> Analysis {
        let slot = |at: usize| Slot {
            contract: Some(ContractRef::Address(CONTRACT)),
            slot: Some(U256::from(at)),
            ..Slot::default()
        };
        let case = Case { slots: (0..slots).map(slot).collect(), ..Case::default() };
        Analysis { known: Snapshot::default(), input: AnalysisInput::Storage(Arc::new(case)) }
    }

    fn explained(runner: &Analyses, analysis: &Analysis) -> Arc<Explained> {
        match runner.output(analysis, &Stop::default()) {
            Some(AnalysisOutput::Storage(explained)) => explained,
            other => panic!("{other:?}"),
        }
    }

    /// Code whose one function loads what it has loaded: the type of its argument nests as deep as the search
    /// goes, which is too deep for the stack of a thread that was not made for it.
    #[tokio::test]
    async fn code_that_nests_without_end_does_no_harm() {
        let dispatcher = alloy_primitives::hex!("60003560e01c80631122334414601157005b600435");
        let code = [&dispatcher[..], &[0x60, 4, 0x01, 0x35].repeat(5_000)].concat();
        let input = AnalysisInput::Code(Codes { runtime: code.into(), ..Codes::default() });
        let found = Analyses::default().run(Analysis { known: Snapshot::default(), input }).await;
        let found = found.unwrap();
        assert!(matches!(&*found, AnalysisOutput::Code(read) if read.dispatch.functions.len() == 1));
    }

    #[test]
    fn the_same_slots_are_searched_for_once_until_their_layout_is_known() {
        let (runner, mut analysis) = (Analyses::default(), analysis_of(2));
        let first = explained(&runner, &analysis);
        assert!(Arc::ptr_eq(&first, &explained(&runner, &analysis_of(2))));
        let learn = |analysis: &mut Analysis, address, label| {
            let layout = format!(
                r#"{{"storage":[{{"label":"{label}","slot":"0","offset":0,"type":"t"}}],
                    "types":{{"t":{{"label":"uint256","encoding":"inplace","numberOfBytes":"32"}}}}}}"#
            );
            let code = VerifiedCode { layout: Some(RawJson::new(layout)), ..VerifiedCode::default() };
            analysis.known.change(|known| known.add_code(address, code));
        };
        learn(&mut analysis, EvmAddress::new([8; 20]), "other");
        assert!(Arc::ptr_eq(&first, &explained(&runner, &analysis)), "it has no part in these slots");
        learn(&mut analysis, CONTRACT, "total");
        let named = explained(&runner, &analysis);
        assert!(first.slots[0].named.is_none() && named.slots[0].named.is_some());
        assert!(Arc::ptr_eq(&named, &explained(&runner, &analysis)));
    }

    #[test]
    fn what_is_kept_has_a_bound_in_searches_and_in_slots() {
        let runner = Analyses::default();
        let kept = || runner.searches.lock().unwrap().len();
        for slots in 0..MAX_SEARCHES + 9 {
            explained(&runner, &analysis_of(slots));
        }
        assert_eq!(kept(), MAX_SEARCHES);
        explained(&runner, &analysis_of(MAX_SLOTS));
        assert_eq!(kept(), 1);
    }
}
