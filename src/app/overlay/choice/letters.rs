//! Letters for what can be copied, one key each. What is copied most has the same letter on every screen.

/// What is copied most, the most wanted first: its letter, and how panes name it. A name that begins with a blank is the
/// end of one.
const WANTED: &[(char, &[&str])] = &[
    ('M', &[" marked row", " marked rows"]),
    ('C', &[" marked row as CSV", " marked rows as CSV"]),
    ('D', &[" marked row as Markdown", " marked rows as Markdown"]),
    ('L', &[" marked row as JSON lines", " marked rows as JSON lines"]),
    ('h', &["transaction hash", "hash"]),
    ('t', &["transaction id"]),
    ('i', &["contract id", "schedule id", "job id", "contract", "entity id"]),
    ('a', &["contract address", "EVM address", "address"]),
    ('f', &["sender", "from"]),
    ('o', &["to"]),
    ('c', &["call data"]),
    ('v', &["value", "amount", "amount sent"]),
    ('s', &["slot"]),
    ('m', &["method", "function"]),
    ('e', &["event"]),
    ('b', &["block"]),
    ('T', &["consensus time", "consensus timestamp", "consensus"]),
    ('J', &["row as JSON", "version as JSON", "record as received", "the document as received"]),
    ('C', &[" as CSV"]),
    ('D', &[" as Markdown", "report in Markdown"]),
    ('p', &["place", "this place", "path"]),
    ('P', &["place with its network"]),
    ('u', &["address of the request", "address of the record"]),
    ('r', &["request as a curl command"]),
    ('w', &["web explorer"]),
    ('H', &["command that prints this"]),
    ('X', &["call as a cast command"]),
    ('N', &["call as JSON"]),
    // Digits: letters are for what is selected.
    ('1', &["screen as text"]),
    ('2', &["screen as ANSI"]),
    ('3', &["screen to a file"]),
];

/// How wanted something is: the least is the most wanted.
pub(super) fn rank(what: &str) -> usize {
    let is_it = |name: &&str| what == *name || (name.starts_with(' ') && what.ends_with(name));
    WANTED.iter().position(|(_, names)| names.iter().any(is_it)).unwrap_or(WANTED.len())
}

/// A letter for each name while there are letters left: the wanted one, else one from the name, else the next free one.
/// Only letters that `is_free` accepts are assigned. The order of the names affects only those with equal names.
pub(super) fn letters(names: &[&str], is_free: impl Fn(char) -> bool) -> Vec<Option<char>> {
    let mut given: Vec<char> = Vec::new();
    let mut give = |mut letters: &mut dyn Iterator<Item = char>| {
        let letter = Iterator::find(&mut letters, |letter| !given.contains(letter) && is_free(*letter))?;
        given.push(letter);
        Some(letter)
    };
    let wanted = |what: &str| WANTED.get(rank(what)).map(|(letter, _)| *letter);
    let mut letters: Vec<_> = names.iter().map(|what| give(&mut wanted(what).into_iter())).collect();
    let is_kept = |letter: &char| WANTED.iter().any(|(wanted, _)| wanted == letter);
    let mut by_name: Vec<_> = names.iter().zip(&mut letters).collect();
    by_name.sort_by_key(|(what, _)| **what);
    let (mut firsts_of_name, mut repeated): (Vec<(&str, _)>, Vec<_>) = (Vec::new(), Vec::new());
    for (what, letter) in by_name {
        if firsts_of_name.last().is_some_and(|(known, _)| known == what) {
            repeated.push(letter);
        } else {
            firsts_of_name.push((*what, letter));
        }
    }
    // What one begins with goes before what another has within it: what else there is changes little then.
    for own in [firsts, str::to_owned] {
        for (what, letter) in &mut firsts_of_name {
            let own = own(what);
            let both =
                own.chars().flat_map(|letter| [letter.to_ascii_lowercase(), letter.to_ascii_uppercase()]);
            let mut both = both.filter(|letter| letter.is_ascii_alphabetic() && !is_kept(letter));
            **letter = letter.or_else(|| give(&mut both));
        }
    }
    for letter in firsts_of_name.into_iter().map(|(_, letter)| letter).chain(repeated) {
        let mut left = any().filter(|letter| !is_kept(letter)).chain(any());
        *letter = letter.or_else(|| give(&mut left));
    }
    letters
}

/// What its words begin with.
fn firsts(what: &str) -> String {
    what.split(' ').filter_map(|word| word.chars().next()).collect()
}

fn any() -> impl Iterator<Item = char> {
    ('a'..='z').chain('A'..='Z').chain('0'..='9')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(names: &[&str]) -> String {
        letters(names, |letter| !"jkgGqy".contains(letter)).into_iter().flatten().collect()
    }

    #[test]
    fn what_is_wanted_has_its_letter_whatever_stands_before_it() {
        assert_eq!(all(&["place", "transaction hash", "sender"]), "phf");
        assert_eq!(all(&["gas limit", "fee", "hash without 0x", "hash", "sender"]), "lFWhf");
        assert_eq!(all(&["event of 3 marked rows", "3 marked rows as CSV", "event"]), "MCe");
        assert_eq!(all(&["transfers as CSV", "1 marked row as CSV"]), "CR");
        assert_eq!(all(&["moved", "moved", "memo", "memo"]), "OlEd", "what is named again comes last");
    }

    #[test]
    fn neither_the_order_nor_what_else_there_is_changes_what_one_begins_with() {
        assert_eq!(all(&["success", "gas consumed", "arguments"]), "SOA");
        assert_eq!(all(&["success", "gas consumed"]), "SA");
        let (names, turned) = (["type", "memo", "node", "nonce"], ["nonce", "node", "memo", "type"]);
        assert_eq!(all(&names), all(&turned).chars().rev().collect::<String>());
    }

    #[test]
    fn a_letter_of_what_is_wanted_goes_to_nothing_else_while_there_are_others() {
        assert_eq!(all(&["part", "Part", "thing", "word"]), "RAIW");
    }

    #[test]
    fn no_letter_is_given_twice_and_none_that_means_something_else() {
        let names: Vec<String> = (0..80).map(|at| format!("part {at}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let mut letters: Vec<char> = all(&names).chars().collect();
        assert_eq!(letters.len(), 62 - 6, "all that there are");
        letters.sort_unstable();
        letters.dedup();
        assert_eq!(letters.len(), 62 - 6);
        assert!(!letters.iter().any(|letter| "jkgGqy".contains(*letter)));
    }
}
