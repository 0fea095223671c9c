//! The signatures of a schedule: the timeline from creation to end, and the keys of the required signers.

use decode::KeyTree;
use decode::signers::{Prefixes, Signed, SignerLine, Signing};
use ledger::query::TransactionQuery;
use ledger::schedule::{Deleted, Lifecycle, ScheduleSignature};
use ledger::timestamp::span;
use ledger::{EntityId, Field, HexBytes, Schedule, Timestamp, TransactionFamily};

use super::related::{Keyed, Related};
use crate::message::Place;
use crate::panes::Context;
use crate::panes::kit::nouns::{keys, values};
use crate::widgets::line::cut_middle;
use crate::widgets::{Role, Sheet, Value};

/// A step of the timeline; steps without a time come last.
struct Step {
    at: Option<Timestamp>,
    label: &'static str,
    value: Value,
}

/// The width of a key's prefix after a time.
const PREFIX_COLUMNS: u16 = 18;

/// Adds the steps to a sheet.
pub(super) fn add_timeline(
    sheet: Sheet,
    schedule: &Schedule,
    related: Related<'_>,
    ctx: &Context<'_>,
) -> Sheet {
    let created = schedule.consensus_timestamp.value();
    let mut steps: Vec<Step> =
        signatures(schedule).map(|signature| signed(signature, created, ctx)).collect();
    steps.extend(outcome(schedule, created, ctx));
    // The sort is stable: steps of the same time keep the order of the record.
    steps.sort_by_key(|step| (step.at.is_none(), step.at));
    let first = values::field(ctx, &schedule.consensus_timestamp, |at| values::time(ctx, at));
    let sheet = sheet.heading("Timeline").fact("created", leading(first, related.created()));
    steps.into_iter().fold(sheet, |sheet, step| {
        let of = (step.label == "executed").then(|| related.executed()).flatten();
        sheet.fact(step.label, leading(step.value, of))
    })
}

/// A time, linked to its transaction if that is loaded.
fn leading(value: Value, family: Option<&TransactionFamily>) -> Value {
    match place_of(family) {
        Some(place) => value.note(place.to_string()).link(place),
        None => value,
    }
}

/// The place of a transaction.
pub(super) fn place_of(family: Option<&TransactionFamily>) -> Option<Place> {
    let transaction = family?.members.first()?;
    Some(Place::Transaction(TransactionQuery::family(transaction.transaction_id.value()?)))
}

/// The signatures, without malformed ones.
pub(super) fn signatures(schedule: &Schedule) -> impl Iterator<Item = &ScheduleSignature> {
    schedule.signatures.known().into_iter().flatten()
}

