//! Letters for links: one each as long as there are enough, then two; no code is the beginning of another.

/// The letters, those under the fingers first.
const LETTERS: &str = "asdfghjklqwertyuiopzxcvbnm";

/// The first `count` codes, the shortest first; fewer if the codes of two letters run out.
pub(super) fn codes(count: usize) -> Vec<String> {
    let all = LETTERS.len();
    // Each letter that begins codes of two stands for as many as there are letters, instead of one.
    let begins = count.saturating_sub(all).div_ceil(all - 1).min(all);
    let (alone, firsts) = LETTERS.split_at(all - begins);
    let pairs = firsts.chars().flat_map(|first| LETTERS.chars().map(move |last| format!("{first}{last}")));
    alone.chars().map(String::from).chain(pairs).take(count).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_code_is_the_beginning_of_another() {
        for count in (0..120).chain([675, 676]) {
            let codes = codes(count);
            assert_eq!(codes.len(), count);
            for (at, code) in codes.iter().enumerate() {
                let others = codes.iter().enumerate().filter(|(other, _)| *other != at);
                assert!(others.clone().all(|(_, other)| !other.starts_with(code)), "{code} of {count}");
                assert!((1..=2).contains(&code.len()), "{code}");
            }
        }
        assert_eq!(codes(700).len(), 676);
    }

    #[test]
    fn the_home_row_comes_first_and_one_letter_before_two() {
        assert_eq!(codes(4), ["a", "s", "d", "f"]);
        assert_eq!(codes(26).last().unwrap(), "m");
        let many = codes(28);
        assert_eq!((many[24].as_str(), many[25].as_str(), many[27].as_str()), ("n", "ma", "md"));
    }
}
