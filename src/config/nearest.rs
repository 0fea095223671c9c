//! Which known word was probably meant.

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
