//! The table of places: how each is written and parsed, what it shows, and which words lead there. The palette,
//! `--help`, the README's table, the links between a contract's pages and the sweeps of the tests use it.

use ledger::{ContractRef, EntityId};
use verification::ChainId;

use super::rows::{
    ACCOUNT, ANALYSIS, CONTRACT, HOME, LABELS, PROGRAM, REPLAY, SCHEDULE, TRANSACTION, VERIFICATION,
};
use super::text::{Description, Parts};
use super::{Place, PlaceFault, PlaceKind};
use crate::message::Action;

/// The properties of a kind of place.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    pub kind: PlaceKind,
    /// What a page of a contract is called there, in a word or two; for others, what leads there.
    pub name: &'static str,
    /// Its texts; what is in capitals is filled in. Kinds may share a path: the first of them reads it.
    pub forms: &'static [&'static str],
    /// Texts that are read and not written: those with parts left open.
    pub also: &'static [&'static str],
    /// What it shows, for the README.
    pub shows: &'static str,
    /// Its prefix before a colon on the palette, such as `c:`; empty if it has none.
    pub prefix: &'static str,
    /// The words that lead there in the palette.
    pub words: &'static [&'static str],
    /// The required argument of these words.
    pub wants: &'static str,
    /// The filters that the palette accepts; may be empty.
    pub filters: &'static str,
    /// Whether a time in words means one point in time, and no range.
    pub at_one_time: bool,
    /// The verb that opens it: of the contract on screen, or from anywhere.
    pub action: Option<Action>,
    /// Whether it is a page of one contract.
    pub page: bool,
    /// One of the kind on the embedded network.
    pub example: &'static str,
    /// Reads the parts of a text of one of its forms.
    pub(super) parse: fn(&Parts<'_>) -> Result<Place, PlaceFault>,
    /// Describes a place of this kind, and no other.
    pub(super) describe: fn(&Place) -> Option<Description>,
}

/// Every kind of place, the pages of a contract in the order in which they are named.
const TABLE: [&[Row]; 9] =
    [&[HOME, LABELS], CONTRACT, ANALYSIS, &[REPLAY], TRANSACTION, ACCOUNT, SCHEDULE, VERIFICATION, PROGRAM];

/// A kind without a row does not compile; a test sees that none has two.
const _: () = {
    let (mut rows, mut parts): (usize, &[&[Row]]) = (0, &TABLE);
    while let [part, others @ ..] = parts {
        (rows, parts) = (rows + part.len(), others);
    }
    assert!(rows == <Place as strum::EnumCount>::COUNT, "each variant of Place needs its row");
};

impl Row {
    /// The defaults: no words and not a contract page.
    pub(super) const DEFAULT: Self = Self {
        kind: PlaceKind::Home,
        name: "",
        forms: &[],
        also: &[],
        shows: "",
        prefix: "",
        words: &[],
        wants: "a contract: an id such as 0.0.5001, or an EVM address",
        filters: "",
        at_one_time: false,
        action: None,
        page: false,
        example: "",
        parse: |_| Ok(Place::Home),
        describe: |_| None,
    };

