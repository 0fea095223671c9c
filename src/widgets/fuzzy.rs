//! Fuzzy search: words in any order, with a score and the matching letters.

use nucleo_matcher::pattern::{Atom, AtomKind, CaseMatching, Normalization};
use nucleo_matcher::{Config, Matcher, Utf32Str};
use ratatui::buffer::Buffer;
use unicode_segmentation::UnicodeSegmentation;

use super::{Band, Role};

/// What is searched for.
pub struct Fuzzy {
    words: Vec<Atom>,
    /// Whether the letters of a word must belong together.
    strict: bool,
    matcher: Matcher,
    buffer: Vec<char>,
}

/// How a text fits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fit {
    /// More is better.
    pub score: u32,
    /// The letters that fit, as indices of the text's graphemes, ascending.
    pub letters: Vec<u32>,
}

impl Fuzzy {
    /// Searches for words whose letters may be scattered over a text.
    pub fn new(sought: &str) -> Self {
        Self::of(sought, false, Config::DEFAULT.match_paths())
    }

    /// Searches for words whose letters belong together: in one word, or at the beginnings of several. A word with a
    /// digit is part of an id and must be found as it is. The beginning of a text counts more.
    pub fn strict(sought: &str) -> Self {
        let mut config = Config::DEFAULT;
        config.prefer_prefix = true;
        Self::of(sought, true, config)
    }

    fn of(sought: &str, strict: bool, config: Config) -> Self {
        let word = |word: &str| {
            let is_id = strict && word.contains(|c: char| c.is_ascii_digit());
            let kind = if is_id { AtomKind::Substring } else { AtomKind::Fuzzy };
            Atom::new(word, CaseMatching::Smart, Normalization::Smart, kind, false)
        };
        let words = sought.split_whitespace().map(word).collect();
        Self { words, strict, matcher: Matcher::new(config), buffer: Vec::new() }
    }

    /// How a text fits; every text fits a search for nothing. `None` if it does not.
    pub fn fit(&mut self, text: &str) -> Option<Fit> {
        let mut fit = Fit { score: 0, letters: Vec::new() };
        let haystack = Utf32Str::new(text, &mut self.buffer);
        for word in &self.words {
            let mut letters = Vec::new();
            let score = word.indices(haystack, &mut self.matcher, &mut letters)?;
            if self.strict && word.kind == AtomKind::Fuzzy && !belong_together(haystack, &letters) {
                return None;
            }
            fit.score = fit.score.saturating_add(u32::from(score));
            fit.letters.append(&mut letters);
        }
        fit.letters.sort_unstable();
        fit.letters.dedup();
        Some(fit)
    }
}

/// Whether letters of a text are in one word, or in pieces of which each begins a word.
fn belong_together(text: Utf32Str<'_>, letters: &[u32]) -> bool {
    let is_letter = |at: u32| text.get(at).is_alphanumeric();
    let (first, last) = (letters.first().copied().unwrap_or(0), letters.last().copied().unwrap_or(0));
    let begins_word = |at: u32| at == 0 || !is_letter(at - 1);
    let mut pieces = letters.iter().enumerate().filter(|(at, letter)| {
        let before = at.checked_sub(1).and_then(|before| letters.get(before));
        before.is_none_or(|before| before + 1 != **letter)
    });
    (first..=last).all(is_letter) || pieces.all(|(_, at)| begins_word(*at))
}

/// A text with the letters that fit.
pub struct Matched<'a> {
    pub text: &'a str,
    /// The letters, as in [`Fit`].
    pub letters: &'a [u32],
    /// The index of the text's first grapheme among those that the letters count.
    pub first: usize,
}

impl Matched<'_> {
    /// Writes the text, its letters marked, and returns the column after it.
    pub fn view(&self, band: Band<'_>, column: u16, role: Role, buf: &mut Buffer) -> u16 {
        if self.letters.is_empty() {
            return band.put(column, self.text, role, buf);
        }
        self.text.graphemes(true).zip(self.first..).fold(column, |column, (letter, at)| {
            let fits = u32::try_from(at).is_ok_and(|at| self.letters.binary_search(&at).is_ok());
            band.put(column, letter, if fits { Role::Match } else { role }, buf)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_fit_in_any_order() {
        let fit = Fuzzy::strict("dark th").fit("theme dark").unwrap();
        assert_eq!(fit.letters, [0, 1, 6, 7, 8, 9]);
        assert!(Fuzzy::strict("dark no").fit("theme dark").is_none());
        assert_eq!(Fuzzy::strict("").fit("theme dark"), Some(Fit { score: 0, letters: Vec::new() }));
    }

    #[test]
    fn a_better_fit_scores_more() {
        let score = |sought: &str, text: &str| Fuzzy::strict(sought).fit(text).map(|fit| fit.score);
        assert!(score("ref", "refresh") > score("ref", "reverse the font"));
        assert!(score("lm", "load more") > score("lm", "all more"));
    }

    #[test]
    fn scattered_letters_and_digits_fit_only_a_loose_search() {
        let id = "transaction 0.0.1005-1795216518-468117137";
        assert!(Fuzzy::strict("5001").fit(id).is_none() && Fuzzy::strict("1005").fit(id).is_some());
        assert!(Fuzzy::new("5111").fit(id).is_some());
        assert!(Fuzzy::strict("theme").fit("sort by the column before").is_none());
        assert!(
            Fuzzy::strict("vrfy").fit("verify").is_some() && Fuzzy::strict("lomo").fit("load more").is_some()
        );
    }
}
