//! The names of the form's fields, and their initial contents: from the form's place, then from its draft.

use verification::Mode;

use crate::message::Draft;
use crate::message::place::VerifyPlace;
use crate::panes::Context;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Contents {
    pub(super) mode: Mode,
    pub(super) chain: String,
    pub(super) address: String,
    pub(super) hash: String,
    pub(super) file: String,
    pub(super) name: String,
    pub(super) compiler: String,
    pub(super) roots: String,
    pub(super) sources: String,
}

impl Contents {
    /// The contents of a draft; missing fields are empty.
    pub(super) fn from_draft(draft: &Draft) -> Self {
        let text = |name: &str| {
            let field = draft.fields.iter().find(|(field, _)| field == name);
            field.map(|(_, text)| text.clone()).unwrap_or_default()
        };
        Self {
            mode: Mode::parse(&text(MODE)).unwrap_or_default(),
            chain: text(CHAIN),
            address: text(ADDRESS),
            hash: text(HASH),
            file: text(FILE),
            name: text(NAME),
            compiler: text(COMPILER),
            roots: text(ROOTS),
            sources: text(SENT),
        }
    }
}

/// The contents for a place. Fields that the place does not set come from the draft, unless that is for another
/// contract.
pub(super) fn contents(place: &VerifyPlace, ctx: &Context<'_>) -> Contents {
    let kept = ctx.drafts.iter().find(|draft| draft.form == DRAFT).map(Contents::from_draft);
    let kept = kept.unwrap_or_default();
    let wanted = place.contract.map(|contract| contract.to_string());
    let same = wanted.as_ref().is_none_or(|wanted| *wanted == kept.address);
    // A file can hold many contracts, so its path stays for another contract. Reopening the form for the same
    // contract, for example from a failed job, also keeps the contract's name in the file.
    let (file, compiler, roots) = (kept.file.clone(), kept.compiler.clone(), kept.roots.clone());
    let again = place.mode.is_some_and(|mode| mode == kept.mode);
    let name = if same || again { kept.name.clone() } else { String::new() };
    let draft = if same { kept } else { Contents::default() };
    let own = || ctx.network.chain.as_ref().map(ToString::to_string).unwrap_or_default();
    let chosen = |text: String, other: String| if text.is_empty() { other } else { text };
    Contents {
        mode: place.mode.unwrap_or(draft.mode),
        chain: place.chain.as_ref().map_or_else(|| chosen(draft.chain, own()), ToString::to_string),
        address: wanted.unwrap_or(draft.address),
        hash: place.creation_hash.map_or(draft.hash, |hash| hash.to_string()),
        file,
        name,
        compiler,
        roots,
        sources: draft.sources,
    }
}

pub(super) const MODE: &str = "mode";
pub(super) const CHAIN: &str = "chainId";
pub(super) const ADDRESS: &str = "address";
pub(super) const HASH: &str = "creationTransactionHash";
pub(super) const FILE: &str = "file";
pub(super) const NAME: &str = "contractIdentifier";
pub(super) const COMPILER: &str = "compilerVersion";
pub(super) const ROOTS: &str = "roots";
pub(super) const SENT: &str = "sources";

pub(super) const DRAFT: &str = "verify";
