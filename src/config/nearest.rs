//! Which known word was probably meant.

/// The known word that is nearest to this one, if one is near enough to be meant.
pub(super) fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let near = word.chars().count() / 3 + 1;
    known
        .into_iter()
        .map(|candidate| (distance(word, candidate), candidate))
        .filter(|(distance, _)| *distance <= near)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// How many letters must be put in, taken out or changed to make one word of the other (Levenshtein).
fn distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (line, a) in from.chars().enumerate() {
        let mut next = vec![line + 1];
        for ((b, pair), left) in to.iter().zip(row.windows(2)).zip(0..) {
            let (diagonal, above) = (pair.first().copied(), pair.last().copied());
            let changed = diagonal.unwrap_or_default() + usize::from(a != *b);
            let put_in = next.get(left).copied().unwrap_or_default() + 1;
            next.push(changed.min(put_in).min(above.unwrap_or_default() + 1));
        }
        row = next;
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_letters() {
        for (a, b, wanted) in [("", "", 0), ("", "abc", 3), ("kitten", "sitting", 3), ("theme", "them", 1)] {
            assert_eq!(distance(a, b), wanted, "{a} {b}");
            assert_eq!(distance(b, a), wanted, "{b} {a}");
        }
    }

    #[test]
    fn suggests_only_what_is_near() {
        assert_eq!(nearest("tehme", ["network", "theme"]), Some("theme"));
        assert_eq!(nearest("colour-of-sky", ["network", "theme"]), None);
    }
}
