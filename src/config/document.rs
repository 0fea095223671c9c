//! A TOML document whose values know their lines; faults are collected while parsing continues.

use std::io::Read as _;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::{fs, io};

use ledger::amount::grouped;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::ConfigFault;

/// A file's text and name.
pub(super) struct Source {
    pub(super) file: PathBuf,
    pub(super) text: String,
}

impl Source {
    /// A text under a file's name.
    pub(super) fn new(file: &Path, text: impl Into<String>) -> Self {
        Self { file: file.to_owned(), text: text.into() }
    }

    /// Reads a file. A missing one counts as empty, unless it `must_exist`.
    ///
    /// # Errors
    /// The fault of the whole file.
    pub(super) fn load(file: &Path, must_exist: bool) -> Result<Self, ConfigFault> {
        let fault =
            |line, words: String| ConfigFault { file: file.to_owned(), line, key: String::new(), words };
        let bytes = match read(file) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound && !must_exist => Vec::new(),
            Err(error) => return Err(fault(None, format!("cannot be read: {error}"))),
        };
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Self::new(file, text)),
            Err(error) => {
                let valid = error.utf8_error().valid_up_to();
                let line = error.as_bytes().iter().take(valid).filter(|byte| **byte == b'\n').count() + 1;
                Err(fault(Some(line), "not UTF-8 text: save the file as UTF-8".to_owned()))
            }
        }
    }

    /// The file's table. Parts that are no TOML are noted as faults.
    pub(super) fn parse(&self, faults: &mut Faults<'_>) -> Spanned<DeTable<'_>> {
        let (table, errors) = DeTable::parse_recoverable(&self.text);
        for error in errors {
            faults.note(&error.span().unwrap_or_default(), "", format!("not TOML: {}", error.message()));
        }
        table
    }
}

/// The most bytes of a configuration.
const MAX_BYTES: u64 = 1 << 20;

/// Reads a regular file that is not too large: a pipe would be waited for, and a device has no end.
fn read(file: &Path) -> io::Result<Vec<u8>> {
    if !fs::metadata(file)?.is_file() {
        return Err(io::Error::other("it is not a regular file"));
    }
    let mut bytes = Vec::new();
    fs::File::open(file)?.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    if u64::try_from(bytes.len()).is_ok_and(|read| read > MAX_BYTES) {
        return Err(io::Error::other(format!("it has more than {} bytes", grouped(&MAX_BYTES))));
    }
    Ok(bytes)
}

/// The faults of one file, as they are found.
pub(super) struct Faults<'a> {
    source: &'a Source,
    list: Vec<ConfigFault>,
    /// The full keys that were asked for: there are no others.
    asked: Vec<String>,
}

impl<'a> Faults<'a> {
    pub(super) fn new(source: &'a Source) -> Self {
        Self { source, list: Vec::new(), asked: Vec::new() }
    }

    /// Notes a fault at a place of the text.
    pub(super) fn note(&mut self, span: &Range<usize>, key: &str, words: impl Into<String>) {
        let before = self.source.text.bytes().take(span.start);
        self.list.push(ConfigFault {
            file: self.source.file.clone(),
            line: Some(before.filter(|byte| *byte == b'\n').count() + 1),
            key: key.to_owned(),
            words: words.into(),
        });
    }

    /// All of them, in the order of their lines.
    pub(super) fn into_list(mut self) -> Vec<ConfigFault> {
        self.list.sort_by_key(|fault| fault.line);
        self.list
    }
}

/// One table of the file.
#[derive(Clone)]
pub(super) struct Section<'a> {
    /// The keys that lead to it, joined by dots; empty for the file itself.
    path: String,
    table: &'a DeTable<'a>,
}

/// A value and its line.
pub(super) struct Written<T> {
    pub(super) value: T,
    pub(super) span: Range<usize>,
    /// The full key.
    pub(super) key: String,
}

impl<T> Written<T> {
    /// Converts the value; notes the fault if `read` refuses it.
    pub(super) fn and_then<U, F: Into<String>>(
        self,
        faults: &mut Faults<'_>,
        read: impl FnOnce(T) -> Result<U, F>,
    ) -> Option<Written<U>> {
        match read(self.value) {
            Ok(value) => Some(Written { value, span: self.span, key: self.key }),
            Err(words) => {
                faults.note(&self.span, &self.key, words);
                None
            }
        }
    }
}

impl<'a> Section<'a> {
    pub(super) fn root(table: &'a Spanned<DeTable<'a>>) -> Self {
        Self { path: String::new(), table: table.get_ref() }
    }

