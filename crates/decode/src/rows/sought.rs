//! Text search in cells with fzf's syntax: `text`, `^start`, `end$`, `^whole$`, `'exact`. A term without a sign also
//! matches names by the beginnings of their parts, in order: `swpex` finds `swapExactTokens`.
//!
//! fzf's fuzzy search does not suit rows: they keep their order, so the best matches are not first, and nearly every
//! hash contains any few digits.

use nucleo_matcher::chars::{is_upper_case, normalize, to_lower_case};
use nucleo_matcher::pattern::{Atom, AtomKind, CaseMatching, Normalization};
use regex::{Regex, RegexBuilder};

/// A search term. The library parses the signs; its matching misses cells of mixed case.
#[derive(Clone, Debug)]
pub(super) enum Sought {
    /// Anywhere in a cell, or as an abbreviation of a name.
    Within { pattern: Regex, letters: Letters, abbreviation: Option<Abbreviation> },
    /// At the start or the end of a cell, or both.
    AtEnds { letters: Letters, start: bool, end: bool },
}

/// Minimum number of letters of an abbreviation: fewer match most names.
const MIN_LETTERS: usize = 3;
/// Maximum number of letters of an abbreviation: one bit for each, and one for the end.
const MAX_LETTERS: usize = 63;

impl Sought {
    /// Parses a term; negated terms match no abbreviations. `None` for a sign without text.
    pub(super) fn parse(text: &str, negated: bool) -> Option<Self> {
        let mut atom = Atom::parse(text, CaseMatching::Smart, Normalization::Smart);
        if atom.needle_text().is_empty() {
            if text.starts_with(['^', '\'', '!']) {
                return None;
            }
            atom = Atom::new(text, CaseMatching::Smart, Normalization::Smart, AtomKind::Substring, false);
        }
        let letters = Letters::new(&atom);
        Some(match atom.kind {
            AtomKind::Prefix => Self::AtEnds { letters, start: true, end: false },
            AtomKind::Postfix => Self::AtEnds { letters, start: false, end: true },
            AtomKind::Exact => Self::AtEnds { letters, start: true, end: true },
            kind => {
                let literal = literal(&letters.all.iter().collect::<String>());
                let pattern =
                    RegexBuilder::new(&literal).case_insensitive(letters.ignores_case).build().ok()?;
                let is_plain = kind == AtomKind::Fuzzy && !negated;
                let abbreviation = is_plain.then(|| Abbreviation::new(letters.clone())).flatten();
                Self::Within { pattern, letters, abbreviation }
            }
        })
    }

    /// Whether a cell with this text is found.
    pub(super) fn is_in(&self, text: &str) -> bool {
        match self {
            Self::Within { pattern, letters, abbreviation } => {
                pattern.is_match(text)
                    || !text.is_ascii() && letters.are_in(text)
                    || abbreviation.as_ref().is_some_and(|it| it.names(text))
            }
            Self::AtEnds { letters, start: true, end } => {
                let mut rest = text.chars();
                letters.all.iter().all(|wanted| rest.next().is_some_and(|it| letters.is(*wanted, it)))
                    && (!end || rest.next().is_none())
            }
            Self::AtEnds { letters, .. } => {
                let mut rest = text.chars().rev();
                letters.all.iter().rev().all(|wanted| rest.next().is_some_and(|it| letters.is(*wanted, it)))
            }
        }
    }
}

/// The letters of a search term.
#[derive(Clone, Debug)]
pub(super) struct Letters {
    all: Box<[char]>,
    /// Whether case is ignored: the term has no capitals.
    ignores_case: bool,
}

impl Letters {
    fn new(atom: &Atom) -> Self {
        let all: Box<[char]> = atom.needle_text().chars().collect();
        let ignores_case = !all.iter().any(|letter| is_upper_case(*letter));
        Self { all, ignores_case }
    }

