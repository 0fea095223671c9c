//! Explains the loaded slots off the main loop, again when rows or knowledge are added. Mapping keys are searched
//! among known accounts and in the contract's newest calls.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use alloy_primitives::U256;
use api::PageOf;
use decode::storage::{Case, Explanation, Slot, as_address, word};
use decode::{Snapshot, Subject};
use ledger::query::{Limit, ResultsQuery, StateQuery};
use ledger::{ContractRef, ContractResult, EvmAddress, HexBytes, StateSlot};

use crate::panes::Context;
use crate::panes::kit::form::prompt::Prompt;
use crate::panes::kit::nouns::slots;
use crate::panes::kit::{Wants, list::PagedList};
use crate::widgets::Feed;
use crate::widgets::line::width;

/// Maximum number of addresses tried as keys.
const MAX_KEYS: usize = 400;

/// The explained slots, and the input of the explanation.
#[derive(Debug, Default)]
pub struct Places {
    found: HashMap<U256, (Slot, Explanation)>,
    case: Arc<Case>,
    /// The slots and values of the loaded rows.
    pairs: Vec<(U256, U256)>,
    /// Number of rows they are from, and the row changes at that time.
    rows: usize,
    taken: Option<usize>,
    /// Whether the explanation is in progress.
    is_asked: bool,
    /// Knowledge when the case was built.
    known: Option<Snapshot>,
    /// Row changes and addresses found in calls when the case was built.
    seen: Option<(usize, usize)>,
    /// The addresses in the contract's newest calls, requested once.
    keys: Option<Vec<EvmAddress>>,
    /// Names of the slots that were explained or named by the user.
    names: Arc<HashMap<U256, Name>>,
    /// Number of changes of the names.
    changes: usize,
    /// Columns of the widest name.
    widest: u16,
    /// The prompt for the selected slot's name, while open.
    pub(super) prompt: Option<Prompt>,
}

#[derive(Debug, PartialEq, Eq)]
struct Name {
    short: String,
    whole: String,
}

impl Places {
    /// Adds the contract's newest calls, its interfaces and the explanation of the slots.
    pub(super) fn want_places(&self, list: &PagedList<StateQuery>, ctx: &Context<'_>, wants: &mut Wants) {
        if list.is_empty() {
            return;
        }
        wants.resolve(Subject::Contract(list.query().contract));
        if self.keys.is_none() {
            wants.add_optional(&calls(list.query().contract));
        }
        if self.is_asked {
            slots::want(&self.case, ctx, wants);
        }
    }

    /// Approximate memory use, bytes. None of it can be dropped, as explaining the next slot needs all slots.
    pub(super) fn case_bytes(&self) -> usize {
        size_of_val(&*self.pairs)
            + self.case.slots.len() * size_of::<Slot>()
            + self.found.len() * size_of::<(U256, (Slot, Explanation))>()
    }

    /// Receives the explanation, and requests another if there is new input. While more pages are being loaded, it waits
    /// until there are twice the slots: each explanation is of all of them.
    pub(super) fn explain(
        &mut self,
        contract: ContractRef,
        (feed, is_loading): (&Feed<StateSlot>, bool),
        ctx: &Context<'_>,
    ) {
        if feed.is_empty() {
            return;
        }
        if self.keys.is_none()
            && let Some(Ok(page)) = ctx.get(&calls(contract)).outcome()
        {
            self.keys = Some(keys(page.rows.iter().map(AsRef::as_ref)));
        }
        self.receive(ctx);
        // Building the case costs a pass over all rows: only for new input.
        let seen = Some((feed.changes(), self.keys.as_ref().map_or(0, Vec::len)));
        let same = self.known.as_ref() == Some(ctx.known);
        self.take_rows(feed);
        let is_early = is_loading && self.pairs.len() < 2 * self.case.slots.len();
        if self.is_asked || is_early || same && self.seen == seen {
            return;
        }
        self.seen = seen;
        let keys = self.keys.as_deref().unwrap_or_default();
        let mut case = Case::of_state(contract, self.pairs.iter().copied());
        case.evidence.contracts.extend(ctx.known.address_of(contract));
        case.evidence.known = ctx.known.aliases().chain(keys.iter().copied()).collect();
        if !same || *self.case != case {
            self.known = Some(ctx.known.clone());
            self.case = Arc::new(case);
            self.is_asked = true;
        }
    }