    /// Whether the section says anything about this name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.table.contains_key(name)
    }

    /// Notes every key that was not asked for. To be called once all are.
    pub(super) fn finish(&self, faults: &mut Faults<'_>) {
        let prefix = self.key("");
        let mut known: Vec<String> = faults
            .asked
            .iter()
            .filter_map(|key| key.strip_prefix(&prefix))
            .filter(|name| !name.contains('.'))
            .map(str::to_owned)
            .collect();
        known.sort();
        known.dedup();
        for (name, _) in self.table {
            let word: &str = name.get_ref();
            if !known.iter().any(|known| known == word) {
                let words = unknown("setting", word, known.iter().map(String::as_str));
                faults.note(&name.span(), &self.key(word), words);
            }
        }
    }

    /// The names in this section, in the order of the file.
    pub(super) fn names(&self) -> Vec<Written<&'a str>> {
        let mut names: Vec<_> = self
            .table
            .iter()
            .map(|(name, _)| Written {
                value: &**name.get_ref(),
                span: name.span(),
                key: self.key(name.get_ref()),
            })
            .collect();
        names.sort_by_key(|name| name.span.start);
        names
    }

    /// A table within this one.
    pub(super) fn section(&self, name: &str, faults: &mut Faults<'_>) -> Option<Section<'a>> {
        let written = self.typed(name, "a table", DeValue::as_table, faults)?;
        Some(Section { path: written.key, table: written.value })
    }

    pub(super) fn text(&self, name: &str, faults: &mut Faults<'_>) -> Option<Written<&'a str>> {
        self.typed(name, "a text in quotes", DeValue::as_str, faults)
    }

    /// True or false.
    pub(super) fn flag(&self, name: &str, faults: &mut Faults<'_>) -> Option<Written<bool>> {
        self.typed(name, "true or false", DeValue::as_bool, faults)
    }

    /// A whole number from 0 on; `most` is the greatest that will do.
    pub(super) fn number(&self, name: &str, most: u64, faults: &mut Faults<'_>) -> Option<Written<u64>> {
        let wanted = format!("a whole number from 0 to {most}");
        let number = |value: &'a DeValue<'a>| {
            let digits = value.as_integer()?;
            u64::from_str_radix(digits.as_str(), digits.radix()).ok().filter(|number| *number <= most)
        };
        self.typed(name, &wanted, number, faults)
    }

    /// Decimal digits, written as a number or as a text.
    pub(super) fn digits(&self, name: &str, faults: &mut Faults<'_>) -> Option<Written<&'a str>> {
        let digits = |value: &'a DeValue<'a>| match value {
            DeValue::Integer(digits) if digits.radix() == 10 => Some(digits.as_str()),
            other => other.as_str(),
        };
        self.typed(name, "a decimal number", digits, faults)
    }

    /// A list of texts. None if it has items but not one text.
    pub(super) fn texts(&self, name: &str, faults: &mut Faults<'_>) -> Option<Vec<Written<&'a str>>> {
        let list = self.typed(name, r#"a list of texts, such as ["a", "b"]"#, DeValue::as_array, faults)?;
        let mut texts = Vec::new();
        for item in list.value {
            match item.get_ref().as_str() {
                Some(value) => texts.push(Written { value, span: item.span(), key: list.key.clone() }),
                None => faults.note(&item.span(), &list.key, wrong("a text in quotes", item.get_ref())),
            }
        }
        (list.value.is_empty() || !texts.is_empty()).then_some(texts)
    }

    fn typed<T>(
        &self,
        name: &str,
        wanted: &str,
        read: impl FnOnce(&'a DeValue<'a>) -> Option<T>,
        faults: &mut Faults<'_>,
    ) -> Option<Written<T>> {
        let key = self.key(name);
        faults.asked.push(key.clone());
        let value = self.table.get(name)?;
        let read = read(value.get_ref());
        if read.is_none() {
            faults.note(&value.span(), &key, wrong(wanted, value.get_ref()));
        }
        Some(Written { value: read?, span: value.span(), key })
    }

    fn key(&self, name: &str) -> String {
        if self.path.is_empty() { name.to_owned() } else { format!("{}.{name}", self.path) }
    }
}

fn wrong(wanted: &str, value: &DeValue<'_>) -> String {
    let found = match value {
        DeValue::String(_) => "a text",
        DeValue::Integer(digits) => return format!("write {wanted}, not {digits}"),
        DeValue::Float(digits) => return format!("write {wanted}, not {digits}"),
        DeValue::Boolean(true) => "true",
        DeValue::Boolean(false) => "false",
        DeValue::Datetime(_) => "a time",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    };
    format!("write {wanted}, not {found}")
}

/// The message for an unknown name, with the probable one or all valid names.
pub(super) fn unknown<'a>(what: &str, word: &str, known: impl Iterator<Item = &'a str> + Clone) -> String {
    match nearest(word, known.clone()) {
        Some(meant) => format!("there is no such {what}; did you mean {meant}?"),
        None => format!("there is no such {what}; there are {}", known.collect::<Vec<_>>().join(", ")),
    }
}

/// The known word that is nearest to this one, if one is near enough to be meant.
pub(super) fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let near = word.chars().count() / 3 + 1;
    known
        .into_iter()
        .map(|candidate| (strsim::levenshtein(word, candidate), candidate))
        .filter(|(distance, _)| *distance <= near)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suggests_only_what_is_near() {
        assert_eq!(nearest("tehme", ["network", "theme"]), Some("theme"));
        assert_eq!(nearest("colour-of-sky", ["network", "theme"]), None);
    }
}