fn signed(signature: &ScheduleSignature, created: Option<Timestamp>, ctx: &Context<'_>) -> Step {
    let at = signature.consensus_timestamp.value();
    let value = values::field(ctx, &signature.consensus_timestamp, |at| time(at, created, ctx));
    let kind = values::field(ctx, &signature.r#type, Value::text).line();
    let prefix = signature.public_key_prefix.known().filter(|prefix| !prefix.is_empty());
    let prefix = prefix.map(HexBytes::to_hex).unwrap_or_default();
    let prefix = cut_middle(&prefix, PREFIX_COLUMNS, ctx.theme.glyphs.cut).into_owned();
    Step { at, label: "signed", value: value.note(kind).note(prefix) }
}

fn outcome(schedule: &Schedule, created: Option<Timestamp>, ctx: &Context<'_>) -> Option<Step> {
    let step = |label, at| Step { at: Some(at), label, value: time(&at, created, ctx) };
    match schedule.lifecycle(ctx.now) {
        Lifecycle::Executed(at) => Some(step("executed", at)),
        Lifecycle::Expired(at) => Some(step("expired", at)),
        Lifecycle::Expiring(at) | Lifecycle::Pending(at) => Some(step("expires", at)),
        Lifecycle::Deleted => Some(deleted(schedule, created, ctx)),
        Lifecycle::Unknown => None,
    }
}

fn deleted(schedule: &Schedule, created: Option<Timestamp>, ctx: &Context<'_>) -> Step {
    let (at, value) = match schedule.deleted {
        Field::Known(Deleted::At(at)) => (Some(at), time(&at, created, ctx)),
        _ => (None, Value::none("the record does not say when")),
    };
    Step { at, label: "deleted", value }
}

/// A time, and its distance from the creation.
fn time(at: &Timestamp, created: Option<Timestamp>, ctx: &Context<'_>) -> Value {
    let value = values::time(ctx, at);
    match created {
        Some(created) if *at > created => value.and(Role::Dim, format!("+{:<7}", span(at.since(created)))),
        _ => value.and(Role::Dim, format!("{:<8}", "")),
    }
}

/// The required keys of a schedule, of the accounts that are loaded.
pub(super) struct Signers(Vec<Signer>);

struct Signer {
    /// The label, such as `creator's key`.
    label: String,
    own: Option<EntityId>,
    tree: KeyTree,
    /// The signing keys of the tree, sorted by their bytes.
    keys: Vec<HexBytes>,
}

impl Signer {
    fn new(label: String, own: Option<EntityId>, tree: KeyTree) -> Self {
        let mut keys: Vec<HexBytes> = tree.lines(None).into_iter().filter_map(|line| line.bytes).collect();
        keys.sort_unstable_by(|one, other| one.bytes().cmp(other.bytes()));
        Self { label, own, tree, keys }
    }

    /// Whether one of the keys begins with this prefix, which must not be empty.
    fn has(&self, prefix: &[u8]) -> bool {
        // Keys with the prefix directly follow all that are smaller than it.
        let first = self.keys.partition_point(|key| key.bytes() < prefix);
        !prefix.is_empty() && self.keys.get(first).is_some_and(|key| key.bytes().starts_with(prefix))
    }
}

impl Signers {
    /// The admin key, and the keys of the creator and the payer.
    pub(super) fn new(schedule: &Schedule, related: Related<'_>) -> Self {
        let admin = KeyTree::from_field(&schedule.admin_key)
            .map(|tree| Signer::new("admin key".to_owned(), None, tree));
        let mut accounts: Vec<(&str, EntityId)> = Vec::new();
        for (name, id) in
            [("creator", schedule.creator_account_id.value()), ("payer", schedule.payer_account_id.value())]
        {
            if let Some(id) = id.filter(|id| !accounts.iter().any(|(_, known)| known == id)) {
                accounts.push((name, id));
            }
        }
        let keyed = accounts.into_iter().filter_map(|(name, id)| match related.account(id) {
            Keyed::Known(account) => KeyTree::from_field(&account.key)
                .map(|tree| Signer::new(format!("{name}'s key"), Some(id), tree)),
            Keyed::Awaited | Keyed::NotReported => None,
        });
        Self(admin.into_iter().chain(keyed).collect())
    }

    /// The labels of the keys that begin with a signature's prefix.
    pub(super) fn whose(&self, prefix: &[u8]) -> Vec<&str> {
        self.0.iter().filter(|signer| signer.has(prefix)).map(|signer| signer.label.as_str()).collect()
    }

    /// Adds each loaded key, with its signatures.
    pub(super) fn add(
        &self,
        sheet: Sheet,
        schedule: &Schedule,
        related: Related<'_>,
        ctx: &Context<'_>,
    ) -> Sheet {
        let prefixes: Vec<&[u8]> = signatures(schedule)
            .filter_map(|signature| signature.public_key_prefix.known().map(HexBytes::bytes))
            .collect();
        let known: Prefixes<'_> = prefixes.iter().copied().collect();
        let sheet = self.0.iter().fold(sheet.heading("Who has signed"), |sheet, signer| {
            let signing = Signing::new(&signer.tree, &known, signer.own);
            let stems = keys::stems(signing.lines.iter().map(|line| line.depth), ctx);
            signing.lines.iter().zip(stems).enumerate().fold(sheet, |sheet, (at, (line, stem))| match at {
                0 => sheet.fact(signer.label.clone(), whole_key(line, signer.own, ctx)),
                _ => sheet.fact(format!("{stem}{}", line.words), one(line, ctx)),
            })
        });
        let sheet = missing_keys(sheet, schedule, related);
        if self.0.is_empty() {
            return sheet.note(Value::none("No key is known to match the signatures with."));
        }
        let stray = prefixes.iter().filter(|prefix| !self.0.iter().any(|signer| signer.has(prefix))).count();
        if stray == 0 {
            return sheet;
        }
        let words = format!("{stray} of {} signatures match none of these keys", prefixes.len());
        sheet.fact("others", Value::none(words))
    }
}

/// Lists the accounts whose key is not loaded.
fn missing_keys(sheet: Sheet, schedule: &Schedule, related: Related<'_>) -> Sheet {
    let ids = [("creator", &schedule.creator_account_id), ("payer", &schedule.payer_account_id)];
    ids.into_iter().fold(sheet, |sheet, (name, field)| {
        let words = match field.value().map(|id| related.account(id)) {
            Some(Keyed::Awaited) => "loading",
            Some(Keyed::NotReported) => "not reported by the server",
            Some(Keyed::Known(account)) if account.key.known().is_none() => "the account has no key",
            Some(Keyed::Known(_)) | None => return sheet,
        };
        sheet.fact(format!("{name}'s key"), Value::none(words))
    })
}

/// A key as a whole: how much of it has signed, and its type.
fn whole_key(line: &SignerLine, own: Option<EntityId>, ctx: &Context<'_>) -> Value {
    let (words, role) = state(line.state, ctx);
    let value = Value::styled(role, words).note(line.words.clone());
    let value = match own {
        Some(id) => value.note(format!("of {id}")),
        None => value,
    };
    match &line.bytes {
        Some(bytes) => value.note(bytes.to_hex()).copied(bytes),
        None => value,
    }
}

fn one(line: &SignerLine, ctx: &Context<'_>) -> Value {
    let (words, role) = state(line.state, ctx);
    let value = Value::styled(role, words);
    match (&line.bytes, line.contract) {
        (Some(bytes), _) => value.note(bytes.to_hex()).copied(bytes.to_hex()),
        (None, Some(contract)) => {
            let value = value.note(contract.to_string()).copied(contract.to_string());
            value.link(Place::contract(contract))
        }
        (None, None) => value,
    }
}

fn state(state: Signed, ctx: &Context<'_>) -> (String, Role) {
    let glyphs = &ctx.theme.glyphs;
    match state {
        Signed::Yes => (format!("{} signed", glyphs.success), Role::Success),
        Signed::No => (format!("{} not signed", glyphs.none), Role::Dim),
        Signed::Of(have, needed) => {
            let sign = if state.is_enough() { glyphs.success } else { glyphs.dot };
            let role = if state.is_enough() { Role::Success } else { Role::Plain };
            (format!("{sign} {have} of {needed}"), role)
        }
        Signed::Unknown => (format!("{} unknown: the signatures do not show it", glyphs.unknown), Role::Dim),
    }
}