    /// Adds new slots: only of the last page, unless the list was reloaded.
    fn take_rows(&mut self, feed: &Feed<StateSlot>) {
        if self.taken.replace(feed.changes()) == Some(feed.changes()) {
            return;
        }
        if self.rows + feed.latest().len() == feed.loaded() {
            self.pairs.extend(feed.latest().iter().filter_map(|row| pair(row)));
        } else {
            self.pairs = feed.rows_from(0).filter_map(|row| pair(&row)).collect();
        }
        self.rows = feed.loaded();
    }

    fn receive(&mut self, ctx: &Context<'_>) {
        let Some(outcome) = ctx.get(&self.case).outcome().filter(|_| self.is_asked) else { return };
        self.is_asked = false;
        if let Ok(explained) = outcome {
            let each = self.case.slots.iter().zip(&explained.slots);
            let each = each.filter_map(|(slot, found)| Some((slot.slot?, (slot.clone(), found.clone()))));
            self.found = each.collect();
            self.name_slots(ctx);
        }
    }

    pub(super) fn get(&self, row: &StateSlot) -> Option<&(Slot, Explanation)> {
        self.found.get(&word(row.slot.known()?)?)
    }

    fn name_slots(&mut self, ctx: &Context<'_>) {
        let with_name =
            |(at, (slot, found)): (&U256, &(Slot, Explanation))| Some((*at, name(slot, found, ctx)?));
        let names: HashMap<U256, Name> = self.found.iter().filter_map(with_name).collect();
        if *self.names != names {
            self.widest = names.values().map(|name| width(&name.short)).max().unwrap_or_default();
            self.names = Arc::new(names);
            self.changes += 1;
        }
    }

    /// A copy with nothing but the names.
    pub(super) fn named(&self) -> Self {
        Self { names: Arc::clone(&self.names), ..Self::default() }
    }

    pub(super) fn changes(&self) -> usize {
        self.changes
    }

    /// The short name of a row's slot, if it was explained or named by the user.
    pub(super) fn name(&self, row: &StateSlot) -> Option<&str> {
        Some(&self.names.get(&word(row.slot.known()?)?)?.short)
    }

    /// Like [`Self::name`], with every digit.
    pub(super) fn whole_name(&self, row: &StateSlot) -> Option<&str> {
        Some(&self.names.get(&word(row.slot.known()?)?)?.whole)
    }

    /// Columns of the widest name.
    pub(super) fn widest(&self) -> u16 {
        self.widest
    }

    /// The values in a row's slot: by their types, or guessed.
    pub(super) fn values(&self, row: &StateSlot, ctx: &Context<'_>) -> Option<String> {
        let words = self.parts(row, ctx);
        (!words.is_empty()).then(|| words.join(&format!(" {} ", ctx.theme.glyphs.dot)))
    }

    /// The values in a row's slot, if it is packed.
    pub(super) fn several(&self, row: &StateSlot, ctx: &Context<'_>) -> Option<String> {
        self.values(row, ctx).filter(|_| self.parts(row, ctx).len() > 1)
    }

    fn parts(&self, row: &StateSlot, ctx: &Context<'_>) -> Vec<String> {
        let one = |part: &slots::Part| {
            let held = part.before.as_ref().map(|held| slots::held(ctx, held))?;
            Some(if part.label.is_empty() { held } else { format!("{} {held}", part.label) })
        };
        let parts = self.get(row).map(|(slot, found)| slots::parts(slot, found)).unwrap_or_default();
        parts.iter().filter_map(one).collect()
    }
}

/// A slot's name, if it was explained or named by the user.
fn name(slot: &Slot, found: &Explanation, ctx: &Context<'_>) -> Option<Name> {
    let reported = found.path.is_some() || slots::given(ctx, slot, found).is_some();
    reported
        .then(|| Name { short: slots::name(ctx, slot, found), whole: slots::whole_name(ctx, slot, found) })
}

/// The contract's newest calls.
fn calls(contract: ContractRef) -> PageOf<ResultsQuery> {
    PageOf::first(ResultsQuery { limit: Some(Limit::MAX), ..ResultsQuery::all(contract) })
}

/// The slot and the value of a row.
fn pair(row: &StateSlot) -> Option<(U256, U256)> {
    Some((word(row.slot.known()?)?, word(row.value.known()?)?))
}

/// The addresses in these calls: senders, and likely addresses in the call data.
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
    each.filter(|address| seen.insert(*address.bytes())).take(MAX_KEYS).collect()
}
