//! Fuzzy search: words in any order, how well a text fits them, and which of its letters do.

use nucleo_matcher::pattern::{Atom, AtomKind, CaseMatching, Normalization};
use nucleo_matcher::{Config, Matcher, Utf32Str};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use unicode_segmentation::UnicodeSegmentation;

use super::line::put;
use super::{Role, Theme};

/// What a letter that fits scores before bonuses and penalties.
const LETTER_SCORE: u32 = 16;

/// What is searched for.
pub struct Fuzzy {
    words: Vec<Word>,
    matcher: Matcher,
    buffer: Vec<char>,
}

struct Word {
    atom: Atom,
    /// The least score that counts.
    min_score: u32,
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
        Self::of(sought, Config::DEFAULT.match_paths(), |_| AtomKind::Fuzzy, |_| 0)
    }

    /// Searches for words whose letters belong together: at the beginnings of words or next to each other. A word with
    /// a digit is part of an id and must be found as it is. The beginning of a text counts more.
    pub fn strict(sought: &str) -> Self {
        let kind = |word: &str| match word.contains(|c: char| c.is_ascii_digit()) {
            true => AtomKind::Substring,
            false => AtomKind::Fuzzy,
        };
        let letters = |word: &str| u32::try_from(word.graphemes(true).count()).unwrap_or(u32::MAX);
        let mut config = Config::DEFAULT;
        config.prefer_prefix = true;
        Self::of(sought, config, kind, |word| letters(word).saturating_mul(LETTER_SCORE))
    }

    fn of(
        sought: &str,
        config: Config,
        kind: impl Fn(&str) -> AtomKind,
        min_score: impl Fn(&str) -> u32,
    ) -> Self {
        let word = |word: &str| Word {
            atom: Atom::new(word, CaseMatching::Smart, Normalization::Smart, kind(word), false),
            min_score: min_score(word),
        };
        Self {
            words: sought.split_whitespace().map(word).collect(),
            matcher: Matcher::new(config),
            buffer: Vec::new(),
        }
    }

    /// How a text fits; every text fits a search for nothing. `None` if it does not.
    pub fn fit(&mut self, text: &str) -> Option<Fit> {
        let mut fit = Fit { score: 0, letters: Vec::new() };
        let haystack = Utf32Str::new(text, &mut self.buffer);
        for word in &self.words {
            let score = u32::from(word.atom.indices(haystack, &mut self.matcher, &mut fit.letters)?);
            if score < word.min_score {
                return None;
            }
            fit.score = fit.score.saturating_add(score);
        }
        fit.letters.sort_unstable();
        fit.letters.dedup();
        Some(fit)
    }
}

/// Writes a text like [`put`], with these of its graphemes marked; the first of them has the index `first`.
pub fn put_marked(
    theme: &Theme,
    buf: &mut Buffer,
    (area, column): (Rect, u16),
    text: &str,
    (letters, first): (&[u32], usize),
    (style, over): (Style, Style),
) -> u16 {
    if letters.is_empty() {
        return put(buf, area, column, 0, text, style.patch(over));
    }
    let mut column = column;
    for (at, letter) in text.graphemes(true).enumerate() {
        let fits = u32::try_from(first + at).is_ok_and(|at| letters.binary_search(&at).is_ok());
        let style = if fits { theme.style(Role::Match) } else { style };
        column = put(buf, area, column, 0, letter, style.patch(over));
    }
    column
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
        assert!(Fuzzy::strict("frsh").fit("a far cry, and rather a sad one to watch").is_none());
    }
}
