//! Labels and bookmarks as TOML, in a file that a team shares. The file is untrusted: its contents are checked like
//! typed input, and existing entries are never replaced without asking.
//!
//! ```toml
//! [[label]]
//! network = "mainnet"
//! of = "0.0.1002"
//! name = "deployer"
//! note = "the key of the release script"
//!
//! [[bookmark]]
//! network = "mainnet"
//! place = "contract/0.0.5001/results?from=0.0.1002"
//! note = "what the script did"
//! ```

use std::collections::HashMap;

use ledger::text::visible;
use ledger::{EntityId, Labelled, Text, Timestamp};
use serde::{Deserialize, Serialize};
use toml::Spanned;

use super::label::{check_name, check_note};
use super::{Bookmark, Label, Place};

/// The most labels and bookmarks of one file.
pub const MAX_ENTRIES: usize = 10_000;

/// The maximum length of an error message, characters.
const MAX_FAULT_CHARS: usize = 250;

/// What a file says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LabelFile {
    pub labels: Vec<Label>,
    pub bookmarks: Vec<Bookmark>,
}

/// The file as it is written.
#[derive(Deserialize, Serialize, Default)]
#[serde(deny_unknown_fields)]
struct Document<L, B> {
    #[serde(default = "Vec::new", skip_serializing_if = "Vec::is_empty")]
    label: Vec<L>,
    #[serde(default = "Vec::new", skip_serializing_if = "Vec::is_empty")]
    bookmark: Vec<B>,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct LabelEntry {
    network: String,
    of: String,
    name: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    note: String,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct BookmarkEntry {
    network: String,
    place: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    note: String,
}

impl LabelFile {
    /// Reads a file; `at` is the time of what it says.
    ///
    /// # Errors
    /// Names the line that cannot be read, and why. Then nothing of the file is taken.
    pub fn parse(text: &str, at: Timestamp) -> Result<Self, String> {
        // What cannot be read may be quoted, however long it is.
        Self::read(text, at).map_err(|words| words.chars().take(MAX_FAULT_CHARS).collect())
    }

    fn read(text: &str, at: Timestamp) -> Result<Self, String> {
        let line = |offset: usize| text.get(..offset).unwrap_or(text).matches('\n').count() + 1;
        let document: Document<Spanned<LabelEntry>, Spanned<BookmarkEntry>> =
            toml::from_str(text).map_err(|error| {
                let words = visible(error.message().lines().next().unwrap_or_default());
                match error.span() {
                    Some(span) => format!("line {}: {words}", line(span.start)),
                    None => words,
                }
            })?;
        let count = document.label.len() + document.bookmark.len();
        if count > MAX_ENTRIES {
            return Err(format!("the file has {count} entries; no more than {MAX_ENTRIES} are read"));
        }
        let labels = read_all(document.label, line, |entry| {
            let label = read_label(entry, at)?;
            Ok((format!("{} on {}", label.of, label.network), label))
        });
        let bookmarks = read_all(document.bookmark, line, |entry| {
            let bookmark = read_bookmark(entry, at)?;
            Ok((format!("{} on {}", bookmark.place, bookmark.network), bookmark))
        });
        Ok(Self { labels: labels?, bookmarks: bookmarks? })
    }

    /// The file's text.
    pub fn write(&self) -> String {
        let text = |text: &Text| String::from_utf8_lossy(text.raw()).into_owned();
        let label = |label: &Label| LabelEntry {
            network: label.network.clone(),
            of: label.of.to_string(),
            name: text(&label.name),
            note: text(&label.note),
        };
        let bookmark = |bookmark: &Bookmark| BookmarkEntry {
            network: bookmark.network.clone(),
            place: bookmark.place.to_string(),
            note: text(&bookmark.note),
        };
        let document = Document {
            label: self.labels.iter().map(label).collect(),
            bookmark: self.bookmarks.iter().map(bookmark).collect(),
        };
        toml::to_string(&document).unwrap_or_default()
    }

    /// Keeps the entries of this network profile only.
    pub fn keep_network(&mut self, name: &str) {
        self.labels.retain(|label| label.network == name);
        self.bookmarks.retain(|bookmark| bookmark.network == name);
    }

    /// The differences from the stored entries.
    pub fn compared(self, known: &Self) -> Differences {
        let labels: HashMap<_, _> = known.labels.iter().map(|it| ((&it.network, &it.of), it)).collect();
        let bookmarks: HashMap<_, _> =
            known.bookmarks.iter().map(|it| ((&it.network, &it.place), it)).collect();
        let mut found = Differences::default();
        for label in self.labels {
            match labels.get(&(&label.network, &label.of)) {
                None => found.new.labels.push(label),
                Some(other) if (&other.name, &other.note) == (&label.name, &label.note) => found.same += 1,
                Some(_) => found.different.labels.push(label),
            }
        }
        for bookmark in self.bookmarks {
            match bookmarks.get(&(&bookmark.network, &bookmark.place)) {
                None => found.new.bookmarks.push(bookmark),
                Some(other) if other.note == bookmark.note => found.same += 1,
                Some(_) => found.different.bookmarks.push(bookmark),
            }
        }
        found
    }

    /// How many labels and bookmarks there are.
    pub fn len(&self) -> usize {
        self.labels.len() + self.bookmarks.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Differences between a file and the stored entries.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Differences {
    pub new: LabelFile,
    /// Entries with another name or note in the store.
    pub different: LabelFile,
    /// The number of identical entries.
    pub same: usize,
}

impl Differences {
    /// In words: how many are new, the same and different.
    pub fn summary(&self) -> String {
        format!("{} new, {} the same, {} different", self.new.len(), self.same, self.different.len())
    }
}

/// Reads entries, each of which is of something else: `read` returns what it is of. An error names the line.
fn read_all<T, U>(
    entries: Vec<Spanned<T>>,
    line: impl Fn(usize) -> usize,
    read: impl Fn(T) -> Result<(String, U), String>,
) -> Result<Vec<U>, String> {
    let mut starts: HashMap<String, usize> = HashMap::new();
    let mut all = Vec::with_capacity(entries.len());
    for entry in entries {
        let start = entry.span().start;
        let said = |words: String| format!("line {}: {words}", line(start));
        let (of, entry) = read(entry.into_inner()).map_err(said)?;
        if let Some(earlier) = starts.get(&of) {
            return Err(said(format!("{} is in line {} already", visible(&of), line(*earlier))));
        }
        starts.insert(of, start);
        all.push(entry);
    }
    Ok(all)
}

fn read_label(entry: LabelEntry, at: Timestamp) -> Result<Label, String> {
    let LabelEntry { network, of, name, note } = entry;
    let of = Labelled::parse_whole(&of)
        .ok_or_else(|| format!("{:?} is no id, address, transaction id or hash", visible(&of)))?;
    let name = name.trim();
    if name.is_empty() {
        return Err("the label has no name".to_owned());
    }
    check_name(name, EntityId::from_num(0))?;
    check_note(&note)?;
    Ok(Label { network, of, name: name.into(), note: note.into(), at })
}

fn read_bookmark(entry: BookmarkEntry, at: Timestamp) -> Result<Bookmark, String> {
    let BookmarkEntry { network, place, note } = entry;
    // Places are written in full, so no realm is needed to complete them.
    let place = Place::parse(&place, EntityId::from_num(0)).map_err(|fault| visible(&fault.to_string()))?;
    check_note(&note)?;
    Ok(Bookmark { network, place, note: note.into(), at })
}

#[cfg(test)]
mod tests {
    use super::*;

    const AT: Timestamp = Timestamp::from_secs(1);

    fn file(text: &str) -> LabelFile {
        LabelFile::parse(text, AT).unwrap()
    }

    #[test]
    fn what_is_written_is_read_again_whatever_is_in_it() {
        let label = |of: &str, name: &str, note: &str| Label {
            network: "demo".into(),
            of: Labelled::parse_whole(of).unwrap(),
            name: name.into(),
            note: note.into(),
            at: AT,
        };
        let place = Place::parse("contract/0.0.5001/results?from=0.0.1002", EntityId::from_num(0)).unwrap();
        let whole = LabelFile {
            labels: vec![
                label("0.0.1002", "deployer", ""),
                label("0xb0551e9ecceb06cf6ea2879174aaf4da84633e85", "bot", "\"\u{1b}[2J\n[[label]]"),
            ],
            bookmarks: vec![Bookmark { network: "a\"b".into(), place, note: "x".into(), at: AT }],
        };
        let written = whole.write();
        assert_eq!(LabelFile::parse(&written, AT), Ok(whole), "{written}");
        assert!(!written.contains('\u{1b}'), "{written}");
    }

    #[test]
    fn a_fault_names_its_line_and_nothing_hostile_reaches_the_screen() {
        let fault = |text: &str| LabelFile::parse(text, AT).unwrap_err();
        let entry = |of: &str, name: &str| {
            format!("# ours\n\n[[label]]\nnetwork = \"demo\"\nof = \"{of}\"\nname = \"{name}\"\n")
        };
        assert!(
            fault(&entry("here", "a")).starts_with("line 3: \"here\" is no id"),
            "{}",
            fault(&entry("here", "a"))
        );
        assert!(fault(&entry("0.0.2", "0.0.3")).contains("would be taken for it"));
        assert!(fault(&entry("0.0.2", "a\\u001b[2J")).contains("control or hidden"));
        assert!(
            fault("[[label]]\nnetwork = 1\n").starts_with("line 2"),
            "{}",
            fault("[[label]]\nnetwork = 1\n")
        );
        assert!(fault("[[label").starts_with("line 1"));
        assert!(fault("colour = 1").contains("line 1"));
        let hidden = fault("[[label]]\n\"a\\u202eb\" = 1\n");
        assert!(!hidden.contains('\u{202e}'), "{hidden}");
        let place = "[[bookmark]]\nnetwork = \"demo\"\nplace = \"nowhere\"\n";
        assert!(fault(place).starts_with("line 1"), "{}", fault(place));
    }

    #[test]
    fn hostile_files_are_refused_in_words_that_can_be_printed() {
        let label = |name: &str, note: &str| {
            format!("[[label]]\nnetwork = \"demo\"\nof = \"0.0.2\"\nname = \"{name}\"\nnote = \"{note}\"\n")
        };
        let huge = "x".repeat(100_000);
        let many = "[[bookmark]]\nnetwork = \"demo\"\nplace = \"home\"\n".repeat(MAX_ENTRIES + 1);
        let twice = label("a", "") + &label("b", "");
        for (text, words) in [
            (label("\\u202egnp.exe", ""), "control or hidden"),
            (label("a\\u200bb", ""), "control or hidden"),
            (label("a\\u0000b", ""), "control or hidden"),
            (label("a\\nb", ""), "control or hidden"),
            (label(&huge, ""), "at most 40 characters; this has 100000"),
            (label("a", &huge), "at most 400 characters; this has 100000"),
            (label("  ", ""), "no name"),
            (label("a", "").replace("name", "name = 1\nname"), "line 5"),
            (label("a", "").replace("\"demo\"", "[\"demo\"]"), "line 2"),
            (label("a", "").replace("[[label]]", "[label]"), "line 1"),
            (label("a", "").replace("of =", "0f ="), "line 3"),
            (label("a", "") + "colour = \"red\"\n", "line 6"),
            (label("a", "") + &format!("{huge} = 1\n"), "line 6"),
            (label("a", "").replace("0.0.2", &huge), "line 1"),
            (format!("[[bookmark]]\nnetwork = \"demo\"\nplace = \"{huge}\"\n"), "line 1"),
            (twice, "line 6: 0.0.2 on demo is in line 1 already"),
            (many, "no more than 10000 are read"),
            ("\u{0}".to_owned(), "line 1"),
            ("[[label]]\n".to_owned() + &"[".repeat(10_000), "line 2"),
        ] {
            let fault = LabelFile::parse(&text, AT).unwrap_err();
            let shown = fault.chars().take(300).collect::<String>();
            assert!(fault.contains(words), "{words}: {shown}");
            assert!(!fault.chars().any(ledger::text::is_treacherous), "{shown}");
            assert!(fault.len() < 300, "{shown}");
        }
    }

    #[test]
    fn what_differs_is_told_from_what_is_new() {
        let entry = |of: &str, name: &str| {
            format!("[[label]]\nnetwork = \"demo\"\nof = \"{of}\"\nname = \"{name}\"\n")
        };
        let known = file(&[entry("0.0.1", "a"), entry("0.0.2", "b")].concat());
        let found =
            file(&[entry("0.0.1", "a"), entry("0.0.2", "x"), entry("0.0.3", "c")].concat()).compared(&known);
        assert_eq!(found.summary(), "1 new, 1 the same, 1 different");
        assert_eq!(found.different.labels[0].name, Text::from("x"));
    }
}
