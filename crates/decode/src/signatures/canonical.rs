//! The canonical form of a signature's line, which is what is hashed: no names, no spaces. Used while building,
//! too, where the ABI library is not at hand; a test holds the two against each other.

/// Whether a line of a file has a signature: not a comment, and not empty.
pub(super) fn is_signature(line: &str) -> bool {
    !line.is_empty() && !line.starts_with('#')
}

/// Splits the leading word off and canonicalizes the signature: `function foo(uint256 a) returns (bool)` is
/// `("function", "foo(uint256)")`. `None` if brackets do not match.
pub(super) fn canonicalize(line: &str) -> Option<(&str, String)> {
    let (word, rest) = line.split_once(' ')?;
    let (name, rest) = rest.split_once('(')?;
    let mut out = format!("{name}(");
    let mut open = 1_usize;
    // Behind a type follow `indexed` and a name; the type goes on with brackets only.
    let mut in_type = true;
    for c in rest.chars() {
        match c {
            '(' => {
                open += 1;
                in_type = true;
                out.push(c);
            }
            ')' => {
                open -= 1;
                in_type = true;
                out.push(c);
                if open == 0 {
                    return Some((word, out));
                }
            }
            ',' => {
                in_type = true;
                out.push(c);
            }
            ' ' => in_type = out.ends_with(['(', ',']),
            _ if in_type => out.push(c),
            _ => {}
        }
    }
    None
}
