//! Tells statements that revert from others, by their text: comments, `else` and conditions may precede the word.

/// The words that such a statement begins with.
const REVERTS: [&[u8]; 2] = [b"revert", b"throw"];

/// Whether the statement around this offset of the text reverts.
pub(super) fn is_revert(text: &[u8], at: usize) -> bool {
    /// The most bytes of a statement before a part of it.
    const MAX_BYTES: usize = 2_048;
    let first = at.saturating_sub(MAX_BYTES);
    let Some(before) = text.get(first..at) else { return false };
    let begin = before.iter().rposition(|byte| matches!(byte, b';' | b'{' | b'}')).map_or(0, |end| end + 1);
    let Some(statement) = text.get(first + begin..) else { return false };
    let mut rest = statement;
    loop {
        rest = rest.trim_ascii_start();
        if statement.len() - rest.len() > before.len() - begin {
            return false;
        }
        let next = if rest.starts_with(b"//") {
            after(rest, b"\n")
        } else if rest.starts_with(b"/*") {
            after(rest, b"*/")
        } else if let Some(behind) = word(rest, b"else") {
            Some(behind)
        } else if let Some(behind) = word(rest, b"if") {
            after_parentheses(behind)
        } else {
            return REVERTS.iter().any(|name| word(rest, name).is_some());
        };
        let Some(next) = next else { return false };
        rest = next;
    }
}

/// The text after the leading word `name`; `None` if it begins otherwise.
fn word<'a>(text: &'a [u8], name: &[u8]) -> Option<&'a [u8]> {
    let is_end = |byte: &u8| !byte.is_ascii_alphanumeric() && !matches!(byte, b'_' | b'$');
    text.strip_prefix(name).filter(|rest| rest.first().is_none_or(is_end))
}

fn after<'a>(text: &'a [u8], end: &[u8]) -> Option<&'a [u8]> {
    let at = text.windows(end.len()).position(|window| window == end)?;
    text.get(at + end.len()..)
}

/// The text after the leading parentheses.
fn after_parentheses(text: &[u8]) -> Option<&[u8]> {
    let mut depth = 0_usize;
    for (at, byte) in text.iter().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' if depth <= 1 => return text.get(at + 1..),
            b')' => depth -= 1,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_a_statement_that_reverts_is_told_from_others() {
        let text = "{ count++; if (total(a) > (cap)) revert Over(total(a), cap); else /* so */ throw; reverted(x); }";
        let is = |part: &str| is_revert(text.as_bytes(), text.find(part).unwrap());
        assert!(is("revert Over") && is("Over(") && is("cap);") && is("throw"));
        assert!(!is("count++") && !is("if (") && !is("total(a) >") && !is("reverted") && !is("x);"));
        assert!(!is_revert(b"", 0) && !is_revert(b"revert", 9));
    }
}