    /// Whether a cell's letter matches a wanted one, ignoring diacritics.
    fn is(&self, wanted: char, letter: char) -> bool {
        let letter = if self.ignores_case { to_lower_case(letter) } else { letter };
        wanted == letter || wanted == normalize(letter)
    }

    /// Whether a cell contains the letters consecutively.
    fn are_in(&self, text: &str) -> bool {
        text.char_indices().any(|(at, _)| {
            let mut rest = text.get(at..).unwrap_or_default().chars();
            self.all.iter().all(|wanted| rest.next().is_some_and(|it| self.is(*wanted, it)))
        })
    }

    /// A bit for each position of a cell's letter among the letters.
    fn places(&self, letter: char) -> u64 {
        let places = self.all.iter().enumerate().filter(|(_, wanted)| self.is(**wanted, letter));
        places.fold(0, |bits, (at, _)| bits | 1 << at)
    }
}

/// An abbreviation of a name.
#[derive(Clone, Debug)]
pub(super) struct Abbreviation {
    letters: Letters,
    /// [`Letters::places`] of each ASCII letter: most cells contain no others.
    ascii: Box<[u64]>,
}

impl Abbreviation {
    /// `None` for letters that begin with a digit: they are part of an id.
    fn new(letters: Letters) -> Option<Self> {
        let is_name = letters.all.first().is_some_and(|first| first.is_alphabetic())
            && letters.all.iter().all(|letter| letter.is_alphanumeric());
        ((MIN_LETTERS..=MAX_LETTERS).contains(&letters.all.len()) && is_name).then(|| {
            let ascii = (0..128_u8).map(|letter| letters.places(char::from(letter))).collect();
            Self { letters, ascii }
        })
    }

    /// Whether a name in this text has the letters in their order, and each part of it that has some begins with one.
    fn names(&self, text: &str) -> bool {
        // Numbers, times, ids and hashes hold no names.
        if text.len() < self.letters.all.len() || text.starts_with(|first: char| first.is_ascii_digit()) {
            return false;
        }
        let end = 1_u64 << self.letters.all.len();
        // Each bit stands for so many letters found: before this part of the name, and with its beginning.
        let (mut before, mut within) = (0_u64, 0_u64);
        let mut last = None;
        let mut rest = text.chars();
        while let Some(letter) = rest.next() {
            if !letter.is_ascii_lowercase() && !letter.is_alphanumeric() && letter != '_' {
                last = None;
                continue;
            }
            let begins = match last {
                None => {
                    (before, within) = (u64::from(!letter.is_numeric()), 0);
                    true
                }
                Some(last) => begins_part(last, letter, || rest.clone().next()),
            };
            let places = self.places(letter);
            if begins {
                before |= within;
                within = (before & places) << 1;
            } else {
                within |= (within & places) << 1;
            }
            if within & end != 0 {
                return true;
            }
            last = Some(letter);
        }
        false
    }

    /// See [`Letters::places`].
    fn places(&self, letter: char) -> u64 {
        let known = usize::try_from(u32::from(letter)).ok().and_then(|at| self.ascii.get(at));
        known.copied().unwrap_or_else(|| self.letters.places(letter))
    }
}

/// Whether a part of a name begins with this letter, between these: `swap|Exact`, `ERC|20|Token`, `NOT_|FOUND`.
fn begins_part(last: char, letter: char, next: impl FnOnce() -> Option<char>) -> bool {
    if letter.is_ascii_lowercase() && last.is_ascii_alphabetic() {
        return false;
    }
    last == '_'
        || last.is_numeric() != letter.is_numeric()
        || letter.is_uppercase() && (!last.is_uppercase() || next().is_some_and(char::is_lowercase))
}

/// A text as a pattern. A blank finds a hyphen, too: `exact match` on screen is `exact-match` for scripts.
pub(super) fn literal(text: &str) -> String {
    regex::escape(text).replace(' ', "[ -]")
}
