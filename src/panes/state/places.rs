//! Where the loaded slots lie and what they hold: searched off the loop's thread, again when more rows come or more
//! is known. Keys of mappings are found among the accounts that are known and in the contract's newest calls.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use alloy_primitives::U256;

use crate::decode::storage::{Case, Explanation, Slot, as_address, word};
use crate::decode::{Finding, Question, Snapshot, Study, Subject};
use crate::ledger::query::{Limit, ResultsQuery};
use crate::ledger::{ContractRef, ContractResult, EvmAddress, HexBytes, StateSlot};
use crate::message::{Answer, Ask, Effect, Response, Retrying};
use crate::panes::list::Existence;
use crate::panes::{Context, Remote, slots};
use crate::widgets::Feed;
use crate::widgets::line::width;

/// The most addresses that are tried as keys.
const MOST_KEYS: usize = 400;

/// What is known of the slots, and what it was found out with.
#[derive(Debug, Default)]
pub(super) struct Places {
    found: HashMap<U256, (Slot, Explanation)>,
    case: Arc<Case>,
    /// What was known when the slots were studied last.
    studied_with: Option<Snapshot>,
    /// How often rows had come by then, and how many addresses were found in calls.
    seen: Option<(usize, usize)>,
    study: Remote<Arc<Finding>>,
    /// The contract's newest calls, asked for once.
    calls: Remote<Vec<EvmAddress>>,
    learned: bool,
    /// Columns of the widest name; `None` until the names are measured that were found last.
    widest: Option<u16>,
    /// Asked only when there is no slot: a contract that has written none, or none at all.
    pub(super) existence: Existence,
}

impl Places {
    /// Asks for what is due: the contract's newest calls, more about the contract, and where the slots lie.
    pub(super) fn due(
        &mut self,
        contract: ContractRef,
        feed: &Feed<StateSlot>,
        ctx: &Context<'_>,
    ) -> Vec<Effect> {
        let rows = feed.rows();
        if rows.is_empty() {
            return Vec::new();
        }
        if self.widest.is_none() {
            let names = rows.iter().filter_map(|row| self.name(row, ctx));
            self.widest = Some(names.map(|name| width(&name)).max().unwrap_or_default());
        }
        let mut effects = Vec::new();
        if !self.learned {
            self.learned = true;
            effects.push(Effect::Learn(Subject::Contract(contract)));
            let query = ResultsQuery { limit: Some(Limit::MOST), ..ResultsQuery::all(contract) };
            effects.push(self.calls.ask(ctx.request(Ask::Results(query, None)), ctx.now));
        }
        // The case is made of all rows: only when there is something new to put into it.
        let seen = (feed.changes(), self.calls.value().map_or(0, Vec::len));
        if self.studied_with.as_ref() == Some(ctx.known) && self.seen == Some(seen) {
            return effects;
        }
        self.seen = Some(seen);
        let mut case = Case::of_state(contract, rows.iter().filter_map(|row| pair(row)));
        case.evidence.contracts.extend(ctx.known.address_of(contract));
        case.evidence.known =
            ctx.known.aliases().chain(self.calls.value().into_iter().flatten().copied()).collect();
        if self.studied_with.as_ref() == Some(ctx.known) && *self.case == case {
            return effects;
        }
        self.studied_with = Some(ctx.known.clone());
        self.case = Arc::new(case);
        let question = Question::Storage(Arc::clone(&self.case));
        let study = Study { known: ctx.known.clone(), question };
        effects.extend(self.study.again(ctx.request(Ask::Study(study)), ctx.now));
        effects
    }

    /// Takes an answer. `true` if it was for this.
    pub(super) fn hear(&mut self, response: &Response) -> bool {
        let heard = self.study.hear(response, |answer| match answer {
            Answer::Finding(finding) => Some(Arc::clone(finding)),
            _ => None,
        });
        if heard && let Some(Finding::Storage(explained)) = self.study.value().map(Arc::as_ref) {
            let each = self.case.slots.iter().zip(&explained.slots);
            let each = each.filter_map(|(slot, found)| Some((slot.slot?, (slot.clone(), found.clone()))));
            self.found = each.collect();
            self.widest = None;
        }
        let calls = self.calls.hear(response, |answer| match answer {
            Answer::Results(page) => Some(keys(page.rows.iter().map(AsRef::as_ref))),
            _ => None,
        });
        heard || calls || self.existence.hear(response)
    }

    /// Hears that a request will be repeated.
    pub(super) fn retrying(&mut self, retrying: &Retrying) {
        let _ = self.calls.retrying(retrying) || self.study.retrying(retrying);
        self.existence.retrying(retrying);
    }

    /// Stops asking.
    pub(super) fn stop(&mut self) -> Vec<Effect> {
        self.study.stop().into_iter().chain(self.calls.stop()).chain(self.existence.stop()).collect()
    }

    /// What is known of a row's slot.
    pub(super) fn of(&self, row: &StateSlot) -> Option<&(Slot, Explanation)> {
        self.found.get(&word(row.slot.known()?)?)
    }

    /// Where a row's slot lies in short, if that was found or the user named it.
    pub(super) fn name(&self, row: &StateSlot, ctx: &Context<'_>) -> Option<String> {
        let (slot, found) = self.of(row)?;
        let told = found.path.is_some() || slots::given(ctx, slot, found).is_some();
        told.then(|| slots::name(ctx, slot, found))
    }

    /// Columns that the widest name needs.
    pub(super) fn widest(&self) -> u16 {
        self.widest.unwrap_or_default()
    }

    /// The values in a row's slot: by their types, or as what they most likely are.
    pub(super) fn values(&self, row: &StateSlot, ctx: &Context<'_>) -> Option<String> {
        let words = self.parts(row, ctx);
        (!words.is_empty()).then(|| words.join(&format!(" {} ", ctx.look.glyphs.dot)))
    }

    /// The values in a row's slot, if it holds several.
    pub(super) fn several(&self, row: &StateSlot, ctx: &Context<'_>) -> Option<String> {
        self.values(row, ctx).filter(|_| self.parts(row, ctx).len() > 1)
    }

    fn parts(&self, row: &StateSlot, ctx: &Context<'_>) -> Vec<String> {
        let one = |part: &slots::Part| {
            let held = part.before.as_ref().map(|held| slots::held(ctx, held))?;
            Some(if part.label.is_empty() { held } else { format!("{} {held}", part.label) })
        };
        let parts = self.of(row).map(|(slot, found)| slots::parts(slot, found)).unwrap_or_default();
        parts.iter().filter_map(one).collect()
    }
}

/// The slot and the value of a row.
fn pair(row: &StateSlot) -> Option<(U256, U256)> {
    Some((word(row.slot.known()?)?, word(row.value.known()?)?))
}

/// The addresses in these calls: who called, and what looks like an address in the call data.
fn keys<'a>(calls: impl Iterator<Item = &'a ContractResult>) -> Vec<EvmAddress> {
    let words = |data: &HexBytes| -> Vec<EvmAddress> {
        let words = data.bytes().get(4..).unwrap_or_default().chunks_exact(32);
        words.filter_map(|word| as_address(U256::from_be_slice(word))).collect()
    };
    let each = calls.flat_map(|call| {
        let given = call.function_parameters.known().map(words).unwrap_or_default();
        call.from.value().into_iter().chain(given)
    });
    let mut seen = BTreeSet::new();
    each.filter(|address| seen.insert(*address.bytes())).take(MOST_KEYS).collect()
}
