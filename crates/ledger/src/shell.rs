//! Texts as words of a shell's command line.

/// The text as one word of a POSIX shell, in quotes if it needs them.
pub fn shell_word(text: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "_-./:=,@%+".contains(letter);
    if !text.is_empty() && text.chars().all(is_plain) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_shell_would_read_is_quoted() {
        assert_eq!(shell_word("0.0.5001"), "0.0.5001");
        assert_eq!(shell_word(""), "''");
        assert_eq!(shell_word("a?b=c&d"), "'a?b=c&d'");
        assert_eq!(shell_word("it's $(x)"), r"'it'\''s $(x)'");
    }
}