    /// All rows, in their order.
    pub fn all() -> impl Iterator<Item = &'static Self> {
        TABLE.into_iter().flatten()
    }

    /// The rows of the pages of a contract, in their order.
    pub fn pages() -> impl Iterator<Item = &'static Self> {
        Self::all().filter(|row| row.page)
    }

    /// The row of the place that a verb opens.
    pub fn opened_by(action: Action) -> Option<&'static Self> {
        Self::all().find(|row| row.action == Some(action))
    }

    /// This page of a contract; `None` if it is not a contract page, or if the verifier's chain is required but
    /// unknown.
    pub fn page_of(&self, contract: ContractRef, chain: Option<&ChainId>) -> Option<Place> {
        self.filtered(contract, chain, &[], EntityId::from_num(0))?.ok()
    }

    /// This page of a contract, narrowed by these parameters.
    pub fn filtered(
        &self,
        contract: ContractRef,
        chain: Option<&ChainId>,
        pairs: &[(&str, &str)],
        home: EntityId,
    ) -> Option<Result<Place, PlaceFault>> {
        let (contract, chain) = (contract.to_string(), chain.map(ToString::to_string));
        let form = self.forms.first().filter(|_| self.page)?;
        let open =
            open_parts(form).map(|part| if part == "CHAIN" { chain.as_deref() } else { Some(&*contract) });
        Some((self.parse)(&Parts { open: open.collect::<Option<_>>()?, pairs, home }))
    }

    /// This place where nothing needs to be named.
    pub fn alone(&self) -> Option<Place> {
        self.alone_filtered(&[], EntityId::from_num(0))?.ok()
    }

    /// The same, narrowed by these parameters.
    pub fn alone_filtered(
        &self,
        pairs: &[(&str, &str)],
        home: EntityId,
    ) -> Option<Result<Place, PlaceFault>> {
        self.texts().find(|form| !form.is_empty() && open_parts(form).next().is_none())?;
        Some((self.parse)(&Parts { open: Vec::new(), pairs, home }))
    }

    /// Every form that is read.
    fn texts(&self) -> impl Iterator<Item = &'static str> {
        self.forms.iter().chain(self.also).copied()
    }

    /// The parts of the path where a form of this kind has capitals; `None` if the path has none of its forms.
    pub(super) fn fill<'a>(&self, path: &[&'a str]) -> Option<Vec<&'a str>> {
        self.texts().find_map(|form| {
            let pairs = || parts(form).zip(path);
            let fits = parts(form).count() == path.len()
                && pairs().all(|(part, given)| is_open(part) || part == *given);
            fits.then(|| pairs().filter(|(part, _)| is_open(part)).map(|(_, given)| *given).collect())
        })
    }

    /// The first words of this kind's texts.
    fn first_words(&self) -> impl Iterator<Item = &'static str> {
        self.forms.iter().filter_map(|form| parts(form).next())
    }

    /// What this kind is called where it is typed: its name, its words and the first words of its texts.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        [self.name].into_iter().chain(self.words.iter().copied()).chain(self.first_words())
    }

    /// Whether a place's text may begin with this word.
    pub fn begins(word: &str) -> bool {
        Self::all().any(|row| row.first_words().any(|first| first == word))
    }

    /// The first words of all texts, each once.
    pub fn beginnings() -> Vec<&'static str> {
        let mut all: Vec<_> = Self::all().flat_map(Self::first_words).collect();
        let mut seen = std::collections::BTreeSet::new();
        all.retain(|word| seen.insert(*word));
        all
    }
}

impl PlaceKind {
    /// The row of this kind.
    pub fn row(self) -> &'static Row {
        Row::all().find(|row| row.kind == self).unwrap_or(&HOME)
    }
}

/// The parts of a form's path.
fn parts(form: &str) -> impl Iterator<Item = &str> {
    form.split('?').next().unwrap_or(form).split('/')
}

fn is_open(part: &str) -> bool {
    part.starts_with(|c: char| c.is_ascii_uppercase())
}

/// The placeholders of a path.
fn open_parts(form: &str) -> impl Iterator<Item = &str> {
    parts(form).filter(|part| is_open(part))
}

/// How wide `--help` lists places, columns.
const MAX_HELP_COLUMNS: usize = 76;

impl Row {
    /// What `--help` says of all places: their texts, line by line.
    pub fn help() -> String {
        let forms = Self::all().flat_map(|row| row.forms);
        let mut lines = vec![String::new()];
        for form in forms {
            let line = lines.last().map_or(0, String::len);
            if line > 0 && line + form.len() + 2 > MAX_HELP_COLUMNS {
                lines.push(String::new());
            }
            let Some(line) = lines.last_mut() else { break };
            if !line.is_empty() {
                line.push_str(", ");
            }
            line.push_str(form);
        }
        format!("  {}", lines.join(",\n  "))
    }

    /// The README's table of places.
    pub fn markdown() -> String {
        let row = |row: &Self| {
            let forms: Vec<String> = row.forms.iter().map(|form| format!("`{form}`")).collect();
            format!("| {} | {} |\n", forms.join(", "), row.shows)
        };
        format!("| place | shows |\n|---|---|\n{}", Self::all().map(row).collect::<String>())
    }
}
