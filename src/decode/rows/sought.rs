//! A text that is looked for in cells, in fzf's language: `text`, `^start`, `end$`, `^whole$`, `'exact`. What has no sign
//! also finds names by the beginnings of their parts, in order: `swpex` finds `swapExactTokens`.
//!
//! fzf's loose search for letters anywhere is none for rows: they keep their order, so the best do not come first, and
//! nearly every hash holds any few digits.

use nucleo_matcher::chars::{is_upper_case, normalize, to_lower_case};
use nucleo_matcher::pattern::{Atom, AtomKind, CaseMatching, Normalization};
use nucleo_matcher::{Matcher, Utf32Str};

/// A text that is looked for.
#[derive(Clone, Debug)]
pub(super) enum Sought {
    /// Anywhere in a cell; letters that are a name's beginnings, too.
    Within(Atom, Option<Abbreviation>),
    /// At the ends of a cell that are said. The library's own tests for these compare the whole cell where capitals
    /// count.
    AtEnds { letters: Letters, start: bool, end: bool },
}

/// The fewest letters of an abbreviation: fewer are in most names.
const MIN_LETTERS: usize = 3;
/// The most letters of an abbreviation: there is a bit for each, and one for their end.
const MAX_LETTERS: usize = 63;

impl Sought {
    /// Reads a term; one that is negated has no abbreviations. `None` if a sign is followed by nothing.
    pub(super) fn parse(text: &str, negated: bool) -> Option<Self> {
        let (case, normalization) = (CaseMatching::Smart, Normalization::Smart);
        let mut atom = Atom::parse(text, case, normalization);
        if atom.needle_text().is_empty() {
            let is_plain = !text.starts_with(['^', '\'', '!']);
            atom = Atom::new(text, case, normalization, AtomKind::Substring, false);
            return is_plain.then_some(Self::Within(atom, None));
        }
        let letters = Letters::new(&atom);
        Some(match atom.kind {
            AtomKind::Fuzzy => {
                atom.kind = AtomKind::Substring;
                Self::Within(atom, Abbreviation::new(letters).filter(|_| !negated))
            }
            AtomKind::Prefix => Self::AtEnds { letters, start: true, end: false },
            AtomKind::Postfix => Self::AtEnds { letters, start: false, end: true },
            AtomKind::Exact => Self::AtEnds { letters, start: true, end: true },
            _ => Self::Within(atom, None),
        })
    }

    /// Whether a cell with this text is found.
    pub(super) fn is_in(&self, text: &str, letters: &mut Vec<char>, matcher: &mut Matcher) -> bool {
        match self {
            Self::Within(atom, abbreviation) => {
                atom.score(Utf32Str::new(text, letters), matcher).is_some()
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

/// The letters that are looked for.
#[derive(Clone, Debug)]
pub(super) struct Letters {
    all: Box<[char]>,
    /// Whether they have no capitals, so that those of a cell do not count.
    ignores_case: bool,
}

impl Letters {
    fn new(atom: &Atom) -> Self {
        let all: Box<[char]> = atom.needle_text().chars().collect();
        let ignores_case = !all.iter().any(|letter| is_upper_case(*letter));
        Self { all, ignores_case }
    }

    /// Whether a letter of a cell is this one of them; what it has on it does not count.
    fn is(&self, wanted: char, letter: char) -> bool {
        let letter = if self.ignores_case { to_lower_case(letter) } else { letter };
        wanted == letter || wanted == normalize(letter)
    }
}

/// Letters that stand for a name.
#[derive(Clone, Debug)]
pub(super) struct Abbreviation(Letters);

impl Abbreviation {
    /// What begins with a digit is part of an id.
    fn new(letters: Letters) -> Option<Self> {
        let is_name = letters.all.first().is_some_and(|first| first.is_alphabetic())
            && letters.all.iter().all(|letter| letter.is_alphanumeric());
        ((MIN_LETTERS..=MAX_LETTERS).contains(&letters.all.len()) && is_name).then_some(Self(letters))
    }

    /// Whether a name in this text has the letters in their order, and each part of it that has some begins with one.
    fn names(&self, text: &str) -> bool {
        let end = 1_u64 << self.0.all.len();
        // Each bit stands for so many letters found: before this part of the name, and with its beginning.
        let (mut before, mut within) = (0_u64, 0_u64);
        let mut last = None;
        let mut rest = text.chars().peekable();
        while let Some(letter) = rest.next() {
            if !letter.is_alphanumeric() && letter != '_' {
                last = None;
                continue;
            }
            let begins = match last {
                None => {
                    (before, within) = (u64::from(!letter.is_numeric()), 0);
                    true
                }
                Some(last) => begins_part(last, letter, rest.peek().copied()),
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

    /// A bit for each place of a letter.
    fn places(&self, letter: char) -> u64 {
        let bits = self.0.all.iter().enumerate().filter(|(_, wanted)| self.0.is(**wanted, letter));
        bits.fold(0, |bits, (at, _)| bits | 1 << at)
    }
}

/// Whether a part of a name begins with this letter, between these: `swap|Exact`, `ERC|20|Token`, `NOT_|FOUND`.
fn begins_part(last: char, letter: char, next: Option<char>) -> bool {
    last == '_'
        || last.is_numeric() != letter.is_numeric()
        || letter.is_uppercase() && (!last.is_uppercase() || next.is_some_and(char::is_lowercase))
}
