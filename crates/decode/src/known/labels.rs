//! Labels, and the other names of labelled entities.

use std::borrow::Cow;
use std::sync::Arc;

use ledger::text::visible;
use ledger::{ContractRef, EvmAddress, Labelled, Text};

use super::Known;

/// Maximum number of results of a search by a part of a label.
const MAX_FOUND: usize = 200;

/// A label's name and note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabelText {
    /// May be untrusted: labels are shared in files.
    pub name: Text,
    /// Free text, empty for most labels; untrusted, like the name.
    pub note: Text,
}

impl Known {
    /// Sets a label; removes it if the name is empty.
    pub fn set_label(&mut self, of: Labelled, label: LabelText) {
        if label.name.is_empty() {
            self.labels.remove_mut(&of);
        } else {
            self.labels.insert_mut(of, Arc::new(label));
        }
    }

    /// Whether anything has a label.
    pub fn has_labels(&self) -> bool {
        !self.labels.is_empty()
    }

    /// The label given to exactly this name.
    pub fn own_label(&self, of: &Labelled) -> Option<&Arc<LabelText>> {
        self.labels.get(of)
    }

    /// The label given to this name or to another known name of the same entity.
    pub fn label(&self, of: &Labelled) -> Option<&Arc<LabelText>> {
        let own = self.labels.get(of);
        own.or_else(|| self.other_names(of).iter().find_map(|name| self.labels.get(name)))
    }

    /// All labels, by their names.
    pub fn labels(&self) -> Vec<(&Labelled, &Arc<LabelText>)> {
        let mut all: Vec<_> = self.labels.iter().collect();
        all.sort_by_cached_key(|(of, label)| (handle(&label.name), of.to_string()));
        all
    }

    /// The entities with this label, written in full or as its [`handle`].
    pub fn labelled<'a>(&'a self, name: &str) -> impl Iterator<Item = &'a Labelled> + use<'a> {
        let sought = handle(&Text::new(name));
        let all = self.labels.iter().filter(move |(_, label)| handle(&label.name) == sought);
        all.map(|(of, _)| of)
    }

    /// The entities whose label contains this text, ignoring case: at most `MAX_FOUND`.
    pub(crate) fn labels_with<'a>(&'a self, text: &str) -> impl Iterator<Item = &'a Labelled> + use<'a> {
        let sought = text.to_lowercase();
        let all = self.labels.iter();
        let fits = move |label: &LabelText| {
            label.name.escaped().to_lowercase().contains(&sought) || handle(&label.name).contains(&sought)
        };
        all.filter(move |(_, label)| fits(label)).map(|(of, _)| of).take(MAX_FOUND)
    }

    /// A text with what has them in place of labels behind `@`. Faults name the network's profile.
    ///
    /// # Errors
    /// If no label is called so, or several are.
    pub fn resolve<'t>(&self, text: &'t str, network: &str) -> Result<Cow<'t, str>, String> {
        let (mut resolved, mut rest) = (String::new(), text);
        while let Some((before, behind)) = rest.split_once('@') {
            resolved.push_str(before);
            let end = behind.find(|c| !is_of_handle(c)).unwrap_or(behind.len());
            let (name, behind) = behind.split_at(end);
            // Within a word it parts an id from a time.
            if before.ends_with(char::is_alphanumeric) || name.is_empty() {
                resolved.push('@');
                resolved.push_str(name);
            } else {
                resolved.push_str(&self.the_one_called(name, network)?.to_string());
            }
            rest = behind;
        }
        if rest.len() == text.len() {
            return Ok(Cow::Borrowed(text));
        }
        resolved.push_str(rest);
        Ok(Cow::Owned(resolved))
    }

    fn the_one_called(&self, name: &str, network: &str) -> Result<&Labelled, String> {
        let shown = visible(name);
        let all: Vec<&Labelled> = self.labelled(name).collect();
        match all.as_slice() {
            [only] => Ok(only),
            [] => Err(format!("no label @{shown} on {network}")),
            [one, other, ..] => {
                Err(format!("@{shown} is the label of {}: {one}, {other}: write one", all.len()))
            }
        }
    }

    /// The spellings in lists: the given name, its other known names, and the long-zero address.
    pub(crate) fn spellings(&self, of: &Labelled) -> Vec<String> {
        let names = [of.clone()].into_iter().chain(self.other_names(of));
        let spelled = |name: Labelled| {
            let long_zero = match name {
                Labelled::Id(id) => Some(EvmAddress::long_zero(id).to_string()),
                _ => None,
            };
            [Some(name.to_string()), long_zero]
        };
        names.flat_map(spelled).flatten().collect()
    }

    /// The other known names of an entity or an address.
    pub fn other_names(&self, of: &Labelled) -> Vec<Labelled> {
        let (contract, account) = match of {
            Labelled::Id(id) => {
                let account = self.account(*id).and_then(|account| account.evm_address.value());
                (ContractRef::Id(*id), account.map(Labelled::Address))
            }
            Labelled::Address(address) => {
                (ContractRef::Address(*address), self.account_at(*address).map(Labelled::Id))
            }
            Labelled::Transaction(_) | Labelled::Hash(_) => return Vec::new(),
        };
        let names = self.names_of(contract).into_iter().skip(1).filter_map(|name| match name {
            ContractRef::Id(id) => Some(Labelled::Id(id)),
            // A long-zero one is another spelling of its id.
            ContractRef::Address(address) if address.entity_num().is_some() => None,
            ContractRef::Address(address) => Some(Labelled::Address(address)),
        });
        names.chain(account).collect()
    }
}

/// A label as filters name it behind `@`: in small letters, with `-` for what else parts words.
pub fn handle(name: &Text) -> String {
    let part = |c: char| if is_of_handle(c) { c } else { '-' };
    name.escaped().to_lowercase().chars().map(part).collect()
}

/// Whether a character can be part of a [`handle`].
pub(crate) fn is_of_handle(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '-' | '_' | '.')
}
